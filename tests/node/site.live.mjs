// The page follows the files; hostile content shows as text.
import { readFileSync, writeFileSync } from "node:fs";
import { accessible, check, equal, go, open, run } from "./browser.mjs";

const [base, game, product, file, before, after] = process.argv.slice(2);

await run(async (browser) => {
  const page = await open(browser, base);
  for (const view of ["overview", "browse", `browse/${game}/${product}/1/1`, `printed/${game}/${product}`, "play"]) {
    await go(page, base, view);
    const shown = await page.evaluate(() => document.querySelectorAll("main script, main iframe, main img[onerror], main b[onclick]").length + (globalThis.hit ?? 0));
    equal(shown, 0, `markup of the content became elements in ${view}`);
    await accessible(page, `${view}, live`);
  }
  await go(page, base, `browse/${game}/${product}/1/1`);
  const text = await page.textContent(".detail");
  for (const part of ["<script>globalThis.hit=1</script>", "\"quotes\" 'single'", "🦊"]) check(text.includes(part), `the question shows ${part}`);

  // The changed page appears, and only that one is drawn again.
  await go(page, base, `printed/${game}/${product}`);
  await page.waitForFunction(() => document.images.length > 2 && [...document.images].every((image) => image.complete && image.naturalWidth > 100));
  const keys = () => page.evaluate(() => [...document.querySelectorAll(".sheet")].map((sheet) => sheet.dataset.key));
  const old = await keys();
  const started = Date.now();
  writeFileSync(file, readFileSync(file, "utf-8").replace(before, after));
  await page.waitForFunction((known) => {
    const fresh = [...document.querySelectorAll(".sheet")].find((sheet) => !known.includes(sheet.dataset.key));
    return fresh && fresh.querySelector("img").complete && fresh.querySelector("img").naturalWidth > 100;
  }, old);
  console.error(`${Date.now() - started} ms from the save to the page`);
  const again = (await keys()).filter((key) => !old.includes(key)).length;
  check(again === 2 && old.length > 4, `${again} of ${old.length} pages were drawn again: the changed one, and the imprint, which shows the hash`);

  // A mistake appears as a finding, on the page and in the list; repairing it takes it away.
  writeFileSync(file, readFileSync(file, "utf-8").replace(after, "answer: haut"));
  await page.waitForSelector("figcaption .notes .error, .sheet.wrong", { state: "attached" }).catch(() => check(false, "the mistake is marked on the page"));
  await go(page, base, `overview/${game}`);
  await page.waitForFunction(() => document.querySelector(".findings")?.textContent.includes("cible-not-a-number"));
  writeFileSync(file, readFileSync(file, "utf-8").replace("answer: haut", after));
  await page.waitForFunction(() => !document.querySelector(".findings").textContent.includes("cible-not-a-number"));
});
