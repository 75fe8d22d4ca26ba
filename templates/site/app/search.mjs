// Full-text search without accents, fast enough for a hundred thousand questions at every key press.
//
// All texts are folded once and joined into long strings; a query looks for the beginnings of words in them with
// indexOf, which browsers do at memory speed, and jumps to the next question after each hit.

const CHUNK = 2048;
const LETTERS = { œ: "oe", æ: "ae", ß: "ss", ø: "o", ł: "l", đ: "d" };

export function fold(text) {
  return text.normalize("NFD").replace(/\p{M}+/gu, "").toLowerCase().replace(/[œæßøłđ]/g, (letter) => LETTERS[letter]).replace(/[^\p{L}\p{N}]+/gu, " ").trim();
}

// The words that are searched: what a question shows, its answers, its theme and its id.
export function textOf(entry) {
  const answer = entry.answer ?? {};
  const parts = [entry.keyword, entry.clue, entry.question, entry.theme, entry.id, answer.text, answer.tie, entry.title, entry.name, entry.text, entry.motto, entry.hint];
  for (const item of answer.items ?? []) parts.push(item.text, ...(item.accept ?? []));
  parts.push(...(answer.accept ?? []));
  return parts.filter(Boolean).join(" ");
}

export class Index {
  constructor() {
    this.size = 0;
    this.chunks = [];
  }

  // Takes texts up in portions, so that the page stays alive; `pause` gives the page its turn.
  async take(texts, pause) {
    for (let from = 0; from < texts.length; from += CHUNK) {
      const part = texts.slice(from, from + CHUNK);
      const starts = new Uint32Array(part.length + 1);
      const folded = [];
      let length = 0;
      for (let at = 0; at < part.length; at += 1) {
        starts[at] = length;
        const text = ` ${fold(part[at])}\n`;
        folded.push(text);
        length += text.length;
      }
      starts[part.length] = length;
      this.chunks.push({ first: this.size, starts, text: folded.join("") });
      this.size += part.length;
      if (pause && from + CHUNK < texts.length) await pause();
    }
  }

  // The numbers of all texts that hold a word beginning with each term, as far as `wanted` allows.
  find(query, wanted = null) {
    const terms = fold(query).split(" ").filter(Boolean).map((term) => ` ${term}`).sort((one, other) => other.length - one.length);
    const found = [];
    for (const chunk of this.chunks) {
      if (!terms.length) {
        for (let at = 0; at < chunk.starts.length - 1; at += 1) if (!wanted || wanted(chunk.first + at)) found.push(chunk.first + at);
      } else search(chunk, terms, wanted, found);
    }
    return found;
  }

  // The most similar texts by shared rare words: [number, score] with scores from 0 to 1.
  near(number, most = 5, least = 0.3) {
    const words = [...new Set(this.text(number).trim().split(" "))].filter((word) => word.length > 3);
    const scores = new Map();
    let total = 0;
    for (const word of words) {
      const stem = word.slice(0, Math.max(4, word.length - 2));
      const hits = this.find(stem);
      const weight = Math.log((this.size + 1) / (hits.length || 1));
      total += weight;
      if (hits.length > this.size / 8 + 4) continue; // everywhere: says nothing
      for (const hit of hits) if (hit !== number) scores.set(hit, (scores.get(hit) ?? 0) + weight);
    }
    return [...scores].map(([hit, score]) => [hit, score / (total || 1)]).filter(([, score]) => score >= least)
      .sort((one, other) => other[1] - one[1] || one[0] - other[0]).slice(0, most);
  }

  text(number) {
    const chunk = this.chunks[Math.floor(number / CHUNK)];
    const at = number - chunk.first;
    return chunk.text.slice(chunk.starts[at], chunk.starts[at + 1] - 1);
  }
}

function search({ first, starts, text }, terms, wanted, found) {
  const [longest, ...others] = terms;
  let at = 0;
  let hit = text.indexOf(longest);
  while (hit >= 0) {
    while (starts[at + 1] <= hit) at += 1;
    const end = starts[at + 1];
    if (!wanted || wanted(first + at)) {
      const own = others.length ? text.slice(starts[at], end) : "";
      if (others.every((term) => own.includes(term))) found.push(first + at);
    }
    hit = text.indexOf(longest, end);
  }
}
