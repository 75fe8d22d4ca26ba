// For benchmarks/site.py: medians of how long queries take in the page, as JSON.
import { chromium } from "playwright-core";

const [url, ...queries] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"] });
const page = await browser.newPage();
await page.goto(`${url}#/browse`);
await page.waitForFunction(() => document.body.dataset.ready === "browse", null, { timeout: 300000 });
const result = await page.evaluate(async ({ texts }) => {
  const box = document.querySelector("#search");
  const tally = document.querySelector(".tally");
  const frame = () => new Promise((resolve) => { requestAnimationFrame(() => { const channel = new MessageChannel(); channel.port1.onmessage = resolve; channel.port2.postMessage(null); }); });
  const median = (list) => list.sort((one, other) => one - other)[Math.floor(list.length / 2)];
  const found = {};
  for (const text of texts) {
    const [takes, frames] = [[], []];
    for (let round = 0; round < 9; round += 1) {
      box.value = "";
      box.dispatchEvent(new Event("input"));
      await frame();
      const started = performance.now();
      box.value = text;
      box.dispatchEvent(new Event("input"));
      takes.push(Number(tally.dataset.took));
      await frame();
      frames.push(performance.now() - started);
    }
    found[text] = [Number(tally.textContent.split(/ of | sur /)[0].replace(/\D/g, "")), median(takes), median(frames)];
  }
  return found;
}, { texts: queries });
await browser.close();
console.log(JSON.stringify(result));
