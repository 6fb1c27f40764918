"""How soon an editor is answered while somebody types, in the longest ruleset that comes along and a file beside it.

    python benchmarks/editor.py [RULESET]

Typed is through the language server, in a process of its own, as an editor does: a letter, then what may be written
there. While that is answered the check of the whole runs beside it. The second table is the services alone.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from lsprotocol import types  # noqa: E402  # the session of the tests is found through the line above
from tests.editor.session import Session  # noqa: E402  # as above

from croupier_dsl.services import Desk, completions, hover, outline  # noqa: E402  # as above

LETTERS = "count of hand of players"
TIMES = 20


def told(name: str, seconds: list[float]) -> None:
    ordered = sorted(1000 * each for each in seconds)
    worst = ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))]
    print(f"{name:46} median {statistics.median(ordered):6.1f} ms, 95 % within {worst:6.1f} ms")


def typed(session: Session, path: Path, line: str) -> tuple[list[float], list[float]]:
    """Letters typed behind a line: how long until completions come, and, after the last, until all is checked."""
    answers, checks = [], []
    text = session.texts[path]
    for at in range(len(LETTERS)):
        before = f"{line}{LETTERS[:at]}"
        start = time.perf_counter()
        session.shown.pop(path.as_uri(), None)
        session.type(path, before, f"{before}{LETTERS[at]}")
        place = session.place(path, before, len(before) + 1)
        session.run(session.client.text_document_completion_async(types.CompletionParams(session.named(path), place)))
        answers.append(time.perf_counter() - start)
        if at % 6 == 5:
            session.wait(lambda: path.as_uri() in session.shown)
            checks.append(time.perf_counter() - start)
    session.type(path, session.texts[path], text)
    return answers, checks


def timed(what: Callable[[], object]) -> list[float]:
    found = []
    for _ in range(TIMES):
        start = time.process_time()
        what()
        found.append(time.process_time() - start)
    return found


def main() -> None:
    name = sys.argv[1] if len(sys.argv) > 1 else "rami"
    game = ROOT / "rulesets" / f"{name}.yaml"
    beside = game.with_name(f"{game.stem}.scenarios.yaml")
    lines = sum(len(path.read_text("utf-8").splitlines()) for path in game.parent.glob(f"{game.stem}.*yaml"))
    print(f"{name}: {lines} lines in its files")
    session = Session()
    session.start()
    for path, line in ((game, "    when: {has_opened: "), (beside, "      - now: {")):
        session.open(path)
        session.wait(lambda path=path: path.as_uri() in session.shown)
        answers, checks = typed(session, path, line)
        told(f"{path.name}: a letter to completions", answers)
        told(f"{path.name}: a letter to diagnostics", checks)
    session.stop()

    desk = Desk(ROOT / "rulesets")
    _ = desk.sight(game).mentions, desk.sight(game).parts  # as the server does, beside the editor
    text = desk.text(game)
    at = text.index("    when: {") + 11

    def check() -> None:
        desk.put(game, text[:at] + " " + text[at:])
        desk.sight(game)
        desk.put(game, text)
        desk.sight(game)

    told("services: completions, processor", timed(lambda: completions(desk, game, at)))
    told("services: hover, processor", timed(lambda: hover(desk, game, at)))
    told("services: outline, processor", timed(lambda: outline(desk, game)))
    told("services: two checks of the whole, processor", timed(check))


main()
