"""Every mistake of meaning is found, at the smallest place, with the fix beside it."""

from __future__ import annotations

from pathlib import Path

import pytest

import croupier_dsl
from croupier_dsl import Diagnostic, Severity, check_text

from .meaning_game import GAME, changed

PAGES = Path(croupier_dsl.__file__).parent / "explanations"

CASES = [
    # E3xx: names
    ("times: rounds", "times: ronds", "E301", "ronds", "write `rounds`"),
    ("score: total", "score: points", "E302", "points", "`points of …`"),
    ("when: count of discard > 3", "when: draw is 3", "E303", "draw", "moves"),
    ("let best be highest by points of", "let best be highest by pionts of", "E305", "pionts", "write `points`"),
    ("leader: first of", "top: first of", "E306", "top", "another name"),
    ("  out in round: player or none", "  count in round: player or none", "E306", "count", "another name"),
    ("  ace: low/high", "  total: low/high", "E307", "total", "another name"),
    ("times: rounds", "times: it", "E308", "it", "where"),
    ("times: rounds", "times: total of me", "E309", "me", "by"),
    ("mark of card in discard", "mark of crad in discard", "E311", "crad", "write `card`"),
    ("stock: pile seen", "stock: plie seen", "E312", "plie", "write `pile`"),
    ("else: end round", "else: end ruond", "E313", "ruond", "write `round`"),
    ("moves: [draw, go_out, pass]", "moves: [draw, go_uot, pass]", "E314", "go_uot", "write `go_out`"),
    ("out in round:", "out in roudn:", "E315", "roudn", "write `round`"),
    ("split: set/run", "split: set/rnu", "E316", "rnu", "write `run`"),
    ("hand of player: set seen by owner", "hand of player: set seen by owenr", "E317", "owenr", "write `owner`"),
    ("same: suit", "same: siut", "E318", "siut", "write `suit`"),
    ("deck: french52", "deck: french25", "E319", "french25", "write `french52`"),
    ("tables.points: [pts]", "tables.pionts: [pts]", "E320", "tables.pionts", "write `tables.points`"),
    ("J..K: 10", "J..L: 10", "E325", "J..L", ""),
    ("ace: low/high", "ace: low/high starting no", "E325", "no", "values: low, high"),
    ("{card: one of hand}", "{card: one of hand, what: one of values of rnk}", "E326", "rnk", "rank"),
    ("when: count of discard > 3", "when: some of hand of players where revealed", "E302", "revealed",
     "`(hand of players) where …`"),
    # E2xx: sentences
    ("when: count of discard > 3", "when: hand contains QS", "E200", "contains", "`QS in hand`"),
    ("- set out to me", "- move all hand to discard", "E200", "hand", "`move hand …`"),
    ("- set out to me", "- move 2 cards from stock to hand", "E200", "cards", "`move top 2 of … to …`"),
    # E4xx: types
    ("when: count of discard > 3", "when: count of discard is dealer", "E401", "count of discard is dealer", ""),
    ("when: stock is not empty", "when: count of stock", "E402", "count of stock", ""),
    ("first of players where", "first of dealer where", "E403", "first", ""),
    ("when: count of discard > 3", "when: highest of count of hand of players > 3", "E403", "highest", "of player: …"),
    ("when: count of discard > 3", "when: dealer > out", "E404", "dealer", "numbers"),
    ("let best be highest by points of discard where mark", "let best be highest of discard", "E405", "highest", "by"),
    ("when: count of discard > 3", "when: hand is discard", "E406", "hand is discard", "in"),
    ("when: stock is not empty", "when: stock is not none", "E407", "stock is not none", "is empty"),
    ("when: count of discard > 3", "when: hand in discard", "E408", "hand", "none of"),
    ("- set out to me", "- move QS to discard", "E409", "QS", "after `is`"),
    ("when: count of discard > 3", "when: count of discard > none", "E410", "count of discard > none", "is none"),
    ("let best be highest by points of discard where mark", "let best be none", "E411", "none", ""),
    ("add sum of points of hand", "add sum of hand", "E412", "sum", "points"),
    ("- set out to me", "- move top of hand to discard", "E413", "top", "lowest by"),
    ("A..K/A", "K..A", "E414", "K..A", "A..K"),
    ("- set out to me", "- set hand to none", "E418", "hand", "state"),
    ("- set out to me", "- add 1 to dealer", "E419", "dealer", ""),
    ("- set out to me", "- move dealer to discard", "E420", "dealer", ""),
    ("- set out to me", "- move card to dealer", "E421", "dealer", "zone"),
    ("- set out to me", "- move card to top of discard", "E421", "top of discard", "go on top"),
    ("- set out to me", "- move card to bottom of dealer", "E403", "bottom", ""),
    ("- set out to me", "- move melds of hand to bottom of laid", "E435", "bottom of laid", "make it a pile"),
    ("- set out to me", "- move card to bottom of hand", "E413", "bottom", ""),
    ("- set out to me", "- shuffle hand of players", "E422", "hand of players", "for each"),
    ("- set out to me", "- move card to hand of players", "E440", "card", "for each"),
    ("- set out to me", "- move top 3 of stock to hand of players", "E436", "top 3 of stock", "3"),
    ("- set out to me", "- move hand to hand of players", "E437", "hand", "pile"),
    ("- set out to me", "- move deck to hand of players", "E437", "deck", "pile"),
    ("- set out to me", "- move card to hand from dealer", "E438", "dealer", "hand of players"),
    ("- set out to me", "- for each of players at once: [move hand to hand of left, reveal hand]", "E613",
     "reveal hand", "block"),
    ("- set out to me", "- for each of players at once: move melds of hand to laid", "E613", "melds", "block"),
    ("- set out to me", "- for each of players at once: move top of stock to hand", "E614", "top of stock", "at once"),
    ("- set out to me", "- for each of players at once: move card to hand", "E614", "card", "hand"),
    ("- set out to me", "- move card to stock under dealer", "E402", "dealer", ""),
    ("- set out to me", "- move card to hand under 1", "E435", "hand", "make it a pile"),
    ("- set out to me", "- move card to bottom of stock under 1", "E441", "1", "under"),
    ("- set out to me", "- move hand to hand", "E443", "hand", "another zone"),
    ("- set dealer to left of dealer", "- add 1 to total", "E302", "total", "under `for each of players:`"),
    ("- set out to me", "- move card to stock under -1", "E442", "-1", "under 0"),
    ("- set out to me", "- reveal dealer", "E423", "dealer", ""),
    ("- set out to me", "- show dealer to me", "E423", "dealer", ""),
    ("- set out to me", "- show card to team of me", "E402", "team of me", "`members of team of me`"),
    ("- set out to me", "- show card to discard", "E402", "discard", ""),
    ("set dealer to left of dealer", "set dealer to none", "E424", "none", "or none"),
    ("when: count of discard > 3", "when: hand is melds", "E425", "melds", "parts"),
    ("cards: {deck: french52, wild: rank is wild_rank}", "cards: {deck: french52}", "E427", "0..1", "wild"),
    ("- set out to me", "- shuffle hand", "E429", "hand", "a pile"),
    ("- set out to me", "- move card to laid", "E430", "card", "meld"),
    ("when: count of discard > 3", "when: rank of top of discard is 2 + 1", "E401", "rank of top of discard is 2 + 1",
     "the numbers of rank are words"),
    ("when: count of discard > 3", "when: total of players > 3", "E404", "total of players", "highest of"),
    ("when: count of discard > 3", "when: dealer is empty", "E428", "empty", "is none"),
    # E5xx: the game
    ("rounds: 1..3 starting 2", "rounds: 1..3 starting 4", "E532", "4", "`1..3`"),
    ("bonus: 11/1", "bonus: 11/1 starting 5", "E532", "5", "`11/1`"),
    ("ace: low/high", "card: low/high", "E306", "card", "another name"),
    ("deadwood of cards: it without melds", "deadwood of cards: deadwood", "E501", "deadwood", ""),
    ("points of card by rank:", "points of card:", "E502", "points", "by"),
    ("J..K: 10", "J: 10", "E504", "points", "else"),
    ("J..K: 10", "10..K: 10", "E505", "10..K", ""),
    ("{1..3: J..K}", "{1..3: 10..K}", "E507", "10..K", ""),
    ("leader: first", "leader by rank: first", "E508", "rank", "tables"),
    ("discard: pile seen", "discard in round: pile seen", "E509", "round", ""),
    ("ace: low/high", "ace: low/high or none", "E513", "low/high or none", ""),
    ("ace: low/high", "ace: low/high seen by nobody", "E514", "nobody", ""),
    ("rounds: 1..3 starting 2", "rounds: 1..3 starting bonus", "E516", "bonus", "before"),
    ("size: 3..}", "size: total of dealer}", "E517", "total", ""),
    ("discard: pile seen", "discard: pile starting deck seen", "E518", "pile starting deck seen by everyone", ""),
    ("discard: pile seen by everyone", "discard: pile", "E519", "pile", "seen by"),
    ("hand of player: set seen", "hand of player: set top seen", "E520", "set top seen by owner", ""),
    ("laid of player: melds", "laid of card: melds", "E521", "card", "player"),
    ("discard: pile seen by everyone", "discard: pile seen by owner", "E522", "owner", "everyone"),
    ("total of player: number", "total of player: 1..10", "E523", "1..10", "number"),
    ("total of player: number", "total of player: 0", "E523", "0", "write `number`"),
    ("total of player: number", "total of player: 5", "E523", "5", "write `number starting 5`"),
    ("total of player: number", "total of player: no", "E311", "no", "write `no/yes`"),
    ("dealer: player starting random of players", "dealer: player", "E524", "player", "starting"),
    ("out in round:", "out in discard:", "E525", "discard", "of card"),
    ("wilds: 0..1", "wilds: 1..2", "E531", "1..2", "0..1"),
    ("          by: players from left of dealer\n", "", "E541", "turn", "by"),
    ("by: players from", "by: stock from", "E544", "stock", ""),
    ("- set out to me", "- end pass", "E313", "pass", ""),
    ("move deck to stock", "end turn", "E545", "turn", "round"),
    ("          until: out is not none or stock is empty\n", "", "E546", "next", "until"),
    ("when: count of discard > 3", "when: random of players is me", "E547", "random", "let"),
    ("players: 2..4", "players: 0..4", "E551", "0..4", "2..6"),
    ("players: 2..4", "players: 2..4 starting 5", "E551", "5", "`2..4`"),
    ("players: 2..4", "players: 2..4 starting many", "E551", "many", "`2..4`"),
    ("players: 2..4", "players: 2..4 or none", "E551", "2..4 or none", "3..6 starting 4"),
    ("players: 2..4", "players: 2..4 seen by everyone", "E551", "2..4 seen by everyone", "3..6 starting 4"),
    # E56x: secrecy
    ("when: count of discard > 3", "when: rank of top of stock is K", "E560", "rank", "counts"),
    ("when: count of discard > 3", "when: secret of me is 3", "E560", "secret", "counts"),
    ("when: count of discard > 3", "when: QS in hand of left of me", "E560", "QS in hand of left of me", "counts"),
    ("when: stock is not empty", "when: some of stock where points > 3", "E560", "points", "counts"),
    # W6xx: warnings
    ("me is not leader or open_hand", "me is not leader", "W601", "open_hand", "delete"),
    ("moves: [draw, go_out, pass]", "moves: [draw, go_out]", "W602", "pass", "moves"),
    ("{1..3: J..K}", "{1..4: 10..K}", "W603", "1..4", "delete"),
    ("move top 5 of stock", "move top 20 of stock", "W609", "top 20 of stock", "deal fewer"),
]  # fmt: skip


