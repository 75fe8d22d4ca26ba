// For benchmarks/site.py: milliseconds from each save of a file to the new picture of its page on the screen, as JSON.
import { readFileSync, writeFileSync } from "node:fs";
import { go, open, run, saved } from "./browser.mjs";

const [base, view, file, saves] = process.argv.slice(2);

await run(async (browser) => {
  const page = await open(browser, base);
  page.setDefaultTimeout(120000); // all pages that are on the screen are laid out first
  await go(page, base, view);
  await page.waitForFunction(() => document.querySelector(".sheet.target img")?.naturalWidth > 100);
  await page.waitForTimeout(5000); // the pages around it are laid out and drawn
  const taken = [];
  for (let number = 0; number < Number(saves); number += 1) {
    const text = readFileSync(file, "utf-8").replace(/(question: .*?)(?: \d+)? \?/, `$1 ${Date.now() % 100000} ?`);
    taken.push(await saved(page, () => writeFileSync(file, text)));
    await page.waitForTimeout(2000); // the check and the imprint of this save are not work of the next
  }
  console.log(JSON.stringify(taken));
});
