// The playtest table: set it up, play, undo, come back later. It knows a game from its pack alone.
import { h, replace, button, toggle, select } from "../dom.mjs";
import { load, recall, remember } from "../store.mjs";
import { t } from "../words.mjs";
import { gameTabs } from "../overview.mjs";
import { Table, Source, Unplayable } from "./table.mjs";
import { BoardGame, NAME as BOARD, variants as boardVariants } from "./board.mjs";
import { CardGame, NAME as CARDS, variants as cardVariants } from "./cards.mjs";
import { CodeGame, NAME as CODES, variants as codeVariants } from "./codes.mjs";
import { HandGame, NAME as HANDS, variants as handVariants } from "./hands.mjs";
import { controls, label } from "./asks.mjs";
import { scene, questionCard } from "./scenes.mjs";
import { die } from "./dice.mjs";

const MECHANISMS = {
  [BOARD]: [BoardGame, boardVariants], [CARDS]: [CardGame, cardVariants], [CODES]: [CodeGame, codeVariants], [HANDS]: [HandGame, handVariants],
};
const NAMES = ["Anna", "Bilal", "Chloé", "David", "Elsa", "Farid", "Gaëlle", "Hugo"];
const LINES = 60;

// Packs of games that were begun on this page, and games that were left: an author who saves must not end a game.
const begun = new Map();
const left = new Map();

export async function play({ site, parts, again }) {
  const id = site.games.find((game) => game.id === (parts[0] ?? recall("game", null)))?.id ?? site.games[0]?.id;
  if (!id) return { element: h("h1", null, t("noGames")) };
  remember("game", id);
  const path = `packs/${id}.json`;
  const pack = await load(path);
  const holder = h("div", { class: "play" });
  const note = h("p", { class: "quiet", role: "status" });
  const element = h("div", { class: "table" }, gameTabs(site, { id }, "play"), h("h1", null, pack.game.title), note, holder);
  const mechanism = MECHANISMS[pack.game.play?.mechanism];
  const start = (from, options, answers) => {
    try {
      run(holder, from, mechanism, { options, answers }, again);
      begun.set(id, from);
    } catch (error) {
      if (!(error instanceof Unplayable)) throw error;
      replace(holder, h("p", { class: "card", role: "alert" }, label(error.sentence)));
    }
  };
  const fresh = () => setUp(holder, pack, mechanism, (options) => { note.textContent = ""; start(pack, options, []); }, again);
  const goOn = (saved) => {
    const from = [pack, begun.get(id)].find((one) => one?.content_hash === saved.hash);
    if (!from) return "tooOld";
    try {
      start(from, saved.options, saved.answers);
      return from === pack ? null : "asBegun";
    } catch (error) {
      console.warn(error); // what was kept is no game: of another edition of the table, or spoilt
      return "spoilt";
    }
  };
  if (!mechanism) replace(holder, h("p", { class: "card" }, t("noPlay")));
  else {
    const saved = recall(`play.${id}`, null);
    const problem = saved ? goOn(saved) : null;
    if (problem) note.textContent = t(problem);
    if (!saved || (problem && problem !== "asBegun")) fresh();
  }
  return {
    element,
    update: async ({ changed }) => {
      if (!changed.includes(path)) return;
      if (holder.querySelector(".board")) note.textContent = t("asBegun");
      else await again({ keep: true });
    },
  };
}

function setUp(holder, pack, [, variants], start, again) {
  const source = new Source(pack);
  const { min, max } = pack.game.players;
  const state = { players: recall("seats", NAMES).slice(0, min), variant: "", spoken: recall("spoken", false) };
  const draw = () => {
    const known = variants(source, state.players.length);
    if (!known.includes(state.variant)) [state.variant] = known;
    replace(holder, h("form", {
      class: "card setup", onsubmit: (event) => {
        event.preventDefault();
        const names = state.players.map((name, at) => name.trim() || NAMES[at]);
        const players = names.map((name, at) => (names.indexOf(name) === at ? name : `${name} ${at + 1}`));
        remember("seats", [...players, ...NAMES.slice(players.length)]);
        remember("spoken", state.spoken);
        const seed = Number(event.target.elements.seed.value) || Math.floor(Math.random() * 1e9);
        start({ players, variant: state.variant, spoken: state.spoken, seed });
      },
    },
    h("h2", null, t("setUp")),
    select(t("howMany"), Array.from({ length: Math.min(max, NAMES.length) - min + 1 }, (_, at) => [String(min + at), String(min + at)]), String(state.players.length), (value) => {
      state.players = recall("seats", NAMES).concat(NAMES).slice(0, Number(value));
      draw();
    }, { id: "seats" }),
    h("fieldset", null, h("legend", null, t("names")), state.players.map((name, at) => h("input", { type: "text", value: name, maxlength: "24", "aria-label": t("nameOf", { number: at + 1 }), oninput: (event) => { state.players[at] = event.target.value; } }))),
    known.length > 1 ? select(t("variant"), known.map((name) => [name, variantName(name)]), state.variant, (value) => { state.variant = value; }, { id: "variant" }) : null,
    toggle(t("spokenAnswers"), state.spoken, (on) => { state.spoken = on; }),
    h("label", { class: "field" }, h("span", null, t("seed")), h("input", { type: "number", name: "seed", id: "seed", placeholder: t("anySeed") })),
    h("div", { class: "line" }, h("button", { type: "submit", class: "main", id: "start" }, t("start")),
      left.has(pack.game.id) ? button(t("resume"), () => { remember(`play.${pack.game.id}`, left.get(pack.game.id)); again(); }, { "data-do": "resume" }) : null)));
  };
  draw();
}

