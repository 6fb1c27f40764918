"""Counters of compiled rules say what the closures of the reference count, number by number."""

from __future__ import annotations

from collections import Counter

import pytest

from croupier import Game, Rules, RulesFault, load
from croupier.base.chance import Seed, Stream
from croupier.base.notes import noting
from croupier.compile.binding import bind
from croupier.fast import Engine, FastGame, FastGames, NotCompiled, OutOfRange, compiled, playouts
from croupier.fast.engine import On, text_of
from croupier.native.compilers import Unbuilt, compiler
from croupier.players import SALT
from croupier.workbench.coverage.counted import Counts, Table, _settled
from croupier_dsl import compile_text, elements_of
from tests.conformance.test_conformance import CASES
from tests.lowering.test_cases import FILES, rules_of
from tests.printed import GAMES, NAMES

pytestmark = pytest.mark.in_turn(12)

AT_LEAST = {
    "dou-dizhu", "drei", "trio", "rami", "rami-71", "rami-deep", "rami-jokers", "rami-late-discard", "rami-right",
    "rami-rounds", "three-thirteen", "three-thirteen-aces", "three-thirteen-down", "three-thirteen-hundred",
    "three-thirteen-jokers", "three-thirteen-two-piles",
}  # fmt: skip
"""The counters of these are compiled, whatever else is."""
CASES_AT_LEAST = {
    "at_once": 11, "choices": 18, "combos": 23, "effects": 16, "ending": 18, "expressions": 38, "first_served": 12,
    "further": 10, "keys": 17, "material": 19, "nearest": 15, "none": 14, "places": 29, "spots": 21, "stages": 54,
    "stages_once": 11, "statements": 22, "told": 20, "triggers": 24, "visibility": 19,
}  # fmt: skip


def table_of(rules: Rules) -> tuple[Table, set[str]]:
    """The rules with closures that count, and what is counted once for a table, not in a game."""
    said = {name: {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)
            for name, value in rules.options.items()}  # fmt: skip
    table = Table(elements_of(rules.program.rules), rules.seats, said, limit=rules.program.limit)
    paths = list(table.live.index)
    return table, {paths[i] for i in table.always} | set(_settled(table.rules.program, table.live.index))


def different(there: Counts, here: Counts, beside: set[str]) -> dict[str, tuple[int, int]]:
    """What is counted otherwise; of what is counted beside games, only what play adds to it."""
    pairs = {path: (there.get(path, 0), here.get(path, 0)) for path in there.keys() | here.keys()}
    return {path: (a, b) for path, (a, b) in pairs.items() if a != b and not (path in beside and a <= 1 and not b)}


def first_difference(rules: Rules, engine: Engine, seed: int, games: int) -> str | None:
    """The first game by random players of which something is counted otherwise."""
    table, beside = table_of(rules)
    for played in playouts(engine, seed, 0, games):
        if isinstance(played, int):
            continue
        there = table.play(Seed(seed, played.game), ["random"] * rules.seats)[0]
        assert there is not None
        assert played.fired is not None
        found = different(there, dict(played.fired), beside)
        if found:
            return f"{rules!r}, {engine.runs_on}, seed {seed}:{played.game}: {found}"
    return None


def languages() -> tuple[On, ...]:
    try:
        compiler()
    except Unbuilt:
        return ("python",)
    return ("python", "c")


@pytest.mark.parametrize(
    "name", [name if name in GAMES else pytest.param(name, marks=pytest.mark.slow) for name in NAMES]
)
def test_games(name: str) -> None:
    """Every element of every ruleset that is compiled, in games that are cut short."""
    rules = load(name, limit=60)
    try:
        engines = [compiled(rules, on, coverage=True) for on in languages()]
    except NotCompiled as error:
        assert name not in AT_LEAST
        pytest.skip(error.what)
    for engine in engines:
        assert first_difference(rules, engine, 4, 2) is None


QUICK = {"choices", "effects", "triggers"}
"""What is tried each time; the rest takes longer."""


@pytest.mark.parametrize(
    "file", [file if file in QUICK else pytest.param(file, marks=pytest.mark.slow) for file in FILES]
)
def test_cases(file: str) -> None:
    """Each construct of the language by itself."""
    counted: Counter[str] = Counter()
    for name, case in CASES.items():
        rules = rules_of(case) if name.partition(".")[0] == file else None
        if rules is None:
            continue
        try:
            engine = compiled(rules, "python", coverage=True)
        except NotCompiled:
            continue
        counted[file] += 1
        try:
            assert first_difference(rules, engine, 2, 1) is None, name
        except RulesFault:
            continue
    assert counted[file] >= CASES_AT_LEAST.get(file, 0)


