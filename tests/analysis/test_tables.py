"""Each fact leads from the kinds of parts to functions in one table: a kind is in it, or listed here with the default.

A new kind of part fails here for every table that does not name it.
"""

from __future__ import annotations

from typing import get_args

import pytest

from croupier_dsl import ir
from croupier_dsl.analysis import moving, reading
from croupier_dsl.analysis.settled import evaluator
from croupier_dsl.checker import following, secrecy

PLAIN = """
Constant Values Keyed SeatNumber Sum ExtremeValue Span Not Logic Order Arithmetic Negative
"""
"""Expressions that are what the expressions in them are, for all facts."""


@pytest.mark.parametrize(
    ("table", "of", "by_default"),
    [
        pytest.param(
            reading.READS, ir.Expr,
            PLAIN + " "
            "Nothing KindLiteral Local TableValue Defined Attribute Map Filter Exists Count IsEmpty "
            "ExtremeThing Best TopSome ListOf Combine Melds IsCombo Same IsKind HasKind Within IfThenElse",
            id="reading.READS",
        ),
        pytest.param(
            reading.SLOTS, ir.Expr,
            PLAIN + " "
            "Nothing KindLiteral OptionValue Players Teams Attribute TeamOf Members Count IsEmpty TopSome "
            "ListOf Combine Same IsKind HasKind Within IfThenElse",
            id="reading.SLOTS",
        ),
        pytest.param(
            reading.COVERT, ir.Expr,
            PLAIN + " "
            "Nothing KindLiteral OptionValue Players Teams StageCount NextActor Direction AllPassed Attribute "
            "CardFact RoleAttribute MeldFact Spots SpotFact Neighbour TeamOf Members Map Filter Exists "
            "ExtremeThing Best TopSome ListOf Combine Melds IsCombo Fits Same IsKind HasKind Within "
            "IfThenElse",
            id="reading.COVERT",
        ),
        pytest.param(
            moving.SOURCES, ir.Expr,
            PLAIN + " "
            "KindLiteral OptionValue Players Teams VariableValue StageCount NextActor Direction AllPassed "
            "Attribute CardFact RoleAttribute Neighbour TeamOf Members Exists Count IsEmpty IsCombo Fits Same "
            "IsKind HasKind Within",
            id="moving.SOURCES",
        ),
        pytest.param(
            reading.FEATURES, ir.Expr,
            PLAIN + " "
            "Nothing Local OptionValue Players Teams ZoneContents TableValue Defined StageCount NextActor "
            "Direction AllPassed SpotFact Neighbour TeamOf Members Map Filter Exists Count IsEmpty ListOf "
            "Combine IfThenElse",
            id="reading.FEATURES",
        ),
        pytest.param(
            evaluator.VALUES, ir.Expr,
            "Players Teams Deck Values VariableValue ZoneContents Keyed StageCount NextActor Direction "
            "AllPassed MeldFact Spots SpotFact Members Map Filter Best TopSome ListOf Span Combine Melds "
            "IsCombo Fits",
            id="evaluator.VALUES",
        ),
        pytest.param(
            evaluator.CONTENTS, ir.Expr,
            "Constant Nothing KindLiteral OptionValue Deck VariableValue ZoneContents Keyed StageCount "
            "NextActor Direction AllPassed Attribute CardFact RoleAttribute Spots SpotFact Neighbour "
            "SeatNumber TeamOf Exists Count IsEmpty Sum ExtremeValue ExtremeThing Pick Melds IsCombo Fits Not "
            "Logic Same IsKind HasKind Within Order Arithmetic Negative",
            id="evaluator.CONTENTS",
        ),
        pytest.param(
            following.LOOKS, ir.Expr,
            "Constant Nothing KindLiteral OptionValue Players Teams Values AllPassed SeatNumber "
            "Members Count IsEmpty Not Negative Order Arithmetic Span",
            id="following.LOOKS",
        ),
        pytest.param(secrecy.FOLLOWS, ir.Statement, "Hide Show", id="secrecy.FOLLOWS"),
        pytest.param(
            moving.WRITES, ir.Statement,
            "Show Let EndStage If ForEach Ask Perform Labelled",
            id="moving.WRITES",
        ),
        pytest.param(
            moving.DEPTHS, ir.Statement,
            "Shuffle Reveal Hide Show Swap SetVariable AddToVariable SetNext SetDirection EndStage Ask",
            id="moving.DEPTHS",
        ),
        pytest.param(
            moving.EFFECTS, ir.Statement,
            "Shuffle Reveal Hide Show Swap Let EndStage ForEach Ask Labelled Perform",
            id="moving.EFFECTS",
        ),
    ],
)  # fmt: skip
def test_each_kind_of_part_is_in_the_table_or_has_its_default(
    table: dict[type[object], object], of: object, by_default: str
) -> None:
    kinds = {kind.__name__ for kind in get_args(of)}
    own = {kind.__name__ for kind in table if kind in get_args(of)}
    assert own.isdisjoint(by_default.split())
    assert own | {*by_default.split()} == kinds
