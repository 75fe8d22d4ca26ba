// Findings as people read them, with links to the question and to its printed page.
import { h, replace, button, choice } from "./dom.mjs";
import { recall } from "./store.mjs";
import { t, said } from "./words.mjs";

const FIRST = 40;

export function findingList(findings, game) {
  const holder = h("div", { class: "findings" });
  let grade = "all";
  let count = FIRST;
  const draw = () => {
    const wanted = findings.filter((finding) => grade === "all" || finding.severity === grade);
    replace(holder,
      findings.length ? choice(t("show"), [["all", t("all")], ["error", t("errors")], ["warning", t("warnings")], ["info", t("notes")]], grade, (value) => { grade = value; count = FIRST; draw(); }) : null,
      wanted.length ? h("ol", { class: "list" }, wanted.slice(0, count).map((finding) => h("li", null, findingItem(finding, game)))) : h("p", { class: "quiet" }, t("noFindings")),
      wanted.length > count ? button(t("more", { count: wanted.length - count }), () => { count += 200; draw(); }) : null);
  };
  draw();
  return holder;
}

export function findingItem(finding, game, { links = true, blind = recall("blind", false) } = {}) {
  const at = finding.at;
  // A message often quotes the answer: who reads blind asks for it.
  const secret = Boolean(blind && at);
  const told = [h("b", { hidden: secret }, said(finding.message)),
    finding.hint ? h("p", { class: "hint", hidden: secret }, said(finding.hint)) : null,
    (finding.related ?? []).map((one) => h("p", { class: "hint", hidden: secret }, `${said(one.message)} `, h("code", null, `${one.path}:${one.line}`)))].flat();
  const tell = (event) => { for (const one of told) if (one) one.hidden = false; event.target.remove(); };
  return h("article", { class: `finding ${finding.severity}` },
    h("p", null, h("span", { class: "grade" }, t(finding.severity === "info" ? "note" : finding.severity)), " ", told[0], secret ? button(t("tellFinding"), tell, { class: "quiet", "data-do": "tell" }) : null),
    told.slice(1),
    h("p", { class: "where" }, h("code", null, `${finding.path}:${finding.line}:${finding.column}`), " ",
      h("span", { class: "rule" }, `${finding.code} ${finding.rule}`),
      links && game && at && at[2] ? [" ", h("a", { href: `#/browse/${game.id}/${at[0]}/${at[1]}/${at[2]}` }, t("toQuestion"))] : null,
      links && game && at ? [" ", h("a", { href: `#/printed/${game.id}/${at[0]}${at[1] || at[2] ? `/${at[1]}/${at[2]}` : ""}` }, t("toPage"))] : null));
}