def test_who_looks_at_the_moves_counts_nothing() -> None:
    """A stepped game counts what happens in it, however often its moves are looked at, and takes it back too."""
    rules = load("trio", limit=40)
    engine = compiled(rules, "python", coverage=True)
    table, beside = table_of(rules)
    there = table.play(Seed(6, 0), ["random"] * rules.seats)[0]
    game, other = FastGame(engine, "6:0"), FastGame(engine, "6:1")
    chance = [Stream(6 ^ (SALT + seat << 32), 0) for seat in range(rules.seats)]
    while not game.over:
        assert game.seat is not None
        index = chance[game.seat].below(game.count)
        before, mark = game.fired, game.mark()
        other.moves()
        game.rows()
        game.apply(0)
        game.take_back(mark)
        assert game.fired == before
        game.apply(index)
    assert there is not None
    assert not different(there, game.fired, beside)
    assert game.fired == game.fired


def test_tables_of_which_only_options_differ_have_one_text() -> None:
    """So they are compiled once. What has been laid out by an option differs."""

    def text(**options: str) -> str:
        return compiled(load("rami", 2, options), "python", coverage=True).text.written

    assert text() == text(open_min="25", limit="1000", going_out="must_discard", ace_in_hand="1", elimination="yes")
    assert text() != text(joker_in_set="declared")


@pytest.mark.parametrize("options", [{"limit": "0", "rounds": "1"}, {"open_min": "0", "going_out": "must_discard"}])
def test_options_in_cells_are_heeded(options: dict[str, str]) -> None:
    """Games of an engine, from their beginning and from a position, one by one and many together."""
    rules = load("rami", 2, options, limit=80)
    engine = compiled(rules, "python", coverage=True)
    assert first_difference(rules, engine, 3, 1) is None
    game, together = FastGame(engine, "3:0"), FastGames(engine, ["3:0", "3:1"])
    for _ in range(20):
        assert together[0].cells == game.cells
        game.apply(game.count - 1)
        together.apply([count - 1 for count in together.counts])


def test_to_put_a_move_into_words_counts_nothing() -> None:
    """What may be chosen for a card is looked up for its words, in this game by a definition."""
    rules = load("rami", 2, limit=150)
    engine = compiled(rules, "python", coverage=True)
    table, beside = table_of(rules)
    (played,) = playouts(engine, 4, 1, 1)
    assert not isinstance(played, int)
    assert played.fired is not None
    there = table.play(Seed(4, 1), ["random", "random"])[0]
    assert there is not None
    assert there["moves.swap_joker"]
    assert not different(there, dict(played.fired), beside)


@pytest.mark.parametrize(
    ("name", "players"), [("drei", 3), ("trio", 3), ("three-thirteen", 2), ("rami", 2), ("dou-dizhu", 3)]
)
def test_games_count_the_same_on_compiled_rules(name: str, players: int) -> None:
    """Whoever plays; where compiled rules do not count, the reference does, with the moves that they chose."""
    table = Table(elements_of(load(name).program.rules), players, {}, limit=60)
    for policies in (["random"] * players, ["greedy", *["random"] * (players - 1)]):
        assert table.quickly(Seed(3, 1), policies) == table.play(Seed(3, 1), policies)[0]


def test_a_game_that_is_left_to_the_reference_is_told_and_made_again_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """By who counts it, which comes past the place for the words that say so: no other game is made for these."""
    table = Table(elements_of(load("trio").program.rules), 3, {}, limit=20)
    seed, policies, made = Seed(3, 1), ["random"] * 3, list[FastGame]()
    again = FastGame.game

    def leaves(game: FastGame, _: int) -> int:
        raise OutOfRange(game)

    def counted(game: FastGame) -> Game:
        made.append(game)
        return again(game)

    monkeypatch.setattr(FastGame, "apply", leaves)
    monkeypatch.setattr(FastGame, "game", counted)
    with noting() as notes:
        assert table.quickly(seed, policies) == table.play(seed, policies)[0]
        assert sum(notes.handed.values()) == 1
    assert not made


