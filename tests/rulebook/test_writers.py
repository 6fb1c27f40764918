"""A document as Markdown and as a page of HTML."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from croupier.rulebook import html, markdown, to_json
from croupier.rulebook.document import Document, Grid, Item, Items, Paragraph, Section, texts

from .books import GAMES, LANGUAGES, printed

NASTY = Document(
    'A <b>bold</b> & "quoted" *title*',
    "en",
    (Paragraph("# not a heading <script>alert(1)</script>", ("players",)),),
    (
        Section(
            "One | two",
            "cards",
            (
                Items((Item("a [link](x)", ("moves.a",), (Item("below"),)),), True),
                Grid(("a|b", "c"), (("<i>", "`d`"),)),
            ),
        ),
    ),
)


class Reader(HTMLParser):
    """Notes the tags, and what is loaded from elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.loaded: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = dict(attrs)
        if "id" in known:
            self.ids.append(str(known["id"]))
        if tag == "a":
            self.links.append(str(known.get("href")))
        elif {"src", "href"} & known.keys() or tag in ("script", "link", "iframe", "img"):
            self.loaded.append(tag)
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag == "meta"

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.costly
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_page_is_well_formed_and_needs_nothing_else(game: str, language: str) -> None:
    """Every tag is closed, every link leads to a place on the page, each place has one name, nothing is loaded."""
    document = printed(game, language)
    page = html(document)
    ElementTree.fromstring(page.removeprefix("<!DOCTYPE html>\n"))
    reader = Reader()
    reader.feed(page)
    assert not reader.open
    assert not reader.loaded
    assert "url(" not in page
    assert "@import" not in page
    assert len(set(reader.ids)) == len(reader.ids)
    assert {link.removeprefix("#") for link in reader.links} <= set(reader.ids)
    assert all(" ".join(piece.split()) in " ".join(reader.text.split()) for piece in texts(document))


def test_text_of_a_ruleset_is_never_markup() -> None:
    """Signs that mean something to HTML or Markdown come out as signs."""
    page = html(NASTY)
    assert "<script" not in page
    assert "<b>" not in page
    ElementTree.fromstring(page.removeprefix("<!DOCTYPE html>\n"))
    text = markdown(NASTY)
    assert "\n# not" not in text
    assert "<script>" not in text.replace("\\<", "")
    assert "a \\[link\\](x)" in text
    assert "One \\| two" in text


@pytest.mark.parametrize("game", GAMES)
def test_markdown_keeps_its_shape(game: str) -> None:
    """Every heading and every row of a table stands on a line of its own, tables have as many cells in each row."""
    lines = markdown(printed(game, "en")).split("\n")
    assert lines[0].startswith("# ")
    for before, line in pairwise(lines):
        if line.startswith("#"):
            assert before == ""
        if before.startswith("|") and line.startswith("|"):
            cells = re.compile(r"(?<!\\)\|")
            assert len(cells.findall(before)) == len(cells.findall(line))


def test_a_document_is_plain_data() -> None:
    """JSON of it holds the same words, with the paths that they tell."""
    found = to_json(printed("trio", "en"))
    assert isinstance(found, dict)
    assert found["kind"] == "document"
    assert found["language"] == "en"
    assert "moves.flip" in str(found)
