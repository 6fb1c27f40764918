"""Prose is in plain English and short: the counts of phrases that CONTRIBUTING.md advises against may only fall.

`smells.json` holds the most that each group of prose may have. A count above it fails and lists the hits in lines that
changed since that file did. A count below it passes; `CROUPIER_UPDATE=plain pytest tests/docs/test_plain.py` lowers the
budget to it (another word does not, so that several changes can land at once). `python -m tests.docs.test_plain` lists
every hit, `python -m tests.docs.test_plain docs/index.md` those of one file.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from . import blocks, generated

BUDGET = Path(__file__).with_name("smells.json")
UPDATE = os.environ.get("CROUPIER_UPDATE") == "plain"
GENERATED = "<!-- generated"
"""The first words of a page that a test writes."""
MOST_WORDS = 55_000
"""The words that the hand-written pages below `docs` may have together, code and tables included."""

SMELLS = {
    "who or whoever as a subject": r"(^|[.;:|,] |\b(and|but|or) )who(ever)? (?!(is|are) [a-z]+\?)[a-z]+s? ",
    "what is …ed": r"\bwhat (is|was|has been|has|had been) [a-z]+(ed|n|t|id|ung)\b",
    "a fronted phrase": r"(^|[.;:] )(Of|From|With|By|Behind|Beside|Beyond) (?!course)[a-z `]+ "
    r"(is|are|has|have|goes|go|comes|stands?|may) ",
    "that of, those of": r"\b(that|those) of\b",
    "so many, so much, so long": r"\bso (many|much|long)\b(?! (that|as))",
    "a noun before more": r"\b(card|value|statement|condition|zone|move|row|thing|joker)s? more\b",
    "stand": r"\bstands?\b",
    "lie": r"\b(lies|lie)\b",
    "come to lie": r"\bcomes? to (lie|light|be|rest|stand)\b",
    "tell": r"\b(is|are|was) told\b|\btells?\b",
    "behind, beside": r"\b(behind|beside)\b",
    "anew": r"\banew\b",
    "nought": r"\bnought\b",
    "mend": r"\bmend(s|ed|ing)?\b",
    "save, but for": r"\b(save (what|that|where|in|those|of)|but for)\b",
    "surely, plainly, mostly": r"\b(surely|plainly|mostly)\b",
    "one as a subject": r"\bone (may|can|must|has|likes|wants|could|might|begins|asks|plays|looks|writes)\b",
    "is no …": r"\b(is|are) no [a-z]+\b",
    "none where": r"\bnone where\b",
    "go round": r"\bgo(es|ing)? round\b",
    "come along": r"\b(comes?|came) along\b",
    "that is, between commas": r", that is\b",
    "nobody, somebody": r"\b(nobody|somebody)\b",
}
_SMELL = re.compile(
    "|".join(f"(?P<_{n}>{each})" for n, each in enumerate(SMELLS.values())), re.IGNORECASE | re.MULTILINE
)
_ASKS = re.compile(r"(Is|Are|Does|Do|Can|May|Would|Could|Has|Have|Might|Will|What|Who|How|Where|Which) ")
_NAMES = [*SMELLS]
_CODE = re.compile(r"`[^`\n]*`")
_TOKEN = re.compile(
    r"""^[ ]*r?\"{3}(?P<docstrings>(?s:.*?))\"{3}   # at the beginning of a line
    | \#[ ](?P<comments>.*)
    | \"{3}(?P<long>(?s:.*?))\"{3}
    | "(?P<messages>(?:[^"\\\n]|\\.)*)"
    | '(?P<quoted>(?:[^'\\\n]|\\.)*)'""",
    re.MULTILINE | re.VERBOSE,
)
_GROUP = {"long": "messages", "quoted": "messages"}
_LEFT_OUT = re.compile(
    r"^```.*?^```$|^<!-- before and after -->$.*?^<!-- end -->$"
    r"|^<!-- (?:capabilities|library|tools): \w+ -->\n\n(?:\|[^\n]*\n)+",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Hit:
    """A phrase in a line of a file."""

    file: str
    line: int
    smell: str
    text: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.smell}: {self.text}"


def pages() -> list[Path]:
    """Return the hand-written pages."""
    below = [page for page in sorted((blocks.ROOT / "docs").rglob("*.md")) if "node_modules" not in page.parts]
    found = [blocks.ROOT / "README.md", blocks.ROOT / "CONTRIBUTING.md", *below]
    return [page for page in found if page.is_file() and not page.read_text(encoding="utf-8").startswith(GENERATED)]


def lengths() -> dict[str, int]:
    """Return the number of words of each page below `docs` that is written by hand, as `wc -w` counts them."""
    texts = {page.relative_to(blocks.ROOT).as_posix(): page.read_text(encoding="utf-8") for page in pages()}
    return {
        name: len(text.split())
        for name, text in texts.items()
        if name.startswith("docs/") and not generated.MARK.search(text)
    }


def sources() -> list[Path]:
    """Return the modules of both packages."""
    folders = (blocks.ROOT / "dsl" / "croupier_dsl", blocks.ROOT / "interpreter" / "croupier")
    return [module for folder in folders for module in sorted(folder.rglob("*.py"))]


def prose(page: Path) -> Iterator[tuple[int, str]]:
    """Yield the lines of a page outside fences, pairs of examples and tables that are made, with their numbers."""
    text = _LEFT_OUT.sub(lambda found: "\n" * found[0].count("\n"), page.read_text(encoding="utf-8"))
    yield from enumerate((_CODE.sub("`", line) for line in text.splitlines()), 1)


