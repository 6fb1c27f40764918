"""Whatever a ruleset is made of, it is refused with a message, plays, or is at fault; and what is accepted plays."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier import Game, Rules, RulesFault
from croupier.compile.binding import bind
from croupier_dsl import CompileError, check_text, compile_text, from_json, ir, to_json
from croupier_dsl.diagnostics import MOST
from tests.work import calls

pytestmark = pytest.mark.in_turn(10)

BASE = """croupier: 1
game: bounds
title: Bounds
players: 2..4
{options}
cards: {cards}
zones:
  stock: pile seen by everyone
  board: row seen by everyone
  hand of player: set seen by owner
state:
  mark of player: number
  big: number starting 2
{tables}
define:
{define}
play:
  begin:
    - move deck to stock
    - for each of players: move top 5 of stock to hand
  steps:
    turn: {{by: players, times: 20000, moves: [go]}}
moves:
  go: {{{go}}}
result: {{score: {score}, best: highest}}
"""
DEFAULTS = {
    "options": "", "cards": "{deck: french52}", "tables": "", "define": "  plain: 1", "go": "do: add 1 to mark",
    "score": "mark",
}  # fmt: skip


def ruleset(**parts: str) -> str:
    return BASE.format(**{**DEFAULTS, **parts})


def codes(text: str) -> set[str]:
    return {diagnostic.code for diagnostic in check_text(text)[1] if diagnostic.severity.value == "error"}


def play(text: str, moves: int = 3) -> Game:
    game = Game(Rules(bind(compile_text(text, "bounds.yaml"), 2)), 1)
    for _ in range(moves):
        if game.to_act:
            game.play(game.to_act[0], game.legal_moves(game.to_act[0])[0])
    return game


def line(length: int, step: str = "{next} + 1") -> str:
    """Definitions each of which uses the next."""
    steps = [f"  d{i}: " + step.format(next=f"d{i + 1}") for i in range(length)]
    return "\n".join([*steps, f"  d{length}: mark of first of players"])


@pytest.mark.parametrize("length", [24, 30, 200])
def test_definitions_that_double_are_refused(length: int) -> None:
    """What is used twice by what is used twice, and so on, is told at once to be too much."""
    with calls(1_000_000):
        assert codes(ruleset(define=line(length, "{next} + {next}"), score="d0")) == {"E574"}


@pytest.mark.parametrize("length", [90, 1000])
@pytest.mark.parametrize("backwards", [False, True])
def test_a_long_line_of_definitions_is_refused(length: int, backwards: bool) -> None:
    """A line of definitions that is too long is one message, in whatever order they stand."""
    lines = line(length).splitlines()
    define = "\n".join(reversed(lines) if backwards else lines)
    assert codes(ruleset(define=define, score="d0")) == {"E570"}


def test_a_circle_of_definitions_is_still_told() -> None:
    """A definition that reaches itself is said to, and a long circle is refused too."""
    assert codes(ruleset(define="  a: b + 1\n  b: a + 1", score="a")) == {"E501"}
    circle = "\n".join(f"  c{i}: c{(i + 1) % 300} + 1" for i in range(300))
    assert codes(ruleset(define=circle, score="c0")) & {"E501", "E570"}


STEPS = ["{next} + 1", "(if {next} > 1 then 2 else 3)", "count of (players where seat > {next})", "-(-{next})",
         "(if {next} is 1 or {next} in 2/3..5 then 1 else 2)"]  # fmt: skip


@pytest.mark.parametrize("step", STEPS)
def test_the_deepest_line_that_is_accepted_plays(step: str) -> None:
    """What is accepted is played, told, printed and written without nesting too deep for any of that."""
    texts = [ruleset(define=line(n, step), score="d0", go="when: d0 >= 0, do: set big to d0") for n in range(2, 62)]
    accepted = [text for text in texts if not codes(text)]
    assert 0 < len(accepted) < len(texts)
    rules = compile_text(accepted[-1], "bounds.yaml")
    assert from_json(to_json(rules)) == rules
    game = play(accepted[-1])
    assert game.outcome is None
    assert game.position


@pytest.mark.parametrize(
    ("go", "told"),
    [
        ("do: set big to big * big", "moves.go.do"),
        ("do: set big to big + big", "moves.go.do"),
        ("do: add big * 999 to big", "moves.go.do"),
        ("do: set big to (0 - 9) * big", "moves.go.do"),
        ("when: {huge: 999999999 * 999999 * big > 1}, do: add 1 to mark", "moves.go.when.huge"),
    ],
)
def test_a_number_that_is_too_large_is_a_fault(go: str, told: str) -> None:
    """It names the sentence, and comes at once."""
    with pytest.raises(RulesFault, match="999,999,999,999,999") as fault:
        play(ruleset(go=go), 200)
    assert told in str(fault.value)


def test_what_play_does_not_come_to_is_no_fault() -> None:
    """A number that is too large in a branch that is never taken harms nobody."""
    play(ruleset(go="do: add (if big is 3 then 999999999 * 999999 * big else 1) to mark"), 30)


@pytest.mark.parametrize(
    ("sentence", "worth"),
    [
        ("count of 1..999999999", 999_999_999),
        ("sum of 1..200000", 20_000_100_000),
        ("highest of 1..999999999", 999_999_999),
        ("lowest of (big + 3)..999999999", 5),
        ("count of far", 999_999_998),
        ("count of 5..big", 0),
        ("(if 150000 in 1/2.. then 1 else 0)", 1),
        ("(if 150000 in far then 1 else 0)", 1),
    ],
)
def test_ranges_are_exact(sentence: str, worth: int) -> None:
    """What the ends of a range tell is right however long it is."""
    game = play(ruleset(define="  far: 2..999999999", go=f"do: set big to {sentence}"), 1)
    assert game._state.variables[game._state.program.variables["big"].base] == worth


@pytest.mark.parametrize("sentence", ["sum of (big..999999999 where it > 5)", "count of (far where it > 5)"])
def test_a_range_that_is_too_long_is_a_fault(sentence: str) -> None:
    """No range is cut short without a word."""
    with pytest.raises(RulesFault, match="range"):
        play(ruleset(define="  far: 2..999999999", go=f"do: set big to {sentence}"), 1)


@pytest.mark.parametrize(
    ("sentence", "code"),
    [
        ("999999999 * 9999999", "E577"),
        ("0 - 999999999 * (1000000 + 1) - 1", "E577"),
        ("sum of (1..999999999 where it > 5)", "E578"),
        ("(if some of 1..999999999 where it is big then 1 else 2)", "E578"),
        ("count of (1.. where it > 5)", "E417"),
    ],
)
def test_what_is_certain_is_told_where_rules_are_read(sentence: str, code: str) -> None:
    """Plain numbers need no play to be too large."""
    assert codes(ruleset(go=f"do: set big to {sentence}")) == {code}
    assert not codes(ruleset(go="do: set big to 999999999 * 999999 - 1000000 * 1000"))


def test_a_row_does_not_grow_for_ever() -> None:
    """Gaps are places too."""
    go = "do: [move top of stock to board, move last of board to stock]"
    with pytest.raises(RulesFault, match="board is full: it has 10,000 places"):
        play(ruleset(go=go), 10_001)


def test_many_things_to_choose_from_are_no_trouble() -> None:
    """Thousands of candidates of which a few are taken are gone through without nesting."""
    with pytest.raises(RulesFault, match=r"ways to choose|computation than the limit"):
        play(ruleset(go="choose: {numbers: 1..2 of 1..5000}, do: add 1 to mark"), 1)


def test_a_table_of_several_values_adds_up() -> None:
    """The values of a row that has several are joined, also where a list made beforehand tells them."""
    tables = "tables:\n  worth of card by rank: {A: 0..1, else: 5}"
    game = play(ruleset(tables=tables, go="do: set big to count of worth of deck"), 1)
    assert game._state.variables[game._state.program.variables["big"].base] == 4 * 2 + 48


WILDS = "0..(if count of naturals > 0 then 2 else 1)"
WILD = "{deck: french52, wild: rank is 2}"


@pytest.mark.parametrize(
    "parts",
    [
        {"cards": WILD, "tables": f"combos:\n  set: {{same: rank, size: 3.., wilds: {WILDS}}}"},
        {"options": "options: {least: 2..5}", "tables": "combos:\n  set: {same: rank, size: least..4}"},
        {"tables": "combos:\n  set: {same: rank, size: 3..(7 div 0)}"},
        {"options": "teams: 5"},
        {"cards": "{deck: french52, packs: 900}"},
        {"cards": "{deck: french52, copies: 1 - count of players}"},
    ],
)  # fmt: skip
def test_what_cannot_be_set_up_is_refused(parts: dict[str, str]) -> None:
    """It is told for which table, where the rules are read."""
    assert codes(ruleset(**parts)) == {"E576"}


def test_a_need_keeps_away_what_cannot_be_set_up() -> None:
    """What an option needs settles which tables there are."""
    options = "options: {least: {is: 2..5, needs: {fits: least < 5}}}"
    assert not codes(ruleset(options=options, tables="combos:\n  set: {same: rank, size: least..4}"))


def test_melds_lie_open() -> None:
    """Melds that not everybody sees are refused."""
    assert codes(ruleset(tables="").replace("row seen by everyone", "melds seen by nobody")) >= {"E575"}


def test_a_variant_of_nothing_and_an_option_of_none() -> None:
    """Both are refused."""
    bundled = Path(__file__).parents[2] / "rulesets"
    text = "croupier: 1\nvariant: odd\nof: {of}\noptions: {{discard_before_open: none}}\n"
    for of, code in (("[]", "E123"), ("rami", "E513")):
        with pytest.raises(CompileError) as error:
            compile_text(text.format(of=of), "odd.yaml", bundled=bundled)
        assert code in {diagnostic.code for diagnostic in error.value.diagnostics}


def test_thousands_of_unknown_keys_are_told_soon() -> None:
    """The first of them are told, and how many more there are."""
    with calls(1_000_000):
        found = check_text(ruleset() + "".join(f"zork{i}: 1\n" for i in range(2000)))[1]
    assert len(found) == MOST + 1
    assert found[-1].code == "E139"
    assert "1800 more" in found[-1].message.replace(",", "")
    assert ir.LARGEST_NUMBER == 10**15 - 1


@pytest.mark.parametrize(
    "parts",
    [
        {"tables": "tables:\n  worth of card by rank: {A: count of best of deck, else: 1}", "least": "worth"},
        {"define": "  worth of card: count of (deck without best of hand)", "least": "worth"},
        {"define": "  odd: sum of ranks of best of hand\n  ranks of cards: other\n  other: odd", "least": "odd"},
        {"wild": "count of best of stock > 3", "least": "1"},
        {"wild": "it is odd", "define": "  odd of card: none of deck where wild", "least": "1"},
    ],
)
def test_a_circle_through_combos_and_wild_cards_is_told(parts: dict[str, str]) -> None:
    """What arranges cards, or makes them wild, cannot be settled by that arrangement."""
    least, wild = parts.pop("least"), parts.pop("wild", "rank is 2")
    combos = f"combos:\n  set: {{same: rank, size: 3.., wilds: 0..1}}\n  best: {{split: set, least: {least}}}\n"
    cards = f"{{deck: french52, wild: {wild}}}"
    text = ruleset(**{**parts, "cards": cards, "tables": f"{parts.get('tables', '')}\n{combos}"})
    assert codes(text) == {"E501"}
