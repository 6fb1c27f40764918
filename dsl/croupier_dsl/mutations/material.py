"""Mutations of the material: players, options, cards, tables, zones, state, combos, definitions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TypeVar

from croupier_dsl import ir
from croupier_dsl.mutations.change import Change, less
from croupier_dsl.mutations.sentences import conditions, expressions, plus_one, variants

MOST_PLAYERS = 20
Headed = TypeVar("Headed", ir.Zone, ir.Variable)
NOBODY_WILD = ir.Constant(ir.TRUTH, False)
NO_WILDS = ir.Constant(ir.NUMBER, 0)
ONE = ir.Constant(ir.NUMBER, 1)


def players(numbers: tuple[int, ...], where: ir.Where | None) -> Iterator[Change[tuple[int, ...]]]:
    """Yield the least and the greatest number of players forbidden, and one more allowed."""
    if len(numbers) > 1:
        yield Change("players", f"without {numbers[0]}", where, numbers[1:])
        yield Change("players", f"without {numbers[-1]}", where, numbers[:-1])
    if numbers[-1] < MOST_PLAYERS:
        yield Change("players", f"with {numbers[-1] + 1}", where, (*numbers, numbers[-1] + 1))


def option(written: ir.Option, enums: dict[str, tuple[str, ...]]) -> Iterator[Change[ir.Option]]:
    """Yield another value to begin with; bounds one step wider and left out; what it needs dropped and negated."""
    path = f"options.{written.name}"
    yield Change(path, "starts otherwise", written.where, replace(written, default=_other(written, enums)))
    for what, made in _wider(written):
        yield Change(path, what, written.where, made)
    for change in conditions(written.needs, f"{path}.needs"):
        yield Change(change.path, change.what, change.where, replace(written, needs=change.made))


def _wider(option: ir.Option) -> Iterator[tuple[str, ir.Option]]:
    """Yield options with values allowed that the bounds, or the listed numbers, exclude."""
    listed = sorted(option.among)
    if listed and len(listed) <= listed[-1] - listed[0]:
        yield "with any number", replace(option, among=())
    if option.low is not None:
        fewer = (*option.among, listed[0] - 1) if listed else ()
        yield "from one fewer", replace(option, low=plus_one(option.low, -1), among=fewer)
        yield "from any number", replace(option, low=None, among=())
    if option.high is not None:
        more = (*option.among, listed[-1] + 1) if listed else ()
        yield "to one more", replace(option, high=plus_one(option.high), among=more)
        yield "to any number", replace(option, high=None, among=())


def _other(option: ir.Option, enums: dict[str, tuple[str, ...]]) -> ir.Expr:
    """Return an allowed value that the option does not begin with, where that can be told."""
    default = option.default
    if option.type == ir.TRUTH:
        return ir.Not(ir.TRUTH, default)
    if option.type.enum:
        size = len(enums.get(option.type.enum, ())) or 1
        if isinstance(default, ir.Constant):
            return replace(default, value=(default.value + 1) % size)
        first, second = ir.Constant(option.type, 0), ir.Constant(option.type, 1 % size)
        return ir.IfThenElse(option.type, ir.Same(ir.TRUTH, default, first), second, first)
    if option.among and isinstance(default, ir.Constant):
        return replace(default, value=next((n for n in option.among if n != default.value), default.value))
    at_the_top = isinstance(default, ir.Constant) and default == option.high
    return plus_one(default, -1 if at_the_top else 1)


def cards(written: ir.Cards, where: ir.Where | None) -> Iterator[Change[ir.Cards]]:
    """Yield the cards with another copy, another pack, or no wild card."""
    for change in expressions(written.copies, "cards.copies", where):
        yield Change(change.path, change.what, where, replace(written, copies=change.made))
    if not isinstance(written.packs, ir.Constant):
        yield Change("cards.packs", "plus one", where, replace(written, packs=plus_one(written.packs)))
    if written.wild is not None:
        yield Change("cards.wild", "dropped", where, replace(written, wild=NOBODY_WILD))


def table(written: ir.Table, enums: dict[str, tuple[str, ...]]) -> Iterator[Change[ir.Table]]:
    """Yield the changes of each row: a number off by one, a forced arm, another word of a list, fewer keys."""
    for number, row in enumerate(written.rows):
        for what, value in (*variants(row.value), *_another(row.value, enums)):
            rows = (*written.rows[:number], replace(row, value=value), *written.rows[number + 1 :])
            yield Change(row_path(enums, written, row), what, row.where or written.where, replace(written, rows=rows))


def row_path(enums: Mapping[str, tuple[str, ...]], table: ir.Table, row: ir.Row) -> str:
    """Return the path of a row in mutations, by its keys: `tables.points.J/Q/K`."""
    words = enums.get(table.key.type.enum, ())
    named = [words[key] if words else str(key) for key in row.keys or ()]
    named += [f"{row.onward}.."] if row.onward is not None else []
    key = "else" if row.keys is None else "/".join(named)
    return f"tables.{table.name}.{key}"


def _another(value: ir.Expr, enums: dict[str, tuple[str, ...]]) -> Iterator[tuple[str, ir.Expr]]:
    """Yield the next word of the list that a word comes from."""
    if isinstance(value, ir.Constant) and value.type.enum:
        words = enums[value.type.enum]
        following = (value.value + 1) % len(words)
        yield f"{words[following]} instead", replace(value, value=following)


def zone(written: ir.Zone) -> Iterator[Change[ir.Zone]]:
    """Yield the changes of who sees the zone (everyone, or no player if everyone does), and of its keys."""
    path = f"zones.{written.name}"
    if written.seen == "everyone" and not written.top_only and written.seen_by is None:
        yield Change(path, "seen by nobody", written.where, replace(written, seen="nobody", seen_by=None))
    else:
        yield Change(
            path, "seen by everyone", written.where, replace(written, seen="everyone", top_only=False, seen_by=None)
        )
    yield from _otherwise_keyed(written)


def _otherwise_keyed(written: Headed) -> Iterator[Change[Headed]]:
    """Yield the declaration with one number more and one fewer in its keys."""
    if isinstance(written.keys, ir.Span) and written.keys.high is not None:
        for what, by in (("one more", 1), ("one fewer", -1)):
            keys = replace(written.keys, high=plus_one(written.keys.high, by))
            yield Change(written.path, what, written.where, replace(written, keys=keys))


def variable(written: ir.Variable, enums: dict[str, tuple[str, ...]]) -> Iterator[Change[ir.Variable]]:
    """Yield another beginning; and what lives in a stage kept for the whole game."""
    path = f"state.{written.name}"
    for what, start in (*variants(written.start), *_another(written.start, enums)):
        yield Change(path, f"starting {what}", written.where, replace(written, start=start))
    if written.life and written.per != "card":
        yield Change(path, "never begun anew", written.where, replace(written, life=""))
    yield from _otherwise_keyed(written)


def definition(written: ir.Definition) -> Iterator[Change[ir.Definition]]:
    path = f"define.{written.name}"
    for change in expressions(written.body, path, written.where):
        yield Change(path, change.what, change.where, replace(written, body=change.made))


def combo(written: ir.Combo) -> Iterator[Change[ir.Combo]]:
    """Yield the combo with a demand dropped, a size moved by one, or one of several parts dropped."""
    path, where = f"combos.{written.name}", written.where
    match written:
        case ir.Pattern():
            for part, what, made in _demands(written):
                yield Change(f"{path}.{part}", what, where, made)
        case ir.Either(parts=parts):
            for number, part in enumerate(parts):
                yield Change(path, f"without {part}", where, replace(written, parts=less(parts, number)))
        case ir.Split(parts=parts):
            if len(parts) > 1:
                for number, part in enumerate(parts):
                    yield Change(f"{path}.split", f"without {part}", where, replace(written, parts=less(parts, number)))
            yield Change(f"{path}.least", "dropped", where, replace(written, least=ONE))


def _demands(pattern: ir.Pattern) -> Iterator[tuple[str, str, ir.Pattern]]:
    """Yield the demands of a pattern, each dropped or loosened."""
    asked = (pattern.different is not None, bool(pattern.sequence), pattern.whole is not None)
    alone = len(pattern.same) + sum(asked) == 1
    for number, attribute in enumerate(pattern.same):
        if not alone:
            yield "same", f"{attribute} dropped", replace(pattern, same=less(pattern.same, number))
    if pattern.different is not None and not alone:
        yield "different", "dropped", replace(pattern, different=None)
    if pattern.sequence and not (alone or pattern.of):
        yield "sequence", "dropped", replace(pattern, along=None, sequence=())
    if len(pattern.sequence) > 1:
        for number, _ in enumerate(pattern.sequence):
            made = replace(pattern, sequence=less(pattern.sequence, number))
            yield "sequence", f"without way {number + 1}", made
    fixed = pattern.largest == pattern.smallest
    if pattern.smallest != ir.Constant(ir.NUMBER, 0):  # no group has fewer cards than none
        yield "size", "from one fewer", replace(pattern, smallest=plus_one(pattern.smallest, -1))
    if not fixed:
        yield "size", "from one more", replace(pattern, smallest=plus_one(pattern.smallest))
    if pattern.largest is not None:
        yield "size", "to one more", replace(pattern, largest=plus_one(pattern.largest))
        if not fixed:
            yield "size", "to one fewer", replace(pattern, largest=plus_one(pattern.largest, -1))
    if pattern.wild_most is not None and pattern.wild_most != NO_WILDS:
        yield "wilds", "none", replace(pattern, wild_most=NO_WILDS)
        yield "wilds", "any number", replace(pattern, wild_most=None)
    if pattern.declared is not None:
        yield "declared", "dropped", replace(pattern, declared=None)
    if pattern.whole is not None:
        if not alone:
            yield "where", "dropped", replace(pattern, whole=None)
        for what, whole in variants(pattern.whole):
            yield "where", what, replace(pattern, whole=whole)
    if pattern.of:
        yield "of", "single cards", replace(pattern, of="", beside=None, beside_of="")
    if pattern.beside is not None and not pattern.beside_of:
        yield "beside", "one more", replace(pattern, beside=plus_one(pattern.beside))
        yield "beside", "dropped", replace(pattern, beside=None)
