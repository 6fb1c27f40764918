"""Render a rulebook as one HTML page without other files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape

from croupier.rulebook.document import Block, Document, Grid, Item, Items, Paragraph, Section

_STYLE = """
body { font: 1.05rem/1.5 Georgia, 'Times New Roman', serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem;
  color: #222; background: #fffdf8; }
h1, h2, h3, h4 { line-height: 1.2; margin: 1.6em 0 .5em; }
h1 { font-size: 2.2rem; border-bottom: 3px double #999; padding-bottom: .3em; }
h2 { border-bottom: 1px solid #ccc; }
table { border-collapse: collapse; margin: .8em 0; }
th, td { border: 1px solid #bbb; padding: .25em .7em; text-align: left; }
th { background: #f0ece0; }
nav ul { columns: 2; padding-left: 1.2em; }
nav.links a { margin-right: 1.2em; }
li { margin: .2em 0; }
@media print { body { max-width: none; background: none; font-size: 10.5pt; } nav { display: none; } }
""".strip()


@dataclass(frozen=True, slots=True)
class Link:
    """A link above the title of a page: its text, its address, and the language of the page that it leads to.

    `same`: that page is this rulebook in the other language; the head of the page says so too.
    """

    text: str
    address: str
    language: str
    same: bool = False


def html(document: Document, links: Sequence[Link] = ()) -> str:
    """Return the whole page, ending in a line break. Anchors are the paths of the ruleset's parts.

    `links` are shown above the title.
    """
    lines = [
        "<!DOCTYPE html>",
        f'<html lang="{escape(document.language)}">',
        "<head>",
        '<meta charset="utf-8"/>',
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>',
        f"<title>{escape(document.title)}</title>",
        *(_head(link) for link in links if link.same),
        f"<style>\n{_STYLE}\n</style>",
        "</head>",
        "<body>",
        *_links(links),
        f"<h1>{escape(document.title)}</h1>",
        *_blocks(document.lead),
        "<nav><ul>",
        *(f'<li><a href="#{_id(s.anchor)}">{escape(s.title)}</a></li>' for s in document.sections),
        "</ul></nav>",
    ]
    for section in document.sections:
        lines += _section(section, 2)
    return "\n".join([*lines, "</body>", "</html>"]) + "\n"


def _head(link: Link) -> str:
    return f'<link rel="alternate" hreflang="{escape(link.language)}" href="{escape(link.address)}"/>'


def _links(links: Sequence[Link]) -> Iterator[str]:
    if links:
        yield '<nav class="links">'
        for link in links:
            language = escape(link.language)
            yield f'<a href="{escape(link.address)}" hreflang="{language}" lang="{language}">{escape(link.text)}</a>'
        yield "</nav>"


def _section(section: Section, level: int) -> Iterator[str]:
    yield f'<section id="{_id(section.anchor)}">'
    yield f"<h{min(level, 6)}>{escape(section.title)}</h{min(level, 6)}>"
    yield from _blocks(section.blocks)
    for inner in section.sections:
        yield from _section(inner, level + 1)
    yield "</section>"


def _blocks(blocks: Iterable[Block]) -> Iterator[str]:
    for block in blocks:
        match block:
            case Paragraph(text=text, paths=paths):
                yield f"<p{_paths(paths)}>{escape(text)}</p>"
            case Items(items=items, ordered=ordered):
                yield from _items(items, ordered)
            case Grid(head=head, rows=rows, paths=paths):
                yield f"<table{_paths(paths)}>"
                yield "<tr>" + "".join(f"<th>{escape(cell)}</th>" for cell in head) + "</tr>"
                for row in rows:
                    yield "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>"
                yield "</table>"


def _items(items: tuple[Item, ...], ordered: bool) -> Iterator[str]:
    tag = "ol" if ordered else "ul"
    yield f"<{tag}>"
    for item in items:
        if item.below:
            yield f"<li{_paths(item.paths)}>{escape(item.text)}"
            yield from _items(item.below, item.ordered)
            yield "</li>"
        else:
            yield f"<li{_paths(item.paths)}>{escape(item.text)}</li>"
    yield f"</{tag}>"


def _paths(paths: tuple[str, ...]) -> str:
    return f' data-rule="{escape(" ".join(paths))}"' if paths else ""


def _id(anchor: str) -> str:
    return escape("rule-" + anchor)
