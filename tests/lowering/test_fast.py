"""The interface to compiled rules: engines, games step by step, whole runs."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from threading import Thread

import pytest

from croupier import Game, RulesFault, SetupError, load
from croupier.base.chance import Seed
from croupier.base.moves import Move
from croupier.base.notes import noting as noting_slower
from croupier.fast import Engine, FastGame, FastGames, NotCompiled, OutOfRange, Played, compiled, playouts
from croupier.lowering import base
from croupier.native import compilers
from croupier.native.compilers import Unbuilt
from croupier.play import flow
from croupier.players import POLICIES, Greedy
from croupier.seat.views import Offer
from croupier.simulate import On, play_game, play_games
from croupier.table.game import Rules

from .alongside import first_difference, same_bulk
from .small import PACKS, packs, ruled
from .test_alongside import backends

pytestmark = pytest.mark.in_turn(10)

LANGUAGES = backends()


@pytest.fixture(params=LANGUAGES)
def engine(request: pytest.FixtureRequest) -> Engine:
    return compiled(packs(2), request.param)


def test_an_engine_says_what_it_runs_on(engine: Engine) -> None:
    """And, on what is asked for, nothing stands in the way of better."""
    assert engine.runs_on in repr(engine)
    assert engine.why == ""


def test_without_a_compiler_python_serves(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a word that says why."""
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("CC", raising=False)
    found = compiled(packs(2), "c")
    assert (found.runs_on, found.why) == (
        "python",
        "no C compiler found; install one of cc, gcc, clang, tcc, or name it in CC",
    )


def test_a_move_is_taken_back(engine: Engine) -> None:
    """At a mark everything is as it was, chance to come included."""
    game = FastGame(engine, 4)
    game.apply(0)
    mark, cells, rows = game.mark(), game.cells, game.rows()
    after = [game.apply(0), game.cells]
    game.apply(0)
    game.take_back(mark)
    assert (game.cells, game.rows(), game.made()) == (cells, rows, [0])
    assert [game.apply(0), game.cells] == after


def test_a_copy_goes_its_own_way(engine: Engine) -> None:
    """The same from there on, whatever the other does."""
    game = FastGame(engine, 4)
    twin = game.copy()
    counts = [game.apply(0) for _ in range(3)]
    assert game.cells != twin.cells
    assert [twin.apply(0) for _ in range(3)] == counts
    assert game.cells == twin.cells
    assert twin.game().position() == game.game().position()


FAULTY = """
croupier: 1
game: faulty
players: 2
cards: {attributes: {rank: 1..9}, copies: 1}
zones: {stock: pile seen by nobody}
state: {much of player: number}
play: {steps: {turn: {by: players, times: 9, moves: [burst, wait]}}}
moves:
  burst: {do: [set much to 900000000, set much to much * 900000000, set much to much * 900000000]}
  wait: {do: add 1 to much}
result: {score: much}
"""


def test_games_of_one_engine_do_not_disturb_each_other(engine: Engine) -> None:
    """Though they share the place where legal moves are listed."""
    games = FastGames(engine, ["6:0", "6:1", "6:2"])
    alone = [FastGame(compiled(engine.rules, "python"), f"6:{k}") for k in range(3)]
    counts, seats = games.counts, games.seats
    for step in range(40):
        picks = [step % count if count else 0 for count in counts]
        games.apply(picks)
        there = [game.apply(pick) if game.count else 0 for game, pick in zip(alone, picks, strict=True)]
        assert list(counts) == there
        assert list(seats) == [-1 if game.seat is None else game.seat for game in alone]
        assert [game.made() for game in games] == [game.made() for game in alone]
        if step % 8 == 0:
            assert [list(map(str, game.moves())) for game in games] == [list(map(str, game.moves())) for game in alone]
            assert [game.outcome for game in games] == [game.outcome for game in alone]


def test_games_together_refuse_a_move_that_there_is_not(engine: Engine) -> None:
    """Nothing has happened in any of them; a game taken out goes its own way."""
    games = FastGames(engine, ["6:0", "6:1"])
    before = [game.cells for game in games]
    with pytest.raises(IndexError, match="game 1 has "):
        games.apply([0, games.counts[1]])
    with pytest.raises(ValueError, match="expected one move for each of 2 games, found 1"):
        games.apply([0])
    games[1].apply(0)
    assert [game.cells for game in games] == before
    assert memoryview(games.counts).format == "q"


def test_of_games_together_one_is_left_to_the_reference(engine: Engine) -> None:
    """The others go on; from its moves it can be made again."""
    games = FastGames(compiled(ruled(FAULTY, 2), engine.runs_on), ["1:0", "1:1"])
    games.apply([0, 1])
    assert list(games.counts) == [-1, 2]
    games.apply([0, 1])
    assert list(games.counts) == [-1, 2]
    assert games[0].made() == [0]
    with pytest.raises(RulesFault):
        games[0].game()


