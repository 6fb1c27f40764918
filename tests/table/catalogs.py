"""The messages that the code has, by where they stand, and the catalogs that translate them."""

from __future__ import annotations

import io
from importlib import import_module
from pathlib import Path

import click
from babel.messages.catalog import Catalog
from babel.messages.extract import extract, extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

import croupier_dsl
from croupier.base.language import CATALOGS
from croupier.cli import COMMANDS, MODULES, main
from croupier.cli.frames import spoken

Message = str | tuple[str, ...]
Found = dict[Message, set[str]]

ROOT = Path(__file__).parents[2]
SOURCES = CATALOGS.parent
OF_THE_LANGUAGE = Path(croupier_dsl.__file__).parent
FRENCH = CATALOGS / "fr" / "LC_MESSAGES" / "croupier.po"
FRENCH_OF_THE_LANGUAGE = OF_THE_LANGUAGE / "locale" / "fr" / "LC_MESSAGES" / "croupier_dsl.po"
BOTH = (FRENCH, FRENCH_OF_THE_LANGUAGE)
KEYWORDS = {"tr": None, "later": None, "ntr": (1, 2)}
OF_CLICK = {"_": None, "ngettext": (1, 2)}
SEEN_OF_CLICK = ("core", "decorators", "exceptions", "formatting", "parser", "types")
"""The modules of click whose words reach people."""


def used(sources: Path = SOURCES) -> Found:
    """The messages in the code of a package."""
    found: Found = {}
    for name, _, message, _, _ in extract_from_dir(str(sources), [("**.py", "python")], keywords=KEYWORDS):
        found.setdefault(message, set()).add((sources / name).relative_to(ROOT).as_posix())
    return found


def framed() -> Found:
    """What commands say of themselves."""
    found: Found = {}
    for name in ("", *COMMANDS):
        command = main if not name else import_module(f"croupier.cli.{MODULES[name]}").command
        said: list[str] = []
        spoken(command, lambda text, said=said: said.append(text) or text)
        for text in said:
            found.setdefault(text, set()).add(f"interpreter/croupier/cli/{MODULES.get(name, '__init__')}.py")
    return found


def of_click() -> Found:
    """What click says; of another version of it there may be more or less."""
    found: Found = {}
    for module in SEEN_OF_CLICK:
        with (Path(click.__file__).parent / f"{module}.py").open("rb") as file:
            for _, message, _, _ in extract("python", file, keywords=OF_CLICK):
                found.setdefault(message, set()).add(f"click/{module}.py")
    return found


def together(*all_found: Found) -> Found:
    """Messages of several origins."""
    found: Found = {}
    for each in all_found:
        for message, places in each.items():
            found.setdefault(message, set()).update(places)
    return found


SORTS: Found = {
    many + name: {"dsl/croupier_dsl/ir/types.py"}
    for name in ("number", "truth", "player", "team", "card", "meld", "spot", "zone", "none", "any")
    for many in ("", "many ")
}
"""What messages call the types of sentences."""


def french(path: Path = FRENCH) -> Catalog:
    """The catalog as it is written."""
    with path.open("rb") as file:
        return read_po(file, locale="fr", domain=path.stem)


def compiled(catalog: Catalog) -> bytes:
    """The catalog as it is read at play."""
    made = io.BytesIO()
    write_mo(made, catalog)
    return made.getvalue()


def renew(path: Path, found: Found) -> None:
    """Write a catalog anew: what is new stands in it without words, what is no longer said is gone, but for what
    another version of click says."""
    catalog = french(path)
    known = {message.id: message for message in catalog if message.id}
    for message in [*known]:
        if message not in found and not is_of_click(known[message].locations):
            catalog.delete(message)
    for message, places in found.items():
        known_one = known.get(message)
        empty = ("", "") if isinstance(message, tuple) else ""
        if known_one is not None:
            known_one.locations = [(place, 1) for place in sorted(places)]
        else:
            catalog.add(message, empty, [(place, 1) for place in sorted(places)])
    with path.open("wb") as file:
        write_po(file, catalog, width=120, sort_output=True, include_lineno=False)
    path.with_suffix(".mo").write_bytes(compiled(catalog))


def is_of_click(places: list[tuple[str, int]]) -> bool:
    """Does only click say this? Its versions differ."""
    return bool(places) and all(place.startswith("click/") for place, _ in places)


def wanted(path: Path) -> Found:
    """What a catalog has to translate."""
    return together(used(), framed(), of_click()) if path == FRENCH else together(used(OF_THE_LANGUAGE), SORTS)
