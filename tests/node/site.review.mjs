// Reading and reviewing: filters, blind reading, marks, the exported file, its way back, and an older pack.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { check, equal, go, open, run } from "./browser.mjs";

const [base, game, place, id, folder] = process.argv.slice(2);
const [, product] = place.split("/");

await run(async (browser) => {
  const page = await open(browser, base);
  await go(page, base, "browse");
  const all = await page.locator(".results li").count();
  await page.selectOption('[data-filter="product"]', product);
  const some = await page.locator(".results li").count();
  check(some > 0 && some < all, `the filter leaves ${some} of ${all}`);
  await page.selectOption('[data-filter="product"]', "");

  check(await page.locator(".results .answer").first().isVisible(), "answers are shown");
  await page.click('[data-do="blind"] input');
  equal(await page.locator(".results .answer").count(), 0, "answers are hidden in the list");
  await go(page, base, `browse/${place}`);
  check(!(await page.locator(".answers").isVisible()), "the answer is hidden");
  await page.click('[data-do="reveal"]');
  check(await page.locator(".answers").isVisible(), "the answer can be shown");
  await page.click('[data-mark="doubtful"]');
  check(await page.evaluate(() => document.activeElement.dataset.mark === "doubtful"), "a mark keeps the focus");
  check(await page.locator(".answers").isVisible(), "an answer that was shown stays");
  // Who reads blind does not find a question by its answer, and covers stand on the printed page.
  await page.click(".detail .close");
  await page.fill("#search", "8849");
  equal(await page.locator(".results li").count(), 0, "a search for an answer, blind");
  await go(page, base, `printed/${game}/${product}`);
  await page.waitForSelector(".sheet.laid .covers rect", { state: "attached" });
  const covered = await page.evaluate(() => document.querySelectorAll(".sheet .covers rect").length);
  check(covered >= 2, `${covered} answers are covered`);
  await page.click('[data-do="blind"] input');
  await page.waitForSelector(".sheets:not(.blind)");
  equal(await page.locator(".covers rect").count(), 0, "covers without the switch");
  await go(page, base, "browse?text=8849");
  check(await page.locator(".results li").count() > 0, "a search for an answer");
  check(await page.locator(".results .answer").first().isVisible(), "the switch is one for all views");
  await go(page, base, `browse/${place}`);
  await page.click('[data-do="blind"] input');
  await page.waitForSelector(".answers", { state: "hidden" });
  check(await page.evaluate(() => document.activeElement.matches('[data-do="blind"] input')), "the switch keeps the focus");

  await page.fill("#remark", "L'Everest <b>aussi</b> ?");
  await page.click('[data-mark="wrong"]');
  await page.waitForSelector('[data-mark="wrong"][aria-pressed="true"]');
  await page.reload();
  await page.waitForSelector('[data-mark="wrong"][aria-pressed="true"]');
  equal(await page.inputValue("#remark"), "L'Everest <b>aussi</b> ?", "the remark after a reload");

  await page.click("details:has(#reviewer) summary");
  await page.fill("#reviewer", "Zoé");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click('[data-do="export"]')]);
  equal(download.suggestedFilename(), `review-zoe-${game}.json`, "the name of the file");
  const file = join(folder, "review.json");
  await download.saveAs(file);
  const review = JSON.parse(readFileSync(file, "utf-8"));
  equal([review.format, review.reviewer, review.marks], ["livret-review/1", "Zoé", [{ game, product, id, mark: "wrong", remark: "L'Everest <b>aussi</b> ?" }]], "the review");
  check(/^sha256:[0-9a-f]{64}$/.test(review.content_hash), "the hash of the content");

  // Another browser loads it.
  const other = await open(browser, base);
  await go(other, base, `browse/${place}`);
  await other.click("details:has(#reviewer) summary");
  await other.setInputFiles("#review-file", file);
  await other.waitForSelector('[data-mark="wrong"][aria-pressed="true"]');
  await other.selectOption('[data-filter="mark"]', "wrong");
  equal(await other.locator(".results li").count(), 1, "the filter by mark");
  await other.selectOption('[data-filter="mark"]', "");

  // A browser that cannot remember more says what was chosen last, not what it kept.
  await other.evaluate(() => { Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); }; });
  await go(other, base, `browse/${place}`);
  await other.click('[data-mark="right"]');
  await other.waitForSelector('[data-mark="right"][aria-pressed="true"]').catch(() => check(false, "a mark when the storage is full"));
  await other.reload();
  await other.waitForSelector('[data-mark]');

  // A mark on words that have changed since says so, and goes home with the hash of the content that was read.
  const hash = review.content_hash;
  await page.route(`**/packs/${game}.json`, async (route) => {
    const json = await (await route.fetch()).json();
    for (const one of json.products) for (const question of one.questions ?? []) question.question += " Vraiment ?";
    await route.fulfill({ json: { ...json, content_hash: `sha256:${"0".repeat(64)}` } });
  });
  await page.route("**/data/site.json", async (route) => {
    const json = await (await route.fetch()).json();
    await route.fulfill({ json: { ...json, content_hash: "new", games: json.games.map((one) => ({ ...one, content_hash: `sha256:${"0".repeat(64)}` })) } });
  });
  await page.evaluate(async () => { for (const one of await navigator.serviceWorker.getRegistrations()) await one.unregister(); for (const name of await caches.keys()) await caches.delete(name); });
  await page.reload();
  await page.waitForSelector('[data-mark="wrong"][aria-pressed="true"]');
  check((await page.textContent(".reviewing")).includes("changed since you marked"), "the page says that the question has changed since it was marked");
  await page.click("details:has(#reviewer) summary");
  const [late] = await Promise.all([page.waitForEvent("download"), page.click('[data-do="export"]')]);
  await late.saveAs(join(folder, "late.json"));
  equal(JSON.parse(readFileSync(join(folder, "late.json"), "utf-8")).content_hash, hash, "the hash of an old mark");
  await page.click('[data-mark="right"]');
  await page.waitForSelector('[data-mark="right"][aria-pressed="true"]');
  const [anew] = await Promise.all([page.waitForEvent("download"), page.click('[data-do="export"]')]);
  await anew.saveAs(join(folder, "anew.json"));
  equal(JSON.parse(readFileSync(join(folder, "anew.json"), "utf-8")).content_hash, `sha256:${"0".repeat(64)}`, "the hash of a mark that was made anew");

  // An older pack, where this question was worded in another way and one was not there.
  const pack = await (await fetch(new URL(`packs/${game}.json`, base))).json();
  pack.game.version = "0.9.0";
  const questions = pack.products.find((one) => one.id === product).questions;
  questions.find((one) => one.id === id).question = "Autrefois ?";
  Object.assign(questions.find((one) => one.id === id).answer, { value: 8848, text: "8848 m" });
  const gone = questions.findIndex((one) => one.id !== id);
  questions.splice(gone, 1);
  const old = join(folder, "old.json");
  writeFileSync(old, JSON.stringify(pack));
  await other.click("details:has(#old-pack) summary");
  await other.setInputFiles("#old-pack", old);
  await other.waitForSelector(".history");
  check((await other.textContent(".history")).includes("Autrefois ?"), "the history shows the old wording");
  check((await other.textContent(".history")).includes("8848"), "the history shows the old answer");
  await other.click('[data-do="blind"] input');
  await other.waitForSelector('[data-do="reveal"]');
  check(!(await other.textContent(".browse")).includes("8848"), "the old answer is hidden from who reads blind");
  await other.click('[data-do="blind"] input');
  await other.waitForSelector('[data-do="reveal"]', { state: "detached" });
  await other.selectOption('[data-filter="change"]', "added");
  equal(await other.locator(".results li").count(), 1, "the filter by change");
});
