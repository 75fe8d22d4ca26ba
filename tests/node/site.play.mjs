// Whole games at the table, on a phone, with the finger: set up, play, undo, come back, finish.
import { readFileSync, writeFileSync } from "node:fs";
import { accessible, check, equal, failures, fits, go, open, run } from "./browser.mjs";

const [base, file] = process.argv.slice(2);
const GAMES = [
  { id: "egomaster", seats: "3", variant: "partie rapide", spoken: true },
  { id: "defizz", seats: "3" },
  { id: "egocentric-world", seats: "1", variant: "1" },
  { id: "masterdice", seats: "2" },
  { id: "masterdice", seats: "2", variant: "puzzle" },
];

// Runs in the page: answers what is asked until the game is over or `most` answers were given.
async function playOn({ most, answers }) {
  let state = 12345;
  const random = () => { state = (state * 1103515245 + 12345) % 2147483648; return state / 2147483648; };
  const press = (selector) => { const found = document.querySelector(selector); if (!found) throw new Error(`no ${selector}`); found.click(); };
  const kinds = {};
  for (let done = 0; done < most; done += 1) {
    const board = document.querySelector(".board");
    const kind = board.dataset.kind;
    kinds[kind] = (kinds[kind] ?? 0) + 1;
    if (kind === "over") return { kinds, over: true };
    if (document.querySelector('[data-option="veil"]')) { press('[data-option="veil"]'); continue; }
    const count = board.dataset.answers;
    if (kind === "choose") press(document.querySelector(".ask [data-advised]") ? ".ask [data-advised]" : ".ask [data-option]");
    else if (kind === "number") {
      const input = document.querySelector("#amount");
      input.value = random() < 0.7 ? input.max : input.min;
      press('.ask button[type="submit"]');
    } else if (kind === "answer") {
      if (document.querySelector('[data-option="look"]')) {
        press('[data-option="look"]');
        const right = [...document.querySelectorAll(".verdict [data-option]:not(:disabled)")].filter((one) => one.dataset.option !== "wrong");
        (random() < 0.6 && right.length ? right[0] : document.querySelector('[data-option="wrong"]')).click();
      } else {
        const known = answers[document.querySelector(".reading .question").textContent.replaceAll("\u00a0", " ")] ?? [];
        const text = random() < 0.6 && known.length ? known[Math.floor(random() * known.length)] : "";
        document.querySelector("#answer").value = text;
        press('.ask button[type="submit"]');
      }
    } else if (kind === "row") {
      const advised = JSON.parse(document.querySelector(".placing").dataset.advised);
      if (!advised) press('[data-option="name"]');
      else {
        advised.forEach((value, column) => {
          if (value === null) return;
          [...document.querySelectorAll("[data-die]:not(:disabled)")].find((die) => die.textContent === String(value)).click();
          press(`[data-column="${column}"]`);
        });
        press('[data-option="place"]');
      }
    } else if (kind === "code") {
      JSON.parse(document.querySelector(".ask form").dataset.advised).forEach((value, at) => { document.querySelectorAll(".ask select")[at].value = String(value); });
      press(".ask form button");
    } else {
      press('.ask [data-option="0"]');
      const seen = document.querySelector('.ask [data-option="0"]:not(:disabled)');
      if (kind === "roll" && document.querySelector(".board").dataset.answers === count && seen) seen.click(); // a secret throw
    }
    for (let waited = 0; waited < 400; waited += 1) {
      const now = document.querySelector(".board");
      if (now.dataset.answers !== count || document.querySelector('[data-option="veil"]')) break;
      await new Promise((resolve) => { setTimeout(resolve); });
    }
  }
  return { kinds, over: false };
}

