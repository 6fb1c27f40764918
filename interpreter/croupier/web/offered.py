"""The games that a lobby offers, in the current language."""

from __future__ import annotations

import re
from typing import TypeAlias
from unicodedata import category, normalize

from croupier.base.language import said
from croupier.workbench.shelf import listed

Json: TypeAlias = dict[str, object]
_ARTICLE = re.compile(r"(?:the|an?|le|la|les|un|une|des)\s+|l['’]\s*", re.IGNORECASE)
"""The articles that are passed over when titles are sorted, of all languages: games keep foreign titles."""


def offered() -> list[Json]:
    """Return the bundled games, sorted by title: name, title, a line on each, numbers of players."""
    found: list[Json] = [
        {"name": each["name"], "title": said(each["title"].items()) or each["name"],
         "line": said(each["line"].items()), "players": each["players"]}
        for each in listed() if "error" not in each and not each.get("of")
    ]  # fmt: skip
    return sorted(found, key=lambda game: sorting(str(game["title"])))


def sorting(title: str) -> tuple[str, str]:
    """Return the key by which a title is sorted: without its article, accents or case."""
    whole = "".join(sign for sign in normalize("NFD", title.casefold()) if category(sign) != "Mn")
    return _ARTICLE.sub("", whole, count=1) if _ARTICLE.match(whole) else whole, whole
