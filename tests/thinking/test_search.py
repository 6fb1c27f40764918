"""The player that searches: what it finds, where it can go on from, and what it does where it cannot."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial

import pytest

from croupier import Game, Rules, load
from croupier.base.chance import Stream
from croupier.base.faults import RulesFault
from croupier.base.notes import noting
from croupier.compile.binding import bind
from croupier.fast import Board, Engine, NotCompiled, compiled
from croupier.fast.filling import Untold
from croupier.players import Greedy
from croupier.thinking import Budget, Search, search
from croupier.thinking.slow import SlowBoard
from croupier_dsl import compile_text
from croupier_dsl.ir import Where
from tests.lowering.test_asks import ASKS

NIM = """
croupier: 1
game: last-card
players: 2
cards: {attributes: {value: 1..13}}
zones:
  heap: pile seen by everyone
  gone: pile seen by everyone
state:
  ended of player: no/yes
play:
  begin: [move deck to heap]
  steps:
    turn: {by: players, until: heap is empty, moves: [take]}
moves:
  take:
    choose: {n: one of 1..3}
    when: {there: n <= count of heap}
    do:
      - move top n of heap to gone
      - set ended to heap is empty
result: {score: if ended then 1 else 0, best: highest}
"""
"""Who takes the last card wins: of 13 cards one is to be taken, then whatever leaves a multiple of four."""


def ruled(text: str, players: int | None = None) -> Rules:
    return Rules(bind(compile_text(text, "nim.yaml"), players))


@pytest.fixture(autouse=True)
def _in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """No library is made for a few rollouts."""
    monkeypatch.setattr(search, "compiled", partial(compiled, on="python"))
    search.best_of.cache_clear()


def deciding(game: Game, budget: Budget) -> str:
    seat = game.to_act[0]
    return str(Search(0, 0, seat, budget).choose(game.offer(seat)))


@pytest.mark.costly
def test_what_wins_is_found_some_moves_ahead() -> None:
    """From 7 cards and from 10, where each answer of the other has to be met."""
    game = Game(ruled(NIM), 0)
    for move in ("take n=3", "take n=3"):
        game.play(game.to_act[0], move)
    assert deciding(game, Budget(rollouts=300)) == "take n=3"
    game.play(game.to_act[0], "take n=1")
    game.play(game.to_act[0], "take n=1")
    assert deciding(game, Budget(rollouts=100)) == "take n=1"


@pytest.mark.costly
def test_the_budget_is_kept() -> None:
    """So many rollouts, no more; and of seconds as many as fit."""
    game = Game(ruled(NIM), 0)
    for budget in (Budget(rollouts=40), Budget(seconds=1.0)):
        thoughts = Search(0, 0, 0, budget).think(game.offer(0))
        assert thoughts[0].win is not None
        assert 0 <= thoughts[0].win <= 1
        done = sum(thought.tried for thought in thoughts)
        assert done == 40 if budget.rollouts else 0 < done < 200_000


@pytest.mark.costly
def test_every_decision_can_be_gone_on_from() -> None:
    """In the middle of moves, and where several choose at once: what a seat takes to be possible has its moves."""
    rules = ruled(ASKS, 3)
    board, stream = Board(compiled(rules, "python"), ["random"] * 3), Stream(5)
    game, asked, at_once = Game(rules, 3), 0, 0
    while game.to_act:
        seat = game.to_act[-1]
        offer = game.offer(seat)
        world = offer.imagined(7)
        asked += game._state.asking
        at_once += len(game.to_act) > 1
        if world is None:  # others have chosen, and it is happening
            assert game._state.queue
        else:
            assert list(map(str, world.legal_moves(seat))) == list(map(str, offer.moves))
            if world.to_act[0] == seat:
                stand = board.stand(world, len(offer.moves))
                assert stand is not None
                assert board.rollout(board.begin(stand, stream.below(len(offer.moves))), 1) is not None
        game.play(seat, offer.moves[stream.below(len(offer.moves))])
    assert asked > 5
    assert at_once > 2


def test_rules_that_are_not_compiled_are_played_on_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """On the reference it finds what wins as well."""

    def never(*_: object, **__: object) -> None:
        raise NotCompiled("anything")

    monkeypatch.setattr(search, "compiled", never)
    game = Game(ruled(NIM), 0)
    for move in ("take n=3", "take n=3", "take n=2"):
        game.play(game.to_act[0], move)
    assert deciding(game, Budget(rollouts=2_000)) == "take n=1"


def test_where_nothing_can_be_played_on_it_does_as_greedy_does() -> None:
    """A card that nobody has seen, held by a variable that nobody sees, cannot be drawn."""
    text = NIM.replace("ended of player: no/yes", "ended of player: no/yes\n  held: card or none seen by nobody")
    text = text.replace("move deck to heap", "set held to top of deck, move deck to heap")
    game = Game(ruled(text), 0)
    assert game.imagined(0, 1) is None
    with noting() as notes:
        assert deciding(game, Budget(rollouts=50)) == str(Greedy(0, 0, 0).choose(game.offer(0)))
        lines = [*notes.lines()]
    why = "nim.yaml:15: play.turn: hidden information cannot be sampled"
    assert lines == [f"hints and search players chose like `greedy` for 1 decision: {why}"]


@pytest.mark.parametrize(
    ("players", "told"),
    [(1, "hints and search players used random rollouts"), (2, "hints and search players used the reference engine")],
)
def test_a_single_decision_by_less_able_means_is_told(players: int, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """How many they are, why, and in which stage, as text and as data."""
    stand, boards = Board.stand, list[Board]()

    def fails(board: Board, game: Game, moves: int) -> object:
        boards.append(board)
        if boards.index(board) < players:
            raise Untold("no room")
        return stand(board, game, moves)

    monkeypatch.setattr(Board, "stand", fails)
    game = Game(ruled(NIM), 0)
    with noting() as notes:
        assert deciding(game, Budget(rollouts=40))
        lines, [said] = [*notes.lines()], notes.to_json()["searched"]
    assert lines == [f"{told} for 1 decision: nim.yaml:14: play.turn: no room"]
    assert said == {
        "instead": "random" if players == 1 else "reference", "reason": "no room",
        "sentence": "play.turn", "place": "nim.yaml:14", "decisions": 1,
    }  # fmt: skip


def test_a_fault_on_the_way_is_told_with_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """What goes wrong wherever moves are tried out is told as what it is."""

    def fault(*_: object) -> object:
        raise RulesFault("too much").at("moves.take.when.there", Where("nim.yaml", 18, 12), "n <= 9")

    monkeypatch.setattr(Board, "rollout", fault)
    monkeypatch.setattr(SlowBoard, "rollout", fault)
    game = Game(ruled(NIM), 0)
    with noting() as notes:
        deciding(game, Budget(rollouts=40))
        lines = [*notes.lines()]
    assert lines == ["hints and search players chose like `greedy` for 1 decision: nim.yaml:18: n <= 9: too much"]


@pytest.mark.costly
def test_where_playing_on_takes_too_long_it_does_as_greedy_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of what a decision may take no more than a rollout is spent in vain."""

    def never(*_: object, **__: object) -> None:
        raise NotCompiled("anything")

    done: list[int] = []

    def slow(board: SlowBoard, count: int, seed: int) -> None:
        done.append(count)
        time.sleep(0.2)

    monkeypatch.setattr(search, "compiled", never)
    monkeypatch.setattr(SlowBoard, "rollout", slow)
    game = Game(ruled(NIM), 0)
    assert deciding(game, Budget(seconds=0.1)) == str(Greedy(0, 0, 0).choose(game.offer(0)))
    assert len(done) == 1


