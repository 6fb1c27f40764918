"""Sentences of every kind, drawn by chance: what `check` accepts is played, or is a fault that says what is wrong."""

from __future__ import annotations

import re
import time

import pytest

from croupier import Game, Rules, RulesFault
from croupier.base.chance import Stream
from croupier.base.effort import EFFORT, OutOfTime
from croupier.compile.binding import bind
from croupier_dsl import Diagnostic, check_text, ir

from .sentences import BASE, PLAIN, Draw

SECONDS = 2.0
"""One game is not played longer than this; what is slow is the matter of other tests."""
SETTLING = (
    "row",
    "row2",
    "row3",
    "whole",
    "heavy",
    "rich",
    "level",
    "chosen",
    "pool",
    "crew",
    "figures",
    "wild",
    "least",
)
"""What may lead back to itself."""
_PLACE = re.compile(r"(\{\w+\})")


def accepted(seed: int) -> ir.Rules | None:
    """The rules of a drawn ruleset."""
    return written(seed)[1]


def written(seed: int) -> tuple[str, ir.Rules | None]:
    """A drawn ruleset and its rules."""
    return mended(Draw(seed).parts(), BASE)


def mended(parts: dict[str, str], base: str) -> tuple[str, ir.Rules | None]:
    """A ruleset put together and its rules; what is refused in it makes room for something plain."""
    for _ in range(20):
        text = base.format(**parts)
        rules, found = check_text(text, "drawn.yaml")
        errors = [diagnostic for diagnostic in found if diagnostic.severity.value == "error"]
        if not errors:
            return text, rules
        done = [_mend(parts, error, base) for error in errors]  # all of them
        if not any(done):
            parts.update({name: PLAIN[name] for name in SETTLING})
    return "", None


def _mend(parts: dict[str, str], error: Diagnostic, base: str) -> bool:
    """Put something plain in the place of a statement or a sentence that is refused."""
    assert error.span is not None
    start = 0
    for piece in _PLACE.split(base):
        name = piece[1:-1] if _PLACE.fullmatch(piece) else ""
        length = len(parts[name]) if name else len(piece.replace("{{", "{").replace("}}", "}"))
        if name and start <= error.span.start <= start + length:
            lines = parts[name].split("\n")
            at = parts[name][: error.span.start - start].count("\n")
            if lines[at].lstrip().startswith("- ") and not lines[at].endswith(":"):
                lines[at] = lines[at].partition("-")[0] + "- set flag to no"
                parts[name] = "\n".join(lines)
            else:
                parts[name] = PLAIN[name]
            return True
        start += length
    return False


def play(rules: ir.Rules, players: int, seed: int) -> int:
    """Twenty random decisions, and whatever is asked of a game on the way; how many were made."""
    options = {"few": str(seed % 4), "open": "yes" if seed % 3 else "no"}
    made, below = 0, Stream(seed, 1).below
    try:
        with EFFORT.until(time.monotonic() + SECONDS):
            game = Game(Rules(bind(rules, players, options)), str(seed))
            while game.to_act and made < 20:
                seat = game.to_act[below(len(game.to_act))]
                legal = game.legal_moves(seat)
                assert legal
                game.view(seat)
                game.play(seat, legal[below(len(legal))])
                made += 1
            assert game.position() is not None
            assert game.log(0) is not None
    except (RulesFault, OutOfTime):
        pass
    return made


def tried(seeds: range) -> tuple[int, int]:
    """How many rulesets were accepted, and how many moves were made."""
    valid = moves = 0
    for seed in seeds:
        rules = accepted(seed)
        if rules is not None:
            valid += 1
            moves += play(rules, 2 + seed % 2, seed)
    return valid, moves


def test_drawn_rules_are_played() -> None:
    """Only faults of the rules may come of what was accepted; and most of what is drawn is, and is played."""
    valid, moves = tried(range(24))
    assert valid > 8
    assert moves > 60


@pytest.mark.slow
@pytest.mark.parametrize("first", range(100, 500, 50))
def test_many_drawn_rules_are_played(first: int) -> None:
    """The same, of many more."""
    assert tried(range(first, first + 50))[0] > 35
