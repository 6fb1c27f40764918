"""The process that runs tools: a request a line, an answer a line. It opens no file outside its folder."""

from __future__ import annotations

import json
import os
import re
import sys
import tempfile
from _thread import interrupt_main
from collections.abc import Callable, Mapping, Sequence
from contextlib import chdir, redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from threading import Timer
from typing import BinaryIO, Literal

import jsonschema

import croupier
import croupier_dsl
from croupier.assistant import tools
from croupier.assistant.fence import fence, inside
from croupier.assistant.guides import guide, guides
from croupier.assistant.playing import Room
from croupier.assistant.tools import BY_NAME, Json, Tool
from croupier.base.faults import CroupierError, SetupError
from croupier.base.files import write
from croupier.base.language import tr
from croupier.native.compilers import Unbuilt, compiler
from croupier.table import cache, catalogue
from croupier_dsl import CompileError, exported, nearest, render

Ended = Literal["done", "failed", "misuse", "interrupted"]
Run = Callable[[Sequence[str]], Ended]
"""The command line: it prints, and returns how it ended."""

TEXTS = (".yaml", ".md", ".txt")
"""The endings of files that `write` writes."""
MOST_FILES = 500
MOST_QUOTED = 300
"""The length of a message about a wrong argument, which quotes it."""


