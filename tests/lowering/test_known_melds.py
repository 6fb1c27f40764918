"""What spares compiled rules the search for melds says the same as the search: what is plain to see, what is known."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import cast

import pytest

from croupier import Rules, load
from croupier.base.chance import Stream
from croupier.base.values import Value
from croupier.fast import FastGame, compiled
from croupier.fast import backends as made_in
from croupier.fast.engine import text_of
from croupier.kernel.read import read
from croupier.lowering import obligations
from croupier.lowering.kernel import Kernel
from croupier.lowering.meldlist import lists_of_melds
from croupier.native.build import library
from croupier.native.c import c
from croupier.native.python import functions, python

from .alongside import first_difference
from .rummy import rummy
from .small import ruled
from .test_alongside import backends, engines

pytestmark = pytest.mark.in_turn(6)

OWED = """
croupier: 1
game: owed
players: 2
options: {wild_most: 0..3 starting 1, declared: no/yes, least: 3..4 starting 3}
cards: {deck: french54, packs: 2, wild: rank is joker}
zones:
  stock: pile seen by nobody
  gone: pile seen by everyone
  hand of player: set seen by owner
  table: melds seen by everyone
state: {owed of card in hand: no/yes, thrown in turn: no/yes}
combos:
  set: {same: rank, different: suit, size: least..4, wilds: 0..wild_most, declared: declared}
  group: {same: rank, size: 3..6, wilds: 0..(count of naturals - 1)}
  run: {same: suit, sequence: A..K/A, size: least.., wilds: 0..wild_most}
  long: {same: suit, sequence: A..K, size: 4..6, wilds: 0..(count of naturals - 1)}
  either: set/group/run/long
play:
  begin:
    - move deck to stock
    - shuffle stock
    - for each of players: move top 9 of stock to hand
    - move top of stock to gone
  steps:
    turn:
      by: players from first of players
      times: 30
      until: some of players where hand is empty or stock is empty
      must: {owed_is_laid: none of hand where owed}
      steps:
        draw: {moves: [take, draw]}
        laying: {until: thrown or hand of me is empty, moves: [lay, throw], else: end turn}
moves:
  take:
    when: {lies: gone is not empty}
    do:
      - let taken be top of gone
      - move taken to hand
      - set owed of taken to yes
  draw: {do: move top of stock to hand}
  lay: {choose: {meld: one of either of hand}, do: move meld to table}
  throw:
    choose: {card: one of hand}
    when: {not_owed: not owed of card}
    do:
      - move card to gone
      - set thrown to yes
result: {score: count of hand, best: lowest}
"""
Makes = Callable[[list[int], int, int, int, int], int]


# ---------------------------------------------------------------- what is plain to see
def makers(rules: Rules) -> tuple[dict[str, Makes], list[int]]:
    """The functions that say whether some cards of a pool make a meld with those that are wanted; and a position."""
    lowered = text_of(rules)
    space = functions(python(lowered.written.linked(), lowered.layout.words))
    return {name: cast("Makes", each) for name, each in space.items() if name.startswith("makes_")}, [
        0
    ] * lowered.layout.size


def some_of(cards: Sequence[int], number: int, chance: Stream) -> list[int]:
    """So many of the cards, by chance."""
    left = [*cards]
    return [left.pop(chance.below(len(left))) for _ in range(number)]


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("rami", {}),
        ("rami", {"joker_in_set": "declared"}),
        ("conquian", {}),
        ("", {}),
        ("", {"wild_most": "3", "declared": "yes"}),
        ("", {"wild_most": "0", "least": "4"}),
    ],
)
def test_what_is_plain_to_see_is_what_would_be_found(
    game: str, options: Mapping[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of many pools, with one wanted card or several of a meld, with wild cards and without."""
    rules = load(game, options=options) if game else ruled(OWED, 2, options)
    seen, position = makers(rules)
    monkeypatch.setattr(obligations, "_sees", lambda cx, name: "")
    found, _ = makers(rules)
    assert seen.keys() == found.keys()
    assert seen
    kinds, chance, answers = rules.program.kind_of, Stream(7), Counter[int]()
    for turn in range(400):
        pool = some_of(range(len(kinds)), 3 + chance.below(14), chance)
        if turn % 2:  # cards that lie near each other
            low = chance.below(len(kinds) - 30)
            pool = some_of(range(low, low + 30), 4 + chance.below(14), chance)
        wanted = some_of(pool, (1, 1, 2, 3)[chance.below(4)], chance)
        given = sum(1 << card for card in pool), sum(1 << card for card in wanted)
        for name, makes in seen.items():
            answer = makes(position, wanted[0], *given, 1)
            assert answer == found[name](position, wanted[0], *given, 1), (name, sorted(pool), wanted)
            answers[answer] += 1
    assert min(answers[0], answers[1]) > 20


