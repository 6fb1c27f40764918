"""Describe a comparison in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf

from croupier.base.language import SOURCE, current, ntr, tr
from croupier.lab.changes import Change, Screening
from croupier.lab.contest import FIRST_LOOK, Comparison, Effect


def verdict(found: Comparison) -> list[str]:
    """Return the findings, a sentence each: differences, equalities, inconclusive measures; in the current language."""
    if not found.games:
        return [tr("No pair of games was finished in the given time.")]
    differs = [effect for effect in found.effects if effect.verdict == "differs"]
    same = [effect for effect in found.effects if effect.verdict == "same"]
    return [*map(_differs, differs), *_same(found, same), *_open(found)]


def ordinal(number: int) -> str:
    """Return an ordinal: `1st`, `2nd`, …"""
    if current() != SOURCE:
        return tr("1st") if number == 1 else tr("{n}th", n=number)
    ending = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def name_of(effect: Effect) -> str:
    """Return the name of the measure, for a table or a list."""
    match effect.what:
        case "wins" if not effect.place:
            return tr("games won together")
        case "wins":
            return tr("wins of the {nth}", nth=ordinal(effect.place))
        case "length":
            return tr("length in decisions")
        case "ties":
            return tr("shared wins")
        case "spread":
            return tr("spread of scores")
        case "score":
            return tr("score")
        case "unfinished":
            return tr("unfinished games")


def shown(value: float | None, effect: Effect) -> str:
    """Return the mean of one side for a table."""
    if value is None:
        return "-"
    return f"{value:.1%}" if effect.what in ("wins", "ties", "unfinished") else number(value)


def number(value: float) -> str:
    """Return a number with its significant digits."""
    if abs(value) == inf:
        return "∞" if value > 0 else "-∞"
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.1f}"


def unit(effect: Effect) -> str:
    """Return the unit of a change: percentage points, per cent, or the unit of scores."""
    return {"length": "%", "spread": "%", "score": ""}.get(effect.what, tr("pts"))


def _differs(effect: Effect) -> str:
    low, high = sorted((abs(effect.low), abs(effect.high)))
    return tr(
        "{lead}, between {low} and {high} ({a} with A, {b} with B).",
        lead=_lead(effect, number(abs(effect.change)), effect.change > 0), low=number(low), high=number(high),
        a=shown(effect.a, effect), b=shown(effect.b, effect),
    )  # fmt: skip


def _lead(effect: Effect, by: str, more: bool) -> str:
    """Return the direction and the amount of a difference."""
    match effect.what:
        case "wins":
            return _wins(effect.place, by, more)
        case "length" if more:
            return tr("Games with B are {by} % longer", by=by)
        case "length":
            return tr("Games with B are {by} % shorter", by=by)
        case "ties" if more:
            return tr("Games with B have a shared win {by} percentage points more often", by=by)
        case "ties":
            return tr("Games with B have a shared win {by} percentage points less often", by=by)
        case "spread" if more:
            return tr("With B the scores end {by} % further apart", by=by)
        case "spread":
            return tr("With B the scores end {by} % closer together", by=by)
        case "score" if more:
            return tr("B gives a score {by} higher", by=by)
        case "score":
            return tr("B gives a score {by} lower", by=by)
        case _ if more:
            return tr("With B, {by} percentage points more games are unfinished", by=by)
        case _:
            return tr("With B, {by} percentage points fewer games are unfinished", by=by)


def _wins(place: int, by: str, more: bool) -> str:
    if not place and more:
        return tr("With B the table wins {by} percentage points more often", by=by)
    if not place:
        return tr("With B the table wins {by} percentage points less often", by=by)
    if place == 1 and more:
        return tr("With B the first player wins {by} percentage points more often", by=by)
    if place == 1:
        return tr("With B the first player wins {by} percentage points less often", by=by)
    if more:
        return tr("With B the {nth} player wins {by} percentage points more often", nth=ordinal(place), by=by)
    return tr("With B the {nth} player wins {by} percentage points less often", nth=ordinal(place), by=by)


def _same(found: Comparison, same: Sequence[Effect]) -> Iterator[str]:
    """Yield the equalities, grouped by what can be stated of them."""
    equal = [name_of(effect) for effect in same if effect.low == effect.high == 0]
    if equal:
        games = ntr("in {n} pair of games", "in each of {n} pairs of games", found.games)
        yield tr("Identical {games}: {what}.", games=games, what=", ".join(equal))
    for which, units in _units().items():
        near = [e for e in same if e.what in which and not e.low == e.high == 0]
        if near:
            most = number(max(max(abs(effect.low), abs(effect.high)) for effect in near))
            what = ", ".join(map(name_of, near))
            games = ntr("{n} pair of games", "{n} pairs of games", found.games)
            yield tr("No difference of more than {most} {unit} was found in {games}: {what}.",
                     most=most, unit=units, games=games, what=what)  # fmt: skip


def _units() -> dict[tuple[str, ...], str]:
    return {
        ("wins", "ties", "unfinished"): tr("percentage points"), ("length", "spread"): "%", ("score",): tr("points"),
    }  # fmt: skip


def _open(found: Comparison) -> Iterator[str]:
    left = [name_of(effect) for effect in found.effects if effect.verdict == "open"]
    if left:
        yield tr("Inconclusive: {what}; play more games.", what=", ".join(left))


def screened(found: Screening) -> list[str]:
    """Return the findings of a screening, in the current language: for each measure the changes that matter, the
    greatest first, then the others, and the inconclusive ones; at last the refused changes, and options left alone."""
    each = [sentence for at in range(len(found.about)) for sentence in _screened(found.ranked(at))]
    return [*each, *_not_tried(found)]


def _screened(ranked: Sequence[tuple[Change, Effect]]) -> Iterator[str]:
    differs = [pair for pair in ranked if pair[1].verdict == "differs"]
    down = ", ".join(_changed(*pair) for pair in differs if pair[1].change < 0)
    up = ", ".join(_changed(*pair) for pair in differs if pair[1].change > 0)
    if down:
        yield tr("{measure}, down: {changes}.", measure=name_of(ranked[0][1]), changes=down)
    if up:
        yield tr("{measure}, up: {changes}.", measure=name_of(ranked[0][1]), changes=up)
    same = [_named(change) for change, effect in ranked if effect.verdict == "same"]
    if same:
        yield tr("Changes {measure} by less than the margin: {changes}.", measure=name_of(ranked[0][1]),
                 changes=", ".join(same))  # fmt: skip
    few = [_named(change) for change, effect in ranked if effect.verdict == "open" and 0 < change.games < FIRST_LOOK]
    if few:
        yield tr("Too few pairs for a verdict on {measure}: {changes}; play longer.", measure=name_of(ranked[0][1]),
                 changes=", ".join(few))  # fmt: skip
    left = [_named(change) for change, effect in ranked if effect.verdict == "open" and change.games >= FIRST_LOOK]
    if left:
        yield tr("Not distinguished from no effect on {measure}: {changes}; play more games.",
                 measure=name_of(ranked[0][1]), changes=", ".join(left))  # fmt: skip
    missing = [_named(change) for change, _ in ranked if not change.games]
    if missing:
        yield tr("Not reached in the time: {changes}.", changes=", ".join(missing))


def _named(change: Change) -> str:
    return f"{change.option}={change.value}"


def _changed(change: Change, effect: Effect) -> str:
    """Return a change with its effect and interval: `rounds=5 -55.0 % (-60.1 to -49.2)`."""
    numbers = (effect.change, effect.low, effect.high)
    by, low, high = (f"+{number(each)}" if each > 0 else number(each) for each in numbers)
    by = f"{by} {unit(effect)}".strip()
    return tr("{change} {by} ({low} to {high})", change=_named(change), by=by, low=low, high=high)


def _not_tried(found: Screening) -> Iterator[str]:
    for name, value, why in found.refused:
        yield tr("Refused by the rules: {change}: {reason}", change=f"{name}={value}", reason=why)
    limits = [name for name, why in found.aside.items() if why == "limit"]
    seats = [name for name, why in found.aside.items() if why == "seat"]
    if limits:
        yield tr("Left alone as safety limits: {names}; --vary NAME tries them.", names=", ".join(limits))
    if seats:
        yield tr("Left alone as numbers of seats: {names}; --vary NAME tries them.", names=", ".join(seats))
