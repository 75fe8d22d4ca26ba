// Every mechanism of the table, played to the end by its own advice with many seeds; prints how many games were played.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [app, packs] = process.argv.slice(2);
const module = (name) => import(pathToFileURL(join(app, "play", `${name}.mjs`)).href);
const { Table, Source, Chance } = await module("table");
const KINDS = new Map();
for (const [name, type] of [["board", "BoardGame"], ["cards", "CardGame"], ["codes", "CodeGame"], ["hands", "HandGame"]]) {
  const found = await module(name);
  KINDS.set(found.NAME, [found[type], found.variants]);
}

function answer(ask, chance) {
  if (ask.kind !== "answer") return ask.advice ?? null;
  const { answer: right } = ask.question;
  if (chance.random() > 0.5) return chance.random() > 0.5 ? "" : "n'importe quoi";
  if (right.items) return right.items.find((_, at) => !ask.said.includes(at)).text;
  return right.kind === "number" ? String(right.value + chance.below(3)) : right.text;
}

let games = 0;
for (const file of readdirSync(packs)) {
  const pack = JSON.parse(readFileSync(join(packs, file), "utf-8"));
  const [Game, variants] = KINDS.get(pack.game.play.mechanism);
  const source = new Source(pack);
  for (let count = pack.game.players.min; count <= pack.game.players.max; count += 1) {
    for (const variant of variants(source, count)) {
      for (let seed = 1; seed <= 5; seed += 1) {
        const players = Array.from({ length: count }, (_, at) => `P${at + 1}`);
        const table = new Table(players, seed);
        const game = new Game(table, source, { variant });
        const chance = new Chance(seed * 7);
        const going = game.run();
        let step = going.next();
        for (let asked = 0; !step.done; asked += 1) {
          if (asked > 300000) throw new Error(`${file} ${variant} ${count} players, seed ${seed}: no end after ${table.turns} turns`);
          step = going.next(answer(step.value, chance));
        }
        if (!step.value.length) throw new Error(`${file}: nobody wins`);
        games += 1;
      }
    }
  }
}
console.log(games);
