"""The section on the terms of the rules: definitions and variables."""

from __future__ import annotations

from dataclasses import replace

from croupier.rulebook.blocks import all_together, each_of, further_subject, lines_of
from croupier.rulebook.clauses import points_of
from croupier.rulebook.conditions import lacks_compared, lacks_in_sum, may_lack
from croupier.rulebook.context import Context
from croupier.rulebook.document import Block, Item, Items, Paragraph, Section
from croupier.rulebook.flow import merely_reset
from croupier.rulebook.grammar import Group, Scope, Thing
from croupier.rulebook.statements import domain_items, opening_of, sum_items
from croupier.rulebook.tables import clause_of, thing_of
from croupier.rulebook.values import cases_of, element_of, just_mentioned, value_words, with_key_noun
from croupier_dsl import ir


def section(cx: Context) -> Section:
    """Return a point for each definition that has a name, and one for each thing that is remembered."""
    titled = [d for d in cx.rules.definitions if cx.titled(d.name) and cx.printed(f"define.{d.name}")]
    items = tuple(cx.meaning(f"define.{made.name}") or _definition(cx, made) for made in titled)
    remembered = tuple(_variable(cx, variable) for variable in cx.rules.variables if cx.printed(variable.path))
    blocks: list[Block] = [Paragraph(cx.sentence("these_mean"))] if items else []
    blocks += lines_of(cx, items)
    formulas = [made for made in titled if cx.meaning(f"define.{made.name}") is None]
    tables = [table for table in cx.rules.tables if cx.printed(f"tables.{table.name}")]
    everything = (cx.rules.play, cx.rules.stages, cx.rules.moves, cx.rules.triggers,
                  formulas, cx.rules.result, tables)  # fmt: skip
    missing = [
        ("about_sums", lacks_in_sum(cx, everything)),
        ("about_orders", lacks_compared(cx, everything)),
    ]
    if told := " ".join(cx.sentence(key) for key, holds in missing if holds):
        blocks.append(Paragraph(told))
    if remembered:
        blocks += [Paragraph(cx.sentence("kept")), Items(remembered)]
    if any(variable.per == "card" for variable in cx.rules.variables):
        blocks.append(Paragraph(cx.sentence("about_marks")))
    return Section(cx.title("title_terms"), "define", tuple(blocks))


def _definition(cx: Context, made: ir.Definition) -> Item:
    path = f"define.{made.name}"
    scope = Scope({0: cx.you})
    subject, first = None, scope
    if made.subject is not None:
        sort = cx.words.sort(ir.Type(made.subject.name, made.subject.enum))
        noun = with_key_noun(cx, Group(sort, str), 1, made.body).noun
        element = (
            Thing(cx.text("these", noun=noun), True, noun.feminine, person=noun.person)
            if made.subject.many
            else just_mentioned(cx, made.body, 1, replace(made.subject, many=False))
        )
        opening = replace(element, text=cx.text("those" if made.subject.many else "one_of_them", noun=noun), its=False)
        first = scope.bind(1, opening)
        scope = scope.bind(1, element)
        subject = ir.Local(made.subject, 1, "it")
    more = None
    if made.further is not None and made.subject is not None:
        opening, element = further_subject(cx, made.subject, made.further)
        first, scope = first.bind(2, opening), scope.bind(2, element)
        more = ir.Local(made.further, 2, "")
    use = ir.Defined(made.type, made.name, subject, more)
    if made.type.name == "truth" and not made.type.many:
        claim = clause_of(cx, use, first)
        unless, below = points_of(cx, made.body, scope)
        return Item(cx.sentence("means_if", claim=claim, unless=unless), (path,), below)
    cases = cases_of(cx, made.body, scope)
    if len(cases) > 1:
        told = opening_of(cx, thing_of(cx, use, first).text)
        return Item(told, (path,), domain_items(cx, cases, path, cx.words.definition(made.name)))
    if below := sum_items(cx, made.body, scope, path):
        told = cx.sentence("means", x=thing_of(cx, use, first), y=cx.a_thing("sum_of_these"))
        return Item(told, (path,), below)
    told = cx.sentence("means", x=thing_of(cx, use, first), y=thing_of(cx, made.body, scope))
    if isinstance(made.body, ir.Arithmetic) and may_lack(cx, made.body):
        return Item(f"{told} {cx.sentence('none_if_missing')}", (path,))
    return Item(told, (path,))


def _start(cx: Context, variable: ir.Variable) -> str:
    """Return the words for the start value of a variable."""
    return value_words(cx, variable.start, Scope(), cx.words.variable(variable.name)).text


def _variable(cx: Context, variable: ir.Variable) -> Item:
    """Return the point on a variable: its meaning, its subject, and its lifetime."""
    life = ""
    if variable.life in cx.words.stages and variable.life != cx.rules.play.name:
        reset = merely_reset(variable)
        stage = cx.words.stage(variable.life)
        life = (
            cx.text("anew_each_from", stage=stage, x=_start(cx, variable))
            if reset
            else cx.text("anew_each", stage=stage)
        )
    elif variable.life in cx.words.zones:
        life = cx.text("while_in", zone=cx.grammar.the(cx.words.zone(variable.life)))
        inner = Scope({1: just_mentioned(cx, variable.start, 1, ir.CARD)})
        start = value_words(cx, variable.start, inner, cx.words.variable(variable.name))
        life += cx.text("at_first", x=start)
    return Item(cx.grammar.sentence(kept(cx, variable, life)), (f"state.{variable.name}",))


def kept(cx: Context, variable: ir.Variable, life: str = "") -> str:
    """Return the value and subject of a variable:

    `each player's bid`, `for each player, whether that player is out`.
    """
    owner = None if variable.per == "table" else cx.words.sort(ir.Type(variable.per))
    subject, scope = each_of(cx, variable)
    place = ir.VariableValue(variable.type, variable.name, subject)
    if variable.type.name != "truth" or variable.type.many:
        several = all_together(cx, variable, cx.words.variable(variable.name))
        return (several or thing_of(cx, place, scope)).text + life
    if owner is None:
        return cx.text("kept_truth", claim=clause_of(cx, place, scope), life=life)
    claim = clause_of(cx, place, scope.bind(1, element_of(cx, owner, Scope())))
    return cx.text("kept_truth_of", x=scope.slots[1], claim=claim, life=life)
