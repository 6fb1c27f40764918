"""Every class of expressions and of statements is said by every voice: none falls silent, or shows its insides."""

from __future__ import annotations

import re
from typing import get_args

import pytest

from croupier.base.language import speaking
from croupier.compile.binding import bind
from croupier.rulebook.blocks import reading_scope
from croupier.rulebook.book import GRAMMARS
from croupier.rulebook.context import Context, context_of
from croupier.rulebook.document import Item
from croupier.rulebook.grammar import Scope
from croupier.rulebook.setting import settle
from croupier.rulebook.statements import statements_of
from croupier.rulebook.tables import CLAUSES, GROUPS, ITEMS, THINGS, clause_of, group_of, thing_of
from croupier.rulebook.values import whole_of
from croupier.words.phrases import phrase, spoken_forms
from croupier_dsl import compile_text, ir
from croupier_dsl.analysis.walk import nodes
from croupier_dsl.saying.own import FORMS, Own
from croupier_dsl.saying.voice import Forms

pytestmark = pytest.mark.in_turn(10)

EVERY = """
croupier: 1
game: every
players: 2..4
options: {few: 0..3 starting 1}
cards: {deck: french54, wild: rank is joker}
tables: {worth of card by rank: {A: 1, else: 2}}
zones:
  stock: pile seen by everyone
  spare: slot seen by everyone
  laid: melds seen by everyone
  shelf of 1..2: row 2x3 seen by everyone
  hand of player: set seen by owner
  row of 1..3 of player: pile seen by everyone
state:
  mark of player: number
  held: card or none
  bid: number or none
  flag: no/yes
combos: {set: {same: rank, size: 3.., wilds: 0..1}}
define:
  unbid: bid is none
  crowd: count of teams + count of (deck without stock) - (-few)
  allies of player: members of team of it
  behind of player: seat of left of it
  suits: values of suit
  best: highest by worth of (stock with cards of laid)
  top_rank: highest of rank of stock
  shorter: 1..3 where row is empty and row of 2 of left of me is empty
  few_tops: top few of (stock where not wild)
  dearest: highest 2 by worth of stock
  total: if flag then sum of worth of stock else 7 mod 2
  first_card: first of stock
  odd: rank of first_card not in A/3..5 or not (first_card is QS) and 2C in stock
  fitting: some of (spots of laid) where first_card fits it
  grouped: stock is set
  in_place: some of (cards of laid) where rank of role of it is A and revealed of it
  free: some of spots of shelf of 1 where it is empty and column + line of first of shelf of 2 > 3
effects: {pay of player: add 1 to mark}
moves:
  throw:
    choose: {card: one of hand if possible where not wild}
    when: {early: turn <= 9 and mark of next < direction}
    do:
      - move card to stock
      - set held to card
      - choose: {who: one of players where count of allies of it + behind of it > count of few_tops}
  lay:
    choose: {meld: one of set of hand}
    do: move meld to laid
  add_on:
    choose: {card: one of hand, spot: one of (spots of laid) where card fits spot}
    do: [move card to spot]
  rest: {}
whenever:
  full:
    when: count of stock > 90 and unbid and crowd > 1 and odd and fitting and grouped and in_place and free
    do: set flag to yes
play:
  begin:
    - move deck to stock
    - shuffle stock
    - for each of players: move top 3 of stock to hand
  steps:
    turn:
      by: players
      until: {dry: stock is empty}
      begin:
        - let taken be top of stock
        - reveal taken
        - hide taken
        - show taken to left of me
        - swap taken with card of first of neighbours of first of shelf of 2
        - named: add 1 to mark of me
        - pay of left of me
        - if total > 3 + count of dearest or first_card is best:
            - set next to left of me
          else:
            - set direction to -direction
      moves: [throw, lay, add_on]
      else: end turn
      end:
        - if top_rank in values of rank and suit of first_card in suits: set bid to seat of me
    asking: {by: players first served, until: all_passed, moves: [add_on, rest]}
result: {score: mark, best: lowest}
"""

RULES = compile_text(EVERY)
KINDS = (ir.KindLiteral(ir.CARD, "QS"), ir.Negative(ir.NUMBER, ir.Constant(ir.NUMBER, 1)))
SAMPLES = {type(node): node for node in [*KINDS, *reversed([*nodes(RULES)])]}
INSIDES = re.compile(r"\w+\(\w+=|\bir\.|Type\(|<class|\{\w*\}")
EXPRESSIONS, STATEMENTS = get_args(ir.Expr), get_args(ir.Statement)


def plain(told: str) -> None:
    assert told.strip()
    assert not INSIDES.search(told), told


def context(language: str) -> Context:
    return context_of(settle(RULES, {}, None), GRAMMARS[language]())


def test_every_expression_has_an_entry() -> None:
    """A kind that is new is named here, not by what the rulebook makes of a truth without words."""
    assert {*THINGS, *GROUPS, *CLAUSES} == {object, *EXPRESSIONS}
    assert all(object in table for table in (THINGS, GROUPS, CLAUSES))


def test_every_statement_has_one_entry() -> None:
    assert set(ITEMS) == set(STATEMENTS)


@pytest.mark.parametrize("kind", [*EXPRESSIONS, *STATEMENTS], ids=lambda kind: kind.__name__)
def test_the_ruleset_has_one_of_every_class(kind: type) -> None:
    """So that the tests below leave none out; a class that is new has to be put into it."""
    assert kind in SAMPLES


@pytest.mark.parametrize("kind", EXPRESSIONS, ids=lambda kind: kind.__name__)
def test_every_expression_is_said(kind: type) -> None:
    """In the language's own words, and at the table and in the rulebook in each language."""
    expr = SAMPLES[kind]
    plain(Own(RULES).say(expr))
    program = bind(RULES, 3, {})
    for language in GRAMMARS:
        with speaking(language):
            plain(phrase(program, expr))
        cx = context(language)
        scope = reading_scope(cx)
        plain(thing_of(cx, expr, scope).text)
        if expr.type.name == "truth":
            plain(clause_of(cx, expr, scope))
            plain(clause_of(cx, expr, scope, False))
        if expr.type.many:
            plain(whole_of(cx, group_of(cx, expr, scope)).text)


@pytest.mark.parametrize("kind", STATEMENTS, ids=lambda kind: kind.__name__)
def test_every_statement_is_said(kind: type) -> None:
    """In the language's own words, and in the rulebook in each language."""
    statement = SAMPLES[kind]
    for line in Own(RULES).lines([statement]):
        plain(line)
    for language in GRAMMARS:
        cx = context(language)
        for item in statements_of(cx, (statement,), Scope({0: cx.you}), "path"):
            assert isinstance(item, Item)
            plain(str(item.text))


@pytest.mark.parametrize("language", GRAMMARS)
def test_a_voice_has_a_template_for_every_form(language: str) -> None:
    """With the same things to fill in as the language's own."""
    with speaking(language):
        spoken = spoken_forms()
    assert set(spoken) == set(FORMS) == set(Forms.__annotations__)
    for form, template in FORMS.items():
        assert set(re.findall(r"\{(\w+)\}", template)) == set(re.findall(r"\{(\w+)\}", str(spoken[form]))), form  # type: ignore[literal-required]  # each form in turn
