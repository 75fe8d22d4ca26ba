// What the page says, in French and English.
import { recall, remember } from "./store.mjs";
import { FR, EN } from "./dictionary.mjs";

let language = recall("language", null) ?? (navigator.language?.toLowerCase().startsWith("fr") ? "fr" : "en");

export function spoken() {
  return language;
}

export function speak(other) {
  language = other;
  remember("language", other);
}

// t(name, { count: 3 }): the sentence of that name. A name without a sentence shows itself, so that a test sees it.
export function t(name, values = {}) {
  let text = (language === "fr" ? FR : EN)[name] ?? `?${name}`;
  for (const [key, value] of Object.entries(values)) text = text.replaceAll(`{${key}}`, String(value));
  return text;
}

// A message of a check: [English, French].
export function said(message) {
  return message ? message[language === "fr" ? 1 : 0] : "";
}

const formats = new Map(); // slow to make

export function number(value) {
  if (!formats.has(language)) formats.set(language, new Intl.NumberFormat(language));
  return formats.get(language).format(value);
}

export function bytes(count) {
  const units = ["B", "KB", "MB"];
  let at = 0;
  let value = count;
  while (value >= 1000 && at < units.length - 1) {
    value /= 1000;
    at += 1;
  }
  const shown = new Intl.NumberFormat(language, { maximumFractionDigits: at ? 1 : 0 }).format(value);
  return `${shown} ${language === "fr" ? ["o", "Ko", "Mo"][at] : units[at]}`;
}
