// Every page and card as it will be printed, with what is wrong marked on it.
import { h, svg, replace, toggle, select } from "./dom.mjs";
import { findingItem } from "./findings.mjs";
import { load, recall, remember } from "./store.mjs";
import { t, said } from "./words.mjs";
import { gameTabs } from "./overview.mjs";

const SIDES = new Set(["front", "back"]);
const GRADES = ["error", "warning", "info"];
const MOST = 6;

export async function printed({ site, parts, again, go }) {
  const game = site.games.find((one) => one.id === (parts[0] ?? recall("game", null))) ?? site.games[0];
  if (!game) return { element: h("h1", null, t("noGames")) };
  remember("game", game.id);
  const product = game.products.find((one) => one.id === parts[1]) ?? game.products[0];
  if (!product) return { element: h("div", null, gameTabs(site, game, "printed"), h("h1", null, t("noProducts", { game: game.title }))) };
  const target = parts.length > 2 ? [Number(parts[2]), Number(parts[3])] : null;
  const path = `pages/${game.id}/${product.id}.json`;
  const state = { site, game, product, target, zoom: recall("zoom", 100), overlays: recall("overlays", true), marks: recall("marks", true), blind: recall("blind", false), figures: new Map() };
  const holder = h("div", { class: "sheets" });
  const note = h("p", { class: "tally", role: "status" });
  const beside = h("section", { class: "beside", "aria-label": t("findings") });
  const fit = () => holder.style.setProperty("--zoom", String(state.zoom / 100));
  await fill(state, holder, beside, note, path, site);
  fit();
  const element = h("div", { class: "printed" },
    h("h1", { class: "unseen" }, t("printed")),
    gameTabs(site, game, "printed"),
    h("div", { class: "filters" },
      select(t("product"), game.products.map((one) => [one.id, one.title]), product.id, (value) => go(`#/printed/${game.id}/${value}`), { "data-filter": "product" }),
      h("label", { class: "field" }, h("span", null, t("zoom")), h("input", { type: "range", min: "30", max: "400", step: "10", value: String(state.zoom), "data-do": "zoom", oninput: (event) => { state.zoom = Number(event.target.value); remember("zoom", state.zoom); fit(); } })),
      toggle(t("overlays"), state.overlays, (on) => { remember("overlays", on); holder.classList.toggle("plain", !on); }, { "data-do": "overlays" }),
      toggle(t("showFindings"), state.marks, (on) => { remember("marks", on); holder.classList.toggle("unmarked", !on); }, { "data-do": "marks" }),
      toggle(t("hideAnswers"), state.blind, (on) => { remember("blind", on); again({ keep: true }); }, { "data-do": "blind" })),
    h("p", { class: "key lines" }, h("span", { class: "line trim" }), t("trim"), h("span", { class: "line safe" }), t("safe"), h("span", { class: "line bleed" }), t("bleed")),
    note, beside, holder);
  holder.classList.toggle("plain", !state.overlays);
  holder.classList.toggle("unmarked", !state.marks);
  holder.classList.toggle("blind", state.blind);
  if (target) setTimeout(() => holder.querySelector(".target")?.scrollIntoView({ block: "center" }));
  return {
    element,
    update: async ({ site: fresh, changed }) => {
      const now = fresh.games.find((one) => one.id === game.id);
      if (!now?.products.some((one) => one.id === product.id)) return again();
      state.site = fresh;
      state.game = now;
      if (changed.includes(path) || changed.includes(`data/${game.id}.json`)) await fill(state, holder, beside, note, path, fresh);
      return null;
    },
  };
}