@pytest.mark.parametrize("options", [{}, {"wild_most": "3", "declared": "yes"}, {"wild_most": "0", "least": "4"}])
def test_what_has_to_go_is_laid_as_on_the_reference(options: Mapping[str, str]) -> None:
    """What is tried first makes no difference to what is legal."""
    rules = ruled(OWED, 2, options)
    for engine in engines(rules):
        for seed in ("1:1", "2:1"):
            assert first_difference(rules, engine, seed, 60) is None


# ---------------------------------------------------------------- what is known again
@pytest.mark.parametrize("options", [None, {}, {"declared": "yes", "wild_most": "2"}])
def test_melds_that_are_known_again_are_those_that_would_be_found(
    options: Mapping[str, str] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of games that go the same way, decision by decision: the rows, and the positions."""
    rules = load("rami", 3) if options is None else rummy(2, options)
    spaces: list[dict[str, Value]] = []

    def watched(*arguments: object) -> dict[str, Value]:
        spaces.append(functions(*arguments))  # type: ignore[arg-type]  # as they come
        return spaces[-1]

    monkeypatch.setattr(made_in, "functions", watched)
    taken: Counter[bool] = Counter()
    games = [FastGame(compiled(rules, "python"), "4:1")]
    take = cast("Callable[..., int]", spaces[0]["take_part"])

    def counted(*arguments: object) -> int:
        found = take(*arguments)
        taken[bool(found)] += 1
        return found

    spaces[0]["take_part"] = cast("Value", counted)
    games.append(FastGame(compiled(rules, "python"), "4:1"))
    spaces[1]["take_part"] = cast("Value", lambda *arguments: 0)
    chance = Stream(3)
    for _ in range(120):
        if games[0].over:
            break
        assert games[0].rows() == games[1].rows()
        assert list(games[0].cells) == list(games[1].cells)
        move = chance.below(games[0].count)
        for game in games:
            game.apply(move)
    assert taken[True] > 20
    assert taken[False] > 20


# ---------------------------------------------------------------- lone cards, and words of the kernel
@pytest.mark.parametrize("kinds", [[0, 0, 1, 1, 2, 3, 3, 3], [0, 1, 0, 1, 2], [*range(20), *range(20)], [0] * 9 + [1]])
def test_lone_cards_are_those_of_which_there_is_no_other_copy(kinds: list[int]) -> None:
    """Where copies lie side by side, where they do not, and where there are many."""
    kernel = Kernel()
    of_kinds = kernel.table([sum(1 << i for i, own in enumerate(kinds) if own == kind) for kind in range(20)], "m_")
    lists_of_melds(kernel, of_kinds, kernel.table(kinds), kinds, 1)
    lone = cast("Callable[[int], int]", functions(python(kernel.program().linked(), 1))["m_lone"])
    chance = Stream(1)
    for _ in range(200):
        cards = [card for card in range(len(kinds)) if chance.below(2)]
        many = Counter(kinds[card] for card in cards)
        assert lone(sum(1 << card for card in cards)) == sum(1 << card for card in cards if many[kinds[card]] == 1)


WORDS = """
def up(S, at):
    m_x = HELD(S, 0, 3)
    m_x = UP(m_x, 5) | DOWN(m_x, 63)
    while m_x != 0:
        S[at] = LOW(m_x)
        at += 1
        m_x = REST(m_x)
    return at
"""


@pytest.mark.parametrize(("cards", "words"), [([0, 31, 57], 1), ([0, 63, 64], 2), ([60, 90, 122], 2), ([3, 127, 1], 3)])
def test_sets_that_are_moved_by_some_numbers(cards: list[int], words: int) -> None:
    """Across the words of a set too, in Python and in C."""
    wanted = sorted({card + 5 for card in cards} | {card - 63 for card in cards if card >= 63})
    wanted = [card for card in wanted if card < 64 * words]
    position = [*cards, *[0] * 9]
    end = cast("Callable[[list[int], int], int]", functions(python(read(WORDS), words))["up"])(position, 3)
    assert [card for card in position[3:end] if card < 64 * words] == wanted
    if "c" in backends():
        there = array("q", [*cards, *[0] * 9])
        end = library(c(read(WORDS), words, ("up",)), None).function("up")(there.buffer_info()[0], 3)
        assert list(there[3:end]) == wanted
