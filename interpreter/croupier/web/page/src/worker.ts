// The engine in a worker: Pyodide runs croupier as it is, and its desk answers the page, line by line.

import { Keep, type File, type Store } from "./keep";
import type { FromEngine, ToEngine } from "./engine";

/** Which engine this is; the site's builder says it. */
declare const ENGINE: string;

interface Proxy {
  toJs(): unknown;
  destroy(): void;
}
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
interface Python {
  runPython(text: string): unknown;
  globals: { get(name: string): (...words: unknown[]) => unknown };
  toPy(data: unknown): unknown;
}
interface Opened {
  loadPyodide(how: object): Promise<Python>;
}

const KEPT = "/kept";
const WORKED = "/worked";
const IDLE = 1500;
/** So long after the last thing that was done, in milliseconds, what was worked out is put away. */

/* The time of the engine's files is always the same, so that what was worked out of them is known to fit. */
const BEGIN = `
import io, os, sys, zipfile

def unpack(data):
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        archive.extractall("/engine")
    for folder, _, names in os.walk("/engine"):
        for name in names:
            os.utime(os.path.join(folder, name), (10**9, 10**9))

def restore(root, files):
    os.makedirs(root, mode=0o700, exist_ok=True)
    for name, data in files:
        path = os.path.join(root, name)
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        with open(path, "wb") as file:
            file.write(data)

def renew(root, files):
    known = {name: bytes(data) for name, data in files}
    for folder, _, names in os.walk(root):
        for name in names:
            path = os.path.join(folder, name)
            if not name.startswith(".") and os.path.relpath(path, root) not in known:
                os.remove(path)
    def same(name, data):
        path = os.path.join(root, name)
        return os.path.isfile(path) and open(path, "rb").read() == data
    restore(root, [(name, data) for name, data in known.items() if not same(name, data)])

def begin(fits):
    sys.path.insert(0, "/engine")
    sys.dont_write_bytecode = False
    sys.pycache_prefix = "${WORKED}/python"
    os.environ.update(CROUPIER_CACHE="${WORKED}/rules", XDG_CACHE_HOME="${WORKED}", CROUPIER_GAMES="${KEPT}/games")
    os.chdir("${KEPT}")
    from pathlib import Path
    from croupier.site import Desk, Keeping
    worked = Keeping(Path("${WORKED}"), kept=fits)
    return Desk(Path("${KEPT}")), Keeping(Path("${KEPT}")), worked
`;

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
  return new Uint8Array(await answer.arrayBuffer());
}

/** Lay down what is kept. Was there something of what this very engine has worked out before? */
async function restored(python: Python, keep: Keep): Promise<boolean> {
  const restore = python.globals.get("restore");
  const worked = await keep.all("worked");
  const fits = worked.some(([name, text]) => name === "" && new TextDecoder().decode(text) === ENGINE);
  if (fits) restore(WORKED, python.toPy(worked.filter(([name]) => name !== "")));
  else {
    await keep.clear("worked");
    await keep.put("worked", [["", new TextEncoder().encode(ENGINE)]]);
  }
  restore(KEPT, python.toPy(await keep.all("kept")));
  return fits;
}

async function run(): Promise<void> {
  const keep = await Keep.open();
  if (keep === null) post({ type: "unkept" });
  const archive = fetched("engine.zip");
  const home = new URL("pyodide/", location.href).href;
  const { loadPyodide } = (await import(/* @vite-ignore */ `${home}pyodide.mjs`)) as Opened;
  const python = await loadPyodide({ indexURL: home, lockFileURL: `${home}pyodide-lock.json` });
  post({ type: "stage", at: 1 });
  python.runPython(BEGIN);
  python.globals.get("unpack")(python.toPy(await archive));
  python.globals.get("restore")(WORKED, python.toPy([]));
  python.globals.get("restore")(KEPT, python.toPy([]));
  const fits = keep !== null && (await restored(python, keep));
  post({ type: "stage", at: 2 });
  const [desk, kept, worked] = (python.globals.get("begin")(fits) as Proxy).toJs() as [Held, Keeping, Keeping];
  post({ type: "ready" });
  const renew = async (): Promise<void> => {
    if (keep === null || owed.kept.length) return;
    python.globals.get("renew")(KEPT, python.toPy(await keep.all("kept")));
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
