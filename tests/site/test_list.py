"""The list of a site, without a browser: the module of the page, with stand-ins for the browser and the engine.

It needs Node and the page's own tools, `npm ci` in `page`.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

import croupier.web

PAGE = Path(croupier.web.__file__).parent / "page"
BUNDLER = PAGE / "node_modules" / ".bin" / "esbuild"

TOOLS = shutil.which("node") is not None and BUNDLER.exists()

pytestmark = pytest.mark.skipif(not TOOLS, reason="there is no Node here, or no npm ci was run")

BEGUN = """
globalThis.navigator ??= {};
globalThis.location = { hash: "" };
globalThis.history = { replaceState: (a, b, hash) => { location.hash = hash; } };
globalThis.localStorage = { getItem: () => null, setItem: () => {} };
const stored = JSON.stringify({ players: 2, deals: { 1: { en: { said: [], steps: {} } } } });
globalThis.fetch = async () => new Response(new Blob([stored]).stream().pipeThrough(new CompressionStream("gzip")));
const { Lobby } = await import("./lobby.mjs");
const games = ["first", "second"].map((name) => ({ name, title: name, line: "", players: [2] }));
const lobby = new Lobby({ languages: ["en"], spoken: { en: { labels: {}, games, welcome: {} } } }, "en", () => {});
for (const { name } of games) {
  lobby.choose(name);
  await lobby.begin(2, "greedy", "", {});
}
let home;
lobby.join({ reach: () => (hears) => ((home = hears), { say: () => {}, close: () => {} }) });
home.open();
"""
"""Two games are begun with stored tables, before there is an engine."""
TOLD = """
const at = (name) => lobby.opening("deal", `${name}.1`)?.file ?? null;
console.log(JSON.stringify([location.hash, lobby.wrong, lobby.laying, at("first"), at("second")]));
"""


def told(folder: Path, script: str) -> list[object]:
    """Return the address, the error, whether a game is being laid, and the records of the two tables."""
    words = [BUNDLER, PAGE / "src" / "lobby.ts", "--bundle", "--format=esm", f"--outfile={folder / 'lobby.mjs'}"]
    subprocess.run(list(map(str, words)), check=True, capture_output=True)
    (folder / "run.mjs").write_text(BEGUN + script + TOLD, "utf-8")
    done = subprocess.run(["node", folder / "run.mjs"], check=True, capture_output=True, text=True)
    found: list[object] = json.loads(done.stdout)
    return found


def refusal(to: str) -> str:
    return "home.said(" + json.dumps({"type": "refused", "to": to, "why": "wish", "text": "no"}) + ");"


LAID = 'home.said({ type: "laid", file: "x.rec" });'


def test_a_refused_game_does_not_give_its_place_to_the_next(tmp_path: Path) -> None:
    assert told(tmp_path, refusal("lay") + LAID) == ["#table=x.rec", "no", False, None, "x.rec"]


def test_a_refused_game_closes_its_stored_table(tmp_path: Path) -> None:
    assert told(tmp_path, LAID + refusal("lay")) == ["", "no", False, "x.rec", None]


def test_another_refusal_is_of_no_game(tmp_path: Path) -> None:
    assert told(tmp_path, refusal("give") + LAID) == ["#deal=second.1", "no", False, "x.rec", ""]
