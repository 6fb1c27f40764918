"""What a `must` leaves legal in compiled rules is what it leaves on the reference."""

from __future__ import annotations

from collections import Counter

import pytest

from croupier import Game, Rules, RulesFault, SetupError, load
from croupier.base import limits
from croupier.base.chance import Seed, Stream
from croupier.base.faults import PositionError
from croupier.compile.binding import bind
from croupier.fast import Engine, FastGame, OutOfRange, compiled, playouts
from croupier.simulate import play_game, play_games
from tests.interpreter.test_lookahead import position

from .alongside import first_difference, same_bulk
from .small import ruled
from .test_alongside import engines

pytestmark = pytest.mark.in_turn(14)

GAME = """
croupier: 1
game: small
players: 2..3
cards: {deck: french52}
zones:
  stock: pile seen by nobody
  gone: pile seen by everyone
  hand of player: set seen by owner
state:
  score of player: number
  paid in turn: number
  tally of player: number
  owed of card in hand: no/yes
  secret of player: number seen by owner
play:
  begin: [move deck to stock, shuffle stock, for each of players: move top 5 of stock to hand]
  steps:
    PLAY
moves:
  pass: {}
  finish: {do: add 1 to tally}
  MOVES
result: {score: score, best: highest}
"""

LOOKS = {
    "what leads astray": (
        "turn: {by: players, times: 10, must: paid mod 2 is 0, steps: {act: {until: paid >= 2, moves: [one, two]}}}",
        "one: {when: paid < 3, do: [add 1 to paid]}",
        "two: {when: paid < 3, do: [add 2 to paid]}",
    ),
    "an answer": (
        "turn: {by: players, times: 10, must: paid is 2, steps: {act: {until: paid > 1, moves: [go, pass], "
        "else: end turn}}}",
        "go: {choose: {card: one of hand}, do: [move card to gone, choose: {n: one of 2..3}, set paid to n]}",
    ),
    "answers one after the other": (
        "turn: {by: players, times: 9, must: paid is 4 or hand is empty, steps: {act: {until: paid > 3 or "
        "hand is empty, moves: [go], else: end turn}}}",
        "go: {choose: {card: one of hand}, do: [move card to gone, choose: {n: one of 1..3}, add n to paid]}",
    ),
    "a card drawn, and a debt": (
        "turn: {by: players, times: 30, must: {none_owed: none of hand where owed, done: paid > 0}, steps: "
        "{act: {until: paid > 0, moves: [draw, take, throw], else: end turn}}}",
        "draw: {when: stock is not empty and count of hand < 8, do: move top of stock to hand}",
        "take: {when: gone is not empty, do: [let t be top of gone, move t to hand, set owed of t to yes]}",
        "throw: {choose: {card: one of hand}, when: {same: rank of card is rank of top of gone or gone is "
        "empty or not owed of card}, do: [move card to gone, add 1 to paid]}",
    ),
    "chance": (
        "turn: {by: players, times: 10, must: paid is 2, steps: {act: {times: 3, until: paid > 1, moves: "
        "[go, dice, pass], else: end turn}}}",
        "go: {do: add 1 to paid}",
        "dice: {when: tally < 4, do: [add random of 1..2 to paid, add 1 to tally]}",
    ),
    "a shuffle": (
        "turn: {by: players, times: 14, must: count of gone mod 2 is 1, steps: {act: {times: 3, moves: [mix, "
        "draw, throw, pass]}}}",
        "mix: {when: count of gone > 2 and tally < 4, do: [add 1 to tally, move gone without top of gone to "
        "stock, shuffle stock]}",
        "draw: {when: count of hand < 2, do: [move top of stock to hand]}",
        "throw: {choose: {card: one of hand}, do: move card to gone}",
    ),
    "a rule that fires": (
        "turn: {by: players, times: 10, must: paid is 2, steps: {act: {times: 3, until: paid > 2, moves: "
        "[go, throw, pass], else: end turn}}}",
        "go: {do: add 1 to paid}",
        "throw: {choose: {card: one of hand}, when: {red: suit of card is hearts or suit of card is spades}, "
        "do: move card to gone}",
        "whenever: {r: {when: count of gone > 3, do: [move gone to stock, shuffle stock, add 1 to paid]}}",
    ),
    "a must in a must": (
        "turn: {by: players, times: 10, must: tally > turn, steps: {a: {must: paid < 3, steps: {act: {until: "
        "paid > 1, moves: [go, two, pass], else: end a}}}, b: {moves: [finish, pass]}}}",
        "go: {do: [add 1 to paid, add 1 to tally]}",
        "two: {do: [add 2 to paid]}",
    ),
    "an end from outside": (
        "round: {times: 3, steps: {turn: {by: players, times: 10, until: hand is empty, must: paid is 2, "
        "steps: {act: {times: 2, moves: [go, stop, throw]}}}}, end: [for each of players: [move hand to "
        "stock, shuffle stock, move top 5 of stock to hand]]}",
        "go: {do: add 1 to paid}",
        "stop: {when: tally < 3, do: [add 1 to tally, end round]}",
        "throw: {choose: {card: one of hand}, do: move card to gone}",
    ),
    "many ways that come to nothing": (
        "turn: {by: players, times: 10, must: paid is 5 or score > 7, steps: {act: {until: paid is 5 or paid "
        "is 9, moves: [up, down, jump, win], else: end turn}}}",
        "up: {when: paid < 3 and score < 9, do: [add 1 to paid, add 1 to score]}",
        "down: {when: paid > 0 and paid < 4, do: add -1 to paid}",
        "jump: {when: paid is 3, do: set paid to 9}",
        "win: {when: paid is 2 and tally < 2, do: [set paid to 5, add 1 to tally]}",
    ),
    "state that names a card, and whose cards are when all is done": (
        "turn: {by: players, times: 20, must: paid > 0, steps: {act: {until: paid > 0, moves: [draw, take, throw], "
        "else: end turn}}, end: [set score to count of (gone where owner is me)]}",
        "draw: {when: named is none and stock is not empty and count of hand < 8, do: move top of stock to hand}",
        "take: {when: gone is not empty and named is none, do: [set named to top of gone, move named to hand]}",
        "throw: {choose: {card: one of hand}, when: card is not named, do: [move card to gone, add 1 to paid]}",
    ),
    "a card shown at the very end": (
        "turn: {by: players, times: 20, must: {none: none of hand where owed, some: count of hand > 3}, "
        "moves: [draw, throw, mark]}",
        "draw: {when: stock is not empty and count of hand < 8, do: move top of stock to hand}",
        "throw: {choose: {card: one of hand}, do: [move card to gone]}",
        "mark: {choose: {card: one of hand}, do: [set owed of card to yes, move top of stock to hand]}",
    ),
}  # fmt: skip


