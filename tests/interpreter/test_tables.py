"""The reference engine has a function for each kind of part, in one table of expressions and one of statements."""

from __future__ import annotations

from typing import get_args

from croupier.compile.evaluate import PLANS
from croupier.compile.execute import ACTS, FLOW
from croupier_dsl import ir


def test_each_kind_of_expression_has_a_plan() -> None:
    assert set(PLANS) == set(get_args(ir.Expr))


def test_each_kind_of_statement_becomes_operations_by_one_function() -> None:
    assert not set(ACTS) & set(FLOW)
    assert set(ACTS) | set(FLOW) == set(get_args(ir.Statement))
