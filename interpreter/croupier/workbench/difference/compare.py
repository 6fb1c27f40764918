"""Compare two rulesets, as meant and as written, section by section."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from croupier.workbench.difference import leads
from croupier.workbench.difference.canonical import Canonical, Plain, Slots, chosen, counted
from croupier.workbench.difference.written import Written
from croupier_dsl import Part, ir
from croupier_dsl.analysis import stages
from croupier_dsl.saying import Near

_WORD = re.compile(r"\w+")
_CHANGES = re.compile(r"\b(?:set|add)\b")
_SECTIONS = {
    "options": "options", "players": "material", "teams": "material", "limit": "material", "cards": "material",
    "zones": "material", "state": "material", "combos": "combinations", "effects": "moves", "play": "turn",
    "stages": "turn", "moves": "moves", "whenever": "turn", "result": "scoring", "show": "show",
}  # fmt: skip
_NAMED = ("tables", "define")


class Readers:
    """The parts of two rulesets that refer to a table or a definition; these belong to the group of their users."""

    def __init__(self, *rulesets: Part) -> None:
        self._said: list[tuple[str, str, frozenset[str]]] = []
        for ruleset in rulesets:
            for part in ruleset.walk():
                for line in part.written:
                    self._said.append((part.path, line, frozenset(_WORD.findall(line))))
        self._scored = self._within_result()

    def _within_result(self) -> frozenset[str]:
        """Return the names that decide the score, also through definitions and tables."""
        found: set[str] = set()
        for path, _, words in self._said:
            if path.startswith("result"):
                found |= words
        while True:
            more = {
                word
                for path, _, words in self._said
                if path.split(".")[0] in _NAMED and path.split(".")[1:2] and path.split(".")[1] in found
                for word in words
            }
            if more <= found:
                return frozenset(found)
            found |= more

    def group(self, path: str) -> str:
        section, _, rest = path.partition(".")
        if section in _NAMED:
            return self._of(rest.partition(".")[0], frozenset())
        if section == "play" and path.endswith(".begin"):
            return "deal"
        return _SECTIONS[section]

    def _of(self, name: str, seen: frozenset[str]) -> str:
        groups: set[str] = set()
        for path, line, words in self._said:
            section, _, rest = path.partition(".")
            own = rest.partition(".")[0]
            if name not in words or (section in _NAMED and own in seen | {name}):
                continue
            if section in _NAMED:
                groups.add(self._of(own, seen | {name}))
            elif section in ("play", "whenever", "moves") and _CHANGES.search(line) and words & self._scored:
                groups.add("scoring")
            elif section in _SECTIONS and section != "options":
                groups.add(self.group(path))
        if "scoring" in groups:
            return "scoring"
        return groups.pop() if len(groups) == 1 else "material"


@dataclass(frozen=True, slots=True)
class Row:
    """The value of a table for one key, as meant and as written."""

    value: str | None
    text: tuple[str, ...]


def rows_of(written: Written, table: ir.Table) -> dict[str, Row]:
    """Return the rows by their keys; `else` is expanded if every key is known."""
    enum = table.key.type.enum
    words = next((enum_.values for enum_ in written.rules.enums if enum_.name == enum), ())
    found: dict[str, Row] = {}
    for row in table.rows:
        value = written.mean.expr(row.value)
        if row.keys is None:
            keys = [word for word in words if word not in found] or ["else"]
        else:
            keys = [words[key] if words else str(key) for key in row.keys]
            keys += [f"{row.onward}.."] if row.onward is not None else []
        for key in keys:
            found[key] = Row(value, _row_text(written, table.name, key, row.value))
    return found


def _row_text(written: Written, table: str, key: str, value: ir.Expr) -> tuple[str, ...]:
    """Return a plain value by itself, since its row may be paired off from ranges; any other as it was written."""
    if isinstance(value, ir.Constant) and value.type != ir.TRUTH:
        return (written.mean.say(value),)
    return written.lines(f"tables.{table}.{row_path(written, table, key)}")


def row_path(written: Written, table: str, key: str) -> str:
    """Return the row that contains a key, by its name in paths."""
    part = written.said.get(f"tables.{table}")
    rows = [row.path.removeprefix(f"tables.{table}.") for row in part.parts] if part is not None else []
    if key in rows:
        return key
    values = next((e.values for e in written.rules.enums if key in e.values and e.name == _key(written, table)), ())
    for row in rows:
        for item in row.replace(" ", "").split("/"):
            low, dots, high = item.partition("..")
            if item == key or (dots and _between(low, key, high, values)):
                return row
    return "else"


def _key(written: Written, table: str) -> str:
    return next(one.key.type.enum for one in written.rules.tables if one.name == table)


def _between(low: str, key: str, high: str, values: tuple[str, ...]) -> bool:
    if low in values and high in values and key in values:
        return values.index(low) <= values.index(key) <= values.index(high)
    if all(word.removeprefix("-").isdigit() for word in (low, key, high or low)):
        return int(low) <= int(key) and (not high or int(key) <= int(high))
    return False


GROUPS = ("options", "material", "deal", "turn", "moves", "combinations", "scoring", "show")
"""The groups of differences, in the order of the report."""

Named = TypeVar("Named")


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference. `was` and `now` are the sentences, empty if absent; `lead` describes it in words.

    `group` is one of GROUPS; `path` leads to the part, in the second ruleset where it is there, else in the first;
    `change` is new, gone or changed.
    """

    group: str
    path: str
    change: str
    lead: str
    was: tuple[str, ...]
    now: tuple[str, ...]


