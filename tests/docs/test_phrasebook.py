"""Check that each fragment of docs/how-to/phrasebook.md has no diagnostic in its game and does what its rule says.

A block that begins with `croupier: 1` is one of the games at the end of the page. Any other begins with `# in GAME`, or
`# in GAME with ENTRY` (what stands in that entry too), and is put in there: declarations join those of their section,
stages those of their name, `…` stands for what is there; a stage that is given `moves` has no `steps`.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from croupier import Rules, simulate
from croupier.compile.binding import bind
from croupier.workbench.scenarios import run_scenarios
from croupier_dsl import ir
from croupier_dsl.compiler import check_text
from tests.conformance.rulesets import Tree, merged, read, written

from .blocks import ROOT, Block, blocks

PAGE = ROOT / "docs" / "how-to" / "phrasebook.md"
TEXT = PAGE.read_text(encoding="utf-8")
BLOCKS = [block for block in blocks(PAGE) if block.kind == "yaml"]
GAMES = {str(read(block.body)["game"]): read(block.body) for block in BLOCKS if block.body.startswith("croupier: 1")}
FRAGMENTS = {f"line {block.line}": block for block in BLOCKS if not block.body.startswith("croupier: 1")}
PROSE = re.sub(r"^```.*?^```$", "", TEXT, flags=re.MULTILINE | re.DOTALL)
SAME = "…"
PLACE = re.compile(r"# in ([a-z]+)(?: with ([a-z-]+))?\n")
UNUSED = re.compile("`(.+)` is never read")


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


def around(block: Block) -> dict[str, Tree]:
    """What the fragment is put into."""
    place = PLACE.match(block.body)
    assert place, f"line {block.line}: not said where it stands"
    game = GAMES[place[1]]
    if not place[2]:
        return game
    (entry,) = [each for each in FRAGMENTS.values() if heading(each) == place[2]]
    return put({key: body for key, body in read(entry.body).items() if key != "scenarios"}, around(entry))


def placed(block: Block) -> str:
    """The game with the fragment in it."""
    return written(put(read(block.body), around(block)))


def without(block: Block) -> str:
    """The game with the scenarios of the fragment alone."""
    return written(put({"scenarios": read(block.body)["scenarios"]}, around(block)))


def anchor(heading: str) -> str:
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def heading(block: Block) -> str:
    """The anchor of the entry that the block stands in."""
    return anchor(re.findall(r"^##+ (.*)$", TEXT[: block.span[0]], re.MULTILINE)[-1])


def checked(block: Block, text: str) -> tuple[ir.Rules | None, list[str]]:
    """The rules of the text, and what is said of it, save that what the fragment does not speak of is not used."""
    rules, found = check_text(text, "fragment")
    unused = {each: UNUSED.findall(each.message) for each in found if each.code == "W601"}
    spoken = set(re.findall(r"\w+", block.body.partition("\n")[2]))
    return rules, [f"{each.code} {each.message}" for each in found if not unused.get(each) or unused[each][0] in spoken]


@pytest.mark.parametrize("name", GAMES)
def test_the_game_is_valid_and_plays(name: str, tmp_path: Path) -> None:
    """The games at the end of the page compile without a diagnostic, and games of them end."""
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
    block = FRAGMENTS[name]
    moves = read(block.body).get("moves", {})
    assert isinstance(moves, dict)
    for move, body in moves.items():
        conditions = body.get("when", {}) if isinstance(body, dict) else {}
        assert isinstance(conditions, dict), f"{move}: the condition has no name"
        for condition in conditions.keys() - {"pile_lies"}:
            weaker = read(block.body)
            del weaker["moves"][move]["when"][condition]  # type: ignore[call-overload, union-attr, arg-type, index]  # plain data of any kind, in which the keys have just been found
            rules, _ = checked(block, written(put(weaker, around(block))))
            assert rules is None or [1 for result in run_scenarios(rules) if not result.passed], f"{move}.{condition}"


def entries() -> dict[str, str]:
    """Each entry of the page by its heading."""
    parts = re.split(r"^(##+ .*)$", TEXT, flags=re.MULTILINE)
    return {head[4:]: body for head, body in zip(parts[1::2], parts[2::2], strict=True) if head.startswith("### ")}


def test_every_entry_is_a_sentence_a_fragment_and_a_link() -> None:
    """Each says what a book would say, how it is written, and where in the language that is told."""
    assert len(entries()) >= 30
    for head, body in entries().items():
        assert body.lstrip().startswith("> "), f"{head}: no sentence of a book"
        assert "```yaml\n# in " in body, f"{head}: no fragment"
        assert "](../reference/language/" in body, f"{head}: no link into the language"


def test_the_contents_name_every_theme_and_entry() -> None:
    """In the order of the page, and nothing else."""
    contents = re.findall(r"^\* .*$", PROSE.split("\n## ")[0], re.MULTILINE)
    listed = re.findall(r"\]\(#([\w-]+)\)", "\n".join(contents))
    assert listed == [anchor(head) for head in re.findall(r"^##+ (.*)$", PROSE, re.MULTILINE)]
