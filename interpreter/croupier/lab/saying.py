"""Summarise a survey in sentences that a designer would quote, in the current language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isinf
from statistics import quantiles
from typing import TYPE_CHECKING

from croupier.base.language import ntr, tr
from croupier.lab.telling import number, ordinal
from croupier.words.phrases import label

if TYPE_CHECKING:
    from croupier.lab.rungs import Ladder
    from croupier.lab.surveyed import Made, Mean, Survey


FEWEST = 50
"""The number of games below which no statement about chance is made."""


def sentences(found: Survey, skill: Ladder | None = None) -> list[str]:
    """Return a few sentences on a table: fairness, length, tension, choices, skill, and problems."""
    chosen = [*_choices(found), *_winning(found)]
    return [*_fairness(found), *_length(found), *_tension(found), *chosen, *_skill(skill), *_trouble(found)]


def percent(share: float) -> str:
    """Return a share as text: `12.5 %`."""
    return f"{100 * share:.1f} %"


def _range(mean: Mean) -> dict[str, str]:
    return {"low": percent(max(0.0, mean.low)), "high": percent(min(1.0, mean.high))}


def _fairness(found: Survey) -> Iterator[str]:
    won = found.measures()["won"]
    if won is not None:
        yield tr(
            "The table wins {share} of the games, between {low} and {high}.", share=percent(won.mean), **_range(won)
        )
    if found.teams < 2:
        return
    places, fair = found.places(), found.fair
    unfair = [at for at, mean in enumerate(places) if mean.low > fair or mean.high < fair]
    for at in unfair:
        mean, nth = places[at], ordinal(at + 1)
        said = {"nth": nth, "share": percent(mean.mean), "fair": percent(fair), **_range(mean)}
        if mean.mean > fair:
            yield tr(
                "The {nth} player has an advantage: {share} of the wins (between {low} and {high}); {fair} would be "
                "fair.",
                **said,
            )
        else:
            yield tr(
                "The {nth} player has a disadvantage: {share} of the wins (between {low} and {high}); {fair} would "
                "be fair.",
                **said,
            )
    if not unfair:
        most = max(max(abs(mean.low - fair), abs(mean.high - fair)) for mean in places)
        yield tr(
            "No seat has a significant advantage; one of {most} percentage points or more is unlikely.",
            most=f"{100 * most:.0f}",
        )
    ties = found.measures()["ties"]
    if ties is not None and ties.mean:
        yield tr("The win is shared in {share} of the games.", share=percent(ties.mean))


def _length(found: Survey) -> Iterator[str]:
    measures = found.measures()
    length, turns, minutes = measures["length"], measures["turns"], measures["minutes"]
    if length is None or turns is None or minutes is None:
        return
    yield tr("A game takes {decisions} decisions in {turns} turns.",
             decisions=number(length.mean), turns=number(turns.mean))  # fmt: skip
    yield _time(found, minutes)
    if found.games >= 20:
        cuts = quantiles([each.decisions for each in found.walks], n=20, method="inclusive")
        if cuts[0] < cuts[-1]:
            yield tr(
                "90 % of games have between {low} and {high} decisions.", low=number(cuts[0]), high=number(cuts[-1])
            )


def _time(found: Survey, minutes: Mean) -> str:
    about, low, high = (
        number(each) if isinf(each) else f"{each:.0f}" for each in (minutes.mean, minutes.low, minutes.high)
    )
    told = {"minutes": about, "low": low, "high": high}
    if found.pace.stated:
        ends = [str(each) for each in dict.fromkeys(found.pace.stated)]
        return tr(
            "At a table it takes about {minutes} minutes (between {low} and {high}): an estimate, scaled to the "
            "{stated} minutes that the ruleset states.",
            stated="-".join(ends), **told,
        )  # fmt: skip
    return tr(
        "At a table it takes about {minutes} minutes (between {low} and {high}): a rough estimate from its turns and "
        "decisions.",
        **told,
    )


def _tension(found: Survey) -> Iterator[str]:
    measures = found.measures()
    changes, known = measures["lead_changes"], measures["known_from"]
    if changes is not None and known is not None:
        yield tr(
            "The lead changes {times} times per game, and the winner keeps the lead after {share} of the turns.",
            times=f"{changes.mean:.1f}",
            share=percent(known.mean),
        )
    spread = measures["spread"]
    if spread is not None and spread.mean and found.teams > 1:
        yield tr("First and last place end {points} points apart.", points=number(spread.mean))


def _choices(found: Survey) -> Iterator[str]:
    measures, (middle, most) = found.measures(), found.options()
    forced = measures["forced"]
    if forced is not None:
        wide = tr(
            "half of the decisions have {middle} or more legal moves, at most {most}",
            middle=f"{middle:g}",
            most=f"{most:,}",
        )
        if forced.mean:
            yield tr("{share} of the decisions offer no choice; {wide}.", share=percent(forced.mean), wide=wide)
        else:
            yield tr("Every decision offers a choice; {wide}.", wide=wide)
    unused = [name for name, times in found.moves() if not times]
    legal = [name for name in unused if found.fired[f"moves.{name}.offered"]]
    games = ntr("{n} game", "{n} games", found.games)
    if legal:
        yield tr("Never made in {games} ({policies}), though possible: {moves}.",
                 games=games, policies=found.policy, moves=_titles(found, legal))  # fmt: skip
    if len(unused) > len(legal):
        never = [name for name in unused if name not in legal]
        yield tr("Never made in {games} ({policies}): {moves}.",
                 games=games, policies=found.policy, moves=_titles(found, never))  # fmt: skip
    if found.excluded:
        yield tr("Excluded by the options: {moves}.", moves=_titles(found, found.excluded))


def _winning(found: Survey) -> Iterator[str]:
    """Yield the moves that winners make more often, and less often, than others."""
    if found.games < FEWEST:
        return
    told = sorted(found.winning(), key=lambda each: -abs(each.difference.mean))
    more = [each for each in told if each.difference.low > 0]
    less = [each for each in told if each.difference.high < 0]
    if more:
        yield tr("Winners make more often: {moves}.", moves=_compared(found, more))
    if less:
        yield tr("Winners make less often: {moves}.", moves=_compared(found, less))


def _compared(found: Survey, moves: Sequence[Made]) -> str:
    return ", ".join(
        tr("{move} ({winners} times a game, others {others})", move=label(found.rules.program, f"moves.{each.move}"),
           winners=number(each.winners), others=number(each.others))
        for each in moves
    )  # fmt: skip


def _titles(found: Survey, moves: Sequence[str]) -> str:
    return ", ".join(label(found.rules.program, f"moves.{name}") for name in moves)


def _skill(skill: Ladder | None) -> Iterator[str]:
    for rung in skill.rungs if skill is not None else ():
        said = {
            "player": rung.player,
            "others": rung.others,
            "share": percent(rung.share),
            "low": percent(rung.low),
            "high": percent(rung.high),
            "fair": percent(rung.fair),
        }
        if rung.better:
            yield tr(
                "Skill pays: one {player} among {others} wins {share} of the games (between {low} and {high}); "
                "{fair} is expected by chance.",
                **said,
            )
        elif rung.better is None and rung.games < FEWEST:
            yield tr("It is inconclusive whether {player} is better than {others}: too few games were played.", **said)
        elif rung.better is None:
            yield tr(
                "Luck dominates among these players: one {player} among {others} wins {share} (between {low} and "
                "{high}); {fair} is expected by chance.",
                **said,
            )
        else:
            yield tr(
                "Thinking does not help {player}: among {others} it wins {share} (between {low} and {high}); {fair} "
                "is expected by chance.",
                **said,
            )


def _trouble(found: Survey) -> Iterator[str]:
    unfinished = found.games - len(found.finished)
    if unfinished:
        yield tr("{k} of {n} games did not finish.", k=unfinished, n=found.games)
    stuck = sum(each.stuck for each in found.walks)
    if stuck:
        yield ntr("{n} time a seat had no legal move.", "{n} times a seat had no legal move.", stuck)
    cut = sum(each.cut_rounds > 0 for each in found.walks)
    if cut:
        yield tr("In {k} of {n} games a round was ended by its limit of turns.", k=cut, n=found.games)
