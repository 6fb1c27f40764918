// The engine in a worker: Pyodide runs croupier as it is, and its desk answers the page, line by line.

import { BEGIN, KEPT, WORKED, python, unpacked, type Proxy, type Python } from "./boot";
import { Keep, type File, type Store } from "./keep";
import type { FromEngine, ToEngine } from "./engine";

/** Which engine this is, and the file of its memory, if there is one; the site's builder says it. */
declare const ENGINE: string;
declare const SNAPSHOT: string;

interface Held {
  due: boolean;
  begin(line: number, kind: string, of: string): Proxy;
  hear(line: number, text: string): Proxy;
  end(line: number): Proxy;
  advance(): Proxy;
}
interface Keeping {
  changes(): Proxy;
}
const IDLE = 1500;
/** So long after the last thing that was done, in milliseconds, what was worked out is put away. */

const inbox: ToEngine[] = [];
let awake: (() => void) | null = null;

function post(what: FromEngine): void {
  (postMessage as (what: FromEngine) => void)(what);
}

onmessage = (event: MessageEvent<ToEngine>) => {
  inbox.push(event.data);
  awake?.();
};

function data<T>(proxy: Proxy): T {
  const found = proxy.toJs() as T;
  proxy.destroy();
  return found;
}

function rest(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds));
}

async function fetched(name: string): Promise<Uint8Array> {
  const answer = await fetch(name);
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return new Uint8Array(await new Response(answer.body!.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
}

/** Python with the engine: from its snapshot, else from its files. */
async function started(): Promise<Python> {
  const home = new URL("pyodide/", location.href).href;
  const archive = fetched("engine.bin");
  const snapshot = SNAPSHOT ? await fetched(SNAPSHOT).catch(() => null) : null;
  let engine: Python | null = null;
  if (snapshot !== null) engine = await python(home, {}, snapshot).catch((error: unknown) => (console.warn(error), null));
  if (engine === null) {
    engine = await python(home, {});
    engine.runPython(BEGIN);
  }
  post({ type: "stage", at: 1 });
  unpacked(engine.FS, await archive);
  return engine;
}

/** Lay down what is kept. Was there something of what this very engine has worked out before? */
async function restored(engine: Python, keep: Keep): Promise<boolean> {
  const restore = engine.globals.get("restore");
  const worked = await keep.all("worked");
  const fits = worked.some(([name, text]) => name === "" && new TextDecoder().decode(text) === ENGINE);
  if (fits) restore(WORKED, engine.toPy(worked.filter(([name]) => name !== "")));
  else {
    await keep.clear("worked");
    await keep.put("worked", [["", new TextEncoder().encode(ENGINE)]]);
  }
  restore(KEPT, engine.toPy(await keep.all("kept")));
  return fits;
}

async function run(): Promise<void> {
  const keep = await Keep.open();
  if (keep === null) post({ type: "unkept" });
  const engine = await started();
  const fits = keep !== null && (await restored(engine, keep));
  post({ type: "stage", at: 2 });
  const [desk, kept, worked] = (engine.globals.get("begin")(fits) as Proxy).toJs() as [Held, Keeping, Keeping];
  post({ type: "ready" });
  const renew = async (): Promise<void> => {
    if (keep === null || owed.kept.length) return;
    engine.globals.get("renew")(KEPT, engine.toPy(await keep.all("kept")));
    data(kept.changes());
  };
  await serve(desk, renew, () => put(keep, "kept", kept), () => put(keep, "worked", worked));
}

const owed: Record<Store, File[]> = { kept: [], worked: [] };

/** Put away what has changed; what the browser refuses is tried again with the next, and the page is told. */
async function put(keep: Keep | null, store: Store, keeping: Keeping): Promise<void> {
  owed[store].push(...data<File[]>(keeping.changes()));
  if (!owed[store].length || keep === null) return;
  try {
    await keep.put(store, owed[store]);
    owed[store] = [];
  } catch (error) {
    console.warn(error);
    if (store === "kept") post({ type: "unkept" });
  }
}

function done(desk: Held, what: ToEngine): Proxy {
  if (what.type === "open") return desk.begin(what.line, what.kind, what.of);
  if (what.type === "close") return desk.end(what.line);
  return desk.hear(what.line, what.text);
}

/** One thing after the other; what the page says goes before what is due. Before something is opened, what other tabs
 * have kept since is laid down. */
async function serve(
  desk: Held, renew: () => Promise<void>, keep: () => Promise<void>, put: () => Promise<void>,
): Promise<never> {
  for (;;) {
    const next = inbox.shift();
    if (next === undefined && !desk.due) {
      const woken = new Promise<void>((wake) => (awake = wake));
      if (!inbox.length && (await Promise.race([woken.then(() => true), rest(IDLE).then(() => false)])) === false) {
        await put();
        if (!inbox.length) await woken;
      }
      continue;
    }
    if (next?.type === "open") await renew();
    const sent = data<[number, string, boolean][]>(next === undefined ? desk.advance() : done(desk, next));
    await keep();
    for (const [line, text, close] of sent) post({ type: "said", line, text, close });
    if (next?.type === "close") post({ type: "closed", line: next.line });
    await rest(0);
  }
}

/** What happened, without the way to it. */
function told(error: unknown): string {
  const lines = String(error instanceof Error ? error.message : error).trim().split("\n");
  return lines[lines.length - 1] ?? "";
}

run().catch((error: unknown) => {
  console.error(error);
  post({ type: "broken", text: told(error) });
});
