"""What compiled rules ask of the reference in the middle of C: faults and Ctrl-C come through."""

from __future__ import annotations

import gc
import signal
from collections.abc import Iterator, Mapping
from types import FrameType

import pytest

from croupier import load
from croupier.base import effort
from croupier.base.effort import TooMuch
from croupier.base.faults import RulesFault
from croupier.base.prices import ARRANGED, ASKED
from croupier.fast import Engine, FastGame, OutOfRange, bulk, compiled, playouts
from croupier.lowering import melding
from croupier.lowering.host import Answer, Host
from croupier.native.build import Numbers

from .test_alongside import backends

in_c = pytest.mark.skipif("c" not in backends(), reason="there is no compiler")


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> Engine:
    """Rules that ask about every hand, as they do about large ones."""
    monkeypatch.setattr(melding, "solver_of", lambda cx, combo: "")
    return compiled(load("three-thirteen", 3, limit=400), "c")


@pytest.mark.costly
@in_c
def test_a_fault_leaves_the_game_to_the_reference(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    """One game of many, stepped or in bulk."""

    def fails(host: Host, question: int, cards: int, wild: int, points: tuple[int, ...]) -> Answer:
        raise RulesFault("too much")

    monkeypatch.setattr(Host, "answer", fails)
    assert list(playouts(engine, 1, 0, 3)) == [0, 1, 2]
    game = FastGame(engine, "1:0")
    with pytest.raises(OutOfRange) as left:
        to_the_end(game)
    assert left.value.game.decisions == len(game.made())


def to_the_end(game: FastGame) -> None:
    while game.count:
        game.apply(0)


@in_c
def test_what_is_no_fault_comes_up_on_the_other_side(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    """And the next game is played as if nothing had been."""
    before = [row for _, row, _ in bulk.raw(engine, 1, 0, 3)]

    def fails(host: Host, question: int, cards: int, wild: int, points: tuple[int, ...]) -> Answer:
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr(Host, "answer", fails)
        with pytest.raises(ZeroDivisionError):
            list(playouts(engine, 1, 0, 3))
    assert [row for _, row, _ in bulk.raw(engine, 1, 0, 3)] == before


@in_c
def test_all_questions_of_a_decision_are_paid_from_one_purse(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is remembered is paid for too; once the budget is empty nothing more is answered for that decision."""
    host = Host(engine.rules.program, engine.text.asked)
    places = {name: [0] * size for name, size in host.places.items()}
    places["Gm_ask"][0] = 0b1111
    host.answered(places, 0, 0)
    monkeypatch.setattr(effort, "BUDGET", 3 * (ASKED + 4 * ARRANGED) + ASKED)
    for decision in (1, 2):
        for _ in range(3):
            host.answered(places, 0, decision)
        for _ in range(2):
            with pytest.raises(TooMuch):
                host.answered(places, 0, decision)


@in_c
def test_each_decision_has_a_purse_for_its_questions(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also of games that are played to their end in one call, of which C says when the next decision begins."""
    decisions = []

    def counted(host: Host, places: Mapping[str, Numbers], question: int, decision: int) -> None:
        decisions.append(decision)
        answered(host, places, question, decision)

    answered = Host.answered
    monkeypatch.setattr(Host, "answered", counted)
    assert all(not isinstance(played, int) for played in playouts(engine, 1, 0, 2))
    assert len(set(decisions)) > 20
    assert decisions == sorted(decisions)


@pytest.fixture
def soon() -> Iterator[None]:
    """A signal comes again and again, as Ctrl-C would."""

    def interrupt(number: int, frame: FrameType | None) -> None:
        signal.setitimer(signal.ITIMER_REAL, 0)
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    gc.disable()  # those who listen to it swallow what is raised meanwhile
    yield
    signal.setitimer(signal.ITIMER_REAL, 0)
    gc.enable()
    signal.signal(signal.SIGALRM, before)


@in_c
@pytest.mark.usefixtures("soon")
def test_ctrl_c_is_heard_wherever_it_comes(engine: Engine, capfd: pytest.CaptureFixture[str]) -> None:
    """Also when it comes while C runs, and the first to hear it is who is asked."""
    for wait in range(1, 25):
        with pytest.raises(KeyboardInterrupt):
            interrupted_after(wait / 4_000, engine)
    assert capfd.readouterr().err == ""


def interrupted_after(seconds: float, engine: Engine) -> None:
    signal.setitimer(signal.ITIMER_REAL, seconds)
    for number in range(1_000):
        bulk.play(engine, number, 0, 20)
