"""Make a variant to start from: its options, and an example of each change with existing paths."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from croupier.base.faults import SetupError
from croupier.base.language import current, said, tr
from croupier.compile.options import allowed
from croupier.table.catalogue import locate, names, written
from croupier.table.game import Rules, load
from croupier.workbench.scaffold.names import titled
from croupier_dsl import Part, ir
from croupier_dsl.saying import Own

SEATS = (
    "Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon",
    "Kim", "Lou", "Max", "Nan", "Ole", "Pam", "Ray", "Sue", "Tim", "Una",
)  # fmt: skip
WIDTH = 120
_NUMBER = re.compile(r"\d{1,8}")


def new_variant(name: str, game: str, folder: Path) -> str:
    """Return the text of a variant by this name, of a bundled game or of one in the folder.

    Raise SetupError if the game does not exist, or if a variant in the folder could not find it.
    """
    game = found(game, folder)
    base = _base(game, folder)
    rules, root = written(game)
    bound = load(game)
    title = titled(name) if current() == "en" else f"{{{current()}: {titled(name)}}}"
    lines = [
        "croupier: 1",
        f"variant: {name}",
        f"of: {base}",
        f"title: {title}",
        "",
        *_comment(tr("A variant contains only the differences from {game}.", game=said(rules.title) or rules.name)),
        *_comment(tr("List all paths: croupier outline {game}", game=game)),
        *_comment(tr("Remove `# ` from the lines that you need, and edit them.")),
        "",
        *_options(bound),
        *_examples(rules, root),
        *_scenario(name, bound),
    ]
    return "\n".join(lines) + "\n"


def found(game: str, folder: Path) -> str:
    """Return a game as commands take it: a bundled name or a path, and `mine` for `mine.yaml` in the folder."""
    beside = f"{game}.yaml"
    return beside if game not in names() and Path(game).name == game and (folder / beside).is_file() else game


def _base(game: str, folder: Path) -> str:
    """Return the value of `of`: the name alone. A file has to be in the folder."""
    path = locate(game)
    if Path(game).name == game and path.stem == game:
        return game
    if path.resolve().parent != folder.resolve() or path.suffix != ".yaml":
        told = tr("a variant must be in the folder of its game; go there: {folder}", folder=path.resolve().parent)
        raise SetupError(told)
    return path.stem


def _comment(text: str) -> Iterator[str]:
    yield f"# {text}"


# ---------------------------------------------------------------- options


def _options(bound: Rules) -> Iterator[str]:
    """Yield the options, commented, as they are where the fewest play, with what they do and may be."""
    if not bound.ir.options:
        return
    yield from _comment(tr("Options with other defaults; players may still choose."))
    yield "# options:"
    told = {option.name: _value(bound.options[option.name]) for option in bound.ir.options}
    width = max(len(name) + len(value) for name, value in told.items())
    texts = dict(bound.ir.texts)
    for option in bound.ir.options:
        value = told[option.name]
        words = said(texts.get(f"options.{option.name}", ())) or said(option.title)
        may_be = _allowed(bound, option, texts)
        about = f"{words}: {may_be}" if words else may_be
        gap = " " * (width - len(option.name) - len(value) + 3)
        line = f"#   {option.name}: {value}{gap}# {about}"
        yield line if len(line) <= WIDTH else f"{line[: WIDTH - 1].rstrip()}…"
    yield ""


def _value(value: object) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _allowed(bound: Rules, option: ir.Option, texts: dict[str, ir.Texts]) -> str:
    """Return the values, those that have words with their words."""
    if not option.type.enum:
        return allowed(bound.program, option)
    values: list[str] = []
    for value in bound.program.enums[option.type.enum]:
        words = said(texts.get(f"options.{option.name}.{value}", ()))
        values.append(f"{value} ({words})" if words and words != value else value)
    return ", ".join(values)


# ---------------------------------------------------------------- examples with real paths


def _examples(rules: ir.Rules, root: Part) -> Iterator[str]:
    """Yield one change, one addition and one removal that this game allows."""
    yield from _comment(tr("Replace the sentence at a path:"))
    path, sentence = _to_change(root, rules)
    yield from ("# change:", f"#   {path}: {sentence}", "")
    yield from _comment(tr("Add something under a path, here a condition of a move:"))
    yield from ("# add:", f"#   moves.{rules.moves[0].name}.when.house_rule: {_to_add(rules)}", "")
    yield from _comment(tr("Remove parts, as a list of paths:"))
    yield from (f"# remove: [{_to_remove(root, rules)}]", "")


def _to_change(root: Part, rules: ir.Rules) -> tuple[str, str]:
    """Return a number in a table, one more than it was; else who wins."""
    for part in root.walk():
        if part.sort == "row" and len(part.written) == 1 and _NUMBER.fullmatch(part.written[0]):
            return part.path, str(int(part.written[0]) + 1)
    if not rules.result.measured and rules.result.won is not None:
        return "result.won", f"not ({Own(rules).say(rules.result.won)})"
    return "result.best", "lowest" if rules.result.best == "highest" else "highest"


def _to_add(rules: ir.Rules) -> str:
    """Return a condition that holds at some tables only, or at some times."""
    fewest = rules.players[0]
    return f"count of players > {fewest}" if len(rules.players) > 1 else f"{rules.zones[0].name} is not empty"


def _to_remove(root: Part, rules: ir.Rules) -> str:
    """Return a condition of a move that has a name; else any of a move; else a move."""
    conditions = [part.path for part in root.walk() if part.sort == "condition" and part.path.startswith("moves.")]
    conditions = [path for path in conditions if ".when." in path]
    named = [path for path in conditions if not path.rpartition(".")[2].isdigit()]
    return next(iter([*named, *conditions]), f"moves.{rules.moves[-1].name}")


# ---------------------------------------------------------------- an example of play


def _scenario(name: str, bound: Rules) -> Iterator[str]:
    """Yield a scenario to go on with: what is so at the start, and what may be said further."""
    yield from _comment(tr("Show the rule at work here; croupier test {name}.yaml plays it.", name=name))
    yield from ("scenarios:", f"  {name.replace('-', '_')}:", f"    seats: {' '.join(SEATS[: bound.seats])}")
    yield from _wrapped(tr("moves: {moves}", moves=", ".join(move.name for move in bound.ir.moves)), 4)
    yield from ("    then:", f"      - now: {{count of deck: {len(bound.program.kind_of)}}}")
    yield from (f"      # - {SEATS[0]}: …", f"      # - {SEATS[0]} cannot: …", "      # - now: {…: …}")


def _wrapped(text: str, indent: int) -> Iterator[str]:
    words: Sequence[str] = text.split()
    line = ""
    for word in words:
        if line and len(line) + len(word) > WIDTH - indent:
            yield f"{' ' * indent}# {line}"
            line = ""
        line = f"{line} {word}".strip()
    yield f"{' ' * indent}# {line}"
