"""Wild cards in groups in sequence and beside them, and in what is asked of all cards, against brute force."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product

import pytest

from croupier import Game, Rules
from croupier.base.chance import Stream
from croupier.base.values import Meld as Lying
from croupier.combos.forms import Form
from croupier.combos.laying import Laid, meant
from croupier.combos.listing import sequences
from croupier.combos.patterns import Meld, Pattern, WildLimit, single_cards
from croupier.fast import FastGame, compiled
from tests.coverage.test_compiled import first_difference as counted_otherwise
from tests.lowering.alongside import first_difference, first_other_choice
from tests.lowering.small import ruled
from tests.lowering.test_alongside import engines

RANKS, SUITS = 5, 2
WILD = RANKS * SUITS
KINDS = WILD + 1
PLACES = tuple([((kind // SUITS,) if kind < WILD else ()) for kind in range(KINDS)])
BY_RANK = tuple([kind // SUITS if kind < WILD else -1 for kind in range(KINDS)])
BY_SUIT = tuple([kind % SUITS if kind < WILD else -1 for kind in range(KINDS)])

Reading = tuple[int, tuple[tuple[int, frozenset[int], int], ...]]
"""Where a sequence starts; of each card its kind, the kinds that it may stand for, and its place, -1 beside and where
that does not matter: naturals that could change places make the same sequence."""


def alike(same: tuple[int, ...], sizes: tuple[int, int], wilds: int, different: bool = False) -> Pattern:
    return Pattern(
        "group", same, BY_SUIT if different else None, None, 0, sizes[0], sizes[1], WildLimit(most=wilds)
    )  # fmt: skip


def stairs(group: Pattern, groups: tuple[int, int], beside: int, further: Pattern | None) -> Pattern:
    return Pattern(
        "stairs", None, None, PLACES, RANKS, *groups, WildLimit(most=0),
        group=group, beside=beside, further=further or single_cards(), shut=True,
    )  # fmt: skip


PATTERNS = {
    "pairs": stairs(alike(BY_RANK, (2, 2), 1), (2, 3), 0, None),
    "pairs of wild cards too": stairs(alike(BY_RANK, (2, 2), 2), (1, 3), 0, None),
    "threes with a card each": stairs(alike(BY_RANK, (3, 3), 1), (1, 2), 1, None),
    "full houses": stairs(alike(BY_RANK, (3, 3), 2), (1, 1), 1, alike(BY_RANK, (2, 2), 1)),
    "pairs with a pair of a suit each": stairs(alike(BY_RANK, (2, 2), 1), (1, 2), 1, alike(BY_SUIT, (2, 2), 2)),
    "groups of several sizes": stairs(alike(BY_RANK, (1, 2), 1), (2, 3), 0, None),
    "pairs of two suits": stairs(alike(BY_RANK, (2, 2), 1, different=True), (2, 2), 0, None),
}


# ------------------------------------------------------------ straight from the definitions
def cast(pattern: Pattern, cards: Sequence[int]) -> Iterator[tuple[int, list[frozenset[int]]]]:
    """These cards as a group, by the value that they share: what each may stand for."""
    if not pattern.smallest <= len(cards) <= (pattern.largest or len(cards)):
        return
    if pattern.same is None:
        yield 0, [frozenset([kind]) for kind in cards]
        return
    for value in sorted(set(pattern.same) - {-1}):
        meant = frozenset(kind for kind, its in enumerate(pattern.same) if its == value)
        own = [kind for kind in cards if kind in meant]
        others = len(cards) - len(own)
        suits = [BY_SUIT[kind] for kind in own]
        if pattern.different is not None and (len(set(suits)) < len(suits) or len(cards) > SUITS):
            continue
        if others <= (pattern.wilds.most or 0) and all(kind in meant or kind == WILD for kind in cards):
            yield value, [frozenset([kind]) if kind in meant else meant for kind in cards]


def readings(pattern: Pattern, hand: Sequence[int]) -> set[Reading]:
    """Every way to have each card at a place of the sequence, in a group beside it, or not in it."""
    assert pattern.group is not None
    assert pattern.further is not None
    found: set[Reading] = set()
    for start in range(RANKS):
        for groups in range(pattern.smallest, min(pattern.largest or RANKS, RANKS - start) + 1):
            every = groups + pattern.beside * groups
            for where in product(range(-1, every), repeat=len(hand)):
                lying = [[kind for kind, at in zip(hand, where, strict=True) if at == n] for n in range(every)]
                ways = [
                    [some for value, some in cast(pattern.group, lying[n]) if value == start + n] for n in range(groups)
                ]
                ways += [beside(pattern.further, cards) for cards in lying[groups:]]
                for chosen in product(*ways):
                    places = [start + n if n < groups else -1 for n in range(every)]
                    cards = [
                        reading(kind, meant, place)
                        for place, those, some in zip(places, lying, chosen, strict=True)
                        for kind, meant in zip(those, some, strict=True)
                    ]
                    found.add((start, tuple(sorted(cards, key=str))))
    return found


def beside(pattern: Pattern, cards: Sequence[int]) -> list[list[frozenset[int]]]:
    """These cards as a group beside a sequence; of wild cards alone nothing says what they stand for."""
    found = [some for _, some in cast(pattern, cards)]
    if pattern.same is not None and found and all(kind == WILD for kind in cards):
        return [[frozenset(kind for kind in range(KINDS) if pattern.same[kind] >= 0)] * len(cards)]
    return found


def reading(kind: int, meant: frozenset[int], place: int) -> tuple[int, frozenset[int], int]:
    return kind, meant, -1 if meant == {kind} else place


def told(form: Form, meld: Meld) -> Reading:
    places = Lying("", meld.kinds, meld.roles, meld.start, (), meld.groups).places()
    laid = Laid(meld.kinds, meld.roles, places)
    kinds = [frozenset([role] if role >= 0 else meant(form, laid, index)) for index, role in enumerate(meld.roles)]
    cards = [reading(*each) for each in zip(meld.kinds, kinds, places, strict=True)]
    return meld.start, tuple(sorted(cards, key=str))


@pytest.mark.costly
@pytest.mark.parametrize("name", PATTERNS)
def test_all_sequences_are_found_and_no_others(name: str) -> None:
    """With what each card stands for; those of all the cards, too."""
    pattern = PATTERNS[name]
    form = Form(pattern, 0, KINDS, frozenset([WILD]))
    met = 0
    for number in range(16):
        chance = Stream(5, number)
        low = chance.below(RANKS - 1) * SUITS
        hand = [WILD if chance.below(4) == 0 else low + chance.below(2 * SUITS) for _ in range(4 + chance.below(2))]
        expected = readings(pattern, hand)
        listed = [told(form, meld) for meld in sequences(form, Counter(hand))]
        assert len(listed) == len(set(listed)), hand
        assert set(listed) == expected, hand
        whole = {told(form, meld) for meld in sequences(form, Counter(hand), whole=True)}
        assert whole == {each for each in expected if len(each[1]) == len(hand)}, hand
        met += len(expected)
    assert met >= 10


# ------------------------------------------------------------ in games
GAME = """
croupier: 1
game: small
players: 2
cards: {attributes: {rank: 1..6/W, suit: red/blue}, packs: 2, wild: rank is W}
zones:
  stock: pile seen by nobody
  gone: pile seen by everyone
  table: melds seen by everyone
  hand of player: set seen by owner
