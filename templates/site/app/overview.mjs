// A game at a glance: how complete it is, cell by cell; its balance; what is wrong; what to download.
import { h, icon, choice, button } from "./dom.mjs";
import { load, recall, remember } from "./store.mjs";
import { t, number, bytes } from "./words.mjs";
import { coloured, key, FIELDS } from "./colours.mjs";
import { charts } from "./charts.mjs";
import { findingList } from "./findings.mjs";
import { marksOf } from "./review.mjs";

export async function overview({ site, parts, again }) {
  const game = site.games.find((one) => one.id === (parts[0] ?? recall("game", null))) ?? site.games[0];
  if (!game) {
    return { element: h("section", { class: "card wide" }, h("h1", null, t("noGames")), site.loose.length ? findingList(site.loose, null) : null) };
  }
  remember("game", game.id);
  const field = recall("colour", "type");
  const marks = marksOf(game.id);
  const holder = h("div", { class: "products" });
  const details = await load(`data/${game.id}.json`).catch(() => ({ findings: [] }));
  for (const product of game.products) holder.append(productCard(site, game, product, field, marks));
  const element = h("div", { class: "overview" },
    gameTabs(site, game, "overview"),
    h("section", { class: "hero" },
      h("div", null,
        h("h1", null, game.title),
        h("p", { class: "facts" },
          [t("edition", { edition: game.edition, version: game.version }), game.players[0] === game.players[1] ? t("playersExactly", { count: game.players[0] }) : t("players", { min: game.players[0], max: game.players[1] }),
            game.age ? t("age", { age: game.age }) : null, game.minutes ? t("minutes", { minutes: game.minutes }) : null]
            .filter(Boolean).join(" · "))),
      h("div", { class: "sums" }, sums(game))),
    choice(t("colourBy"), FIELDS.map((name) => [name, t(`by-${name}`)]), field, (value) => { remember("colour", value); again({ keep: true }); }),
    key(site, game, field),
    holder,
    charts(site, game),
    h("section", { class: "card", "aria-labelledby": "findings-title" },
      h("h2", { id: "findings-title" }, t("findings"), " ", h("span", { class: "count" }, number(details.findings.length))),
      findingList([...details.findings, ...site.loose], game)),
    downloads(game));
  return { element };
}

export function gameTabs(site, game, view) {
  return h("nav", { class: "games", "aria-label": t("games") }, site.games.map((one) =>
    h("a", { href: `#/${view}/${one.id}`, "aria-current": one.id === game?.id ? "true" : null }, one.title)));
}

function sums(game) {
  const have = game.products.reduce((sum, product) => sum + product.have, 0);
  const want = game.products.reduce((sum, product) => sum + Math.max(product.want, product.have), 0);
  const share = want ? Math.floor((100 * have) / want) : 100;
  const one = (value, label, kind = "") => h("div", { class: `sum ${kind}` }, h("b", null, value), h("span", null, label));
  return [one(`${share} %`, t("complete")), one(number(have), t("entries")),
    one(number(game.findings.error), t("errors"), game.findings.error ? "bad" : ""),
    one(number(game.findings.warning), t("warnings"), game.findings.warning ? "odd" : "")];
}

function productCard(site, game, product, field, marks) {
  const [, groups, , entries] = product.capacity;
  const questions = product.cells.some(([, types]) => /[^- ]/.test(types));
  const grid = groups && entries ? (product.kind === "booklet" ? pageGrid : pile)(site, game, product, field, marks) : strip(site, game, product, field, marks);
  const share = product.want ? Math.min(100, Math.floor((100 * product.have) / product.want)) : 100;
  return h("section", { class: `card product ${groups && entries ? "" : "small"}`, style: { "--own": product.color }, "aria-label": product.title },
    h("h2", null, icon(product.icon), h("span", null, product.title)),
    h("p", { class: "facts" }, product.want ? t("of", { have: number(product.have), want: number(Math.max(product.want, product.have)), share }) : t("written"),
      " ", h("a", { href: `#/printed/${game.id}/${product.id}` }, t("seePrinted")),
      questions ? [" · ", h("a", { href: `#/browse/${game.id}?product=${product.id}` }, t("read"))] : null),
    product.want ? h("div", { class: "bar", role: "img", "aria-label": `${share} %` }, h("span", { style: { width: `${share}%` } })) : null,
    grid);
}

// Pages by questions: rows are pages (the white die), columns are questions (the black die).
function pageGrid(site, game, product, field, marks) {
  const [, groups, , entries] = product.capacity;
  const rows = new Map(product.cells.map((cells) => [cells[0], cells]));
  const grid = h("div", { class: "grid", role: "grid", "aria-label": t("gridLabel", { title: product.title }), style: { "--columns": String(entries) } });
  grid.append(h("div", { class: "row head", role: "row" }, h("span", { role: "columnheader" }, h("span", { class: "unseen" }, t("page"))),
    Array.from({ length: entries }, (_, at) => h("span", { role: "columnheader" }, at + 1))));
  const most = Math.max(groups, ...rows.keys());
  for (let page = 1; page <= most; page += 1) {
    const cells = rows.get(page);
    const row = h("div", { class: "row", role: "row" }, rowHeader(field, page, cells));
    const count = Math.max(entries, cells ? cells[1].length : 0);
    for (let at = 0; at < count; at += 1) row.append(cell(site, game, product, field, marks, cells, page, at));
    grid.append(row);
  }
  return walkable(grid);
}

