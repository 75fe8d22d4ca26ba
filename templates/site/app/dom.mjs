// Elements without markup: every text becomes a text node, so content can never become code.
import { ICONS } from "./icons.mjs";

// h("a", { href: "#/", class: "x", onclick: f, style: { width: "3px" } }, "text", child, [more])
export function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  set(element, attributes);
  add(element, children);
  return element;
}

export function svg(tag, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  set(element, attributes);
  add(element, children);
  return element;
}

function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "style") for (const [key, one] of Object.entries(value)) element.style.setProperty(key, one);
    else if (name === "value" || name === "checked" || name === "disabled" || name === "selected") element[name] = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

function add(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false || child === "") continue;
    element.append(child instanceof Node ? child : String(child));
  }
}

// A glyph of the icon font; screen readers hear the text beside it.
export function icon(name) {
  const code = ICONS[name];
  return code ? h("span", { class: "icon", "aria-hidden": "true" }, String.fromCodePoint(parseInt(code, 16))) : null;
}

export function replace(element, ...children) {
  element.replaceChildren();
  add(element, children);
  return element;
}

export function button(label, act, attributes = {}) {
  return h("button", { type: "button", onclick: act, ...attributes }, label);
}

// One of several choices, as buttons that say which is pressed.
export function choice(label, options, current, choose) {
  return h("div", { class: "choice", role: "group", "aria-label": label },
    h("span", { class: "label", "aria-hidden": "true" }, label),
    options.map(([value, text]) => button(text, () => choose(value), { "aria-pressed": String(value === current), "data-value": value })));
}

export function toggle(label, on, change, attributes = {}) {
  return h("label", { class: "toggle", ...attributes },
    h("input", { type: "checkbox", checked: on, onchange: (event) => change(event.target.checked) }), h("span", null, label));
}

export function select(label, options, current, change, attributes = {}) {
  return h("label", { class: "field" }, h("span", null, label),
    h("select", { onchange: (event) => change(event.target.value), ...attributes },
      options.map(([value, text]) => h("option", { value, selected: value === current }, text))));
}

// A file for the reader to keep.
export function save(name, text, type = "application/json") {
  const link = h("a", { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

// Authors write *title* for italics, and plain spaces where a French line must not break.
export function rich(text) {
  return bound(String(text ?? "")).split(/\*([^*\n]+)\*/).map((part, at) => (at % 2 ? h("i", null, part) : part));
}

function bound(text) {
  return text.replace(/ (?=[?!;:»%])|(?<=«) |(?<=\d) (?=\d{3}(?!\d))/g, "\u00a0");
}