def test_a_stage_that_the_options_do_without() -> None:
    """The program is written for other options too, and what they do without is never performed."""
    rules = load("conquian", 2, {"deals": "1", "forcing": "no"})
    assert "pressing" not in {stage.name for stage in rules.program.root.within(set())}
    assert text_of(rules, coverage=True, foresees=True).layout.options["forcing"] == 0


FIFTEENS = """
croupier: 1
game: fifteens
players: 2
options: {double: no/yes}
cards: {attributes: {rank: 1..9, suit: red/blue}, copies: 2}
tables: {fee by double: {no: 1, yes: 3}, value of card by rank: {1..8: 1..8, 9: if double then 10 else 9}}
zones:
  stock: pile seen by nobody
  pool: set seen by everyone
  hand of player: set seen by owner
  won of player: pile seen by nobody
define: {target: if double then 4 * fee else 10}
combos:
  group: {size: 1..3, where: sum of value is target}
  pair: {same: rank, size: 2}
  either: group/pair
play:
  begin:
    - move deck to stock
    - shuffle stock
    - for each of players: move top 6 of stock to hand
    - move top 7 of stock to pool
  steps: {turn: {by: players, times: 12, moves: [take, lay, show_off]}}
moves:
  take: {choose: {card: one of hand, cards: one of either of pool}, do: [move cards to won, move card to pool]}
  lay: {choose: {card: one of hand}, do: move card to pool}
  show_off:
    when: {now: either of hand is not empty and count of group of hand > 1}
    do: move first of group of hand to won
result: {score: count of won}
"""


@pytest.mark.parametrize("double", ["no", "yes"])
def test_what_cards_add_up_to_is_counted_once_and_for_all(double: str) -> None:
    """What each card adds and the bound are settled before play, and so is what they are made of."""
    rules = Rules(bind(compile_text(FIFTEENS), 2, {"double": double}))
    for on in languages():
        engine = compiled(rules, on, coverage=True)
        assert first_difference(rules, engine, 7, 3) is None


ASKED = """
croupier: 1
game: asked
players: 2
options: {double: no/yes}
cards: {attributes: {suit: red/blue, rank: 1..9}, copies: 2}
tables: {value of card by rank: {1..8: 1..8, 9: if double then 10 else 9}}
zones:
  stock: pile seen by nobody
  pool: set seen by everyone
  hand of player: set seen by owner
  won of player: pile seen by nobody
define:
  shiny of card: rank > 6
  near: 2 - (count of won of first of players > 3)
  heavy of cards as laid: sum of value of laid > (if double then 14 else 20)
  mixed of cards as laid: some of laid where shiny
combos:
  close: {size: 1..3, where: highest of value - lowest of value is near}
  pair: {same: rank, size: 2}
  pairs: {sequence: 1..9, of: pair, size: 1..2, beside: 1, where: heavy}
  row: {sequence: 1..9, of: pair, size: 2.., where: mixed}
  either: pairs/row/close
  any: pairs/row/pair
play:
  begin:
    - move deck to stock
    - shuffle stock
    - for each of players: move top 8 of stock to hand
    - move top 7 of stock to pool
  steps: {turn: {by: players, times: 12, moves: [take, lay, show_off]}}
moves:
  take: {choose: {card: one of hand, cards: one of any of pool}, do: [move cards to won, move card to pool]}
  lay: {choose: {card: one of hand}, do: move card to pool}
  show_off:
    when: {now: either of hand is not empty and count of pairs of hand > 1}
    do: move first of row of hand to won
result: {score: count of won}
"""
"""Games in which it is asked of the cards of melds what more they have to be."""


def counted_alike(text: str, *changes: tuple[str, str]) -> None:
    """Counters of a game in which this stands in place of that, for both values of its option."""
    for of, to in changes:
        assert of in text
        text = text.replace(of, to)
    for double in ("no", "yes"):
        rules = Rules(bind(compile_text(text), 2, {"double": double}))
        for on in languages():
            engine = compiled(rules, on, coverage=True)
            assert any(not isinstance(played, int) for played in playouts(engine, 5, 0, 3))
            assert first_difference(rules, engine, 5, 3) is None


GROWS = "is target", "is target + count of won of first of players"
WORTH = "define: {", "define: {worth of card: value of it + (count of won of first of players), "
SAID = "now: either of", "now: hand is group or pool is either or either of"
ONLY = "moves: [take, lay, show_off]", "moves: [take, show_off]"


