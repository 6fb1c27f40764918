"""What may decide a choice: a value is followed through names, loops, state and what a `must` looks ahead to."""

from __future__ import annotations

import pytest

from croupier import Game, RulesFault
from croupier.compile.binding import bind
from croupier.table.game import Rules
from croupier_dsl import Diagnostic, check_text, compile_text
from croupier_dsl.checker import secrecy

GAME = """\
croupier: 1
game: secrets
players: 2..4
cards: {deck: french52}
tables: {points of card by rank: {A: 1, 2..10: 2..10, J..K: 10}}
zones:
  stock: pile seen by nobody
  pile: pile seen by everyone
  hand of player: set seen by owner
  row of player: row seen by nobody
state:
  said: number
  lead: card or none
  kept of player: card or none
  done in turn: no/yes
define: {matches of card: suit is suit of lead}
play:
  begin: [move deck to stock, 'for each of players': [move top 5 of stock to hand, move top 3 of stock to row]]
  steps: {turn: {by: players, times: 20, MUST, moves: [act, ask, rest]}}
moves:
  act: ACT
  ask: ASK
  rest: {do: add 1 to said}
result: {score: said}
"""
PLAY = "{choose: {card: one of hand}, do: [set lead to card, move card to pile]}"


def codes(act: str = PLAY, ask: str = "{do: add 2 to said}", must: str = "else: end turn", more: str = "") -> set[str]:
    text = GAME.replace("ACT", act).replace("ASK", ask).replace("MUST", must) + more
    return {each.code for each in check_text(text)[1] if each.code.startswith("E")}


@pytest.mark.parametrize(
    "act",
    [
        PLAY,
        "{choose: {card: one of hand}, do: [move card to pile, set lead to card]}",
        "{choose: {card: one of row}, do: [reveal card, set lead to card]}",
        "{choose: {card: one of row}, do: [set lead to card, reveal lead]}",
        "{do: [move top of stock to pile, set lead to top of pile]}",
    ],
)
def test_state_holds_a_card_that_everybody_was_shown(act: str) -> None:
    """Before or after it is set, in the same list: then its face decides as any open card's does."""
    assert codes(act, "{choose: {card: one of hand where lead is none or matches}, do: move card to pile}") == set()


@pytest.mark.parametrize(
    "act",
    [
        "{choose: {card: one of hand}, do: set lead to card}",
        "{choose: {card: one of row}, do: [set lead to card, if said > 3: reveal card]}",
        "{choose: {card: one of row}, do: [set lead to card, if said > 3: end turn, reveal card]}",
        "{do: [set lead to top of stock, move top of stock to hand]}",
        "{do: set lead to highest by points of hand of left of me}",
    ],
)
@pytest.mark.parametrize("question", ["suit is suit of lead", "matches", "lead is KS", "points < points of lead"])
def test_state_may_hold_a_card_that_not_everybody_has_seen(act: str, question: str) -> None:
    """Then its face decides nothing, unless that it lies open is asked first."""
    assert codes(act, f"{{choose: {{card: one of hand where {question}}}, do: move card to pile}}") == {"E560"}
    for open in ("revealed of lead", "lead in pile"):
        asked = f"{{choose: {{card: one of hand where {open} and {question}}}, do: move card to pile}}"
        assert codes(act, asked) == set(), open


def test_what_one_keeps_of_ones_own_is_known_to_oneself() -> None:
    """State of a player that only this player sets, to cards of their own hand."""
    keep = "{choose: {card: one of hand}, do: set kept to card}"
    assert codes(keep, "{when: rank of kept is K, do: add 2 to said}") == set()
    assert codes(keep, "{when: rank of kept of left of me is K, do: add 2 to said}") == {"E560"}
    other = "{choose: {card: one of row}, do: set kept of left of me to card}"
    assert codes(other, "{when: rank of kept is K, do: add 2 to said}") == {"E560"}


