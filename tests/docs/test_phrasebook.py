"""Check that each fragment of docs/how-to/phrasebook has no diagnostic in its game and does what its rule says.

A fragment begins with `# GAME`, or `# GAME with ENTRY` (and the first fragment of that entry), and is put into the game
in `phrasebook/games/`: declarations join those of their section, stages those of their name, `…` keeps what is there; a
stage that is given `moves` has no `steps`. The scenarios of a fragment are in `phrasebook/`, in a file named after its
entry, with a number from the second fragment on. `phrasebook/more/` has further fragments with their scenarios.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from croupier import Rules, simulate
from croupier.compile.binding import bind
from croupier.workbench.scenarios import run_scenarios
from croupier_dsl import ir
from croupier_dsl.compiler import check_text
from tests.conformance.rulesets import Tree, merged, read, written

from .blocks import ROOT, blocks

FOLDER = ROOT / "docs" / "how-to" / "phrasebook"
INDEX = FOLDER / "index.md"
TESTS = Path(__file__).with_name("phrasebook")
SAME = "…"
PLACE = re.compile(r"# ([a-z]+)(?: with ([a-z-]+))?\n")
UNUSED = re.compile("`(.+)` is never read")


@dataclass(frozen=True, slots=True)
class Fragment:
    """The lines that say a rule, and the scenarios that show it at work."""

    body: str
    scenarios: str

    @property
    def parts(self) -> dict[str, Tree]:
        """What it declares, and its scenarios."""
        return read(f"{self.body}\n{self.scenarios}")


def anchor(heading: str) -> str:
    """The anchor of a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def topics() -> list[Path]:
    """The pages in the order of the index."""
    names = re.findall(r"^- \[.*?\]\((\w[^)]*)\)", INDEX.read_text(encoding="utf-8"), re.MULTILINE)
    return [FOLDER / name for name in names]


