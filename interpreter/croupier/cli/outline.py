"""`croupier outline`: print every part of a ruleset that has a path, with its text, as a tree."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from croupier.base.language import ntr, said, tr
from croupier.cli import arguments
from croupier.cli.trouble import colourful

if TYPE_CHECKING:
    from rich.tree import Tree

    from croupier_dsl import Part

INDENT = "  "
FOLDED = ("books", "clauses", "rulings")
"""The sections on sources, which are counted by default and listed on request."""
UNTOLD = ("is", "text", "word")
"""The kinds of parts that are written with their enclosing part."""
MOST_NAMED = 12
"""The number of names listed for an unknown path."""


@click.command(name="outline")
@arguments.ruleset
@click.argument("path", metavar="[PATH]", required=False)
@arguments.variants
@arguments.as_json
@arguments.lang
def command(ruleset: str, path: str | None, variants: tuple[str, ...], as_json: bool) -> None:
    """List every part of RULESET that a variant, a text or `because` can name: its path, its rule, its words.

    With PATH, list only that part and its contents. Parts after `not set` can be added there.

    \b
    Examples:
      croupier outline my-game.yaml
      croupier outline my-game.yaml moves
      croupier outline my-game.yaml moves.throw.when --json
    """
    from croupier.table.catalogue import written

    rules, root = written(ruleset, variants)
    parts = root.parts if path is None else (_at(root, path),)
    if path is None and not as_json:
        parts = tuple(_folded(part) if part.path in FOLDED else part for part in parts)
    if as_json:
        told = {"ruleset": ruleset, "title": dict(rules.title), "parts": [plain(part) for part in parts]}
        click.echo(json.dumps(told, ensure_ascii=False, indent=2))
        return
    heading = tr("{title}: parts", title=said(rules.title) or rules.name)
    if sys.stdout.isatty():
        _draw(heading, parts)
        return
    click.echo(heading)
    for part in parts:
        for line in lines(part):
            click.echo(line)


def _folded(part: Part) -> Part:
    """Return a section that is only counted."""
    from dataclasses import replace

    counted = ntr("{n} entry", "{n} entries", len(part.parts))
    return replace(part, written=(counted,), parts=())


def _at(root: Part, path: str) -> Part:
    """Return the part at a path; a path that leads nowhere is answered with the nearest, or with what is there."""
    from croupier_dsl import nearest

    known = {part.path: part for part in root.walk()}
    if path in known:
        return known[path]
    above = path
    while above not in known:
        above = above.rpartition(".")[0]
    there, name = known[above].parts, path.rpartition(".")[2]
    near = (
        nearest(name, [part.name for part in there]) if path == f"{above}.{name}".strip(".") else nearest(path, known)
    )
    ends = [other for other in known if other.rpartition(".")[2] == name]
    if near is not None and near not in known:
        near = f"{above}.{near}"
    if near is None and ends and not above:
        near = min(ends, key=len)
    if near is not None:
        raise click.UsageError(tr("the rules have no part {path}; did you mean {near}?", path=path, near=near))
    names = ", ".join(part.path for part in [*there][:MOST_NAMED]) + (" …" if len(there) > MOST_NAMED else "")
    told = tr(
        "the rules have no part {path}; the parts are {names}", path=path, names=names or tr("no parts within it")
    )
    raise click.UsageError(told)


# ---------------------------------------------------------------- as text


def lines(part: Part, depth: int = 0) -> Iterator[str]:
    """Yield a part and its inner parts, each on a line of its own, indented by depth."""
    first, *more = worded(part)
    yield INDENT * depth + first
    yield from (INDENT * (depth + 2) + line for line in more)
    for inner in part.parts:
        if inner.sort not in UNTOLD:
            yield from lines(inner, depth + 1)
    if absent := _absent(part):
        yield INDENT * (depth + 1) + absent


def worded(part: Part) -> list[str]:
    """Return the path, the text and the title of a part; statements without a path get a line each."""
    one = len(part.written) == 1 and part.sort not in ("list", "label") and not _told_within(part)
    told = f"{part.path}: {part.written[0]}" if one else part.path
    about = [said(part.title)] if part.title else []
    if part.sort in ("value", "statement") and part.path.endswith("." + "".join(part.written[:1])):
        told = part.path
    if part.start and not told.endswith(f" starting {part.start}"):
        about.append(tr("default {value}", value=part.start))
    words = ", ".join(filter(None, about))
    found = [told + (f"  ({words})" if words else "") + (f"  # {part.note}" if part.note else "")]
    if part.readers:
        found.append(tr("used in {paths}", paths=", ".join(part.readers)))
    return found if one or part.sort == "value" or _told_within(part) else [*found, *part.written]


def _told_within(part: Part) -> bool:
    """Return whether the parts of a list or a block of statements describe all of it."""
    done = [inner for inner in part.parts if inner.sort == "statement"]
    lines = [line for line in part.written if not line.startswith(" ")]
    if part.sort == "statement":  # of several branches it would not be told which does what
        return bool(done) and len(lines) == 1
    return bool(done) and len(lines) == len(done)


def _absent(part: Part) -> str:
    """Return the note on keys that are not set."""
    return tr("not set: {names}", names=", ".join(part.absent)) if part.absent else ""


def _draw(heading: str, parts: Sequence[Part]) -> None:
    """Print the tree, for a terminal."""
    from rich.console import Console
    from rich.tree import Tree

    tree = Tree(heading, guide_style="dim")
    for part in parts:
        _grow(tree, part)
    Console(highlight=False, soft_wrap=False, no_color=not colourful(sys.stdout)).print(tree)


def _grow(tree: Tree, part: Part) -> None:
    from rich.text import Text

    first, *more = worded(part)
    path, rest = first[: len(part.path)], first[len(part.path) :]
    sentence, gap, aside = rest.partition("  (") if "  (" in rest else rest.partition("  # ")
    above = len(path) - len(part.name)
    label = Text.assemble((path[:above], "dim"), (path[above:], "bold"), sentence, (gap + aside, "green"))
    for line in more:
        label.append(f"\n{INDENT}{line}", style="dim" if part.readers else "")
    branch = tree.add(label)
    for inner in part.parts:
        if inner.sort not in UNTOLD:
            _grow(branch, inner)
    if absent := _absent(part):
        branch.add(Text(absent, style="dim"))


# ---------------------------------------------------------------- as data


def plain(part: Part) -> dict[str, object]:
    """Return a part as JSON."""
    found: dict[str, object] = {
        "path": part.path,
        "sort": part.sort,
        "written": [*part.written],
        "title": dict(part.title),
    }
    if part.span is not None:
        found |= {"file": str(part.span.source.path or part.span.source.name), "line": part.span.line}
    if part.note:
        found["comment"] = part.note
    if part.sort == "option":
        found |= {"start": part.start, "used_in": [*part.readers]}
    found["absent"] = [*part.absent]
    found["parts"] = [plain(inner) for inner in part.parts]
    return found
