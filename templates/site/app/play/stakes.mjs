// Who has how much, and stakes: raises, refusals, and what happens when somebody is short of tokens.

export const BANK = "\u0000bank";
export const MIDDLE = "\u0000middle";
export const BOX = "\u0000box";

// Money only moves: what is in the box at the start is in it at the end.
export class Ledger {
  constructor(players, box) {
    this.sums = new Map([...players, BANK, MIDDLE].map((name) => [name, 0]));
    this.sums.set(BOX, box);
    this.total = box;
  }

  get(name) {
    return this.sums.get(name);
  }

  move(source, target, amount) {
    const moved = Math.max(0, Math.min(amount, this.get(source)));
    this.sums.set(source, this.get(source) - moved);
    this.sums.set(target, this.get(target) + moved);
    const now = [...this.sums.values()].reduce((sum, one) => sum + one, 0);
    if (now !== this.total) throw new Error("money was made or lost");
    return moved;
  }
}

export function worth(amount) {
  return typeof amount === "object" && amount ? Object.entries(amount).reduce((sum, [value, count]) => sum + Number(value) * count, 0) : 0;
}

// The active player may raise; the others accept or refuse; everybody who takes part pays. Nobody: it is not asked.
export function* collect(table, ledger, active, others, amount, step) {
  const raised = step ? yield* raise(table, ledger, active, amount, step) : null;
  if (raised === null) return pay(table, ledger, [active, ...others], amount);
  const accepting = [];
  for (const player of others) {
    const advice = table.chance.random() < (raised <= 2 * amount ? 0.75 : 0.4) ? 0 : 1;
    if ((yield* table.choose(player, [["accept"], ["refuse"]], advice, "askAccept", { active, amount: raised })) === 0) {
      table.tell("accepts", { player });
      accepting.push(player);
    }
  }
  const refusing = others.filter((player) => !accepting.includes(player));
  if (!accepting.length) {
    for (const player of refusing) table.tell("refuses", { player, amount: ledger.move(player, MIDDLE, amount) });
    table.tell("notAsked", { player: active, amount: ledger.move(MIDDLE, active, ledger.get(MIDDLE)) });
    return [];
  }
  const stake = Math.min(raised, ...[active, ...accepting].map((player) => ledger.get(player)));
  for (const player of refusing) table.tell("refuses", { player, amount: ledger.move(player, MIDDLE, Math.min(amount, stake)) });
  return pay(table, ledger, [active, ...accepting], raised);
}

function* raise(table, ledger, active, amount, step) {
  const low = (Math.floor(amount / step) + 1) * step;
  const high = Math.floor(ledger.get(active) / step) * step;
  if (high < low) return null;
  const advice = table.chance.random() < 0.4 ? Math.min(high, low + step * table.chance.below(4)) : amount;
  const wanted = yield* table.number(active, amount, high, step, advice, "askRaise", { amount });
  if (wanted < low || wanted > high || wanted % step) return null;
  table.tell("raises", { player: active, amount: wanted });
  return wanted;
}

function pay(table, ledger, players, amount) {
  const poorest = players.reduce((one, other) => (ledger.get(other) < ledger.get(one) ? other : one));
  let stake = amount;
  if (ledger.get(poorest) < amount) {
    stake = ledger.get(poorest);
    table.tell("short", { player: poorest, amount: stake });
  }
  for (const player of players) ledger.move(player, MIDDLE, stake);
  table.tell("stakes", { amount: stake, players: players.join(", ") });
  return players;
}
