// How balanced a game is: questions by type, theme and difficulty, as bars with their numbers.
import { h } from "./dom.mjs";
import { t, number } from "./words.mjs";
import { typeTitle, typeColour } from "./colours.mjs";

const LETTERS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

export function charts(site, game) {
  const counts = { type: new Map(), theme: new Map(), difficulty: new Map() };
  const add = (map, name, product) => {
    if (!map.has(name)) map.set(name, new Map());
    map.get(name).set(product.id, (map.get(name).get(product.id) ?? 0) + 1);
  };
  const names = Object.keys(site.types);
  for (const product of game.products) {
    for (const [, types, themes, difficulties] of product.cells) {
      for (let at = 0; at < types.length; at += 1) {
        if (types[at] === "-" || types[at] === " ") continue;
        add(counts.type, names[LETTERS.indexOf(types[at])], product);
        if (themes[at] !== "-") add(counts.theme, game.themes[LETTERS.indexOf(themes[at])], product);
        if (difficulties[at] !== "-") add(counts.difficulty, difficulties[at], product);
      }
    }
  }
  const parts = [
    ["type", (name) => typeTitle(site, name), typeColour], ["theme", (name) => name, null], ["difficulty", (name) => t("level", { level: name }), null],
  ].filter(([field]) => counts[field].size);
  if (!parts.length) return null;
  const used = game.products.filter((product) => [...counts.type.values()].some((one) => one.has(product.id)));
  return h("section", { class: "card charts", "aria-labelledby": "balance-title" },
    h("h2", { id: "balance-title" }, t("balance")),
    h("ul", { class: "key", "aria-label": t("key") }, used.map((product) => h("li", null, h("span", { class: "dot", style: { "--cell": product.color } }), product.title))),
    h("div", { class: "columns" }, parts.map(([field, title]) => chart(t(`by-${field}`), counts[field], title, used))));
}

function chart(caption, counts, title, products) {
  const rows = [...counts].map(([name, by]) => [title(name), by, [...by.values()].reduce((sum, one) => sum + one, 0)])
    .sort((one, other) => (caption === t("by-difficulty") ? one[0].localeCompare(other[0]) : other[2] - one[2]));
  const most = Math.max(...rows.map((row) => row[2]));
  const all = rows.reduce((sum, row) => sum + row[2], 0);
  return h("table", { class: "chart" }, h("caption", null, caption),
    h("thead", { class: "unseen" }, h("tr", null, h("th", { scope: "col" }, caption), h("th", { scope: "col" }, t("questions")), h("th", { scope: "col" }, "%"))),
    h("tbody", null, rows.map(([name, by, sum]) => h("tr", null,
      h("th", { scope: "row" }, name),
      h("td", null, h("div", { class: "bars" }, h("span", { class: "stacked", style: { width: `${(100 * sum) / most}%` } },
        products.filter((product) => by.has(product.id)).map((product) => h("span", { style: { "flex-grow": String(by.get(product.id)), "--cell": product.color }, title: `${product.title}: ${by.get(product.id)}` }))),
        h("span", { class: "value" }, number(sum)))),
      h("td", { class: "amount" }, `${Math.round((100 * sum) / all)} %`)))));
}
