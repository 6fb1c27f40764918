"""Rules into rules that differ in one small way."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from croupier import SetupError
from croupier.base.faults import CroupierError
from croupier.compile.binding import bind
from croupier.table.catalogue import find
from croupier_dsl import check_file, check_text, compile_text, ir
from croupier_dsl.explanations import example
from croupier_dsl.mutations import mutations_of
from tests.dsl.meaning_game import GAME as WIDE
from tests.printed import GAMES

from .small import GAME

pytestmark = pytest.mark.in_turn(10)


def made(text: str) -> dict[str, str]:
    """The mutations of a ruleset: what was done, by path, joined."""
    found: dict[str, list[str]] = {}
    for mutation in mutations_of(compile_text(text)):
        found.setdefault(mutation.path, []).append(mutation.what)
    return {path: "; ".join(what) for path, what in found.items()}


def test_what_is_changed() -> None:
    """Each kind of part is changed in its own way; the list is whole for this small game."""
    assert made(GAME) == {
        "players": "with 3",
        "cards.copies": "2 for 1",
        "zones.stock": "seen by everyone",
        "zones.hand": "seen by everyone",
        "state.gift": "starting 1 for 0",
        "define.rival": "last for first; nothing without",
        "play.begin.1": "dropped",
        "play.turn": "dropped",
        "play.turn.times": "plus one",
        "play.turn.until.1": "dropped; negated",
        "moves.draw": "dropped",
        "moves.draw.when.three_at_most": "dropped; negated; <= for <; 4 for 3",
        "moves.draw.do.1": "dropped; bottom for top",
        "moves.draw.do.thanks": "dropped",
        "moves.pass": "dropped",
        "result.best": "turned round",
    }


def test_what_is_changed_in_a_wider_game() -> None:
    """Options, rows, demands of combos, branches, choices, triggers, lists and ends of stages."""
    found = made(WIDE)
    assert found["players"] == "without 2; without 4; with 5"
    bounds = "from one fewer; from any number; to one more; to any number"
    assert found["options.rounds"] == f"starts otherwise; {bounds}"
    assert found["tables.points.A"] == "if always; if never; 2 for 1"
    assert found["tables.points.10"] == "11 for 10"
    assert found["tables.wild_rank.1"] == "Q instead"
    assert found["combos.set.size"] == "from one fewer; from one more"
    assert found["combos.set.wilds"] == "none; any number"
    assert found["combos.run.same"] == "suit dropped"
    assert found["combos.run.sequence"] == "dropped"
    assert found["combos.melds.split"] == "without set; without run"
    assert found["state.out"] == "never begun anew"
    assert found["play.round.times"] == "plus one"
    assert found["play.round.turn.by"] == "from the next"
    assert found["play.round.turn.else.1"] == "dropped"


@pytest.mark.parametrize(
    ("numbers", "wider"),
    [
        ("1/3", {"with any number": {1, 2, 3}, "from one fewer": {0, 1, 3}, "to one more": {1, 3, 4}}),
        ("1/2", {"from one fewer": {0, 1, 2}, "to one more": {1, 2, 3}}),
    ],
)
def test_listed_numbers_are_let_go_with_their_bounds(numbers: str, wider: dict[str, set[int]]) -> None:
    """Each change lets in a number that the list shut out; what would let in none is no change."""
    text = GAME.replace("cards:", f"options: {{most: {numbers}}}\ncards:", 1).replace("hand < 3", "hand < most")
    rules = compile_text(text)
    found = {}
    for mutation in mutations_of(rules):
        if mutation.path == "options.most" and mutation.what != "starts otherwise":
            found[mutation.what] = allowed(mutation.rules)
    assert {what: found[what] for what in wider} == wider
    assert found["from any number"] == {*range(6)} - {*range(max(wider["to one more"]), 6)}
    assert found["to any number"] == {*range(1, 6)}
    assert len(found) == len(wider) + 2


def allowed(rules: ir.Rules) -> set[int]:
    """The numbers below six that the option may have."""
    found = set()
    for number in range(6):
        with suppress(SetupError):
            bind(rules, 2, {"most": number})
            found.add(number)
    return found


def test_what_is_changed_in_lists() -> None:
    """Statements in lists, branches and loops by their numbers; filters of choices; rules that fire by themselves."""
    found = made(example())
    assert found["whenever.too_many"] == "dropped"
    assert found["whenever.too_many.when.1"] == "dropped; negated; >= for >; 21 for 20"
    assert found["moves.go_out.choose.card.1"] == "dropped; negated"
    assert found["moves.go_out.when"] == "dropped"
    assert found["moves.go_out.when.not_the_leader"] == "dropped; negated; without side 1 of or; without side 2 of or"
    assert found["moves.go_out.do.4"] == "lowest for highest; filter dropped; negated inside"
    assert found["moves.go_out.do.5"] == "never; always; if negated"
    assert found["play.round.begin.3"] == "dropped"
    assert found["play.round.begin.3.2"] == "dropped; 4 for 3"
    assert found["play.round.end"] == "dropped"


def test_a_direction_is_turned_round() -> None:
    """Of a direction only the sign counts, so no change makes 1 into 2; a computed one is changed as any number."""
    for written, changes in (
        ("-1", "dropped; the other way"),
        ("1", "dropped; the other way"),
        ("1 - 2 * gift", "dropped; 2 for 1; 3 for 2"),
    ):
        text = GAME.replace("      - thanks:", f"      - set direction to {written}\n      - thanks:")
        assert made(text)["moves.draw.do.2"] == changes
    text = GAME.replace("      - thanks:", "      - set direction to -1\n      - thanks:")
    turned = next(m for m in mutations_of(compile_text(text)) if m.name == "moves.draw.do.2 the other way")
    there = compile_text(text.replace("set direction to -1", "set direction to 1"))
    assert [m.do[1] for m in turned.rules.moves if m.do] == [
        replace(m.do[1], where=of.do[1].where) for m, of in zip(there.moves, turned.rules.moves, strict=True) if m.do
    ]


def test_what_is_shown_to_some_is_kept_from_them_or_shown_to_all() -> None:
    """And shown to others, or fewer or more of it, as anything else that a sentence says."""
    for written, changes in (
        ("show hand to left of me", "dropped; to everybody; other side"),
        ("show top 2 of stock to players", "dropped; 3 for 2"),
    ):
        text = GAME.replace("      - thanks:", f"      - {written}\n      - thanks:")
        assert made(text)["moves.draw.do.2"] == changes


def test_what_goes_to_the_bottom_goes_on_top() -> None:
    """What goes on top anyway is left there."""
    for to, changes in (("bottom of stock", ""), ("stock under 1", "2 for 1; ")):
        text = GAME.replace("      - thanks:", f"      - move top of stock to {to}\n      - thanks:")
        assert made(text)["moves.draw.do.2"] == f"dropped; on top; {changes}bottom for top"


def test_what_is_dealt_round_and_handed_on() -> None:
    """A deal begins with the first, and what is done at once is done one after another."""
    text = GAME.replace("      - thanks:", "      - move stock to hand of players from rival\n      - thanks:")
    assert "dropped; from the first" in made(text)["moves.draw.do.2"]
    text = GAME.replace(
        "      - thanks:", "      - for each of players at once: move hand to hand of left\n      - thanks:"
    )
    assert "one after another" in made(text)["moves.draw.do.2"]


def test_names_are_names() -> None:
    """No two changes of a ruleset have one name, and none of them changes nothing."""
    for rules in (compile_text(WIDE), *(find(game) for game in GAMES)):
        found = mutations_of(rules)
        assert len({mutation.name for mutation in found}) == len(found) > 30
        assert all(mutation.rules != rules for mutation in found)
        assert all(mutation.where is not None for mutation in found)


@pytest.mark.parametrize("every", [5, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("game", GAMES)
def test_changed_rules_can_be_bound(game: str, every: int) -> None:
    """Whatever is changed, the rules still make a program, or are refused as a wrong option would be."""
    for mutation in mutations_of(find(game))[::every]:
        try:
            assert bind(mutation.rules).seats in mutation.rules.players
        except SetupError:
            assert mutation.path.startswith(("players", "options", "teams", "cards", "tables")), mutation.name
        except CroupierError as error:
            pytest.fail(f"{mutation.name}: {error}")


@pytest.mark.parametrize("key", ["define.rival lst for first", "define.rival", "moves.draw.do.3 dropped"])
def test_an_equivalent_that_is_no_change(key: str) -> None:
    """What is called equivalent has to be a change that is made; the nearest is suggested."""
    found = check_text(GAME.replace("define.rival last for first", key))[1]
    assert [diagnostic.code for diagnostic in found] == ["E331"]
    assert found[0].span is not None
    assert found[0].span.text == key


def test_a_file_of_clauses_may_hold_equivalents(tmp_path: Path) -> None:
    """`equivalent` may stand in the ruleset or beside it, each name once."""
    folder = tmp_path
    start, end = GAME.index("equivalent:"), GAME.index("scenarios:")
    (folder / "small.yaml").write_text(GAME[:start] + GAME[end:], encoding="utf-8")
    (folder / "small.clauses.yaml").write_text(GAME[start:end], encoding="utf-8")
    rules, found = check_file(folder / "small.yaml")
    assert found == []
    assert rules is not None
    assert [equivalent.mutation for equivalent in rules.equivalents] == ["define.rival last for first"]
    (folder / "small.yaml").write_text(GAME, encoding="utf-8")
    assert [diagnostic.code for diagnostic in check_file(folder / "small.yaml")[1]] == ["E137"]
