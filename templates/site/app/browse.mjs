// All questions: search, filters, blind reading, review; and one question with everything that is known about it.
import { h, icon, replace, button, toggle, select, save, rich } from "./dom.mjs";
import { load, recall, remember } from "./store.mjs";
import { t, number } from "./words.mjs";
import { fold } from "./search.mjs";
import { theBank, indexOf, forgetBank } from "./bank.mjs";
import { marksOf, mark, isOld, MARKS, exported, imported, count } from "./review.mjs";
import { readOld, compare } from "./history.mjs";
import { typeTitle, typeColour } from "./colours.mjs";
import { findingItem } from "./findings.mjs";

const FIRST = 12; // what a window shows at once: drawn at each key press
const PORTION = 40;
const PAUSE = 250; // browsers refuse an address that changes at each key press
const ASKED = ["text", "product", "type", "theme", "level", "found", "mark", "change"];
const PAPER = 2000; // rows that are printed at most
let past = null; // an older pack to compare with, as long as the page is open
let place = { list: "", shown: FIRST, top: 0 }; // where the reader was in which list

export async function browse({ site, parts, query, main, again, go }) {
  // What is on the screen stays there while a saved file is read again.
  const wait = (sentence) => { if (!document.body.dataset.ready) replace(main, h("p", { class: "wait" }, sentence)); };
  wait(t("loading"));
  const bank = await theBank(site, (done, all) => wait(t("reading", { done: number(done), all: number(all) })));
  const [game, ...inner] = parts;
  const state = { ...Object.fromEntries(ASKED.map((name) => [name, query.get(name) ?? ""])), game: query.get("game") ?? game ?? "" };
  if (game) remember("game", game);
  const findings = await loadFindings(site);
  const blind = recall("blind", false);
  const index = await indexOf(bank, blind);
  const opened = inner.length ? bank.places.get(parts.join("/")) : undefined;
  let timer = 0;
  const note = () => { clearTimeout(timer); timer = setTimeout(written, PAUSE); };
  const written = () => { clearTimeout(timer); go(address(state, bank.entries[opened] ?? null), { quietly: true }); };
  const anew = (options) => { written(); return again(options); };
  const context = { site, bank, index, blind, state, findings, again: anew };
  const list = h("ol", { class: "results", "aria-label": t("questions") });
  const tally = h("p", { class: "tally", role: "status" });
  const aside = h("section", { class: "detail", "aria-label": t("question"), tabindex: "-1" });
  const here = address(state);
  const refresh = (shown) => results(context, list, tally, shown);
  // A mark changes its row, the question and the count; the reader stays where he is.
  context.counted = () => { element.querySelector(".reviewed").textContent = t("reviewPanel", { count: count(site) }); };
  context.marked = (at) => {
    refresh(list.children.length);
    openOne(context, aside, at);
    context.counted();
  };
  const print = () => list.more(PAPER);
  const filters = h("div", { class: "filters" });
  const redraw = () => { replace(filters, filterFields(context, () => { redraw(); refresh(); note(); })); };
  redraw();
  const box = h("input", {
    type: "search", id: "search", value: state.text, placeholder: t(blind ? "searchBlind" : "searchHint"), "aria-label": t("search"), autocomplete: "off", spellcheck: "false",
    oninput: (event) => { state.text = event.target.value; refresh(); note(); },
  });
  const element = h("div", { class: `browse ${inner.length ? "open" : ""}` },
    h("h1", { class: "unseen" }, t("browse")),
    h("section", { class: "finder", "aria-label": t("search") },
      h("div", { class: "searching" }, box,
        toggle(t("hideAnswers"), blind, async (on) => {
          remember("blind", on);
          await anew({ keep: true });
          document.querySelector('[data-do="blind"] input')?.focus();
        }, { "data-do": "blind" })),
      filters, tally, list, reviewPanel(context), pastPanel(context)),
    aside);
  const again_ = place.list === here;
  refresh(again_ ? place.shown : FIRST);
  globalThis.addEventListener("beforeprint", print);
  if (opened !== undefined) openOne(context, aside, opened);
  else replace(aside, inner.length ? backTo(state) : null, h("p", { class: "wait" }, inner.length ? t("noQuestion", { place: inner.join("/") }) : t("chooseOne")));
  return {
    element,
    start: inner.length ? aside : null,
    top: again_ && (inner.length === 0 || wide()) ? place.top : 0,
    leave: () => {
      clearTimeout(timer);
      globalThis.removeEventListener("beforeprint", print);
      place = { list: address(state), shown: list.children.length, top: inner.length && !wide() ? place.top : scrollY };
    },
    update: async ({ site: fresh, changed }) => {
      forgetBank(changed);
      const { id, selectionStart: from, selectionEnd: to } = document.activeElement ?? {};
      await anew({ keep: true });
      const now = id ? document.getElementById(id) : null;
      now?.focus({ preventScroll: true });
      if (now && typeof from === "number") now.setSelectionRange(from, to);
      return fresh;
    },
  };
}

