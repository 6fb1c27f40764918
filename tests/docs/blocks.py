"""A page of documentation as its fenced blocks, each of which is run in the order in which a reader meets it.

`yaml FILE`     the file is written
`diff FILE`     its `-` lines give way to its `+` lines; `diff FILE once` takes that back after the next console
`console`       every `$ croupier …` is run, its output compared; `…` stands for anything;
                what follows a prompt (`P1> `) is typed
`python`        run in one namespace for the page; `>>>` examples as doctest does
`text FILE`, `python FILE`  a file that is no ruleset

Blocks of any other kind are only read. With CROUPIER_UPDATE=1 the outputs in console blocks are written again; they
leave out what they left out before.
"""

from __future__ import annotations

import difflib
import doctest
import itertools
import os
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from click.testing import CliRunner

from croupier.cli import main

ROOT = Path(__file__).parents[2]
TERMINAL = {"LC_ALL": "en_US.UTF-8", "TERM": "dumb", "NO_COLOR": "1"}
UPDATE = bool(os.environ.get("CROUPIER_UPDATE"))
_FENCE = re.compile(r"^```(?P<info>[^\n`]*)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
_TIMING = re.compile(r"\bin [\d.,]+ m?s\b( \([\d.,]+ m?s each\))?")
_PROMPT = re.compile(r"^P\d+> ?(.*)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block: the words after the fence, what is in it, its first line, and where it stands in the text."""

    kind: str
    words: tuple[str, ...]
    body: str
    line: int
    span: tuple[int, int]


def blocks(page: Path) -> Iterator[Block]:
    """The fenced blocks of a page."""
    text = page.read_text(encoding="utf-8")
    for found in _FENCE.finditer(text):
        words = found["info"].split()
        line = text.count("\n", 0, found.start()) + 2
        yield Block(words[0] if words else "", tuple(words[1:]), found["body"], line, found.span("body"))


def check(page: Path, folder: Path) -> dict[str, object]:
    """Run every block of a page in a folder; AssertionError shows what differs. Returns what Python blocks named."""
    names: dict[str, object] = {"__name__": page.stem}
    undo: dict[Path, str] = {}
    anew: list[tuple[tuple[int, int], str]] = []
    for block in list(blocks(page)):
        match block.kind:
            case "yaml" | "text" | "python" if block.words:
                (folder / block.words[0]).write_text(block.body, encoding="utf-8")
            case "diff" if block.words:
                path = folder / block.words[0]
                before = path.read_text(encoding="utf-8")
                path.write_text(changed(before, block.body, f"{page.name}:{block.line}"), encoding="utf-8")
                if "once" in block.words:
                    undo.setdefault(path, before)
            case "console":
                anew.append((block.span, _console(page, block)))
                for path, before in undo.items():
                    path.write_text(before, encoding="utf-8")
                undo.clear()
            case "python" if ">>>" in block.body:
                _examples(page, block, names)
            case "python":
                exec(compile("\n" * (block.line - 1) + block.body, str(page), "exec"), names)
    if UPDATE:
        text = page.read_text(encoding="utf-8")
        for (start, end), body in reversed(anew):
            text = text[:start] + body + text[end:]
        page.write_text(text, encoding="utf-8")
    return names


def changed(text: str, change: str, where: str) -> str:
    """The text with the `-` lines of the change exchanged for its `+` lines; the others are context."""
    lines = [(line[:1], line[1:]) for line in change.splitlines()]
    old = "".join(f"{rest}\n" for sign, rest in lines if sign != "+")
    new = "".join(f"{rest}\n" for sign, rest in lines if sign != "-")
    assert text.count(old) == 1, f"{where}: the lines to change stand {text.count(old)} times in the file"
    return text.replace(old, new)


def matches(expected: str, found: str) -> bool:
    """Is the output as expected, where `…` stands for anything on a line, and a line of its own for any lines?"""
    if expected == found:
        return True
    lines = [".*" if line == "…" else re.escape(line).replace("…", "[^\n]*") for line in expected.splitlines()]
    return re.fullmatch("\n".join(lines), found.rstrip("\n"), re.DOTALL) is not None


def kept(expected: str, found: str) -> str:
    """Return output without the lines that the expected text leaves out by `…`, as far as the others are found again.

    The lines between two `…` are looked for below the lines before them. Some of them may have changed; if all have,
    the output is whole from there on. Lines before the first `…` are the first ones.
    """
    wanted = expected.splitlines()
    short = [line for line in wanted if "…" in line and line != "…"]
    lines = [next((each for each in short if matches(each, line)), line) for line in found.splitlines()]
    parts = [list(part) for dots, part in itertools.groupby(wanted, "…".__eq__) if not dots]
    shown: list[str] = []
    at = 0
    for number, part in enumerate(parts):
        same = [
            block
            for block in difflib.SequenceMatcher(None, part, lines[at:], autojunk=False).get_matching_blocks()
            if any(part[block.a : block.a + block.size])
        ]
        first = number == 0 and wanted[0] != "…"
        if not same and not first:
            return "\n".join([*shown, *lines[at:]])
        start = 0 if first else max(0, same[0].b - same[0].a)
        end = same[-1].b - same[-1].a + len(part) if same else len(part)
        shown += ["…"] * (start > 0) + lines[at + start : at + end]
        at = min(at + end, len(lines))
    rest = ["…"] if wanted and wanted[-1] == "…" else lines[at:]
    return "\n".join([*shown, *rest] if at < len(lines) else shown)


def _console(page: Path, block: Block) -> str:
    """Run the commands of a block; the block as it would be written now."""
    written = []
    for part in re.split(r"^(?=\$ )", block.body, flags=re.MULTILINE):
        command, _, expected = part.partition("\n")
        if not command.startswith("$ croupier "):
            assert not part.strip(), f"{page.name}:{block.line}: a console block runs croupier, not {command}"
            continue
        typed = "\n".join(_PROMPT.findall(expected))
        found = run(command.removeprefix("$ croupier "), f"{typed}\n")
        if not UPDATE:
            assert matches(expected.rstrip("\n"), found), f"{page.name}:{block.line}: {command}\n{found}"
        same = matches(expected.rstrip("\n"), found)
        now = _TIMING.sub(lambda time: f"in … s{' (… ms each)' if time[1] else ''}", found)
        shown = expected if same else kept(expected, now)
        written.append(f"{command}\n{shown}".rstrip("\n") + "\n")
    return "\n".join(written)


def run(command: str, typed: str = "") -> str:
    """What a command of croupier prints, trailing blanks aside."""
    result = CliRunner(env=TERMINAL).invoke(main, shlex.split(command), input=typed, prog_name="croupier")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return "\n".join(line.rstrip() for line in result.output.strip("\n").splitlines())


class _Checker(doctest.OutputChecker):
    """Knows an exception by its public name."""

    def check_output(self, want: str, got: str, optionflags: int) -> bool:
        return super().check_output(want, got.replace("croupier.base.faults.", "croupier."), optionflags)


def _examples(page: Path, block: Block, names: dict[str, object]) -> None:
    test = doctest.DocTestParser().get_doctest(block.body, {}, page.name, str(page), block.line - 1)
    test.globs = names
    told: list[str] = []
    runner = doctest.DocTestRunner(_Checker(), optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    runner.run(test, out=told.append, clear_globs=False)
    assert not told, "".join(told)
