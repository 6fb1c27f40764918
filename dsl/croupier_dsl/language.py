"""The current language, and translations of messages into it.

Messages in the code are English: `tr("unknown move {name}", name="draw")`. Each package has a catalog, named after it,
under its `locale/LANGUAGE/LC_MESSAGES` (docs/contributing/pages.md explains how to update them). Records, moves in
notation and the keywords of rules are the same in every language.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gettext import NullTranslations

SOURCE = "en"
"""The language that the messages in the code are written in."""
_CATALOGS = {"croupier_dsl": Path(__file__).parent / "locale"}
"""The folder of catalogs of each package."""

_CURRENT: ContextVar[str] = ContextVar("language", default=SOURCE)


def add_catalogs(domain: str, folder: Path) -> None:
    """Let the messages of another package be translated too."""
    _CATALOGS[domain] = folder
    _catalog.cache_clear()


def current() -> str:
    """Return the current language."""
    return _CURRENT.get()


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Use a language, one of `languages()`, within the context."""
    token = _CURRENT.set(language)
    try:
        yield
    finally:
        _CURRENT.reset(token)


def speak(language: str) -> None:
    """Use a language from now on."""
    _CURRENT.set(language)


def languages() -> list[str]:
    """Return the languages there are messages in."""
    found = [each for domain, folder in _CATALOGS.items() for each in folder.glob(f"*/LC_MESSAGES/{domain}.mo")]
    return sorted({SOURCE, *(path.parents[1].name for path in found)})


def preferred(environment: Mapping[str, str] = os.environ) -> str:
    """Return the language that the environment asks for, if there is one; else the messages' own."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(name):
            wanted = environment[name][:2].lower()
            return wanted if wanted in languages() else SOURCE
    return SOURCE


def tr(text: str, /, **values: object) -> str:
    """Return the message in the current language, with the values filled in."""
    known = _catalog(_CURRENT.get())
    told = text if known is None else known.gettext(text)
    return told.format(**values) if values else told


def later(text: str) -> str:
    """Mark a message for the catalogs; it is translated by `tr` when it is shown."""
    return text


def ntr(one: str, many: str, n: int, /, **values: object) -> str:
    """Return the same for a message that depends on a number, which is filled in as `{n}`."""
    known = _catalog(_CURRENT.get())
    told = (one if n == 1 else many) if known is None else known.ngettext(one, many, n)
    return told.format(n=n, **values)


def said(texts: Iterable[tuple[str, str]]) -> str:
    """Return a text of a ruleset in the current language, else in English, else in any; empty if there is none."""
    known = dict(texts)
    return known.get(_CURRENT.get()) or known.get(SOURCE) or next(iter(known.values()), "")


@cache
def _catalog(language: str) -> NullTranslations | None:
    if language == SOURCE:
        return None
    from gettext import NullTranslations, translation

    whole = NullTranslations()
    for domain, folder in _CATALOGS.items():
        whole.add_fallback(translation(domain, folder, [language], fallback=True))
    return whole