def python(module: Path) -> Iterator[tuple[str, int, str]]:
    """Yield the messages, docstrings and comments of a module: the group, the first line, the text."""
    text = module.read_text(encoding="utf-8")
    for found in _TOKEN.finditer(text):
        kind = found.lastgroup or ""
        group = _GROUP.get(kind, kind)
        if group != "messages" or " " in found[kind]:
            yield group, text.count("\n", 0, found.start(kind)) + 1, found[kind]


def smells(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield the phrases of a text: the line, counted from 0, the smell, and the words."""
    for found in _SMELL.finditer(text):
        name = _NAMES[int((found.lastgroup or "_0")[1:])]
        yield text.count("\n", 0, found.start()), name, found[0].strip()


@cache
def hits() -> dict[str, list[Hit]]:
    """Return all hits by group."""
    found: dict[str, list[Hit]] = {"docs": [], "messages": [], "docstrings": [], "comments": []}
    for page in pages():
        name = page.relative_to(blocks.ROOT).as_posix()
        for line, text in prose(page):
            found["docs"] += [Hit(name, line, smell, words) for _, smell, words in smells(text)]
    for module in sources():
        name = module.relative_to(blocks.ROOT).as_posix()
        for group, first, text in python(module):
            found[group] += [Hit(name, first + line, smell, words) for line, smell, words in smells(text)]
            if group == "docstrings" and (asked := _ASKS.match(text)):
                found[group].append(Hit(name, first, "a docstring that asks", asked[0].strip()))
    return found


def changed() -> dict[str, set[int]]:
    """Return the lines that changed since the budget did, by file; empty where git does not know."""
    try:
        last = _git("log", "-1", "--format=%H", "--", str(BUDGET)).strip()
        difference = _git("diff", "-U0", "--no-color", "--no-ext-diff", last, "--", ".") if last else ""
    except (OSError, subprocess.CalledProcessError):
        return {}
    lines: dict[str, set[int]] = {}
    name = ""
    for line in difference.splitlines():
        if line.startswith("+++ "):
            name = line[6:]
        elif place := re.match(r"@@ -\S+ \+(\d+)(?:,(\d+))? @@", line):
            lines.setdefault(name, set()).update(range(int(place[1]), int(place[1]) + int(place[2] or 1)))
    return lines


def _git(*arguments: str) -> str:
    return subprocess.run(
        ["git", *arguments], cwd=blocks.ROOT, capture_output=True, encoding="utf-8", check=True, timeout=60
    ).stdout


def told(found: Iterable[Hit], lines: dict[str, set[int]]) -> str:
    """Return the hits in changed lines, or, where nothing is known of changes, the number of each smell."""
    new = [hit for hit in found if hit.line in lines.get(hit.file, ())]
    if new:
        return "\n".join(map(str, new[:60]))
    return "\n".join(f"{number:5} {smell}" for smell, number in Counter(hit.smell for hit in found).most_common())


@pytest.mark.parametrize("group", ["docs", "messages", "docstrings", "comments"])
def test_the_count_does_not_rise(group: str) -> None:
    """Rewrite what is listed, or see CONTRIBUTING.md for what to write instead."""
    found = hits()[group]
    budget = json.loads(BUDGET.read_text(encoding="utf-8")) if BUDGET.is_file() else {}
    if UPDATE and len(found) < budget.get(group, len(found) + 1):
        budget[group] = len(found)
        BUDGET.write_text(json.dumps(budget, indent=2) + "\n", encoding="utf-8")
    assert len(found) <= budget[group], (
        f"{len(found)} phrases of {group} are not plain, {budget[group]} may be; in lines that changed:\n"
        f"{told(found, changed())}"
    )


def test_the_pages_stay_short() -> None:
    """A page grows only where another shrinks: give each fact one home, and link to it from elsewhere."""
    counted = lengths()
    longest = sorted(counted.items(), key=lambda entry: -entry[1])[:10]
    assert sum(counted.values()) <= MOST_WORDS, "\n".join(f"{words:6} {name}" for name, words in longest)


def test_generated_pages_are_not_counted() -> None:
    """Pages that a test writes, whole or in part, may be as long as what they list."""
    counted = {name.removeprefix("docs/reference/") for name in lengths()}
    assert counted.isdisjoint({"errors.md", "commands.md", "games.md", "libraries.md", "compiled.md"})
    assert "docs/how-to/assistant.md" not in counted
    assert {"api.md", "compact.md", "language/moves.md"} <= counted


def test_hits_have_their_place(tmp_path: Path) -> None:
    """Code, fences and pairs are skipped; a docstring, a message and a comment are told apart."""
    page = tmp_path / "page.md"
    page.write_text(
        "It stands `here: stands`.\n\n```\nstands\n```\n<!-- before and after -->\nlies\n<!-- end -->\nanew\n"
    )
    assert [(line, smell) for line, text in prose(page) for _, smell, _ in smells(text)] == [(1, "stand"), (9, "anew")]
    module = tmp_path / "module.py"
    module.write_text('"""Is it anew?"""\n\nSAID = "it lies there"  # beside\n"""What is told."""\nname = "lies"\n')
    assert [(group, line) for group, line, _ in python(module)] == [
        ("docstrings", 1), ("messages", 3), ("comments", 3), ("docstrings", 4),
    ]  # fmt: skip


def test_new_hits_are_those_in_changed_lines() -> None:
    """Elsewhere they are only counted."""
    found = [Hit("a.md", 3, "anew", "anew"), Hit("a.md", 4, "anew", "anew"), Hit("b.md", 3, "stand", "stands")]
    assert told(found, {"a.md": {3}}) == "a.md:3: anew: anew"
    assert told(found, {}) == "    2 anew\n    1 stand"


if __name__ == "__main__":
    wanted = sys.argv[1:]
    for each in (hit for group in hits().values() for hit in group if not wanted or hit.file in wanted):
        sys.stdout.write(f"{each}\n")
