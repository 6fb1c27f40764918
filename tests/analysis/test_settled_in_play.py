"""What is said to hold always or never does so in play: in games of rulesets that are changed in one small way each."""

from __future__ import annotations

import pytest

from croupier.base.chance import Stream
from croupier.base.faults import SetupError
from croupier.table.catalogue import find
from croupier.workbench.coverage import measure
from croupier_dsl import ir, mutations_of
from croupier_dsl.analysis import nodes
from croupier_dsl.analysis.reading import Facts
from croupier_dsl.checker.settled import SHARE, Judge, places

FEW = ("old-maid", "crazy-eights")
MANY = ("drei", "war", "golf", "thirty-one", "scopa", "go-fish", "rami", "hearts", "canasta", "cribbage")


def claims(rules: ir.Rules) -> tuple[dict[str, bool], list[str]]:
    """The conditions that are said to hold always or never, by path, and the moves that are said never to be made."""
    judge = Judge(rules, Facts(rules))
    paths = {id(node.expr): node.path for node in nodes(rules) if isinstance(node, ir.Condition)}
    settled: dict[str, bool] = {}
    never: list[str] = []
    for place in places(rules):
        judge.budget.left = SHARE
        answers = {paths[id(each)]: judge.always(place, each) for each in place.conditions if id(each) in paths}
        settled |= {path: answer for path, answer in answers.items() if answer is not None}
        together = judge.everywhere(place, *((each, True) for each in place.conditions))
        if place.never.what == "move" and place.conditions and together and not judge.budget.spent:
            never.append(f"moves.{place.never.name}")
    return settled, never


@pytest.mark.parametrize(
    ("names", "tried", "number"),
    [(FEW, 30, 2), pytest.param((*FEW, *MANY), 200, 8, marks=pytest.mark.slow)],
    ids=["few", "many"],
)
def test_claims_hold_in_play(names: tuple[str, ...], tried: int, number: int) -> None:
    """No condition is answered in another way than was said, and no move made that never can be."""
    made = 0
    for name in names:
        every, below, left = mutations_of(find(name)), Stream(len(name), 1).below, number
        for mutation in (every[below(len(every))] for _ in range(tried)):
            settled, never = claims(mutation.rules)
            if not (settled or never) or not left:
                continue
            try:
                counts = measure(mutation.rules, 3, limit=150).counts
            except SetupError:  # a change may leave no way to begin
                continue
            made, left = made + 1, left - 1
            for path, answer in settled.items():
                assert not counts.get(f"{path}.{'no' if answer else 'yes'}"), f"{name}, {mutation.name}: {path}"
            for path in never:
                assert not counts.get(path), f"{name}, {mutation.name}: {path}"
    assert made
