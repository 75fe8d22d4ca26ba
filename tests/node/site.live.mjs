// The page follows the files; hostile content shows as text.
import { readFileSync, writeFileSync } from "node:fs";
import { accessible, check, equal, go, open, run, saved, stretch } from "./browser.mjs";

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
  const quiet = stretch();
  const taken = [await saved(page, () => writeFileSync(file, readFileSync(file, "utf-8").replace(before, after)))];
  await page.waitForFunction((known) => [...document.querySelectorAll(".sheet")].filter((sheet) => !known.includes(sheet.dataset.key)).length === 2, old);
  const again = (await keys()).filter((key) => !old.includes(key)).length;
  check(again === 2 && old.length > 4, `${again} of ${old.length} pages were drawn again: the changed one, and the imprint, which shows the hash`);
  for (let more = 1; more < 5; more += 1) taken.push(await saved(page, () => writeFileSync(file, readFileSync(file, "utf-8").replace(/answer: 884\d/, `answer: 884${more}`))));
  const others = Math.max(quiet, stretch());
  check(Math.min(...taken) < 1000 * others, `the changed page appears ${taken.map(Math.round)} ms after it was saved, on a machine that is ${others.toFixed(1)} times slower than it could be`);
  writeFileSync(file, readFileSync(file, "utf-8").replace(/answer: 884\d/, after));

  // Browsers open six connections to a host: many open pages do not keep each other waiting, and one that was not seen catches up.
  const tabs = [];
  for (let more = 0; more < 8; more += 1) {
    const other = await page.context().newPage();
    await other.addInitScript(() => {
      globalThis.seen = true;
      Object.defineProperty(document, "hidden", { get: () => !globalThis.seen });
      globalThis.look = (on) => { globalThis.seen = on; document.dispatchEvent(new Event("visibilitychange")); };
    });
    await go(other, base, `browse/${game}/${product}/1/1`);
    await other.evaluate(() => globalThis.look(false));
    tabs.push(other);
  }
  const written = readFileSync(file, "utf-8");
  writeFileSync(file, written.replace(after, "answer: 8847"));
  await page.waitForFunction(() => document.getElementById("status").textContent);
  await page.waitForTimeout(500);
  check(!(await tabs[0].textContent(".detail")).includes("8847"), "a page that nobody sees listens");
  await tabs[0].evaluate(() => globalThis.look(true));
  await tabs[0].waitForFunction(() => document.querySelector(".detail").textContent.includes("8847")).catch(() => check(false, "a page that is seen again catches up"));
  for (const other of tabs) await other.close();
  writeFileSync(file, written);

  // A mistake appears as a finding, on the page and in the list; repairing it takes it away.
  writeFileSync(file, readFileSync(file, "utf-8").replace(after, "answer: haut"));
  await page.waitForSelector(".sheet.wrong .found .error.whole", { state: "attached" }).catch(() => check(false, "a question that cannot be read is marked on its page"));
  check((await page.locator("figcaption .notes .error").allTextContents()).some((text) => text.includes("haut")), "the mistake is said below the page");
  const mistaken = readFileSync(file, "utf-8");
  writeFileSync(file, "page: 1\nquestions: [");
  await page.waitForSelector(".beside .finding.error").catch(() => check(false, "what stands on no page is said above them"));
  writeFileSync(file, mistaken);
  await page.waitForSelector(".beside .finding.error", { state: "detached" }).catch(() => check(false, "a repaired file takes its finding away"));
  await go(page, base, `overview/${game}`);
  await page.waitForFunction(() => document.querySelector(".findings")?.textContent.includes("cible-not-a-number"));
  writeFileSync(file, readFileSync(file, "utf-8").replace("answer: haut", after));
  await page.waitForFunction(() => !document.querySelector(".findings").textContent.includes("cible-not-a-number"));
});
