"""The parts that the sections of a rulebook share: the rules with options, one language, and sentences by key."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from croupier.base.values import Value
from croupier.rulebook.conditions import denies
from croupier.rulebook.deeds import Deeds
from croupier.rulebook.document import Item, Items, Paragraph
from croupier.rulebook.grammar import Grammar, Group, Scope, Sentence, Thing
from croupier.rulebook.meanings import NONE
from croupier.rulebook.setting import Setting
from croupier.words.nouns import Noun
from croupier_dsl import ir
from croupier_dsl.analysis import Facts, inner_stages, is_constant, names_used, nodes, steps
from croupier_dsl.saying import own_word

SUBJECT, KEY = 1, 2
"""The slots in which a start reads whose it is, and by what number or word."""
SHORT = 150
"""The maximum length of one or two conditions in a single sentence, in characters."""


class Speaker(Deeds):
    """Puts parts of one setting into one language."""

    def __init__(self, rules: ir.Rules, grammar: Grammar, setting: Setting) -> None:
        super().__init__(rules, grammar)
        self.setting = setting
        self.meanings = NONE
        for option in setting.source.options:
            path, title = f"options.{option.name}", dict(option.title).get(grammar.code)
            if title and not self.words.texts.get(path):
                self.words.texts[path] = title
        self.you = Thing(self.text("you"), you=True, person=True)
        self.facts = Facts(rules)
        wholes = tuple(combo.whole for combo in rules.combos if isinstance(combo, ir.Pattern))
        counted = [Counter(program.kind_of) for program in setting.programs.values()]
        self.words.singular = all(max(copies.values()) == 1 for copies in counted)
        used = list(nodes((rules.play, rules.stages, rules.moves, rules.triggers, rules.result, rules.definitions,
                           rules.tables, rules.cards, rules.variables, wholes)))  # fmt: skip
        self.used_zones = {node.name for node in used if isinstance(node, ir.ZoneContents | ir.ZoneTarget)}
        self.used_combos = {name for kind, name in names_used(self.facts, *used) if kind == "combo"}
        melds = {zone.name for zone in rules.zones if zone.form == "melds"}
        self.uses_spots = bool(melds) and any(isinstance(node, ir.Fits | ir.SpotTarget) for node in used)
        self.uses_places = any(isinstance(n, ir.CardFact) and n.fact in ("spot", "place") for n in used)
        from_play = nodes((rules.moves, rules.triggers))
        self.stays_laid = not self.uses_spots and not any(
            isinstance(node, ir.ZoneContents) and node.name in melds
            for move in from_play
            if isinstance(move, ir.Move)
            for node in nodes(move.what)
        )
        self.reverses = any(isinstance(node, ir.SetDirection) for node in used)
        self.around, self.seated = _seated(rules)

    def meaning(self, path: str) -> Item | None:
        """Return the author's text for a part, which replaces its own sentences."""
        text = self.meanings.texts.get(path)
        return None if text is None else Item(self.grammar.sentence(text), self.meanings.paths(path))

    def printed(self, path: str) -> bool:
        """Return whether a part is printed: not if only parts read it whose meaning is given."""
        return path not in self.meanings.needless

    def sentence(self, key: str, /, **things: Thing | Group | Noun | str | int) -> Sentence:
        return self.grammar.sentence(self.text(key, **things))

    def title(self, key: str) -> str:
        return self.grammar.phrases[key]

    def acting(self, stage: ir.Stage) -> Scope:
        """Return the scope of a stage's lists: the reader is the player, if the stage has one."""
        return Scope({0: self.you}) if self.seated[stage.name] else Scope()

    def reading(self) -> Scope:
        return Scope({0: self.you})

    def further(self, about: ir.Type, type_: ir.Type) -> tuple[Thing, Thing]:
        """Return the second subject of a definition or table: as it is first mentioned, and as its sentences
        call it.
        """
        noun, other = (self.words.sort(replace(each, many=False)) for each in (type_, about))
        if type_.many:
            those = Thing(self.text("those", noun=noun), True, noun.feminine, person=noun.person)
            return those, those if about.many else replace(those, text=self.text("these", noun=noun))
        key = "another" if noun == other else "one_of_them"
        first = Thing(self.text(key, noun=noun), feminine=noun.feminine, person=noun.person)
        return first, self.element(noun, Scope(named=((SUBJECT, other.one),)))

    def each_of(self, of: ir.Zone | ir.Variable) -> tuple[ir.Expr | None, Scope]:
        """Return the owner and key of each of them, and the scope with their words."""
        scope, owner = Scope(), None
        if of.per != "table":
            owner = ir.Local(ir.Type(of.per), SUBJECT, "")
            noun = self.words.sort(owner.type)
            told = Thing(self.text("each_noun", noun=noun), feminine=noun.feminine, person=noun.person)
            scope = scope.bind(SUBJECT, told)
        if of.keys is None:
            return owner, scope
        many = self.group(of.keys, scope)
        many = replace(many, noun=self.grammar.key(many.noun))
        scope = scope.bind(KEY, Thing(self.text("each", many=many), feminine=many.noun.feminine))
        return ir.Keyed(ir.KEY, of.name, ir.Local(replace(of.keys.type, many=False), KEY, ""), owner), scope

    def changes(self, expr: ir.Expr) -> bool:
        """Return whether the value of an expression may change in the course of play."""
        return not is_constant(self.facts, expr)

    def lines(self, items: Iterable[Item], ordered: bool = False) -> tuple[Items, ...]:
        found = tuple(items)
        return (Items(found, ordered),) if found else ()

    def conditions(self, conditions: tuple[ir.Condition, ...], scope: Scope) -> tuple[Item, ...]:
        """Return a point for each."""
        found = []
        for condition in conditions:
            told, below = self.points(condition.expr, scope, alone=False)
            found.append(Item(self.grammar.sentence(told), (condition.path,), below))
        return tuple(found)

    def required(
        self, key: str, conditions: tuple[ir.Condition, ...], scope: Scope, path: str = "", **things: Noun
    ) -> tuple[Paragraph | Items, ...]:
        """Return the conditions: a sentence if they are short, else a list with an introduction."""
        items = self.conditions(conditions, scope)
        words = [item.text.words for item in items if isinstance(item.text, Sentence) and not item.below]
        plain = len(items) == 1 or not any(self.junction(condition.expr, scope, True) for condition in conditions)
        paths = ((path,) if path else ()) + tuple(condition.path for condition in conditions)
        if len(items) == 1:
            return self._one_requirement(key, conditions[0].expr, scope, paths, **things)
        if items and len(words) == len(items) <= 2 and plain and sum(map(len, words)) <= SHORT:
            return (Paragraph(self.sentence(f"{key}_one", claim=self.grammar.clauses(words, "and"), **things), paths),)
        return (Paragraph(self.sentence(key, **things), (path,) if path else ()), Items(items)) if items else ()

    def _one_requirement(
        self, key: str, holds: ir.Expr, scope: Scope, paths: tuple[str, ...], **things: Noun
    ) -> tuple[Paragraph | Items, ...]:
        """One condition, or the points of it; of a step that one thing bars, that it does."""
        if f"{key}_not" in self.grammar.phrases and denies(holds) and self.junction(holds, scope, True) is None:
            told = self.claim(holds, scope, False)
            return (Paragraph(self.sentence(f"{key}_not", claim=told, **things), paths),)
        told, below = self.points(holds, scope)
        return (Paragraph(self.sentence(f"{key}_one", claim=told, **things), paths), *self.lines(below))

    def titled_item(
        self, key: str, items: tuple[Item, ...], ordered: bool = True, /, **things: Noun
    ) -> tuple[Paragraph | Items, ...]:
        """Return a list with a line that leads to it; one point alone as a sentence."""
        if len(items) == 1 and not items[0].below and isinstance(items[0].text, Sentence):
            return (Paragraph(self.sentence(f"{key}_one", what=items[0].text.words, **things), items[0].paths),)
        return (Paragraph(self.sentence(key, **things)), Items(items, ordered)) if items else ()

    def has_noun(self, stage: ir.Stage) -> bool:
        """Return whether the ruleset has a noun for an iteration of a stage."""
        return f"{stage.path}.noun" in self.words.texts and bool(self.words.texts[f"{stage.path}.noun"])

    # ------------------------------------------------------------ options
    def option_value(self, name: str) -> str:
        """Return the value of an option, in words."""
        programs = self.setting.programs
        return self.for_each_number({n: self.option_word(name, p.options[name]) for n, p in programs.items()})

    def for_each_number(self, values: Mapping[int, str]) -> str:
        """Return the value for each number of players; once if it is the same for all."""
        numbers: dict[str, list[str]] = {}
        for n, told in values.items():
            numbers.setdefault(told, []).append(str(n))
        if len(numbers) == 1:
            return next(iter(numbers))
        return "; ".join(self.text("value_with_players", value=told, n=self.ranged(ns)) for told, ns in numbers.items())

    def ranged(self, words: Sequence[str], join: str = "or") -> str:
        """Words listed, with numbers that follow one another as `2 to 5`."""
        runs: list[list[str]] = []
        for word in words:
            if runs and word.isdecimal() and runs[-1][-1].isdecimal() and int(word) == int(runs[-1][-1]) + 1:
                runs[-1].append(word)
            else:
                runs.append([word])
        told: list[str] = []
        for run in runs:
            told += [self.text("span", a=run[0], b=run[-1])] if len(run) > 2 else run
        return self.grammar.listed(told, join)

    def option_word(self, name: str, value: Value) -> str:
        option = next(option for option in self.setting.source.options if option.name == name)
        word = own_word(self.words.enums, option.type, value)
        return self.words.texts.get(f"options.{name}.{word}") or self.words.word(option.type, word)

    def players_noun(self, numbers: list[int]) -> str:
        noun = self.words.sort(ir.PLAYER)
        return noun.one if numbers == [1] else noun.many


def _seated(rules: ir.Rules) -> tuple[dict[str, bool], dict[str, bool]]:
    """Return, by stage, whether a player acts around it wherever it is performed, and whether one acts in it."""
    said_once = {stage.name: stage for stage in rules.stages}
    around, seated = {rules.play.name: False}, dict[str, bool]()
    for stage in inner_stages(rules.stages, rules.play, *rules.stages):
        by = stage.by
        here = around.get(stage.name, True) or (by is not None and (bool(stage.moves) or not by.at_once))
        seated[stage.name] = here
        for step in steps(stage, said_once):
            around[step.name] = around.get(step.name, True) and here
    return around, seated


__all__ = ["KEY", "SUBJECT", "Speaker"]
