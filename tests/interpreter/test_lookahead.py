"""`must` and its look ahead: what is legal is what full search finds.

Full search plays a twin of the game that has no `must`, through the public interface, and keeps its own account of
what is owed.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import croupier
from croupier import Game, RulesFault
from croupier.base.chance import Stream
from croupier.compile.binding import bind
from croupier.table.game import Rules
from croupier_dsl import check_text, compile_text

pytestmark = pytest.mark.in_turn(10)

SKETCH = Path(__file__).parents[2] / "tests" / "sketches" / "first" / "rami.yaml"
MUST = "          must: (thrown or (hand is empty and going_out is not must_discard)) and none of hand where owed\n"
Debts = Counter[str]


def rules_of(text: str, **options: str) -> Rules:
    rules, found = check_text(text.split("\nscenarios:")[0], "twin.yaml")
    assert rules is not None, found
    return Rules(bind(rules, 2, options))


TEXT = SKETCH.read_text("utf-8")
assert MUST in TEXT
VARIANTS: list[dict[str, str]] = [
    {},
    {"going_out": "must_discard"},
    {"going_out": "must_lay_all"},
    {"joker_discard": "no", "open_min": "20"},
    {"joker_in_set": "both_missing", "open_min": "15", "pure_run": "any_run"},
]
SUITS = "SHDC"
RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]


def position(rng: Stream) -> dict[str, object]:
    """The beginning of a turn: a small hand, some melds, and a card that may be of use on the discard pile."""
    low = (0, 3, 8)[rng.below(3)]
    near = [rank + suit for rank in RANKS[low : low + 5] for suit in SUITS[: 2 + rng.below(2)]] * 2 + ["joker"] * 4
    left = Counter(near)
    table: list[str] = []
    for _ in range(rng.below(4)):
        rank = low + rng.below(min(3, 11 - low))
        suit = SUITS[rng.below(2)]
        run = [RANKS[place] + suit for place in range(rank, rank + 3)]
        meld = run if rng.below(10) < 6 else [RANKS[rank] + other for other in SUITS[:3]]
        laid = list(meld)
        wild = rng.below(3) if rng.below(2) else None
        if wild is not None:
            laid[wild] = "joker"
        if not Counter(laid) - left:
            left -= Counter(laid)
            if wild is not None and meld is run:
                laid[wild] = f"joker({run[wild]})"
            table.append(" ".join(laid))
    pack = list(left.elements())
    cards = [pack[i] for i in rng.shuffle(range(len(pack)))]
    size = 2 + rng.below(4)
    return {
        "turn": "P1",
        "step": "draw",
        "zones": {
            "hand of P1": cards[:size],
            "hand of P2": ["KS" if low != 8 else "2C"],
            "discard": cards[size : size + 2],
            "table": table,
        },
        "state": {"opened of P1": ("yes", "yes", "no")[rng.below(3)], "dealer": "P2"},
        "rest": "stock",
    }


def held(game: Game) -> Counter[str]:
    s = game._state
    return Counter(s.program.notation(card) for card in s.zones[s.program.zone_base["hand"]])


def bought(debts: Debts, before: Counter[str], after: Counter[str], move: croupier.Move, top: str) -> Debts:
    """The debts after a move: what is drawn openly or freed is owed, what leaves the hand for the table is paid."""
    now = Counter(debts)
    if move.name != "throw_away":
        now -= before - after
    if move.name == "draw_discard":
        now[top] += 1
    if move.name == "swap_joker":
        now["joker"] += 1
    return now


class FullSearch:
    """Can the turn still end as it must? Every line of play is tried, without any bound or short cut."""

    def __init__(self, rules: Rules) -> None:
        self.going_out = rules.options["going_out"]
        self.known: dict[str, bool] = {}

    def after(self, game: Game, move: croupier.Move, debts: Debts) -> bool:
        twin = game.copy()
        discard = twin._state.zones[twin._state.program.zone_base["discard"]]
        top = twin._state.program.notation(discard[-1]) if discard else ""
        before = held(twin)
        if move.name == "draw_stock":
            return True  # a hidden card: it may be anything
        twin.play(0, str(move))
        thrown = move.name == "throw_away"
        if twin._state.passed > game._state.passed:
            return False
        if thrown or twin.over or twin.to_act != (0,):
            after = before - Counter([move.value("card")]) if thrown else Counter()
            debts = debts if thrown else bought(debts, before, after, move, top)
            return not debts and (thrown or self.going_out != "must_discard")
        debts = bought(debts, before, held(twin), move, top)
        return self.any(twin, debts)

    def any(self, game: Game, debts: Debts) -> bool:
        view = game.position()
        key = repr((view["zones"], view["state"], sorted(debts.items()), view["stages"]))
        if key not in self.known:
            self.known[key] = any(self.after(game, move, debts) for move in game.legal_moves(0))
        return self.known[key]


def compare(seeds: range) -> Counter[str]:
    """Decisions compared, moves refused by look ahead alone, and how many of them were takings of the discard."""
    seen: Counter[str] = Counter()
    binding = [rules_of(TEXT, **options) for options in VARIANTS]
    free = [rules_of(TEXT.replace(MUST, ""), **options) for options in VARIANTS]
    for seed in seeds:
        rng = Stream(seed)
        which = rng.below(len(VARIANTS))
        data = position(rng)
        game, twin = Game.at(binding[which], data), Game.at(free[which], data)
        debts: Debts = Counter()
        for _ in range(8):
            if game.over or game.to_act != (0,) or game._state.counts[game._state.program.stage_index["turn"]] > 1:
                break
            raw = [str(move) for move in twin.legal_moves(0)]
            search = FullSearch(free[which])
            wanted = [str(move) for move in twin.legal_moves(0) if search.after(twin, move, debts)]
            found = [str(move) for move in game.legal_moves(0)]
            assert found == wanted, f"seed {seed}, {VARIANTS[which]}, owed {dict(debts)}"
            seen["decisions"] += 1
            seen["refused"] += len(raw) - len(found)
            seen["takings refused"] += "draw_discard" in raw and "draw_discard" not in found
            seen["takings"] += "draw_discard" in found
            assert all(game.why_not(0, move) is not None for move in set(raw) - set(found))
            if not found:
                break
            choices = [m for m in game.legal_moves(0) if m.name != "draw_stock"] or list(game.legal_moves(0))
            move = choices[rng.below(len(choices))]
            discard = twin._state.zones[twin._state.program.zone_base["discard"]]
            top, before = (twin._state.program.notation(discard[-1]) if discard else ""), held(twin)
            game.play(0, str(move))
            twin.play(0, str(move))
            debts = bought(debts, before, held(twin), move, top)
            if move.name in ("draw_stock", "throw_away"):
                break
    return seen


def test_look_ahead_agrees_with_full_search() -> None:
    """What may be played while something is owed, and before, is what can be brought to a good end."""
    seen = compare(range(70))
    assert seen["decisions"] > 70
    assert seen["refused"] > 28
    assert seen["takings refused"] > 5
    assert seen["takings"] > 5


OF_NO_USE = {
    "turn": "P1",
    "step": "draw",
    "zones": {
        "hand of P1": ["AH", "3D", "7D", "8H", "9C", "9D", "9H"],
        "hand of P2": ["KS", "2C", "4S"],
        "table": ["9D 9H joker", "10H JH QH KH", "4D 5D 6D", "3H 3S joker"],
        "discard": ["10S"],
        "stock": [],
    },
    "state": {"opened of P1": "yes", "dealer": "P2"},
}


def test_a_discard_of_no_use_cannot_be_taken() -> None:
    """With nothing to draw but a discard that cannot be laid, nobody is asked: the round ends without a winner."""
    game = Game.at(croupier.load("rami", 2, {"reshuffle": "on_demand_keep_top"}), OF_NO_USE)
    assert game.performances("round") == 2
    assert game.position()["state"]["total of P1"] == "56"
    assert game.position()["state"]["total of P2"] == "100"


def test_with_a_stock_the_discard_of_no_use_stays_where_it_is() -> None:
    """Is anything legal, what is legal, and why is this not: one answer, in whatever order these are asked."""
    position = {**OF_NO_USE, "zones": {**OF_NO_USE["zones"], "stock": ["5C"]}}
    for asking in (("list", "why"), ("why", "list")):
        game = Game.at(croupier.load("rami", 2, {"reshuffle": "on_demand_keep_top"}), position)
        for what in asking:
            if what == "list":
                assert [str(move) for move in game.legal_moves(0)] == ["draw_stock"]
            else:
                why = game.why_not(0, "draw_discard")
                assert why is not None
                assert why.reason == "owed_is_laid"
        with pytest.raises(croupier.IllegalMove):
            game.play(0, "draw_discard")


SMALL = """
croupier: 1
game: small
players: 2
cards: {deck: french52}
zones:
  stock: pile seen by nobody
  gone: pile seen by everyone
  hand of player: set seen by owner
