// Code breaking: roll, place, hear how many dice are equal, lower and higher; then name the code. Also: the puzzles.
import { Unplayable } from "./table.mjs";

export const NAME = "code-breaking";
const MOST = 50000;

export function variants(source) {
  return source.play.puzzles && source.product(source.play.puzzles).puzzles?.length ? ["", "puzzle"] : [""];
}

// Equal, lower, higher: what the code is compared with the placed dice.
export function feedback(code, row) {
  const marks = { equal: 0, lower: 0, higher: 0 };
  row.forEach((die, at) => {
    if (die === null) return;
    marks[code[at] === die ? "equal" : code[at] < die ? "lower" : "higher"] += 1;
  });
  return marks;
}

export function same(one, other) {
  return one.equal === other.equal && one.lower === other.lower && one.higher === other.higher;
}

function allCodes(columns, faces) {
  if (faces ** Math.min(columns, 20) > MOST) throw new Unplayable("tooManyCodes");
  let codes = [[]];
  for (let at = 0; at < columns; at += 1) codes = codes.flatMap((code) => Array.from({ length: faces }, (_, face) => [...code, face + 1]));
  return codes;
}

export class CodeGame {
  constructor(table, source, { variant }) {
    this.table = table;
    this.source = source;
    this.play = source.play;
    this.columns = source.play.columns;
    this.codes = allCodes(this.columns.length, this.play.faces);
    this.puzzle = variant === "puzzle";
    this.points = new Map(table.players.map((player) => [player, 0]));
    this.rows = [];
    this.dice = this.play.dice;
    this.secret = null;
  }

  *run() {
    if (this.puzzle) return yield* this.solve();
    const { table } = this;
    let [composer, decoder] = table.shuffled(table.players);
    for (let number = 1; number <= this.play.rounds; number += 1) {
      table.tell("codeRound", { round: number, composer, decoder });
      const points = yield* this.round(composer, decoder);
      if (points === null) return [decoder];
      this.points.set(decoder, this.points.get(decoder) + points);
      [composer, decoder] = [decoder, composer];
    }
    const best = Math.max(...this.points.values());
    return table.players.filter((player) => this.points.get(player) === best);
  }

  *round(composer, decoder) {
    const { table, play } = this;
    const code = yield* table.roll(composer, this.columns.map((colour) => ({ faces: play.faces, colour, secret: true })), "askCompose", { decoder });
    this.rows = [];
    this.dice = play.dice;
    let left = this.codes;
    while (this.rows.length < play.attempts && this.dice) {
      const rolled = yield* table.roll(decoder, Array.from({ length: Math.min(play.roll, this.dice) }, () => ({ faces: play.faces, colour: "white" })), "askAttempt", { attempt: this.rows.length + 1 });
      const advice = left.length > 1 ? this.advice(rolled, left) : null;
      const row = yield* this.place(decoder, rolled, advice);
      if (row === null) break;
      table.turns += 1;
      this.dice -= row.filter((die) => die !== null).length;
      const marks = yield* this.marks(composer, code, row);
      this.rows.push({ dice: row, feedback: marks });
      left = left.filter((one) => same(feedback(one, row), marks));
      table.tell("placed", { decoder, row: shown(row), ...marks });
    }
    const guess = yield* this.guess(decoder, left[table.chance.below(left.length)] ?? this.codes[0]);
    table.tell("namesCode", { decoder, code: shown(guess) });
    const wrong = this.rows.find((row) => !same(feedback(code, row.dice), row.feedback));
    if (wrong) {
      table.tell("falseMarks", { row: shown(wrong.dice), decoder });
      return null;
    }
    if (guess.join() !== code.join()) {
      table.tell("missed", { code: shown(code) });
      return 0;
    }
    const { score } = play;
    const points = score.found + score.row * (play.attempts - this.rows.length) + score.die * this.dice;
    table.tell("foundCode", { points, attempts: this.rows.length, dice: play.dice - this.dice });
    return points;
  }

  *place(decoder, rolled, advice) {
    const given = yield { kind: "row", who: decoder, rolled, columns: this.columns, advice, text: ["askRow", { player: decoder, count: rolled.length }] };
    return this.valid(given, rolled) ? given : given === null ? null : advice;
  }

  valid(row, rolled) {
    if (!Array.isArray(row) || row.length !== this.columns.length || row.every((die) => die === null)) return false;
    const pool = [...rolled];
    return row.every((die) => {
      if (die === null) return true;
      const at = pool.indexOf(die);
      if (at >= 0) pool.splice(at, 1);
      return at >= 0;
    });
  }

  // The composer sets the buttons; a mistake that is found later loses the game.
  *marks(composer, code, row) {
    const right = feedback(code, row);
    const given = yield { kind: "marks", who: composer, row, code, columns: this.columns, advice: right, text: ["askMarks", { player: composer, row: shown(row) }] };
    const sum = (marks) => marks.equal + marks.lower + marks.higher;
    return given && sum(given) === sum(right) && Object.values(given).every((one) => Number.isInteger(one) && one >= 0) ? given : right;
  }

  *guess(decoder, advice) {
    const given = yield { kind: "code", who: decoder, columns: this.columns, faces: this.play.faces, advice, text: ["askCode", { player: decoder }] };
    return Array.isArray(given) && given.length === this.columns.length ? given : advice;
  }

  // Of some rows that the dice allow, the one that leaves the fewest codes for the dice that it costs.
  advice(rolled, left) {
    const { chance } = this.table;
    const sample = left.length <= 200 ? left : Array.from({ length: 200 }, () => left[chance.below(left.length)]);
    let best = null;
    for (let tried = 0; tried < 30; tried += 1) {
      const count = 1 + chance.below(Math.min(rolled.length, this.columns.length));
      const places = this.table.shuffled(this.columns.map((_, at) => at)).slice(0, count);
      const dice = this.table.shuffled(rolled);
      const row = this.columns.map(() => null);
      places.forEach((place, at) => { row[place] = dice[at]; });
      const groups = new Map();
      for (const code of sample) {
        const key = Object.values(feedback(code, row)).join();
        groups.set(key, (groups.get(key) ?? 0) + 1);
      }
      const cost = ([...groups.values()].reduce((sum, size) => sum + size * size, 0) / sample.length) * (1 + 0.05 * count);
      if (!best || cost < best.cost) best = { cost, row };
    }
    return best.row;
  }

  // One puzzle of the booklet after the other, until somebody has had enough.
  *solve() {
    const { table } = this;
    const product = this.source.product(this.play.puzzles);
    const [player] = table.players;
    for (const puzzle of table.shuffled(product.puzzles)) {
      this.rows = puzzle.attempts;
      table.tell("puzzleOpens", { number: puzzle.number, title: puzzle.title ?? "" });
      const guess = yield* this.guess(player, puzzle.solution);
      const right = guess.join() === puzzle.solution.join();
      if (right) this.points.set(player, this.points.get(player) + 1);
      table.tell(right ? "puzzleSolved" : "puzzleMissed", { number: puzzle.number, code: shown(puzzle.solution) });
      table.turns += 1;
      if ((yield* table.choose(player, [["another"], ["enough"]], 1, "askAnother")) === 1) break;
    }
    return [player];
  }
}

export function shown(dice) {
  return dice.map((die) => die ?? "–").join(" ");
}
