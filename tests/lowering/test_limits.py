"""Each limit of `croupier.base.limits` at its edge: the reference and compiled rules keep it alike.

Tests set a limit in one place for both, so that they fail where one of them has its own.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from croupier import Game, Rules, RulesFault
from croupier.base import effort, limits
from croupier.base.chance import Seed
from croupier.fast import FastGame, OutOfRange, compiled
from croupier.players.greedy import Greedy

from .alongside import first_difference, first_other_choice
from .small import ruled
from .test_alongside import backends, engines

GAME = """
croupier: 1
game: edges
players: 2
limit: LIMIT
cards: {attributes: {value: 1..9}}
zones: {stock: pile seen by nobody, heap: pile seen by everyone, hand of player: set seen by owner}
combos: {pair: {size: 2, where: sum of value <= 6}}
state: {n: number, points of player: number}
play:
  begin: [move deck to stock, for each of players: move top 4 of stock to hand]
  steps: {PLAY}
moves:
  MOVES
result: {score: points, best: highest}
"""
TURNS = "turn: {by: players, times: 4, moves: [go]}"


def game(play: str, moves: str, rest: str = "", limit: int = 100) -> Rules:
    """The rules with these stages, moves, and sections after them."""
    text = GAME.replace("LIMIT", str(limit)).replace("PLAY", play).replace("MOVES", moves.replace("\n", "\n  "))
    return ruled(text + rest)


def offered(rules: Rules, *made: str) -> list[str]:
    """The moves that are legal at first, or after these, on all engines alike; "fault" if the rules are at fault."""
    begun: list[Callable[[], Game | FastGame]] = [lambda: Game(rules, 1)]
    begun += [lambda engine=engine: FastGame(engine, 1) for engine in engines(rules)]
    found = [_offered(each, made) for each in begun]
    assert found == found[:1] * len(begun)
    return found[0]


def _offered(begun: Callable[[], Game | FastGame], made: tuple[str, ...]) -> list[str]:
    try:
        table = begun()
        for move in made:
            if isinstance(table, Game):
                table.play(table.to_act[0], move)
            else:
                table.apply([str(each) for each in table.moves()].index(move))
        moves = table.legal_moves(table.to_act[0]) if isinstance(table, Game) else table.moves()
        return [str(move) for move in moves]
    except (RulesFault, OutOfRange):
        return ["fault"]


def chosen(rules: Rules, decisions: int, *seeds: str) -> list[str]:
    """What players who look ahead choose, in a game of each seed, on all engines alike."""
    found = []
    for on in backends():
        engine = compiled(rules, "c" if on == "c" else "python", foresees=True)
        assert engine.runs_on == on
        for seed in seeds or "1":
            assert (told := first_other_choice(rules, engine, seed, decisions)) is None, told
    for seed in map(Seed.parse, seeds or "1"):
        table, players = Game(rules, seed), [Greedy(seed.number, seed.game, seat) for seat in range(rules.seats)]
        while table.to_act and table.decisions < decisions:
            seat = table.to_act[0]
            found.append(players[seat].choose(table.offer(seat)))
            table.play(seat, found[-1])
    return [str(move) for move in found]


# ------------------------------------------------------------ faults


@pytest.mark.costly
@pytest.mark.parametrize(("most", "kept"), [(7, True), (6, False)])
def test_the_most_ways_to_make_a_move(monkeypatch: pytest.MonkeyPatch, most: int, kept: bool) -> None:
    """So many are offered; one more is a fault."""
    monkeypatch.setattr(limits, "MOST_MOVES", most)
    moves = offered(game(TURNS, "go: {choose: {x: one of 1..7}, do: set n to x}"))
    assert moves == ([f"go x={x}" for x in range(1, 8)] if kept else ["fault"])


@pytest.mark.costly
@pytest.mark.parametrize(("most", "kept"), [(4, True), (3, False)])
def test_the_most_rules_that_fire(monkeypatch: pytest.MonkeyPatch, most: int, kept: bool) -> None:
    """So many after one list; one more is a fault."""
    monkeypatch.setattr(limits, "MOST_FIRINGS", most)
    fires = "whenever: {less: {when: n > 0, do: add -1 to n}}\n"
    rules = game(TURNS, "go: {choose: {x: one of 1..4}, do: set n to x}", fires)
    assert offered(rules, "go x=3") == [f"go x={x}" for x in range(1, 5)]
    assert (offered(rules, "go x=4") != ["fault"]) is kept


SPINS = "round: {by: players, times: 4, steps: {turn: {moves: [go]}, spin: {times: n, begin: add 1 to points}}}"


@pytest.mark.costly
@pytest.mark.parametrize(("most", "kept"), [(8, True), (7, False)])
def test_the_most_performances_of_stages(monkeypatch: pytest.MonkeyPatch, most: int, kept: bool) -> None:
    """Six of one stage, then the next round and its decision; one more is a fault."""
    monkeypatch.setattr(limits, "MOST_PERFORMANCES", most)
    rules = game(SPINS, "go: {choose: {x: one of 1..6}, do: set n to x}")
    assert offered(rules, "go x=5") == [f"go x={x}" for x in range(1, 7)]
    assert (offered(rules, "go x=6") != ["fault"]) is kept


# ------------------------------------------------------------ what a `must` looks at


@pytest.mark.costly
@pytest.mark.parametrize(("most", "depths", "kept"), [(9, (1, 3), True), (9, (1, 2), False)])
def test_how_far_a_must_looks(monkeypatch: pytest.MonkeyPatch, most: int, depths: tuple[int, ...], kept: bool) -> None:
    """The only way to its end takes three moves; where fewer are looked at it is not settled, which is a fault."""
    monkeypatch.setattr(limits, "MOST_POSITIONS", most)
    monkeypatch.setattr(limits, "COMPILED_SHARE", 1)
    monkeypatch.setattr(limits, "DEPTHS", depths)
    assert offered(three_moves()) == (["go"] if kept else ["fault"])


def three_moves() -> Rules:
    play = "turn: {by: players, times: 2, must: n is 3, steps: {act: {until: n > 2, moves: [go]}}, end: set n to 0}"
    return game(play, "go: {do: add 1 to n}")


@pytest.mark.costly
@pytest.mark.parametrize(("at", "moves"), [(-(1 << 40), ["go"]), (0, ["go", "stray"])])
def test_a_must_looks_past_the_end_of_the_game(monkeypatch: pytest.MonkeyPatch, at: int, moves: list[str]) -> None:
    """The search begins long before the limit of the game, where it would end and leave a move that leads nowhere."""
    monkeypatch.setattr(limits, "AT_LENGTH", at)
    play = "round: {by: players, times: 2, must: n is 9, steps: {act: {until: n > 8, moves: [go, stray]}}}"
    rules = game(play, "go: {when: n < 9, do: add 3 to n}\nstray: {when: n < 7, do: add 4 to n}", limit=1)
    assert offered(rules) == moves


# ------------------------------------------------------------ players who look ahead


MIXED = """
croupier: 1
game: mixed
players: 2
cards: {attributes: {value: 1..9}}
zones: {stock: pile seen by nobody, mixed: set seen by nobody, hand of player: set seen by owner}
state: {points of player: number}
play:
  begin:
    - move deck to stock
    - shuffle stock
    - for each of players: move top 3 of stock to hand
    - for each of players: move highest by value of hand to mixed
    - move top of stock to mixed
  steps: {turn: {by: players, times: 1, moves: [go, stay]}}
