// A reviewer's marks: kept in this browser, exported as a file that `livret import` turns into findings.
import { recall, remember } from "./store.mjs";

export const MARKS = ["right", "wrong", "doubtful", "too-long"];
export const FORMAT = "livret-review/1";

// Marks of a game by id; `at` finds one by place, once entries are known.
export function marksOf(game) {
  const marks = recall(`review.${game}`, {});
  const places = new Map(Object.values(marks).map((one) => [`${one.product}/${one.group}/${one.number}`, one]));
  return { marks, at: (product, group, number) => places.get(`${product}/${group}/${number}`) };
}

export function mark(one, change) {
  const name = `review.${one.game}`;
  const marks = recall(name, {});
  const before = marks[one.entry.id] ?? { product: one.product, group: one.group, number: one.number, mark: null, remark: "" };
  const now = { ...before, ...change };
  if (!now.mark && !now.remark) delete marks[one.entry.id];
  else marks[one.entry.id] = now;
  remember(name, marks);
  return now;
}

export function count(site) {
  return site.games.reduce((sum, game) => sum + Object.keys(recall(`review.${game.id}`, {})).length, 0);
}

// A file for each reviewed game, with the hash of the pack that was read; a remark alone counts as a doubt.
export function exported(site, reviewer) {
  return site.games.map((game) => ({
    format: FORMAT, content_hash: game.content_hash, reviewer,
    marks: Object.entries(recall(`review.${game.id}`, {})).map(([id, one]) => ({ game: game.id, product: one.product, id, mark: one.mark ?? "doubtful", remark: one.remark ?? "" })),
  })).filter((file) => file.marks.length);
}

// Marks from a file of an earlier time, or of another reviewer; says how many, or throws.
export function imported(text, bank) {
  const file = JSON.parse(text);
  if (file?.format !== FORMAT || !Array.isArray(file.marks)) throw new Error(FORMAT);
  const places = new Map(bank.entries.map((one) => [`${one.game}/${one.entry.id}`, one]));
  let taken = 0;
  for (const one of file.marks) {
    const known = places.get(`${one?.game}/${one?.id}`);
    if (!known || !MARKS.includes(one.mark)) continue;
    mark(known, { mark: one.mark, remark: typeof one.remark === "string" ? one.remark : "" });
    taken += 1;
  }
  return { taken, of: file.marks.length };
}
