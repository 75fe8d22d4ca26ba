// A question played by several: who wins, by the kind of its answer. Typed answers are judged by the judge of the packs.
import { judge, rank } from "../judge.mjs";

export function* alone(table, player, reader, question) {
  const right = (yield* says(table, player, reader, question, [])) !== null;
  reveal(table, question);
  return right;
}

// The winners: one, several on a tie, or none. The first of the players speaks first.
export function* contest(table, players, reader, question, distinct = false) {
  const play = { number: nearest, list: inTurn, procedure: luck }[question.answer.kind] ?? fastest;
  const winners = yield* play(table, players, reader, question, distinct);
  if (question.answer.kind !== "procedure") reveal(table, question);
  if (winners.length > 1) table.tell("tied", { players: winners.join(", ") });
  else if (!winners.length) table.tell("nobody");
  return winners;
}

// The highest throw; those who are level throw again.
export function* byDice(table, players, faces, count, name) {
  let left = players;
  while (left.length > 1) {
    const sums = [];
    for (const player of left) {
      const thrown = yield* table.roll(player, Array.from({ length: count }, () => ({ faces })), name);
      sums.push(thrown.reduce((sum, one) => sum + one, 0));
    }
    const highest = Math.max(...sums);
    left = left.filter((_, at) => sums[at] === highest);
  }
  return left[0];
}

// What an answer is worth: null, or the number of the item that it is (0 if there is no list).
function* says(table, player, reader, question, said) {
  const given = yield { kind: "answer", who: player, reader, question, said, text: ["askAnswer", { player }] };
  // At a table the reader hears and decides: the answer is then { right, item }.
  const verdict = typeof given === "object" && given !== null ? { right: Boolean(given.right), reason: "", item: given.item ?? 0 } : judge(question.answer, String(given ?? ""), said);
  const text = typeof given === "string" ? given : "";
  if (verdict.right) table.tell(text ? "givesRight" : "isRight", { player, text });
  else if (verdict.reason === "empty") table.tell("givesNothing", { player });
  else table.tell(verdict.reason === "repeated" ? "givesAgain" : text ? "givesWrong" : "isWrong", { player, text });
  return verdict.right ? verdict.item ?? 0 : null;
}

function* nearest(table, players, reader, question, distinct) {
  const proposals = [];
  let ranking = { winners: [] };
  for (const player of players) {
    const given = yield { kind: "answer", who: player, reader, question, said: [], proposals: [...proposals], number: true, text: ["askNumber", { player }] };
    const text = String(given ?? "").trim();
    table.tell(text ? "proposes" : "givesNothing", { player, text });
    proposals.push(text || null);
    ranking = rank(question.answer, proposals, { distinct });
    if (ranking.exact !== null) {
      table.tell("exact", { player });
      return [player];
    }
  }
  return ranking.winners.map((place) => players[place]);
}

function* inTurn(table, players, reader, question) {
  const said = [];
  let inside = [...players];
  let last = null;
  while (inside.length) {
    for (const player of [...inside]) {
      if (inside.length === 1 && last === player) return [player];
      const item = yield* says(table, player, reader, question, [...said]);
      if (item === null) {
        inside = inside.filter((one) => one !== player);
        continue;
      }
      said.push(item);
      last = player;
      if (said.length === question.answer.items.length) {
        table.tell("allSaid");
        return [player];
      }
    }
  }
  return last ? [last] : [];
}

// Whoever speaks first answers; a wrong answer is out.
function* fastest(table, players, reader, question) {
  let inside = [...players];
  while (inside.length) {
    const place = yield* table.choose(reader, [...inside.map((player) => [null, player]), ["nobodyElse"]], table.chance.below(inside.length), "askFirst", {}, { question });
    if (place === inside.length) return [];
    const player = inside[place];
    if ((yield* says(table, player, reader, question, [])) !== null) return [player];
    inside = inside.filter((one) => one !== player);
  }
  return [];
}

function* luck(table, players, reader, question) {
  const place = yield* table.choose(reader, [...players.map((player) => [null, player]), ["aTie"]], table.chance.below(players.length), "askLuck", {}, { question, open: true });
  if (place === players.length) return [...players];
  table.tell("lucky", { player: players[place] });
  return [players[place]];
}

function reveal(table, question) {
  const answer = question.answer;
  table.tell("theAnswer", { answer: answer.items ? answer.items.map((item) => item.text).join(" · ") : answer.text });
}