def differences(a: Written, b: Written) -> list[Difference]:
    """Return the differences between the rules of two rulesets; texts, sources and scenarios are not rules.

    A sentence with the same text and another meaning is left out: its meaning changed through a declaration, which is
    reported.
    """
    readers = Readers(a.parts, b.parts)
    found = [replace(one, group=readers.group(one.path)) for one in _Comparison(a, b).all()]
    told = [one for one in found if one.change != "changed" or one.was != one.now]
    return sorted(told, key=lambda one: GROUPS.index(one.group))


class _Comparison:
    """Two rulesets side by side."""

    def __init__(self, a: Written, b: Written) -> None:
        self.a, self.b = a, b
        listed_a = {name for stage in stages(a.rules) for name in stage.moves}
        self.gone = listed_a - {move.name for move in b.rules.moves}
        self.new = {move.name for move in b.rules.moves} - {move.name for move in a.rules.moves}

    def all(self) -> Iterator[Difference]:
        yield from self.game()
        yield from self.options()
        yield from self.cards()
        yield from self.tables()
        yield from self.declared()
        yield from self.combos()
        yield from self.effects()
        yield from self.stages()
        yield from self.moves()
        yield from self.triggers()
        yield from self.result()
        yield from self.show()

    # ------------------------------------------------------------ how a difference is made

    def at(
        self,
        path: str,
        was: Plain,
        now: Plain,
        say: leads.Say,
        *,
        old: Sequence[str] | None = None,
        new: Sequence[str] | None = None,
    ) -> Iterator[Difference]:
        """Yield the difference between two meanings at a path; None: it is absent there.

        `old`, `new`: the sentences to report, if they are not those at the path.
        """
        if was == now:
            return
        before = () if was is None else tuple(self.a.lines(path) if old is None else old)
        after = () if now is None else tuple(self.b.lines(path) if new is None else new)
        change = "new" if was is None else "gone" if now is None else "changed"
        yield Difference("", path, change, say(before, after), before, after)

    def named(
        self,
        old: Sequence[Named],
        new: Sequence[Named],
        name: Callable[[Named], str],
        path: str,
        say: Callable[[str], leads.Say],
        both: Callable[[Named, Named], Iterator[Difference]],
    ) -> Iterator[Difference]:
        """Yield the differences of named declarations: new, gone, or compared."""
        before, after = {name(one): one for one in old}, {name(one): one for one in new}
        for key in [*after, *(key for key in before if key not in after)]:
            at = f"{path}.{key}"
            if key not in before:
                yield from self.at(at, None, "new", say(key), new=self.b.whole(at) or (key,))
            elif key not in after:
                yield from self.at(at, "gone", None, say(key), old=self.a.whole(at) or (key,))
            else:
                yield from both(before[key], after[key])

    def conditions(
        self,
        path: str,
        old: Sequence[ir.Condition],
        new: Sequence[ir.Condition],
        say: leads.Say,
        slots: tuple[Slots, Slots] = ({}, {}),
    ) -> Iterator[Difference]:
        """Yield the differences of conjoined conditions: equal ones are skipped, whatever their names.

        The others are compared by name.
        """
        before = [(self.a.mean.expr(one, slots[0]), one) for one in old]
        after = [(self.b.mean.expr(one, slots[1]), one) for one in new]
        for pair in [*after]:
            same = next((other for other in before if other[0] == pair[0]), None)
            if same is not None:
                before.remove(same)
                after.remove(pair)
        for meaning, one in after:
            other = next((other for other in before if other[1].path == one.path), None)
            if other is None and len(old) == len(new) and len(before) == len(after):
                other = before[0]  # one sentence in place of another
            if other is not None:
                before.remove(other)
            was = other[0] if other is not None else None
            lines = () if other is None else (other[1].text,)
            yield from self.at(one.path or path, was, meaning, say, old=lines, new=(one.text,))
        for meaning, one in before:
            yield from self.at(one.path or path, meaning, None, say, old=(one.text,))

    # ------------------------------------------------------------ what there is

    def game(self) -> Iterator[Difference]:
        a, b = self.a, self.b
        yield from self.at("players", a.rules.players, b.rules.players, leads.plain("players"))
        usual = [() if rules.starting is None else (str(rules.starting),) for rules in (a.rules, b.rules)]
        said = leads.plain("players starting")
        yield from self.at("players", a.rules.starting, b.rules.starting, said, old=usual[0], new=usual[1])
        yield from self.at("teams", a.mean.expr(a.rules.teams), b.mean.expr(b.rules.teams), leads.plain("teams"))
        limits = [(str(rules.limit),) for rules in (a.rules, b.rules)]
        yield from self.at("limit", a.rules.limit, b.rules.limit, leads.plain("limit"), old=limits[0], new=limits[1])

    def options(self) -> Iterator[Difference]:
        def both(old: ir.Option, new: ir.Option) -> Iterator[Difference]:
            path, name = f"options.{new.name}", new.name
            was, now = (_values(w.mean, one) for w, one in ((self.a, old), (self.b, new)))
            texts = [
                tuple(line.partition(" starting ")[0] for line in written.lines(path)) for written in (self.a, self.b)
            ]
            yield from self.at(path, was, now, leads.option_values(name), old=texts[0], new=texts[1])
            starts = [_start(written, path) for written in (self.a, self.b)]
            defaults = self.a.mean.expr(old.default), self.b.mean.expr(new.default)
            yield from self.at(path, *defaults, leads.option_start(name), old=starts[0], new=starts[1])
            yield from self.conditions(f"{path}.needs", old.needs, new.needs, leads.need(name))

        yield from self.named(
            self.a.rules.options, self.b.rules.options, lambda one: one.name, "options", leads.option, both
        )

    def cards(self) -> Iterator[Difference]:
        a, b = self.a, self.b
        old, new = a.rules.cards, b.rules.cards
        enums = [{enum.name: enum.values for enum in w.rules.enums} for w in (a, b)]
        before, after = ({x.name: x for x in cards.attributes} for cards in (old, new))
        decks = _deck(a), _deck(b)
        yield from self.at("cards.deck", *decks, leads.plain("cards, deck"))
        for name in [*after, *(name for name in before if name not in after)]:
            was, now = (_attribute(w, name, known) for w, known in zip((a, b), enums, strict=True))
            if decks[0] == decks[1] or decks[0] is None or decks[1] is None:
                path, order = f"cards.attributes.{name}", f"cards.order.{name}"
                said = [
                    w.lines(order) or w.lines(path) or ("/".join(map(str, values or ())),)
                    for w, values in ((a, was), (b, now))
                ]
                at = order if a.lines(order) != b.lines(order) else path
                yield from self.at(at, was, now, leads.plain(f"cards, {name}"), old=said[0], new=said[1])
        for part in ("copies", "packs", "wild"):
            say, path = leads.plain(f"cards, {part}"), f"cards.{part}"
            meant = a.mean.expr(getattr(old, part)), b.mean.expr(getattr(new, part))
            texts = [written.lines(path) or ("1",) for written in (a, b)] if part != "wild" else [None, None]
            yield from self.at(path, *meant, say, old=texts[0], new=texts[1])

    def tables(self) -> Iterator[Difference]:
        def both(old: ir.Table, new: ir.Table) -> Iterator[Difference]:
            path = f"tables.{new.name}"
            before, after = (
                (str(one.subject), str(one.further), w.mean.expr(one.key)) for w, one in ((self.a, old), (self.b, new))
            )
            if before == after:
                yield from self.rows(new.name, rows_of(self.a, old), rows_of(self.b, new))
            else:  # no row of the one is a row of the other
                texts = [w.whole(path) for w in (self.a, self.b)]
                yield from self.at(path, before, after, leads.headed(new.name), old=texts[0], new=texts[1])

        yield from self.named(
            self.a.rules.tables, self.b.rules.tables, lambda one: one.name, "tables", leads.table, both
        )

    def rows(self, name: str, old: dict[str, Row], new: dict[str, Row]) -> Iterator[Difference]:
        """Yield the differences of rows by their keys; keys that differ in the same way share one."""
        alike: dict[tuple[str | None, str | None], list[str]] = {}
        for key in [*new, *(key for key in old if key not in new)]:
            was, now = (rows[key].value if key in rows else None for rows in (old, new))
            if was != now:
                alike.setdefault((was, now), []).append(key)
        for (was, now), keys in alike.items():
            first = keys[0]
            texts = [rows[first].text if first in rows else () for rows in (old, new)]
            there, rows = (self.b, new) if first in new else (self.a, old)
            at = row_path(there, name, first)
            of_row = [key for key in rows if row_path(there, name, key) == at]
            row = at if of_row == keys else "/".join(keys)
            path = f"tables.{name}.{at}"
            yield from self.at(path, was, now, leads.row(name, row), old=texts[0], new=texts[1])

    def declared(self) -> Iterator[Difference]:
        a, b = self.a, self.b

        def zone(old: ir.Zone, new: ir.Zone) -> Iterator[Difference]:
            was, now = (
                (
                    one.per,
                    one.form,
                    one.seen,
                    w.mean.expr(one.seen_by),
                    one.top_only,
                    w.mean.expr(one.keys),
                    tuple(map(w.mean.expr, one.size)),
                    one.edgeless,
                )
                for w, one in ((a, old), (b, new))
            )
            yield from self.at(f"zones.{new.name}", was, now, leads.plain(new.name))

        def variable(old: ir.Variable, new: ir.Variable) -> Iterator[Difference]:
            was, now = (
                (
                    one.per,
                    w.mean.type(one.type),
                    one.optional,
                    one.life,
                    w.mean.expr(one.start),
                    one.seen,
                    w.mean.expr(one.seen_by),
                    w.mean.expr(one.keys),
                )
                for w, one in ((a, old), (b, new))
            )
            yield from self.at(f"state.{new.name}", was, now, leads.plain(new.name))

        def definition(old: ir.Definition, new: ir.Definition) -> Iterator[Difference]:
            was, now = ((str(one.subject), str(one.further), w.mean.expr(one.body)) for w, one in ((a, old), (b, new)))
            yield from self.at(f"define.{new.name}", was, now, leads.plain(new.name))

        yield from self.named(a.rules.zones, b.rules.zones, lambda one: one.name, "zones", leads.zone, zone)
        yield from self.named(a.rules.variables, b.rules.variables, lambda x: x.name, "state", leads.state, variable)
        yield from self.named(
            a.rules.definitions, b.rules.definitions, lambda one: one.name, "define", leads.definition, definition
        )

    def combos(self) -> Iterator[Difference]:
        def both(old: ir.Combo, new: ir.Combo) -> Iterator[Difference]:
            path = f"combos.{new.name}"
            if type(old) is not type(new):
                yield from self.at(
                    path, "other", "kind", leads.plain(new.name), old=self.a.whole(path), new=self.b.whole(path)
                )
                return
            before, after = _demands(self.a, old), _demands(self.b, new)
            for demand in after:
                at = f"{path}.{demand}" if demand else path
                named = f"{new.name}, {demand}" if demand else new.name
                was, now = (d[demand] if w.lines(at) else None for w, d in ((self.a, before), (self.b, after)))
                yield from self.at(at, was, now, leads.plain(named))

        yield from self.named(
            self.a.rules.combos, self.b.rules.combos, lambda one: one.name, "combos", leads.combo, both
        )

    # ------------------------------------------------------------ what happens

    def effects(self) -> Iterator[Difference]:
        def both(old: ir.Effect, new: ir.Effect) -> Iterator[Difference]:
            path = f"effects.{new.name}"
            if old.subject == new.subject:
                yield from self.list(path, old.do, new.do, leads.does(new.name))
                return
            texts = [
                (new.name if one.subject is None else f"{new.name} of {one.subject}", *w.lines(path))
                for w, one in ((self.a, old), (self.b, new))
            ]
            about = str(old.subject), str(new.subject)
            yield from self.at(path, *about, leads.headed(new.name), old=texts[0], new=texts[1])

        old, new = self.a.rules.effects, self.b.rules.effects
        yield from self.named(old, new, lambda one: one.name, "effects", leads.effect, both)

    def stages(self) -> Iterator[Difference]:
        old = {stage.path: stage for stage in stages(self.a.rules)}
        new = {stage.path: stage for stage in stages(self.b.rules)}
        for path, stage in new.items():
            if path in old:
                yield from self.stage(old[path], stage)
            elif path.rpartition(".")[0] in (*old, "stages"):
                yield from self.at(path, None, "new", leads.stage(path), new=self.b.whole(path) or (stage.name,))
        for path, stage in old.items():
            if path not in new and path.rpartition(".")[0] in (*new, "stages"):
                yield from self.at(path, "gone", None, leads.stage(path), old=self.a.whole(path) or (stage.name,))

    def stage(self, old: ir.Stage, new: ir.Stage) -> Iterator[Difference]:
        a, b, path, name = self.a.mean, self.b.mean, new.path, new.name
        by = leads.plain(f"{name}, by")
        yield from self.at(f"{path}.by", _by(a, old), _by(b, new), by)
        times = leads.plain(f"{name}, times")
        yield from self.at(f"{path}.times", a.expr(old.times), b.expr(new.times), times)
        for word, before, after in (
            ("when", old.when, new.when), ("until", old.until, new.until), ("must", old.must, new.must)
        ):  # fmt: skip
            yield from self.conditions(f"{path}.{word}", before, after, leads.condition(f"{name}, {word}"))
        yield from self.list(f"{path}.begin", old.begin, new.begin, leads.begin(name))
        yield from self.list(f"{path}.else", old.otherwise, new.otherwise, leads.otherwise(name))
        yield from self.list(f"{path}.end", old.end, new.end, leads.end(name))
        for move in new.moves:
            if move not in old.moves and move not in self.new:
                yield from self.at(f"{path}.moves", None, move, leads.offer(name), new=(move,))
        for move in old.moves:
            if move not in new.moves and move not in self.gone:
                yield from self.at(f"{path}.moves", move, None, leads.offer(name), old=(move,))
        order = leads.plain(f"{name}, steps")
        for step in new.performs:
            if step not in old.performs:
                yield from self.at(f"{path}.steps", None, step, order, new=(step,))
        for step in old.performs:
            if step not in new.performs:
                yield from self.at(f"{path}.steps", step, None, order, old=(step,))
        there, here = ([*(step.name for step in one.steps), *one.performs] for one in (old, new))
        kept = [step for step in here if step in there]
        was = [step for step in there if step in kept]
        yield from self.at(
            f"{path}.steps", tuple(was), tuple(kept), order, old=(", ".join(was),), new=(", ".join(kept),)
        )

    def list(
        self,
        path: str,
        old: tuple[ir.Statement, ...],
        new: tuple[ir.Statement, ...],
        say: leads.Say,
        slots: tuple[Slots, Slots] = ({}, {}),
    ) -> Iterator[Difference]:
        """Yield a list as a whole; told are the lines that differ."""
        was, now = self.a.mean.statements(old, slots[0]), self.b.mean.statements(new, slots[1])
        if was != now:
            gone, come = leads.changed_lines(self.a.lines(path), self.b.lines(path))
            yield from self.at(path, was if old else None, now if new else None, say, old=gone, new=come)

    def moves(self) -> Iterator[Difference]:
        def both(old: ir.MoveRule, new: ir.MoveRule) -> Iterator[Difference]:
            if _move(self.a.mean, old) == _move(self.b.mean, new):
                return
            path, name = f"moves.{new.name}", new.name
            slots = chosen(old.choices), chosen(new.choices)
            yield from self.choices(f"{path}.choose", old.choices, new.choices, name, slots)
            yield from self.conditions(f"{path}.when", old.conditions, new.conditions, leads.asked(name), slots)
            yield from self.list(f"{path}.do", old.do, new.do, leads.does(name), slots)

        offered = {name: stage.name for stage in stages(self.b.rules) for name in stage.moves}

        def say(name: str) -> leads.Say:
            return leads.move(name, offered.get(name, ""))

        yield from self.named(self.a.rules.moves, self.b.rules.moves, lambda one: one.name, "moves", say, both)

    def choices(
        self, path: str, old: tuple[ir.Choice, ...], new: tuple[ir.Choice, ...], move: str, slots: tuple[Slots, Slots]
    ) -> Iterator[Difference]:
        def both(before: ir.Choice, after: ir.Choice) -> Iterator[Difference]:
            was, now = self.a.mean.choice(before, slots[0]), self.b.mean.choice(after, slots[1])
            yield from self.at(f"{path}.{after.name}", was, now, leads.choice(move)(after.name))

        yield from self.named(old, new, lambda one: one.name, path, leads.choice(move), both)
        kept = [one.name for one in new if one.name in {other.name for other in old}]
        was = [one.name for one in old if one.name in kept]
        order = leads.plain(f"{move}, choose")
        yield from self.at(path, tuple(was), tuple(kept), order, old=(", ".join(was),), new=(", ".join(kept),))

    def triggers(self) -> Iterator[Difference]:
        def both(old: ir.Trigger, new: ir.Trigger) -> Iterator[Difference]:
            path, name = f"whenever.{new.name}", new.name
            was, now = (w.mean.expr(None if t.enters else t.each) for w, t in ((self.a, old), (self.b, new)))
            yield from self.at(f"{path}.each", was, now, leads.plain(f"{name}, each"))
            enters = leads.plain(f"{name}, enters")
            yield from self.at(f"{path}.enters", old.enters or None, new.enters or None, enters)
            when = leads.condition(f"{name}, when")
            yield from self.conditions(f"{path}.when", old.conditions, new.conditions, when)
            yield from self.list(f"{path}.do", old.do, new.do, leads.does(name))

        old, new = self.a.rules.triggers, self.b.rules.triggers
        yield from self.named(old, new, lambda one: one.name, "whenever", leads.trigger, both)
        kept = [one.name for one in new if one.name in {other.name for other in old}]
        was = [one.name for one in old if one.name in kept]
        order = leads.plain("whenever")
        yield from self.at("whenever", tuple(was), tuple(kept), order, old=(", ".join(was),), new=(", ".join(kept),))

    def result(self) -> Iterator[Difference]:
        old, new = self.a.rules.result, self.b.rules.result
        won = self.a.mean.expr(old.won), self.b.mean.expr(new.won)
        yield from self.at("result.won", *won, leads.plain("won"))
        if old.measured or new.measured:
            scores = tuple(map(self.a.mean.expr, old.scores)), tuple(map(self.b.mean.expr, new.scores))
            yield from self.at("result.score", *scores, leads.plain("score"))
        best = leads.plain("best")
        yield from self.at("result.best", old.best, new.best, best, old=(old.best,), new=(new.best,))
        losers = self.a.mean.expr(old.losers), self.b.mean.expr(new.losers)
        yield from self.at("result.losers", *losers, leads.plain("losers"))

    def show(self) -> Iterator[Difference]:
        """Yield the difference of `show`, with its order; changed meanings are reported at the declarations."""
        was, now = (tuple(one.path.partition(".")[2] for one in w.rules.shown) for w in (self.a, self.b))
        texts = (", ".join(was),), (", ".join(now),)
        yield from self.at("show", was or None, now or None, leads.plain("show"), old=texts[0], new=texts[1])


