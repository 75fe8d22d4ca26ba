// Where data comes from: the files of the site, and what this browser remembers.
const known = new Map();
const waiting = new Map();

// Pages from the disk may not fetch; scripts they may load, and these call livret.take(path, value).
globalThis.livret = { take: (path, value) => waiting.get(path)?.(value) };

export function load(path) {
  if (!known.has(path)) {
    const found = location.protocol === "file:" ? byScript(path) : byFetch(path);
    known.set(path, found);
    found.catch(() => known.delete(path));
  }
  return known.get(path);
}

// Forgets some files, or all (null); gives those that were meant.
export function forget(paths) {
  const meant = paths ?? [...known.keys()];
  for (const path of meant) known.delete(path);
  return meant;
}

async function byFetch(path) {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

function byScript(path) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    waiting.set(path, resolve);
    script.src = `${path}.js`;
    script.onerror = () => reject(new Error(path));
    script.onload = () => script.remove();
    document.head.append(script);
  });
}

// A browser may refuse to remember something: then it lasts as long as the page.
const session = new Map();

export function recall(name, fallback) {
  if (session.has(name)) return session.get(name) ?? fallback;
  try {
    const text = localStorage.getItem(`livret.${name}`);
    return text === null ? fallback : JSON.parse(text) ?? fallback;
  } catch {
    return fallback;
  }
}

export function remember(name, value) {
  session.delete(name);
  try {
    if (value === undefined) localStorage.removeItem(`livret.${name}`);
    else localStorage.setItem(`livret.${name}`, JSON.stringify(value));
  } catch {
    session.set(name, value); // a private window, or it is full; what was there is not to come back
  }
}
