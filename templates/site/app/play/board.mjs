// Board challenges: move on the ring, draw a question by dice, play it for what the square is worth.
import { Unplayable } from "./table.mjs";
import { Ledger, BANK, BOX, MIDDLE, worth, collect } from "./stakes.mjs";
import { alone, contest, byDice } from "./contest.mjs";

export const NAME = "board-challenges";

// What can be chosen before a game: the set-ups that begin with tokens, besides the whole game.
export function variants(source) {
  return ["", ...new Set(source.game.setups.map((setup) => setup.name))];
}

export class BoardGame {
  constructor(table, source, { variant }) {
    const play = source.play;
    this.table = table;
    this.play = play;
    this.squares = source.product(play.board).boards?.[0]?.squares ?? [];
    if (this.squares.length <= table.players.length) throw new Unplayable("noBoard");
    this.questions = new Map(Object.keys(play.modes).map((name) => [name, this.cells(source, name)]));
    this.titles = new Map(source.pack.products.map((product) => [product.id, product.title]));
    this.asked = new Set();
    const token = source.component(play.token);
    this.ledger = new Ledger(table.players, worth(token.values));
    this.phases = [...play.phases];
    if (!variant) this.ledger.move(BOX, BANK, this.ledger.get(BOX));
    else {
      const setup = source.setup(variant, table.players.length);
      for (const player of table.players) this.ledger.move(BOX, player, worth(setup.each[play.token]));
      while (this.phases.length > 1 && this.phases[0].name !== play.starts?.[variant]) this.phases.shift();
    }
    this.inside = [...table.players];
    this.pawns = new Map();
    this.readers = 0;
    this.now = null;
  }

  cells(source, name) {
    const { page, question } = this.play.dice;
    const found = new Map((source.product(name).questions ?? []).filter((one) => one.page <= page && one.number <= question).map((one) => [`${one.page}/${one.number}`, one]));
    if (!found.size && this.squares.some((square) => square.product === name)) throw new Unplayable("noQuestions", { product: name });
    return found;
  }

  *run() {
    const { table } = this;
    let active = yield* byDice(table, table.players, this.play.dice.page, 1, "askStart");
    table.tell("first", { player: active });
    for (const player of [active, ...table.after(active, table.players).slice(0, -1)]) yield* this.place(player);
    table.tell("phase", { phase: this.phases[0].name });
    while (this.inside.length > 1) {
      table.turns += 1;
      yield* this.turn(active);
      this.settle();
      [active] = table.after(active, this.inside);
    }
    return this.inside;
  }

  *place(player) {
    const taken = new Set(this.pawns.values());
    const free = this.squares.map((_, at) => at).filter((at) => !taken.has(at));
    const choice = yield* this.table.choose(player, free.map((at) => this.shown(at)), this.table.chance.below(free.length), "askPlace", {}, { compact: true });
    this.pawns.set(player, free[choice]);
  }

  *turn(active) {
    const { table } = this;
    const square = yield* this.move(active);
    const question = yield* this.draw(active, square.product);
    const reader = this.reader(active);
    const mode = this.play.modes[square.product];
    this.now = { question, reader, mode, amount: square.amount, product: square.product, open: false };
    table.tell(mode === "solo" ? "drawsPlain" : "draws", { page: question.page, number: question.number, type: question.type, keyword: question.keyword ?? "—", reader });
    let others = table.after(active, this.inside).filter((player) => player !== active && player !== reader);
    const bank = this.phases[0].payer === "bank";
    if (mode === "solo") yield* this.solo(active, others, reader, square.amount, question, bank);
    else {
      if (mode === "duel") {
        others = [others[yield* table.choose(active, others.map((one) => [null, one]), this.weakest(others), "askOpponent")]];
        table.tell("challenges", { player: active, other: others[0] });
      }
      yield* this.together(active, others, reader, square.amount, question, bank);
    }
    this.now = null;
  }

