"""The code of a diagnostic to what it means, with a wrong and a right example; the words are in the files beside this.

Each file explains the codes of one kind. A page has `text`, `wrong` and `right`. The examples are parts of
`example.yaml`: `wrong` in the place of `right` gives the diagnostic. `place` is what stands in `example.yaml` if that
is not `right`; `also` is what else has to be changed for both; `whole` examples are files of their own; `shown` ones
are only shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import NotRequired, TypedDict


class Page(TypedDict):
    """A page as its file has it."""

    text: str
    wrong: str
    right: str
    place: NotRequired[str]
    also: NotRequired[dict[str, str]]
    whole: NotRequired[bool]
    shown: NotRequired[bool]


@dataclass(frozen=True, slots=True)
class Explanation:
    """A page about one code."""

    code: str
    text: str
    wrong: str
    right: str
    place: str = ""
    also: Mapping[str, str] = field(default_factory=dict)
    whole: bool = False
    shown: bool = False


@cache
def explanations() -> Mapping[str, Explanation]:
    """All pages, by code."""
    import yaml

    found: dict[str, Explanation] = {}
    for file in sorted(files(__package__).iterdir(), key=lambda file: file.name):
        if file.name.endswith(".yaml") and file.name != "example.yaml":
            pages: dict[str, Page] = yaml.safe_load(file.read_text("utf-8"))
            found |= {code: Explanation(code, **page) for code, page in pages.items()}
    return found


def example() -> str:
    """The ruleset that the examples are parts of."""
    return files(__package__).joinpath("example.yaml").read_text("utf-8")
