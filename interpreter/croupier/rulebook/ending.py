"""Sections on the aim of the game and its end: scores, winners and losers."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.rulebook.conditions import reads
from croupier.rulebook.document import Block, Item, Items, Paragraph, Section
from croupier.rulebook.grammar import Scope
from croupier.rulebook.speaker import Speaker
from croupier_dsl import ir
from croupier_dsl.analysis import nodes


def aim(speaker: Speaker) -> Section:
    """Return the section on the aim of the game."""
    result = speaker.rules.result
    if result.won is not None:
        return Section(speaker.title("title_aim"), "aim", (_together(speaker, result.won),))
    blocks: list[Block] = [Paragraph(_best(speaker, result), ("result.best",))]
    if result.losers is not None and not _nobody(result.losers):
        blocks.append(_losers(speaker, result.losers))
    return Section(speaker.title("title_aim"), "aim", tuple(blocks))


def _score(speaker: Speaker, expr: ir.Expr) -> str:
    return speaker.thing(expr, Scope({1: speaker.named(expr, 1, ir.PLAYER)})).text


def _summands(speaker: Speaker, score: ir.Expr) -> tuple[Item, ...]:
    """Return the summands of a score, if they are written as a list."""
    return speaker.added_up(score, Scope({1: speaker.named(score, 1, ir.PLAYER)}), "result.score")


def _best(speaker: Speaker, result: ir.Result) -> str:
    """Return the aim in a sentence: the most or least of a quantity, or a condition."""
    score = result.scores[0]
    if (winner := speaker.words.predicate("result")) is not None:
        return speaker.sentence("aim_who", claim=speaker.grammar.predicate(winner, None, True))
    if speaker.meaning("result.score") is not None or _summands(speaker, score):
        return speaker.sentence(f"aim_{result.best}_score")
    noun = speaker.property(score, 1)
    if noun is not None and not noun.plural:
        if many := speaker.grammar.counted(noun):
            return speaker.sentence(f"aim_{result.best}_count", many=many)
        return speaker.sentence(f"aim_{result.best}_of", noun=noun)
    match score:
        case ir.IfThenElse(condition=condition, then=ir.Constant(value=1), otherwise=ir.Constant(value=0)) if (
            result.best == "highest"
        ):
            claim, head = speaker.claim(condition, Scope({1: speaker.you})), speaker.title("aim_head")
            if claim.startswith(head) and not isinstance(condition, ir.Logic):
                return speaker.sentence("aim_be", what=claim.removeprefix(head))
            return speaker.sentence("aim_so", claim=claim)
    return speaker.sentence(f"aim_{result.best}", score=_score(speaker, score))


def _together(speaker: Speaker, won: ir.Expr) -> Paragraph:
    """Return the condition by which all players win together, or a single player alone."""
    many = "alone" if speaker.rules.players == (1,) else "together"
    if isinstance(won, ir.Constant):
        return Paragraph(speaker.sentence(f"{many}_{'always' if won.value else 'never'}"), ("result.won",))
    return Paragraph(speaker.sentence(f"{many}_if", claim=speaker.claim(won, Scope())), ("result.won",))


def _nobody(losers: ir.Expr) -> bool:
    """Return whether the options rule out that a player loses by name."""
    return isinstance(losers, ir.Filter) and losers.condition == ir.Constant(ir.TRUTH, False)


def _losers(speaker: Speaker, losers: ir.Expr) -> Paragraph:
    if _nobody(losers):
        return Paragraph(speaker.sentence("nobody_loses"), ("result.losers",))
    if isinstance(losers, ir.Filter) and not reads(losers.condition, losers.slot):
        claim, many = speaker.claim(losers.condition, Scope()), speaker.group(losers.collection, Scope())
        told = speaker.sentence("losers_if", claim=claim, many=many)
    elif losers.type.many:
        told = speaker.sentence("losers", many=speaker.group(losers, Scope()))
    else:
        told = speaker.sentence("loser", x=speaker.thing(losers, Scope()))
    return Paragraph(told, ("result.losers",))


def section(speaker: Speaker) -> Section:
    """When it is over, and what the score is then."""
    rules = speaker.rules
    result = rules.result
    blocks: list[Block] = []
    ends = any(
        isinstance(node, ir.EndStage) and node.stage == rules.play.name
        for node in nodes((rules.moves, rules.triggers, rules.play, rules.stages))
    )
    blocks.append(Paragraph(speaker.sentence("over_or_ended" if ends else "over"), ("play",)))
    if result.won is not None:
        blocks.append(_together(speaker, result.won))
    if result.measured:
        blocks.append(Items(tuple(_scored(speaker, result))))
    if result.losers is not None:
        blocks.append(_losers(speaker, result.losers))
    blocks.append(Paragraph(speaker.sentence("unfinished", n=rules.limit), ("limit",)))
    return Section(speaker.title("title_end"), "result", tuple(blocks), (), ("result",))


def _scored(speaker: Speaker, result: ir.Result) -> Iterator[Item]:
    """Yield the points on the score, and on which score is better."""
    scores: list[ir.Expr] = [score for score in result.scores if not isinstance(score, ir.Constant)]
    scores = scores or [result.scores[0]]
    table = result.won is not None
    told = "score_of_all" if table else "score_is"
    meant = speaker.meaning("result.score")
    below = _summands(speaker, scores[0])
    total = speaker.a_thing("sum_of_these").text if below else _score(speaker, scores[0])
    yield meant or Item(speaker.sentence(told, score=total), ("result.score",), below)
    for score in scores[1:]:
        yield Item(speaker.sentence("tie_break", score=_score(speaker, score)), ("result.score",))
    yield Item(speaker.sentence(f"{'better' if table else 'best'}_{result.best}"), ("result.best",))
    if not table:
        shared = "shared_or_none" if any(map(speaker.lacking.may_lack, result.scores)) else "shared"
        yield Item(speaker.sentence(shared), ("result",))
