// The table that games are played at: seats, chance and a log. Games are generators: they yield what they ask, and are
// given the answer. A game with the same seed and the same answers is the same game, so it can be saved and undone.

export class Unplayable extends Error {
  constructor(name, values = {}) {
    super(name);
    this.sentence = [name, values];
  }
}

// A small generator of random numbers (mulberry32): the same seed, the same game, in every browser.
export class Chance {
  constructor(seed) {
    this.state = seed >>> 0;
  }

  random() {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = this.state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  below(count) {
    return Math.floor(this.random() * count);
  }
}

export class Table {
  constructor(players, seed, { spoken = false } = {}) {
    this.players = players;
    this.chance = new Chance(seed);
    this.spoken = spoken;
    this.log = [];
    this.turns = 0;
  }

  // A line of the log: a sentence of the dictionary and its values.
  tell(name, values = {}) {
    this.log.push([name, values]);
  }

  die(faces) {
    return this.chance.below(faces) + 1;
  }

  shuffled(items) {
    const found = [...items];
    for (let at = found.length - 1; at > 0; at -= 1) {
      const other = this.chance.below(at + 1);
      [found[at], found[other]] = [found[other], found[at]];
    }
    return found;
  }

  // Those of `among`, clockwise from the left of a player, who comes last.
  after(player, among) {
    const place = this.players.indexOf(player);
    return [...this.players.slice(place + 1), ...this.players.slice(0, place + 1)].filter((one) => among.includes(one));
  }

  // ---- what a game asks

  *choose(who, options, advice, name, values = {}, extra = {}) {
    const place = yield { kind: "choose", who, options, advice, text: [name, { player: who, ...values }], ...extra };
    return Number.isInteger(place) && place >= 0 && place < options.length ? place : advice;
  }

  *number(who, low, high, step, advice, name, values = {}) {
    const given = Number(yield { kind: "number", who, low, high, step, advice, text: [name, { player: who, ...values }] });
    return Number.isFinite(given) ? given : advice;
  }

  // Dice have fallen before they are shown: the button only lets them roll.
  *roll(who, dice, name, values = {}) {
    const thrown = dice.map((die) => ({ ...die, value: this.die(die.faces) }));
    yield { kind: "roll", who, dice: thrown, text: [name, { player: who, ...values }] };
    return thrown.map((die) => die.value);
  }

  *show(who, name, values = {}, extra = {}) {
    yield { kind: "show", who, text: [name, { player: who, ...values }], ...extra };
  }
}

// A pack as games look at it: what is missing is said, not stumbled over.
export class Source {
  constructor(pack) {
    this.pack = pack;
    this.game = pack.game;
    this.play = pack.game.play ?? {};
  }

  product(name) {
    const found = this.pack.products.find((product) => product.id === name);
    if (!found) throw new Unplayable("noProduct", { product: name });
    return found;
  }

  component(name) {
    const found = this.game.components.find((component) => component.name === name);
    if (!found) throw new Unplayable("noComponent", { component: name });
    return found;
  }

  setup(name, players) {
    const found = this.game.setups.find((setup) => setup.name === name && setup.players === players);
    if (!found) throw new Unplayable("noSetup", { setup: name, count: players });
    return found;
  }
}