state: {score of player: number, paid in turn: number}
play:
  begin: [move deck to stock, for each of players: move top 5 of stock to hand]
  steps:
    turn:
      by: players
      times: 10
      must: {pay: paid is DEBT}
      steps: {act: {until: paid > 1, moves: [go, pass], else: end turn}}
moves:
  pass: {}
  go: {DO}
result: {score: score, best: highest}
"""


def small(debt: str, do: str) -> Rules:
    rules, found = check_text(SMALL.replace("DEBT", debt).replace("DO", do), "small.yaml")
    assert rules is not None, found
    return Rules(bind(rules, 2))


def test_what_is_asked_in_the_middle_of_a_move_leads_to_what_must_be() -> None:
    """An answer after which the stage could not end as it must is not legal either."""
    asks = "choose: {card: one of hand}, do: [move card to gone, choose: {n: one of 2..3}, set paid to n]"
    game = Game(small("2", asks), 3)
    assert len(game.legal_moves(0)) == 6
    game.play(0, game.legal_moves(0)[0])
    assert [str(move) for move in game.legal_moves(0)] == ["go n=2"]
    why = game.why_not(0, "go n=3")
    assert why is not None
    assert why.reason == "pay"


def test_what_the_search_cannot_settle_is_a_fault_that_says_so() -> None:
    """Rules whose `must` cannot be looked through are at fault, by name and place; no move is barred for it."""
    with pytest.raises(RulesFault, match=r"cannot determine within 40,000 positions") as told:
        Game(small("2", "do: add -1 to paid"), 3)
    assert "play.turn.must.pay (small.yaml:17): paid is 2" in str(told.value)
    assert "turn 1, act 1" in str(told.value)


@pytest.mark.slow
def test_look_ahead_agrees_on_thousands_of_positions() -> None:
    """The same for thousands of positions."""
    seen = compare(range(70, 250))
    assert seen["decisions"] > 180
    assert seen["refused"] > 72
    assert seen["takings refused"] > 15
    assert seen["takings"] > 15
    assert compare(range(1000, 4000))["decisions"] > 3_000


OWED = """\
croupier: 1
game: owing
players: 2
cards: {deck: french52}
zones: {stock: pile seen by nobody, hand of player: set seen by owner, row of player: row seen by everyone}
state: {owed of card in hand: no/yes}
play:
  steps:
    turn: {by: players, times: 4, must: MUST, moves: [swap, pay, pass]}
