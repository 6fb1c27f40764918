"""The facts of a table besides the cards: state that the seat may know and that can still matter, by owner.

State matters if what may still be done, or the result, reads it with the options that were agreed on.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType

from croupier.base.values import Value
from croupier.model.program import Program
from croupier.scene.model import Fact
from croupier.scene.sentences import composed
from croupier.scene.words import Words
from croupier.seat.views import View
from croupier.words.phrases import title
from croupier_dsl import ir
from croupier_dsl.analysis import Facts, sentences, stages, steps, stores_read

_BRACED = re.compile(r"\{(\w+)\}")
Found = dict[str, tuple[Fact, ...]]
"""Facts by owner: a seat's or a team's name, or empty for the table."""


class Worth:
    """The relevance of state, for one ruleset with its options."""

    def __init__(self, rules: ir.Rules, whole: Facts, in_sentences: Collection[str] = ()) -> None:
        """Make the facts. `whole`: the facts of the rules with all their options; `in_sentences`: the parts
        in `show` that are said in a sentence."""
        self.rules = rules
        self.facts = Facts(rules)
        read = stores_read(whole, *sentences(whole))
        self.asked = frozenset(name for kind, name in read if kind == "variable")
        """Variables that play reads with any options."""
        offered = {name for stage in stages(rules) for name in stage.moves}
        possible = replace(rules, moves=tuple(move for move in rules.moves if move.name in offered))
        agreed = stores_read(self.facts, *sentences(Facts(possible)))
        self.off = self.asked - {name for kind, name in agreed if kind == "variable"}
        """Variables that play reads only with other options."""
        within = [one for one in rules.shown if one.path in in_sentences]
        self.named = self._variables(rules.shown)
        """Variables that `show` names or reads."""
        self.composed = self._variables(within)
        """Those that are part of the sentence of a fact; the log does not repeat them if the words of a move say it."""
        self.said_once = {stage.name: stage for stage in rules.stages}
        self._known: dict[tuple[str, ...], frozenset[str]] = {}

    def _variables(self, shown: Sequence[ir.Shown]) -> frozenset[str]:
        return frozenset(name for kind, name in stores_read(self.facts, shown) if kind == "variable")

    def tells(self, variable: ir.Variable) -> bool:
        """Return whether the log reports changes of the variable: with `show`, only for variables in it or
        beyond it.
        """
        if variable.name in self.off:
            return False
        return not self.rules.shown or variable.name in self.named or beyond_show(variable)

    def live(self, under_way: tuple[str, ...]) -> frozenset[str]:
        """Return the variables that may still be read, while these stages are under way, the outermost first."""
        if under_way not in self._known:
            found = stores_read(self.facts, *self._to_come(under_way))
            self._known[under_way] = frozenset(name for kind, name in found if kind == "variable")
        return self._known[under_way]

    def _to_come(self, under_way: tuple[str, ...]) -> Iterator[object]:
        """Yield all that may still be performed or asked."""
        rules = self.rules
        yield from (rules.triggers, rules.effects, rules.result)
        stage, again = rules.play, False
        for name in (*under_way[1:], ""):
            inner = steps(stage, self.said_once)
            place = next((at for at, step in enumerate(inner) if step.name == name), None)
            anew = again or self._repeats(stage)
            yield from (stage.when, stage.until, stage.must, stage.end, stage.otherwise, stage.times)
            yield from ([stage.by.players] if stage.by is not None else [])
            if again and stage.by is not None:
                yield stage.by.start
            yield from ([stage.begin] if anew else [])
            rest = inner if anew or place is None else inner[place + 1 :]
            for step in rest:
                yield from self._whole(step)
            yield from self._moves(stage)
            if place is None:
                return
            stage, again = inner[place], anew

    def _repeats(self, stage: ir.Stage) -> bool:
        return stage.by is not None or stage.times is not None or bool(stage.until)

    def _whole(self, stage: ir.Stage) -> Iterator[object]:
        """Yield a stage that is still to be performed, with all that is performed within it."""
        met: set[str] = set()
        todo = [stage]
        while todo:
            one = todo.pop()
            if one.name not in met:
                met.add(one.name)
                yield (one.when, one.by, one.times, one.until, one.must, one.begin, one.otherwise, one.end)
                yield from self._moves(one)
                todo += steps(one, self.said_once)

    def _moves(self, stage: ir.Stage) -> Iterator[object]:
        yield from (move for move in self.rules.moves if move.name in stage.moves)


@lru_cache(maxsize=32)
def worth(program: Program) -> Worth:
    """Return the relevance of state in a game."""
    composed = _composed(program)
    return Worth(program.special, program.planner.facts, frozenset(composed).union(*composed.values()))


@lru_cache(maxsize=32)
def _composed(program: Program) -> Mapping[str, list[str]]:
    """Return, by the path of a part in `show` with a sentence, the paths that it names in any language."""
    shown = {one.path.partition(".")[2]: one.path for one in program.special.shown}
    texts = {path: program.words.get(f"{path}.sentence", ()) for path in shown.values()}
    return {
        path: [shown[name] for _, text in said for name in _BRACED.findall(text) if name in shown]
        for path, said in texts.items()
        if said
    }


Shown = Sequence[tuple[str, str, ir.Type, Value]]
"""The values that a ruleset shows at the table: (part, owner, type, value) of each."""


def beyond_show(variable: ir.Variable) -> bool:
    """Return whether `show` cannot include the variable: it belongs to cards, or is not visible to all."""
    return variable.per == "card" or variable.seen != "everyone"


Starts = Mapping[str, Mapping[str, Value]]
"""The start values of variables of cards: by variable and card."""


def facts_of(view: View, shown: Shown, words: Words, worth: Worth, starts: Starts = MappingProxyType({})) -> Found:
    """Return the facts of a view: the values that `show` lists, and the seat's own; all state for a ruleset without
    `show`.

    For cards, only values that differ from the start are included.
    """
    known = state(view, words, worth, starts)
    if not words.rules.ir.shown:
        return known
    live = worth.live(tuple(name for name, _, _ in view.stages))
    composed_of = _composed(words.rules.program)
    within = {part for path, parts in composed_of.items() for part in parts if part != path}
    found: dict[str, list[Fact]] = {"": []}
    told: dict[str, dict[str, str]] = {}
    for path, owner, type_, value in shown:
        section, _, name = path.partition(".")
        off = section == "state" and name in worth.asked - live  # with other options it would matter
        text = "" if value is True else words.valued_at(path, type_, value)
        if value is False or off or (value is not True and not text):
            continue
        told.setdefault(owner, {})[name] = text or words.called(path)
        if path not in within:
            found.setdefault(owner, []).append(Fact(path, words.called(path), text, value))
    for owner, listed in found.items():
        values = told.get("", {}) | told.get(owner, {})
        for fact in [*listed]:
            if sentence := title(words.rules.program, f"{fact.name}.sentence"):
                text = composed(sentence, values)
                listed[listed.index(fact) : listed.index(fact) + 1] = [replace(fact, text=text)] if text else []
    for owner, facts in known.items():
        found.setdefault(owner, []).extend(
            fact for fact in facts if beyond_show(words.variables[fact.name.partition(" of ")[0]])
        )
    return {owner: tuple(facts) for owner, facts in found.items()}


def state(view: View, words: Words, worth: Worth, starts: Starts = MappingProxyType({})) -> Found:
    """Return the state that holds something and matters, as facts, by whose it is."""
    live = worth.live(tuple(name for name, _, _ in view.stages))
    found: dict[str, list[Fact]] = {"": []}
    for name, value in view.state.items():
        if value is None or value is False or value == [] or name.partition(" of ")[0] not in live:
            continue
        text = "" if value is True else held(name, value, view, words, starts.get(name, {}))
        if value is True or text:
            fact = Fact(name, words.variable(name), text, value)
            found.setdefault(words.parted(name)[2], []).append(fact)
    return {owner: tuple(facts) for owner, facts in found.items()}


def held(name: str, value: object, view: View, words: Words, starts: Mapping[str, Value]) -> str:
    """Return the value of state in words; for cards, each with its value, unless that is its start value."""
    if not isinstance(value, dict):
        return words.value(name, value)
    return ", ".join(
        told if of is True else f"{told} {words.value(name, of)}"
        for card, told, each in ((card, words.reference(_named(card, view)), each) for card, each in value.items())
        for of in (each if isinstance(each, list) else [each])
        if of is not False and of is not None and not (card in starts and starts[card] == of)
    )


def _named(card: str, view: View) -> str:
    """Return a reference by place, `@1 in trick`, with the card itself if the seat sees it."""
    known, _, place = card.partition(" in ")
    zone = view.zones.get(place)
    if zone is None or not known.startswith("@"):
        return card
    number = int(known[1:])
    if zone.numbers is not None:
        lying = dict(zip(zone.numbers, zone.cards, strict=True)).get(number)
    else:
        lying = zone.cards[number - 1] if number <= len(zone.cards) else None
    return f"{lying} in {place}" if lying and lying != "?" else card


def told(fact: Fact, words: Words) -> str:
    """Return a fact in a line: `total 7`, or just what is so."""
    if not fact.text:
        return fact.title
    return words.told("state", fact.name, fact.text) if "." not in fact.name else f"{fact.title} {fact.text}"
