"""Turn a position and the moves from there into an example of play in the text of the ruleset."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeAlias

from croupier.base.faults import CroupierError
from croupier.base.language import tr
from croupier.compile.options import chosen_by
from croupier.studio.bench import Bench
from croupier.studio.folder import NAME, Refused
from croupier.studio.messages import Record
from croupier.studio.papers import Papers, units
from croupier.workbench.recorded import recorded
from croupier.workbench.scenarios import run_scenario
from croupier_dsl.reader import Entry, Mapping
from croupier_dsl.services import Desk

Json: TypeAlias = dict[str, object]


def example(papers: Papers, bench: Bench, wanted: Record) -> Json:
    """Return the edit that writes the example, after a trial that it passes. `refused`: the reason against it."""
    host = bench.host
    if host is None or bench.rules is None or not 0 <= wanted.start <= wanted.end < len(host.play.history):
        return {"refused": tr("this position is impossible")}
    name = "_".join(wanted.name.split())
    if not name.replace("_", "").isalnum() or not name.isascii() or name[0].isdigit():
        return {"refused": tr("a scenario name consists of letters, digits and spaces")}
    rules = bench.rules
    if name in {scenario.name for scenario in rules.ir.scenarios}:
        return {"refused": tr("a scenario {name} already exists", name=name)}
    start, end = host.play.history.game(wanted.start), host.play.history.game(wanted.end)
    moves = host.play.history.made(wanted.end)[len(host.play.history.made(wanted.start)) :]
    options = {key: str(value) for key, value in chosen_by(rules.ir, bench.preset).items()} | bench.options
    failure = ""
    for brief in (False, True):
        text = recorded(name, options, start, moves, end, brief=brief)
        try:
            file, at, put = _place(papers, text)
        except Refused as error:
            return {"refused": str(error)}
        failure = _tried(papers, file, at, put, name)
        if not failure:
            there = papers.open[file].text if file in papers.open else ""
            place = units(there, at)
            return {"file": file, "edits": {file: [(place, place, put)]}}
    return {"refused": tr("the scenario would not pass: {failure}", failure=failure)}


def _place(papers: Papers, text: str) -> tuple[str, int, str]:
    """Return the file for examples, the place of a new one, and the text to insert.

    Raise Refused if the file has no place for it.
    """
    stem = papers.main.partition(".")[0]
    beside = f"{stem}.scenarios.yaml"
    assert NAME.fullmatch(beside)
    sight = papers.desk.sight(papers.path(papers.main))
    for file in (beside, papers.main):
        document = sight.document(papers.path(file)) if file in papers.open else None
        root = document.root if document is not None else None
        entry = _scenarios(root) if isinstance(root, Mapping) else None
        if entry is None:
            continue
        there = papers.open[file].text
        if not isinstance(entry.value, Mapping) or not entry.value.entries:
            end, indent = _line_end(there, entry.key.span.end), 2
        elif there[entry.value.span.start : entry.value.span.start + 1] == "{":
            raise Refused(tr("the scenarios are in braces; first put each on a line of its own"))
        else:
            first = entry.value.entries[0].key.span
            end, indent = _line_end(there, entry.value.span.end), first.column - 1
        return file, end, "\n\n" + "".join(_indented(text, indent)).rstrip("\n") + ("" if there[end:] else "\n")
    there = papers.open[beside].text if beside in papers.open else ""
    return beside, len(there), ("\n" if there.strip() else "") + "scenarios:\n" + "".join(_indented(text, 2))


def _scenarios(root: Mapping) -> Entry | None:
    return next((entry for entry in root.entries if entry.key.text == "scenarios"), None)


def _line_end(text: str, at: int) -> int:
    """Return the end of the text before a place, without trailing blanks and empty lines."""
    before = len(text[:at].rstrip())
    line = text.find("\n", before)
    return len(text) if line < 0 else line


def _indented(text: str, indent: int) -> Iterator[str]:
    return (f"{' ' * indent}{line}" for line in text.splitlines(keepends=True))


def _tried(papers: Papers, file: str, at: int, put: str, name: str) -> str:
    """Return the reason against the example in its place; empty if it passes."""
    desk = Desk(papers.desk.bundled, replace(papers.desk.files, open=dict(papers.desk.files.open)))
    there = papers.open[file].text if file in papers.open else ""
    desk.put(papers.path(file), there[:at] + put + there[at:])
    sight = desk.sight(papers.path(papers.main))
    rules = sight.understood.rules
    if rules is None:
        errors = [each for each in sight.found if each.severity.value == "error"]
        return errors[0].message if errors else tr("the rules have errors")
    scenario = next((each for each in rules.scenarios if each.name == name), None)
    if scenario is None:
        return tr("it can no longer be found")
    try:
        return run_scenario(rules, scenario).failure
    except CroupierError as error:
        return str(error)
