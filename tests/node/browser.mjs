// Chromium for the tests of the site: pages that collect what goes wrong, and the checks that several scripts share.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { chromium } from "playwright-core";

const require = createRequire(import.meta.url);
const AXE = readFileSync(require.resolve("axe-core/axe.min.js"), "utf-8");
const FLAGS = [
  "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
];

export const failures = [];

export function check(truth, message) {
  if (!truth) failures.push(message);
}

export function equal(found, expected, message) {
  check(JSON.stringify(found) === JSON.stringify(expected), `${message}: ${JSON.stringify(found)} is not ${JSON.stringify(expected)}`);
}

// Runs `script(browser)`, prints what failed and ends.
export async function run(script) {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: FLAGS });
  try {
    await script(browser);
  } catch (error) {
    failures.push(String(error.stack ?? error));
  } finally {
    await browser.close();
  }
  for (const failure of failures) console.log(failure);
  process.exit(failures.length ? 1 : 0);
}

// A page that notes errors, dialogs and every request to another place.
export async function open(browser, base, { phone = false, dark = false, locale = "en-GB" } = {}) {
  const context = await browser.newContext({
    viewport: phone ? { width: 390, height: 844 } : { width: 1280, height: 900 }, colorScheme: dark ? "dark" : "light", locale,
    reducedMotion: "reduce", hasTouch: phone, acceptDownloads: true,
  });
  const page = await context.newPage();
  const origin = new URL(base).origin;
  page.on("console", (message) => { if (message.type() === "error") failures.push(`console: ${message.text()} (${page.url()})`); });
  page.on("pageerror", (error) => failures.push(`page error: ${error.message} (${page.url()})`));
  page.on("dialog", (dialog) => { failures.push(`a dialog: ${dialog.message()}`); dialog.dismiss(); });
  page.on("request", (request) => {
    const url = request.url();
    if (!/^(data|blob):/.test(url) && (origin === "null" ? !url.startsWith("file:") : new URL(url).origin !== origin)) failures.push(`a request to ${url}`);
  });
  page.setDefaultTimeout(15000);
  return page;
}

export async function go(page, base, view) {
  await page.goto(`${base}#/${view}`);
  await page.waitForFunction((name) => document.body.dataset.ready === name, view.split("/")[0].split("?")[0]);
}

export async function accessible(page, name) {
  if (!(await page.evaluate(() => Boolean(globalThis.axe)))) await page.evaluate(AXE);
  const found = await page.evaluate(async () => {
    const result = await globalThis.axe.run(document, { resultTypes: ["violations"] });
    return result.violations.map((one) => `${one.id}: ${one.nodes.slice(0, 3).map((node) => node.html.slice(0, 120)).join(" | ")}`);
  });
  for (const violation of found) failures.push(`axe, ${name}: ${violation}`);
}

// No text may stand out of the window on a phone.
export async function fits(page, name) {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  check(wide <= 1, `${name} is ${wide} px wider than the screen`);
}

// Milliseconds from a save to the moment when a picture that was not there before is on the screen.
export async function saved(page, save) {
  await page.evaluate(() => {
    const sources = () => [...document.querySelectorAll(".sheet img")];
    const known = new Set(sources().map((image) => image.src));
    globalThis.fresh = new Promise((resolve) => {
      const look = () => {
        const image = sources().find((one) => !known.has(one.src) && one.complete && one.naturalWidth > 100);
        if (!image) return requestAnimationFrame(look);
        // Decoded, drawn in the next frame, and that frame is over.
        return image.decode().then(() => requestAnimationFrame(() => {
          const channel = new MessageChannel();
          channel.port1.onmessage = () => resolve(performance.timeOrigin + performance.now());
          channel.port2.postMessage(null);
        }));
      };
      look();
    });
  });
  const started = performance.timeOrigin + performance.now();
  save();
  return (await page.evaluate(() => globalThis.fresh)) - started;
}

// How many times longer things take than their own work, because other programs have the processors: 1 on a quiet machine.
export function stretch() {
  const [started, used] = [performance.now(), process.cpuUsage()];
  let own = 0;
  while (own < 200) {
    const { user, system } = process.cpuUsage(used);
    own = (user + system) / 1000;
  }
  return Math.max(1, (performance.now() - started) / own);
}
