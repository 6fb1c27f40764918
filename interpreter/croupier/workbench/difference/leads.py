"""Sentences for a difference between two texts, in the current language."""

from __future__ import annotations

from collections.abc import Callable
from difflib import SequenceMatcher

from croupier.base.language import later, tr

Lines = tuple[str, ...]
Say = Callable[[Lines, Lines], str]
"""A function from the old and the new lines, empty if absent, to one sentence."""


def changed_lines(old: Lines, new: Lines) -> tuple[Lines, Lines]:
    """Return the lines that are only in one of two lists."""
    gone: list[str] = []
    come: list[str] = []
    for kind, i, j, k, m in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind != "equal":
            gone += old[i:j]
            come += new[k:m]
    return tuple(gone), tuple(come)


def _one(lines: Lines) -> str:
    """Return lines as one sentence."""
    return "; ".join(line.strip() for line in lines)


def _changing(new: str, gone: str, changed: str, **names: str) -> Say:
    """Return how to say that a part is new, gone or changed."""

    def say(was: Lines, now: Lines) -> str:
        return tr(new if not was else gone if not now else changed, was=_one(was), now=_one(now), **names)

    return say


def plain(what: str) -> Say:
    """Return how to say a part that has a sentence, or none."""

    return _changing(
        later("{what} is now {now} (was not set)"),
        later("{what} has been removed (was {was})"),
        later("{what} is now {now} (was {was})"),
        what=what,
    )


def headed(what: str) -> Say:
    """Return how to say a part of several lines, named by the first."""
    return lambda was, now: plain(what)(was[:1], now[:1])


def _declared(new: str, gone: str) -> Say:
    return lambda was, now: new if now else gone


def option(name: str) -> Say:
    return lambda was, now: (
        tr("new option {name}: {now}", name=name, now=now[0]) if now else tr("the option {name} is gone", name=name)
    )


def option_values(name: str) -> Say:
    return lambda was, now: tr("{name} may now be {now} (was {was})", name=name, now=_one(now), was=_one(was))


def option_start(name: str) -> Say:
    def say(was: Lines, now: Lines) -> str:
        if now and now[0].removeprefix("-").isdigit():
            return tr("{name} now starts at {now} (was {was})", name=name, now=_one(now), was=_one(was))
        return tr("{name} now starts as {now} (was {was})", name=name, now=_one(now), was=_one(was))

    return say


def need(name: str) -> Say:
    return _changing(
        later("the option {name} now needs {now}"),
        later("the option {name} no longer needs {was}"),
        later("the option {name} needs {now} (was {was})"),
        name=name,
    )


def table(name: str) -> Say:
    return _declared(tr("new table {name}", name=name), tr("the table {name} is gone", name=name))


def row(table: str, key: str) -> Say:
    return _changing(
        later("new row {key} of {table}: {now}"),
        later("the row {key} of {table} is gone (was {was})"),
        later("the row {key} of {table}: {now} (was {was})"),
        key=key,
        table=table,
    )


def zone(name: str) -> Say:
    return _declared(tr("new zone {name}", name=name), tr("the zone {name} is gone", name=name))


def state(name: str) -> Say:
    return _declared(tr("new state {name}", name=name), tr("the state {name} is gone", name=name))


def definition(name: str) -> Say:
    return _declared(tr("new definition {name}", name=name), tr("the definition {name} is gone", name=name))


def combo(name: str) -> Say:
    return _declared(tr("new combination {name}", name=name), tr("the combination {name} is gone", name=name))


def stage(path: str) -> Say:
    above, _, name = path.rpartition(".")
    within = above.rpartition(".")[2]
    new = tr("new stage {name} in {stage}", name=name, stage=within)
    return _declared(new, tr("the stage {name} of {stage} is gone", name=name, stage=within))


def effect(name: str) -> Say:
    return _declared(tr("new effect {name}", name=name), tr("the effect {name} is gone", name=name))


def move(name: str, stage: str) -> Say:
    new = tr("new move {name}, in {stage}", name=name, stage=stage) if stage else tr("new move {name}", name=name)
    return _declared(new, tr("the move {name} is gone", name=name))


def trigger(name: str) -> Say:
    new = tr("new automatic rule {name}", name=name)
    return _declared(new, tr("the automatic rule {name} is gone", name=name))


def choice(move: str) -> Callable[[str], Say]:
    """Return a choice of a move, by its name."""

    def named(name: str) -> Say:
        return _changing(
            later("{move} now also asks for {name}: {now}"),
            later("{move} no longer asks for {name}"),
            later("{move}, {name} is now {now} (was {was})"),
            move=move,
            name=name,
        )

    return named


def asked(move: str) -> Say:
    """Return a condition of a move."""

    return _changing(
        later("{move} now also requires that {now}"),
        later("{move} no longer requires that {was}"),
        later("{move} requires that {now} (was {was})"),
        move=move,
    )


def condition(what: str) -> Say:
    """Return a condition of a stage or of a rule that fires."""

    return _changing(
        later("{what}: now also {now}"),
        later("{what}: no longer {was}"),
        later("{what} is now {now} (was {was})"),
        what=what,
    )


def offer(stage: str) -> Say:
    return lambda was, now: (
        tr("{stage} now offers {move}", stage=stage, move=now[0])
        if now
        else tr("{stage} no longer offers {move}", stage=stage, move=was[0])
    )


def begin(stage: str) -> Say:
    return _done(tr("the beginning of {stage}", stage=stage))


def end(stage: str) -> Say:
    return _done(tr("the end of {stage}", stage=stage))


def otherwise(stage: str) -> Say:
    return _done(tr("{stage}, if no player can move", stage=stage))


def does(move: str) -> Say:
    return _done(tr("what {move} does", move=move))


def _done(where: str) -> Say:
    """Return a list of statements."""

    def say(was: Lines, now: Lines) -> str:
        if now and not was:
            return tr("{where}: now also {now}", where=where, now=_one(now))
        if was and not now:
            return tr("{where}: no longer {was}", where=where, was=_one(was))
        if len(was) == len(now) == 1:
            return tr("{where}: now {now} (was {was})", where=where, now=_one(now), was=_one(was))
        return tr("{where} has changed", where=where)

    return say
