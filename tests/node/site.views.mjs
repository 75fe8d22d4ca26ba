// Every view of a static site in both languages, light and dark, desktop and phone; then without network, then from the disk.
import { pathToFileURL } from "node:url";
import { accessible, check, equal, fits, go, open, run } from "./browser.mjs";

const [base, folder, game, product, word, hits, place] = process.argv.slice(2);
const VIEWS = [`overview/${game}`, `browse/${game}`, `browse/${place}`, `printed/${game}/${product}`, `play/${game}`];

await run(async (browser) => {
  for (const options of [{}, { phone: true, dark: true, locale: "fr-FR" }]) {
    const page = await open(browser, base, options);
    for (const view of VIEWS) {
      await go(page, base, view);
      const text = await page.textContent("body");
      check(!/\?[a-z-]{3,}|undefined|\[object|NaN/.test(text), `${view} shows ${text.match(/.{20}(?:\?[a-z-]{3,}|undefined|\[object|NaN).{10}/)?.[0]}`);
      await accessible(page, `${view} ${options.phone ? "phone" : "desktop"}`);
      if (options.phone) await fits(page, view);
    }
    check((await page.getAttribute("html", "lang")) === (options.phone ? "fr" : "en"), "the language is not that of the browser");
    await page.context().close();
  }

  const page = await open(browser, base);
  await go(page, base, `overview/${game}`);
  await page.click('[data-do="language"]');
  await page.waitForFunction(() => document.documentElement.lang === "fr");
  await page.click('[data-do="dark"]');
  equal(await page.getAttribute("html", "data-theme"), "dark", "the theme");
  for (const field of ["theme", "difficulty", "stability", "status", "findings"]) {
    await page.click(`.choice [data-value="${field}"]`);
    await page.waitForSelector(`.choice [data-value="${field}"][aria-pressed="true"]`);
  }
  await page.focus(".grid .cell[tabindex='0']");
  await page.keyboard.press("ArrowRight");
  check(await page.evaluate(() => document.activeElement.matches(".cell")), "arrows move in the grid");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.body.dataset.ready === "browse");
  check(await page.evaluate(() => document.activeElement.matches(".detail")), "the keyboard is at the question that was opened");
  await page.focus('.detail a[rel="next"]');
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement.rel === "next" || document.activeElement.matches(".detail")).catch(() => check(false, "the keyboard reads on"));
  await page.focus('[data-do="dark"]');
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  check(await page.evaluate(() => document.activeElement.dataset.do === "dark"), "a switch keeps the keyboard");

  await go(page, base, "browse");
  await page.fill("#search", word);
  equal(await page.locator(".results li").count(), Number(hits), `search for ${word}`);
  for (const typed of ["8849", "8 849"]) {
    await page.fill("#search", typed);
    check(await page.locator(".results li").count() > 0, `search for ${typed}`);
  }
  await page.fill("#search", "zzzz nothing");
  equal(await page.locator(".results li").count(), 0, "search for nothing");
  await page.fill("#search", "%#+");
  equal(await page.locator(".results li").count(), 0, "search for signs");

  // The address is the search: it can be sent, reloaded, and left for a question and back.
  await go(page, base, `browse/${game}`);
  await page.selectOption('[data-filter="product"]', product);
  await page.fill("#search", word);
  await page.waitForFunction(() => location.hash.includes("text="));
  await page.reload();
  await page.waitForFunction(() => document.body.dataset.ready === "browse");
  equal(await page.inputValue("#search"), word, "the search after a reload");
  equal(await page.inputValue('[data-filter="product"]'), product, "the filter after a reload");
  await page.locator(".results a").first().click();
  await page.click(".detail .close");
  await page.waitForFunction(() => !document.querySelector(".browse.open"));
  equal(await page.inputValue("#search"), word, "the search after a question");
  for (const [typed, read] of [["50%", "50%"], ["%E0%A4%A", null], ["%2541", "%41"], ["%22", '"']]) {
    await go(page, base, "overview");
    await go(page, base, `browse?text=${typed}`);
    if (read) equal(await page.inputValue("#search"), read, `the address with ${typed}`);
  }

  // Nothing falls back silently: an address that leads nowhere says so.
  for (const [view, name] of [["nosuch", "nosuch"], ["constructor", "constructor"], ["overview/aaa", "aaa"], ["play/bbb", "bbb"], ["printed/ccc", "ccc"], [`printed/${game}/ddd`, "ddd"], ["overview/100%", "100%"]]) {
    await page.goto(`${base}#/${view}`);
    await page.waitForFunction((gone) => document.body.dataset.ready === "lost" && document.querySelector("h1").textContent.includes(gone), name).catch(() => check(false, `${view} says what is missing`));
    await accessible(page, view);
  }
  await go(page, base, `browse/${game}/${product}/1/99`);
  check((await page.textContent(".detail")).includes(`${product}/1/99`), "a question that is not there");
  await go(page, base, `printed/${game}/${product}/99/1`);
  check((await page.textContent(".tally")).includes(`${product}/99/1`), "a printed page that is not there");

  await go(page, base, `printed/${game}/${product}`);
  await page.waitForFunction(() => [...document.images].filter((image) => image.complete && image.naturalWidth > 100).length > 0);
  const width = (await page.locator(".sheet").first().boundingBox()).width;
  await page.fill('[data-do="zoom"]', "200");
  check((await page.locator(".sheet").first().boundingBox()).width > 1.5 * width, "the zoom makes pages bigger");
  check(await page.locator(".layer .safe").first().isVisible(), "the safe zone is shown");
  await page.click('[data-do="overlays"] input');
  check(!(await page.locator(".layer .safe").first().isVisible()), "the safe zone can be hidden");

  // Offline: the worker has kept everything but pictures that nobody saw.
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  await page.context().setOffline(true);
  await page.reload();
  await page.waitForFunction(() => document.body.dataset.ready === "printed");
  await page.waitForFunction(() => document.images[0]?.complete && document.images[0].naturalWidth > 100);
  for (const view of VIEWS) await go(page, base, view);
  await page.context().close();

  // No game yet, and a game without products: as an author begins.
  for (const [games, said] of [[() => [], "no game"], [(all) => all.map((one) => ({ ...one, products: [] })), "no products"]]) {
    const bare = await open(browser, base);
    await bare.route("**/data/site.json", async (route) => {
      const json = await (await route.fetch()).json();
      await route.fulfill({ json: { ...json, games: games(json.games) } });
    });
    for (const view of ["overview", "browse", "printed", "play"]) {
      await go(bare, base, view);
      await accessible(bare, `${view}, ${said}`);
    }
    await go(bare, base, "printed");
    check((await bare.textContent("main")).includes(said), `the printed view says that there is ${said}`);
    await bare.context().close();
  }

  const disk = `${pathToFileURL(folder).href}/index.html`;
  const local = await open(browser, disk);
  for (const view of VIEWS) await go(local, disk, view);
  await go(local, disk, "browse");
  await local.fill("#search", word);
  equal(await local.locator(".results li").count(), Number(hits), `search for ${word} from the disk`);
});
