// Colours of cells by a field, never by colour alone: each has a letter or shape in its label and in the key.
import { h } from "./dom.mjs";
import { t } from "./words.mjs";

export const FIELDS = ["type", "theme", "difficulty", "stability", "status", "findings"];

const TYPES = { plain: "#4c6a9c", cible: "#cf2233", "ping-pong": "#2f8fd8", rapidite: "#f2b705", chrono: "#f2b705", chance: "#5b2a86" };
const THEMES = ["#9c3d2e", "#2f7d5b", "#2f6fb5", "#6b8e23", "#8a4f9e", "#c2477f", "#d9822b", "#6d6259", "#177e89", "#b59a12", "#44546a", "#a35f00"];
const LEVELS = ["#8fb8de", "#5f97cc", "#3a76b0", "#235487", "#12325a"];
const STABILITY = { s: "#3d7f62", l: "#d9a21b", v: "#c8452d" };
const STATUS = { right: "#2f7d5b", wrong: "#c1272d", doubtful: "#d9a21b", "too-long": "#8a4f9e", unread: "#b7bcc6" };
const SEVERITY = { e: "#c1272d", w: "#e0941b", i: "#4c8ac9", "-": "#4f9a74" };
const NOTHING = "#a9aeb8";

export function typeTitle(site, name) {
  return site.types[name]?.title || t("plainType");
}

const typeName = (site, letter) => Object.keys(site.types)[parseInt(letter, 36)];

export function coloured(site, game, product, field, cells, at, marks, group) {
  const one = value(site, game, field, cells, at, marks, product, group);
  return { style: { "--cell": one.color }, label: one.label };
}

function value(site, game, field, cells, at, marks, product, group) {
  const [, types, themes, difficulties, stabilities, findings] = cells;
  if (field === "type") {
    const name = types[at] === "-" ? null : typeName(site, types[at]);
    return name ? { color: TYPES[name] ?? NOTHING, label: typeTitle(site, name) } : { color: product.color, label: product.title };
  }
  if (field === "theme") {
    const number = themes[at] === "-" ? -1 : "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".indexOf(themes[at]);
    return number < 0 ? { color: NOTHING, label: t("noTheme") } : { color: THEMES[number % THEMES.length], label: game.themes[number] };
  }
  if (field === "difficulty") {
    const level = Number(difficulties[at]) || 0;
    return { color: level ? LEVELS[level - 1] : NOTHING, label: level ? t("level", { level }) : t("noLevel") };
  }
  if (field === "stability") {
    return stabilities[at] === "-" ? { color: NOTHING, label: t("stable") } : { color: STABILITY[stabilities[at]], label: t({ s: "stable", l: "slow", v: "volatile" }[stabilities[at]]) };
  }
  if (field === "status") {
    const mark = marks.at(product.id, group, at + 1)?.mark ?? "unread";
    return { color: STATUS[mark], label: t(`mark-${mark}`) };
  }
  return { color: SEVERITY[findings[at]], label: t({ e: "error", w: "warning", i: "note", "-": "noFinding" }[findings[at]]) };
}

// What the colours mean.
export function key(site, game, field) {
  const used = new Set(game.products.flatMap((product) => product.cells.flatMap((cells) => [...cells[1]])));
  const rows = {
    type: () => Object.keys(site.types).filter((_, at) => used.has("0123456789abcdefghijklmnopqrstuvwxyz"[at])).map((name) => [TYPES[name] ?? NOTHING, typeTitle(site, name)]),
    theme: () => game.themes.map((name, at) => [THEMES[at % THEMES.length], name]),
    difficulty: () => LEVELS.map((color, at) => [color, t("level", { level: at + 1 })]),
    stability: () => Object.entries(STABILITY).map(([letter, color]) => [color, t({ s: "stable", l: "slow", v: "volatile" }[letter])]),
    status: () => Object.entries(STATUS).map(([mark, color]) => [color, t(`mark-${mark}`)]),
    findings: () => Object.entries(SEVERITY).map(([letter, color]) => [color, t({ e: "error", w: "warning", i: "note", "-": "noFinding" }[letter])]),
  }[field]();
  return h("ul", { class: "key", "aria-label": t("key") }, [...rows, [null, t("missing")]].map(([color, label]) =>
    h("li", null, h("span", { class: color ? "dot" : "dot none", style: color ? { "--cell": color } : {} }), label)));
}

export function typeColour(name) {
  return TYPES[name] ?? NOTHING;
}