def rules_of(play: str, *moves: str, players: int = 2) -> Rules:
    """`moves` that begin with `whenever` are a section of their own."""
    inside = [move for move in moves if not move.startswith("whenever")]
    outside = [move for move in moves if move.startswith("whenever")]
    named = "  named in turn: card or none\nplay:" if "named" in " ".join(moves) else "play:"
    text = GAME.replace("play:", named, 1).replace("PLAY", play).replace("MOVES", "\n  ".join(inside))
    return ruled("\n".join([text, *outside]), players)


@pytest.mark.parametrize("name", LOOKS)
def test_it_leaves_what_the_reference_leaves(name: str) -> None:
    """Decision by decision, in Python and in C."""
    rules = rules_of(*LOOKS[name])
    for engine in engines(rules):
        for seed in range(4):
            assert first_difference(rules, engine, f"5:{seed}", 40) is None


def test_where_the_reference_settles_nothing_it_is_asked() -> None:
    """What would take too long is a fault of the rules, which the reference words."""
    loop = "turn: {by: players, times: 9, must: paid is 2, steps: {act: {until: paid > 1, moves: [go, pass]}}}"
    rules = rules_of(loop, "go: {do: add -1 to paid}")
    for engine in engines(rules):
        with pytest.raises(OutOfRange) as left:
            FastGame(engine, "3:1")
        with pytest.raises(RulesFault, match="cannot determine within 40,000 positions, 60 moves ahead"):
            _ = left.value.game


