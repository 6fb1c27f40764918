"""Render a survey and a ladder as one page of HTML, without other files, scripts or network."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from importlib import resources
from typing import TYPE_CHECKING

from croupier.base.language import current, ntr, said, tr
from croupier.lab import plots
from croupier.lab.saying import percent, sentences
from croupier.lab.telling import number, ordinal
from croupier.lab.wishes import SHARES

if TYPE_CHECKING:
    from croupier.lab.rungs import Ladder
    from croupier.lab.surveyed import Mean, Survey


def page(found: Survey, skill: Ladder | None, label: str, again: str) -> str:
    """Return the page as HTML.

    `label`: the ruleset as typed; `again`: the command that makes the page. Raise SetupError if matplotlib is missing.
    """
    plots.needs_matplotlib()
    rules = found.rules
    title = said(rules.ir.title) or rules.name
    setting = tr("{ruleset}, {n} players ({policies}), seed {seed}",
                 ruleset=label, n=rules.seats, policies=found.policy, seed=found.seed)  # fmt: skip
    games = ntr("{n} game", "{n} games", found.games)
    body = [
        f"<h1>{escape(title)}</h1>",
        f'<p class="setting">{escape(setting)} · {escape(games)}</p>',
        '<ul class="short">', *(f"<li>{escape(each)}</li>" for each in sentences(found, skill)), "</ul>",
        *_sections(found, skill),
        f"<footer><p>{escape(_how())}</p><p><code>{escape(again)}</code></p></footer>",
    ]  # fmt: skip
    style = resources.files("croupier.lab").joinpath("page.css").read_text(encoding="utf-8")
    head = (
        f'<meta charset="utf-8"><title>{escape(title)}</title><meta name="viewport" content="width=device-width">'
        f"<style>{style}</style>"
    )
    return f'<!doctype html>\n<html lang="{current()}"><head>{head}</head>\n<body>{"".join(body)}</body></html>\n'


def _sections(found: Survey, skill: Ladder | None) -> Iterator[str]:
    if found.teams > 1:
        rows = [[ordinal(at + 1), percent(place.mean), _between(place)] for at, place in enumerate(found.places())]
        wins = _table([tr("turn"), tr("share"), tr("95 % interval")], rows)
        yield _section(tr("Wins"), plots.who_wins(found), wins)
    yield _section(tr("Length"), plots.lengths(found))
    if any(each.outcome.scores[0][0] is not None for each in found.finished):
        yield _section(tr("Scores"), plots.scores(found))
    if any(each.leaders for each in found.finished):
        yield _section(tr("Lead during the game"), plots.tension(found))
    moves = [[name, number(times)] for name, times in found.moves()] if found.counted else []
    yield _section(tr("Choices"), plots.options(found), _table([tr("move"), tr("times in a game")], moves))
    if skill is not None:
        rows = [
            [tr("{player} among {others}", player=rung.player, others=rung.others), percent(rung.share),
             f"{percent(rung.low)} - {percent(rung.high)}", percent(rung.fair), f"{rung.games:,}"]
            for rung in skill.rungs
        ]  # fmt: skip
        names = [tr("player"), tr("share"), tr("95 % interval"), tr("expected by chance"), tr("games")]
        yield _section(tr("Luck and skill"), plots.rungs(skill), _table(names, rows))
    yield _section(tr("All measures"), _table(["", tr("mean"), tr("95 % interval")], list(measure_rows(found))))
    if found.counted and found.never:
        items = "".join(f"<li><code>{escape(path)}</code></li>" for path in found.never)
        games = ntr("{n} game", "{n} games", found.counted)
        yield _section(tr("Never used in {games}", games=games), f"<ul>{items}</ul>")


def _section(title: str, *parts: str) -> str:
    return f"<section><h2>{escape(title)}</h2>{''.join(parts)}</section>"


def _table(names: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    if not rows:
        return ""
    head = "".join(f"<th>{escape(name)}</th>" for name in names)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><tr>{head}</tr>{body}</table>"


def measure_rows(found: Survey) -> Iterable[list[str]]:
    names = measure_names()
    for name, mean in found.measures().items():
        if mean is not None:
            share = name in SHARES
            yield [names[name], percent(mean.mean) if share else number(mean.mean), _between(mean, share=share)]


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
