// What the table asks now, as controls: a button, a choice, a number, an answer, a row of dice.
import { h, button, rich } from "../dom.mjs";
import { t } from "../words.mjs";
import { die } from "./dice.mjs";
import { colourName } from "./scenes.mjs";

// An option is [sentence, values], or [null, text] for a name.
export function label([name, values]) {
  return name === null ? values : t(name, values ?? {});
}

export function controls(ask, { spoken, solid, answer, redraw }) {
  return { choose, number, roll, show, answer: answering, row, marks, code }[ask.kind](ask, { spoken, solid, answer, redraw });
}

function choose(ask, { answer }) {
  const act = ask.options.map((option, at) => button(label(option), () => answer(at), { "data-option": at, "data-advised": at === ask.advice ? "" : null, class: ask.compact ? "small" : "big" }));
  return [ask.question && ask.open ? h("p", { class: "procedure" }, rich(ask.question.answer.text), ask.question.answer.tie ? h("span", { class: "quiet" }, ` ${ask.question.answer.tie}`) : null) : null,
    h("div", { class: ask.compact ? "options compact" : "options" }, act)];
}

function number(ask, { answer }) {
  const input = h("input", { type: "number", min: ask.low, max: ask.high, step: ask.step, value: String(ask.low), id: "amount", "aria-label": label(ask.text), "data-advised": String(ask.advice) });
  return h("form", { class: "line", onsubmit: (event) => { event.preventDefault(); answer(Number(input.value)); } }, input, h("button", { type: "submit", class: "main" }, t("set")),
    button(t("noRaise", { amount: ask.low }), () => answer(ask.low), { "data-option": "low" }));
}

function roll(ask, { answer, solid }) {
  const holder = h("div", { class: "tray" }, ask.dice.map((one) => die({ ...one, hidden: true }, { solid: false })));
  const throwThem = (event) => {
    event.target.disabled = true;
    const quick = matchMedia("(prefers-reduced-motion: reduce)").matches || !solid;
    holder.replaceChildren(...ask.dice.map((one) => die(one, { solid, spinning: !quick })));
    const secret = ask.dice.some((one) => one.secret);
    if (secret) event.target.replaceWith(button(t("seen"), () => answer(null), { class: "main", "data-option": "0" }));
    else setTimeout(() => answer(null), quick ? 0 : 1100);
  };
  return [holder, button(t("roll"), throwThem, { class: "main", "data-option": "0" })];
}

function show(ask, { answer }) {
  return button(t("goOn"), () => answer(null), { class: "main", "data-option": "0" });
}

function answering(ask, { spoken, answer }) {
  const form = () => {
    const input = h("input", { type: "text", id: "answer", autocomplete: "off", spellcheck: "false", inputmode: ask.number ? "decimal" : null, "aria-label": label(ask.text) });
    return h("form", { class: "line", onsubmit: (event) => { event.preventDefault(); answer(input.value); } }, input, h("button", { type: "submit", class: "main" }, t("say")),
      button(t("noAnswer"), () => answer(""), { "data-option": "none" }));
  };
  const before = ask.proposals?.length ? h("p", { class: "quiet" }, t("proposed", { list: ask.proposals.map((one) => one ?? "–").join(" · ") })) : null;
  if (!spoken || ask.number) return [before, form()];
  // The reader looks at the answer, listens and decides.
  const items = ask.question.answer.items;
  const holder = h("div", { class: "verdict", hidden: true },
    items ? h("div", { class: "options" }, items.map((item, at) => button(item.text, () => answer({ right: true, item: at }), { disabled: ask.said.includes(at), "data-option": at })))
      : [h("p", { class: "right" }, rich(ask.question.answer.text)), ask.question.answer.accept?.length ? h("p", { class: "quiet" }, t("accepted", { list: ask.question.answer.accept.join(", ") })) : null,
        button(t("mark-right"), () => answer({ right: true }), { class: "main", "data-option": "0" })],
    button(t("mark-wrong"), () => answer({ right: false }), { "data-option": "wrong" }));
  const look = button(t("readerLooks", { reader: ask.reader }), () => { holder.hidden = false; look.remove(); holder.querySelector("button")?.focus(); }, { class: "main", "data-option": "look" });
  return [look, holder];
}

// Dice to be placed: choose one, then its column.
function row(ask, { answer }) {
  const placed = ask.columns.map(() => null);
  const used = ask.columns.map(() => null);
  let held = null;
  const holder = h("div", { class: "placing" });
  const draw = () => {
    holder.replaceChildren(
      h("div", { class: "tray", role: "group", "aria-label": t("rolled") }, ask.rolled.map((value, at) =>
        button(String(value), () => { held = held === at ? null : at; draw(); }, { class: "die flat", "aria-pressed": String(held === at), disabled: used.includes(at), "data-die": at, "aria-label": t("takeDie", { value }) }))),
      h("div", { class: "slots", role: "group", "aria-label": t("columns") }, ask.columns.map((colour, at) =>
        button(placed[at] === null ? "+" : String(placed[at]), () => {
          if (placed[at] !== null) { placed[at] = null; used[at] = null; }
          else if (held !== null) { placed[at] = ask.rolled[held]; used[at] = held; held = null; }
          draw();
        }, { class: "slot", "data-colour": colour, "data-column": at, "aria-label": `${colourName(colour)}: ${placed[at] ?? t("empty")}` }))),
      h("div", { class: "line" }, button(t("place"), () => answer([...placed]), { class: "main", disabled: placed.every((one) => one === null), "data-option": "place" }),
        button(t("nameNow"), () => answer(null), { "data-option": "name" })));
  };
  holder.dataset.advised = JSON.stringify(ask.advice);
  draw();
  return holder;
}

function marks(ask, { answer }) {
  const inputs = ["equal", "lower", "higher"].map((name) => [name, h("input", { type: "number", min: "0", max: String(ask.row.length), value: String(ask.advice[name]), id: `marks-${name}` })]);
  return [h("p", null, t("yourCode", { code: ask.code.join(" ") })),
    h("form", { class: "line", onsubmit: (event) => { event.preventDefault(); answer(Object.fromEntries(inputs.map(([name, input]) => [name, Number(input.value)]))); } },
      inputs.map(([name, input]) => h("label", { class: "field" }, h("span", null, t(`marks-${name}`)), input)), h("button", { type: "submit", class: "main", "data-option": "0" }, t("tellMarks")))];
}

function code(ask, { answer }) {
  const selects = ask.columns.map((colour) => h("select", { "data-colour": colour, class: "slot", "aria-label": colourName(colour) }, Array.from({ length: ask.faces }, (_, at) => h("option", { value: String(at + 1) }, at + 1))));
  return h("form", { class: "line", "data-advised": JSON.stringify(ask.advice), onsubmit: (event) => { event.preventDefault(); answer(selects.map((one) => Number(one.value))); } },
    selects, h("button", { type: "submit", class: "main", "data-option": "0" }, t("nameIt")));
}
