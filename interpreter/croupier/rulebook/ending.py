"""Sections on the aim of the game and its end: scores, winners and losers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from croupier.rulebook.conditions import may_lack, reads
from croupier.rulebook.context import Context
from croupier.rulebook.document import Block, Item, Items, Paragraph, Section
from croupier.rulebook.grammar import Scope
from croupier.rulebook.statements import sum_items
from croupier.rulebook.tables import clause_of, group_of, thing_of
from croupier.rulebook.values import just_mentioned, property_noun
from croupier_dsl import ir
from croupier_dsl.analysis import nodes


def aim(cx: Context) -> Section:
    """Return the section on the aim of the game."""
    result = cx.rules.result
    if result.won is not None:
        return Section(cx.title("title_aim"), "aim", (_together(cx, result.won),))
    blocks: list[Block] = [Paragraph(_best(cx, result), ("result.best",))]
    if result.losers is not None and not _nobody(result.losers):
        blocks.append(_losers(cx, result.losers))
    return Section(cx.title("title_aim"), "aim", tuple(blocks))


def _score(cx: Context, expr: ir.Expr) -> str:
    return thing_of(cx, expr, Scope({1: just_mentioned(cx, expr, 1, ir.PLAYER)})).text


def _summands(cx: Context, score: ir.Expr) -> tuple[Item, ...]:
    """Return the summands of a score, if they are written as a list."""
    return sum_items(cx, score, Scope({1: just_mentioned(cx, score, 1, ir.PLAYER)}), "result.score")


def _best(cx: Context, result: ir.Result) -> str:
    """Return the aim in a sentence: the most or least of a quantity, or a condition."""
    score = result.scores[0]
    if (winner := cx.words.predicate("result")) is not None:
        return cx.sentence("aim_who", claim=cx.grammar.predicate(winner, None, True))
    if cx.meaning("result.score") is not None or _summands(cx, score):
        return cx.sentence(f"aim_{result.best}_score")
    noun = property_noun(cx, score, 1)
    if noun is not None and not noun.plural:
        if many := cx.grammar.counted(noun):
            return cx.sentence(f"aim_{result.best}_count", many=many)
        return cx.sentence(f"aim_{result.best}_of", noun=noun)
    match score:
        case ir.IfThenElse(condition=condition, then=ir.Constant(value=1), otherwise=ir.Constant(value=0)) if (
            result.best == "highest"
        ):
            claim, head = clause_of(cx, condition, Scope({1: cx.you})), cx.title("aim_head")
            if claim.startswith(head) and not isinstance(condition, ir.Logic):
                return cx.sentence("aim_be", what=claim.removeprefix(head))
            return cx.sentence("aim_so", claim=claim)
    return cx.sentence(f"aim_{result.best}", score=_score(cx, score))


def _together(cx: Context, won: ir.Expr) -> Paragraph:
    """Return the condition by which all players win together, or a single player alone."""
    many = "alone" if cx.rules.players == (1,) else "together"
    if isinstance(won, ir.Constant):
        return Paragraph(cx.sentence(f"{many}_{'always' if won.value else 'never'}"), ("result.won",))
    return Paragraph(cx.sentence(f"{many}_if", claim=clause_of(cx, won, Scope())), ("result.won",))


def _nobody(losers: ir.Expr) -> bool:
    """Return whether the options rule out that a player loses by name."""
    return isinstance(losers, ir.Filter) and losers.condition == ir.Constant(ir.TRUTH, False)


def _losers(cx: Context, losers: ir.Expr) -> Paragraph:
    if _nobody(losers):
        return Paragraph(cx.sentence("nobody_loses"), ("result.losers",))
    if isinstance(losers, ir.Filter) and not reads(losers.condition, losers.slot):
        claim, many = clause_of(cx, losers.condition, Scope()), group_of(cx, losers.collection, Scope())
        told = cx.sentence("losers_if", claim=claim, many=many)
    elif losers.type.many:
        told = cx.sentence("losers", many=group_of(cx, losers, Scope()))
    else:
        told = cx.sentence("loser", x=thing_of(cx, losers, Scope()))
    return Paragraph(told, ("result.losers",))


def section(cx: Context) -> Section:
    """When it is over, and what the score is then."""
    rules = cx.rules
    result = rules.result
    blocks: list[Block] = []
    ends = any(
        isinstance(node, ir.EndStage) and node.stage == rules.play.name
        for node in nodes((rules.moves, rules.triggers, rules.play, rules.stages))
    )
    blocks.append(Paragraph(cx.sentence("over_or_ended" if ends else "over"), ("play",)))
    if result.won is not None:
        blocks.append(_together(cx, result.won))
    if result.measured:
        blocks.append(Items(tuple(_scored(cx, result))))
    if result.losers is not None:
        blocks.append(_losers(cx, result.losers))
    blocks.append(Paragraph(cx.sentence("unfinished", n=rules.limit), ("limit",)))
    return Section(cx.title("title_end"), "result", tuple(blocks), (), ("result",))


def _scored(cx: Context, result: ir.Result) -> Iterator[Item]:
    """Yield the points on the score, and on which score is better."""
    scores: list[ir.Expr] = [score for score in result.scores if not isinstance(score, ir.Constant)]
    scores = scores or [result.scores[0]]
    table = result.won is not None
    told = "score_of_all" if table else "score_is"
    meant = cx.meaning("result.score")
    below = _summands(cx, scores[0])
    total = cx.a_thing("sum_of_these").text if below else _score(cx, scores[0])
    yield meant or Item(cx.sentence(told, score=total), ("result.score",), below)
    for score in scores[1:]:
        yield Item(cx.sentence("tie_break", score=_score(cx, score)), ("result.score",))
    yield Item(cx.sentence(f"{'better' if table else 'best'}_{result.best}"), ("result.best",))
    if not table:
        shared = "shared_or_none" if any(map(partial(may_lack, cx), result.scores)) else "shared"
        yield Item(cx.sentence(shared), ("result",))
