"""Pages and tables that are made from the program: commands, errors, what falls back, the rules of libraries."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

import yaml
from click.testing import CliRunner

from croupier.assistant import tools
from croupier.cli import COMMANDS, main
from croupier.lowering import capabilities
from croupier.lowering.capabilities import CAPABILITIES, Mode
from croupier.table import catalogue
from croupier_dsl import all_explanations

from . import blocks
from .python import python

REFERENCE = blocks.ROOT / "docs" / "reference"
MARK = re.compile(r"<!-- (capabilities|library|tools): (\w+) -->\n\n(?:\|.*\n)*\n?")
"""A table in a hand-written page that is made here."""
HEAD = """\
<!-- generated: CROUPIER_UPDATE=1 pytest tests/docs/test_generated.py -->

"""
COMMAND_HEAD = """\
# Commands

Every command of `croupier` with its options, as `croupier COMMAND --help` prints them. `RULESET` is the name of a
bundled game or the path of a file. Exit status: 0 success, 1 an error in a ruleset or a failed test, 2 misuse.
"""
ERROR_HEAD = """\
# Errors and warnings

Every diagnostic by its code. `croupier explain CODE` prints its page: what it means, with a wrong and a right example.
`E` is an error: the ruleset cannot be played. `W` is a warning.
"""
LIMITS = {name: value for name, value in vars(capabilities).items() if isinstance(value, int)}
_PARTS = ("options", "tables", "zones", "state", "define", "combos", "effects", "stages", "moves")
_KIND = {"options": "option", "tables": "table", "zones": "zone", "combos": "combo", "effects": "effect"} | {
    "define": "definition", "stages": "stage", "moves": "move",
}  # fmt: skip


def commands() -> str:
    """Return the page of commands: a line for each, then the help of each."""
    rows = "".join(f"| [{name}](#{name}) | {told} |\n" for name, told in COMMANDS.items())
    parts = [f"\n## {name}\n\n```text\n{blocks.run(f'{name} --help')}\n```\n" for name in COMMANDS]
    return f"{HEAD}{COMMAND_HEAD}\n| command | |\n|---|---|\n{rows}{''.join(parts)}"


def errors(*, whole: bool = False) -> str:
    """Return the list of all diagnostics; `whole`, with the text and examples of each."""
    listed = CliRunner(env=blocks.TERMINAL).invoke(main, ["explain"]).output.splitlines()
    titles = [line.split("  ", 1) for line in listed]
    if not whole:
        rows = "".join(f"| {code} | {title.replace('|', chr(92) + '|')} |\n" for code, title in titles)
        return f"{HEAD}{ERROR_HEAD}\n| code | about |\n|---|---|\n{rows}"
    pages = all_explanations()
    return ERROR_HEAD + "".join(
        f"\n## {code}\n\n{' '.join(pages[code].text.split())}\n\n"
        f"Wrong:\n\n```yaml\n{pages[code].wrong.rstrip()}\n```\n\nRight:\n\n```yaml\n{pages[code].right.rstrip()}\n```\n"
        for code, _ in titles
    )


def with_tables(text: str) -> str:
    """Return a page with its marked tables as they are now."""
    return MARK.sub(lambda found: f"<!-- {found[1]}: {found[2]} -->\n\n{_TABLES[found[1]](found[2])}\n", text)


def held_back(mode: str) -> str:
    """Return what falls back in one mode of the compiled engine."""
    rows = [row for row in CAPABILITIES.values() if row.mode is Mode[mode]]
    assert not any("|" in row.what + row.where for row in rows)
    columns = ["what falls back", "where", *(["why"] if mode == Mode.ALWAYS.name else [])]
    cells = [(re.sub("`{[^}]*}`|{[^}]*}", "…", row.what), row.where.format(**LIMITS), row.why) for row in rows]
    lines = "".join(f"| {' | '.join(row[: len(columns)])} |\n" for row in (columns, *cells))
    head, body = lines.split("\n", 1)
    return f"{head}\n{'|---' * len(columns)}|\n{body}"


def library(name: str) -> str:
    """Return the rules of a library: the name, its kind, what it means and how it is written."""
    path = catalogue.libraries()[name]
    rows = "".join(f"| {' | '.join(row)} |\n" for row in _rules(path))
    return "| name | kind | meaning | rule |\n|---|---|---|---|\n" + rows


def _rules(path: Path) -> Iterator[tuple[str, str, str, str]]:
    text = path.read_text(encoding="utf-8")
    tree = yaml.safe_load(text)
    words = tree.get("text", {})
    for part in _PARTS:
        for key, value in tree.get(part, {}).items():
            name, *head = key.split(" ", 1)
            said = (words.get(f"{part}.{name}{form}") for form in (".noun", ".says", ""))
            meaning = re.sub(r" \(plural\)$|/[a-z ]+$", "", next((each for each in said if each), ""))
            comment = re.search(rf"^  {re.escape(key)}:.*?[ ]# (.+)$", text, re.MULTILINE)
            if comment is not None:
                meaning = f"{meaning}; {comment[1]}" if meaning else comment[1]
            rule = f"`{value}`" if isinstance(value, str) and len(value) < 90 else ""
            yield f"`{name}`", " ".join([_KIND.get(part, part), *head]), meaning.replace("|", "/"), rule


def of_tools(name: str) -> str:
    """Return a table about the tools for assistants: the working loop, all tools, or the limits."""
    match name:
        case "loop":
            rows = [(claim, ", ".join(f"`{each}`" for each in used), caught) for claim, used, caught in tools.LOOP]
            return _table(("claim", "tools", "what they catch"), rows)
        case "limits":
            return _table(("limit", ""), tools.limits().items())
    told = (
        (f"`{tool.name}`", tool.about, ", ".join(f"`{each.name}`" for each in tool.parameters)) for tool in tools.TOOLS
    )
    return _table(("tool", "", "arguments"), told)


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(row)} |\n" for row in lines).replace("| --- ", "|---").replace("--- |", "---|")


_TABLES: dict[str, Callable[[str], str]] = {"capabilities": held_back, "library": library, "tools": of_tools}
PAGES: dict[str, Callable[[], str]] = {"commands.md": commands, "errors.md": errors, "python.md": python}
"""The pages of the reference that are made whole."""


def pages() -> list[Path]:
    """Return every page that is made whole, or has a table that is made."""
    whole = [REFERENCE / name for name in PAGES]
    others = [page for page in sorted((blocks.ROOT / "docs").rglob("*.md")) if page not in whole]
    return whole + [page for page in others if MARK.search(page.read_text(encoding="utf-8"))]


@cache
def made(page: Path) -> str:
    """Return a page as it should be."""
    whole = PAGES.get(page.name) if page.parent == REFERENCE else None
    return with_tables(page.read_text(encoding="utf-8")) if whole is None else whole()
