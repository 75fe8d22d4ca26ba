// Keeps the site for when there is no network: everything but pictures and PDFs at once, pictures when they are seen.
// Several sites may share a host: each has caches of its own, named after its folder.
const SITE = `livret ${new URL("./", self.location).pathname} `;
const VERSION = `${SITE}VERSION`;
const PICTURES = `${SITE}pictures`;
const FILES = [/* FILES */];

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches.open(VERSION)
      .then((cache) => cache.addAll(["./", ...FILES].map((path) => new Request(path, { cache: "no-cache" }))))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches.keys()
      .then((names) => Promise.all(names.filter((name) => name.startsWith(SITE) && name !== VERSION && name !== PICTURES).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== self.location.origin) return;
  event.respondWith(answer(event.request, url));
});

async function answer(request, url) {
  const kept = await caches.match(request, { ignoreSearch: true });
  if (kept) return kept;
  const fresh = await fetch(request);
  // The name of a picture is the hash of what it shows: it never changes.
  if (fresh.ok && /\/pages\/[0-9a-f]{32}-\d+\.webp$/.test(url.pathname)) {
    const cache = await caches.open(PICTURES);
    await cache.put(request, fresh.clone());
  }
  return fresh;
}
