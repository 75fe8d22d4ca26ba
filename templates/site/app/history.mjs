// What changed since an older pack: by id, question by question.
import { entriesOf } from "./bank.mjs";

export function readOld(text) {
  const pack = JSON.parse(text);
  if (typeof pack?.format !== "string" || !pack.format.startsWith("livret-pack/") || !Array.isArray(pack.products)) throw new Error("livret-pack/1");
  return pack;
}

// { game, version, changes: Map(id -> { kind, old }), removed: [entries] }
export function compare(old, entries) {
  const before = new Map(entriesOf(old).filter((one) => one.entry.id).map((one) => [one.entry.id, one]));
  const changes = new Map();
  for (const one of entries) {
    if (one.game !== old.game.id || !one.entry.id) continue;
    const was = before.get(one.entry.id);
    before.delete(one.entry.id);
    const kinds = was ? differences(was, one) : ["added"];
    if (kinds.length) changes.set(one.entry.id, { kinds, old: was ?? null });
  }
  return { game: old.game.id, version: old.game.version, changes, removed: [...before.values()] };
}

function differences(was, now) {
  const kinds = [];
  if (was.entry.answer && JSON.stringify(was.entry.answer) !== JSON.stringify(now.entry.answer)) kinds.push("answerChanged");
  const texts = (entry) => JSON.stringify([entry.keyword, entry.clue, entry.question, entry.title, entry.text, entry.name]);
  if (texts(was.entry) !== texts(now.entry)) kinds.push("reworded");
  if (was.product !== now.product || was.group !== now.group || was.number !== now.number) kinds.push("moved");
  return kinds;
}