await run(async (browser) => {
  const page = await open(browser, base, { phone: true });
  // The games as they are, not a toy: many cards, long names.
  for (const id of new Set(GAMES.map((game) => game.id))) {
    for (const view of [`browse/${id}`, `overview/${id}`]) {
      await go(page, base, view);
      await accessible(page, `${view} on a phone`);
      await fits(page, view);
    }
    const screens = await page.evaluate(() => document.documentElement.scrollHeight / innerHeight);
    check(screens < 6, `the overview of ${id} is ${screens.toFixed(1)} screens high on a phone`);
  }
  for (const { id, seats, variant, spoken } of GAMES) {
    const name = `${id} ${variant ?? ""}`;
    const pack = await (await fetch(new URL(`packs/${id}.json`, base))).json();
    const answers = {};
    for (const product of pack.products) {
      for (const question of [...(product.questions ?? []), ...(product.cards ?? []).flatMap((card) => card.questions ?? [])]) {
        const right = question.answer;
        answers[question.question.replace(/\*([^*]+)\*/g, "$1")] = right.items ? right.items.map((item) => item.text) : right.kind === "number" ? [String(right.value)] : [right.text];
      }
    }
    await go(page, base, `play/${id}`);
    if (await page.locator('[data-do="new"]').count()) await page.click('[data-do="new"]');
    await page.selectOption("#seats", seats);
    if (variant) await page.selectOption("#variant", variant);
    if (spoken !== await page.isChecked(".setup .toggle input")) await page.setChecked(".setup .toggle input", Boolean(spoken));
    await page.fill("#seed", "7");
    await accessible(page, `${name} set-up`);
    await page.click("#start");
    await page.waitForSelector(".board");
    const first = await page.evaluate(playOn, { most: 12, answers });
    check(!first.over || variant === "puzzle", `${name} is over after 12 answers`);
    await accessible(page, `${name} in play`);
    await fits(page, name);
    const broken = await page.evaluate(() => [...document.querySelectorAll(".ring .middle b")].filter((one) => one.clientHeight > 1.5 * parseFloat(getComputedStyle(one).lineHeight)).map((one) => one.textContent));
    equal(broken, [], "names of phases on several lines");
    if (!first.over) {
      const count = await page.getAttribute(".board", "data-answers");
      const asked = await page.textContent(".ask h2");
      await page.reload();
      await page.waitForSelector(".board");
      equal(await page.getAttribute(".board", "data-answers"), count, `${name} after a reload`);
      equal(await page.textContent(".ask h2"), asked, `${name} after a reload`);
      await page.click('[data-do="undo"]');
      await page.waitForFunction((before) => document.querySelector(".board").dataset.answers === String(before - 1), count);
    }
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/mid-${name.trim().replaceAll(" ", "-")}.png` });
    const rest = await page.evaluate(playOn, { most: 20000, answers });
    check(rest.over, `${name} does not end: ${JSON.stringify(rest.kinds)}`);
    check(/wins|victory/.test(await page.textContent(".ask h2")), `${name} has no winner`);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/play-${name.trim().replaceAll(" ", "-")}.png` });
  }

  // A help card is read by who plays it, and by nobody else who looks at the screen.
  await go(page, base, "play/defizz");
  if (await page.locator('[data-do="new"]').count()) await page.click('[data-do="new"]');
  await page.click("#start");
  await page.click('[data-option="0"]');
  await page.click('[data-option="0"]');
  await page.waitForSelector('.board[data-answers="2"]');
  await page.click('[data-option="0"]'); // yes
  check(!(await page.textContent(".ask")).includes(" : "), "the questions of the card are veiled");
  await page.click('[data-option="veil"]');
  check((await page.textContent(".options")).includes(" : "), "who plays the card reads the questions");

  // An author who saves does not end a game, and a game that was left can be taken up again.
  await go(page, base, "play/egomaster");
  if (await page.locator('[data-do="new"]').count()) await page.click('[data-do="new"]');
  await page.click("#start");
  await page.click('[data-option="0"]');
  await page.waitForSelector('.board[data-answers="1"]');
  const written = readFileSync(file, "utf-8");
  writeFileSync(file, written.replace("difficulty: 2", "difficulty: 5"));
  await page.waitForFunction(() => document.querySelector(".table > [role=status]").textContent.includes("as it began")).catch(() => check(false, "the table says that the content has changed"));
  equal(await page.getAttribute(".board", "data-answers"), "1", "the game after a save");
  await page.click('[data-do="undo"]');
  equal(await page.getAttribute(".board", "data-answers"), "0", "undo after a save");
  check(await page.evaluate(() => document.activeElement.matches(".ask button")), "undo keeps the focus at the table");
  await page.click('[data-option="0"]');
  await page.waitForSelector('.board[data-answers="1"]');
  await page.click('[data-do="new"]');
  await page.click('[data-do="resume"]');
  equal(await page.getAttribute(".board", "data-answers"), "1", "a game that was left");
  await page.reload();
  await page.waitForSelector("#start");
  check((await page.textContent(".table > [role=status]")).includes("cannot go on"), "after a reload only the new content is there, and the table says so");
  writeFileSync(file, written);
  await page.waitForFunction(() => document.querySelector('.board[data-answers="1"]'), null, { timeout: 30000 }).catch(() => check(false, "with the old content the game is there again"));

  // What was kept is no game: the table begins anew.
  await page.evaluate(() => {
    const kept = JSON.parse(localStorage["livret.play.egomaster"]);
    localStorage["livret.play.egomaster"] = JSON.stringify({ ...kept, options: { ...kept.options, players: 3 } });
  });
  await page.reload();
  await page.waitForSelector("#start");
  check((await page.textContent(".table > [role=status]")).includes("cannot be taken up"), "a spoilt game");

  // Two thousand questions are read again without a flash, and the reader stays where he is.
  await go(page, base, "browse/egomaster");
  await page.evaluate(() => {
    scrollTo(0, 1000);
    document.getElementById("status").textContent = "";
    globalThis.flashes = 0;
    new MutationObserver(() => { globalThis.flashes += document.querySelectorAll("main > .wait").length; }).observe(document.getElementById("main"), { childList: true });
  });
  writeFileSync(file, written.replace("difficulty: 2", "difficulty: 4"));
  await page.waitForFunction(() => document.getElementById("status").textContent, null, { timeout: 30000 });
  equal(await page.evaluate(() => [scrollY, globalThis.flashes]), [1000, 0], "the place in the list after a save");
  writeFileSync(file, written);
  check(failures.length === 0, "something failed");
});
