// The service worker: all files of the site are fetched once, looked at, and served from then on without the network.

interface Site {
  version: string;
  files: [name: string, size: number, digest: string][];
}
/** What the site is made of; its builder says it. */
declare const SITE: Site;

interface Waits extends Event {
  waitUntil(what: Promise<unknown>): void;
}
interface Fetched extends Event {
  request: Request;
  respondWith(what: Promise<Response>): void;
}
interface Scope {
  skipWaiting(): Promise<void>;
  registration: { scope: string };
  clients: { claim(): Promise<void>; matchAll(how: object): Promise<{ postMessage(what: unknown): void }[]> };
  addEventListener(name: string, heard: (event: never) => void): void;
}
const scope = self as unknown as Scope;
const HOME = `croupier ${scope.registration.scope} `;
const NAME = HOME + SITE.version;
const WHOLE = SITE.files.reduce((sum, [, size]) => sum + size, 0);
const AT_ONCE = 4;

async function told(bytes: number): Promise<void> {
  const pages = await scope.clients.matchAll({ includeUncontrolled: true, type: "window" });
  for (const page of pages) page.postMessage({ type: "fetched", part: bytes / WHOLE });
}

async function digest(data: BufferSource): Promise<string> {
  const found = new Uint8Array(await crypto.subtle.digest("SHA-256", data));
  return [...found].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function body(answer: Response, counted: (bytes: number) => void): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const reader = answer.body!.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    counted(part.value.length);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** A file of this very version, or an error: a host that has half of another version is not kept. */
async function one(cache: Cache, [name, , wanted]: Site["files"][number], counted: (bytes: number) => void): Promise<void> {
  const address = new URL(name, scope.registration.scope).href;
  if (await cache.match(address)) return;
  const answer = await fetch(address, { cache: "no-cache" });
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  const data = await body(answer, counted);
  if ((await digest(data)) !== wanted) throw new Error(`${name} is of another version`);
  const kind = answer.headers.get("Content-Type");
  await cache.put(address, new Response(data, { headers: kind ? { "Content-Type": kind } : {} }));
}

async function install(): Promise<void> {
  const cache = await caches.open(NAME);
  let fetched = 0;
  let last = 0;
  const counted = (bytes: number): void => {
    fetched += bytes;
    if (fetched - last > WHOLE / 100) void told((last = fetched));
  };
  const waiting = [...SITE.files];
  const take = async (): Promise<void> => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) await one(cache, file, counted);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, take));
  await told(WHOLE);
}

async function activate(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(HOME) && name !== NAME).map((name) => caches.delete(name)));
  await scope.clients.claim();
}

async function answer(request: Request): Promise<Response> {
  const cache = await caches.open(NAME);
  const address = new URL(request.url);
  address.search = address.hash = "";
  if (address.href === scope.registration.scope) address.href += "index.html";
  return (await cache.match(address.href)) ?? fetch(request);
}

scope.addEventListener("install", (event: Waits) => event.waitUntil(install()));
scope.addEventListener("activate", (event: Waits) => event.waitUntil(activate()));
scope.addEventListener("fetch", (event: Fetched) => {
  if (event.request.method === "GET" && event.request.url.startsWith(scope.registration.scope)) {
    event.respondWith(answer(event.request));
  }
});
export {};