@pytest.mark.parametrize(
    "changes",
    [
        [GROWS],
        [SAID],
        [GROWS, SAID],
        [GROWS, ("either of hand is not empty and count of group of hand > 1", "group of hand is not empty")],
        [WORTH, ("sum of value is", "sum of worth is")],
        [GROWS, ONLY],
    ],
)
def test_what_cards_add_up_to_is_counted_in_play(changes: list[tuple[str, str]]) -> None:
    """Where play changes it, each time that melds are asked for, and not where it is only looked at; where cards are
    said to be the combo, of all of them together."""
    counted_alike(FIFTEENS, *changes)


IS_ONE = (
    "now: either",
    "now: (hand where shiny) is pairs or (pool where rank in 2/4/6) is any or pool is close or either",
)


@pytest.mark.parametrize(
    "changes",
    [
        [],
        [IS_ONE],
        [("where: heavy", "where: sum of value > 12 and mixed"), IS_ONE],
        [("where: heavy", "where: sum of value > 12"), IS_ONE],
        [("count of pairs of hand > 1", "(some of (pairs of hand) where count of it is 3)")],
        [("count of pairs of hand > 1", "(some of (either of hand) where count of it is 3)")],
        [("count of pairs of hand > 1", "count of first of close of hand > 1 and close of hand is not empty")],
        [("any of pool", "either of pool"), ("of value is near", "of value is near and sum of value > 4")],
        [("where: heavy", "where: suit of first of it is red"), ("where: mixed", "where: shiny of last of it"), IS_ONE],
        [ONLY],
    ],
)
def test_what_is_asked_of_all_cards_is_counted(changes: list[tuple[str, str]]) -> None:
    """Of each meld of the cards at hand, copies too, as long as it does not hold; where melds are found one by one no
    further than they are; of groups in sequence likewise."""
    counted_alike(ASKED, *changes)


@pytest.mark.parametrize(
    "options", [{}, pytest.param({"attached": "alike_too", "fours": "only_bombs"}, marks=pytest.mark.slow)]
)
def test_a_game_of_groups_in_sequence_is_counted_whole(options: dict[str, str]) -> None:
    """Dou Dizhu, from the auction to the end of the last deal."""
    rules = load("dou-dizhu", options={"deals": "1", **options})
    for on in languages():
        assert first_difference(rules, compiled(rules, on, coverage=True), 6, 3) is None


PLACES = """
croupier: 1
game: places
players: 2
options: {double: no/yes}
cards: {attributes: {suit: red/blue, rank: 1..9}, copies: 2}
zones:
  stock: pile seen by nobody
  board: row 6 seen by everyone
  lane of player: row 2x3 seen by everyone
  hand of player: set seen by owner
define:
  far: if double then 4 else 5
  cheap of card: rank < far
play:
  begin:
    - move deck to stock
    - shuffle stock
    - for each of players: move top 6 of stock to hand
    - move top of stock to board
    - for each of players: move top 2 of stock to lane
  steps: {turn: {by: players, times: 20, moves: [put, shift, fill, also, draw]}}
moves:
  put:
    choose: {card: one of hand, spot: one of (neighbours of board) where it is empty and place <= far}
    when: {low: place of spot < far}
    do: move card to spot
  shift:
    choose:
      spot: one of (neighbours of board) where it is empty
      card: one of hand where cheap or rank - place of spot < far
    when: {high: place of spot >= far, small: rank of card < far}
    do: move card to spot
  fill:
    choose: {spot: one of (neighbours of lane of players) where it is empty and place <= far}
    when: {there: place of spot is not far}
    do: move top of stock to spot
  also:
    choose: {spot: one of (spots of board with spots of lane) where it is empty and place <= far}
    do:
      - choose: {card: one of hand, other: one of (neighbours of lane) where it is empty and place <= far}
      - move card to other
  draw: {do: move top of stock to hand}
result: {score: count of lane}
"""
"""Games in which a place that is beside two cards is listed twice."""


@pytest.mark.parametrize("changes", [[], [("also, draw]", "also], else: move top of stock to hand")]])
def test_places_that_come_twice_are_counted_twice(changes: list[tuple[str, str]]) -> None:
    """It is asked of them as often as they come, and of what is chosen with them; they are listed once."""
    counted_alike(PLACES, *changes)


def test_melds_that_add_up_are_counted_on_compiled_rules() -> None:
    """In a whole game of them, with values that options change."""
    for options in ({}, {"royal": "yes", "sweeps_count": "yes"}):
        rules = load("cassino", 3, options, limit=60)
        assert first_difference(rules, compiled(rules, "python", coverage=True), 7, 2) is None