def found_in(text: str) -> list[Diagnostic]:
    return check_text(text, "small.yaml")[1]


def test_the_game_is_valid() -> None:
    """Before anything is changed there is nothing to remark."""
    assert found_in(GAME) == []


@pytest.mark.parametrize(("old", "new", "code", "place", "help"), CASES, ids=[f"{c[2]}-{c[1]}" for c in CASES])
def test_mistake(old: str, new: str, code: str, place: str, help: str) -> None:
    """One change gives this diagnostic, at these words, with this advice."""
    found = found_in(changed(old, new))
    assert code in [d.code for d in found], [f"{d.span} {d.code} {d.message}" for d in found]
    mistake = next(d for d in found if d.code == code)
    assert mistake.span is not None
    assert mistake.span.text == place
    assert help in mistake.help
    assert mistake.severity is (Severity.WARNING if code.startswith("W") else Severity.ERROR)


@pytest.mark.costly
def test_style_of_messages() -> None:
    """Messages begin in lower case and end without a full stop; the advice stands in the help."""
    for old, new, *_ in CASES:
        for d in found_in(changed(old, new)):
            assert d.message[0] in "`0123456789" or d.message[0].islower(), d.message
            assert not d.message.endswith("."), d.message


def test_mistakes_are_collected() -> None:
    """Two sentences with a mistake each give two diagnostics."""
    text = changed("times: rounds", "times: ronds").replace("same: suit", "same: siut")
    assert {d.code for d in found_in(text)} >= {"E301", "E318"}


