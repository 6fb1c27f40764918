"""Scopes, lists and paragraphs that the sections of a rulebook share."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from croupier.base.values import Value
from croupier.rulebook.clauses import junction_of, points_of
from croupier.rulebook.conditions import denies
from croupier.rulebook.context import Context
from croupier.rulebook.document import Item, Items, Paragraph
from croupier.rulebook.grammar import Scope, Sentence, Thing
from croupier.rulebook.tables import clause_of, group_of
from croupier.rulebook.values import element_of, for_each_number, together
from croupier.words.nouns import Noun
from croupier_dsl import ir
from croupier_dsl.analysis import is_constant
from croupier_dsl.saying import own_word

SUBJECT, KEY = 1, 2
"""The slots in which a start reads whose it is, and by what number or word."""
SHORT = 150
"""The maximum length of one or two conditions in a single sentence, in characters."""


def acting_scope(cx: Context, stage: ir.Stage) -> Scope:
    """Return the scope of a stage's lists: the reader is the player, if the stage has one."""
    return Scope({0: cx.you}) if cx.seated[stage.name] else Scope()


def reading_scope(cx: Context) -> Scope:
    return Scope({0: cx.you})


def further_subject(cx: Context, about: ir.Type, type_: ir.Type) -> tuple[Thing, Thing]:
    """Return the second subject of a definition or table: as it is first mentioned, and as its sentences
    call it.
    """
    noun, other = (cx.words.sort(replace(each, many=False)) for each in (type_, about))
    if type_.many:
        those = Thing(cx.text("those", noun=noun), True, noun.feminine, person=noun.person)
        return those, those if about.many else replace(those, text=cx.text("these", noun=noun))
    key = "another" if noun == other else "one_of_them"
    first = Thing(cx.text(key, noun=noun), feminine=noun.feminine, person=noun.person)
    return first, element_of(cx, noun, Scope(named=((SUBJECT, other.one),)))


def each_of(cx: Context, of: ir.Zone | ir.Variable) -> tuple[ir.Expr | None, Scope]:
    """Return the owner and key of each of them, and the scope with their words."""
    scope, owner = Scope(), None
    if of.per != "table":
        owner = ir.Local(ir.Type(of.per), SUBJECT, "")
        noun = cx.words.sort(owner.type)
        told = Thing(cx.text("each_noun", noun=noun), feminine=noun.feminine, person=noun.person)
        scope = scope.bind(SUBJECT, told)
    if of.keys is None:
        return owner, scope
    many = group_of(cx, of.keys, scope)
    many = replace(many, noun=cx.grammar.key(many.noun))
    scope = scope.bind(KEY, Thing(cx.text("each", many=many), feminine=many.noun.feminine))
    return ir.Keyed(ir.KEY, of.name, ir.Local(replace(of.keys.type, many=False), KEY, ""), owner), scope


def all_together(cx: Context, of: ir.Zone | ir.Variable, noun: Noun) -> Thing | None:
    """Return those that go by a number or word, all at once: `columns 1 to 7`; None if there is only one."""
    subject, scope = each_of(cx, of)
    if of.keys is None or not isinstance(subject, ir.Keyed):
        return None
    return together(cx, noun, subject, KEY, of.keys, group_of(cx, of.keys, scope), scope)


def may_change(cx: Context, expr: ir.Expr) -> bool:
    """Return whether the value of an expression may change in the course of play."""
    return not is_constant(cx.facts, expr)


def lines_of(cx: Context, items: Iterable[Item], ordered: bool = False) -> tuple[Items, ...]:
    found = tuple(items)
    return (Items(found, ordered),) if found else ()


def condition_items(cx: Context, conditions: tuple[ir.Condition, ...], scope: Scope) -> tuple[Item, ...]:
    """Return a point for each."""
    found = []
    for condition in conditions:
        told, below = points_of(cx, condition.expr, scope, alone=False)
        found.append(Item(cx.grammar.sentence(told), (condition.path,), below))
    return tuple(found)


def required_blocks(
    cx: Context, key: str, conditions: tuple[ir.Condition, ...], scope: Scope, path: str = "", **things: Noun
) -> tuple[Paragraph | Items, ...]:
    """Return the conditions: a sentence if they are short, else a list with an introduction."""
    items = condition_items(cx, conditions, scope)
    words = [item.text.words for item in items if isinstance(item.text, Sentence) and not item.below]
    plain = len(items) == 1 or not any(junction_of(cx, condition.expr, scope, True) for condition in conditions)
    paths = ((path,) if path else ()) + tuple(condition.path for condition in conditions)
    if len(items) == 1:
        return _one_requirement(cx, key, conditions[0].expr, scope, paths, **things)
    if items and len(words) == len(items) <= 2 and plain and sum(map(len, words)) <= SHORT:
        return (Paragraph(cx.sentence(f"{key}_one", claim=cx.grammar.clauses(words, "and"), **things), paths),)
    return (Paragraph(cx.sentence(key, **things), (path,) if path else ()), Items(items)) if items else ()


def _one_requirement(
    cx: Context, key: str, holds: ir.Expr, scope: Scope, paths: tuple[str, ...], **things: Noun
) -> tuple[Paragraph | Items, ...]:
    """One condition, or the points of it; of a step that one thing bars, that it does."""
    if f"{key}_not" in cx.grammar.phrases and denies(holds) and junction_of(cx, holds, scope, True) is None:
        told = clause_of(cx, holds, scope, False)
        return (Paragraph(cx.sentence(f"{key}_not", claim=told, **things), paths),)
    told, below = points_of(cx, holds, scope)
    return (Paragraph(cx.sentence(f"{key}_one", claim=told, **things), paths), *lines_of(cx, below))


def titled_items(
    cx: Context, key: str, items: tuple[Item, ...], ordered: bool = True, /, **things: Noun
) -> tuple[Paragraph | Items, ...]:
    """Return a list with a line that leads to it; one point alone as a sentence."""
    if len(items) == 1 and not items[0].below and isinstance(items[0].text, Sentence):
        return (Paragraph(cx.sentence(f"{key}_one", what=items[0].text.words, **things), items[0].paths),)
    return (Paragraph(cx.sentence(key, **things)), Items(items, ordered)) if items else ()


def has_noun(cx: Context, stage: ir.Stage) -> bool:
    """Return whether the ruleset has a noun for an iteration of a stage."""
    return f"{stage.path}.noun" in cx.words.texts and bool(cx.words.texts[f"{stage.path}.noun"])


# ------------------------------------------------------------ options
def option_value(cx: Context, name: str) -> str:
    """Return the value of an option, in words."""
    programs = cx.setting.programs
    return for_each_number(cx, {n: option_word(cx, name, p.options[name]) for n, p in programs.items()})


def option_in_short(cx: Context, name: str) -> str:
    """Return the value of an option with the usual number of players, and in brackets any others."""
    told = {n: option_word(cx, name, program.options[name]) for n, program in cx.setting.programs.items()}
    usual = told.get(cx.rules.usual, next(iter(told.values())))
    others = {n: word for n, word in told.items() if word != usual}
    return f"{usual} ({for_each_number(cx, others, ', ', True)})" if others else usual


def option_word(cx: Context, name: str, value: Value) -> str:
    option = next(option for option in cx.setting.source.options if option.name == name)
    word = own_word(cx.words.enums, option.type, value)
    return cx.words.texts.get(f"options.{name}.{word}") or cx.words.word(option.type, word)


def players_noun(cx: Context, numbers: list[int]) -> str:
    noun = cx.words.sort(ir.PLAYER)
    return noun.one if numbers == [1] else noun.many
