// Low hand: one action a turn, abilities when a card leaves a hand, STOP; alone against bots that follow orders.
import { Unplayable } from "./table.mjs";

export const NAME = "low-hand";

// Alone against bots: their levels. With others: nothing to choose.
export function variants(source, players) {
  return players === 1 && source.play.bots ? source.play.bots.levels.map((_, at) => String(at + 1)) : [""];
}

const total = (cards) => cards.reduce((sum, card) => sum + card.value, 0);
const matches = (one, other) => one.counts.some((value) => other.counts.includes(value));
const highest = (cards) => cards.reduce((best, card, at) => (card.value > cards[best].value ? at : best), 0);
const lowest = (cards) => cards.reduce((best, card, at) => (card.value < cards[best].value ? at : best), 0);
const naturalFirst = (one, other) => Number(other.effect !== "wild") - Number(one.effect !== "wild") || other.value - one.value;
const take = (cards, card) => cards.splice(cards.indexOf(card), 1)[0];
const named = (card) => `${card.value} ${card.name}`;

export function cardsOf(source) {
  const abilities = source.game.abilities ?? {};
  const deck = source.product(source.play.deck);
  const cards = (deck.cards ?? []).flatMap((card) => {
    const ability = abilities[card.ability] ?? {};
    const counts = ability.effect === "wild" && ability.counts_as?.length ? ability.counts_as : [card.value];
    return Array.from({ length: Math.min(card.count, 1000) }, () => ({ value: card.value, name: card.name, icon: card.icon, text: card.text, effect: ability.effect ?? "", counts }));
  });
  if (!cards.length) throw new Unplayable("noQuestions", { product: deck.id });
  return cards;
}

export class HandGame {
  constructor(table, source, { variant }) {
    this.table = table;
    this.play = source.play;
    this.cards = cardsOf(source);
    this.names = table.players.length === 1 && this.play.bots ? this.play.bots.names : [];
    this.level = this.names.length ? this.play.bots.levels[Number(variant || 1) - 1] : "nothing";
    const seats = [...this.names, ...table.players];
    if (seats.length * this.play.hand + 2 > this.cards.length) throw new Unplayable("dealtOut");
    this.totals = new Map(seats.map((name) => [name, 0]));
    this.round = 0;
  }

  *run() {
    const { table } = this;
    const seats = [...this.totals.keys()];
    let first = this.names.length ? seats[0] : seats[table.chance.below(seats.length)];
    do {
      this.round += 1;
      const scores = yield* this.playRound(first);
      for (const [name, score] of scores) this.totals.set(name, this.totals.get(name) + score);
      table.tell("scores", { scores: seats.map((name) => `${name} ${this.totals.get(name)} (+${scores.get(name)})`).join(", ") });
      const worst = Math.max(...scores.values());
      const behind = seats.filter((name) => scores.get(name) === worst);
      first = this.names.length ? seats[0] : behind[table.chance.below(behind.length)];
    } while (Math.max(...this.totals.values()) < this.play.limit);
    const least = Math.min(...this.totals.values());
    const winners = seats.filter((name) => this.totals.get(name) === least);
    const bots = winners.filter((name) => this.names.includes(name));
    return winners.length > 1 && bots.length ? bots : winners; // a tie with a bot is the bot's
  }

  *playRound(first) {
    const { table } = this;
    this.pile = table.shuffled(this.cards);
    this.hands = new Map(table.players.map((player) => [player, this.pile.splice(-this.play.hand)]));
    this.bots = this.names.map((name) => ({ name, hidden: this.pile.splice(-this.play.hand), visible: [] }));
    this.discard = [this.pile.pop()];
    this.stoppedBy = null;
    table.tell("handRound", { round: this.round, player: first, top: named(this.top()) });
    const seats = [...this.totals.keys()];
    let at = seats.indexOf(first);
    while (!this.isOver()) {
      const who = seats[at % seats.length];
      if (this.stoppedBy === who) break;
      table.turns += 1;
      const bot = this.bots.find((one) => one.name === who);
      if (bot) yield* this.botTurn(bot);
      else yield* this.turn(who);
      at += 1;
    }
    return yield* this.score();
  }

  top() {
    return this.discard.at(-1);
  }

  everything() {
    return [...this.pile, ...this.discard, ...[...this.hands.values()].flat(), ...this.bots.flatMap((bot) => [...bot.hidden, ...bot.visible])];
  }

  isOver() {
    if (this.everything().length !== this.cards.length) throw new Error("a card was made or lost");
    return [...this.hands.values()].some((hand) => !hand.length) || this.bots.some((bot) => !bot.hidden.length && !bot.visible.length);
  }