def entries(page: Path) -> dict[str, str]:
    """Each entry of a page by its heading."""
    parts = re.split(r"^## (.*)$", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def shown() -> dict[str, Fragment]:
    """The fragments of the pages, by the names of their files of scenarios."""
    found = {}
    for page in topics():
        text = page.read_text(encoding="utf-8")
        for block in blocks(page):
            head = anchor(re.findall(r"^## (.*)$", text[: block.span[0]], re.MULTILINE)[-1])
            name = next(name for name in (head, f"{head}-2", f"{head}-3") if name not in found)
            found[name] = Fragment(block.body, (TESTS / f"{name}.yaml").read_text(encoding="utf-8"))
    return found


def further(path: Path) -> Fragment:
    """A fragment that is on no page."""
    body, _, scenarios = path.read_text(encoding="utf-8").partition("scenarios:\n")
    return Fragment(body, f"scenarios:\n{scenarios}")


GAMES = {path.stem: read(path.read_text(encoding="utf-8")) for path in (TESTS / "games").iterdir()}
SHOWN = shown()
FRAGMENTS = SHOWN | {path.stem: further(path) for path in sorted((TESTS / "more").iterdir())}


def joined(given: Tree, before: Tree | None) -> Tree:
    """A stage, its steps or a list of the fragment, with what the game has where the fragment says `…` or nothing."""
    if given == SAME:
        assert before is not None, "nothing stands there"
        return before
    if isinstance(given, list) and SAME in given:
        kept = before if isinstance(before, list) else [before or ""]
        return [statement for item in given for statement in (kept if item == SAME else [item])]
    if isinstance(given, dict) and isinstance(before, dict):
        now = {key: joined(value, before.get(key)) for key, value in given.items()}
        other = {"moves": "steps", "steps": "moves"}
        return now | {key: value for key, value in before.items() if key not in now and other.get(key) not in now}
    return given


def offered(stage: Tree) -> set[str]:
    """The moves that a stage and those within it offer."""
    if not isinstance(stage, dict):
        return set()
    steps, moves = stage.get("steps"), stage.get("moves", [])
    within = steps.values() if isinstance(steps, dict) else ()  # else stages of the fragment, by name
    return {move for move in moves if isinstance(move, str)}.union(*map(offered, within))


def put(part: dict[str, Tree], into: dict[str, Tree]) -> dict[str, Tree]:
    """A game with the sections of a fragment; moves of the game that nothing offers any more are gone."""
    stages = {"play": joined(part["play"], into["play"])} if "play" in part else {}
    whole = merged(into, part | stages)
    mine, moves = part.get("moves", {}), whole["moves"]
    assert isinstance(mine, dict)
    assert isinstance(moves, dict)
    used = {*mine, *offered(whole["play"])}
    return whole | {"moves": {name: move for name, move in moves.items() if name in used}}


def around(fragment: Fragment) -> dict[str, Tree]:
    """What the fragment is put into."""
    place = PLACE.match(fragment.body)
    assert place, f"no game is named: {fragment.body}"
    game = GAMES[place[1]]
    if not place[2]:
        return game
    entry = FRAGMENTS[place[2]]
    return put(read(entry.body), around(entry))


def placed(fragment: Fragment) -> str:
    """The game with the fragment in it."""
    return written(put(fragment.parts, around(fragment)))


def without(fragment: Fragment) -> str:
    """The game with the scenarios of the fragment alone."""
    return written(put(read(fragment.scenarios), around(fragment)))


def checked(fragment: Fragment, text: str) -> tuple[ir.Rules | None, list[str]]:
    """The rules of the text, and its diagnostics, except what is unused and not of the fragment."""
    rules, found = check_text(text, "fragment")
    unused = {each: UNUSED.findall(each.message) for each in found if each.code == "W601"}
    spoken = set(re.findall(r"\w+", f"{fragment.body.partition(chr(10))[2]} {fragment.scenarios}"))
    return rules, [f"{each.code} {each.message}" for each in found if not unused.get(each) or unused[each][0] in spoken]


@pytest.mark.parametrize("name", GAMES)
def test_the_game_is_valid_and_plays(name: str, tmp_path: Path) -> None:
    """The games around the fragments compile without a diagnostic, and games of them end."""
    rules, found = check_text(written(GAMES[name]), name)
    assert rules is not None
    assert found == []
    path = tmp_path / f"{name}.yaml"
    path.write_text(written(GAMES[name]), encoding="utf-8")
    assert simulate(path, 3, players=3).finished == 3


@pytest.mark.in_turn(10)
@pytest.mark.parametrize("name", FRAGMENTS)
def test_the_fragment_is_valid_its_scenarios_hold_and_games_with_it_end(name: str) -> None:
    """In its game it compiles without any diagnostic, and there is at least one scenario; a random game is played to
    its end at the smallest and at the largest table."""
    rules, said = checked(FRAGMENTS[name], placed(FRAGMENTS[name]))
    assert rules is not None, said
    assert said == []
    assert rules.scenarios
    assert [(result.name, result.failure) for result in run_scenarios(rules) if not result.passed] == []
    for players in {min(rules.players), max(rules.players)}:
        assert simulate(Rules(bind(rules, players)), 1, seed=3).finished == 1


@pytest.mark.parametrize("name", FRAGMENTS)
def test_without_the_rule_its_scenarios_fail(name: str) -> None:
    """On the game as it is the scenarios cannot be read, or at least one does not come out so."""
    rules, said = checked(FRAGMENTS[name], without(FRAGMENTS[name]))
    if rules is None:
        assert said
    else:
        assert [result.name for result in run_scenarios(rules) if not result.passed]


@pytest.mark.parametrize("name", FRAGMENTS)
def test_every_condition_of_its_moves_is_shown(name: str) -> None:
    """Without any one condition that a move of the fragment names, a scenario fails: but for what guards a pile."""
    fragment = FRAGMENTS[name]
    moves = fragment.parts.get("moves", {})
    assert isinstance(moves, dict)
    for move, body in moves.items():
        conditions = body.get("when", {}) if isinstance(body, dict) else {}
        assert isinstance(conditions, dict), f"{move}: the condition has no name"
        for condition in conditions.keys() - {"pile_lies"}:
            weaker = fragment.parts
            del weaker["moves"][move]["when"][condition]  # type: ignore[call-overload, union-attr, arg-type, index]  # plain data of any kind, in which the keys have just been found
            rules, _ = checked(fragment, written(put(weaker, around(fragment))))
            assert rules is None or [1 for result in run_scenarios(rules) if not result.passed], f"{move}.{condition}"


def test_every_fragment_has_its_scenarios_and_no_scenario_is_left_over() -> None:
    """The example of the index is part of a fragment."""
    assert {path.stem for path in TESTS.iterdir() if path.is_file()} == set(SHOWN)
    (example,) = blocks(INDEX)
    assert example.body.partition("fill_up")[2] in SHOWN["triggers"].body


@pytest.mark.parametrize("page", topics(), ids=lambda page: page.stem)
def test_every_entry_is_a_sentence_a_fragment_and_a_link(page: Path) -> None:
    """Each says what a book would say, how it is written, and where in the language that is told."""
    for head, body in entries(page).items():
        assert body.lstrip().startswith("> "), f"{head}: no sentence of a book"
        assert "```yaml\n# " in body, f"{head}: no fragment"
        assert "](../../reference/language/" in body, f"{head}: no link into the language"
        assert body.count("\n> ") == body.count("```yaml\n"), f"{head}: a fragment without a sentence"


def test_the_index_names_every_page_and_entry() -> None:
    """In their order, and nothing else; no two entries have one name."""
    text = INDEX.read_text(encoding="utf-8")
    assert {*topics(), INDEX} == set(FOLDER.iterdir())
    every = []
    for page in topics():
        line = next(line for line in text.splitlines() if line.startswith("- [") and f"]({page.name})" in line)
        assert re.findall(r"\.md#([\w-]+)\)", line) == [anchor(head) for head in entries(page)]
        every += [anchor(head) for head in entries(page)]
    assert len(every) == len(set(every)) >= 70
