"""Render a survey and a ladder as one page of HTML, without other files, scripts or network."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape, unescape
from importlib import resources
from json import dumps, loads
from math import hypot, inf
from typing import TYPE_CHECKING, TypeAlias

from croupier.base.faults import SetupError
from croupier.base.language import current, ntr, said, tr
from croupier.lab import plots
from croupier.lab.saying import percent, sentences
from croupier.lab.surveyed import Mean, scores_of
from croupier.lab.telling import number, ordinal
from croupier.lab.wishes import SHARES
from croupier.words.phrases import label as label_of

if TYPE_CHECKING:
    from croupier.lab.rungs import Ladder
    from croupier.lab.surveyed import Survey

Before: TypeAlias = Mapping[str, Mean]
"""The measures in an earlier report, by name."""
REPORT = "report"
"""The id of the element of a page that holds its report as JSON."""


def page(found: Survey, skill: Ladder | None, label: str, again: str, before: Before | None = None) -> str:
    """Return the page as HTML.

    `label`: the ruleset as typed; `again`: the command that makes the page; `before`: an earlier report. Raise
    SetupError if matplotlib is missing.
    """
    plots.needs_matplotlib()
    rules = found.rules
    title = said(rules.ir.title) or rules.name
    setting = ntr("{ruleset}, {n} player ({policies}), seed {seed}", "{ruleset}, {n} players ({policies}), seed {seed}",
                  rules.seats, ruleset=label, policies=found.policy, seed=found.seed)  # fmt: skip
    games = ntr("{n} game", "{n} games", found.games)
    body = [
        f"<h1>{escape(title)}</h1>",
        f'<p class="setting">{escape(setting)} · {escape(games)}</p>',
        '<ul class="short">', *(f"<li>{escape(each)}</li>" for each in sentences(found, skill)), "</ul>",
        *_sections(found, skill, before),
        f"<footer><p>{escape(_how())}</p><p><code>{escape(again)}</code></p></footer>",
        f'<template id="{REPORT}">{escape(dumps(found.to_json()))}</template>',
    ]  # fmt: skip
    style = resources.files("croupier.lab").joinpath("page.css").read_text(encoding="utf-8")
    head = (
        f'<meta charset="utf-8"><title>{escape(title)}</title><meta name="viewport" content="width=device-width">'
        f"<style>{style}</style>"
    )
    return f'<!doctype html>\n<html lang="{current()}"><head>{head}</head>\n<body>{"".join(body)}</body></html>\n'


def _sections(found: Survey, skill: Ladder | None, before: Before | None) -> Iterator[str]:
    if found.teams > 1:
        rows = [[ordinal(at + 1), percent(place.mean), _between(place)] for at, place in enumerate(found.places())]
        wins = _table([tr("turn"), tr("share"), tr("95 % interval")], rows)
        yield _section(tr("Wins"), plots.who_wins(found), wins)
    lengths = Counter(each.decisions for each in found.walks)
    yield _section(tr("Length"), plots.lengths(found), _data([tr("decisions"), tr("games")], sorted(lengths.items())))
    if any(each.outcome.scores[0][0] is not None for each in found.finished):
        scores = Counter(score for each in found.finished for score in scores_of(each))
        won = Counter(each.outcome.scores[seat][0] for each in found.finished for seat in each.outcome.winners)
        rows_of = [(score, times, won[score]) for score, times in sorted(scores.items())]
        data = _data([tr("final score"), tr("everybody"), tr("winners")], rows_of)
        yield _section(tr("Scores"), plots.scores(found), data)
    if any(each.leaders for each in found.finished):
        leading = found.leading()
        parts = [(percent(at / (len(leading) - 1)), percent(share)) for at, share in enumerate(leading)]
        data = _data([tr("game progress (% of turns)"), tr("share")], parts)
        yield _section(tr("Lead during the game"), plots.tension(found), data)
    winning = {each.move: [number(each.winners), number(each.others)] for each in found.winning()}
    moves = [
        [_title(found, f"moves.{name}"), number(times), *(winning.get(name, ["", ""]) if winning else [])]
        for name, times in found.moves()
    ]
    heads = [tr("move"), tr("times in a game"), *([tr("by winners"), tr("by others")] if winning else [])]
    data = _data([tr("legal moves per decision (one: forced)"), tr("share")],
                 [(name, percent(share)) for name, share in plots.spread_of_options(found)])  # fmt: skip
    yield _section(tr("Choices"), plots.options(found), data, _table(heads, moves))
    if skill is not None:
        rows = [
            [tr("{player} among {others}", player=rung.player, others=rung.others), percent(rung.share),
             f"{percent(rung.low)} - {percent(rung.high)}", percent(rung.fair), f"{rung.games:,}"]
            for rung in skill.rungs
        ]  # fmt: skip
        names = [tr("player"), tr("share"), tr("95 % interval"), tr("expected by chance"), tr("games")]
        yield _section(tr("Luck and skill"), plots.rungs(skill), _table(names, rows))
    yield _section(tr("All measures"), _table(measure_heads(before), list(measure_rows(found, before))))
    if found.counted and found.never:
        items = "".join(f"<li>{escape(_title(found, path))} <code>{escape(path)}</code></li>" for path in found.never)
        games = ntr("{n} game", "{n} games", found.counted)
        yield _section(tr("Never used in {games}", games=games), f"<ul>{items}</ul>")


def _section(title: str, *parts: str) -> str:
    return f"<section><h2>{escape(title)}</h2>{''.join(parts)}</section>"


def _title(found: Survey, path: str) -> str:
    return label_of(found.rules.program, path)


def _data(names: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return the numbers of a plot as a table that is opened on demand."""
    table = _table(names, [[str(cell) for cell in row] for row in rows])
    title = escape(tr("The numbers"))
    return f"<details><summary>{title}</summary>{table}</details>"