# ---------------------------------------------------------------- meanings of parts


def _by(mean: Canonical, stage: ir.Stage) -> str | None:
    return None if stage.by is None else mean.actors(stage.by)


def _values(mean: Canonical, option: ir.Option) -> Plain:
    return (mean.type(option.type), mean.expr(option.low), mean.expr(option.high), option.among)


def _start(written: Written, path: str) -> tuple[str, ...]:
    part = written.said.get(path)
    return (part.start,) if part is not None and part.start else ()


def _deck(written: Written) -> Plain:
    """Return the kinds of a ready-made deck; None if the ruleset makes its own."""
    if not written.lines("cards.deck"):
        return None
    return tuple(sorted(kind.notation for kind in written.rules.cards.kinds))


def _attribute(
    written: Written, name: str, enums: Mapping[str, tuple[str, ...]]
) -> tuple[str | int | None, ...] | None:
    """Return the values of an attribute, in order; of numbers those that the cards have."""
    for at, attribute in enumerate(written.rules.cards.attributes):
        if attribute.name == name:
            if attribute.type.enum:
                return enums[attribute.type.enum]
            return tuple(dict.fromkeys(kind.values[at] for kind in written.rules.cards.kinds))
    return None


def _demands(written: Written, combo: ir.Combo) -> dict[str, Plain]:
    """Return the demands of a combo, by name; the empty name is the sentence of the whole."""
    mean = written.mean
    match combo:
        case ir.Either(parts=parts):
            return {"": tuple(sorted(parts))}
        case ir.Split(parts=parts, least=least):
            return {"split": tuple(sorted(parts)), "least": mean.expr(least)}
        case ir.Pattern():
            places = tuple((mean.expr(s.condition), s.values) for s in combo.sequence)
            return {
                "same": tuple(sorted(combo.same)) or None,
                "different": combo.different,
                "sequence": (combo.along, places) if places else None,
                "size": (mean.expr(combo.smallest), mean.expr(combo.largest)),
                "wilds": mean.expr(combo.wild_most),
                "declared": mean.expr(combo.declared),
                "where": mean.expr(combo.whole),
                "of": combo.of or None,
                "beside": combo.beside_of or mean.expr(combo.beside),
            }


def _move(mean: Canonical, move: ir.MoveRule) -> Plain:
    """Return a whole move, whatever its choices and conditions are called."""
    slots = counted(move.choices)
    asked: dict[int, str] = {}
    domains: list[Plain] = []
    for choice in move.choices:
        domains.append(mean.choice(choice, asked))
        asked[choice.slot] = slots[choice.slot]
    conditions = tuple(sorted(mean.say(condition.expr, Near(slots)) for condition in move.conditions))
    return (tuple(domains), conditions, mean.statements(move.do, slots))