def work(folder: Path, command: Run, requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer requests, one a line, until the end of the input. `command`: the command line, which tools run."""
    os.chdir(folder)
    _bound_memory()
    with tempfile.TemporaryDirectory() as made:
        tempfile.tempdir = made
        desk = Desk(folder, Path(made), command)
        kept = cache.folder()
        places = [Path(croupier_dsl.__file__).parent, Path(croupier.__file__).parent, catalogue.directory()]
        exported("ebnf")  # reads the parse tables from their cache, which the fence closes
        places += [catalogue.guide(name) for name in ("compact.md", "cheat-sheet.md", "phrasebook")]
        python = [Path(path) for path in (*sys.path, sys.prefix, sys.base_prefix) if path]
        own = [] if kept is None else [kept]
        for each in own:
            each.mkdir(mode=0o700, parents=True, exist_ok=True)
        fence([*places, *python, Path("/proc/cpuinfo")], [folder, Path(made), *own], _compilers())
        for line in requests:
            request = json.loads(line)
            told = json.dumps(desk.answer(request["tool"], request["arguments"]), ensure_ascii=False)
            answers.write(told.encode("utf-8", "replace") + b"\n")
            answers.flush()


def _compilers() -> list[str]:
    with suppress(Unbuilt):
        return [compiler().command[0]]
    return []


def _bound_memory() -> None:
    """Limit the memory of this process, where the system can."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (tools.MEMORY, tools.MEMORY))


@dataclass(slots=True)
class Desk:
    """Answers tools. `drafts`: a private folder for texts without a file."""

    folder: Path
    drafts: Path
    command: Run
    room: Room = field(default_factory=Room)

    def answer(self, name: str, given: Mapping[str, object]) -> Json:
        """Return the answer of a tool: `result`, or `error`; with `stopped` if the time was up. It never raises."""
        try:
            tool = _tool(name)
            _check(tool, given)
            found = self._timed(tool, tool.lowered(given)[0])
            return _cut({**found, **tools.applied(name, given)})
        except CompileError as error:
            return {"error": str(error), "diagnostics": [render.as_json(one) for one in error.diagnostics]}
        except MemoryError:
            return {"error": tr("this needs more memory than the server allows"), "spent": True}
        except RecursionError:
            return {"error": tr("this is nested too deep")}
        except OSError as error:
            return {"error": f"{error.filename}: {error.strerror}" if error.filename else str(error.strerror or error)}
        except (CroupierError, ValueError) as error:
            return {"error": str(error)}
        except KeyboardInterrupt:
            return tools.stopped(name, given, _seconds(given))
        except Exception as error:  # of the program itself: an assistant gets no traceback
            return {"error": tr("an internal error: {error}", error=repr(error))}

    def _timed(self, tool: Tool, given: Mapping[str, object]) -> Json:
        """Answer, interrupted as if by Ctrl-C after the time of the tool: commands then print their results so far."""
        own_end = any(each.name == "seconds" and each.flag for each in tool.parameters)
        timer = Timer(_seconds(given) + (tools.GRACE / 2 if own_end else 0), interrupt_main)
        timer.daemon = True
        timer.start()
        try:
            return self._run(tool, given) if tool.command else {"result": self._own(tool.name, given)}
        finally:
            timer.cancel()

    def _run(self, tool: Tool, given: Mapping[str, object]) -> Json:
        text = given.get("text")
        if not tool.draft or text is None:
            if tool.draft and "ruleset" not in given:
                raise SetupError(tr("name a ruleset, or give its text"))
            return self._command(tool, tool.words(given, self.folder), given)
        if "ruleset" in given:
            raise SetupError(tr("give a ruleset or a text, not both"))
        named = re.search(r"^(?:game|variant|library): *([A-Za-z0-9_-]+) *$", str(text), re.MULTILINE)
        with tempfile.TemporaryDirectory(dir=self.drafts) as made, chdir(made):
            name = f"{named[1] if named else 'draft'}.yaml"
            Path(name).write_text(_bounded("text", str(text)), encoding="utf-8")
            words = tool.words({key: value for key, value in given.items() if key != "ruleset"}, self.folder)
            found = self._command(tool, [*words, name], given)
            after = Path(name).read_text(encoding="utf-8")
            return {**found, "text": after} if after != text else found

    def _command(self, tool: Tool, words: Sequence[str], given: Mapping[str, object]) -> Json:
        """Run a command and return what it printed: its data, else its text."""
        printed, told = StringIO(), StringIO()
        with redirect_stdout(printed), redirect_stderr(told):
            ended = self.command(words)
        text, notes = printed.getvalue(), told.getvalue().strip()
        result: object = text
        if "--json" in words and text.strip():
            with suppress(ValueError):
                result = json.loads(text)
                result = tool.short(result) if tool.short is not None and not given.get("full") else result
        found: Json = {"ok": ended == "done"}
        if ended == "misuse" or not text:
            found["error"] = notes or (tr("stopped") if ended == "interrupted" else text)
        else:
            found |= {"result": result} | ({"notes": notes} if notes else {})
        return found | ({"stopped": True} if ended == "interrupted" else {})

    def _own(self, name: str, given: Mapping[str, object]) -> object:
        match name:
            case "list_files":
                return {"files": self._files(), "libraries": [*catalogue.libraries()]}
            case "read":
                return self._read(str(given["name"]), given.get("part"))
            case "write":
                return self._write(str(given["path"]), str(given["text"]))
            case "guide":
                return self._guide(given.get("name"))
            case "play_start":
                ruleset = tools.placed(tools.RULESET, str(given["ruleset"]), self.folder)
                stack = given.get("with", [])
                variants = [str(each) for each in stack] if isinstance(stack, list) else []
                return self.room.start(
                    given, ruleset, tuple(tools.placed(tools.VARIANT, each, self.folder) for each in variants)
                )
        return self.room.answer(name, given)

    def _files(self) -> list[str]:
        found: list[str] = []
        for top, folders, names in os.walk(self.folder):
            folders[:] = sorted(each for each in folders if not each.startswith("."))
            found += [str((Path(top) / each).relative_to(self.folder)) for each in sorted(names) if each[0] != "."]
            if len(found) > MOST_FILES:
                break
        return found[:MOST_FILES]

    def _read(self, name: str, part: object) -> object:
        path = catalogue.bundled(name)
        if path is None:
            path = inside(self.folder, name)
        elif part is not None:
            path = path.with_suffix(f".{part}.yaml")
        with path.open(encoding="utf-8") as file:
            return _bounded(name, file.read(tools.MOST_WRITTEN + 1))

    def _write(self, name: str, text: str) -> object:
        path = inside(self.folder, name)
        if path.suffix not in TEXTS:
            raise SetupError(tr("{name} cannot be written: its ending must be one of {endings}", name=repr(name),
                                endings=", ".join(TEXTS)))  # fmt: skip
        whole = _bounded(name, text)
        path.parent.mkdir(parents=True, exist_ok=True)
        write(path, whole)
        return {"written": str(path), "lines": text.count("\n")}

    def _guide(self, name: object) -> object:
        known = guides()
        if name is None:
            return known
        if name not in known:
            raise SetupError(tr("unknown guide {name}; the guides are {names}", name=repr(name),
                                names=", ".join(known)))  # fmt: skip
        return guide(str(name))


def _tool(name: str) -> Tool:
    if name not in BY_NAME:
        near = nearest(name, [*BY_NAME])
        hint = tr("did you mean {near}?", near=near) if near else tr("there are {names}.", names=", ".join(BY_NAME))
        raise SetupError(tr("unknown tool {name}; {hint}", name=repr(name), hint=hint))
    return BY_NAME[name]


def _check(tool: Tool, given: Mapping[str, object]) -> None:
    """Raise SetupError for arguments that do not fit the tool's schema."""
    wrong = jsonschema.Draft202012Validator(tool.schema()).iter_errors(given)
    error = next(iter(wrong), None)
    if error is not None:
        where = ".".join(map(str, error.absolute_path))
        told = error.message if len(error.message) <= MOST_QUOTED else f"{error.message[:MOST_QUOTED]} …"
        raise SetupError(f"{where}: {told}" if where else told)


def _bounded(name: str, text: str) -> str:
    """Return a text. Raise SetupError if it is too long for a file."""
    if len(text) > tools.MOST_WRITTEN:
        raise SetupError(tr("{name} is longer than {n} characters", name=name, n=f"{tools.MOST_WRITTEN:,}"))
    return text


def _seconds(given: Mapping[str, object]) -> int:
    asked = given.get("seconds")
    return asked if isinstance(asked, int) else tools.SECONDS


def _cut(found: Json) -> Json:
    """Return an answer that is not too long: of a longer one its beginning, as text."""
    result = found.get("result")
    text = result if isinstance(result, str) else json.dumps(result, ensure_ascii=False)
    if len(text) <= tools.MOST_TOLD:
        return found
    told = tr("{n} characters; only the first {most} are shown", n=f"{len(text):,}", most=f"{tools.MOST_TOLD:,}")
    return found | {"result": text[: tools.MOST_TOLD], "cut": told}
