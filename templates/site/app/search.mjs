// Full-text search without accents, fast enough for a hundred thousand questions at every key press.
//
// Every word stands in a sorted list with the numbers of the texts that hold it. The beginning of a word is a stretch of that
// list, so a query looks at the texts that match and at no others.

const PORTION = 2048;
const LETTERS = { œ: "oe", æ: "ae", ß: "ss", ø: "o", ł: "l", đ: "d" };

// Without accents, capitals and signs; the groups of a long number are one word.
export function fold(text) {
  return text.normalize("NFD").replace(/\p{M}+/gu, "").toLowerCase().replace(/[œæßøłđ]/g, (letter) => LETTERS[letter]).replace(/[^\p{L}\p{N}]+/gu, " ").replace(/(?<=\d) (?=\d{3}(?!\d))/g, "").trim();
}

// The words that are searched: what a question shows, its answers (not for who reads blind), its theme and its id.
export function textOf(entry, { blind = false } = {}) {
  const answer = (blind ? null : entry.answer) ?? {};
  const parts = [entry.keyword, entry.clue, entry.question, entry.theme, entry.id, answer.text, answer.tie, entry.title, entry.name, entry.text, entry.motto, entry.hint];
  for (const item of answer.items ?? []) parts.push(item.text, ...(item.accept ?? []));
  parts.push(...(answer.accept ?? []));
  return parts.filter(Boolean).join(" ");
}

export class Index {
  // Takes texts up in portions, so that the page stays alive; `pause` gives the page its turn and hears how far it is.
  static async of(texts, pause) {
    const known = new Map(); // words in the order of their appearance
    const latest = []; // the text in which each of them was seen last
    const own = [];
    const ends = new Uint32Array(texts.length + 1);
    for (let at = 0; at < texts.length; at += 1) {
      for (const word of fold(texts[at]).split(" ")) {
        let number = known.get(word);
        if (number === undefined) known.set(word, (number = known.size));
        if (latest[number] === at) continue;
        latest[number] = at;
        own.push(number);
      }
      ends[at + 1] = own.length;
      if (pause && at % PORTION === PORTION - 1) await pause(at + 1);
    }
    return new Index(known, own, ends);
  }

  constructor(known, own, ends) {
    this.size = ends.length - 1;
    this.words = [...known.keys()].sort();
    const ranks = new Uint32Array(this.words.length);
    for (const [at, word] of this.words.entries()) ranks[known.get(word)] = at;
    // The words of each text, and where they end; then the texts of each word, and where they start. Plain loops: millions of steps.
    this.own = new Uint32Array(own.length);
    this.ends = ends;
    this.starts = new Uint32Array(this.words.length + 1);
    for (let at = 0; at < own.length; at += 1) {
      this.own[at] = ranks[own[at]];
      this.starts[this.own[at] + 1] += 1;
    }
    for (let at = 0; at < this.words.length; at += 1) this.starts[at + 1] += this.starts[at];
    this.texts = new Uint32Array(own.length);
    const free = this.starts.slice();
    for (let at = 0; at < this.size; at += 1) {
      for (let place = ends[at]; place < ends[at + 1]; place += 1) {
        this.texts[free[this.own[place]]] = at;
        free[this.own[place]] += 1;
      }
    }
  }

  // The numbers of all texts that hold a word beginning with each term, as far as `wanted` allows. Signs alone find nothing.
  find(query, wanted = null) {
    const terms = new Set(fold(query).split(" ").filter(Boolean));
    const found = [];
    if (!terms.size && query.trim()) return found;
    const stretches = [...terms].map((term) => [this.starts[this.first(term)], this.starts[this.first(`${term}\uffff`)]]);
    stretches.sort(([from, to], [start, end]) => to - from - (end - start));
    const matched = new Uint16Array(this.size); // how many terms, as long as there was none that did not match
    for (const [round, [from, to]] of stretches.entries()) {
      for (let at = from; at < to; at += 1) if (matched[this.texts[at]] === round) matched[this.texts[at]] = round + 1;
    }
    for (let at = 0; at < this.size; at += 1) if (matched[at] === stretches.length && (!wanted || wanted(at))) found.push(at);
    return found;
  }

  // The place of the first word that is not before this one.
  first(word) {
    let [low, high] = [0, this.words.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.words[middle] < word) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  // The most similar texts by shared rare words: [number, score] with scores from 0 to 1.
  near(number, most = 5, least = 0.3) {
    const scores = new Map();
    let total = 0;
    for (const place of this.own.subarray(this.ends[number], this.ends[number + 1])) {
      const word = this.words[place];
      if (word.length <= 3) continue;
      const hits = this.find(word.slice(0, Math.max(4, word.length - 2)));
      const weight = Math.log((this.size + 1) / (hits.length || 1));
      total += weight;
      if (hits.length > this.size / 8 + 4) continue; // everywhere: says nothing
      for (const hit of hits) if (hit !== number) scores.set(hit, (scores.get(hit) ?? 0) + weight);
    }
    return [...scores].map(([hit, score]) => [hit, score / (total || 1)]).filter(([, score]) => score >= least)
      .sort((one, other) => other[1] - one[1] || one[0] - other[0]).slice(0, most);
  }
}