// Whether the list and a question stand side by side.
const wide = () => matchMedia("(min-width: 901px)").matches;

async function loadFindings(site) {
  const found = new Map();
  await Promise.all(site.games.map(async (game) => {
    const details = await load(`data/${game.id}.json`).catch(() => ({ findings: [], written: {} }));
    for (const finding of details.findings) {
      if (!finding.at) continue;
      const place = `${game.id}/${finding.at.join("/")}`;
      found.set(place, [...(found.get(place) ?? []), finding]);
    }
    found.set(`written ${game.id}`, details.written);
  }));
  return found;
}

// The address of a search, and of a question that was opened in it.
function address(state, one = null) {
  const asked = new URLSearchParams(ASKED.filter((name) => state[name]).map((name) => [name, state[name]]));
  if (one && one.game !== state.game) asked.set("game", state.game);
  return `#/${["browse", one ? placeOf(one) : state.game].filter(Boolean).join("/")}${asked.toString() && `?${asked}`}`;
}

const backTo = (state) => h("a", { class: "close", href: address(state) }, t("back"));
const placeOf = (one) => `${one.game}/${one.product}/${one.group}/${one.number}`;

function filterFields({ site, bank, state }, change) {
  const set = (name) => (value) => { state[name] = value; if (name === "game") state.product = ""; change(); };
  const any = ["", t("any")];
  const games = state.game ? site.games.filter((game) => game.id === state.game) : site.games;
  const products = games.flatMap((game) => game.products.filter((product) => product.cells.some((cells) => cells[1].length)).map((product) => [product.id, product.title]));
  const themes = [...new Set(games.flatMap((game) => game.themes))].sort((one, other) => one.localeCompare(other));
  const types = [...new Set(bank.entries.map((one) => one.entry.type).filter(Boolean))];
  return [
    select(t("game"), [any, ...site.games.map((game) => [game.id, game.title])], state.game, set("game"), { "data-filter": "game" }),
    select(t("product"), [any, ...new Map(products)], state.product, set("product"), { "data-filter": "product" }),
    select(t("by-type"), [any, ...types.map((name) => [name, typeTitle(site, name)])], state.type, set("type"), { "data-filter": "type" }),
    select(t("by-theme"), [any, ...themes.map((name) => [name, name])], state.theme, set("theme"), { "data-filter": "theme" }),
    select(t("by-difficulty"), [any, ...[1, 2, 3, 4, 5].map((level) => [String(level), t("level", { level })])], state.level, set("level"), { "data-filter": "level" }),
    select(t("findings"), [any, ["with", t("withFindings")], ["error", t("errors")], ["none", t("noFinding")]], state.found, set("found"), { "data-filter": "found" }),
    select(t("review"), [any, ["unread", t("mark-unread")], ...MARKS.map((name) => [name, t(`mark-${name}`)])], state.mark, set("mark"), { "data-filter": "mark" }),
    past ? select(t("history"), [any, ...["added", "answerChanged", "reworded", "moved"].map((kind) => [kind, t(kind)])], state.change, set("change"), { "data-filter": "change" }) : null,
  ];
}