@pytest.mark.parametrize("late", [True, False])
def test_on_the_reference_nothing_is_played_on_when_time_is_up(late: bool) -> None:
    """A game of it may take long, and somebody waits."""
    board = SlowBoard(None, lambda: late)
    outcome = board.rollout(board.begin(Game(ruled(NIM), 0), 0), 1)
    assert (outcome is None) == late


@pytest.mark.costly
@pytest.mark.parametrize(("dearer", "hasty"), [(5, False), (0, True)])
def test_players_look_ahead_where_that_is_not_much_dearer(
    dearer: int, hasty: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else they are in haste; by what they try in thought, which is the same on every machine."""
    boards: list[Board] = []

    class Noted(Board):
        def __init__(self, engine: Engine, policies: Sequence[str], stage: str | None) -> None:
            super().__init__(engine, policies, stage)
            boards.append(self)

    monkeypatch.setattr(search, "Board", Noted)
    monkeypatch.setattr(search, "DEARER", dearer)
    turns = "turn: {by: players, until: heap is empty, steps: {twice: {times: 2, until: heap is empty, moves: [take]}}}"
    game = Game(ruled(NIM.replace("turn: {by: players, until: heap is empty, moves: [take]}", turns)), 0)
    assert deciding(game, Budget(rollouts=60))
    assert [board.hasty for board in boards] == [hasty]
    assert boards[0].tried > 0


@pytest.mark.costly
def test_who_cannot_say_what_to_do_leaves_it_to_chance() -> None:
    """At Bezique a player who looks ahead cannot always say what to do there, and a rollout goes on all the same: else
    those of some ends would count for nothing."""
    rules = load("bezique")
    game = Game(rules, 3)
    board = Board(compiled(rules, "python", foresees=True), ["greedy"] * 2, search.horizon(rules.program))
    moves = len(game.legal_moves(game.to_act[0]))
    stand = board.stand(game, moves)
    assert stand is not None
    assert all(board.rollout(board.begin(stand, number % moves), number) is not None for number in range(12))
