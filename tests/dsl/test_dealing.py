"""Deals that run short are told before anything is played, for the tables at which they do, and nowhere else."""

from __future__ import annotations

import pytest

from croupier.compile.binding import bind
from croupier.table.game import Game, Rules
from croupier_dsl import check_text, ir

GAME = """
croupier: 1
game: dealt
players: {players}
options:
  packs: {packs}
  each: {each}
  open: no/yes
cards: {{deck: {deck}, packs: packs}}
tables: {{size by round: {{1..3: 5..7}}}}
zones:
  stock: pile seen by nobody
  heap: pile seen by everyone
  hand of player: set seen by owner
state: {{dealer: player starting first of players, out of player: no/yes}}
define: {{playing: players where not out, several: if open then 2 else 1}}
play:
  steps:
    round:
      times: 3
      begin: {begin}
      steps: {{turn: {{by: players, moves: [lay], else: end turn}}}}
moves:
  lay:
    choose: {{card: one of hand}}
    when: {{fine: open or several is 1 or me is not dealer}}
    do: move card to heap
result: {{score: count of hand + each}}
"""
WHOLE = "[move deck to stock, shuffle stock, {deal}]"


def each(number: str, whom: str = "players") -> str:
    """A deal of so many cards to each of them."""
    return f"for each of {whom}: move top {number} of stock to hand"


def ruleset(deal: str, **parts: str) -> str:
    """The game with this deal in its rounds."""
    given = {"players": "2..10", "packs": "1..2", "each": "3..4", "deck": "french54", "begin": WHOLE}
    given |= parts
    given["begin"] = given["begin"].replace("{deal}", deal)
    return GAME.format(**given)


def told(text: str) -> list[str]:
    """What is said of deals; the ruleset has no other mistake."""
    rules, found = check_text(text)
    assert rules is not None, [diagnostic.message for diagnostic in found]
    return [diagnostic.message for diagnostic in found if diagnostic.code == "W609"]


@pytest.mark.parametrize(
    ("deal", "more", "message"),
    [
        (each("11"), {}, "with 5 players it finds 10 of 11 cards"),
        (
            each("11"),
            {"players": "7", "deck": "french52", "packs": "1..1"},
            "runs short: it finds 8 of 11 cards",
        ),
        (each("(each + 9)"), {"players": "4/5"}, "with 5 players it finds 6 of 12 cards"),
        (each("(each + 10)"), {"players": "4"}, "with each=4 it finds 12 of 14 cards"),
        (each("14", "players without dealer"), {"players": "4/5"}, "5 players it finds 12 of 14"),
        (each("(size * several)"), {"players": "4"}, "with open=yes, round 3 it finds 12 of 14"),
        (each("28", "playing"), {"players": "2"}, "it finds 26 of 28 cards"),
        ("move top 54 of stock to heap, move top of stock to heap", {"players": "2"}, "it finds 0 of 1 card"),
        ("move stock to heap, move top 2 of stock to hand of dealer", {"players": "2"}, "it finds 0 of 2 cards"),
    ],
)  # fmt: skip
def test_short(deal: str, more: dict[str, str], message: str) -> None:
    """The smallest tables are named, with how many cards there were; and in play it is so."""
    text = ruleset("{" + deal + "}" if deal.startswith("for") else deal, **more)
    assert any(message in said for said in told(text)), told(text)
    assert any(Game(each, 1).short_deals or message.count("round") for each in _tables(text))


@pytest.mark.parametrize(
    "deal",
    [
        each("5"),
        "if packs is 2: [{for each of players: move top 9 of stock to hand}]",
        each("(54 * packs div count of players)"),
        each("(count of stock div 10)"),
        each("(count of hand)"),
    ],
)
def test_enough(deal: str) -> None:
    """Where there are enough cards, or their number is not known before, nothing is said; nor does play run short."""
    text = ruleset("{" + deal + "}")
    assert told(text) == []
    assert not any(Game(each, 1).short_deals for each in _tables(text))


def test_a_need_that_refuses_the_table() -> None:
    """Of a table that a need refuses nothing is said."""
    deal = "{" + each("6") + "}"
    assert "with 10 players it finds 0 of 6 cards" in told(ruleset(deal))[0]
    assert told(ruleset(deal, packs="{is: 1..2, needs: {enough: 54 * packs >= 6 * count of players}}")) == []


FILTERED = WHOLE.replace("move deck", "move deck where rank in 7..K or rank is A")


