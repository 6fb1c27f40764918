"""The table of the benchmark is printed, whatever there is to compare with."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.in_turn(10)

ROOT = Path(__file__).resolve().parents[2]


def table(*words: str) -> list[str]:
    run = [sys.executable, "benchmarks/fast.py", *words, "--rounds", "1", "--seconds", "0.001"]
    out = subprocess.run(run, cwd=ROOT, capture_output=True, encoding="utf-8", check=True, timeout=200).stdout
    return out.splitlines()


def test_rows_by_game() -> None:
    lines = table("hand", "--game", "trio", "--game", "rami")
    assert lines[0].startswith("| what | game |")
    assert [line.split(" | ")[1] for line in lines[2:4]] == ["trio, 4", "rami, 2"]
    assert all(len(line.split("|")) == len(lines[0].split("|")) for line in lines[1:4])
    assert any(line.startswith("Control: ") for line in lines)


def test_what_is_not_there_is_said() -> None:
    """A row of a peer that is not installed stays without a figure."""
    lines = table("openspiel", "c")
    assert [line.split(" | ")[0] for line in lines[2:4]] == [
        "| C in bulk / OpenSpiel from Python",
        "| C in bulk / by hand in C, same flags",
    ]
    without = [line for line in lines[2:4] if " | - | - | " in line]
    assert len(without) == sum(1 for line in lines if line.startswith("* crazy-eights") and "not installed" in line)


def test_c_is_compared_with_the_same_flags() -> None:
    """What is written by hand is compiled as libraries are, and the table says how."""
    [said] = [line.partition("both in C: ")[2].split() for line in table("c") if "both in C: " in line]
    asked = (
        "from croupier.native.compilers import compiler as c; print(*c().command, *c().flags)"  # not as tests have it
    )
    told = subprocess.run([sys.executable, "-c", asked], cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
    assert said == [flag for flag in told.stdout.split() if flag not in ("-shared", "-fPIC")]
