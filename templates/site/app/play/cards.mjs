// Card challenges: the die names the pile and the stake, a clue is chosen, and everybody pays to play.
import { Unplayable } from "./table.mjs";
import { Ledger, BANK, BOX, MIDDLE, worth, collect } from "./stakes.mjs";
import { contest, byDice } from "./contest.mjs";

export const NAME = "card-challenges";

export function variants(source) {
  return ["", ...Object.keys(source.play.variants ?? {})];
}

export class CardGame {
  constructor(table, source, { variant }) {
    const play = source.play;
    const chosen = play.variants?.[variant] ?? {};
    this.table = table;
    this.play = play;
    this.chooser = chosen.chooser ?? "active";
    this.reward = chosen.reward ?? 0;
    const token = source.component(play.token);
    this.ledger = new Ledger(table.players, worth(token.values));
    const setup = source.setup(play.setup, table.players.length);
    if (this.reward) this.ledger.move(BOX, BANK, this.ledger.get(BOX));
    else for (const player of table.players) this.ledger.move(BOX, player, worth(setup.each[play.token]));
    const helps = chosen.help === false ? 0 : setup.each[play.help] ?? 0;
    this.helps = new Map(table.players.map((player) => [player, Number(helps) || 0]));
    this.piles = new Map([...new Set(play.faces.map((face) => face.product))].map((name) => [name, this.pile(source, name)]));
    this.inside = [...table.players];
    this.readers = 0;
    this.now = null;
  }

  pile(source, name) {
    const cards = (source.product(name).cards ?? []).filter((card) => card.questions?.length);
    if (!cards.length) throw new Unplayable("noQuestions", { product: name });
    return this.table.shuffled(cards);
  }

  *run() {
    const { table } = this;
    let active = table.players[yield* table.choose(table.players[0], table.players.map((player) => [null, player]), table.chance.below(table.players.length), "askBirthday")];
    table.tell("first", { player: active });
    while (this.inside.length > 1) {
      table.turns += 1;
      if (!(yield* this.turn(active))) continue; // the same player again
      this.settle();
      [active] = table.after(active, this.inside);
    }
    return this.inside;
  }

  *turn(active) {
    const { table, play } = this;
    const [rolled] = yield* table.roll(active, [{ faces: play.faces.length, names: play.faces.map((face) => face.face) }], "askRoll");
    const face = play.faces[rolled - 1];
    const amount = face.amount * (this.inside.length === 2 ? play.last_two ?? 1 : 1);
    const reader = this.reader(active);
    const pile = this.piles.get(face.product);
    const card = pile.shift();
    pile.push(card);
    const clues = card.questions.map((question) => question.clue ?? "—");
    this.now = { card, reader, mode: face.mode, amount: this.reward || amount, product: face.product, clues, question: null, open: false };
    table.tell("rolls", { turn: table.turns, player: active, face: face.face, reader, clues: clues.join(", ") });
    const question = card.questions[yield* this.pick(active, reader, card.questions)];
    this.now.chosen = question;
    let others = table.after(active, this.inside).filter((player) => player !== active && player !== reader);
    if (face.mode === "duel") {
      const weakest = others.reduce((best, player, at) => (this.ledger.get(player) < this.ledger.get(others[best]) ? at : best), 0);
      others = [others[yield* table.choose(active, others.map((one) => [null, one]), weakest, "askOpponent")]];
      table.tell("challenges", { player: active, other: others[0] });
    }
    const done = yield* this.contested(active, others, reader, amount, question);
    this.now = null;
    return done;
  }

  *pick(active, reader, questions) {
    const { table } = this;
    const chooser = this.chooser === "active" ? active : reader;
    let advice = table.chance.below(questions.length);
    let secret = {};
    let options = questions.map((question) => [null, question.clue ?? "—"]);
    if (this.helps.get(active) && this.chooser === "active") {
      if ((yield* table.choose(active, [["yes"], ["no"]], table.chance.random() < 0.2 ? 0 : 1, "askHelp")) === 0) {
        this.helps.set(active, this.helps.get(active) - 1);
        table.tell("helps", { player: active });
        secret = { private: true }; // the whole card is for the eyes of who plays it
        options = questions.map((question) => [null, `${question.clue ?? "—"} : ${question.question}`]);
        advice = questions.reduce((best, question, at) => ((question.difficulty ?? 3) < (questions[best].difficulty ?? 3) ? at : best), 0);
      }
    }
    const choice = yield* table.choose(chooser, options, advice, "askClue", {}, secret);
    table.tell("picks", { player: chooser, clue: questions[choice].clue ?? "—" });
    return choice;
  }

  *contested(active, others, reader, amount, question) {
    const { table, ledger } = this;
    const before = new Map(table.players.map((player) => [player, ledger.get(player)]));
    let players = [active, ...others];
    if (!this.reward) {
      players = yield* collect(table, ledger, active, others, amount, this.play.step);
      if (!players.length) return true;
    }
    this.now.question = question;
    this.now.open = true;
    table.tell("reveals", { clue: question.clue ?? "—", type: question.type });
    let winners = yield* contest(table, players, reader, question, this.play.distinct);
    if (winners.length !== 1 && this.play.unsettled === "dice") winners = [yield* byDice(table, winners.length ? winners : players, 6, 1, "askTie")];
    if (winners.length !== 1) {
      for (const [player, sum] of before) ledger.move(MIDDLE, player, sum - ledger.get(player));
      table.tell("stakesBack", { player: active });
      return false;
    }
    if (this.reward) table.tell("bankPays", { player: winners[0], amount: ledger.move(BANK, winners[0], this.reward) });
    else table.tell("takes", { player: winners[0], amount: ledger.move(MIDDLE, winners[0], ledger.get(MIDDLE)) });
    return true;
  }

  settle() {
    const { table, ledger } = this;
    if (this.reward) {
      if (ledger.get(BANK) >= this.reward) return;
      this.reward = 0;
      const least = Math.min(...this.inside.map((player) => ledger.get(player)));
      const poorest = this.inside.filter((player) => ledger.get(player) === least);
      const target = poorest.length === 1 ? poorest[0] : BOX;
      if (ledger.get(BANK)) {
        const amount = ledger.move(BANK, target, ledger.get(BANK));
        table.tell(target === BOX ? "lost" : "poorest", { player: target, amount });
      }
      table.tell("classic");
    }
    for (const player of [...this.inside]) {
      if (ledger.get(player)) continue;
      this.inside = this.inside.filter((one) => one !== player);
      table.tell("out", { player });
    }
  }

  reader(active) {
    if (this.inside.length > 2) return this.table.after(active, this.inside).at(-2);
    const out = this.table.players.filter((player) => !this.inside.includes(player));
    this.readers += 1;
    return out[this.readers % out.length];
  }
}
