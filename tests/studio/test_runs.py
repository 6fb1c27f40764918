"""What is told of rules while they are written: examples, differences, the printed rules, many games, coverage."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from croupier.studio import Kept, workshop
from tests.web.tables import LAYING

from .rooms import EXAMPLES, MAIN, Room


def test_examples_pass_or_say_where_they_fail() -> None:
    room = Room.greeted()
    room.say({"type": "run", "what": "scenarios"})
    assert [each["passed"] for each in room.heard("scenarios", running=True)["results"]] == [True]
    room.replace("rank of card > 2", "rank of card > 6")
    room.say({"type": "run", "what": "scenarios"})
    [failed] = room.heard("scenarios", running=True)["results"]
    assert not failed["passed"]
    line = EXAMPLES.splitlines().index("      - Ann: lay card=5") + 1
    assert (failed["file"], failed["line"]) == ("laying.scenarios.yaml", line)
    assert room.heard("scenarios")["running"] is False


def test_a_position_becomes_an_example_that_passes() -> None:
    """With the moves that led on from it, and what chance gave meanwhile; it stands behind those that are there."""
    room = Room.greeted()
    room.say({"type": "deal", "players": 2, "seed": 3})
    room.everybody()
    for _ in range(3):
        room.choose(next(move for move in room.legal() if move.startswith("lay")))
    for name, start in (("one", 3), ("two", 1)):
        [told] = room.say({"type": "record", "ask": 1, "name": name, "start": start, "end": 3})
        [(file, [[at, to, text]])] = told["edits"].items()
        assert (file, at) == ("laying.scenarios.yaml", to)
        papers = room.studio.papers
        assert papers is not None
        edit = {"type": "edit", "file": file, "version": papers.open[file].version, "changes": [[at, to, text]]}
        room.say(edit)
        room.say({"type": "check"})
    room.say({"type": "run", "what": "scenarios"})
    results = room.heard("scenarios", running=True)["results"]
    assert [(each["name"], each["passed"]) for each in results] == [("lays_high", True), ("one", True), ("two", True)]
    assert text.count(": lay card=") == 2
    [told] = room.say({"type": "record", "ask": 1, "name": "one", "start": 0, "end": 0})
    assert "one" in told["refused"]


def test_whatever_goes_wrong_nobody_waits_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody's own code may fail in any way: what was found stays, why is told, and the studio goes on."""

    def broken(*_: object) -> Iterator[dict[str, object]]:
        yield {"results": [], "of": 2}
        raise ZeroDivisionError("by nothing")

    monkeypatch.setattr(workshop, "run", broken)
    room = Room.greeted()
    room.say({"type": "run", "what": "scenarios"})
    assert room.heard("scenarios")["running"] is False
    assert room.heard("scenarios")["refused"] == "ZeroDivisionError: by nothing"
    assert not room.studio.due


def test_the_first_example_gets_a_file_of_its_own() -> None:
    room = Room.greeted(Kept({MAIN: LAYING}))
    [told] = room.say({"type": "record", "ask": 1, "name": "begins", "start": 0, "end": 0})
    [(file, [[at, _, text]])] = told["edits"].items()
    assert (file, at, text[:22]) == ("laying.scenarios.yaml", 0, "scenarios:\n  begins:\n ")


def test_what_differs_is_told_in_words() -> None:
    """From what is saved to what is written; and of each variant of it."""
    variant = "croupier: 1\nvariant: more\nof: laying\ntitle: More cards\nchange: {cards.copies: 4}\n"
    room = Room.greeted(Kept({MAIN: LAYING, "more.yaml": variant}))
    room.replace("rank of card > 2", "rank of card > 4")
    room.say({"type": "run", "what": "differences"})
    unsaved, *others = room.heard("differences", running=True)["compared"]
    [difference] = unsaved["differences"]
    assert difference["path"] == "moves.lay.when.higher"
    assert (difference["was"], difference["now"]) == (
        ["gone is empty or rank of card > 2"], ["gone is empty or rank of card > 4"]
    )  # fmt: skip
    [more] = others
    assert (more["name"], more["title"]) == ("more.yaml", "Variant more")
    assert [each["path"] for each in more["differences"]] == ["cards.copies"]


def test_the_rules_are_printed() -> None:
    room = Room.greeted(language="fr")
    room.say({"type": "run", "what": "rulebook"})
    document = room.heard("rulebook", running=True)["document"]
    assert (document["kind"], document["language"]) == ("document", "fr")
    assert document["sections"]


def test_many_games_are_played_and_drawn() -> None:
    room = Room.greeted()
    room.say({"type": "deal", "players": 2})
    room.say({"type": "run", "what": "simulation", "games": 6, "seconds": 500, "policy": "random"})
    found = room.heard("simulation", running=True)["simulated"]
    assert (found["games"], found["of"], len(found["places"])) == (6, 6, 2)
    assert sum(bar["count"] for bar in found["lengths"]) == 6
    assert sum(bar["count"] for bar in found["scores"]) == 12
    assert found["sentences"]


@pytest.mark.costly
def test_lines_say_how_much_of_them_happened() -> None:
    """A rule that nothing can reach is told as never."""
    text = LAYING.replace("[lay, pass]", "[lay, pass, boast]").replace(
        "result:", "  boast: {when: {all_laid: count of gone > 11}, do: []}\nresult:"
    )
    room = Room.greeted(Kept({MAIN: text}))
    room.say({"type": "run", "what": "coverage", "games": 8, "seconds": 500, "policy": "random"})
    covered = room.heard("coverage", running=True)["covered"]
    lines = text.splitlines()
    tints = {
        lines[int(number) - 1].strip().split(":")[0]: line["tint"] for number, line in covered["lines"][MAIN].items()
    }
    assert tints["laying"] == "often"
    assert tints["boast"] == "partly"
    assert covered["games"] == 8
    assert [each["path"] for each in covered["never"] if each["path"].startswith("moves.boast")]


@pytest.mark.costly
def test_what_takes_long_can_be_ended() -> None:
    """And meanwhile whatever is typed is heard."""
    room = Room.greeted()
    room.say({"type": "run", "what": "simulation", "games": 100_000, "seconds": 600}, wait=False)
    for _ in range(3):
        assert room.studio.due
        room.studio.advance()
    [told] = room.say({"type": "ask", "ask": 9, "about": "outline", "file": MAIN}, wait=False)
    assert told["ask"] == 9
    [told] = room.say({"type": "stop", "what": "simulation"}, wait=False)
    assert told == {"type": "simulation", "running": False}
    assert not room.studio.due


def test_nothing_is_told_of_rules_that_are_wrong() -> None:
    room = Room.greeted(Kept({MAIN: "croupier: 1\ngame: laying\n"}))
    for what in ("scenarios", "differences", "rulebook", "simulation", "coverage"):
        assert room.say({"type": "run", "what": what})[0]["refused"]