// Figures are kept by what they show, so that only a changed page is drawn again.
async function fill(state, holder, beside, note, path, site) {
  const [list, details] = await Promise.all([load(path), load(`data/${state.game.id}.json`).catch(() => ({ findings: [] }))]);
  // Flowing text takes as many pages as it needs: a server knows how many when it was laid out.
  state.tell = () => {
    const lost = state.target && ![...state.figures.values()].some((figure) => figure.element.classList.contains("target"));
    const sum = [...state.figures.values()].reduce((all, figure) => all + figure.layers.length, 0);
    note.textContent = list.problem ?? [lost ? t("noQuestion", { place: `${state.product.id}/${state.target.join("/")}` }) : null, t("pageCount", { count: sum })].filter(Boolean).join(" ");
  };
  const found = new Map();
  for (const finding of details.findings) {
    if (finding.at?.[0] !== state.product.id) continue;
    const place = finding.at.slice(1).join("/");
    found.set(place, [...(found.get(place) ?? []), finding]);
  }
  const first = state.figures.size === 0;
  const before = state.figures;
  state.figures = new Map();
  const sheets = [];
  const seen = new Map();
  for (const [at, leaf] of list.leaves.entries()) {
    const copy = seen.get(leaf.key) ?? 0;
    seen.set(leaf.key, copy + 1);
    const name = `${leaf.key} ${copy} ${at}`;
    const old = before.get(`${leaf.key} ${copy}`);
    const figure = old ?? new Figure(state, list, leaf, site.live);
    if (!old && !first) figure.element.classList.add("fresh");
    figure.mark(leaf, found);
    state.figures.set(`${leaf.key} ${copy}`, figure);
    sheets.push([leaf, figure, name]);
  }
  state.tell();
  const grouped = [];
  for (const [leaf, figure] of sheets) {
    const last = grouped.at(-1);
    if (leaf.template === "back" && SIDES.has(leaf.template) && list.binding === "cards" && last?.length === 1) last.push(figure.element);
    else grouped.push([figure.element]);
  }
  // What is wrong with the product as a whole, or with what is not there, stands on no side.
  const marked = new Set(list.leaves.flatMap(places));
  replace(beside, [...found].filter(([place]) => !marked.has(place)).flatMap(([, findings]) => findings).map((finding) => findingItem(finding, state.game, { links: false })));
  replace(holder, grouped.map((elements) => (elements.length > 1 ? h("div", { class: "pair" }, elements) : elements[0])));
}

// The places that a side shows: its page or card, and its entries.
function places(leaf) {
  const entries = leaf.entries ?? [];
  return [...new Set(entries.filter(([group]) => group).map(([group]) => `${group}/0`)), ...entries.map((place) => place.join("/"))];
}

const worstOf = (findings) => GRADES.find((grade) => findings.some((finding) => finding.severity === grade));

class Figure {
  constructor(state, list, leaf, live) {
    this.state = state;
    this.list = list;
    this.leaf = leaf;
    this.live = live;
    const [width, height] = list.size;
    this.box = [width + 2 * list.bleed, height + 2 * list.bleed];
    this.label = labelOf(leaf);
    this.holder = h("div", { class: "faces" });
    this.element = h("figure", { class: "sheet", "data-key": leaf.key, style: { "--width": String(this.box[0]) } }, this.holder, h("figcaption", null, this.label));
    this.layers = [];
    this.pages(leaf.pages ?? 1);
  }

