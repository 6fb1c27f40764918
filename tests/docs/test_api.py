"""Every example of the page about Python runs and gives what it shows, and the page names every public name."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import croupier
import croupier_dsl
from croupier import players
from croupier.simulate import Report

from . import blocks

PAGE = blocks.ROOT / "docs" / "reference" / "api.md"


@pytest.mark.costly
def test_every_example_gives_what_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run from the top of the page to its end, in one namespace."""
    monkeypatch.chdir(tmp_path)
    blocks.check(PAGE, tmp_path)


@pytest.mark.parametrize("name", croupier.__all__)
def test_every_public_name_is_told(name: str) -> None:
    """What `croupier` exports is on the page, in the form of code."""
    told = f"`{name}" in PAGE.read_text(encoding="utf-8")
    assert told


SIGNATURES = re.findall(r"`(\w+)\((\w[^`]*|)\)`", PAGE.read_text(encoding="utf-8"))
OWNERS = (croupier, croupier.Game, croupier.Outcome, croupier_dsl, Report, players.Greedy)
FIELDS = {"imagined", "follow", "after"}
"""Functions that are data of an offer or a consequence."""


@pytest.mark.parametrize(("name", "told"), SIGNATURES, ids=lambda word: word[:20])
def test_every_signature_is_right(name: str, told: str) -> None:
    """A call in code has the parameters that something public of this name has, and their defaults."""
    found = [getattr(each, name) for each in OWNERS if callable(getattr(each, name, None))]
    assert told in {_parameters(each.__init__ if inspect.isclass(each) else each) for each in found} or name in FIELDS


def _parameters(call: Callable[..., object]) -> str:
    """Return the parameters of a call as the page writes them: `croupier_dsl` has more, which the table describes."""
    plain = [each.replace(annotation=inspect.Parameter.empty) for each in inspect.signature(call).parameters.values()]
    if call.__module__.startswith("croupier_dsl"):
        plain = [each for each in plain if each.default is inspect.Parameter.empty]
    return str(inspect.Signature([each for each in plain if each.name != "self"]))[1:-1]


def test_every_method_of_a_game_is_told() -> None:
    """So are the public methods of a game, of what it hands out, and of what a player is offered."""
    text = PAGE.read_text(encoding="utf-8")
    for kind in (croupier.Game, croupier.Rules, croupier.Offer, croupier.Outcome, croupier.ZoneView, croupier.Move):
        public = [name for name in {**vars(kind), **getattr(kind, "__annotations__", {})} if not name.startswith("_")]
        told = {name for name in public if name in text}
        assert set(public) - told - {"program"} == set(), kind
