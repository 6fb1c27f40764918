"""Every part that something can happen to is called by one path, which stays with it whatever becomes of the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from croupier.table.catalogue import find
from croupier.table.record.digest import digest
from croupier_dsl import compile_text, from_json, ir, to_json
from croupier_dsl.analysis.specialising import specialise
from croupier_dsl.analysis.walk import nodes
from croupier_dsl.elements import elements_of
from tests.printed import GAMES

from .meaning_game import GAME

SMALL = compile_text(GAME, "small.yaml")
TWICE = """
croupier: 1
game: twice
players: 2
options: {big: no/yes}
cards: {deck: french52}
zones: {stock: pile seen by nobody, hand of player: set seen by owner}
combos: {group: {same: rank, size: if big then 4 else 3}}
play:
  begin:
    - move deck to stock
    - deal: {for each of players: [move top 5 of stock to hand, if big: move top of stock to hand]}
  steps: {turn: {by: players, times: 4, moves: [take]}}
moves:
  take:
    choose: {cards: (if big then 2 else 1) of hand}
    do:
      - move cards to stock
      - if big and hand is empty: add_one
        else if hand is empty: move top of stock to hand
        else: shuffle stock
result: {score: count of hand}
"""
TWICE = TWICE.replace("add_one", "move top 2 of stock to hand")

ELSEWHERE = (ir.Part, ir.Because, ir.Seldom, ir.SequencePlaces, ir.Shown)
"""Their paths lead to another part."""


def called(root: object) -> Iterator[tuple[str, object]]:
    """Every part of some rules that has a path of its own, declarations and conditions too."""
    for node in nodes(root):
        if isinstance(node, ir.IfThenElse):
            yield from ((arm, node) for arm in node.arms if arm)
        elif not isinstance(node, ELSEWHERE) and hasattr(node, "path"):
            yield node.path, node


@pytest.mark.parametrize("rules", [SMALL, *map(find, GAMES)], ids=lambda rules: str(rules.name))
def test_no_two_parts_are_called_alike(rules: ir.Rules) -> None:
    """Each has a path, and none has another's; a sentence that stands in two places is called by the first."""
    parts = list(
        {id(node): (path, node) for path, node in called(rules) if not isinstance(node, ir.IfThenElse)}.values()
    )
    assert all(path for path, _ in parts)
    assert [path for path, number in Counter(path for path, _ in parts).items() if number > 1] == []


@pytest.mark.parametrize("rules", [SMALL, *map(find, GAMES)], ids=lambda rules: str(rules.name))
def test_paths_survive_json(rules: ir.Rules) -> None:
    """They are in it; where they are not, as in a record, the same are found again."""
    told = sorted(path for path, _ in called(rules))
    assert sorted(path for path, _ in called(from_json(to_json(rules)))) == told
    without = to_json(rules, ids=False)
    assert '"arms"' not in without
    assert sorted(path for path, _ in called(from_json(without))) == told
    assert digest(from_json(without)) == digest(rules)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_left_of_specialised_rules_is_called_as_before(name: str) -> None:
    """Each statement, branch, row, choice and condition of theirs is one of the whole, by the same path."""
    rules = find(name)
    whole = {(type(node), path): node for path, node in called(rules)}
    left = [(path, node) for path, node in called(specialise(rules, {}, rules.players[-1])) if path]
    assert len(left) > 20
    for path, node in left:
        assert (type(node), path) in whole
        assert getattr(node, "where", None) == getattr(whole[type(node), path], "where", None)


def test_numbers_do_not_move_up() -> None:
    """What an option leaves out leaves a gap."""
    rules = compile_text(TWICE)
    assert [step.path for step in specialise(rules, {"big": 0}, 2).moves[0].do] == [
        "moves.take.do.1",
        "moves.take.do.2",
    ]
    (test,) = (step for step in specialise(rules, {"big": 0}, 2).moves[0].do if isinstance(step, ir.If))
    assert [branch.path for branch in test.branches] == ["moves.take.do.2.else_if_2", "moves.take.do.2.else"]


def test_a_sentence_in_two_places_is_one_element() -> None:
    """The least and the greatest size are one sentence, also in rules that have been JSON."""
    rules = compile_text(TWICE)
    arms = [path for path, element in elements_of(rules).all.items() if element.kind == "arm"]
    assert arms == ["combos.group.size.then", "combos.group.size.else",
                    "moves.take.choose.cards.then", "moves.take.choose.cards.else"]  # fmt: skip
    assert list(elements_of(from_json(to_json(rules))).all) == list(elements_of(rules).all)
