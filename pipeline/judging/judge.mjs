// Judging typed answers, as docs/judging.md says. No dependencies; an ES module for Node and browsers.
//
//   import { judge, rank, pingPong, readNumber } from "./judge.mjs";
//   judge({ kind: "text", text: "La Corse", accept: [] }, "corse").right   // true
//
// The Python twin is pipeline/judging/; both pass schemas/judging.vectors.json. Versions of the rules: RULES.

export const RULES = "livret-judging/1";

// prettier-ignore
const TABLES = /* tables.json: a test compares them */ {
 "articles": ["le", "la", "les", "l", "un", "une", "des", "du", "de", "d", "the"],
 "fillers": ["je pense que c est", "je crois que c est", "c est peut etre", "la bonne reponse est", "il s agit de", "il s agit d", "je pense a", "la reponse est", "ca doit etre", "ce doit etre", "c est", "c etait", "ce sont", "ce serait", "je dirais", "je dis", "peut etre", "sans doute", "euh", "alors", "ben", "bah", "disons", "probablement"],
 "abbreviations": {"st": "saint", "ste": "sainte", "sts": "saints", "mme": "madame", "mlle": "mademoiselle", "mr": "monsieur", "dr": "docteur", "mgr": "monseigneur", "&": "et", "#": "diese", "+": "plus"},
 "numbers": {"zero": 0, "un": 1, "une": 1, "deux": 2, "trois": 3, "quatre": 4, "cinq": 5, "six": 6, "sept": 7, "huit": 8, "neuf": 9, "dix": 10, "onze": 11, "douze": 12, "treize": 13, "quatorze": 14, "quinze": 15, "seize": 16, "vingt": 20, "trente": 30, "quarante": 40, "cinquante": 50, "soixante": 60, "septante": 70, "huitante": 80, "octante": 80, "nonante": 90},
 "ordinals": {"premier": 1, "premiere": 1, "second": 2, "seconde": 2, "deuxieme": 2, "troisieme": 3, "quatrieme": 4, "cinquieme": 5, "sixieme": 6, "septieme": 7, "huitieme": 8, "neuvieme": 9, "dixieme": 10, "onzieme": 11, "douzieme": 12, "treizieme": 13, "quatorzieme": 14, "quinzieme": 15, "seizieme": 16, "vingtieme": 20, "trentieme": 30, "quarantieme": 40, "cinquantieme": 50, "soixantieme": 60, "centieme": 100, "millieme": 1000},
 "letters": {"œ": "oe", "æ": "ae", "ß": "ss", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "ς": "σ", "’": "'", "−": "-", "‐": "-", "‑": "-", "‒": "-", "–": "-", "—": "-", "―": "-", "➖": "-", "⁄": "/"},
 "denials": {
  "before": ["pas", "ni", "sauf", "jamais", "plus de", "plus d", "plus que", "moins de", "moins d", "moins que", "au moins", "au plus", "au minimum", "au maximum", "minimum", "maximum", "entre", "jusqu a", "au dela de", "au dessus de", "en dessous de", "au dessous de", "superieur a", "inferieur a", "avant", "apres"],
  "after": ["ou plus", "ou moins", "et plus", "au moins", "au plus", "au minimum", "au maximum", "minimum", "maximum", "max", "demi", "demie", "quart", "quarts", "tiers"]
 },
 "confusable": ["aiguille anguille", "andre andree", "astrologie astrologue", "autriche autruche", "basse basset", "berlin bernin", "berlioz berlitz", "biologie biologue", "brahma brahms", "butane butene", "cagnes cannes", "canard canari", "cardiologie cardiologue", "carmen carmin", "carpe carte", "chameau chapeau", "chaos chios", "childeric chilperic", "chlorate chlorite", "claude claudel", "colette cosette", "collision collusion", "coree coreen", "coteau couteau", "cousin coussin", "daniel daniele", "denis denise", "desert dessert", "econome economie", "emile emilie", "epice epicea", "fourier fournier", "francois francoise", "galere galerie", "geologie geologue", "gide guide", "grece grecs", "harald harold", "hiberner hiverner", "homophobe homophone", "icare icarie", "infecter infester", "irak iran", "julie julien", "jupiler jupiter", "lievre livre", "loir loire", "louis louise", "lucie lucien", "macroeconomie microeconomie", "macroscope microscope", "macron marron", "mahler mailer", "manche marche", "manet monet", "marie mario", "marie marne", "marine martine", "martien martin", "martin martine", "medium medius", "michel michele", "nitrate nitrite", "original originel", "pandora pandore", "partial partiel", "pascal pascale", "percepteur precepteur", "perpetrer perpetuer", "perse persee", "plaine plainte", "platon pluton", "poison poisson", "preposition proposition", "prescription proscription", "prescrire proscrire", "prodige prodigue", "propane propene", "racine ravine", "radium radius", "raisin raison", "recouvrer recouvrir", "renard renaud", "rene renee", "roumaine roumanie", "rousse russe", "russe russie", "simon simone", "sulfate sulfite", "tchad tchat", "tortue torture", "traite truite", "troie trois", "turin turing", "verdon verdun", "walker walter"],
 "units": {
  "length": {"mm": {"factor": "0.001", "forms": ["mm", "millimetre"]}, "cm": {"factor": "0.01", "forms": ["cm", "centimetre"]}, "dm": {"factor": "0.1", "forms": ["dm", "decimetre"]}, "m": {"factor": "1", "forms": ["m", "metre"]}, "dam": {"factor": "10", "forms": ["dam", "decametre"]}, "hm": {"factor": "100", "forms": ["hm", "hectometre"]}, "km": {"factor": "1000", "forms": ["km", "kilometre"]}},
  "area": {"mm2": {"factor": "0.000001", "forms": ["mm 2", "millimetre carre"]}, "cm2": {"factor": "0.0001", "forms": ["cm 2", "centimetre carre"]}, "m2": {"factor": "1", "forms": ["m 2", "metre carre"]}, "ha": {"factor": "10000", "forms": ["ha", "hectare"]}, "km2": {"factor": "1000000", "forms": ["km 2", "kilometre carre"]}},
  "volume": {"ml": {"factor": "0.001", "forms": ["ml", "millilitre"]}, "cl": {"factor": "0.01", "forms": ["cl", "centilitre"]}, "dl": {"factor": "0.1", "forms": ["dl", "decilitre"]}, "l": {"factor": "1", "forms": ["l", "litre"]}, "hl": {"factor": "100", "forms": ["hl", "hectolitre"]}, "cm3": {"factor": "0.001", "forms": ["cm 3", "centimetre cube"]}, "dm3": {"factor": "1", "forms": ["dm 3", "decimetre cube"]}, "m3": {"factor": "1000", "forms": ["m 3", "metre cube"]}, "km3": {"factor": "1000000000000", "forms": ["km 3", "kilometre cube"]}},
  "mass": {"mg": {"factor": "0.001", "forms": ["mg", "milligramme"]}, "g": {"factor": "1", "forms": ["g", "gramme"]}, "kg": {"factor": "1000", "forms": ["kg", "kilo", "kilogramme"]}, "q": {"factor": "100000", "forms": ["quintal", "quintaux"]}, "t": {"factor": "1000000", "forms": ["t", "tonne"]}},
  "time": {"ms": {"factor": "0.001", "forms": ["ms", "milliseconde"]}, "s": {"factor": "1", "forms": ["s", "sec", "seconde"]}, "min": {"factor": "60", "forms": ["min", "mn", "minute"]}, "h": {"factor": "3600", "forms": ["h", "heure"]}, "d": {"factor": "86400", "forms": ["j", "jour", "jours"]}, "week": {"factor": "604800", "forms": ["semaine"]}},
  "years": {"year": {"factor": "1", "forms": ["an", "annee"]}},
  "centuries": {"century": {"factor": "1", "forms": ["siecle"]}, "millennium": {"factor": "10", "forms": ["millenaire"]}},
  "months": {"month": {"factor": "1", "forms": ["mois"]}},
  "speed": {"km/h": {"factor": "1", "forms": ["km h", "kmh", "kilometre heure", "kilometre a l heure", "kilometre par heure"]}, "m/s": {"factor": "3.6", "forms": ["m s", "metre par seconde", "metre seconde"]}},
  "temperature": {"degree": {"factor": "1", "forms": ["°", "degre", "° c", "degre celsius", "degre c", "degre centigrade"]}},
  "fahrenheit": {"fahrenheit": {"factor": "1", "forms": ["° f", "degre fahrenheit"]}},
  "kelvin": {"kelvin": {"factor": "1", "forms": ["k", "kelvin"]}},
  "share": {"%": {"factor": "1", "forms": ["%", "pour cent", "pourcent"]}},
  "euros": {"cent": {"factor": "0.01", "forms": ["centime"]}, "euro": {"factor": "1", "forms": ["€", "euro", "eur"]}},
  "dollars": {"dollar": {"factor": "1", "forms": ["$", "dollar"]}},
  "pounds": {"pound": {"factor": "1", "forms": ["£", "livre sterling"]}},
  "francs": {"franc": {"factor": "1", "forms": ["franc"]}},
  "power": {"w": {"factor": "1", "forms": ["w", "watt"]}, "kw": {"factor": "1000", "forms": ["kw", "kilowatt"]}, "megawatt": {"factor": "1000000", "forms": ["megawatt"]}},
  "voltage": {"v": {"factor": "1", "forms": ["v", "volt"]}},
  "frequency": {"hz": {"factor": "1", "forms": ["hz", "hertz"]}, "khz": {"factor": "1000", "forms": ["khz", "kilohertz"]}, "mhz": {"factor": "1000000", "forms": ["mhz", "megahertz"]}},
  "data": {"byte": {"factor": "1", "forms": ["octet"]}, "ko": {"factor": "1000", "forms": ["ko", "kilooctet"]}, "mo": {"factor": "1000000", "forms": ["mo", "megaoctet"]}, "go": {"factor": "1000000000", "forms": ["go", "gigaoctet"]}}
 },
 "limits": {"given": 300, "digits": 30, "typo_from": 6, "double_from": 5, "plural_from": 4}
}; // end of tables.json

