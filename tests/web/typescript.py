"""TypeScript types made from the Python ones, and a check of what is sent against these."""

from __future__ import annotations

import json
import types
from collections.abc import Mapping
from dataclasses import is_dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, Union, get_args, get_origin, is_typeddict

import croupier.web
from croupier.scene.model import Line, Played
from croupier.site import wishes
from croupier.studio import messages as studio
from croupier.studio.replies import STUDIO, Change, Edits, Tint
from croupier.web import messages, replies, wire

SOURCES = Path(croupier.web.__file__).parent / "page" / "src"
NAMES: dict[object, str] = {Line: "LogLine", Played: "Beat"}
"""The types that have another name on the page."""
REPLIES: dict[str, object] = {
    "table": replies.TABLE, "room": replies.TABLE | replies.ROOM, "home": replies.HOME, "studio": STUDIO,
}  # fmt: skip


def name_of(kind: Any) -> str:
    return NAMES.get(kind, kind.__name__)


def record(kind: Any) -> bool:
    return is_typeddict(kind) or is_dataclass(kind) or hasattr(kind, "_fields")


NONE: Mapping[object, str] = {}


class Page:
    """One file: its types, by name, and those that it takes from other files."""

    def __init__(self, file: str, elsewhere: Mapping[str, str], aliases: Mapping[object, str] = NONE) -> None:
        self.file, self.elsewhere, self.aliases = file, elsewhere, aliases
        self.types: dict[str, str] = {}
        self.taken: set[str] = set()

    def said(self, kind: Any, bare: bool = True) -> str:
        """Return a type in TypeScript; `bare`: it stands alone, without brackets behind it."""
        if kind in self.aliases:
            return self.aliases[kind]
        origin, args = get_origin(kind), get_args(kind)
        if origin is Annotated:
            return self.said(args[0], bare)
        if record(kind):
            self.add(kind)
            return name_of(kind)
        if origin in (Union, types.UnionType):
            several = " | ".join(dict.fromkeys(self.said(each) for each in args))
            return several if bare else f"({several})"
        if origin is Literal:
            several = " | ".join(json.dumps(each) for each in args)
            return several if bare or len(args) == 1 else f"({several})"
        if origin is tuple and args[1:] != (...,):
            return f"[{', '.join(self.said(each) for each in args)}]"
        if origin in (tuple, list):
            return f"{self.said(args[0], bare=False)}[]"
        if origin in (dict, Mapping):
            return f"Record<string, {self.said(args[1])}>"
        return {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null"}.get(kind, "unknown")

    def keys(self, kind: Any, sent: bool = False) -> list[str]:
        """Return the keys of a record; in one that is `sent` to the page, what has its default is left out."""
        found = []
        for key, (_, hint, may) in wire.shape(kind).items():
            told = self.said(hint).removesuffix(" | null") if sent and may else self.said(hint)
            found.append(f"{key}{'?' if may else ''}: {told};")
        return found

    def add(self, kind: Any) -> None:
        name = name_of(kind)
        if name in self.elsewhere:
            self.taken.add(name)
        elif name not in self.types:
            self.types[name] = ""
            told = (kind.__doc__ or "").split("\n\n")[0].replace("\n    ", "\n * ").strip()
            doc = f"/** {told} */\n" if told and not told.startswith("dict(") else ""
            self.types[name] = (
                f"{doc}export interface {name} {{\n  " + "\n  ".join(self.keys(kind, sent=True)) + "\n}\n"
            )

    def alias(self, name: str, told: str) -> None:
        self.types[name] = f"export type {name} ={chr(10) + '  | ' if chr(10) in told else ' '}{told};\n"

    def requests(self, name: str, kinds: wire.Kinds, more: str = "") -> None:
        told = [
            "{ " + " ".join([f'type: "{word}";', *self.keys(kind)]).rstrip(";") + " }" for word, kind in kinds.items()
        ]
        self.alias(name, "\n  | ".join([*([more] if more else []), *told]))

    def replies(self, name: str, kind: object) -> None:
        self.alias(name, self.said(kind).replace(" | ", "\n  | "))

    def text(self) -> str:
        origins: dict[str, list[str]] = {}
        for name in sorted(self.taken):
            origins.setdefault(self.elsewhere[name], []).append(name)
        lines = [f'import type {{ {", ".join(names)} }} from "./{file}";\n' for file, names in sorted(origins.items())]
        head = "// Made from the types of the program by tests/web/test_wire.py.\n"
        return "\n".join([head, *(["".join(lines)] if lines else []), *self.types.values()])


def pages() -> dict[str, str]:
    """Return the files of the page's types, by name."""
    table = Page("protocol", {})
    table.types["VERSION"] = f"export const VERSION = {messages.VERSION};\n"
    table.alias("Able", table.said(replies.Able))
    table.alias("Labels", table.said(replies.Labels))
    table.replies("Said", replies.TABLE)
    table.requests("Say", messages.KINDS)
    known = dict.fromkeys(table.types, "protocol")
    room = Page("roomprotocol", known)
    room.alias("Block", room.said(replies.Block))
    room.replies("RoomSaid", replies.TABLE | replies.ROOM)
    room.add(messages.Set)
    room.taken.add("Say")
    room.requests("RoomSay", messages.ROOM, "Say")
    known |= dict.fromkeys(room.types.keys() - {"Set"}, "roomprotocol")
    home = Page("homeprotocol", known)
    home.replies("HomeSaid", replies.HOME)
    home.requests("HomeSay", wishes.KINDS)
    shared = {"Choice", "Preset", "Document", "Refused"}
    work = Page("workprotocol", {name: known[name] for name in shared}, {replies.TABLE: "TableSaid"})
    work.alias("TableSaid", 'import("./protocol").Said')
    kinds = {
        "Change": Change,
        "Edits": Edits,
        "What": studio.Runs,
        "About": studio.About,
        "Policy": studio.Policy,
        "Tint": Tint,
    }
    for name, kind in kinds.items():
        work.alias(name, work.said(kind))
    work.replies("Said", STUDIO)
    work.requests("Say", studio.KINDS)
    return {f"{page.file}.ts": page.text() for page in (table, room, home, work)}


def heard(service: str, text: str) -> Any:
    """Return a message to a page as data. Fail if it is not of the types of the service."""
    said = json.loads(text)
    kinds = [each for each in get_args(REPLIES[service]) if said["type"] in get_args(wire.shape(each)["type"][1])]
    wrong = {each.__name__: wire.fits(each, said) for each in kinds}
    assert "" in wrong.values(), (wrong, text[:200])
    return said
