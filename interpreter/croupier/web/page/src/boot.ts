// The engine's start, as the worker and the maker of the snapshot know it: Python, the engine's files, what is run first.

export interface Proxy {
  toJs(): unknown;
  destroy(): void;
}
interface Files {
  mkdirTree(path: string): void;
  writeFile(path: string, data: Uint8Array): void;
  utime(path: string, read: number, written: number): void;
}
export interface Python {
  FS: Files;
  runPython(text: string): unknown;
  globals: { get(name: string): (...words: unknown[]) => unknown };
  toPy(data: unknown): unknown;
  makeMemorySnapshot(): Uint8Array;
}
interface Core {
  HEAP8: Int8Array;
  _malloc(bytes: number): number;
}
interface Opened {
  loadPyodide(how: object): Promise<Python>;
}

export const KEPT = "/kept";
export const WORKED = "/worked";
/** The time of the engine's files, always the same, so that what was worked out of them is known to fit. */
const WRITTEN = 10 ** 12;

export const BEGIN = `
import os, sys

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

def ready():
    if "/engine" in sys.path:
        return
    sys.path.insert(0, "/engine")
    sys.dont_write_bytecode = False
    sys.pycache_prefix = "${WORKED}/python"
    os.environ.update(CROUPIER_CACHE="${WORKED}/rules", XDG_CACHE_HOME="${WORKED}", CROUPIER_GAMES="${KEPT}/games")

def begin(fits):
    ready()
    os.chdir("${KEPT}")
    from pathlib import Path
    from croupier.site import Desk, Keeping
    worked = Keeping(Path("${WORKED}"), kept=fits)
    return Desk(Path("${KEPT}")), Keeping(Path("${KEPT}")), worked
`;

/** Start Python. `snapshot`: its memory, once the engine was imported. */
export async function python(home: string, how: object, snapshot: Uint8Array | null = null): Promise<Python> {
  const { loadPyodide } = (await import(`${home}pyodide.mjs`)) as Opened;
  const where = { indexURL: home, lockFileURL: `${home}pyodide-lock.json`, ...how };
  if (snapshot === null) return await loadPyodide(where);
  const { default: make } = (await import(`${home}pyodide.asm.mjs`)) as { default: (settings: object) => Promise<Core> };
  const createPyodideModule = async (settings: object): Promise<Core> => {
    const core = await make(settings);
    while (core.HEAP8.length < snapshot.length) core._malloc(snapshot.length - core.HEAP8.length); // room for it
    return core;
  };
  return await loadPyodide({ ...where, createPyodideModule, _loadSnapshot: snapshot });
}

/** Lay down the engine's files, and the rules that were checked when it was packed, from a zip archive that compresses none of them. */
export function unpacked(files: Python["FS"], archive: Uint8Array): void {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const text = new TextDecoder();
  const made = new Set<string>();
  let at = 0;
  while (view.getUint32(at, true) === 0x04034b50) {
    const size = view.getUint32(at + 18, true);
    const named = at + 30;
    const data = named + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
    const name = text.decode(archive.subarray(named, named + view.getUint16(at + 26, true)));
    const path = `${name.startsWith("rules/") ? WORKED : "/engine"}/${name}`;
    const folder = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(folder)) files.mkdirTree(folder);
    made.add(folder);
    files.writeFile(path, archive.subarray(data, data + size));
    files.utime(path, WRITTEN, WRITTEN);
    at = data + size;
  }
  for (const folder of [KEPT, WORKED]) files.mkdirTree(folder);
}
