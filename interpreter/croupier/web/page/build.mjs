// Builds the pages into ../bundle. The first line of each script holds a digest of what it was built from, so that a test can
// tell when it is stale.
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const bundle = join(here, "..", "bundle");

/** The files that the page is made of, by name. */
function sources() {
  const inside = readdirSync(join(here, "src")).map((name) => `src/${name}`);
  return ["build.mjs", "package.json", "package-lock.json", "tsconfig.json", ...inside].sort();
}

function digest() {
  const hash = createHash("sha256");
  for (const name of sources()) {
    const text = readFileSync(join(here, name));
    hash.update(`${name}\0${text.length}\0`);
    hash.update(text);
  }
  return hash.digest("hex");
}

mkdirSync(bundle, { recursive: true });
const common = {
  outdir: bundle,
  bundle: true,
  minify: true,
  format: "esm",
  target: ["es2022"],
  banner: { js: `// made by npm run build from sources sha256:${digest()}` },
  legalComments: "none", // they go along as files
  external: ["node:fs"],
  logLevel: "info",
};
await build({ ...common, entryPoints: { page: join(here, "src", "page.tsx"), worker: join(here, "src", "worker.ts"),
  offline: join(here, "src", "offline.ts"), snapshot: join(here, "src", "snapshot.ts") } });
// a site fetches the editor when it is wanted; the page of a studio is the editor at once
await build({ ...common, entryPoints: { site: join(here, "src", "site.tsx"), editing: join(here, "src", "workroom.tsx") },
  splitting: true, chunkNames: "common" });
const editing = { name: "editing", setup: ({ onResolve }) => onResolve({ filter: /\/workroom$/ }, () => ({ path: "./editing.js", external: true })) };
await build({ ...common, entryPoints: { studio: join(here, "src", "studio.ts") }, plugins: [editing] });
for (const [name, of] of [["preact", "preact"], ["codemirror", "@codemirror/state"], ["lezer", "@lezer/common"]]) {
  writeFileSync(join(bundle, `${name}-license.txt`), readFileSync(join(here, "node_modules", of, "LICENSE")));
}
for (const name of ["index.html", "studio.html", "site.html", "icon.svg", "page.css", "studio.css", "lobby.css"]) {
  writeFileSync(join(bundle, name), readFileSync(join(here, "src", name)));
}