moves:
  swap: {when: stock is not empty, do: move top of stock to row}
  pay: {choose: {card: one of hand where owed}, do: move card to row}
  pass: {}
result: {score: count of row}
"""


@pytest.mark.parametrize(
    ("must", "legal"),
    [
        ("none of hand where owed", ["pay"]),
        ("hand is empty", ["pay"]),
        ("some of row where rank is K", ["swap"]),  # the card that comes up may be one
        ("count of row is 1", ["swap", "pay"]),
    ],
)
def test_what_the_last_list_shows_settles_only_what_asks_for_it(must: str, legal: list[str]) -> None:
    """A card that nobody knew lies open at the end of the stage: what asks what it is counts as possible, no more."""
    rules = Rules(bind(compile_text(OWED.replace("MUST", must)), 2, names=["Ann", "Bob"]))
    game = Game.at(
        rules,
        {
            "step": "turn",
            "turn": "Ann",
            "zones": {"hand of Ann": ["7S"], "stock": ["2C", "3C"]},
            "of_cards": {"owed": {"7S in hand of Ann": ["yes"]}},
        },
    )
    assert sorted({move.name for move in game.legal_moves(0)}) == sorted(legal)


LINED = """\
croupier: 1
game: lined
players: 2
cards: {deck: french52}
zones: {stock: pile seen by nobody, line: row 3 seen by nobody, hand of player: set seen by owner}
state: {paid in turn: no/yes}
play:
  begin: [move deck to stock, shuffle stock, move top 3 of stock to line]
  steps: {turn: {by: players, times: 9, must: paid, steps: {act: {times: 2, until: paid, moves: [pick, bare, pay]}}}}
moves:
  pick: {choose: {card: one of line}, do: move card to hand}
  bare: {choose: {card: one of line}, do: reveal card}
  pay: {when: count of hand is 2 or line is empty, do: set paid to yes}
result: {score: count of hand}
"""


def test_a_card_that_is_known_is_not_like_one_that_is_not() -> None:
    """What comes of one that is shown for the first time says nothing of one that lies open, wherever it lies: of that
    it is known that nothing can be paid with it now."""
    rules = Rules(bind(compile_text(LINED), 2))
    for seed in range(4):
        game = Game(rules, seed)
        game.play(0, "bare card=@3")
        assert [str(move) for move in game.legal_moves(1)] == [
            f"{move} card=@{place}" for move in ("pick", "bare") for place in (1, 2)
        ]
