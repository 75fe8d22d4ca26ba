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

// A mark is about the words that were read, and these are in the content that was read: `seen` is its hash.
export function mark(site, one, change, seen = hashOf(site, one.game), words = wordsOf(one.entry)) {
  const name = `review.${one.game}`;
  const marks = recall(name, {});
  const before = marks[one.entry.id] ?? { product: one.product, group: one.group, number: one.number, mark: null, remark: "" };
  const now = { ...before, ...change, seen, words };
  if (!now.mark && !now.remark) delete marks[one.entry.id];
  else marks[one.entry.id] = now;
  remember(name, marks);
  return now;
}

export function count(site) {
  return site.games.reduce((sum, game) => sum + Object.keys(recall(`review.${game.id}`, {})).length, 0);
}

const hashOf = (site, id) => site.games.find((game) => game.id === id)?.content_hash ?? "";

// A short name for what a question says.
function wordsOf({ keyword, clue, question, title, name, text, answer, attempts, solution }) {
  let hash = 0x811c9dc5;
  for (const letter of JSON.stringify([keyword, clue, question, title, name, text, answer, attempts, solution])) hash = Math.imul(hash ^ letter.codePointAt(0), 0x01000193);
  return (hash >>> 0).toString(36);
}

// Whether a question says something else than when it was marked.
export function isOld(marked, entry) {
  return marked.words !== undefined && marked.words !== wordsOf(entry);
}

// A file for each reviewed game, with the hash of the pack that was read; one more for questions that have changed since
// they were marked, with the hash of that time. A remark alone counts as a doubt.
export function exported(site, reviewer, bank) {
  const entries = new Map(bank.entries.map((one) => [`${one.game}/${one.entry.id}`, one.entry]));
  return site.games.flatMap((game) => {
    const files = new Map();
    for (const [id, one] of Object.entries(recall(`review.${game.id}`, {}))) {
      const entry = entries.get(`${game.id}/${id}`);
      const read = entry && !isOld(one, entry) ? game.content_hash : one.seen ?? game.content_hash;
      if (!files.has(read)) files.set(read, []);
      files.get(read).push({ game: game.id, product: one.product, id, mark: one.mark ?? "doubtful", remark: one.remark ?? "" });
    }
    return [...files].map(([read, marks]) => ({ format: FORMAT, content_hash: read, reviewer, marks }));
  });
}

// Marks from a file of an earlier time, or of another reviewer; says how many, or throws.
export function imported(text, site, bank) {
  const file = JSON.parse(text);
  if (file?.format !== FORMAT || !Array.isArray(file.marks)) throw new Error(FORMAT);
  const places = new Map(bank.entries.map((one) => [`${one.game}/${one.entry.id}`, one]));
  let taken = 0;
  for (const one of file.marks) {
    const known = places.get(`${one?.game}/${one?.id}`);
    if (!known || !MARKS.includes(one.mark)) continue;
    const read = typeof file.content_hash === "string" && file.content_hash !== hashOf(site, one.game) ? [file.content_hash, "another time"] : [];
    mark(site, known, { mark: one.mark, remark: typeof one.remark === "string" ? one.remark : "" }, ...read);
    taken += 1;
  }
  return { taken, of: file.marks.length };
}
