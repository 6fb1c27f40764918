"""The texts that a server offers: guides to the language, its schema, its grammar."""

from __future__ import annotations

from pathlib import Path

import croupier_dsl
from croupier.table.catalogue import guide as file_of
from croupier_dsl import Form, exported

COMPACT, SHEET = "compact", "cheat-sheet"
PHRASEBOOK = "phrasebook"
GRAMMARS: dict[Form, str] = {"lark": "Lark's notation", "ebnf": "EBNF of the W3C", "gbnf": "GBNF of llama.cpp"}


def guides() -> dict[str, str]:
    """Return a title for each guide, by name."""
    found = {
        COMPACT: "The language on one page: complete, for writing rulesets",
        SHEET: "The language by examples",
        "schema": "The JSON schema of a ruleset",
    } | {f"grammar/{form}": f"The grammar of sentences in {title}" for form, title in GRAMMARS.items()}
    for path in sorted(file_of(PHRASEBOOK).glob("*.md")):
        if path.stem != "index":
            heading = path.read_text(encoding="utf-8").partition("\n")[0].lstrip("# ")
            found[f"{PHRASEBOOK}/{path.stem}"] = f"Sentences of rulebooks, and the lines that say them: {heading}"
    return found


def guide(name: str) -> str:
    """Return the text of a guide, one of `guides`."""
    match name:
        case "schema":
            return (Path(croupier_dsl.__file__).parent / "schema.json").read_text(encoding="utf-8")
        case "grammar/lark" | "grammar/ebnf" | "grammar/gbnf":
            return exported(next(form for form in GRAMMARS if name.endswith(form)))
    return file_of(f"{name}.md").read_text(encoding="utf-8")
