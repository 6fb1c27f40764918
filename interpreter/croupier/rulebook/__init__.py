"""Make a readable rulebook of a checked ruleset, as a document, as Markdown or as HTML."""

from __future__ import annotations

from croupier.rulebook.book import languages, rulebook
from croupier.rulebook.document import Document, to_json, told
from croupier.rulebook.html import Link, html
from croupier.rulebook.markdown import markdown

__all__ = ["Document", "Link", "html", "languages", "markdown", "rulebook", "to_json", "told"]
