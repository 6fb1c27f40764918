"""Open a ruleset of the folder, a copy of a bundled one, a variant of one, or a new game."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from croupier.base.faults import CroupierError
from croupier.base.language import said, tr
from croupier.studio.folder import Folder, Refused, checked, of_ruleset
from croupier.table import catalogue
from croupier.web import sorting
from croupier.workbench.scaffold import checked_name, new_game, new_variant
from croupier.workbench.shelf import listed

Json: TypeAlias = dict[str, object]
Texts = Mapping[str, tuple[str, str | None]]
"""Texts by file: the open text, and the saved one."""


def shelf() -> Iterator[Json]:
    """Yield the bundled games by title, each with a line on it; those that are variants say of what."""
    found: list[Json] = [
        {"name": each["name"], "title": said(each["title"].items()) or each["name"],
         "line": said(each["line"].items()), "of": list(each.get("of", ()))}
        for each in listed() if "error" not in each
    ]  # fmt: skip
    yield from sorted(found, key=lambda game: sorting(str(game["title"])))


def begun(folder: Folder, how: str, of: str, name: str) -> tuple[str, Texts]:
    """Return the file of the ruleset that is opened, and its texts. Raise Refused if it cannot be.

    `how`: `open`, a ruleset of the folder or, if there is none by this name, a copy of a bundled one; `copy` or
    `variant`, of a bundled one under a name of its own; `new`, a small game under this name.
    """
    if how == "open":
        main = of if of.endswith(".yaml") else f"{of}.yaml"
        if folder.read(main) is not None:
            return main, _there(folder, main)
        if of in catalogue.names():
            return main, _copied(of, of)
        raise Refused(tr("ruleset {name} not found: it is neither bundled nor a file", name=of))
    try:
        checked_name(name, () if how == "copy" and name == of else catalogue.names())
        main = f"{name}.yaml"
        if folder.read(main) is not None:
            raise Refused(tr("{name} already exists in the folder; choose another name", name=main))
        if how == "new":
            return main, {main: (new_game(name), None)}
        if of not in catalogue.names():
            raise Refused(tr("{name} is not a bundled game", name=of))
        return main, _copied(of, name) if how == "copy" else {main: (new_variant(name, of, folder.path), None)}
    except CroupierError as error:
        raise Refused(str(error)) from error


def _there(folder: Folder, main: str) -> Texts:
    found: dict[str, tuple[str, str | None]] = {}
    for name in of_ruleset(main, folder.names()):
        text = folder.read(checked(name))
        if text is not None:
            found[name] = (text, text)
    return found


def _copied(of: str, name: str) -> Texts:
    """Return the files of a bundled ruleset, which are not in the folder yet, under another name."""
    path = catalogue.locate(of)
    found: dict[str, tuple[str, str | None]] = {}
    for file in of_ruleset(path.name, (each.name for each in catalogue.beside(path))):
        text = path.with_name(file).read_text("utf-8")
        if file == path.name:
            text = re.sub(r"^(game|variant): .*$", rf"\1: {name}", text, count=1, flags=re.MULTILINE)
        found[f"{name}{file.removeprefix(of)}"] = text, None
    return found
