"""Players by the words that name them."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier import SetupError, load, simulate
from croupier.players import Greedy
from croupier.thinking import Budget, Search, player

OWN = """
class First:
    def __init__(self, seed, game, seat):
        pass

    def choose(self, offer):
        return offer.moves[0]


class Stumbling(First):
    def choose(self, offer):
        return {}["missing"]


class Inventing(First):
    def choose(self, offer):
        return "win"
"""


@pytest.fixture
def _own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A module that lies where the command is given."""
    (tmp_path / "own_bots.py").write_text(OWN, encoding="utf-8")
    monkeypatch.chdir(tmp_path)


def test_who_is_named() -> None:
    """By a level, by rollouts, by seconds."""
    assert isinstance(player("greedy")(0, 0, 0), Greedy)
    found = {}
    for words in ("search", "search:fair", "search:strong", "search:70", "search:0.25s"):
        made = player(words)(0, 0, 0)
        assert isinstance(made, Search)
        found[words] = made.budget
    assert found["search"] == found["search:fair"]
    assert found["search:strong"].rollouts > found["search"].rollouts
    assert found["search:70"] == Budget(rollouts=70)
    assert found["search:0.25s"] == Budget(seconds=0.25)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("nobody", "unknown player nobody; write random, greedy, search"),
        ("search:", "'' is not a thinking time for search"),
        ("search:hard", "search:strong"),
        ("search:0", "a number of rollouts such as search:400"),
        ("own_bots:Second", "own_bots has no class Second"),
        ("no_such_bots:First", "cannot load no_such_bots:First: ModuleNotFoundError: No module named 'no_such_bots'"),
    ],
)
@pytest.mark.usefixtures("_own")
def test_who_is_not_there(words: str, told: str) -> None:
    """It is said what there is, or what is wrong."""
    with pytest.raises(SetupError) as error:
        player(words)
    assert told in str(error.value)


@pytest.mark.usefixtures("_own")
def test_a_player_of_ones_own() -> None:
    """Plays like any other; what goes wrong in it is told with its line, and what is no move is none."""
    rules = load("kuhn-poker")
    report = simulate(rules, 10, seats={1: "own_bots:First"})
    assert report.policies["own_bots:First"].games == 10
    with pytest.raises(SetupError, match=r"own_bots:Stumbling failed: KeyError: 'missing' \(own_bots.py, line 12\)"):
        simulate(rules, 1, policy="own_bots:Stumbling")
    with pytest.raises(SetupError, match="own_bots:Inventing chose 'win', which is not a legal move here"):
        simulate(rules, 1, policy="own_bots:Inventing")
