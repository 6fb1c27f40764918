"""What the sections of a rulebook share: the rules as agreed, one language, and sentences by key."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from croupier.rulebook.deeds import Deeds
from croupier.rulebook.document import Item, Items, Paragraph
from croupier.rulebook.grammar import Grammar, Group, Noun, Thing
from croupier.rulebook.lexicon import stages
from croupier.rulebook.setting import Setting
from croupier.rulebook.values import Scope
from croupier.statics import Statics, nodes
from croupier.values import Value
from croupier_dsl import ir


class Speaker(Deeds):
    """Puts parts of one setting into one language."""

    def __init__(self, rules: ir.Rules, grammar: Grammar, setting: Setting) -> None:
        super().__init__(rules, grammar)
        self.setting = setting
        self.you = Thing(self.text("you"), you=True, person=True)
        used = list(nodes((rules.play, rules.moves, rules.triggers, rules.result, rules.definitions, rules.tables,
                           rules.cards, rules.variables)))  # fmt: skip
        self.used_zones = {node.name for node in used if isinstance(node, ir.ZoneContents | ir.ZoneTarget)}
        self.used_combos = self._combos({node.combo for node in used if isinstance(node, ir.Melds | ir.IsCombo)})
        self.uses_spots = any(isinstance(node, ir.Fits | ir.SpotTarget) for node in used)
        melds = {zone.name for zone in rules.zones if zone.form == "melds"}
        from_play = nodes((rules.moves, rules.triggers))
        self.stays_laid = not self.uses_spots and not any(
            isinstance(node, ir.ZoneContents) and node.name in melds
            for move in from_play
            if isinstance(move, ir.Move)
            for node in nodes(move.what)
        )
        self.reverses = any(isinstance(node, ir.SetDirection) for node in used)
        self.seated = {stage.name: seated for stage, seated in _seated(rules.play, False)}

    def _combos(self, used: set[str]) -> set[str]:
        todo = list(used)
        while todo:
            combo = self.words.combos[todo.pop()]
            if isinstance(combo, ir.Either | ir.Split):
                todo.extend(part for part in combo.parts if part not in used)
                used.update(combo.parts)
        return used

    def sentence(self, key: str, /, **things: Thing | Group | Noun | str | int) -> str:
        return self.grammar.sentence(self.text(key, **things))

    def title(self, key: str) -> str:
        return self.grammar.phrases[key]

    def acting(self, stage: ir.Stage) -> Scope:
        """The scope of a stage's lists: whoever reads acts, if anybody does there."""
        return Scope({0: self.you}) if self.seated[stage.name] else Scope()

    def reading(self) -> Scope:
        return Scope({0: self.you})

    def changes(self, expr: ir.Expr) -> bool:
        """May the value of an expression change in the course of play?"""
        return not Statics(self.rules).constant(expr)

    def the_card(self) -> Thing:
        return self.element(self.words.sort(ir.CARD), Scope())

    def lines(self, items: Iterable[Item], ordered: bool = False) -> tuple[Items, ...]:
        found = tuple(items)
        return (Items(found, ordered),) if found else ()

    def conditions(self, conditions: tuple[ir.Condition, ...], scope: Scope) -> tuple[Item, ...]:
        """A point for each."""
        found = []
        for condition in conditions:
            told, below = self.points(condition.expr, scope)
            found.append(Item(self.grammar.sentence(told), (condition.path,), below))
        return tuple(found)

    def titled_item(self, key: str, items: tuple[Item, ...], ordered: bool = True) -> tuple[Paragraph | Items, ...]:
        """A list with a line that leads to it."""
        return (Paragraph(self.sentence(key)), Items(items, ordered)) if items else ()

    # ------------------------------------------------------------ options
    def option_value(self, name: str) -> str:
        """What an option is set to, in words."""
        programs = self.setting.programs
        return self.for_each_number({n: self.option_word(name, p.options[name]) for n, p in programs.items()})

    def for_each_number(self, values: Mapping[int, str]) -> str:
        """What holds for each number of players; once if it is the same for all."""
        numbers: dict[str, list[str]] = {}
        for n, told in values.items():
            numbers.setdefault(told, []).append(str(n))
        if len(numbers) == 1:
            return next(iter(numbers))
        return "; ".join(
            self.text("value_with_players", value=told, n=self.grammar.listed(ns, "or")) for told, ns in numbers.items()
        )

    def option_word(self, name: str, value: Value) -> str:
        option = next(option for option in self.setting.source.options if option.name == name)
        if option.type.enum:
            word = self.words.enums[option.type.enum][int(value)]
            return self.words.label(f"options.{name}.{word}")
        if isinstance(value, bool):
            given = self.words.texts.get(f"options.{name}.{'yes' if value else 'no'}")
            return given or self.grammar.phrases["yes" if value else "no"]
        return str(value)

    def players_noun(self, numbers: list[int]) -> str:
        noun = self.words.sort(ir.PLAYER)
        return noun.one if numbers == [1] else noun.many


def _seated(stage: ir.Stage, around: bool) -> list[tuple[ir.Stage, bool]]:
    """Each stage and whether somebody acts in it."""
    here = around or (stage.by is not None and not stage.by.at_once) or (stage.by is not None and bool(stage.moves))
    return [(stage, here), *(pair for step in stage.steps for pair in _seated(step, here))]


__all__ = ["Speaker", "stages"]
