"""Explain diagnostics by code, each with a wrong and a right example; the texts are in the YAML files of this folder.

Each file explains the codes of one kind. A page has `text`, `wrong` and `right`. The examples are parts of
`example.yaml`: `wrong` in the place of `right` gives the diagnostic and no other error, and with `right` the ruleset
passes `check`. `place` is the part that both replace, if that is not `right`; both are added below `after`; `also` is
changed for both; `whole` examples are files of their own; `shown` ones are only shown. The folder of another language
has the texts of the pages by code.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, NotRequired, TypedDict, TypeVar

from croupier_dsl.language import current

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

T = TypeVar("T")


class Page(TypedDict):
    """A page as its file has it."""

    text: str
    wrong: str
    right: str
    place: NotRequired[str]
    after: NotRequired[str]
    also: NotRequired[dict[str, str]]
    whole: NotRequired[bool]
    shown: NotRequired[bool]


@dataclass(frozen=True, slots=True)
class Explanation:
    """The page of one code: what it means, a wrong example and a right one."""

    code: str
    text: str
    wrong: str
    right: str
    place: str = ""
    after: str = ""
    also: Mapping[str, str] = field(default_factory=dict)
    whole: bool = False
    shown: bool = False


def all_explanations() -> Mapping[str, Explanation]:
    """Return all pages, by code, in the current language."""
    return _explanations(current())


@cache
def _explanations(language: str) -> Mapping[str, Explanation]:
    here = files(__package__)
    pages: dict[str, Page] = _read(here)
    texts: dict[str, str] = _read(here / language) if (here / language).is_dir() else {}
    found = {code: Explanation(code, **page) for code, page in pages.items()}
    return {code: replace(page, text=texts.get(code, page.text)) for code, page in found.items()}


def _read(folder: Traversable) -> dict[str, T]:
    """Return the explanations in a folder's files, by code."""
    import yaml

    found: dict[str, T] = {}
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        if file.name.endswith(".yaml") and file.name != "example.yaml":
            found |= yaml.safe_load(file.read_text("utf-8"))
    return found


def example() -> str:
    """Return the ruleset that the examples are parts of."""
    return files(__package__).joinpath("example.yaml").read_text("utf-8")