function wanted({ bank, state, findings }, marks) {
  const tests = [];
  if (state.game) tests.push((one) => one.game === state.game);
  if (state.product) tests.push((one) => one.product === state.product);
  if (state.type) tests.push((one) => one.entry.type === state.type);
  if (state.theme) tests.push((one) => one.entry.theme === state.theme);
  if (state.level) tests.push((one) => String(one.entry.difficulty) === state.level);
  if (state.found === "none") tests.push((one) => !findings.has(placeOf(one)));
  else if (state.found) tests.push((one) => findings.get(placeOf(one))?.some((finding) => state.found === "with" || finding.severity === state.found));
  if (state.mark === "unread") tests.push((one) => !marks.get(one.game)[one.entry.id]);
  else if (state.mark) tests.push((one) => marks.get(one.game)[one.entry.id]?.mark === state.mark);
  if (state.change && past) tests.push((one) => one.game === past.game && past.changes.get(one.entry.id)?.kinds.includes(state.change));
  return tests.length ? (at) => tests.every((test) => test(bank.entries[at])) : null;
}

function results(context, list, tally, first = FIRST) {
  const { site, bank, index, blind, state } = context;
  const started = performance.now();
  const marks = new Map(site.games.map((game) => [game.id, marksOf(game.id).marks]));
  const hits = index.find(state.text, wanted(context, marks));
  const took = performance.now() - started;
  tally.textContent = t("hits", { count: number(hits.length), all: number(bank.entries.length) });
  tally.dataset.took = took.toFixed(2);
  let shown = 0;
  list.replaceChildren();
  const more = (to = shown + PORTION) => {
    const portion = hits.slice(shown, Math.max(shown, to));
    list.append(...portion.map((at) => row(context, at, marks, blind)));
    shown += portion.length;
    if (shown < hits.length) watch.observe(list.lastElementChild);
  };
  const watch = new IntersectionObserver((seen) => {
    if (seen.some((one) => one.isIntersecting)) {
      watch.disconnect();
      more();
    }
  }, { rootMargin: "600px" });
  list.watch?.disconnect();
  list.watch = watch;
  list.more = more;
  more(Math.max(first, FIRST));
}

function row(context, at, marks, blind) {
  const one = context.bank.entries[at];
  const entry = one.entry;
  const found = context.findings.get(placeOf(one));
  const done = marks.get(one.game)[entry.id];
  return h("li", { style: { "--own": typeColour(entry.type) } },
    h("a", { href: address(context.state, one) },
      h("span", { class: "cue" }, entry.keyword ?? entry.clue ?? entry.title ?? entry.name ?? entry.id),
      h("span", { class: "ask" }, rich(entry.question ?? entry.text ?? entry.motto)),
      blind ? null : h("span", { class: "answer" }, rich(answerText(entry)))),
    h("span", { class: "marks" },
      found ? h("span", { class: `chip ${found.some((one_) => one_.severity === "error") ? "error" : "warning"}` }, t("findingCount", { count: found.length })) : null,
      done?.mark ? h("span", { class: `chip ${done.mark}` }, t(`mark-${done.mark}`)) : null,
      h("span", { class: "quiet" }, whereText(context.site, one))));
}

export function answerText(entry) {
  const answer = entry.answer;
  if (!answer) return entry.solution ? entry.solution.join(" ") : "";
  return answer.items ? answer.items.map((item) => item.text).join(" · ") : [answer.text, answer.tie].filter(Boolean).join(" ");
}

export function whereText(site, one) {
  const game = site.games.find((known) => known.id === one.game);
  const product = game?.products.find((known) => known.id === one.product);
  const place = one.group ? t(product?.capacity[0] === "card" ? "cardAt" : "pageAt", { number: one.group }) : "";
  return [game?.title, product?.title ?? one.product, place, one.number].filter(Boolean).join(" · ");
}

