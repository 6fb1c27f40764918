"""What takes a while, piece by piece: scenarios, differences, the printed rules, a simulation, coverage."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from croupier.studio.bench import Bench
from croupier.studio.messages import Run
from croupier.studio.papers import Papers
from croupier_dsl import ir

Json: TypeAlias = dict[str, object]


def run(wanted: Run, papers: Papers, rules: ir.Rules, bench: Bench, clock: Callable[[], float]) -> Iterator[Json]:
    return iter(())
