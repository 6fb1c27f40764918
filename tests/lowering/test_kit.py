"""What other processes are sent: whole games are the same there, and nothing of the rules is worked out again."""

from __future__ import annotations

import pickle
import subprocess
import sys

import pytest

from croupier import load
from croupier.fast import Seated, bulk, compiled
from croupier.fast.engine import On

from .test_alongside import backends

pytestmark = pytest.mark.in_turn(10)


@pytest.mark.parametrize(("game", "asks"), [("trio", False), ("three-thirteen", True)])
@pytest.mark.parametrize("language", backends())
def test_a_kit_plays_the_same_games(language: On, game: str, asks: bool) -> None:
    """Sent and unpacked, with players at random and such as look ahead, with what is asked of the reference."""
    rules = load(game, 3, limit=100)
    for policies in (("random",) * 3, ("greedy", "random", "random")):
        seated = Seated(policies, True)
        engine = compiled(rules, language, foresees=seated.foresees)
        kit = bulk.kit(engine, seated)
        assert (kit.rules is not None) == bool(engine.text.asked) == asks
        there = pickle.loads(pickle.dumps(kit)).unpacked()
        assert there.play(7, 3, 4) == bulk.play(engine, 7, 3, 4, seated=seated)


def test_who_is_sent_a_kit_needs_no_rules() -> None:
    """To unpack one, neither the language nor the engine is imported."""
    kit = bulk.kit(compiled(load("trio", 3, limit=50), "python"))
    told = "import pickle, sys; kit = pickle.load(sys.stdin.buffer).unpacked(); kit.play(1, 0, 2); print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", told], input=pickle.dumps(kit), capture_output=True, check=True)
    loaded = set(ran.stdout.decode().split())
    assert "croupier.fast.kit" in loaded
    assert not {
        "croupier.compile", "croupier.table.game", "croupier.lowering.whole", "croupier.players", "croupier_dsl.ir",
        "croupier_dsl.parser", "lark",
    } & loaded  # fmt: skip
