"""Render a tally as one self-contained HTML page with the text of the ruleset, each line tinted by its counts."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from importlib import resources
from pathlib import PurePath
from typing import Literal

from croupier.base.language import current, said, tr
from croupier.workbench.coverage.tally import RARE, Tally
from croupier_dsl import Element

Tint = Literal["often", "rare", "partly", "never", "told"]


def by_line_of(tally: Tally) -> dict[str, dict[int, list[Element]]]:
    """Return the elements of each line of each file."""
    found: dict[str, dict[int, list[Element]]] = {}
    for element in tally.elements.all.values():
        if element.where is not None:
            found.setdefault(element.where.file, {}).setdefault(element.where.line, []).append(element)
    return found


def tint_of(tally: Tally, elements: list[Element]) -> Tint:
    """Return the tint of a line: the worst of its expected elements."""
    expected = [element.path for element in elements if element.expected]
    missing = [path for path in expected if path not in tally.counts and path not in tally.excused]
    if missing:
        return "never" if len(missing) == len(expected) else "partly"
    few = max(1, tally.played * RARE)
    return "rare" if any(tally.games.get(path, 0) < few for path in expected) else "often" if expected else "told"


def counts_of(tally: Tally, elements: list[Element]) -> list[str]:
    """Return each part of a line with its count, those that never fired first."""
    told = sorted(elements, key=lambda element: tally.counts.get(element.path, 0))
    return [f"{element.path}: {tally.counts.get(element.path, 0):,}" for element in told]


def page(tally: Tally, ruleset: str, sources: Iterable[tuple[str, str]]) -> str:
    """Return the page.

    `ruleset`: what a command calls it; `sources`: the name and the text of each file that it is made of.

    It needs no network, and no script: what a line counts opens as a `details` element.
    """
    reached, expected = tally.share()
    share = 100 * reached / expected if expected else 100.0
    title = escape(tr("{ruleset}: coverage", ruleset=tally.rules.name))
    fired = tr("{k} of {n} parts of the rules used", k=f"{reached:,}", n=f"{expected:,}")
    never, rare = tally.never(), tally.rare()
    parts = [
        f"<h1>{escape(tally.rules.name)}</h1>",
        "<p>" + tr("{fired} ({share} %) in {games}.", fired=fired, share=f"{share:.1f}", games=tally.told) + "</p>",
        _legend(),
        _list(tally, ruleset, tr("Never reached: {n}", n=len(never)), never),
        _seldom(tally),
        _list(tally, ruleset, tr("Rarely reached: {n}", n=len(rare)), rare),
    ]
    by_line = by_line_of(tally)
    for name, text in sources:
        parts.append(f"<h2>{escape(PurePath(name).name)}</h2>")
        parts.append(_text(tally, ruleset, text, by_line.get(name, {})))
    style = resources.files("croupier.workbench.coverage").joinpath("page.css").read_text(encoding="utf-8")
    head = (
        f'<meta charset="utf-8"><title>{title}</title><meta name="viewport" content="width=device-width">'
        f'<meta name="color-scheme" content="light dark"><style>{style}</style>'
    )
    body = "".join(parts)
    return f'<!doctype html>\n<html lang="{current()}"><head>{head}</head>\n<body><main>{body}</main></body></html>\n'


def _legend() -> str:
    told = (
        ("often", tr("used")),
        ("rare", tr("used in less than {share} of the games", share=f"{RARE:.0%}")),
        ("partly", tr("partly unused")),
        ("never", tr("never")),
    )
    return '<p class="legend">' + " ".join(f'<span class="{name}">{text}</span>' for name, text in told) + "</p>"


def _list(tally: Tally, ruleset: str, title: str, elements: list[Element]) -> str:
    if not elements:
        return ""
    items = "".join(f"<li>{_element(tally, ruleset, element)}</li>" for element in elements)
    return f"<h2>{title}</h2><ul>{items}</ul>"


def _seldom(tally: Tally) -> str:
    """Return the section on parts that play did not reach and a scenario does, as declared by the ruleset."""
    needed = tally.needed()
    items = "".join(
        f"<li><code>{escape(part.path)}</code> {escape(said(part.reason))} "
        f"<small>{escape(', '.join(part.scenarios))}</small></li>"
        for part in needed
    )
    title = tr("Declared `seldom`: {n}", n=len(needed))
    return f"<h2>{title}</h2><ul>{items}</ul>" if needed else ""


def _element(tally: Tally, ruleset: str, element: Element) -> str:
    where, first = element.where, tally.reached.get(element.path)
    line = tr("line {line}", line=where.line) if where else ""
    place = f' <a href="#{_anchor(where.file, where.line)}">{line}</a>' if where else ""
    text = f" <q>{escape(element.text)}</q>" if element.text else ""
    again = f"<code>{escape(first.command(ruleset))}</code>" if first else ""
    told = " <small>" + tr("first: {command}", command=again) + "</small>" if first else ""
    games = tally.games.get(element.path, 0)
    counted = tr("in {k} of {n} games", k=f"{games:,}", n=f"{tally.played:,}")
    share = f" <small>{counted}</small>" if games else ""
    return f"<code>{escape(element.path)}</code>{place}{text}{share}{told}"


# ---------------------------------------------------------------- the text


def _text(tally: Tally, ruleset: str, text: str, by_line: dict[int, list[Element]]) -> str:
    lines = []
    name = next((e.where.file for elements in by_line.values() for e in elements if e.where), "")
    for number, line in enumerate(text.splitlines(), 1):
        written = f'<span class="number">{number}</span><code>{escape(line) or " "}</code>'
        elements = by_line.get(number)
        if elements is None:
            lines.append(f'<div class="line">{written}</div>')
            continue
        tint, most = tint_of(tally, elements), max(tally.counts.get(element.path, 0) for element in elements)
        summary = f'<summary class="line {tint}" title="{_hint(tally, elements)}">{written}<b>{most:,}</b></summary>'
        table = _table(tally, ruleset, elements)
        lines.append(f'<details id="{_anchor(name, number)}">{summary}{table}</details>')
    return f'<div class="text">{"".join(lines)}</div>'


def _anchor(file: str, line: int) -> str:
    return f"{escape(PurePath(file).stem)}-{line}"


def _hint(tally: Tally, elements: list[Element]) -> str:
    """Return the text on hovering: each part of the line with its count, parts that never fired first."""
    return "&#10;".join(escape(line) for line in counts_of(tally, elements))


def _table(tally: Tally, ruleset: str, elements: list[Element]) -> str:
    rows = []
    for element in elements:
        count, games = tally.counts.get(element.path, 0), tally.games.get(element.path, 0)
        first = tally.reached.get(element.path)
        told = f"<code>{escape(first.command(ruleset))}</code>" if first else ""
        mark = ' class="never"' if not count and element.expected else ""
        rows.append(
            f"<tr{mark}><td><code>{escape(element.path)}</code></td><td>{count:,}</td><td>{games:,}</td><td>{told}</td></tr>"
        )
    titles = (tr("part"), tr("used"), tr("in games"), tr("first reached by"))
    head = f"<tr>{''.join(f'<th>{title}</th>' for title in titles)}</tr>"
    return f"<table>{head}{''.join(rows)}</table>"
