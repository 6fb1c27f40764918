"""The ruleset's words for its parts, as nouns and predicates; a part without words is called by its name."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from croupier.rulebook.grammar import Grammar, Predicate
from croupier.words.nouns import Noun, plain, value_path
from croupier.words.phrases import plainly
from croupier_dsl import ir
from croupier_dsl.analysis import nodes, stages
from croupier_dsl.saying import own_word

BUILT_IN = ("rank", "suit", ir.PART)
"""Attributes of the cards that every language has words for."""
SMALL = 40
"""The number of parts up to which an untitled definition is written out where it is used.

A longer one is called by its name.
"""


class Lexicon:
    """The words for zones, variables, combos, stages, moves and values in one language."""

    def __init__(
        self,
        rules: ir.Rules,
        grammar: Grammar,
        titles: Mapping[str, str] = MappingProxyType({}),
        singular: bool = False,
    ) -> None:
        """Keep the words of the rules. `titles`: of parts without other words; `singular`: every kind of card has only
        one copy.
        """
        self.rules = rules
        self.grammar = grammar
        self.texts = {path: dict(words).get(grammar.code, "") for path, words in rules.texts}
        self.texts |= {path: title for path, title in titles.items() if title and not self.texts.get(path)}
        self.enums = {enum.name: enum.values for enum in rules.enums}
        self.attributes = {attribute.name for attribute in rules.cards.attributes}
        named = [attribute.name for attribute in rules.cards.attributes if attribute.name != ir.PART]
        self.in_suits = len(named) == 2 and named[1] == "suit"
        """Whether each card is one of a suit, by its rank or by another attribute: `7 of coins`."""
        self.variables = {variable.name: variable for variable in rules.variables}
        self.zones = {zone.name: zone for zone in rules.zones}
        self.tables = {table.name: table for table in rules.tables}
        self.combos = {combo.name: combo for combo in rules.combos}
        self.definitions = {definition.name: definition for definition in rules.definitions}
        self.moves = {move.name: move for move in rules.moves}
        self.singular = singular
        teams = rules.teams
        self.alone = teams is None or (isinstance(teams, ir.Count) and isinstance(teams.collection, ir.Players))
        self.stages = {stage.name: stage for stage in stages(rules)}

    def title(self) -> str:
        titles = dict(self.rules.title)
        return (
            titles.get(self.grammar.code)
            or titles.get("en")
            or next(iter(titles.values()), "")
            or plain(self.rules.name)
        )

    def label(self, path: str) -> str:
        """Return the words of a part; its name, as words, if it has none in this language."""
        return self.texts.get(path) or plain(path.rpartition(".")[2])

    def noun(self, path: str, sort: str, person: bool = False) -> Noun:
        """Return the noun of a part; `sort`: the key of the word for such parts, which precedes a bare name."""
        given = self.texts.get(f"{path}.noun")
        if given:
            return self.grammar.noun(given, person or sort == "player")
        word = self.grammar.noun(self.grammar.phrases[f"sort_{sort}"], sort == "player")
        if self.texts.get(path) and self.grammar.code == "en" and sort != "stage":
            return self.grammar.noun(self.texts[path], sort == "player")
        named = self.grammar.phrases["named"]
        return Noun(
            named.format(sort=word.one, name=self.label(path)), named.format(sort=word.many, name=self.label(path)),
            word.feminine, False, word.person,
        )  # fmt: skip

    def predicate(self, path: str) -> Predicate | None:
        """Return the predicate for the subject of a boolean, if the ruleset has words that make a clause."""
        text, _, denial = (self.texts.get(f"{path}.says") or "").partition("/")
        return Predicate(text.strip(), denial.strip()) if text else None

    def doing(self, move: str) -> str:
        """Return the words for making a move: `draw from the stock`."""
        return self.texts.get(f"moves.{move}.says") or self.label(f"moves.{move}")

    # ------------------------------------------------------------ parts by name
    def zone(self, name: str) -> Noun:
        return self.noun(f"zones.{name}", "zone")

    def variable(self, name: str) -> Noun:
        kind = self.variables[name].type
        return self.noun(f"state.{name}", kind.name if kind.name in ("player", "team", "card", "number") else "value")

    def table(self, name: str) -> Noun:
        return self.noun(f"tables.{name}", "value")

    def definition(self, name: str) -> Noun:
        return self.noun(f"define.{name}", "value", self.definitions[name].type.name == "player")

    def combo(self, name: str) -> Noun:
        return self.noun(f"combos.{name}", "combo")

    def stage(self, name: str) -> Noun:
        stage = self.stages[name]
        if stage.path == "play":
            return self.grammar.noun(self.grammar.phrases["sort_game"])
        return self.noun(stage.path, "stage")

    def attribute(self, name: str) -> Noun:
        if name in BUILT_IN and not self.texts.get(f"cards.attributes.{name}.noun"):
            return self.grammar.noun(self.grammar.phrases[f"sort_{name}"])
        return self.noun(f"cards.attributes.{name}", "attribute")

    def part(self, name: str) -> Noun:
        """Return the noun for a card of a part of the deck: `token`; `card` by default."""
        given = self.texts.get(f"cards.parts.{name}.noun")
        return self.grammar.noun(given or self.grammar.phrases["sort_card"])

    def part_title(self, name: str) -> str:
        """Return the words for all cards of a part: by its title, else its noun, else its name."""
        path = f"cards.parts.{name}"
        if self.texts.get(path):
            return self.texts[path]
        if f"{path}.noun" in self.texts:
            return self.part(name).many
        return self.grammar.phrases["of_part"].format(name=self.label(path))

    def part_alone(self, expr: ir.Filter) -> Noun | None:
        """Return the noun for the cards that a filter leaves, if it tests their part and that has a noun."""
        match expr.condition:
            case ir.Same(left=ir.Attribute(name=name, card=ir.Local(slot=slot)), right=ir.Constant(type, value)) if (
                name == ir.PART and slot == expr.slot and not expr.if_possible
            ):
                word = own_word(self.enums, type, value)
                return self.part(word) if f"cards.parts.{word}.noun" in self.texts else None
        return None

    def sort(self, type_: ir.Type) -> Noun:
        """Return the word for things of a type."""
        if type_ == ir.TEAM and self.alone:
            type_ = ir.PLAYER
        if type_.enum in self.attributes:
            return self.attribute(type_.enum)
        if type_.enum in self.variables:
            return self.variable(type_.enum)
        name = "value" if type_.enum else type_.name
        key = f"sort_{name}" if f"sort_{name}" in self.grammar.phrases else "sort_value"
        return self.grammar.noun(self.grammar.phrases[key], name == "player")

    def word(self, type_: ir.Type, word: str) -> str:
        """Return a value for which the language of rules has a word: `none`, `yes`, `7`, one of a list."""
        if type_.enum == ir.PART and f"cards.parts.{word}.noun" in self.texts:
            return self.part(word).many
        if type_.enum:
            return self.texts.get(value_path(self.texts, type_.enum, word)) or self.grammar.phrases.get(
                f"word_{word}", plain(word)
            )
        return self.grammar.phrases.get(word, word) if type_.name == "truth" else word

    def value(self, type_: ir.Type, value: int | bool) -> str:
        """Return a constant in words: `7`, `yes`, `ace`, the words of a listed value."""
        return self.word(type_, own_word(self.enums, type_, value))

    def meaning(self, path: str, value: int | bool) -> str:
        """Return what a number means as the value of a part, in the ruleset's words; empty if it has none."""
        return self.texts.get(f"{path}.{value}", "")

    def a_kind(self, notation: str) -> str:
        """Return a kind of card with its article: definite if the deck has only one, else indefinite."""
        told, grammar = self.kind(notation), self.grammar
        if not self.in_suits:
            return grammar.say("a_kind", kind=told)
        ranked = self.rules.cards.attributes[0].name == "rank"
        noun = Noun(told, told, feminine=ranked and notation[:1] in grammar.phrases["ranks_feminine"])
        return grammar.say("the_kind" if self.singular else "a_kind", kind=noun)

    def kind(self, notation: str) -> str:
        """Return a kind of card in words: `queen of spades`."""
        kind = next(kind for kind in self.rules.cards.kinds if kind.notation == notation)
        told = zip(self.rules.cards.attributes, kind.values, strict=True)
        has = {attribute.name: (attribute.type, value) for attribute, value in told if value is not None}
        part = own_word(self.enums, *has.pop(ir.PART)) if ir.PART in has else ""
        words = [self.value(*each) for each in has.values()]
        if f"cards.parts.{part}.noun" in self.texts:
            words.insert(0, self.part(part).one)
        if self.in_suits and len(words) == 2:
            return self.grammar.say("card_of", rank=words[0], suit=words[1])
        return " ".join(words)


def titled_definitions(words: Lexicon) -> frozenset[str]:
    """Return the definitions that are called by a name: not a plain property, nor a short one without words."""
    sizes: dict[str, int] = {}

    def titled(name: str) -> bool:
        if plainly(words.definitions[name].body):
            return False
        given = (f"define.{name}{part}" for part in ("", ".says", ".noun", ".meaning"))
        return any(path in words.texts for path in given) or size(name) > SMALL

    def size(name: str) -> int:
        """Return the number of parts of a definition, including the definitions it is written with."""
        if name not in sizes:
            within = list(nodes(words.definitions[name].body))
            inner = [node.name for node in within if isinstance(node, ir.Defined) and not titled(node.name)]
            sizes[name] = sum(isinstance(node, ir.Expr) for node in within) + sum(map(size, inner))
        return sizes[name]

    return frozenset(filter(titled, words.definitions))