  *score() {
    const { table } = this;
    const scores = new Map();
    table.tell("handEnds", { hands: [...this.bots.map((bot) => `${bot.name} ${total([...bot.hidden, ...bot.visible])}`), ...[...this.hands].map(([player, hand]) => `${player} ${total(hand)}`)].join(", ") });
    for (const bot of this.bots) {
      const cards = [...bot.hidden, ...bot.visible];
      if (cards.length && this.level !== "nothing") {
        const [dropped] = cards.splice(this.level === "lowest" ? lowest(cards) : highest(cards), 1);
        table.tell("drops", { bot: bot.name, card: named(dropped) });
      }
      scores.set(bot.name, total(cards));
    }
    for (const [player, hand] of this.hands) scores.set(player, total(hand));
    yield* table.show(table.players[0], "askNextRound", {}, { cards: true });
    return scores;
  }

  draw() {
    if (!this.pile.length) {
      if (this.discard.length < 2) return null;
      const top = this.discard.pop();
      this.pile = this.table.shuffled(this.discard);
      this.discard = [top];
      this.table.tell("reshuffles");
    }
    return this.pile.pop();
  }

  // ---- a player's turn: one action, and one more for each card that gives it

  *turn(player) {
    for (;;) {
      const played = yield* this.act(player);
      if (!played || this.isOver() || !(yield* this.trigger(player, played))) return;
      this.table.tell("again", { player });
    }
  }

  *act(player) {
    const { table } = this;
    const hand = this.hands.get(player);
    const top = this.top();
    const best = hand[highest(hand)];
    const actions = [{ label: ["actDraw"], merit: 1, act: () => this.drawing(player) }];
    for (const card of new Set(hand.map((one) => hand.find((other) => named(other) === named(one))))) {
      const gain = card.value - top.value;
      actions.push({ label: ["actTake", { top: named(top), card: named(card) }], merit: gain > 2 && card === best ? 10 + gain : -90 - gain, act: () => this.taking(player, card) });
      if (matches(card, top)) actions.push({ label: ["actMatch", { top: named(top), card: named(card) }], merit: 20 + card.value, act: () => this.playing(player, card, "plays") });
      if (hand.filter((one) => matches(one, card)).length > 1) actions.push({ label: ["actPair", { card: named(card) }], merit: 15 + card.value, act: () => this.playing(player, card, "playsPair") });
    }
    if (!this.stoppedBy) actions.push({ label: ["actStop"], merit: total(hand) <= 6 || table.turns > 200 ? 50 : -99, act: () => this.stop(player) });
    const advice = actions.reduce((one, action, at) => (action.merit > actions[one].merit ? at : one), 0);
    const choice = yield* table.choose(player, actions.map((action) => action.label), advice, "askAct", {}, { hand: player });
    const made = actions[choice].act();
    return made && typeof made.next === "function" ? yield* made : made;
  }

  stop(player) {
    this.stoppedBy = player;
    this.table.tell("saysStop", { player });
    return null;
  }

  *drawing(player) {
    const { table } = this;
    const hand = this.hands.get(player);
    const drawn = this.draw();
    if (!drawn) {
      table.tell("cannotDraw", { player });
      return null;
    }
    const best = highest(hand);
    const advice = hand[best].value > drawn.value ? 1 + best : 0;
    const choice = yield* table.choose(player, [["actThrow"], ...hand.map((card) => ["actKeep", { card: named(card) }])], advice, "askDrawn", { card: named(drawn) }, { hand: player, drawn });
    if (choice === 0) {
      this.discard.push(drawn);
      table.tell("throws", { player, card: named(drawn) });
      return null;
    }
    const [played] = hand.splice(choice - 1, 1, drawn);
    this.discard.push(played);
    table.tell("keeps", { player, card: named(played) });
    return played;
  }

  taking(player, card) {
    const hand = this.hands.get(player);
    const top = this.discard.pop();
    take(hand, card);
    hand.push(top);
    this.discard.push(card);
    this.table.tell("takesTop", { player, top: named(top), card: named(card) });
    return card;
  }

  playing(player, card, sentence) {
    const top = this.top();
    this.discard.push(take(this.hands.get(player), card));
    this.table.tell(sentence, { player, card: named(card), top: named(top) });
    return card;
  }

  // ---- abilities

  *trigger(player, card) {
    if (!["extra-turn", "swap", "spy"].includes(card.effect)) return false;
    if ((yield* this.table.choose(player, [["yes"], ["no"]], 0, "askUse", { card: named(card) }, { hand: player })) !== 0) return false;
    if (card.effect === "extra-turn") return true;
    if (this.bots.length) yield* card.effect === "swap" ? this.swapBots(player) : this.spyBots(player);
    else yield* card.effect === "swap" ? this.swap(player) : this.spy(player);
    return false;
  }