const ARTICLES = new Set(TABLES.articles);
const FILLERS = TABLES.fillers.map((filler) => filler.split(" ").filter((word) => !ARTICLES.has(word)));
const CONFUSABLE = new Set(TABLES.confusable);
const LIMITS = TABLES.limits;
const NUMBERS = new Map(Object.entries(TABLES.numbers));
const ORDINALS = new Map(Object.entries(TABLES.ordinals));
const ABBREVIATIONS = new Map(Object.entries(TABLES.abbreviations));
const LETTERS = new Map(Object.entries(TABLES.letters));
const SPECIAL = new RegExp(`[${[...LETTERS.keys()].join("")}]`, "g");
const UNITS = new Map();
const UNIT_OF = new Map();
for (const [dimension, units] of Object.entries(TABLES.units)) {
  for (const [name, { factor, forms }] of Object.entries(units)) {
    const unit = { name, dimension, factor };
    UNIT_OF.set(name, unit);
    for (const form of forms) UNITS.set(form.split(" ").map(singular).join(" "), unit);
  }
}
const LONGEST_UNIT = Math.max(...[...UNITS.keys()].map((form) => form.split(" ").length));
const RIGHT = ["exact", "same", "typo"];
const TENS = new Set([20n, 30n, 40n, 50n, 60n, 70n, 80n, 90n]);
const BIG = new Map([["mille", 3], ["mil", 3], ["million", 6], ["milliard", 9], ["billion", 12]]);
const ROMAN = { i: 1, v: 5, x: 10, l: 50 };
const TOKEN =
  /(- *)?([0-9]{1,3}(?:(?: [0-9]{3})+|(?:'[0-9]{3})+|(?:\.[0-9]{3}){2,})(?![0-9])(?:,[0-9]+)?|[0-9]+(?:[.,][0-9]+)?)|(\p{L}+)|([%€$£°&+#])/gu;
const AFTER_DIGITS = /(?:ers?|r?es?|eres?|i?emes?|nde?s?|de)(?!\p{L})/uy;
const AFTER_WHOLE = /([0-9])([¼-¾⅐-⅞])/g;
// 2 1/2. And 384.400, which may be a whole number in groups or a decimal one: who can tell?
const FRACTION = /(?<![0-9/.,])(?:([0-9]{1,9}) )?([1-9][0-9]{0,3})\/([1-9][0-9]{0,3})(?![0-9/.,])/g;
const GROUP_OR_DECIMALS = /(?<![0-9.,'])[1-9][0-9]{0,2}\.[0-9]{3}(?![0-9.,'])/;
const MARKS = /\p{M}+/gu;

// ---- the public functions

/** Judge a typed answer against the `answer` of a question in a pack; `said` are the items of a list already given. */
export function judge(answer, given, said = []) {
  if (!["text", "number", "list"].includes(answer.kind)) return verdict(false, "not-judged");
  const long = codePoints(given) > LIMITS.given;
  if (!fold(long ? given.slice(0, LIMITS.given) : given)) return verdict(false, "empty");
  if (long) return verdict(false, "wrong");
  if (answer.kind === "number") {
    const number = read(given, answer.unit);
    if (number === null) return verdict(false, "unreadable");
    return same(number, decimal(String(answer.value))) ? verdict(true, "exact", answer.text) : verdict(false, "wrong");
  }
  if (answer.kind === "list") return judgeList(answer.items, given, said);
  const [reason, form] = best(answer, given, heardForm(given, false));
  return verdict(RIGHT.includes(reason), reason, form);
}

/** The one number that a player typed, in digits and in the answer's unit; null if there is none, or several. */
export function readNumber(given, unit) {
  const number = read(given, unit);
  return number === null ? null : plain(number);
}

/** Who wins a Cible: proposals in the order in which they were made. */
export function rank(answer, proposals, { distinct = false } = {}) {
  const value = decimal(String(answer.value));
  const distances = [];
  const measured = [];
  const known = new Set();
  for (const [place, proposal] of proposals.entries()) {
    const number = proposal ? read(proposal, answer.unit) : null;
    if (number === null || (distinct && known.has(plain(number)))) {
      distances.push(null);
      continue;
    }
    known.add(plain(number));
    const gap = distance(value, number);
    distances.push(plain(gap));
    measured.push([place, gap]);
    if (gap.digits === 0n) {
      while (distances.length < proposals.length) distances.push(null);
      return { winners: [place], exact: place, heard: place + 1, distances };
    }
  }
  let least = null;
  for (const [, gap] of measured) if (least === null || below(gap, least)) least = gap;
  const winners = measured.filter(([, gap]) => same(gap, least)).map(([place]) => place);
  return { winners, exact: null, heard: proposals.length, distances };
}

/** A round of Ping-pong: an item counts once, whatever its form. */
export function pingPong(answer, given) {
  const verdicts = [];
  const said = [];
  let lastRight = null;
  for (const [place, text] of given.entries()) {
    const found = judge(answer, text, said);
    verdicts.push(found.reason);
    if (found.right) {
      said.push(found.item);
      lastRight = place;
    }
  }
  return { verdicts, said, lastRight, complete: said.length > 0 && said.length === answer.items.length };
}

function verdict(right, reason, form = null, item = null) {
  return { right, reason, form, item };
}

// ---- words (steps 1 to 5)

function codePoints(text) {
  return text.length <= LIMITS.given ? text.length : [...text].length;
}

/** Step 1: without accents, case, ligatures or typographic signs. */
export function fold(text) {
  if (/^[\x20-\x7e]*$/.test(text)) return text.toLowerCase().trim();
  return text
    .replace(AFTER_WHOLE, "$1 $2")
    .normalize("NFKD")
    .replace(MARKS, "")
    .toLowerCase()
    .replace(SPECIAL, (sign) => LETTERS.get(sign))
    .trim();
}

/** Not the hyphen of Apollo-13, nor the dash of 1914 - 1918; `apart`: a dash by itself after a word is one, too. */
function isMinus(dash, before, apart) {
  const last = before.replace(/ +$/, "").at(-1) ?? "(";
  return last === "(" || (before.endsWith(" ") && !"0123456789".includes(last) && (dash === "-" || apart));
}

/** Step 2: words and numbers; a number is kept as `#` and its digits. */
function tokens(folded, apart = false) {
  const found = [];
  TOKEN.lastIndex = 0;
  for (let match; (match = TOKEN.exec(folded)); ) {
    if (match[2] !== undefined) {
      const minus = match[1] && isMinus(match[1], folded.slice(0, match.index), apart);
      if (/^[0-9]+$/.test(match[2])) {
        AFTER_DIGITS.lastIndex = TOKEN.lastIndex;
        if (AFTER_DIGITS.test(folded)) TOKEN.lastIndex = AFTER_DIGITS.lastIndex;
      }
      found.push(`#${minus ? "-" : ""}${match[2]}`);
    } else {
      const word = match[3] ?? match[4];
      found.push(ABBREVIATIONS.get(word) ?? word);
    }
  }
  return found;
}

/** Steps 3 and 4: words, numbers and units, articles included. */
function heard(raw) {
  const found = [];
  let at = 0;
  while (at < raw.length) {
    const [number, after] = numberAt(raw, at) ?? rankAt(raw, at) ?? [];
    if (number === undefined) {
      found.push({ text: strip(raw[at]), number: null, unit: "" });
      at += 1;
      continue;
    }
    const article = (raw[at] === "un" || raw[at] === "une") && after === at + 1 && raw.length > 1;
    found.push({ text: article ? raw[at] : `#${plain(number)}`, number, unit: "" });
    const [unit, end] = unitAt(raw, after);
    if (unit) found.push({ text: `§${unit}`, number: null, unit });
    at = end;
  }
  return found;
}

function strip(word) {
  return word.replace(/^#+/, "");
}

function singular(word) {
  return word.length > 2 && word.endsWith("s") ? word.slice(0, -1) : word;
}

/** Step 4: the longest unit that begins here, and where it ends. */
function unitAt(raw, at) {
  for (let length = Math.min(LONGEST_UNIT, raw.length - at); length > 0; length--) {
    const form = raw.slice(at, at + length).map((word) => singular(strip(word))).join(" ");
    const unit = UNITS.get(form);
    if (unit) return [unit.name, at + length];
  }
  return ["", at];
}

/** Step 5: without articles, unless there is nothing else. */
function telling(words) {
  const kept = words.map((word) => word.text).filter((text) => !ARTICLES.has(text));
  return kept.length ? kept : words.map((word) => (word.number ? `#${plain(word.number)}` : word.text));
}

/** Ordinals in words, Roman numbers after a word (Louis XIV) and Roman ordinals before one (XXe siècle). */
function rankAt(raw, at) {
  const word = raw[at];
  let found = ordinalOf(word);
  if (found === null && at > 0 && !raw[at - 1].startsWith("#") && !ARTICLES.has(word)) {
    found = roman(word, "ivxl");
    if (found === null && (word === "ier" || word === "ire")) found = 1;
  }
  if (found === null && at + 1 < raw.length) {
    for (const ending of ["eme", "er", "re", "e"]) {
      if (found === null && word.endsWith(ending)) found = roman(word.slice(0, -ending.length), "ivx");
    }
  }
  return found === null ? null : [whole(found), at + 1];
}

// ---- numbers (step 3): exact decimals, `digits` times ten to the power of minus `scale`

function whole(value) {
  return { digits: BigInt(value), scale: 0 };
}

function decimal(text) {
  let [mantissa, exponent = ""] = text.toLowerCase().split("e");
  const sign = mantissa.startsWith("-") ? -1n : 1n;
  let bare = mantissa.replace(/^-/, "").replace(/[ ']/g, "");
  bare = bare.split(".").length > 2 ? bare.replaceAll(".", "") : bare.replace(",", ".");
  const [before, part = ""] = bare.split(".");
  if (!/^[0-9]+$/.test(before + part) || before.length + part.length > LIMITS.digits) return null;
  const power = /^[+-]?[0-9]{1,4}$/.test(exponent) ? Number(exponent) : 0;
  const scale = part.length - power;
  const digits = sign * BigInt(before + part);
  return trimmed(scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 });
}

function trimmed({ digits, scale }) {
  while (scale > 0 && digits % 10n === 0n) {
    digits /= 10n;
    scale -= 1;
  }
  return { digits, scale };
}

function times(one, other) {
  return trimmed({ digits: one.digits * other.digits, scale: one.scale + other.scale });
}

function at(number, scale) {
  return number.digits * 10n ** BigInt(scale - number.scale);
}

function plus(one, other) {
  const scale = Math.max(one.scale, other.scale);
  return trimmed({ digits: at(one, scale) + at(other, scale), scale });
}

function distance(one, other) {
  const { digits, scale } = plus(one, { digits: -other.digits, scale: other.scale });
  return { digits: digits < 0n ? -digits : digits, scale };
}

function same(one, other) {
  return one.digits === other.digits && one.scale === other.scale;
}

function below(one, other) {
  const scale = Math.max(one.scale, other.scale);
  return at(one, scale) < at(other, scale);
}

/** Exact division, or null. */
function divided(number, by) {
  let scaled = number.digits * 10n ** BigInt(by.scale);
  let extra = 0;
  while (scaled % by.digits !== 0n) {
    scaled *= 10n;
    extra += 1;
    if (extra > LIMITS.digits) return null;
  }
  return trimmed({ digits: scaled / by.digits, scale: number.scale + extra });
}

function plain({ digits, scale }) {
  const sign = digits < 0n ? "-" : "";
  const text = String(digits < 0n ? -digits : digits);
  if (scale <= 0) return sign + text;
  const long = text.padStart(scale + 1, "0");
  return `${sign}${long.slice(0, -scale)}.${long.slice(-scale)}`;
}

function ordinalOf(word) {
  return ORDINALS.get(word) ?? (word.endsWith("s") ? ORDINALS.get(word.slice(0, -1)) : undefined) ?? null;
}

function roman(word, letters) {
  if (word.length === 0 || word.length > 7) return null;
  let total = 0;
  for (let place = 0; place < word.length; place++) {
    if (!letters.includes(word[place])) return null;
    const value = ROMAN[word[place]];
    total += value < (ROMAN[word[place + 1]] ?? 0) ? -value : value;
  }
  return total > 0 && speltRoman(total) === word ? total : null;
}

function speltRoman(number) {
  let spelt = "";
  for (const [value, letters] of [[50, "l"], [40, "xl"], [10, "x"], [9, "ix"], [5, "v"], [4, "iv"], [1, "i"]]) {
    for (; number >= value; number -= value) spelt += letters;
  }
  return spelt;
}

function powerOf(word) {
  return BIG.get(word) ?? (word.endsWith("s") ? BIG.get(word.slice(0, -1)) : undefined) ?? null;
}

/** The longest number that begins at a word, and where it ends. */
function numberAt(words, at) {
  if (!startsNumber(words[at])) return null;
  const start = at;
  let total = whole(0);
  let current = null;
  let lastPower = 99;
  let spelt = true;
  const sum = () => (current ? plus(total, current) : total);
  while (at < words.length) {
    const word = words[at];
    const power = powerOf(word);
    if (word.startsWith("#")) {
      const number = current === null ? decimal(word.slice(1)) : null;
      if (number === null) break;
      current = number;
      spelt = false;
    } else if (power !== null) {
      if (power >= lastPower || (current === null && power !== 3)) break;
      total = plus(total, times(current ?? whole(1), whole(10n ** BigInt(power))));
      current = null;
      lastPower = power;
      spelt = true;
    } else if (word === "cent" || word === "cents") {
      const joined = spelt ? hundreds(current) : null;
      if (joined === null) break;
      current = joined;
    } else if (word === "et" && at > start) {
      const after = words[at + 1] ?? "";
      if (after === "demi" || after === "demie") return [plus(sum(), { digits: 5n, scale: 1 }), at + 2];
      const links = after === "un" || after === "une" || after === "onze" || after === "unieme";
      if (!spelt || !links || current === null || !TENS.has(current.digits % 100n)) break;
    } else if (word === "virgule" && current !== null) {
      return withDecimals(words, at, sum());
    } else {
      const [joined, done] = spelt ? small(word, current) : [null, false];
      if (joined === null) break;
      current = joined;
      if (done) {
        at += 1;
        break;
      }
    }
    at += 1;
  }
  if (at > 0 && words[at - 1] === "et") at -= 1;
  return at > start ? [sum(), at] : null;
}

/** A first look, so that ordinary words cost nothing. */
function startsNumber(word) {
  if (word.startsWith("#") || NUMBERS.has(word) || BIG.has(word) || word === "cent" || word === "cents") return true;
  return word.endsWith("s") && (NUMBERS.has(word.slice(0, -1)) || BIG.has(word.slice(0, -1)));
}

function small(word, current) {
  let value = NUMBERS.get(word) ?? (word.endsWith("s") ? NUMBERS.get(word.slice(0, -1)) : undefined);
  const ordinal = value === undefined;
  if (ordinal) {
    if (current === null) return [null, false];
    value = word === "unieme" ? 1 : word.includes("ieme") ? (ordinalOf(word) ?? undefined) : undefined;
  }
  if (value === undefined || (current !== null && current.scale)) return [null, false];
  if (current === null) return [whole(value), ordinal];
  const rest = current.digits % 100n;
  if (value === 20 && rest === 4n) return [whole(current.digits + 76n), ordinal];
  const fits =
    (TENS.has(rest) && value < (rest === 60n || rest === 80n ? 20 : 10)) ||
    (rest === 10n && value >= 7 && value <= 9) ||
    (rest === 0n && current.digits >= 100n);
  return fits && value > 0 ? [whole(current.digits + BigInt(value)), ordinal] : [null, false];
}

function hundreds(current) {
  if (current === null) return whole(100);
  return !current.scale && current.digits > 1n && current.digits < 100n ? whole(current.digits * 100n) : null;
}

function withDecimals(words, at, number) {
  let after = at + 1;
  let zeros = 0;
  for (; words[after] === "zero"; after++) zeros += 1;
  const found = after < words.length ? numberAt(words, after) : null;
  if (found === null || found[0].scale || found[0].digits < 0n) return [number, at];
  const scale = zeros + String(found[0].digits).length;
  return scale > LIMITS.digits ? [number, at] : [plus(number, { digits: found[0].digits, scale }), found[1]];
}

function read(given, unit) {
  if (codePoints(given) > LIMITS.given) return null;
  const folded = fold(given);
  if (GROUP_OR_DECIMALS.test(folded)) return null;
  const words = heard(tokens(folded.replace(FRACTION, asDecimal), true));
  let places = words.flatMap((word, place) => (word.number ? [place] : []));
  if (places.length > 1) places = places.filter((place) => words[place].text !== "un" && words[place].text !== "une");
  if (places.length !== 1) return null;
  const [before, after] = [words.slice(0, places[0]), words.slice(places[0] + 1)];
  if (says(before, TABLES.denials.before) || says(after, TABLES.denials.after)) return null;
  let { number } = words[places[0]];
  if (before.at(-1)?.text === "moins") number = { digits: -number.digits, scale: number.scale };
  return unit ? inUnit(number, after, unit) : number;
}

/** Whether one of the forms stands among the words. */
function says(words, forms) {
  const text = ` ${words.map((word) => word.text).join(" ")} `;
  return forms.some((form) => text.includes(` ${form} `));
}

/** 2 1/2 as 2,5; what is no proper fraction, or has no decimal form, stays as it is. */
function asDecimal(fraction, before, part, by) {
  const found = Number(part) < Number(by) ? divided(whole(part), whole(by)) : null;
  return found === null ? fraction : `${before ?? 0},${String(found.digits).padStart(found.scale, "0")}`;
}

function inUnit(number, after, unit) {
  if (!after.length) return number;
  const named = tokens(fold(unit));
  const [name, end] = unitAt(named, 0);
  const wanted = named.length && end === named.length ? name : "";
  if (after[0].unit && wanted) {
    const one = UNIT_OF.get(after[0].unit);
    const other = UNIT_OF.get(wanted);
    if (one.dimension !== other.dimension) return null;
    return one === other ? number : divided(times(number, decimal(one.factor)), decimal(other.factor));
  }
  const bare = (words) => words.filter((word) => !ARTICLES.has(word)).map((word) => singular(strip(word.replace(/^§/, ""))));
  const typed = bare(after.map((word) => word.text));
  return bare(named).every((word, place) => typed[place] === word) ? number : null;
}

// ---- comparing (steps 6 to 8)

const READY = new WeakMap();
const FORMS = new Map();
const MOST_FORMS = 20000;

/** The forms of an answer, made ready once for each answer object; answers are never changed. */
function formsOf(answer) {
  let forms = READY.get(answer);
  if (!forms) {
    forms = [answer.text, ...(answer.accept ?? [])].map((text) => heardForm(text, true));
    READY.set(answer, forms);
  }
  return forms;
}

function heardForm(text, keep) {
  let form = FORMS.get(text);
  if (form) return form;
  const folded = fold(text);
  const words = heard(tokens(folded));
  const kept = words.length ? telling(words) : [`§${folded}`]; // signs without a word: an emoji is only itself
  form = { text, words: kept, key: kept.join(""), number: null, unit: "" };
  if (words.length && words[0].number && words.length <= 2 && (words.length === 1 || words[1].unit)) {
    form.number = words[0].number;
    form.unit = words[1]?.unit ?? "";
  }
  if (keep) {
    if (FORMS.size >= MOST_FORMS) FORMS.clear();
    FORMS.set(text, form);
  }
  return form;
}

function judgeList(items, given, said) {
  const typed = heardForm(given, false);
  const found = items.map((item) => best(item, given, typed));
  for (const reason of RIGHT) {
    const meant = found.flatMap(([level, form], number) => (level === reason ? [[form, number]] : []));
    if (!meant.length) continue;
    if (reason === "typo" && meant.length > 1) return verdict(false, "ambiguous");
    const [form, number] = meant.find(([, item]) => !said.includes(item)) ?? meant[0];
    if (said.includes(number)) return verdict(false, "repeated", form, number);
    return verdict(true, reason, form, number);
  }
  return verdict(false, "wrong");
}

function best(answer, given, typed) {
  const exact = given.trim();
  const spoken = withoutFiller(typed);
  let found = ["wrong", null];
  for (const form of formsOf(answer)) {
    if (exact === form.text) return ["exact", form.text];
    for (const said of spoken ? [typed, spoken] : [typed]) {
      const reason = compare(form, said, answer.unlike ?? []);
      if (reason === "same") found = found[0] === "same" ? found : [reason, form.text];
      else if (reason === "typo" && found[0] === "wrong") found = [reason, form.text];
    }
  }
  return found;
}

function compare(form, typed, unlike) {
  if (form.key === typed.key) return "same";
  if (form.number && typed.number) return sameQuantity(form, typed) ? "same" : "wrong";
  if (form.words.length !== typed.words.length) return "wrong";
  let place = -1;
  for (let number = 0; number < form.words.length; number++) {
    if (form.words[number] === typed.words[number]) continue;
    if (place >= 0) return "wrong";
    place = number;
  }
  if (place < 0 || unlike.includes(typed.words[place])) return "wrong";
  return isTypo(form.words[place], typed.words[place]) ? "typo" : "wrong";
}

function sameQuantity(form, typed) {
  if (!form.unit || !typed.unit) return same(form.number, typed.number) && Boolean(form.unit);
  const one = UNIT_OF.get(form.unit);
  const other = UNIT_OF.get(typed.unit);
  if (one.dimension !== other.dimension) return false;
  return same(times(form.number, decimal(one.factor)), times(typed.number, decimal(other.factor)));
}

function isTypo(one, other) {
  if (one[0] !== other[0] || one[0] === "#" || one[0] === "§") return false;
  if (CONFUSABLE.has(one < other ? `${one} ${other}` : `${other} ${one}`)) return false;
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short.length >= LIMITS.plural_from && long.slice(0, -1) === short && "sx".includes(long.at(-1))) return true;
  const length = [...one].length;
  if (length >= LIMITS.typo_from) return oneSlip(one, other);
  return length >= LIMITS.double_from && isDoubling(short, long);
}

/** Whether the longer word only has one of the other's letters twice: Curie, Currie. */
function isDoubling(short, long) {
  if (long.length - short.length !== 1) return false;
  let place = 0;
  while (place < short.length && long[place] === short[place]) place += 1;
  return place > 0 && long[place] === long[place - 1] && long.slice(place + 1) === short.slice(place);
}

function oneSlip(one, other) {
  if (Math.abs(one.length - other.length) > 1 || one === other) return false;
  let start = 0;
  while (start < one.length && start < other.length && one[start] === other[start]) start += 1;
  const a = one.slice(start);
  const b = other.slice(start);
  if (a.length > b.length) return a.slice(1) === b;
  if (a.length < b.length) return b.slice(1) === a;
  return a.slice(1) === b.slice(1) || (a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2));
}

function withoutFiller(form) {
  for (const filler of FILLERS) {
    if (form.words.length <= filler.length || !filler.every((word, place) => form.words[place] === word)) continue;
    const words = form.words.slice(filler.length);
    return { words, key: words.join(""), number: null, unit: "" };
  }
  return null;
}