combos:
  COMBOS
tables: {worth of card by rank of role: {1..6: 1..6, W: 0}}
define: {total of meld: sum of worth of it}
play:
  begin: [move deck to stock, shuffle stock, for each of players: move top 7 of stock to hand]
  steps: {turn: {by: players, times: 14, moves: [lay, draw, take, give_up]}}
moves:
  lay: {choose: {cards: one of any of hand}, do: move cards to table}
  draw: {when: stock is not empty, do: move top of stock to hand}
  take: {choose: {card: one of (cards of table) where TAKEN}, do: move card to gone}
  give_up: {when: hand is any, do: move hand to gone}
result: {score: sum of total of table + count of hand}
"""
COMBOS = {
    "stairs and full houses": """two: {same: rank, size: 2, wilds: 0..1}
  three: {same: rank, size: 3, wilds: 0..2}
  stairs: {sequence: 1..6, of: two, size: 2..3}
  full: {sequence: 1..6, of: three, size: 1, beside: two}
  any: stairs/full""",
    "groups of wild cards alone": """two: {same: rank/suit, size: 2, wilds: 0..2}
  any: {sequence: 1..6/1, of: two, size: 1..2, beside: two}""",
    "another suit beside": """two: {same: suit, size: 2, wilds: 0..2}
  few: {same: rank, size: 1..2, wilds: 0..1}
  any: {sequence: 1..6, of: few, size: 1..2, beside: two}""",
    "what cards stand for": """
  run: {same: suit, sequence: 1..6, size: 3..4, wilds: 0..2, where: sum of worth of it >= 9}
  set: {same: rank, size: 3..4, wilds: 0..2, where: sum of worth of it mod 2 is 1 or (lowest of worth of it) is 4}
  any: run/set""",
    "what is printed": """
  run: {same: suit, sequence: 1..6, size: 2..4, wilds: 0..2, where: count of (it where suit is red) is 2}
  set: {same: rank, size: 2..4, wilds: 0..2, where: count of (it where rank is W) <= 1 and count of it > 2}
  any: run/set""",
    "what is declared": """
  set: {same: rank, size: 2..3, wilds: 0..1, declared: yes, where: none of it where (suit of role of it) is blue}
  two: {same: rank, size: 2, wilds: 0..1, declared: yes}
  stairs: {sequence: 1..6, of: two, size: 2, where: count of (it where (suit of role of it) is red) > 2}
  any: set/stairs""",
    "groups and what they stand for": """two: {same: rank, size: 2, wilds: 0..1}
  any: {sequence: 1..6, of: two, size: 1..2, beside: two,
    where: (highest of rank of role of it) is 5 or sum of worth of it > 15}""",
}


def rules_of(name: str, taken: str = "(rank of role of it) is 3") -> Rules:
    return ruled(GAME.replace("COMBOS", COMBOS[name]).replace("TAKEN", taken), 2)


@pytest.mark.in_turn(7)
@pytest.mark.parametrize("taken", ["(rank of role of it) is 3", "count of meld of it > 3", "not wild"])
@pytest.mark.parametrize("name", COMBOS)
def test_engines_agree(name: str, taken: str) -> None:
    """Decision by decision, in Python and in C, and where players look ahead."""
    rules = rules_of(name, taken)
    for engine in engines(rules):
        for seed in range(3):
            assert first_difference(rules, engine, f"3:{seed}", 30) is None
    foreseeing = compiled(rules, "python", foresees=True)
    assert first_other_choice(rules, foreseeing, "3:1", 10) is None


@pytest.mark.costly
@pytest.mark.parametrize("name", COMBOS)
def test_the_same_is_counted(name: str) -> None:
    """Every combo that is found, and every condition that passes or fails."""
    rules = rules_of(name)
    assert counted_otherwise(rules, compiled(rules, "python", coverage=True), 3, 3) is None


def hands(number: int) -> Iterator[list[str]]:
    for seed in range(number):
        chance = Stream(seed)
        low = 1 + chance.below(3)
        deck = [f"{rank}{suit}" for rank in [*range(low, low + 3), "W"] for suit in "RB"] * 2
        yield [deck[i] for i in chance.shuffle(range(len(deck)))][: 3 + chance.below(4)]


@pytest.mark.costly
@pytest.mark.parametrize("name", COMBOS)
def test_all_cards_are_a_combo_if_one_of_its_melds_has_them_all(name: str) -> None:
    """Whatever the wild cards have to stand for; and no position is told otherwise than it is read."""
    rules = rules_of(name)
    engine = compiled(rules, "python")
    met = 0
    for hand in hands(60):
        zones = {"hand of P1": hand, "hand of P2": ["6R"]}
        game = Game.at(rules, {"turn": "P1", "zones": zones, "rest": "stock"})
        moves = [str(move) for move in game.legal_moves(0)]
        assert moves == [str(move) for move in FastGame(engine, game).moves()], hand
        laid = [move for move in moves if move.startswith("lay ")]
        whole = [move for move in laid if len(move.split("=")[1].split()) == len(hand)]
        assert bool(whole) == ("give_up" in moves), hand
        met += bool(whole)
        for move in laid[:3]:
            after = game.copy()
            after.play(0, move)
            position = after.position()
            assert Game.at(rules, position).position() == position
    assert met >= 2


def test_a_condition_on_roles_leaves_those_melds_of_which_it_holds() -> None:
    """Against all melds, judged by what each card stands for."""
    free = GAME.replace("TAKEN", "not wild").replace(
        "COMBOS", "any: {same: suit, sequence: 1..6, size: 3..4, wilds: 0..2}"
    )
    asked = free.replace("wilds: 0..2}", "wilds: 0..2, where: sum of worth of it >= 11}")
    every, some = ruled(free, 2), ruled(asked, 2)
    met = 0
    for hand in hands(80):
        zones = {"hand of P1": hand, "hand of P2": ["6R"]}
        listed = []
        for rules in (every, some):
            game = Game.at(rules, {"turn": "P1", "zones": zones, "rest": "stock"})
            s = game._state
            listed.append(s.program.combos.melds(s, "any", s.zones[s.program.zone_base["hand"]]))
        worth = [sum(int(every.program.kinds[role].values[0] or 0) + 1 for role in meld.roles) for meld in listed[0]]
        assert listed[1] == [meld for meld, sum_ in zip(listed[0], worth, strict=True) if sum_ >= 11], hand
        met += len(listed[1])
    assert met > 30


@pytest.mark.costly
def test_programs_that_share_their_text_share_no_melds() -> None:
    """Both ask the reference for melds: what one has been told is not what the other wants to know."""
    pairs = GAME.replace("TAKEN", "not wild").replace("COMBOS", """two: {same: rank, size: 2, wilds: 0..2}
  three: {same: rank, size: 3, wilds: 0..2}
  any: {sequence: 1..6, of: two, size: 1..3}""")  # fmt: skip
    for text in (pairs, pairs.replace("of: two", "of: three"), pairs):
        rules = ruled(text, 2)
        for engine in engines(rules):
            for hand in hands(12):
                zones = {"hand of P1": hand, "hand of P2": ["6R"]}
                game = Game.at(rules, {"turn": "P1", "zones": zones, "rest": "stock"})
                assert [str(move) for move in game.legal_moves(0)] == [str(m) for m in FastGame(engine, game).moves()]