def test_a_move_that_there_is_not_is_refused(engine: Engine) -> None:
    """Before anything is changed."""
    game = FastGame(engine, 1)
    cells = game.cells
    for index in (-1, game.count):
        with pytest.raises(IndexError, match=r"legal move -?\d+ does not exist"):
            game.apply(index)
    assert game.cells == cells


def test_it_goes_on_from_a_game(engine: Engine) -> None:
    """And back to one, with all that has happened and is remembered."""
    game = Game(engine.rules, "2:7")
    for _ in range(4):
        game.play(game.to_act[0], game.legal_moves(game.to_act[0])[0])
    quick = FastGame(engine, game)
    assert quick.game().position() == game.position()
    quick.apply(1)
    game.play(game.to_act[0], game.legal_moves(game.to_act[0])[1])
    assert quick.game().position() == game.position()
    assert len(quick.game().log(0)) == len(game.log(0))


def test_it_does_not_go_on_from_everything(engine: Engine) -> None:
    """Not from a game of other rules, nor from chance that is given."""
    with pytest.raises(SetupError, match="other rules"):
        FastGame(engine, Game(packs(2), 1))
    with pytest.raises(SetupError, match="random results are supplied"):
        FastGame(engine, Game(engine.rules, 1, chance=[None]))


def test_a_limit_ends_a_game(engine: Engine) -> None:
    """As in the reference: unfinished, and nobody has won."""
    rules = packs(2, limit=6)
    short = compiled(rules, "c" if engine.runs_on == "c" else "python")
    assert same_bulk(rules, short, 3, 0, 4) is None
    game = FastGame(short, 3)
    while not game.over:
        game.apply(0)
    assert game.outcome is not None
    assert (game.outcome.finished, game.outcome.winners, game.decisions) == (False, (), 6)
    assert game.moves() == []
    assert game.to_act == ()