  *move(active) {
    const { table, squares, pawns } = this;
    const [rolled] = yield* table.roll(active, [{ faces: this.play.dice.move }], "askMove");
    const taken = new Set([...pawns].filter(([player]) => player !== active).map(([, place]) => place));
    const targets = [1, -1].map((way) => {
      let place = (pawns.get(active) + way * rolled + squares.length * rolled) % squares.length;
      while (taken.has(place)) place = (place + way + squares.length) % squares.length;
      return place;
    });
    const advice = squares[targets[0]].amount >= squares[targets[1]].amount ? 0 : 1;
    const place = targets[yield* table.choose(active, targets.map((at) => this.shown(at)), advice, "askDirection", { number: rolled })];
    pawns.set(active, place);
    const square = squares[place];
    table.tell("moves", { turn: table.turns, player: active, number: rolled, square: place + 1, product: this.titles.get(square.product), amount: square.amount });
    return square;
  }

  // The question that the dice show; they are thrown again for one that was played or is not written yet.
  *draw(active, product) {
    const { table } = this;
    const cells = this.questions.get(product);
    const { page, question } = this.play.dice;
    const fresh = (key) => cells.has(key) && !this.asked.has(`${product}/${key}`);
    if (![...cells.keys()].some(fresh)) for (const key of cells.keys()) this.asked.delete(`${product}/${key}`);
    for (;;) {
      const before = table.chance.state;
      const throws = [table.die(page), table.die(question)];
      if (!fresh(throws.join("/"))) continue;
      table.chance.state = before;
      const [white, black] = yield* table.roll(active, [{ faces: page, colour: "white" }, { faces: question, colour: "black" }], "askQuestion");
      this.asked.add(`${product}/${white}/${black}`);
      return cells.get(`${white}/${black}`);
    }
  }

  reader(active) {
    if (this.inside.length > 2) return this.table.after(active, this.inside).at(-2);
    const out = this.table.players.filter((player) => !this.inside.includes(player));
    this.readers += 1;
    return out[this.readers % out.length];
  }

  *solo(active, others, reader, square, question, bank) {
    const { table, ledger } = this;
    let amount = square;
    const other = others[yield* table.choose(active, others.map((one) => [null, one]), this.weakest(others), "askWhoWins")];
    table.tell("namesOther", { player: active, other });
    if (!bank && Math.min(ledger.get(active), ledger.get(other)) < amount) {
      const poorest = ledger.get(active) <= ledger.get(other) ? active : other;
      amount = ledger.get(poorest);
      table.tell("short", { player: poorest, amount });
    }
    this.now.open = true;
    const [winner, loser] = (yield* alone(table, active, reader, question)) ? [active, other] : [other, active];
    if (bank) table.tell("bankPays", { player: winner, amount: ledger.move(BANK, winner, amount) });
    else table.tell("pays", { player: loser, other: winner, amount: ledger.move(loser, winner, amount) });
  }

  *together(active, others, reader, amount, question, bank) {
    const { table, ledger } = this;
    let players = [active, ...others];
    if (!bank) {
      players = yield* collect(table, ledger, active, others, amount, this.phases[0].raises ? this.play.step : 0);
      if (!players.length) return;
    }
    this.now.open = true;
    let winners = yield* contest(table, players, reader, question);
    if (winners.length !== 1) {
      winners = [yield* byDice(table, winners.length ? winners : players, this.play.dice.page, 2, "askTie")];
      table.tell("diceDecide", { player: winners[0] });
    }
    if (bank) table.tell("bankPays", { player: winners[0], amount: ledger.move(BANK, winners[0], amount) });
    else table.tell("takes", { player: winners[0], amount: ledger.move(MIDDLE, winners[0], ledger.get(MIDDLE)) });
  }

  settle() {
    const { table, ledger } = this;
    if (this.phases[0].ends === "bank-empty") {
      if (ledger.get(BANK) || this.phases.length === 1) return;
      this.phases.shift();
      table.tell("phase", { phase: this.phases[0].name });
    }
    for (const player of [...this.inside]) {
      if (ledger.get(player)) continue;
      this.inside = this.inside.filter((one) => one !== player);
      this.pawns.delete(player);
      table.tell("out", { player });
    }
  }

  weakest(others) {
    return others.reduce((best, player, at) => (this.ledger.get(player) < this.ledger.get(others[best]) ? at : best), 0);
  }

  shown(at) {
    const square = this.squares[at];
    return ["squareAt", { square: at + 1, product: this.titles.get(square.product), amount: square.amount }];
  }
}
