// What lies on the table: the ring and the purses, the piles, the hands, the rows of a code.
import { h, icon, rich } from "../dom.mjs";
import { t, number } from "../words.mjs";
import { BANK, MIDDLE } from "./stakes.mjs";

const PALETTE = ["#0b4a8f", "#e1592a", "#f2b705", "#177e89", "#8a4f9e", "#2f7d5b"];
const PAWNS = ["#2f6fb5", "#c1272d", "#2f7d5b", "#d9a21b", "#7b3fa0", "#333a46"];

const colourOf = (pack, product) => PALETTE[Math.max(0, pack.products.findIndex((one) => one.id === product)) % PALETTE.length];
const titleOf = (pack, product) => pack.products.find((one) => one.id === product)?.title ?? product;

export function scene(pack, game, table, ask, veiled) {
  if (game.squares) return [purses(game, table), ring(pack, game, table)];
  if (game.piles) return [purses(game, table), clues(game)];
  if (game.totals) return hands(game, table, ask, veiled);
  return rows(game, table);
}

// The card in the reader's hand: its clues, and which one was chosen.
function clues(game) {
  if (!game.now) return null;
  return h("ol", { class: "clues", "aria-label": t("clues") }, game.now.card.questions.map((question) => h("li", { "aria-current": question === game.now.chosen ? "true" : null }, question.clue ?? "—")));
}

function purses(game, table) {
  const ledger = game.ledger;
  const one = (name, label, extra = null, gone = false) => h("li", { class: gone ? "gone" : null }, extra, h("span", null, label), h("b", null, number(ledger.get(name))));
  return h("ul", { class: "purses", "aria-label": t("tokens") },
    table.players.map((player, at) => one(player, player, h("span", { class: "pawn", style: { "--own": PAWNS[at % PAWNS.length] }, "aria-hidden": "true" }), !game.inside.includes(player))),
    ledger.get(BANK) ? one(BANK, t("bank")) : null, ledger.get(MIDDLE) ? one(MIDDLE, t("middle")) : null);
}

function ring(pack, game, table) {
  const count = game.squares.length;
  return h("div", { class: "ring", role: "img", "aria-label": t("boardLabel", { pawns: [...game.pawns].map(([player, at]) => `${player} ${at + 1}`).join(", ") }) },
    game.squares.map((square, at) => {
      const angle = (2 * Math.PI * at) / count - Math.PI / 2;
      const here = [...game.pawns].filter(([, place]) => place === at).map(([player]) => table.players.indexOf(player));
      return h("span", { class: "square", style: { left: `${50 + 44 * Math.cos(angle)}%`, top: `${50 + 44 * Math.sin(angle)}%`, "--own": colourOf(pack, square.product) } },
        String(square.amount), here.map((place) => h("span", { class: "pawn", style: { "--own": PAWNS[place % PAWNS.length] } })));
    }),
    h("div", { class: "middle" }, h("b", null, game.phases[0].name), game.now ? h("span", null, `${titleOf(pack, game.now.product)} · ${game.now.amount}`) : null));
}

// Icon first, then the keyword; the question when the stakes are set.
export function questionCard(pack, game) {
  const now = game.now;
  if (!now) return null;
  const question = now.question;
  return h("article", { class: "reading", id: "reading", style: { "--own": colourOf(pack, now.product) } },
    h("p", { class: "where" }, `${titleOf(pack, now.product)} · ${number(now.amount)}`, " · ", t("readBy", { reader: now.reader })),
    question ? h("p", { class: "cue" }, now.mode === "solo" && question.type === "plain" ? null : [icon(question.type), " "], question.keyword ?? question.clue ?? "—")
      : h("p", { class: "cue" }, now.chosen?.clue ?? now.clues?.join(" · ")),
    now.open && question ? h("p", { class: "question" }, rich(question.question)) : null);
}

const EFFECTS = { "extra-turn": "extra-turn", swap: "swap", spy: "spy", wild: "joker", shield: "shield" };

export function cardFace(card) {
  return h("span", { class: "value-card", style: { "--hue": String(210 + card.value * 24) } }, h("b", null, card.value), h("span", null, card.name), icon(EFFECTS[card.effect]));
}

const back = () => h("span", { class: "value-card back", "aria-hidden": "true" });

function hands(game, table, ask, veiled) {
  const own = ask?.hand ?? (table.players.length === 1 ? table.players[0] : null);
  const cards = own && game.hands ? game.hands.get(own) : null;
  return [
    h("ul", { class: "purses", "aria-label": t("points") }, [...game.totals].map(([name, sum]) => h("li", null, h("span", null, name), h("b", null, sum)))),
    game.discard ? h("div", { class: "center" }, h("div", null, h("h3", null, t("drawPile", { count: game.pile.length })), back()), h("div", null, h("h3", null, t("discardPile")), cardFace(game.top()))) : null,
    cards && !veiled ? h("section", { "aria-label": t("handOf", { player: own }) }, h("h3", null, t("handOf", { player: own })), h("div", { class: "fan own" }, cards.map(cardFace), ask?.drawn ? h("span", { class: "drawn" }, cardFace(ask.drawn)) : null)) : null,
    game.bots?.length ? h("div", { class: "bots" }, game.bots.map((bot) => h("section", { "aria-label": bot.name }, h("h3", null, bot.name),
      h("p", { class: "unseen" }, t("hiddenCards", { count: bot.hidden.length })),
      h("div", { class: "fan" }, bot.hidden.map(back), bot.visible.map(cardFace))))) : null,
  ];
}

function rows(game, table) {
  return [
    h("ul", { class: "purses", "aria-label": t("points") }, table.players.map((player) => h("li", null, h("span", null, player), h("b", null, game.points.get(player)))),
      game.puzzle ? null : h("li", null, h("span", null, t("diceLeft")), h("b", null, game.dice))),
    h("table", { class: "rows" }, h("caption", { class: "unseen" }, t("attempts")),
      h("thead", null, h("tr", null, h("th", { scope: "col" }, "#"), game.columns.map((colour) => h("th", { scope: "col" }, h("span", { class: "column", "data-colour": colour }), h("span", { class: "unseen" }, colourName(colour)))), h("th", { scope: "col" }, t("marksShort")))),
      h("tbody", null, game.rows.map((row, at) => h("tr", null, h("th", { scope: "row" }, at + 1), row.dice.map((die, column) => h("td", null, die === null ? "" : h("span", { class: "die flat", "data-colour": game.columns[column] }, die))),
        h("td", { class: "marks" }, `= ${row.feedback.equal}  ↓ ${row.feedback.lower}  ↑ ${row.feedback.higher}`))))),
  ];
}

export function colourName(colour) {
  const name = t(`colour-${colour}`);
  return name.startsWith("?") ? colour : name;
}