def test_threads_may_share_an_engine(engine: Engine) -> None:
    """Each with games of its own."""
    alone = [(p.outcome, p.order) for p in playouts(engine, 5, 0, 60) if isinstance(p, Played)]
    found: dict[int, list[object]] = {}

    def play(number: int) -> None:
        run = (p for p in playouts(engine, 5, 0, 60) if isinstance(p, Played))
        found[number] = [(p.outcome, p.order) for p in run]

    threads = [Thread(target=play, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [found[number] == alone for number in range(3)] == [True] * 3


# ---------------------------------------------------------------- faults

GROWING = PACKS.replace("add sum of value of cards to points", "add 600000 * 999999999 to points")


@pytest.mark.parametrize("on", LANGUAGES)
def test_the_reference_has_the_words_for_a_fault(on: On) -> None:
    """Where numbers grow too large, in a game step by step, in a run, and in a simulation."""
    rules = ruled(GROWING, 2)
    assert on in ("python", "c")
    engine = compiled(rules, on)
    with pytest.raises(RulesFault) as plain:
        list(play_games(rules, 5, 1, engine="reference"))
    with pytest.raises(RulesFault) as quick:
        list(play_games(rules, 5, 1, engine=on))
    assert (quick.value.problem, quick.value.game, quick.value.move) == (
        plain.value.problem, plain.value.game, plain.value.move,
    )  # fmt: skip
    game = FastGame(engine, 1)
    game.apply(0)
    with pytest.raises(OutOfRange) as left:
        stepped_on(game)
    with pytest.raises(RulesFault, match="the computed number exceeds"):
        assert left.value.game


@pytest.mark.parametrize("on", LANGUAGES)
def test_a_fault_in_the_last_move_is_told(on: On) -> None:
    """In a game step by step too, where nobody is asked any more."""
    game = FastGame(compiled(ruled(FAULTY.replace("times: 9", "times: 1")), on), 1)
    with pytest.raises(OutOfRange) as left:
        game.apply(0)
    with pytest.raises(RulesFault, match="the computed number exceeds"):
        assert left.value.game


@pytest.mark.parametrize("on", LANGUAGES)
def test_a_fault_in_the_scores_is_told(on: On) -> None:
    """When it is asked how the game has ended."""
    score = "count of (much..999999999 where it > 5)"
    game = FastGame(compiled(ruled(FAULTY.replace("score: much", f"score: {score}")), on), 1)
    while not game.over:
        game.apply(1)
    with pytest.raises(RulesFault, match="range"):
        assert game.outcome


def stepped_on(game: FastGame) -> None:
    """The first move again and again."""
    while not game.over:
        game.apply(0)


# ---------------------------------------------------------------- simulations


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_simulation_is_the_same_on_every_engine(jobs: int) -> None:
    """To the last field of each game but the seconds, in however many processes."""
    rules = packs(2)

    def results(on: On, jobs: int) -> Iterator[object]:
        return (replace(result, seconds=0.0) for result in play_games(rules, 40, 9, first=3, jobs=jobs, engine=on))

    plain = list(results("reference", 1))
    for on in ("best", *LANGUAGES):
        assert on in ("best", "python", "c")
        assert list(results(on, jobs)) == plain


class Another(Greedy):
    """A player of whom compiled rules know nothing: it takes the last move."""

    def choose(self, offer: Offer) -> Move:
        return offer.moves[len(offer.moves) - 1]


def test_other_players_do_not_play_on_compiled_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever they are called: the reference is used."""
    rules = packs(1)
    known = [result.outcome for result in play_games(rules, 2, policy="greedy", engine="python")]
    monkeypatch.setitem(POLICIES, "greedy", Another)
    found = [result.outcome for result in play_games(rules, 2, policy="greedy", engine="python")]
    assert found == [play_game(rules, Seed(0, k), ["greedy"] * 3).outcome for k in range(2)]
    assert found != known


def noted_in(rules: Rules, games: int, policy: str, seats: dict[int, str] | None, on: On) -> list[str]:
    """Return what is told once such games are played."""
    with noting_slower() as notes:
        assert sum(1 for _ in play_games(rules, games, 0, policy, seats, engine=on)) == games
        return [*notes.lines()]


def test_what_players_who_look_ahead_cannot_tell_of_compiled_rules_is_said() -> None:
    """Random players play on them all the same."""
    noted = "  mate of card in table: card or none\nplay:"
    paired = "      - if mate of top of table is none: set mate of top of table to top of table\n"
    swept = "      - move table to won\n"
    rules = ruled(PACKS.replace("play:", noted, 1).replace(swept, paired + swept))
    told = "a card, meld, spot or list noted on cards, with search players"
    told = f"state.mate: the rules are not compiled: {told}; using the reference engine instead"
    assert [line.partition(": ")[2] for line in noted_in(rules, 1, "random", {1: "greedy"}, "python")] == [told]
    assert noted_in(rules, 1, "random", None, "python") == []
    assert [line.partition(": ")[2] for line in noted_in(rules, 2, "greedy", None, "best")] == [told]
    [game] = play_games(rules, 1, policy="greedy", engine="python")
    assert game.outcome == play_game(rules, Seed(0, 0), ["greedy"] * rules.seats).outcome


def test_what_is_not_compiled_is_played_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the reference, with a word to who asked for something else."""
    rules = packs(1)

    def none(*_: object, **_more: object) -> None:
        raise NotCompiled("this and that")

    module = sys.modules["croupier.simulate.compiled"]
    monkeypatch.setattr(module, "compiled", none)
    monkeypatch.setattr(module, "at_hand", none)
    told = "the rules are not compiled: this and that; using the reference engine instead"
    assert noted_in(rules, 2, "random", None, "c") == noted_in(rules, 2, "random", None, "best") == [told]
    for on in ("best", "c"):
        assert on in ("best", "c")
        [first, *_] = play_games(rules, 2, 5, engine=on)
        assert first.outcome == play_game(rules, Seed(5, 0), ["random"] * 3).outcome


def test_a_compiler_that_fails_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python plays."""

    def broken(*_: object, **__: object) -> None:
        raise Unbuilt("cc failed: no such header")

    monkeypatch.setattr(compilers.Compiler, "compile", broken)
    monkeypatch.setenv("CROUPIER_CACHE", "")
    if "c" in LANGUAGES:
        rules = load("trio", limit=31)
        assert noted_in(rules, 1, "random", None, "c") == ["cc failed: no such header; using Python instead"]


@pytest.mark.parametrize("full", [100, 150])
def test_a_game_whose_log_is_full_ends_where_it_does_on_the_reference(
    full: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the reference notes is counted to the last note."""
    monkeypatch.setattr(flow, "MOST_NOTES", full)
    monkeypatch.setattr(base, "MOST_NOTES", full)
    rules = load("drei", 3)
    engine = compiled(rules, "python")
    assert first_difference(rules, engine, "6:1") is None
    quick = FastGame(engine, "6:1")
    while not quick.over:
        quick.apply(quick.count // 2)
    assert quick.outcome is not None
    assert not quick.outcome.finished
    assert quick.cells[engine.cell("notes")] > full


def test_marks_may_be_gone_back_to_in_any_order() -> None:
    """Each has the moves that led to it, whatever was made meanwhile; so has a copy."""
    game = FastGame(compiled(load("trio", 3), "python"), "4:1")
    marks = [game.mark()]
    for step in range(6):
        game.apply(step % game.count)
        marks.append(game.mark())
    made, twin = game.made(), game.copy()
    game.take_back(marks[2])
    game.apply(game.count - 1)
    assert game.made() == [*made[:2], game.made()[-1]]
    for count in (6, 0, 4):
        game.take_back(marks[count])
        assert (game.made(), game.decisions) == (made[:count], count)
    twin.apply(0)
    assert (twin.made(), game.made()) == ([*made, 0], made[:4])