def test_a_loop_over_players_is_followed_for_oneself_and_for_the_others() -> None:
    """A rule about each hand tells oneself nothing new of one's own."""
    kings = "hand where rank is K"
    each = f"whenever: {{kings: {{each: players, when: some of {kings}, do: move ({kings}) to pile}}}}\n"
    assert codes(must="must: {mine: hand is not empty}", more=each) == set()
    give = "{choose: {card: one of hand}, do: move card to hand of left of me}"
    for must in ("must: {theirs: hand of left of me is not empty}", "must: {any: some of players where hand is empty}"):
        assert codes(give, must=must, more=each) == {"E560"}
        assert codes(must=must, more=each) == set()  # nothing comes to the others: no rule about them fires on the way


@pytest.mark.parametrize(
    ("act", "must"),
    [
        ("{do: set done to points of top of stock > 5}", "done"),
        ("{do: [if points of top of stock > 5: set done to yes]}", "done"),
        ("{do: [for each of row where points > 5: add 1 to said]}", "said > 2"),
        ("{do: [let high be points of top of stock > 5, set done to high]}", "done"),
        ("{do: [let far be points of top of stock, if far > 5: set said to 9, set done to said > 8]}", "done"),
        ("{do: move (row where points > 5) to pile}", "count of row < 3"),
        ("{do: move (row where points > 5) to pile}", "pile is not empty"),
        ("{do: [if 7H in stock: move top of pile to hand]}", "count of hand > 5"),
        ("{do: [if rank of top of stock is K: set next to me]}", "next is me"),
    ],
)
def test_a_must_asks_what_can_be_known_beforehand(act: str, must: str) -> None:
    """Not what a look at something hidden will decide on the way."""
    assert codes(act, must=f"must: {{bound: {must}}}") == {"E560"}
    assert codes(act) == set()


def test_a_must_asks_what_may_happen_in_its_stage() -> None:
    """What another stage may set by a look at something hidden has happened, or has not, before this one begins."""
    act = "{do: set done to points of top of stock > 5}"
    text = GAME.replace("ACT", act).replace("ASK", "{do: add 2 to said}").replace("done in turn", "done")
    turn = "steps: {turn: {by: players, times: 20, MUST, moves: [act, ask, rest]}}"
    assert turn in text
    for moves, wrong in (("ask, rest", False), ("ask, act", True)):
        two = f"steps: {{before: {{by: players, moves: [act]}}, turn: {{by: players, must: done, moves: [{moves}]}}}}"
        found = check_text(text.replace(turn, two))[1]
        assert ("E560" in {each.code for each in found}) == wrong


@pytest.mark.parametrize(
    ("act", "must"),
    [
        ("{do: [move top of stock to pile, set done to points of top of pile > 5]}", "done"),
        ("{do: [let card be top of stock, move card to hand, set done to rank of card is K]}", "done"),
        ("{do: [move top of stock to hand, set done to count of hand > 5]}", "done and hand is not empty"),
        ("{do: [if points of top of stock > 5: add 1 to said, set done to yes]}", "done"),
        ("{choose: {card: one of hand}, do: [move card to pile, set done to points of card > 5]}", "done"),
    ],
)
def test_a_must_may_ask_what_is_set_from_what_lies_open(act: str, must: str) -> None:
    """Shown by then, counted, one's own; or decided by nothing hidden."""
    assert codes(act, must=f"must: {{bound: {must}}}") == set()


def test_what_is_set_is_shown() -> None:
    """State that everyone sees may decide, whatever it was set from; a name in a list is shown to nobody."""
    count = "sum of points of hand of left of me"
    ask = "choose: {x: one of 0..%s}"
    named = f"{{do: [let n be {count}, {{{ask % 'n'}}}, add x to said]}}"
    shown = f"{{do: [set said to {count}, {{{ask % 'said'}}}, add x to said]}}"
    assert codes(named) == {"E560"}
    assert codes(shown) == set()
    used = f"{{do: [let n be {count}, add n to said, {{{ask % '3'}}}, add x to said]}}"
    assert codes(used) == set()