@pytest.mark.parametrize(
    ("begin", "wanted"),
    [
        (FILTERED.replace("{deal}", "{" + each("8") + "}"), "with 4 players it finds 8 of 8"),
        (FILTERED.replace("{deal}", "{" + each("11") + "}"), "with 3 players it finds 10 of 11 cards"),
        ("[move deck where rank is joker to heap, move heap to stock, move top 3 of stock to heap]", "it finds 2 of 3"),
        ("[move deck to stock, move stock where suit is hearts to heap, {deal}]", "with 3 players it finds 1 of 20"),
        ("[move deck to heap, move deck where suit is hearts to stock, {deal}]", "with 2 players it finds 0 of 13"),
    ],
)
def test_cards_that_are_sorted_out(begin: str, wanted: str) -> None:
    """A filter of the deck, or of a pile of which it is known what lies there, is counted card by card."""
    deal = "{" + each("20" if "20" in wanted else "13") + "}"
    text = ruleset("", players="2..4", packs="1..1", begin=begin.replace("{deal}", deal))
    found = told(text)
    if "8 of 8" in wanted:
        assert found == []
    else:
        assert any(wanted in message for message in found), found
    short = [number for number in (2, 3, 4) if Game(Rules(bind(check_text(text)[0], number)), 1).short_deals]  # type: ignore[arg-type]  # it is valid
    assert bool(short) == bool(found)


RULE = """
whenever:
  again: {when: WHEN, do: move top 50 of stock to heap}
result:"""


@pytest.mark.parametrize(("when", "short"), [("count of heap > 52", True), ("heap is empty", False)])
def test_rules_that_fire_by_themselves(when: str, short: bool) -> None:
    """A rule that cannot fire after a list leaves what is known; what one that may fire changes is not known."""
    text = ruleset("hide heap", players="2", packs="1..1").replace(
        "  steps:\n    round:", "  begin: [move deck to stock]\n  steps:\n    round:", 1
    )
    begin = "begin: move top 60 of stock to hand of first of players"
    text = text.replace("begin: " + WHOLE.replace("{deal}", "hide heap"), begin)
    assert told(text.replace("\nresult:", RULE.replace("WHEN", when), 1)) == (
        ["this deal runs short: it finds 54 of 60 cards"] if short else []
    )


def test_the_list_of_a_move() -> None:
    """A move may gather and deal; the list is followed from where all cards are gathered."""
    text = ruleset("hide heap", players="2..4", packs="1..1", begin="[]")
    again = "    do: [move deck to stock, {" + each("14") + "}]\n"
    assert told(text.replace("    do: move card to heap\n", again)) == [
        "this deal runs short: with 4 players it finds 12 of 14 cards"
    ]


def _tables(text: str) -> list[Rules]:
    """The rules for each number of players and each option by itself."""
    rules = check_text(text)[0]
    assert isinstance(rules, ir.Rules)
    single = [{}, {"packs": 2}, {"each": 4}, {"open": True}]
    found = []
    for players in rules.players:
        for options in single:
            try:
                found.append(Rules(bind(rules, players, options)))
            except Exception:  # a value that this variety does not have
                continue
    return found


def test_a_deal_at_an_end() -> None:
    """The `end` of a stage may deal for what comes next: it is followed from where it gathers all cards."""
    short = ruleset("hide heap", packs="1..1", each="3..3")
    for dealt, wanted in (("6", ["with 10 players it finds 0 of 6 cards"]), ("5", [])):
        end = "end: " + WHOLE.replace("{deal}", each(dealt))
        found = told(short.replace("      times: 3\n", f"      times: 3\n      {end}\n"))
        assert [message.partition(": ")[2].replace(", round 1", "").partition(";")[0] for message in found] == wanted


NESTED = """
croupier: 1
game: nested
players: 2
cards: {deck: french52}
zones: {stock: pile seen by nobody, hand of player: set seen by owner}
state: {said: number}
play: {begin: move deck to stock, steps: a1}
stages:
  STAGES
moves: {say: {do: add 1 to said}}
result: {score: said}
"""
LAST = "{by: players, times: 3, begin: move top 60 of stock to hand of first of players, moves: say}"


def nested(*stages: str) -> list[tuple[str, str]]:
    """The code and message of what is said of a game with these stages."""
    rules, found = check_text(NESTED.replace("STAGES", "\n  ".join(stages)))
    assert rules is not None, [diagnostic.message for diagnostic in found]
    return [(diagnostic.code, diagnostic.message) for diagnostic in found]


def test_each_of_many_nested_stages_is_looked_at_once() -> None:
    """Looking at each twice, once for its deals and once for its moves, would double with each level."""
    levels = [f"a{n}: {{steps: a{n + 1}}}" for n in range(1, 40)]
    assert nested(*levels, f"a40: {LAST}") == [("W609", "this deal runs short: it finds 52 of 60 cards")]


def test_a_way_that_doubles_with_each_level_is_left() -> None:
    """Two stages that perform the same one, level after level: the last is come to a million times."""
    levels = [
        f"a{n}: {{steps: [b{n}, c{n}]}}\n  b{n}: {{steps: a{n + 1}}}\n  c{n}: {{steps: a{n + 1}}}" for n in range(1, 21)
    ]
    assert ("W610", "not fully checked: deals that run short (would take too long)") in nested(
        *levels, "a21: {begin: move top 1 of stock to hand of first of players}"
    )