  *spy(player) {
    const { table } = this;
    const others = table.after(player, table.players.filter((one) => one !== player));
    const other = others[yield* table.choose(player, others.map((one) => [null, one]), 0, "askSpy")];
    if (yield* this.shields(other, player)) return;
    table.tell("spies", { player, other });
    yield* table.show(player, "sees", { other }, { hand: other, private: true });
  }

  *swap(player) {
    const { table } = this;
    const everybody = [player, ...table.after(player, table.players.filter((one) => one !== player))];
    const pairs = everybody.flatMap((one, at) => everybody.slice(at + 1).map((other) => [one, other]));
    const pair = pairs[yield* table.choose(player, pairs.map(([one, other]) => [null, `${one} – ${other}`]), table.chance.below(everybody.length - 1), "askSwap")];
    for (const target of pair) if (target !== player && (yield* this.shields(target, player))) return;
    const places = [];
    for (const target of pair) {
      const place = yield* this.wanted(player, target);
      if (place === null) {
        const penalty = this.draw();
        if (penalty) this.hands.get(player).push(penalty);
        table.tell("wrongValue", { player });
        return;
      }
      places.push(place);
    }
    const [one, other] = pair.map((name) => this.hands.get(name));
    [one[places[0]], other[places[1]]] = [other[places[1]], one[places[0]]];
    table.tell("swaps", { one: pair[0], other: pair[1] });
  }

  // The place of a card: the player's own is chosen, another's drawn at random or announced by its value.
  *wanted(player, target) {
    const { table } = this;
    const hand = this.hands.get(target);
    if (target === player) return yield* table.choose(player, hand.map((card) => [null, named(card)]), highest(hand), "askGive", {}, { hand: player });
    const values = [...new Set(this.cards.map((card) => card.value))].sort((one, other) => one - other);
    const choice = yield* table.choose(player, [["atRandom"], ...values.map((value) => ["sayValue", { value }])], 0, "askHow", { other: target });
    if (choice === 0) return table.chance.below(hand.length);
    const place = hand.findIndex((card) => card.value === values[choice - 1]);
    return place < 0 ? null : place;
  }

  *shields(player, attacker) {
    const hand = this.hands.get(player);
    const shield = hand.find((card) => card.effect === "shield");
    if (!shield) {
      // Who shares a screen is handed it all the same: nobody else may learn that there is none.
      if (this.table.players.length > 1) yield* this.table.show(player, "noShield", { other: attacker }, { hand: player });
      return false;
    }
    if ((yield* this.table.choose(player, [["yes"], ["no"]], 0, "askShield", { other: attacker }, { hand: player })) !== 0) return false;
    this.discard.push(take(hand, shield));
    this.table.tell("shields", { player, card: named(shield) });
    return true;
  }

  // ---- alone against bots

  isSafe(bot) {
    return bot.visible.some((card) => card.effect === "shield");
  }

  // The whole stack, card by card; a shield is played at once and ends it.
  expose(bot) {
    while (bot.hidden.length) {
      const card = bot.hidden.pop();
      this.table.tell("botReveals", { bot: bot.name, card: named(card) });
      if (card.effect === "shield") {
        this.discard.push(card);
        this.table.tell("botShielded", { bot: bot.name });
        return;
      }
      bot.visible.push(card);
    }
  }

  *spyBots(player) {
    const targets = this.bots.filter((bot) => !this.isSafe(bot) && bot.hidden.length);
    if (!targets.length) return;
    const bot = targets[yield* this.table.choose(player, targets.map((one) => [null, one.name]), 0, "askSpy")];
    this.table.tell("spies", { player, other: bot.name });
    this.expose(bot);
  }

