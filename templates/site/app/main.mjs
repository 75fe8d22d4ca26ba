// The frame: header, routes, live updates.
import { h, icon, replace, button } from "./dom.mjs";
import { load, forget, recall, remember } from "./store.mjs";
import { t, spoken, speak } from "./words.mjs";
import { overview, gameTabs } from "./overview.mjs";
import { browse } from "./browse.mjs";
import { printed } from "./printed.mjs";
import { findingList } from "./findings.mjs";
import { play } from "./play/play.mjs";

const VIEWS = { overview, browse, printed, play };
const MARKS = { overview: "book", browse: "quote", printed: "cards", play: "dice" };
let shown = null;
let site = null;

// #/browse/egomaster?text=mer gives { view: "browse", parts: ["egomaster"], query: URLSearchParams }.
function route() {
  const [, path, query] = location.hash.match(/^#?([^?]*)\??(.*)$/s);
  const [view = "overview", ...parts] = path.split("/").filter(Boolean).map(plain);
  return { view, parts, query: new URLSearchParams(query) };
}

function plain(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // somebody typed a % that stands for itself
  }
}

// Why there is nothing at an address: an old link must not show another game.
function missing({ view, parts: [name, inner] }) {
  if (!Object.hasOwn(VIEWS, view)) return t("noView", { name: view });
  const game = site.games.find((one) => one.id === name);
  if (name !== undefined && !game) return t("noGame", { name });
  if (view === "printed" && inner !== undefined && !game.products.some((one) => one.id === inner)) return t("nothingNamed", { name: inner, game: game.title });
  return null;
}

function lost(sentence, view) {
  return { element: h("div", null, gameTabs(site, null, Object.hasOwn(VIEWS, view) ? view : "overview"), h("section", { class: "card wide" }, h("h1", null, sentence),
    site.loose.length ? findingList(site.loose, null) : null)) }; // a game that cannot be read is in none of the lists
}

function frame(current) {
  document.documentElement.lang = spoken();
  document.title = `${Object.hasOwn(VIEWS, current) ? t(current) : current} · livret`;
  document.getElementById("skip").textContent = t("skip");
  const game = site?.games.find((one) => one.id === recall("game", null))?.id;
  const link = (view) => h("a", {
    href: `#/${view}${game ? `/${game}` : ""}`, class: "tab", "aria-current": view === current ? "page" : null,
  }, icon(MARKS[view]), h("span", null, t(view)));
  const top = document.getElementById("top");
  const at = top.contains(document.activeElement) ? [...top.querySelectorAll("a, button")].indexOf(document.activeElement) : -1;
  replace(top,
    h("a", { class: "brand", href: "#/overview" }, h("span", { class: "mark", "aria-hidden": "true" }), "livret"),
    h("nav", { "aria-label": t("views") }, Object.keys(VIEWS).map(link)),
    h("div", { class: "tools" },
      site?.live ? h("span", { class: "live", id: "live", title: t("live") }, t("live")) : null,
      button(t("otherLanguage"), () => { speak(spoken() === "fr" ? "en" : "fr"); show(); }, { lang: spoken() === "fr" ? "en" : "fr", class: "quiet", "data-do": "language" }),
      button(t(dark() ? "light" : "dark"), () => { remember("dark", !dark()); dress(); show(); }, { class: "quiet", "data-do": "dark" })));
  top.querySelectorAll("a, button")[at]?.focus({ preventScroll: true }); // the keyboard stays where it was
}

function dark() {
  return recall("dark", matchMedia("(prefers-color-scheme: dark)").matches);
}

function dress() {
  document.documentElement.dataset.theme = dark() ? "dark" : "light";
}

let last = null;
let turn = 0;

async function show({ keep = false } = {}) {
  const now = route();
  const mine = ++turn;
  frame(now.view);
  const main = document.getElementById("main");
  try {
    site = await load("data/site.json");
    frame(now.view);
    shown?.leave?.();
    shown = null;
    const nothing = missing(now);
    const made = nothing ? lost(nothing, now.view) : await VIEWS[now.view]({ site, parts: now.parts, query: now.query, main, again: show, go });
    if (mine !== turn) return;
    shown = made;
    const from = document.activeElement;
    if (made?.element) replace(main, made.element);
    const place = location.hash.split("?")[0];
    if (!keep && place !== last) {
      scrollTo(0, made?.top ?? 0);
      // Who reads on with the keyboard stays on "next"; who came from elsewhere is where the new thing begins.
      const next = from?.rel ? main.querySelector(`a[rel="${CSS.escape(from.rel)}"]`) : null;
      if (last !== null) (next ?? made?.start ?? main).focus({ preventScroll: true });
    }
    last = place;
    document.body.dataset.ready = nothing ? "lost" : now.view;
  } catch (error) {
    if (mine !== turn) return;
    replace(main, h("section", { class: "card wide" }, h("h1", null, t("failed")), h("p", null, error.message), button(t("retry"), () => show())));
    document.body.dataset.ready = "failed";
    console.error(error);
  }
}

function go(hash, { quietly = false } = {}) {
  if (!quietly) location.hash = hash;
  else history.replaceState(null, "", hash);
}

// The server says which files are not what they were, and how many such messages there were. Browsers open only six
// connections to a host, so a page that nobody sees lets go of its own, and catches up when it is seen again.
function follow() {
  let stream = null;
  let heard = null;
  const light = (on) => document.getElementById("live")?.classList.toggle("off", !on);
  const listen = () => {
    if (document.hidden) {
      stream?.close();
      stream = null;
      heard ??= "nothing"; // loaded unseen: it may be old when it is seen
    } else if (!stream) {
      stream = new EventSource("events");
      stream.onopen = () => light(true);
      stream.onerror = () => light(false);
      stream.onmessage = (event) => {
        const { changed, state } = JSON.parse(event.data);
        const missed = !changed && heard !== null && heard !== state;
        heard = state;
        if (changed) take(changed);
        else if (missed) take(null);
      };
    }
  };
  document.addEventListener("visibilitychange", listen);
  listen();
}

// Loads again what changed (null: anything may have) and shows it.
async function take(paths) {
  const changed = forget(paths);
  // Lists of pages are told before the check: nothing else that is on the screen has changed yet.
  if (changed.every((path) => path.startsWith("pages/")) && route().view !== "printed") return;
  if (shown?.update) {
    site = await load("data/site.json");
    await shown.update({ site, changed });
  } else await show({ keep: true });
  announce(t("updated", { time: new Date().toLocaleTimeString(spoken()) }));
}

export function announce(text) {
  document.getElementById("status").textContent = text;
}

async function start() {
  dress();
  globalThis.addEventListener("hashchange", () => { delete document.body.dataset.ready; show(); });
  document.getElementById("skip").addEventListener("click", (event) => { event.preventDefault(); document.getElementById("main").focus(); });
  await show();
  if (site?.live) follow();
  else if ("serviceWorker" in navigator && location.protocol.startsWith("http")) {
    navigator.serviceWorker.register("worker.js").catch(() => {}); // not on plain http: then there is no offline use
  }
}

start();