def settled_alike(rules: Rules, engine: Engine, game: Game, chance: Stream, most: int) -> Counter[str]:
    """A game decision by decision: where the reference settles nothing, compiled rules must not have settled anything;
    where they settle it, both say the same. How many there were of each."""
    seen: Counter[str] = Counter()
    for _ in range(most):
        if not game.to_act:
            break
        seat = game.to_act[0]
        quick = fault = None
        try:
            quick = FastGame(engine, game)
        except OutOfRange:
            seen["handed over"] += 1
        try:
            moves = game.legal_moves(seat)
        except RulesFault:
            assert quick is None, f"decision {game.decisions}"
            seen["faults"] += 1
            break
        if quick is not None:
            assert [str(move) for move in moves] == [str(move) for move in quick.moves()]
            seen["settled"] += 1
        index = chance.below(len(moves))
        try:
            game.play(seat, moves[index])
        except RulesFault as told:
            fault = told
        if fault is not None and quick is not None:
            with pytest.raises(OutOfRange):
                quick.apply(index)
            seen["faults"] += 1
        if fault is not None:
            break
    return seen


@pytest.mark.parametrize(
    "positions", [0, 2, 5, *(pytest.param(each, marks=pytest.mark.slow) for each in (1, 3, 9, 30))]
)
def test_what_compiled_rules_settle_the_reference_settles(monkeypatch: pytest.MonkeyPatch, positions: int) -> None:
    """Whatever the bound, and though both have the same: the reference comes to an end in no more positions."""
    monkeypatch.setattr(limits, "MOST_POSITIONS", positions)
    monkeypatch.setattr(limits, "COMPILED_SHARE", 1)
    seen: Counter[str] = Counter()
    for name in LOOKS:
        rules = rules_of(*LOOKS[name])
        for engine in engines(rules, quick=positions not in (3, 9)):
            for seed in range(3):
                try:
                    game = Game(rules, f"5:{seed}")
                except RulesFault:
                    with pytest.raises(OutOfRange):
                        FastGame(engine, f"5:{seed}")
                    seen["faults"] += 1
                    continue
                seen += settled_alike(rules, engine, game, Stream(seed), 30)
    assert seen["settled"] > 100
    assert seen["handed over"] or positions > 9
    assert seen["faults"] or positions > 5


@pytest.mark.parametrize("positions", [1, *(pytest.param(each, marks=pytest.mark.slow) for each in (0, 2, 4, 8))])
def test_what_compiled_rules_settle_of_melds_the_reference_settles(
    monkeypatch: pytest.MonkeyPatch, positions: int
) -> None:
    """The same where cards are owed: small hands, melds on the table and a card that may be of use."""
    monkeypatch.setattr(limits, "MOST_POSITIONS", positions)
    monkeypatch.setattr(limits, "COMPILED_SHARE", 1)
    seen: Counter[str] = Counter()
    bound = [(rules, engines(rules, quick=positions < 4)) for rules in (load("rami", 2, each) for each in SETTINGS[:4])]
    for seed in range(60):
        rng = Stream(seed)
        rules, on = bound[rng.below(len(bound))]
        try:
            game = Game.at(rules, position(rng))
        except PositionError:  # it may be read in two ways
            continue
        except RulesFault:
            seen["faults"] += 1
            continue
        seen += settled_alike(rules, on[rng.below(len(on))], game, rng, 12)
    assert seen["settled"] > 100
    assert seen["handed over"] or positions > 4


@pytest.mark.parametrize("limit", [1, 2, 3, 4])
def test_the_limit_of_a_game_spares_nobody_what_is_owed(limit: int) -> None:
    """Who decides last before a game is broken off cannot leave undone what could not be done later."""
    rules = rules_of(
        "turn: {by: players, times: 9, must: paid > 0, steps: {draw: {moves: [owe, pay]}, "
        "settle: {times: 2, until: paid > 0, moves: [give, pass]}}}",
        "owe: {}\n  pay: {do: add 1 to paid}\n  give: {when: hand is empty, do: add 1 to paid}",
    )
    rules = Rules(bind(rules.program.rules, 2, {}, limit=limit))
    game = Game(rules, "5:1")
    for _ in range(limit):
        assert [str(move) for move in game.legal_moves(*game.to_act)] == ["pay"]
        game.play(game.to_act[0], game.legal_moves(*game.to_act)[0])
    assert game.over
    assert not game.outcome.finished
    for engine in engines(rules):
        assert first_difference(rules, engine, "5:1", 40) is None


def test_what_only_its_player_sees_is_known_in_the_search() -> None:
    """The search begins in the true position, in which it stands as it is."""
    rules = rules_of(
        "turn: {by: players, times: 9, must: paid > 0, steps: {act: {times: 2, until: secret > 3, moves: [go, pay]}}}",
        "go: {do: add 1 to secret}",
        "pay: {do: add 1 to paid}",
    )
    for engine in engines(rules):
        for seed in range(4):
            assert first_difference(rules, engine, f"5:{seed}", 40) is None