def _table(names: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    if not rows:
        return ""
    head = "".join(f"<th>{escape(name)}</th>" for name in names)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><tr>{head}</tr>{body}</table>"


def measure_heads(before: Before | None) -> list[str]:
    """Return the heads of the columns of `measure_rows`."""
    earlier = [] if before is None else [tr("before"), tr("difference")]
    return ["", tr("mean"), tr("95 % interval"), *earlier]


def measure_rows(found: Survey, before: Before | None = None) -> Iterable[list[str]]:
    """Yield each measure in words; compared with those in an earlier report, if there is one."""
    names = measure_names()
    for name, mean in found.measures().items():
        if mean is not None:
            share = name in SHARES
            row = [names[name], percent(mean.mean) if share else number(mean.mean), _between(mean, share=share)]
            yield row if before is None else [*row, *_compared(before.get(name), mean, share=share)]


def _compared(before: Mean | None, now: Mean, *, share: bool) -> list[str]:
    """Return an earlier mean and the difference, if it is beyond its 95 % interval."""
    if before is None:
        return ["-", ""]
    change = now.mean - before.mean
    sure = abs(change) > hypot(now.high - now.low, before.high - before.low) / 2
    told = f"{100 * change:+.1f}" if share else f"{change:+,.1f}"
    return [percent(before.mean) if share else number(before.mean), told if sure else tr("open")]


def earlier(text: str) -> dict[str, Mean]:
    """Return the measures in a report: in its JSON, or in its page. Raise SetupError for anything else."""
    page = re.search(rf'<template id="{REPORT}">(.*?)</template>', text, re.DOTALL)
    try:
        measures = loads(unescape(page[1]) if page else text)["measures"]
        return {
            name: Mean(float(each["mean"]), _bound(each["low"], -inf), _bound(each["high"], inf))
            for name, each in measures.items() if each is not None
        }  # fmt: skip
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise SetupError(tr("this is not a report; write one with: croupier report RULESET --json > FILE")) from None


def _bound(value: float | None, open_end: float) -> float:
    return open_end if value is None else float(value)


def measure_names() -> dict[str, str]:
    """Return the names of the measures."""
    return {
        "first_player": tr("wins of the first player"),
        "seat_advantage": tr("greatest advantage or disadvantage of a seat"),
        "length": tr("length in decisions"),
        "turns": tr("length in turns"),
        "minutes": tr("estimated minutes"),
        "won": tr("games won together"),
        "ties": tr("shared wins"),
        "spread": tr("spread of scores"),
        "score": tr("mean score"),
        "lead_changes": tr("changes of the lead"),
        "known_from": tr("share of turns after which the winner keeps the lead"),
        "forced": tr("forced decisions"),
        "options": tr("mean number of legal moves"),
        "unfinished": tr("unfinished games"),
        "stuck": tr("number of times a seat had no legal move"),
        "cut": tr("rounds ended by their limit"),
    }


def _between(mean: Mean, *, share: bool = True) -> str:
    if share:
        return f"{percent(max(0.0, mean.low))} - {percent(min(1.0, mean.high))}"
    return f"{number(mean.low)} - {number(mean.high)}"


def _how() -> str:
    return tr(
        "Each interval is a separate 95 % interval. docs/reference/measures.md defines the measures and "
        "names their sources. This page was made by:"
    )