moves:
  go: {do: [move highest by value of mixed to hand, add count of (hand where value > 4) * 3 to points]}
  stay: {do: add 2 to points}
result: {score: points, best: highest}
"""


@pytest.mark.costly
def test_in_how_many_worlds_a_card_has_to_be_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """The higher of two cards, of which one is known: it is that one in a few worlds, but not in all of more."""
    made = []
    for worlds in (3, 9):
        monkeypatch.setattr(limits, "WORLDS", worlds)
        made.append(chosen(ruled(MIXED, 2), 1, "0", "1", "2"))
    assert made == [["go", "go", "go"], ["go", "stay", "stay"]]


@pytest.mark.costly
@pytest.mark.parametrize(("depth", "made"), [(3, ["climb", "climb", "jump"]), (2, ["rest", "rest", "rest"])])
def test_how_far_players_look_ahead(monkeypatch: pytest.MonkeyPatch, depth: int, made: list[str]) -> None:
    """What the third of their decisions in a row brings, or the second at most."""
    monkeypatch.setattr(limits, "DEPTH", depth)
    monkeypatch.setattr(limits, "PATIENCE", 9)
    assert chosen(climbing(), 3) == made


def climbing() -> Rules:
    """Three decisions in a row: two that bring nothing and one that brings much, or a little with each."""
    moves = "climb: {do: add 1 to n}\njump: {when: n is 2, do: add 9 to points}\nrest: {do: add 1 to points}"
    play = "turn: {by: players, times: 2, steps: {act: {times: 3, moves: [climb, jump, rest]}}, end: set n to 0}"
    return game(play, moves)


@pytest.mark.costly
@pytest.mark.parametrize(("tries", "made"), [(15, ["climb", "climb", "jump"]), (14, ["rest", "rest", "rest"])])
def test_how_many_positions_players_try(monkeypatch: pytest.MonkeyPatch, tries: int, made: list[str]) -> None:
    """Two, then four, then nine: where there is no room for all of the last, they look less far ahead."""
    monkeypatch.setattr(limits, "TRIES", tries)
    monkeypatch.setattr(limits, "PATIENCE", 9)
    assert chosen(climbing(), 3) == made


@pytest.mark.costly
@pytest.mark.parametrize("breadth", [4, 5, 6])
def test_how_many_moves_players_look_at(monkeypatch: pytest.MonkeyPatch, breadth: int) -> None:
    """The first so many; the best is the last of all."""
    monkeypatch.setattr(limits, "BREADTH", breadth)
    rules = game(TURNS, "go: {choose: {x: one of 1..6}, do: add x to points}")
    assert chosen(rules, 1) == [f"go x={breadth}"]


@pytest.mark.costly
@pytest.mark.parametrize("patience", [1, 2, 4])
def test_how_often_players_answer_alike(monkeypatch: pytest.MonkeyPatch, patience: int) -> None:
    """Where nothing on the table changes they take the best so often, and then any."""
    monkeypatch.setattr(limits, "PATIENCE", patience)
    moves = "go: {choose: {x: one of 1..9}, do: add x to points}"
    made = chosen(game("turn: {by: players, times: 60, moves: [go]}", moves), 60)
    for mine in (made[0::2], made[1::2]):
        assert mine[:patience] == ["go x=9"] * patience
        assert len(set(mine[patience:])) > 4


@pytest.mark.costly
@pytest.mark.parametrize(("most", "best"), [(8, 6), (7, 5)])
def test_the_most_performances_that_are_imagined(monkeypatch: pytest.MonkeyPatch, most: int, best: int) -> None:
    """What goes on for longer is not foreseen; the best of the rest is taken."""
    monkeypatch.setattr(limits, "IMAGINED_PERFORMANCES", (most - 2, 1))
    rules = game(SPINS, "go: {choose: {x: one of 1..6}, do: set n to x}")
    assert chosen(rules, 1) == [f"go x={best}"]


# ------------------------------------------------------------ sums of combos


@pytest.mark.costly
@pytest.mark.parametrize(("one", "other"), [("<", ">"), ("<=", ">="), (">", "<"), (">=", "<="), ("is", "is")])
def test_a_sum_reads_the_same_from_both_sides(one: str, other: str) -> None:
    """`sum of value <= 6` finds what `6 >= sum of value` finds: sums of six are among it or not."""
    moves = "go: {choose: {what: one of (pair of hand)}, do: move what to heap}"
    found = []
    for asked in (f"sum of value {one} 6", f"6 {other} sum of value"):
        text = GAME.replace("LIMIT", "9").replace("PLAY", TURNS).replace("MOVES", moves)
        rules = ruled(text.replace("sum of value <= 6", asked))
        found.append(offered(rules))
    assert found[0] == found[1]
    assert found[0]


IN_ANOTHER = """
croupier: 1
game: within
players: 2
cards: {attributes: {value: 1..9}, copies: 100}
zones: {stock: pile seen by everyone}
state: {n: number}
play: {begin: [move deck to stock], steps: {turn: {by: players, times: 2, moves: [go]}}}
moves: {go: {do: set n to count of (deck where it in (deck where it in (deck where value < 4)))}}
result: {score: n}
"""


@pytest.mark.costly
def test_what_stays_the_same_for_each_card_is_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """On the reference too: the budget of either would not do for a product of three decks."""
    monkeypatch.setattr(effort, "BUDGET", 50_000)
    rules = ruled(IN_ANOTHER)
    for engine in engines(rules):
        assert first_difference(rules, engine, "1:0") is None