def test_no_echo() -> None:
    """Who reads something that is wrong in itself is not blamed for it."""
    found = found_in(changed("deadwood of cards: it without melds", "deadwood of cards: it without meldss"))
    assert [d.code for d in found] == ["E301"]


def test_deep_sentences_are_refused() -> None:
    """A sentence that nests without end is a diagnostic, not a crash."""
    deep = "(" * 300 + "count of discard" + ")" * 300
    assert all(d.code[0] == "E" for d in found_in(changed("count of discard > 3", f"{deep} > 3")))


GIVEN = """
scenarios:
  one:
    seats: Ann Bob
    given: {at: turn of Ann, WHAT}
    then: [Ann can: pass]
"""


@pytest.mark.parametrize(
    ("given", "help"),
    [
        ("revealed of QS: yes", "`revealed: CARD in ZONE`"),
        ("winners: Ann", "give zones, state"),
        ("points: 3", "give zones, state"),
        ("leader: Ann", "give zones, state"),
        ("next: Bob", "give zones, state"),
        ("me: Bob", "give zones, state"),
        ("draw: 7S", "give zones, state"),
        ("rounds: 2", "under `options` of the scenario"),
    ],
)
def test_what_is_never_given_is_told_as_that(given: str, help: str) -> None:
    """Whosever it is: that nobody has said whose is no help with what cannot be given at all."""
    found = [d for d in check_text(GAME + GIVEN.replace("WHAT", given))[1] if d.severity is Severity.ERROR]
    assert [d.code for d in found] == ["E556"]
    assert help in found[0].help


