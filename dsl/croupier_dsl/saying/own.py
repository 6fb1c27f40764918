"""The language's own voice: write checked rules as their author could have, with every name and `of`.

A sentence means the same when it is parsed again. The only exception are collections whose elements `specialise` has
left with something else than a property of each: `(BODY) of COLLECTION` is written for these.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import assert_never

from croupier_dsl import ir
from croupier_dsl.analysis.walk import nodes
from croupier_dsl.saying.voice import AFAR, CHAIN, END, GIVEN, LIST, Forms, Near, Said, Section, Voice, binds

INDENT = "  "
FORMS: Forms = {
    "it": "it", "players": "players", "teams": "teams", "deck": "deck", "next": "next", "direction": "direction",
    "all passed": "all_passed",
    "owner": "owner", "revealed": "revealed", "wild": "wild", "meld": "meld", "spot": "spot", "role": "role",
    "place": "place", "cards": "cards", "wilds": "wilds", "naturals": "naturals", "spots": "spots",
    "card": "card", "line": "line", "column": "column", "neighbours": "neighbours",
    "left": "left", "right": "right", "across": "across", "successor": "successor", "seat": "seat", "team": "team",
    "members": "members", "first": "first", "last": "last", "top": "top", "bottom": "bottom", "random": "random",
    "of": "{property} of {thing}", "for": "{thing} for {further}", "of role": "role of {thing}",
    "values": "values of {thing}",
    "count": "count of {things}", "sum": "sum of {things}", "top some": "top {n} of {things}",
    "highest": "highest of {things}", "lowest": "lowest of {things}",
    "highest by": "highest by {key} of {things}", "lowest by": "lowest by {key} of {things}",
    "highest some": "highest {n} of {things}", "lowest some": "lowest {n} of {things}",
    "highest some by": "highest {n} by {key} of {things}", "lowest some by": "lowest {n} by {key} of {things}",
    "highest all by": "all highest by {key} of {things}", "lowest all by": "all lowest by {key} of {things}",
    "then": " then ",
    "where": "{things} where {condition}", "if possible": "{things} if possible where {condition}",
    "with": "{things} with {others}", "with within": "{things} with {others}", "without": "{things} without {others}",
    "item": "/", "no items": "none", "span": "{low}..{high}", "span from": "{low}..",
    "some": "some of {things} where {condition}", "not some": "none of {things} where {condition}",
    "empty": "{things} is empty", "not empty": "{things} is not empty", "is": "{a} is {b}", "not is": "{a} is not {b}",
    "in": "{a} in {b}", "not in": "{a} not in {b}", "fits": "{a} fits {b}", "not": "not {condition}",
    "and": " and ", "or": " or ", "<": "{a} < {b}", "<=": "{a} <= {b}", ">": "{a} > {b}", ">=": "{a} >= {b}",
    "+": "{a} + {b}", "-": "{a} - {b}", "*": "{a} * {b}", "div": "{a} div {b}", "mod": "{a} mod {b}",
    "negative": "-{a}", "if": "if {condition} then {a} else {b}",
}  # fmt: skip


def own_word(enums: dict[str, tuple[str, ...]], type_: ir.Type, value: int | bool) -> str:
    """Return a constant as rules have it: `yes`, a word of its list, a number."""
    if type_.enum:
        return enums[type_.enum][value]
    if type_.name == "truth":
        return "yes" if value else "no"
    return str(value)


class Own(Voice):
    """For one ruleset."""

    exact = True

    def __init__(self, rules: ir.Rules) -> None:
        self.enums = {enum.name: enum.values for enum in rules.enums}

    @property
    def forms(self) -> Forms:
        return FORMS

    def word(self, type_: ir.Type, word: str) -> str:
        return word

    def constant(self, type_: ir.Type, value: int | bool) -> str:
        return own_word(self.enums, type_, value)

    def called(self, section: Section, name: str, many: bool = False) -> str:
        return name

    def local(self, local: ir.Local, near: Near) -> str:
        """Return the text of a local. An outer unnamed `it` is left out: its properties belong to the nearest element
        that has them."""
        if local.slot in near.names:
            return near.names[local.slot]
        if local.slot == 0:
            return "me"
        nearest = 1 if near.it == -1 else near.it
        return "" if local.name in ("", "it") and local.slot != nearest else local.name or "it"

    def owned(self, property: str, thing: ir.Expr, near: Near) -> Said:
        return f"{property} of {self.say(thing, near, CHAIN)}", CHAIN

    def keyed(self, property: str, key: ir.Expr, owner: ir.Expr | None, near: Near) -> Said:
        """Write a key before an owner: a plain value as it is, anything else in parentheses."""
        if owner is None:
            return self.owned(property, key, near)
        plain = isinstance(key, ir.Local | ir.Constant | ir.Span | ir.ListOf)
        told = self.say(key, near, LIST) if plain else f"({self.say(key, near)})"
        nameless = isinstance(owner, ir.Local) and self.nameless(owner, near)
        whose = "" if nameless else f" of {self.say(owner, near, CHAIN)}"
        return f"{property} of {told}{whose}", CHAIN

    def bound(self, slot: int, body: object, near: Near) -> tuple[str, Near]:
        inside = replace(near, it=slot)
        names = {node.name for node in nodes(body) if isinstance(node, ir.Local) and node.slot == slot}
        alias = next((name for name in sorted(names) if name not in ("it", "")), "")
        if not alias and binds(body, slot):
            alias = f"each_{slot}"
        return alias, inside.naming(slot, alias) if alias else inside

    def gone_through(self, collection: ir.Expr, slot: int, body: object, near: Near = AFAR) -> str:
        """Write the collection that a list or a rule iterates over, with the name of an element, if it has one."""
        alias, _ = self.bound(slot, body, near)
        return self.aliased(self.say(collection, near, GIVEN) if alias else self.say(collection, near), alias)

    def aliased(self, things: str, alias: str) -> str:
        return f"{things} as {alias}" if alias else things

    # ------------------------------------------------------------ the other sentences
    def condition(self, condition: ir.Condition, near: Near = AFAR) -> str:
        return self.say(condition.expr, near)

    def keys(self, keys: ir.Expr) -> str:
        """Return the numbers or words that a head lists."""
        return keys.enum if isinstance(keys, ir.Values) else self.say(keys, AFAR, LIST)

    def actors(self, actors: ir.Actors) -> str:
        """Write the players of a stage."""
        start = "" if actors.start is None else f" from {self.say(actors.start)}"
        how = " first served" if actors.served else " at once" if actors.at_once else ""
        return f"{self.say(actors.players)}{start}{how}"

    def span(self, low: ir.Expr | None, high: ir.Expr | None, near: Near = AFAR) -> str:
        """Return a range with its ends, where it has any."""
        return "..".join("" if end is None else self.say(end, near, END) for end in (low, high))

    def domain(self, choice: ir.Choice, near: Near = AFAR) -> str:
        """Write the domain of a choice."""
        inside = self.candidate(choice, near)
        if choice.single:
            amount = "one"
        elif choice.low == choice.high:
            amount = self.say(choice.low, near, END)
        else:
            amount = self.span(choice.low, choice.high, near)
        filters = self.all_of(choice.filters, inside)
        if not filters:
            return f"{amount} of {self.say(choice.collection, near, GIVEN)}"
        form = FORMS["if possible" if choice.if_possible else "where"]
        return f"{amount} of {form.format(things=self.narrowed(choice.collection, near), condition=filters)}"

    def all_of(self, conditions: tuple[ir.Condition, ...], near: Near) -> str:
        """Write a conjunction of conditions in one sentence."""
        return FORMS["and"].join(self.joined("and", [condition.expr for condition in conditions], near))

    def candidate(self, choice: ir.Choice, near: Near) -> Near:
        """Return the context of the filters of a choice."""
        return replace(near.naming(choice.slot, choice.name), it=choice.slot)

    def introduced(self, slot: int, name: str, near: Near) -> Near:
        """Return the context of the statements after one that introduces a name."""
        return near.naming(slot, name)

    def target(self, to: ir.ZoneTarget | ir.SpotTarget, near: Near) -> str:
        """Write the place to which cards are moved."""
        if isinstance(to, ir.SpotTarget):
            return self.say(to.spot, near)
        zone = _spread(to.name, to.subject)
        if to.under is not None:
            return f"{self.say(zone, near)} under {self.say(to.under, near)}"
        return self.say(ir.Pick(ir.CARD, "bottom", zone) if to.bottom else zone, near)

    def lines(self, statements: Iterable[ir.Statement], near: Near = AFAR) -> Iterator[str]:
        """Yield a list of statements, a line for each sentence; nested ones are indented."""
        for statement in statements:
            yield from self.statement(statement, near)
            near = self.after(statement, near)

    def after(self, statement: ir.Statement, near: Near) -> Near:
        """Return the context of the statements after this one."""
        match statement:
            case ir.Let(slot=slot, name=name):
                return self.introduced(slot, name, near)
            case ir.Ask(choices=choices):
                for choice in choices:
                    near = self.introduced(choice.slot, choice.name, near)
            case ir.Labelled(body=body):
                for inner in body:
                    near = self.after(inner, near)
        return near

    def statement(self, statement: ir.Statement, near: Near) -> Iterator[str]:
        """Yield the lines of one statement with its nested ones."""
        match statement:
            case ir.Move(what=what, to=to):
                start = to.start if isinstance(to, ir.ZoneTarget) else None
                first = "" if start is None else f" from {self.say(start, near)}"
                yield f"move {self.say(what, near)} to {self.target(to, near)}{first}"
            case ir.Shuffle(zone=zone):
                yield f"shuffle {self.target(zone, near)}"
            case ir.Reveal(cards=cards):
                yield f"reveal {self.say(cards, near)}"
            case ir.Hide(cards=cards):
                yield f"hide {self.say(cards, near)}"
            case ir.Show(cards=cards, players=players):
                yield f"show {self.say(cards, near)} to {self.say(players, near)}"
            case ir.Swap(one=one, other=other):
                yield f"swap {self.say(one, near, CHAIN)} with {self.say(other, near, CHAIN)}"
            case ir.SetVariable(name=name, subject=subject, value=value):
                yield f"set {self.target(ir.ZoneTarget(name, subject), near)} to {self.say(value, near)}"
            case ir.AddToVariable(name=name, subject=subject, amount=amount):
                yield f"add {self.say(amount, near)} to {self.target(ir.ZoneTarget(name, subject), near)}"
            case ir.SetNext(player=player):
                yield f"set next to {self.say(player, near)}"
            case ir.SetDirection(value=value):
                yield f"set direction to {self.say(value, near)}"
            case ir.Let(slot=slot, name=name, value=value):
                yield f"let {self.introduced(slot, name, near).names[slot]} be {self.say(value, near)}"
            case ir.EndStage(stage=stage):
                yield f"end {stage}"
            case ir.If(branches=branches):
                for number, branch in enumerate(branches):
                    otherwise = "else " if number else ""
                    test = "else" if branch.condition is None else f"{otherwise}if {self.say(branch.condition, near)}"
                    yield f"{test}:"
                    yield from (INDENT + line for line in self.lines(branch.body, near))
            case ir.ForEach(slot=slot, body=body, at_once=at_once):
                alias, inside = self.bound(slot, body, near)
                things = self.say(statement.collection, near, GIVEN) if alias else self.say(statement.collection, near)
                yield f"for each of {self.aliased(things, alias)}{' at once' if at_once else ''}:"
                yield from (INDENT + line for line in self.lines(body, inside))
            case ir.Ask(choices=choices):
                yield "choose:"
                for choice in choices:
                    after = self.introduced(choice.slot, choice.name, near)
                    yield f"{INDENT}{after.names[choice.slot]}: {self.domain(choice, near)}"
                    near = after
            case ir.Perform(name=name, about=about):
                yield name if about is None else f"{name} of {self.say(about, near)}"
            case ir.Labelled(name=name, body=body):
                yield f"{name}:"
                yield from (INDENT + line for line in self.lines(body, near))
            case _:
                assert_never(statement)


def _spread(name: str, subject: ir.Expr | None) -> ir.Expr:
    """Return the expression for the target of a statement, as a sentence reads it: for many keys, the value of each."""
    if isinstance(subject, ir.Map) and subject.type == replace(ir.KEY, many=True):
        return replace(subject, body=_spread(name, subject.body))
    return ir.ZoneContents(ir.CARDS, name, subject)
