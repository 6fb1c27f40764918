// Makes the snapshot that a site starts its engine from, in Node: `node snapshot.js FOLDER` writes FOLDER/snapshot.bin.

import { BEGIN, KEPT, WORKED, python, unpacked } from "./boot";

interface Node {
  argv: string[];
}
interface Disk {
  readFileSync(path: string): Uint8Array;
  writeFileSync(path: string, data: Uint8Array): void;
}

async function made(folder: string): Promise<void> {
  const disk = (await import(/* @vite-ignore */ "node:fs" as string)) as unknown as Disk;
  const engine = await python(`${folder}/pyodide/`, { _makeSnapshot: true });
  unpacked(engine.FS, disk.readFileSync(`${folder}/engine.zip`));
  engine.runPython(BEGIN);
  engine.runPython(`
ready()
os.chdir("${KEPT}")
from pathlib import Path
from croupier.site.warming import warm
warm(Path("${KEPT}"))
os.chdir("/")
import shutil
for folder in ("${KEPT}", "${WORKED}"):
    for name in os.listdir(folder):
        shutil.rmtree(os.path.join(folder, name))
`);
  disk.writeFileSync(`${folder}/snapshot.bin`, engine.makeMemorySnapshot());
}

await made((globalThis as unknown as { process: Node }).process.argv[2]!);