def test_what_can_be_given_asks_whose() -> None:
    """A zone of players is somebody's."""
    found = [d for d in check_text(GAME + GIVEN.replace("WHAT", "hand: QS"))[1] if d.severity is Severity.ERROR]
    assert [(d.code, d.help) for d in found] == [("E302", "write whose: `hand of …`")]


@pytest.mark.parametrize(
    ("default", "code", "help"),
    [("ace: none", "E513", "its values are `low/high`"), ("rounds: 7", "E532", "its values are `1..3`")],
)
def test_a_default_of_a_variant_is_one_of_the_values(default: str, code: str, help: str) -> None:
    """A variant cannot list other values; those that there are help."""
    text = f"croupier: 1\nvariant: other\nof: example\noptions: {{{default}}}\n"
    assert [(d.code, d.help) for d in check_text(text, bundled=PAGES)[1]] == [(code, help)]


@pytest.mark.parametrize("step", ['"@2"', "card=7S"])
def test_a_step_without_its_move(step: str) -> None:
    """The tool's own notation of what is chosen is no mistake of signs: the name of the move is missing before it."""
    text = GAME + GIVEN.replace("WHAT", "discard: 9H").replace("Ann can: pass", f"Ann: {step}")
    found = [d for d in check_text(text)[1] if d.severity is Severity.ERROR]
    assert [d.code for d in found] == ["E202"]
    assert "starts with the name of its move" in found[0].help
