"""Hand every function of the rulebook the rules with options, one language, and the author's words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from croupier.rulebook.document import Item
from croupier.rulebook.grammar import Grammar, Group, Sentence, Thing
from croupier.rulebook.lexicon import Lexicon, titled_definitions
from croupier.rulebook.meanings import NONE, Meanings
from croupier.rulebook.setting import Setting
from croupier.words.nouns import Noun
from croupier_dsl import ir
from croupier_dsl.analysis import Facts, inner_stages, names_used, nodes, steps


@dataclass(frozen=True)
class Uses:
    """Parts that the rules use: zones and combos by name, numbers of spots and places, a change of direction.

    `stays_laid`: no move takes cards from a meld on the table.
    """

    zones: frozenset[str]
    combos: frozenset[str]
    spots: bool
    places: bool
    stays_laid: bool
    reverses: bool


@dataclass(frozen=True)
class Context:
    """One setting of the rules, told in one language.

    `meanings`: the author's words in place of formulas; `named`: the definitions that are called by a name; `around`
    and `seated`: by stage, whether a player acts around it wherever it is performed, and whether one acts in it;
    `between`: the stage that may or may not begin once more while the sentence is asked.
    """

    rules: ir.Rules
    setting: Setting
    grammar: Grammar
    words: Lexicon
    meanings: Meanings
    facts: Facts
    named: frozenset[str]
    uses: Uses
    around: Mapping[str, bool]
    seated: Mapping[str, bool]
    you: Thing
    between: str = ""

    def text(self, key: str, /, **things: Thing | Group | Noun | str | int) -> str:
        return self.grammar.say(key, **things)

    def a_thing(self, key: str, /, **things: Thing | Group | Noun | str | int) -> Thing:
        """Return a masculine thing in the singular, by a phrase."""
        return Thing(self.text(key, **things))

    def sentence(self, key: str, /, **things: Thing | Group | Noun | str | int) -> Sentence:
        return self.grammar.sentence(self.text(key, **things))

    def title(self, key: str) -> str:
        return self.grammar.phrases[key]

    def titled(self, name: str) -> bool:
        """Return whether the definition is called by a name, rather than written out; False for a plain property."""
        return name in self.named

    def meaning(self, path: str) -> Item | None:
        """Return the author's text for a part, which replaces its own sentences."""
        text = self.meanings.texts.get(path)
        return None if text is None else Item(self.grammar.sentence(text), self.meanings.paths(path))

    def printed(self, path: str) -> bool:
        """Return whether a part is printed: not if only parts read it whose meaning is given."""
        return path not in self.meanings.needless


def context_of(setting: Setting, grammar: Grammar, meanings: Meanings = NONE) -> Context:
    """Return the context for the rules of a setting in a language."""
    rules = setting.rules
    titles = {f"options.{option.name}": dict(option.title).get(grammar.code, "") for option in setting.source.options}
    singular = all(max(Counter(program.kind_of).values()) == 1 for program in setting.programs.values())
    words = Lexicon(rules, grammar, titles, singular)
    facts = Facts(rules)
    around, seated = _seated(rules)
    you = Thing(grammar.say("you"), you=True, person=True)
    named, uses = titled_definitions(words), _uses(rules, facts)
    return Context(rules, setting, grammar, words, meanings, facts, named, uses, around, seated, you)


def _uses(rules: ir.Rules, facts: Facts) -> Uses:
    wholes = tuple(combo.whole for combo in rules.combos if isinstance(combo, ir.Pattern))
    used = list(nodes((rules.play, rules.stages, rules.moves, rules.triggers, rules.result, rules.definitions,
                       rules.tables, rules.cards, rules.variables, wholes)))  # fmt: skip
    melds = {zone.name for zone in rules.zones if zone.form == "melds"}
    spots = bool(melds) and any(isinstance(node, ir.Fits | ir.SpotTarget) for node in used)
    taken = any(
        isinstance(node, ir.ZoneContents) and node.name in melds
        for move in nodes((rules.moves, rules.triggers))
        if isinstance(move, ir.Move)
        for node in nodes(move.what)
    )
    return Uses(
        zones=frozenset(node.name for node in used if isinstance(node, ir.ZoneContents | ir.ZoneTarget)),
        combos=frozenset(name for kind, name in names_used(facts, *used) if kind == "combo"),
        spots=spots,
        places=any(isinstance(node, ir.CardFact) and node.fact in ("spot", "place") for node in used),
        stays_laid=not spots and not taken,
        reverses=any(isinstance(node, ir.SetDirection) for node in used),
    )


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