function variantName(name) {
  if (/^\d+$/.test(name)) return t("level", { level: name });
  return name === "" ? t("wholeGame") : name === "puzzle" ? t("puzzles") : name;
}

// A game is its seed and its answers: replayed on every visit, so nothing else has to be kept.
function run(holder, pack, mechanism, { options, answers }, again) {
  const [Game] = mechanism;
  const table = new Table(options.players, options.seed, options);
  const game = new Game(table, new Source(pack), options);
  const going = game.run();
  let step = going.next();
  let thrown = [];
  const given = [];
  const take = (value) => {
    if (step.value?.kind === "roll") thrown = step.value.dice.some((one) => one.secret) ? [] : step.value.dice;
    given.push(value);
    step = going.next(value);
  };
  for (const value of answers) if (!step.done) take(value);
  const kept = (to) => ({ hash: pack.content_hash, options, answers: given.slice(0, to) });
  const keep = () => remember(`play.${pack.game.id}`, kept());
  const anew = () => {
    if (step.done || !given.length) left.delete(pack.game.id);
    else left.set(pack.game.id, kept());
    remember(`play.${pack.game.id}`, undefined);
    again();
  };
  const undo = () => {
    run(holder, pack, mechanism, { options, answers: kept(-1).answers }, again);
    (holder.querySelector('[data-do="undo"]:not(:disabled)') ?? holder.querySelector(".ask button"))?.focus({ preventScroll: true });
  };
  let lifted = -1; // the question whose veil was lifted
  const draw = ({ focus = true } = {}) => {
    const ask = step.done ? null : step.value;
    const solid = recall("solid", true);
    const veiled = ask && lifted !== given.length && isPrivate(ask, table);
    const panel = h("section", { class: "card ask", "aria-live": "polite", "aria-label": t("now") },
      step.done ? [h("h2", null, step.value.length > 1 ? t("shared", { players: step.value.join(", ") }) : t("wins", { player: step.value[0] })), button(t("newGame"), anew, { class: "main", "data-do": "again" })]
        : veiled ? [h("h2", null, t("passTo", { player: ask.who })), button(t("iAm", { player: ask.who }), () => { lifted = given.length; draw(); }, { class: "main", "data-option": "veil" })]
          : [questionCard(pack, game), h("h2", { id: "asked" }, label(ask.text)), controls(ask, { spoken: options.spoken, solid, answer: (value) => { take(value); keep(); draw(); } })],
      thrown.length && !step.done ? h("div", { class: "tray last", role: "group", "aria-label": t("lastRoll") }, thrown.map((one) => die(one, { solid }))) : null);
    replace(holder,
      h("div", { class: "board", "data-kind": ask?.kind ?? "over", "data-turns": table.turns, "data-answers": given.length },
        panel,
        h("div", { class: "scene" }, scene(pack, game, table, ask, veiled)),
        h("section", { class: "card log", "aria-labelledby": "log-title" }, h("h2", { id: "log-title" }, t("log")),
          h("ol", { reversed: true, tabindex: "0", "aria-labelledby": "log-title" }, table.log.slice(-LINES).reverse().map((line) => h("li", null, label(line)))))),
      h("p", { class: "tools-below" },
        button(t("undo"), undo, { disabled: !given.length, "data-do": "undo" }),
        button(t("newGame"), anew, { "data-do": "new" }),
        toggle(t("solidDice"), solid, (on) => { remember("solid", on); draw({ focus: false }); }, { "data-do": "solid" }),
        h("span", { class: "quiet" }, t("seedIs", { seed: options.seed }))));
    const first = panel.querySelector("input, button");
    first?.setAttribute("aria-describedby", "reading asked"); // read aloud with the button that gets the focus
    if (focus && given.length) first?.focus({ preventScroll: true });
  };
  keep();
  draw({ focus: false });
}

// What only one person may see, where several share a screen.
function isPrivate(ask, table) {
  if (table.players.length < 2) return false;
  return ask.kind === "marks" || Boolean(ask.hand) || Boolean(ask.private) || (ask.kind === "roll" && ask.dice.some((one) => one.secret));
}
