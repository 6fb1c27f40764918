"""What is printed for a compiler of C is what a compiler of C takes."""

from __future__ import annotations

import subprocess
from contextlib import suppress
from pathlib import Path

import pytest

from croupier import load
from croupier.fast import NotCompiled
from croupier.fast.engine import text_of
from croupier.fast.making import in_c
from croupier.kernel.read import read
from croupier.native.c import c
from croupier.native.compilers import compiler
from croupier.table import catalogue

from .test_alongside import backends


@pytest.mark.parametrize("words", [1, 2])
def test_a_function_of_cards_is_given_cards(words: int) -> None:
    """Also where the text has a number for them, as for none."""
    text = "def f(S, m_cards, at):\n    return POP(m_cards) + at\n\n\ndef g(S):\n    return f(S, 0, 0)\n"
    nothing = ", ".join(["0x0ULL"] * words)
    assert f"return f(S, SET({nothing}), 0);" in c(read(text), words, ())


@pytest.mark.in_turn(24)
@pytest.mark.parametrize("name", catalogue.names())
def test_the_text_of_every_game_is_c(name: str, tmp_path: Path) -> None:
    """Whatever is written with it, and with players who look ahead: else it would be played in Python, and nobody be
    told."""
    if "c" not in backends():
        pytest.skip("there is no compiler of C")
    texts = [text_of(load(name))]
    with suppress(NotCompiled):  # some rules have no players who look ahead there
        texts.append(text_of(load(name), foresees=True))
    for text in texts:
        file = tmp_path / "kernel.c"
        file.write_text(in_c(text), encoding="ascii")
        ran = subprocess.run(
            [*compiler().command, "-std=gnu99", "-w", "-fsyntax-only", str(file)],
            capture_output=True, text=True, timeout=120, check=False,
        )  # fmt: skip
        assert ran.returncode == 0, ran.stderr[:400]