// A page as a whole can have findings, too.
function rowHeader(field, page, cells) {
  const severity = field === "findings" ? { e: "error", w: "warning", i: "note" }[cells?.[6]] : null;
  return h("span", { role: "rowheader", class: severity ? `chip ${severity}` : null, title: severity ? t(severity) : null }, page, severity ? h("span", { class: "unseen" }, ` ${t(severity)}`) : null);
}

function cell(site, game, product, field, marks, cells, group, at, role = "gridcell") {
  const filled = cells && at < cells[1].length && cells[1][at] !== " ";
  const place = `${t(product.capacity[0] === "card" ? "cardAt" : "pageAt", { number: group })}, ${at + 1}`;
  if (!filled) return h("span", { class: "cell none", role, "aria-label": `${place}: ${t("missing")}`, tabindex: "-1" });
  const { style, label } = coloured(site, game, product, field, cells, at, marks, group);
  return h("span", {
    class: "cell", role, tabindex: "-1", "data-go": `#/browse/${game.id}/${product.id}/${group}/${at + 1}`,
    title: `${place}: ${label}`, "aria-label": `${place}: ${label}`, style,
  });
}

// A deck: the pile as it would stand on the table, and every card of it.
function pile(site, game, product, field, marks) {
  const [, groups, , entries] = product.capacity;
  const share = Math.min(1, product.cells.length / groups);
  const height = Math.max(2, Math.round(40 * share));
  const deck = h("div", { class: "deck", role: "img", "aria-label": t("pileLabel", { have: product.cells.length, want: groups }) },
    h("div", { class: "stack", style: { "--height": `${height}px` } }, h("b", null, product.cells.length), h("span", null, `/ ${groups}`)));
  const cards = h("div", { class: "cards", role: "grid", "aria-label": t("deckLabel", { title: product.title }) });
  const rows = new Map(product.cells.map((cells) => [cells[0], cells]));
  const most = Math.max(groups, ...rows.keys());
  for (let number_ = 1; number_ <= most; number_ += 1) {
    const cells = rows.get(number_);
    const row = h("div", { class: cells ? "mini" : "mini none", role: "row" });
    for (let at = 0; at < Math.max(entries, cells ? cells[1].length : 0); at += 1) row.append(cell(site, game, product, field, marks, cells, number_, at));
    cards.append(row);
  }
  return h("div", { class: "pile" }, deck, walkable(cards));
}

function strip(site, game, product, field, marks) {
  if (!product.cells.length || !product.cells[0][1]) return null;
  return h("ul", { class: "strip", "aria-label": product.title }, product.cells.flatMap((cells) => [...cells[1]].map((_, at) => {
    const { style, label } = coloured(site, game, product, field, cells, at, marks, 0);
    return h("li", null, h("a", { class: "cell", href: `#/browse/${game.id}/${product.id}/0/${at + 1}`, title: label, "aria-label": `${at + 1}: ${label}`, style }));
  })));
}

// One stop for the tab key; arrows move inside.
function walkable(grid) {
  const first = grid.querySelector(".cell");
  if (first) first.tabIndex = 0;
  const visit = (event) => {
    const place = event.target.closest("[data-go]")?.dataset.go;
    if (place) location.hash = place;
  };
  grid.addEventListener("click", visit);
  grid.addEventListener("keydown", (event) => {
    if (event.key === "Enter") visit(event);
    const current = event.target.closest(".cell");
    const step = { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0] }[event.key];
    if (!current || !step) return;
    const row = current.parentElement;
    const at = [...row.querySelectorAll(".cell")].indexOf(current);
    let target = row;
    for (let moved = step[0]; moved !== 0 && target; moved -= step[0]) target = step[0] > 0 ? target.nextElementSibling : target.previousElementSibling;
    const next = target?.querySelectorAll(".cell")[at + step[1]];
    if (!next) return;
    event.preventDefault();
    current.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  });
  return grid;
}

function downloads(game) {
  if (!game.downloads.length) return null;
  return h("section", { class: "card", "aria-labelledby": "downloads-title" },
    h("h2", { id: "downloads-title" }, t("downloads")),
    h("div", { class: "scroll", tabindex: "0" }, h("table", { class: "files" },
      h("thead", null, h("tr", null, h("th", { scope: "col" }, t("file")), h("th", { scope: "col" }, t("size")), h("th", { scope: "col" }, "SHA-256"))),
      h("tbody", null, game.downloads.map((file) => h("tr", null,
        h("td", null, h("a", { href: file.path, download: file.path.split("/").slice(1).join("-") }, file.path), file.old ? h("em", { class: "old" }, ` ${t("olderThanContent")}`) : null),
        h("td", { class: "amount" }, bytes(file.bytes)),
        h("td", null, h("code", { title: file.sha256 }, `${file.sha256.slice(0, 16)}…`), " ",
          navigator.clipboard ? button(t("copy"), () => navigator.clipboard.writeText(file.sha256), { class: "quiet", "aria-label": t("copyHash", { path: file.path }) }) : null)))))));
}