def test_of_a_card_that_is_out_of_sight_the_reference_says_which_it_is() -> None:
    """State names it, and its player still knows it, or not."""
    rules = rules_of(
        "turn: {by: players, times: 9, must: paid > 0, steps: {act: {times: 3, until: paid > 0, moves: [note, mix, "
        "throw, pass], else: end turn}}}",
        "note: {when: gone is not empty and named is none, do: set named to top of gone}",
        "mix: {when: named is not none and gone is not empty, do: [move gone to stock, shuffle stock]}",
        "throw: {choose: {card: one of hand}, when: card is not named, do: [move card to gone, add 1 to paid]}",
    )
    engine = compiled(rules, "python")
    assert any(isinstance(played, int) for played in playouts(engine, 3, 0, 4))
    for game, played in enumerate(play_games(rules, 4, seed=3, engine="python")):
        assert played.outcome == play_game(rules, Seed(3, game), ["random"] * 2).outcome


def test_a_game_in_which_a_seat_remembers_a_card_is_left_to_the_reference() -> None:
    """What it may draw is no surprise then, which compiled rules do not know."""
    rules = rules_of(*LOOKS["a card drawn, and a debt"])
    position = Game(rules, 1).position()
    top = position["zones"]["stock"][-1]
    again = Game.at(rules, position)
    known = Game.at(rules, {**position, "remembered": {"P2": [top]}})
    for engine in engines(rules, quick=True):
        assert FastGame(engine, again).count == len(again.legal_moves(0))
        with pytest.raises(SetupError, match="remembers a card that a `must`"):
            FastGame(engine, known)


def test_a_debt_that_can_never_be_paid_is_settled_whatever_chance_brings() -> None:
    """Where compiled rules cannot tell that, they leave the game to the reference."""
    rules = rules_of(
        "turn: {by: players, times: 9, must: none of hand where owed, "
        "steps: {act: {times: 3, moves: [take, throw, dice]}}}",
        "take: {when: gone is not empty, do: [let t be top of gone, move t to hand, set owed of t to yes]}",
        "throw: {choose: {card: one of hand where not owed}, do: move card to gone}",
        "dice: {when: tally < 9, do: [add random of 1..2 to tally]}",
    )
    for engine in engines(rules):
        assert same_bulk(rules, engine, 5, 0, 20) is None


SETTINGS: list[dict[str, str]] = [
    {},
    {"going_out": "must_discard"},
    {"going_out": "must_lay_all"},
    {"joker_discard": "forbidden", "open_min": "20"},
    {"joker_in_set": "both_missing", "open_min": "15", "franche_allows_joker": "yes"},
    {"joker_in_set": "declared", "act_same_turn_as_open": "yes", "open_min": "0"},
    {"reshuffle": "on_demand_keep_top"},
]


def ahead_alike(seeds: range, *, quick: bool) -> int:
    """Small hands, melds on the table and a card that may be of use: how many decisions were compared."""
    bound = [(rules, engines(rules, quick=quick)) for rules in (load("rami", 2, each) for each in SETTINGS)]
    seen = 0
    for seed in seeds:
        rng = Stream(seed)
        rules, on = bound[rng.below(len(bound))]
        try:
            game = Game.at(rules, position(rng))
        except PositionError:  # it may be read in two ways
            continue
        engine = on[rng.below(len(on))]
        twin = FastGame(engine, game)
        while game.to_act == (0,) and game.performances("turn") == 1:
            here = [str(move) for move in game.legal_moves(0)]
            assert here == [str(move) for move in twin.moves()], f"seed {seed}, {rules!r}"
            seen += 1
            known = [i for i, name in enumerate(here) if name != "draw_stock"]
            if not known:
                break
            index = known[rng.below(len(known))]
            game.play(0, here[index])
            twin.apply(index)
    return seen


def test_what_is_owed_can_be_brought_to_a_good_end() -> None:
    """While something is owed, and before, just what leads to its being paid is legal."""
    assert ahead_alike(range(25), quick=True) > 25


@pytest.mark.slow
def test_what_is_owed_in_thousands_of_positions() -> None:
    """The same for thousands of positions."""
    assert ahead_alike(range(25, 3_000), quick=False) > 3_000