def test_state_set_to_state_is_followed_to_the_end() -> None:
    """However long the way: what takes too long to follow counts as hidden."""
    names = [f"c{n}" for n in range(30)]
    sets = ", ".join(f"set {a} to {b}" for a, b in zip(names, [*names[1:], "lead"], strict=True))
    state = "".join(f"  {name}: card or none\n" for name in names)
    text = GAME.replace("state:\n", f"state:\n{state}").replace("MUST", "else: end turn")
    asks = text.replace("ASK", "{when: rank of c0 is K, do: add 1 to said}")
    for act in ("set lead to top of stock", "set lead to top of pile"):
        found = check_text(asks.replace("ACT", f"{{do: [{sets}, {act}]}}"))[1]
        assert "E560" in {each.code for each in found} or "stock" not in act


BOUND = """
croupier: 1
game: bound
players: 2..4
cards: {deck: french52}
tables: {points of card by rank: {A..10: 1..10, J..K: 10}}
zones: {stock: pile seen by nobody, hand of player: set seen by owner}
state: {told in turn: number, done in turn: no/yes}
play:
  begin: [move deck to stock]
  steps:
    turn:
      by: players
      times: 9
      must: {ok: WANTED}
      steps: {opening: {OPENING, moves: [a, b]}, closing: {CLOSING}}
moves: {a: {A}, b: {B}}
result: {score: told}
"""


def bound(wanted: str, opening: str = "", closing: str = "times: 1", a: str = "", b: str = "") -> set[str]:
    """The errors of a ruleset with a `must` and two steps."""
    text = BOUND.replace("WANTED", wanted).replace("CLOSING", closing).replace("{A}", f"{{{a}}}")
    text = text.replace("{B}", f"{{{b}}}").replace("{OPENING, ", f"{{{opening}, " if opening else "{")
    return {each.code for each in check_text(text)[1] if each.code.startswith("E")}


SECRET = "points of top of stock > 5"
LOOK = "set told to points of top of stock"


@pytest.mark.parametrize(
    ("wanted", "parts"),
    [
        ("done", {"closing": "when: %s, end: set done to yes"}),
        ("told > 2", {"closing": "times: points of top of stock, end: add 1 to told"}),
        ("told > 2", {"closing": "until: %s, end: add 1 to told"}),
        ("done", {"closing": "by: players where points of highest by points of hand > 5, end: set done to yes"}),
        ("opening > 2", {"opening": "until: %s, times: 5"}),
        ("done", {"opening": "when: %s", "a": "do: set done to yes"}),
        ("done", {"a": "do: [if %s: end turn]", "closing": "end: set done to yes"}),
        ("told is 0", {"a": "do: [if %s: end opening, add 1 to told]"}),
        ("done", {"a": f"do: {LOOK}", "closing": "when: told > 5, end: set done to yes"}),
        ("done", {"a": f"do: {LOOK}", "b": "when: told > 5, do: set done to yes"}),
        ("done", {"a": f"do: {LOOK}", "b": "choose: {n: one of 1..told}, do: set done to yes"}),
        ("done", {"a": f"do: [{LOOK}, choose: {{n: one of 1..told}}, set done to yes]"}),
    ],
)
def test_nor_whether_a_step_or_a_move_is_come_to(wanted: str, parts: dict[str, str]) -> None:
    """A look at something hidden that decides which steps, moves or statements there are decides what they set; the
    same look at something open does no harm."""
    parts = {key: part.replace("%s", SECRET) for key, part in parts.items()}
    assert bound(wanted, **parts) == {"E560"}
    openly = {key: part.replace("top of stock", "highest by points of hand") for key, part in parts.items()}
    if "players where" not in parts.get("closing", ""):
        assert bound(wanted, **openly) == set()