  *swapBots(player) {
    const { table } = this;
    const hand = this.hands.get(player);
    const open = this.bots.filter((bot) => !this.isSafe(bot));
    const deals = [];
    for (const bot of open) {
      bot.visible.forEach((card, place) => deals.push({ label: [null, `${bot.name}: ${named(card)}`], merit: 20 - card.value, bot, place }));
      if (bot.hidden.length) deals.push({ label: [null, `${bot.name}: ?`], merit: 14, bot, place: null });
    }
    if (open.length > 1) {
      open[0].visible.forEach((first, one) => open[1].visible.forEach((second, other) =>
        deals.push({ label: [null, `${open[0].name}: ${named(first)} – ${open[1].name}: ${named(second)}`], merit: 0, between: [open[0], one, open[1], other] })));
    }
    if (!deals.length || !hand.length) return;
    const advice = deals.reduce((best, deal, at) => (deal.merit > deals[best].merit ? at : best), 0);
    const deal = deals[yield* table.choose(player, deals.map((one) => one.label), advice, "askTarget", {}, { hand: player })];
    if (deal.between) {
      const [one, first, other, second] = deal.between;
      [one.visible[first], other.visible[second]] = [other.visible[second], one.visible[first]];
      table.tell("swaps", { one: one.name, other: other.name });
      return;
    }
    const { bot } = deal;
    let taken = null;
    if (deal.place === null) {
      taken = bot.hidden.pop();
      table.tell("botReveals", { bot: bot.name, card: named(taken) });
      if (taken.effect === "shield") {
        this.discard.push(taken);
        table.tell("botShielded", { bot: bot.name });
        return;
      }
      bot.visible.push(taken);
    } else taken = bot.visible[deal.place];
    const given = yield* table.choose(player, hand.map((card) => [null, named(card)]), highest(hand), "askGive", {}, { hand: player });
    const card = hand[given];
    bot.visible[bot.visible.indexOf(taken)] = card;
    hand[given] = taken;
    table.tell("swapsBot", { player, given: named(card), taken: named(taken) });
  }

  *botTurn(bot) {
    for (;;) {
      const played = this.botSteps(bot);
      if (this.stoppedBy === bot.name || !played || (!bot.hidden.length && !bot.visible.length)) break;
      if (!(yield* this.botEffect(bot, played))) break;
      this.table.tell("again", { player: bot.name });
    }
    yield* this.table.show(bot.name, "botDone", { player: bot.name }, { cards: true });
  }

  // Steps 1 to 9; the card that was played, if one was.
  botSteps(bot) {
    const { table } = this;
    const [player] = table.players;
    const tell = (name, values = {}) => table.tell(name, { bot: bot.name, ...values });
    const reveal = () => {
      const card = bot.hidden.pop();
      bot.visible.push(card);
      tell("botReveals", { card: named(card) });
    };
    const play = (card, name, values = {}) => {
      this.discard.push(take(bot.visible, card));
      tell(name, { card: named(card), ...values });
      return card;
    };
    if (!this.stoppedBy && !bot.hidden.length && total(bot.visible) < total(this.hands.get(player))) {
      this.stoppedBy = bot.name;
      tell("botStops");
      return null;
    }
    if (bot.hidden.length) reveal();
    if (bot.hidden.length && !bot.visible.some((card) => card.value > this.play.bots.reveal_above)) reveal();
    const top = this.top();
    const matching = bot.visible.filter((card) => matches(card, top)).sort(naturalFirst);
    if (matching.length) return play(matching[0], "botMatches", { top: named(top) });
    const pair = this.botPair(bot.visible);
    if (pair) return play(pair, "botPair");
    const best = bot.visible[highest(bot.visible)];
    if (best.value > top.value) {
      this.discard.pop();
      const played = play(best, "botTakes", { top: named(top) });
      bot.visible.push(top);
      return played;
    }
    const drawn = this.draw();
    if (!drawn) {
      table.tell("cannotDraw", { player: bot.name });
      return null;
    }
    if (best.value > drawn.value) {
      const played = play(best, "botKeeps", { drawn: named(drawn) });
      bot.visible.push(drawn);
      return played;
    }
    this.discard.push(drawn);
    tell("botThrows", { drawn: named(drawn) });
    return null;
  }

  botPair(cards) {
    const pairs = cards.flatMap((one, at) => cards.slice(at + 1).filter((other) => matches(one, other)).map((other) => [one, other].sort(naturalFirst)[0]));
    return pairs.sort((one, other) => other.value - one.value || Number(other.effect !== "wild") - Number(one.effect !== "wild"))[0] ?? null;
  }

  // What a bot's card does; whether it gives another turn.
  *botEffect(bot, card) {
    const { table } = this;
    const [player] = table.players;
    const hand = this.hands.get(player);
    if (card.effect === "extra-turn") return true;
    if (card.effect === "spy") {
      for (const other of this.bots.filter((one) => one !== bot)) {
        if (this.isSafe(other)) table.tell("botSafe", { bot: other.name });
        else {
          table.tell("botSpies", { bot: bot.name, other: other.name });
          this.expose(other);
        }
      }
    }
    if (card.effect === "swap" && hand.length && !(yield* this.shields(player, bot.name)) && hand.length) {
      const given = bot.hidden.length ? bot.hidden.pop() : bot.visible.splice(highest(bot.visible), 1)[0];
      const [taken] = hand.splice(lowest(hand), 1, given);
      bot.visible.push(taken);
      table.tell("botSwaps", { bot: bot.name, player, card: named(taken) });
    }
    return false;
  }
}