function openOne(context, aside, at) {
  const { site, bank, state, findings } = context;
  const blind = context.blind && context.revealed !== at;
  const one = bank.entries[at];
  const entry = one.entry;
  const found = findings.get(placeOf(one)) ?? [];
  const game = site.games.find((known) => known.id === one.game);
  const next = (step) => bank.entries[at + step] && address(state, bank.entries[at + step]);
  const written = writtenAt(findings.get(`written ${one.game}`), one);
  // What tells the answer, or may: the answer, where it comes from, what a finding quotes, and what it was before.
  const answer = h("div", { class: "answers", hidden: blind, tabindex: "-1" }, answerParts(entry));
  const source = entry.source && !blind ? (/^https?:\/\//.test(entry.source) ? h("a", { href: entry.source, rel: "noopener noreferrer", target: "_blank" }, entry.source) : entry.source) : null;
  replace(aside,
    h("nav", { class: "steps", "aria-label": t("question") }, backTo(state),
      next(-1) ? h("a", { href: next(-1), rel: "prev" }, t("previous")) : null, next(1) ? h("a", { href: next(1), rel: "next" }, t("next")) : null),
    h("p", { class: "where" }, whereText(site, one)),
    h("h2", { style: { "--own": typeColour(entry.type) } }, entry.type ? h("span", { class: "type" }, icon(site.types[entry.type]?.icon), typeTitle(site, entry.type)) : null,
      h("span", null, entry.keyword ?? entry.clue ?? entry.title ?? entry.name ?? "")),
    h("p", { class: "question" }, rich(entry.question ?? entry.text)),
    entry.attempts ? attempts(entry) : null,
    blind ? button(t("reveal"), () => { context.revealed = at; openOne(context, aside, at); aside.querySelector(".answers").focus(); }, { "data-do": "reveal" }) : null,
    answer,
    h("dl", { class: "facts" }, [
      [t("by-theme"), entry.theme], [t("by-difficulty"), entry.difficulty], [t("by-stability"), entry.stability ? t(entry.stability) : null], [t("asOf"), entry.as_of],
      [t("source"), source],
      ["id", entry.id ? h("code", null, entry.id) : null], [t("writtenIn"), written ? h("code", null, written) : null],
    ].filter(([, value]) => value !== null && value !== undefined && value !== "").map(([name, value]) => [h("dt", null, name), h("dd", null, value)])),
    h("p", null, h("a", { href: `#/printed/${one.game}/${one.product}/${one.group}/${one.number}` }, t("seePrinted"))),
    reviewer(one, context, aside, at),
    found.length ? h("section", null, h("h3", null, t("findings")), found.map((finding) => findingItem(finding, game, { links: false, blind }))) : null,
    historyOf(one, blind),
    nearOf(context, at, blind));
}

function writtenAt(written, one) {
  const group = written?.[one.product]?.find(([number_]) => number_ === one.group);
  const line = group?.[2][one.number - 1];
  return line ? `${group[1]}:${line}` : null;
}

function answerParts(entry) {
  const answer = entry.answer;
  if (!answer) return entry.solution ? h("p", { class: "right" }, entry.solution.join(" ")) : null;
  if (answer.items) {
    return h("ol", { class: "right" }, answer.items.map((item) => h("li", null, rich(item.text), item.accept?.length ? h("span", { class: "quiet" }, ` (${item.accept.join(", ")})`) : null)));
  }
  return [h("p", { class: "right" }, rich(answer.text)), answer.tie ? h("p", null, answer.tie) : null,
    answer.accept?.length ? h("p", { class: "quiet" }, t("accepted", { list: answer.accept.join(", ") })) : null];
}

function attempts(entry) {
  return h("ol", { class: "attempts" }, entry.attempts.map(({ dice, feedback }) =>
    h("li", null, dice.map((die) => die ?? "–").join(" "), h("span", { class: "quiet" }, ` = ${feedback.equal} · ↓ ${feedback.lower} · ↑ ${feedback.higher}`))));
}

function reviewer(one, { site, marked, counted }, aside, at) {
  if (!one.entry.id) return null;
  const now = marksOf(one.game).marks[one.entry.id];
  const remark = h("textarea", { rows: "2", value: now?.remark ?? "", id: "remark", oninput: (event) => { mark(site, one, { remark: event.target.value.trim() }); counted(); } });
  const press = (name) => () => {
    mark(site, one, { mark: marksOf(one.game).marks[one.entry.id]?.mark === name ? null : name, remark: remark.value.trim() });
    marked(at);
    aside.querySelector(`[data-mark="${name}"]`).focus();
  };
  return h("section", { class: "reviewing" }, h("h3", null, t("review")),
    h("div", { class: "choice", role: "group", "aria-label": t("review") }, MARKS.map((name) =>
      button(t(`mark-${name}`), press(name), { "aria-pressed": String(now?.mark === name), "data-mark": name }))),
    h("label", { class: "field" }, h("span", null, t("remark")), remark),
    now && isOld(now, one.entry) ? h("p", { class: "quiet" }, t("markedBefore")) : null);
}

function historyOf(one, blind) {
  const change = past?.game === one.game ? past.changes.get(one.entry.id) : null;
  if (!past || past.game !== one.game) return null;
  return h("section", { class: "history" }, h("h3", null, t("since", { version: past.version })),
    change ? [h("p", null, change.kinds.map((kind) => t(kind)).join(", ")), change.old ? h("blockquote", null, h("p", null, change.old.entry.question ?? change.old.entry.text ?? ""), blind ? null : h("p", null, answerText(change.old.entry))) : null]
      : h("p", null, t("unchanged")));
}

function nearOf({ site, bank, state }, at, blind) {
  const near = bank.index.near(at);
  return h("section", { class: "near" }, h("h3", null, t("near")),
    near.length ? h("ol", null, near.map(([hit, score]) => {
      const one = bank.entries[hit];
      return h("li", null, h("span", { class: "score" }, `${Math.round(100 * score)} %`), " ", h("a", { href: address(state, one) }, rich(one.entry.question ?? one.entry.text ?? one.entry.id)),
        blind ? null : h("span", { class: "quiet" }, ` → ${answerText(one.entry)}`), h("div", { class: "quiet" }, whereText(site, one)));
    })) : h("p", { class: "quiet" }, t("nothingNear")));
}

function reviewPanel({ site, bank, again }) {
  const name = h("input", { type: "text", id: "reviewer", value: recall("reviewer", ""), autocomplete: "name", onchange: (event) => remember("reviewer", event.target.value.trim()) });
  const note = h("p", { role: "status", class: "quiet" });
  const file = h("input", { type: "file", accept: ".json,application/json", id: "review-file", onchange: async (event) => {
    try {
      const { taken, of } = imported(await event.target.files[0].text(), site, bank);
      await again({ keep: true });
      document.getElementById("status").textContent = t("taken", { taken, of });
    } catch {
      note.textContent = t("notAReview");
    }
  } });
  return h("details", { class: "card" }, h("summary", { class: "reviewed" }, t("reviewPanel", { count: count(site) })),
    h("p", { class: "quiet" }, t("reviewHelp")),
    h("label", { class: "field" }, h("span", null, t("reviewer")), name),
    button(t("export"), () => {
      remember("reviewer", name.value.trim());
      for (const [at, made] of exported(site, name.value.trim(), bank).entries()) {
        const old = made.content_hash === site.games.find((one) => one.id === made.marks[0].game).content_hash ? "" : `-${at}`;
        save(`review-${fold(made.reviewer).replaceAll(" ", "-") || "anonymous"}-${made.marks[0].game}${old}.json`, `${JSON.stringify(made, null, 1)}\n`);
      }
    }, { "data-do": "export" }),
    h("label", { class: "field" }, h("span", null, t("importReview")), file), note);
}

function pastPanel({ bank, again }) {
  const note = h("p", { role: "status", class: "quiet" }, past ? t("comparedWith", { game: past.game, version: past.version, count: past.changes.size, removed: past.removed.length }) : "");
  return h("details", { class: "card" }, h("summary", null, t("history")),
    h("p", { class: "quiet" }, t("historyHelp")),
    h("label", { class: "field" }, h("span", null, t("olderPack")), h("input", { type: "file", accept: ".json,application/json", id: "old-pack", onchange: async (event) => {
      try {
        past = compare(readOld(await event.target.files[0].text()), bank.entries);
        again({ keep: true });
      } catch {
        note.textContent = t("notAPack");
      }
    } })), note,
    past?.removed.length ? h("ul", { class: "removed" }, past.removed.slice(0, 50).map((one) => h("li", null, one.entry.question ?? one.entry.text ?? one.entry.id))) : null);
}
