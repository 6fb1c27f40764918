"""Nobody learns from the moves that a `must` leaves which card is about to be drawn.

While a `must` is searched beyond a statement that shows a card for the first time, a test that asks what the card is
may come out either way, on the reference and in compiled rules.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from croupier import Game, Rules
from croupier.base import limits
from croupier.base.chance import Stream
from croupier.fast import FastGame, compiled

from .alongside import first_difference, first_other_choice
from .test_ahead import rules_of
from .test_alongside import engines

pytestmark = pytest.mark.in_turn(12)

TURN = "turn: {by: players, times: 20, must: paid > 0, steps: {"
ACT = TURN + "act: {times: 3, until: paid > 0, moves: [draw, pay, toss, pass]}}}"
DRAW = "draw: {when: stock is not empty and count of hand < 9, do: [move top of stock to hand]}"
PAY = "pay: {when: count of hand > 3, do: add 1 to paid}"
TOSS = "toss: {choose: {card: one of hand}, do: move card to gone}"
HEARTS = "some of hand where suit is hearts"
KING = "rank of top of gone is K"
MANY = "count of (hand where suit is hearts) > 2"


def drawing(*then: str) -> tuple[str, ...]:
    """What is done in the list that draws."""
    return ACT, DRAW.replace("hand]", ", ".join(["hand", *then]) + "]"), PAY, TOSS


def stages(text: str) -> tuple[str, ...]:
    return TURN + text + "}}", DRAW, PAY, TOSS


def rule(text: str, draw: str = DRAW) -> tuple[str, ...]:
    return ACT, draw, PAY, TOSS, f"whenever: {{r: {{{text}, do: end turn}}}}"


NAMED = "[let t be top of stock, move t to hand, if suit of t is hearts: add 1 to paid]"
OPENLY = "[let t be top of stock, move t to gone, set named to t]"
SEEN_ALOUD = DRAW.replace("move top of stock to hand", "let t be top of stock, move t to gone")

ASKED = {
    "until": stages(f"act: {{times: 4, until: paid > 0 or {MANY}, moves: [draw, pay, toss]}}"),
    "until, before what ends it": stages(f"act: {{times: 2, until: {{a: {MANY}, b: paid > 0}}, moves: [draw, pay]}}"),
    "when": stages(f"act: {{moves: [draw, pay, toss]}}, more: {{when: {HEARTS}, moves: [pay, pass]}}"),
    "when, twice": stages(
        f"act: {{moves: [draw, pay, toss]}}, early: {{when: {HEARTS}, steps: {{later: {{when: "
        "some of hand where rank is K, moves: [pay, pass]}}}"
    ),
    "times": stages("act: {times: 1 + (count of (hand where suit is hearts)), moves: [draw, pay, toss]}"),
    "whenever": rule(f"when: gone is not empty and {KING}", SEEN_ALOUD),
    "whenever, for each": rule("each: players, when: some of hand of it where rank is K"),
    "whenever, of cards": rule("each: gone, when: {deep: count of gone > 2, red: suit of it is hearts}", SEEN_ALOUD),
    "if": drawing(f"if {HEARTS}: add 1 to paid"),
    "if and else": drawing("if some of hand where rank is K: end turn", f"if {HEARTS}: [add 1 to paid]"),
    "if, of what is named": (
        ACT,
        DRAW.replace("[move top of stock to hand]", NAMED),
        PAY,
        TOSS,
    ),
    "if, before a choice": drawing(
        f"if {HEARTS}: [choose: {{other: one of hand}}, move other to gone, add 1 to paid]"
    ),
    "if, that ends": drawing(f"if {HEARTS}: end turn"),
    "for each": drawing("for each of hand where suit is hearts: [add 1 to paid]"),
    "for each, in an order": drawing("for each of hand: [move it to gone]", f"if {KING}: add 1 to paid"),
    "all at once, in an order": drawing("move hand to gone", f"if {KING}: add 1 to paid"),
    "a value": (ACT.replace("paid > 0", "paid > 1"), *drawing("set paid to count of (hand where suit is hearts)")[1:]),
    "what is moved": drawing("move (hand where suit is hearts) to gone", "if count of hand < 4: add 1 to paid"),
    "a choice": drawing("choose: {other: one of hand where suit is hearts}", "move other to gone", "add 1 to paid"),
    "a legal move": (
        *stages("act: {moves: [draw, pay, toss]}, more: {moves: [heart], else: end turn}"),
        "heart: {choose: {card: one of hand where suit is hearts}, do: add 1 to paid}",
    ),
    "a must inside": (
        TURN + "a: {must: {m: some of hand where suit is hearts}, steps: {act: {moves: [draw, pay, toss]}}}, "
        "more: {when: paid > 5, moves: [pay]}}}",
        DRAW,
        PAY,
        TOSS,
    ),
    "state that names it": (
        TURN + "act: {times: 2, until: paid > 0 or (named is not none and rank of named is K), "
        "moves: [draw, pay, toss]}}}",
        DRAW.replace("[move top of stock to hand]", OPENLY),
        PAY,
        TOSS,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", ASKED)
def test_what_a_shown_card_is_may_come_out_either_way(name: str) -> None:
    """Decision by decision, in Python and in C."""
    rules = rules_of(*ASKED[name])
    for engine in engines(rules):
        for seed in range(8):
            assert first_difference(rules, engine, f"5:{seed}", 30) is None


@pytest.mark.parametrize("name", ["until", "if", "whenever", "a value"])
def test_players_who_look_ahead_choose_alike(name: str) -> None:
    rules = rules_of(*ASKED[name])
    engine = compiled(rules, "python", foresees=True)
    for seed in range(3):
        assert first_other_choice(rules, engine, f"5:{seed}", 20) is None


@pytest.mark.parametrize("name", ASKED)
def test_the_moves_are_the_same_whatever_is_about_to_be_drawn(name: str) -> None:
    """Each card of the stock comes to lie on top, at each of some decisions."""
    rules = rules_of(*ASKED[name])
    (engine,) = engines(rules, quick=True)
    seen = 0
    for seed in range(3):
        game, chance = Game(rules, f"6:{seed}"), Stream(seed)
        for _ in range(6):
            if not game.to_act:
                break
            position, stock = game.position(), game.position()["zones"]["stock"]
            lists = set()
            for at in range(0, len(stock), 7):
                order = [*stock]
                order[at], order[-1] = order[-1], order[at]
                there = Game.at(rules, {**position, "zones": {**position["zones"], "stock": order}})
                moves = tuple(map(str, there.legal_moves(*there.to_act)))
                assert tuple(map(str, FastGame(engine, there).moves())) == moves
                lists.add(moves)
                seen += 1
            assert len(lists) == 1
            (moves,) = lists
            game.play(game.to_act[0], moves[chance.below(len(moves))])
    assert seen > 30


def dealt(rules: Rules, kept: Callable[[str], bool]) -> Game:
    """A game that begins with five such cards in the first hand."""
    position = Game(rules, 1).position()
    zones = position["zones"]
    cards = [*zones["hand of P1"], *zones["stock"]]
    hand = [card for card in cards if kept(card)][:5]
    zones["hand of P1"], zones["stock"] = hand, [card for card in cards if card not in hand]
    return Game.at(rules, {**position, "of_cards": {}})


def legal_on_both(rules: Rules, game: Game) -> list[str]:
    here = [str(move) for move in game.legal_moves(0)]
    for engine in engines(rules):
        assert [str(move) for move in FastGame(engine, game).moves()] == here
    return here


def test_what_fails_either_way_is_barred() -> None:
    """Drawing last would end the turn unpaid, whatever the card is."""
    for times, legal in ((1, ["pay"]), (2, ["draw", "pay"])):
        rules = rules_of(*stages(f"act: {{times: {times}, until: paid > 0 or {HEARTS}, moves: [draw, pay]}}"))
        assert legal_on_both(rules, dealt(rules, lambda card: "H" not in card)) == legal


@pytest.mark.parametrize("most", [0, 1, 2, 3])
def test_so_many_tests_are_followed_both_ways(monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    """Where there are more, all is possible, on both engines."""
    monkeypatch.setattr(limits, "MOST_GUESSES", most)
    for asked in (1, 3):
        tests = [f"if some of hand where rank is {rank}: add 1 to tally" for rank in "KQJ"[:asked]]
        _, draw, *_ = drawing(*tests)
        rules = rules_of(TURN + "act: {moves: [draw, pay]}}}", draw, PAY)
        game = dealt(rules, lambda card: card[0] not in "KQJ")
        assert legal_on_both(rules, game) == (["draw", "pay"] if asked > most else ["pay"])