@pytest.mark.parametrize(
    ("condition", "found"),
    [
        ("sum of points of highest 2 by rank of hand > 9", set()),
        ("sum of highest 2 of points of hand > 9", set()),
        ("sum of highest 2 of points of hand of players > 9", {"E560"}),
        ("count of highest 2 by rank of stock > 1", {"E560"}),
        ("lowest 1 by rank of pile is empty", set()),
        ("count of highest (count of (stock where rank is 7)) of points of pile > 1", {"E560"}),
        ("said + (rank of top of stock is 7) > 3", {"E560"}),
        ("said + (rank of top of pile is 7) > 3", set()),
    ],
)
def test_the_best_of_cards_tells_what_they_are(condition: str, found: set[str]) -> None:
    """So many of the best are found by a look at all of them and at how many; a truth that counts is read."""
    assert codes(f"{{when: {condition}, do: add 1 to said}}") == found


ASKING = """\
croupier: 1
game: partners
players: 4
teams: 2
cards: {deck: french52}
zones:
  stock: pile seen by nobody
  discard: pile seen by everyone
  hand of player: set seen by owner
  reds of team: set seen by everyone
state: {asked in turn: no/yes, answer in turn: go_out/stay or none, mark: number}
play:
  begin: [move deck to stock, shuffle stock, for each of players: move top 5 of stock to hand]
  steps:
    turn:
      by: players
      times: 20
      must: {word: WORD}
      steps:
        asking: {moves: [ask, say_nothing]}
        answering: {by: across of me, when: asked, moves: [agree, refuse]}
        laying: {times: 3, moves: [lay, draw, look]}
moves:
  ask: {do: set asked to yes}
  say_nothing: {}
  agree: {do: set answer to go_out}
  refuse: {do: set answer to stay}
  lay: {choose: {card: one of hand}, do: move card to discard}
  draw: {do: move top of stock to hand}
  look: {do: LOOK}
WHENEVER
result: {score: mark + count of reds of team}
"""
KEPT = "answer is none or (answer is go_out and hand is empty) or (answer is stay and hand is not empty)"
ANSWERED = "answer is none or answer is go_out"
REDS = "hand where rank is 3 and suit is hearts"
LAID = (
    f"whenever: {{reds: {{each: players, when: some of {REDS}, do: [let number be count of ({REDS}), "
    f"move {REDS} to reds of team, move top number of stock to hand]}}}}"
)


def asking(word: str, look: str = "add 1 to mark", whenever: str = "") -> list[Diagnostic]:
    text = ASKING.replace("WORD", word).replace("LOOK", look).replace("WHENEVER", whenever)
    return [each for each in check_text(text)[1] if each.code.startswith("E")]


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        (KEPT, {}),
        (KEPT, {"whenever": LAID}),
        (KEPT, {"look": "move (stock where rank is K) to discard"}),
        (KEPT, {"look": "move (hand of left where rank is K) to discard"}),
        (KEPT, {"look": "add count of (stock where rank is K) to mark"}),
        (KEPT, {"whenever": "whenever: {top: {when: rank of top of discard is K, do: add 1 to mark}}"}),
        (ANSWERED, {"look": "{if rank of top of stock is K: end laying}"}),
        (ANSWERED, {"look": "{if rank of top of stock is K: end turn}"}),
        (KEPT, {"look": "{if rank of top of stock is K: end play}"}),
    ],
)
def test_a_must_asks_what_no_look_can_reach(word: str, parts: dict[str, str]) -> None:
    """What the partner has said is not settled by a look elsewhere in the stage, nor is the number of one's cards by a
    rule about the hands of others, which nothing in the stage changes."""
    assert asking(word, **parts) == []


