// All entries of all packs, ready to be searched: the texts come from the packs and from nowhere else.
import { load, forget } from "./store.mjs";
import { Index, textOf } from "./search.mjs";

let bank = null;

// Entries of a pack with their places: { game, product, group, number, entry }.
export function entriesOf(pack) {
  const found = [];
  const add = (product, group, number, entry, card) => found.push({ game: pack.game.id, product: product.id, kind: product.kind, group, number, entry, card });
  for (const product of pack.products) {
    for (const question of product.questions ?? []) add(product, question.page, question.number, question);
    for (const [at, card] of (product.cards ?? []).entries()) {
      if (card.questions) for (const question of card.questions) add(product, card.number ?? at + 1, question.number, question, card.id);
      else add(product, 0, at + 1, card);
    }
    for (const [at, puzzle] of (product.puzzles ?? []).entries()) add(product, 0, at + 1, puzzle);
  }
  return found;
}

export async function theBank(site, progress) {
  if (bank?.hash === site.content_hash) return bank;
  const packs = await Promise.all(site.games.map((game) => load(`packs/${game.id}.json`)));
  const entries = packs.flatMap(entriesOf);
  const pause = (done) => new Promise((resolve) => { progress?.(done, entries.length); setTimeout(resolve); });
  const index = await Index.of(entries.map((one) => textOf(one.entry)), pause);
  const places = new Map(entries.map((one, at) => [`${one.game}/${one.product}/${one.group}/${one.number}`, at]));
  bank = { hash: site.content_hash, entries, index, places, packs };
  return bank;
}

// Who reads blind must not find a question by its answer: then answers are not searched.
export async function indexOf(bank, blind) {
  if (!blind) return bank.index;
  const pause = () => new Promise((resolve) => { setTimeout(resolve); });
  bank.blind ??= await Index.of(bank.entries.map((one) => textOf(one.entry, { blind })), pause);
  return bank.blind;
}

export function forgetBank(paths) {
  forget(paths);
  bank = null;
}