  pages(count) {
    this.element.classList.toggle("long", count > 1);
    const [width, height] = this.box;
    const { bleed, safe } = this.list;
    const line = (inset, name) => svg("rect", { class: name, x: inset, y: inset, width: width - 2 * inset, height: height - 2 * inset });
    this.layers = Array.from({ length: count }, (_, at) => {
      const layer = svg("svg", { class: "layer", viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" }, svg("g", { class: "lines" }, line(0.3, "bleed"), line(bleed, "trim"), line(bleed + safe, "safe")), svg("g", { class: "covers" }), svg("g", { class: "found" }));
      const image = h("img", { src: `pages/${this.leaf.key}-${at + 1}.webp`, alt: count > 1 ? `${this.label}, ${at + 1}` : this.label, loading: "lazy", decoding: "async", width: Math.round(width * 4), height: Math.round(height * 4) });
      image.addEventListener("error", () => { image.replaceWith(h("p", { class: "lost" }, t("noPicture"))); });
      return { layer, image };
    });
    replace(this.holder, this.layers.map(({ layer, image }) => h("div", { class: "face", style: { "aspect-ratio": `${width} / ${height}` } }, image, layer)));
    // A server lays out a page when it is first seen; only then is it known how many pages flowing text takes.
    if (this.live && this.leaf.pages === undefined) this.ask();
  }

  ask() {
    const seen = new IntersectionObserver(async (entries) => {
      if (!entries.some((one) => one.isIntersecting)) return;
      seen.disconnect();
      const laid = await load(`pages/${this.leaf.key}.json`).catch(() => null);
      if (!laid) return;
      this.leaf = { ...this.leaf, ...laid };
      if (laid.pages > 1) this.pages(laid.pages);
      this.state.tell();
      this.mark(this.leaf, this.found);
    }, { rootMargin: "400px" });
    seen.observe(this.element);
  }

  cover() {
    const { bleed } = this.list;
    for (const [, page, left, top, right, bottom] of this.leaf.answers ?? []) {
      const rect = svg("rect", { x: left + bleed, y: top + bleed, width: right - left, height: bottom - top, onclick: () => rect.remove() }, svg("title", null, t("cover")));
      this.layers[page]?.layer.querySelector(".covers").append(rect);
    }
  }

  mark(leaf, found) {
    this.found = found;
    const entries = leaf.entries ?? this.leaf.entries ?? [];
    const target = this.state.target;
    const notes = [];
    for (const { layer } of this.layers) for (const group of layer.querySelectorAll(".found, .covers")) group.replaceChildren();
    this.element.classList.toggle("laid", this.leaf.pages !== undefined); // before that nobody knows where the answers are
    if (this.state.blind) this.cover();
    const frame = (name, page, left, top, right, bottom) => this.layers[page]?.layer.querySelector(".found").append(svg("rect", { class: name, x: left, y: top, width: right - left, height: bottom - top, rx: 1 }));
    const whole = places({ entries }).filter((place) => place.endsWith("/0")).flatMap((place) => found.get(place) ?? []);
    if (whole.length) {
      const { bleed } = this.list;
      frame(`${worstOf(whole)} whole`, 0, bleed, bleed, this.box[0] - bleed, this.box[1] - bleed);
      notes.push(...whole);
    }
    let aimed = false;
    entries.forEach((place, at) => {
      const own = (place[1] ? found.get(place.join("/")) : null) ?? [];
      const isTarget = target && place[0] === target[0] && (place[1] === target[1] || !target[1]);
      aimed ||= Boolean(isTarget);
      notes.push(...own);
      if (!own.length && !isTarget) return;
      for (const [entry, page, left, top, right, bottom] of this.leaf.places ?? []) {
        const { bleed } = this.list;
        if (entry === at) frame(worstOf(own) ?? "target", page, left + bleed - 0.8, top + bleed - 0.8, right + bleed + 0.8, bottom + bleed + 0.8);
      }
    });
    this.element.classList.toggle("target", aimed);
    this.element.classList.toggle("wrong", notes.length > 0);
    const caption = this.element.querySelector("figcaption");
    replace(caption, this.label, notes.length && this.state.blind ? h("p", { class: "notes" }, t("findingCount", { count: notes.length })) : notes.length ? h("ul", { class: "notes" }, notes.slice(0, MOST).map((finding) => h("li", { class: finding.severity }, said(finding.message))), notes.length > MOST ? h("li", null, t("andMore", { count: notes.length - MOST })) : null) : null);
  }
}

function labelOf(leaf) {
  const known = { page: "pageAt", front: "frontAt", back: "backAt" }[leaf.template];
  if (known && leaf.number) return t(known, { number: leaf.number });
  const name = `leaf-${leaf.template}`;
  const text = t(name);
  const entries = (leaf.entries ?? []).filter(([group]) => !group).map(([, number]) => number);
  return `${text.startsWith("?") ? leaf.template : text}${entries.length > 1 ? ` · ${entries[0]}–${entries.at(-1)}` : ""}`;
}