@pytest.mark.parametrize(
    ("word", "parts", "asked", "look"),
    [
        (KEPT, {"look": "{if some of hand of left where rank is K: move hand to discard}"}, "hand", "rank is K"),
        (KEPT, {"look": "{if rank of top of stock is K: end laying}"}, "hand", "rank of top of stock is K"),
        (KEPT, {"look": "{if rank of top of stock is K: end turn}"}, "hand", "rank of top of stock is K"),
        (KEPT, {"look": "[move top of stock to hand of left, move top of stock to hand]", "whenever": LAID}, "", ""),
        (ANSWERED, {"look": "{if rank of top of stock is K: set answer to stay}"}, "answer", "rank of top of stock"),
        (KEPT, {"look": "move top (if rank of top of stock is K then 2 else 1) of stock to hand"}, "hand", "rank of"),
    ],
)  # fmt: skip
def test_a_look_that_decides_what_a_must_asks_is_refused_and_shown(
    word: str, parts: dict[str, str], asked: str, look: str
) -> None:
    """The message points at what the `must` asks, and at the sentence that looks."""
    found = asking(word, **parts)
    if not asked:  # drawn cards end every look ahead, also where rules about others fire on the way
        assert found == []
        return
    assert {each.code for each in found} == {"E560"}
    pointed = {tuple(label.span.text for label in each.labels) for each in found}
    assert any(
        len(each) == 2 and asked.startswith(each[0]) and (look.startswith(each[1]) or each[1].startswith(look))
        for each in pointed
    ), pointed


def test_state_that_a_rule_sets_by_itself_is_followed() -> None:
    """A card that a rule of `whenever` has kept has been shown to nobody."""
    kept = "whenever: {far: {when: said > 3, do: [set lead to top of stock, set said to 0]}}\n"
    read = "{when: rank of lead is K, do: add 2 to said}"
    assert codes(PLAY, read, more=kept) == {"E560"}
    shown = kept.replace("set said to 0", "reveal lead, set said to 0")
    assert codes(PLAY, read, more=shown) == set()


LOOSE = """\
croupier: 1
game: loose
players: 2
cards: {deck: french52}
zones:
  stock: pile seen by nobody
  well: set seen by nobody
  open: set seen by everyone
  hand of player: set seen by owner
  back of player: set seen by others
  line of player: row seen by nobody
state: {turned: number, whose: player or none}
play:
  begin:
    - move deck to stock
    - move top 5 of stock to well
    - move top 5 of stock to open
    - for each of players:
        - move top 5 of stock to hand
        - move top 2 of stock to back
        - move top 3 of stock to line
    - BEGIN
  steps: {turn: {by: players, times: 4, moves: [act, rest]}}
moves:
  act: {choose: CHOOSE, do: add 1 to turned}
  rest: {do: add 1 to turned}
result: {score: turned}
"""


@pytest.mark.parametrize(
    ("choose", "begin", "legal"),
    [
        ("{c: one of hand}", "", True),
        ("{c: 1..2 of hand}", "", True),
        ("{c: one of open}", "", True),
        ("{c: one of stock}", "", True),
        ("{c: one of line of left of me}", "", True),
        ("{c: 2 of line of left of me}", "", True),
        ("{c: one of back of left of me}", "", True),
        ("{p: one of players, c: one of line of p}", "", True),
        ("{c: one of hand of whose}", "set whose to first of players", True),
        ("{c: one of hand of left of me where revealed}", "reveal hand of last of players", True),
        ("{c: one of hand of left of me}", "reveal hand of last of players", True),
        ("{c: one of hand of left of me}", "", False),
        ("{c: one of hand of left of me}", "show hand of last of players to first of players", False),
        ("{c: 2 of hand of left of me}", "", False),
        ("{c: one of well}", "", False),
        ("{c: one of hand/well}", "", False),
        ("{c: one of back of me}", "", False),
        ("{p: one of players where it is not me, c: one of hand of p}", "", False),
    ],
)
def test_only_cards_that_can_be_named_are_chosen(
    choose: str, begin: str, legal: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is accepted can be chosen in play; what is refused would be a fault there."""
    text = LOOSE.replace("CHOOSE", choose).replace("BEGIN", begin or "set turned to 1")
    found = [each for each in check_text(text)[1] if each.code.startswith("E")]
    assert [each.code for each in found] == ([] if legal else ["E561"])
    monkeypatch.setattr(secrecy, "_nameable", lambda *_: None)
    game = Game(Rules(bind(compile_text(text))), 1)
    if legal:
        assert any(move.name == "act" for move in game.legal_moves(game.to_act[0]))
    else:
        with pytest.raises(RulesFault, match=r"a player cannot choose a card of .* without seeing it"):
            game.legal_moves(game.to_act[0])
