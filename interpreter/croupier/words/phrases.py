"""The voice of the table: expressions and values in everyday words, in the current language.

A ruleset's titles are used, else what its rulebook calls a thing; what a ruleset gives no words to is called by its
name, without underscores. The words of the language itself are in the catalogs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from croupier.base.language import SOURCE, current, said, tr
from croupier.base.values import Value
from croupier.words.nouns import NOTHING, Noun, claim, noun, plain, value_path, without_ending
from croupier_dsl import ir
from croupier_dsl.saying import CHAIN, CLAIM, Forms, MeldPart, Near, Said, Section, Voice, own_word

if TYPE_CHECKING:
    from croupier.model.program import Program

DEEPEST = 3
"""Definitions within definitions that are put into words."""
SIGNS = {"spades": "♠", "hearts": "♥", "diamonds": "♦", "clubs": "♣"}
_VOWEL = "(?=[aeiouyâàéèêëîïôùûœAEIOUYÂÀÉÈÊÎÔŒ])"
_CONTRACTED = {
    "fr": (
        (re.compile(r"\b([Dd])e le\b(?! " + _VOWEL + ")"), r"\1u"), (re.compile(r"\b([Dd])e les\b"), r"\1es"),
        (re.compile(r"\b([Dd])e " + _VOWEL), r"\1’"),
    ),
}  # fmt: skip
"""Patterns of contractions of a word with the next one, by language."""


def title(program: Program, path: str) -> str:
    """Return the ruleset's title for a part; empty if there is none."""
    return said(program.words.get(path, ()))


def called(program: Program, path: str, many: bool = False) -> str:
    """Return the title of a part, or what the rulebook calls it, one or several, or its bare name in words."""
    if own := title(program, path) or named(program, path, many):
        return own
    return bare(path.rpartition(".")[2])


def label(program: Program, path: str) -> str:
    """Return the title without an article, as a label."""
    return title(program, path) or noun_of(program, path).base or bare(path.rpartition(".")[2])


def named(program: Program, path: str, many: bool = False) -> str:
    """Return the rulebook's noun for a part, one with its article or several without; empty if there is none."""
    return noun_of(program, path).many if many else without_ending(title(program, f"{path}.noun")).partition("/")[0]


def noun_of(program: Program, path: str) -> Noun:
    """Return the noun that the rulebook has for a part; without words if it has none."""
    texts = dict(program.words.get(f"{path}.noun", ()))
    given = said(texts.items())
    return noun(current() if texts.get(current()) else SOURCE, given) if given else NOTHING


def french_suited(program: Program) -> bool:
    """Return whether the cards have the four suits that have signs."""
    attributes = {attribute.name for attribute in program.rules.cards.attributes}
    suits = {*program.enums.get("suit", ())}
    return {"rank", "suit"} <= attributes and (suits <= SIGNS.keys() or suits > SIGNS.keys())


def initial(rank: str) -> str:
    """Return the sign of a rank in the corner of its card."""
    return {"J": tr("J"), "Q": tr("Q"), "K": tr("K"), "A": tr("A")}.get(rank, rank)


def bare(name: str) -> str:
    """Return a name of the ruleset as words: no underscores, and what many decks have in the current language."""
    return {
        "rank": tr("rank"), "suit": tr("suit"), "joker": tr("joker"), "clubs": tr("clubs"),
        "diamonds": tr("diamonds"), "hearts": tr("hearts"), "spades": tr("spades"),
    }.get(name) or plain(name)  # fmt: skip


def quoted(words: str) -> str:
    """Return words in the quotes of the language."""
    return tr("“{words}”", words=words)


def listed(words: Iterable[str], most: int = 20) -> str:
    """List words; of more than `most` the first ones, or the ends if they are a range of numbers."""
    found = list(dict.fromkeys(words))
    if len(found) > most and in_a_row(found):
        return from_to(found[0], found[-1])
    return ", ".join(found[:most]) + (", …" if len(found) > most else "")


def in_a_row(words: Sequence[str]) -> bool:
    """Return whether all the words are numbers, each one more than the number before it."""
    if not words or not all(re.fullmatch(r"-?\d+", word) for word in words):
        return False
    low = int(words[0])
    return all(int(word) == low + at for at, word in enumerate(words))


def from_to(low: str, high: str) -> str:
    """Write a range of numbers by its ends."""
    return tr("{low} to {high}", low=low, high=high)


def choice_words(program: Program, move: str, choice: ir.Choice) -> str:
    """Return the words for a choice: its title, else its name.

    In another language than the source the type of the thing.
    """
    path = f"moves.{move}.choose.{choice.name}"
    own = named(program, path) or title(program, path)
    if own or current() == SOURCE:
        return own or bare(choice.name)
    if choice.type.enum:
        return Spoken(program).called("values", choice.type.enum)
    match choice.type.name:
        case "card":
            return tr("card") if choice.single else tr("cards")
        case "player":
            return tr("player") if choice.single else tr("players")
        case "meld":
            return tr("combination")
        case "number":
            return tr("number")
        case "spot":
            return Spoken(program).forms["spot"]
        case "team":
            return tr("team")
    return bare(choice.name)


def worded(program: Program, type_: ir.Type, word: str) -> str:
    """Return a value for which the language of rules has a word, as people say it."""
    if type_.enum and (own := title(program, value_path(program.words, type_.enum, word))):
        return own
    if truth := {"none": tr("none"), "yes": tr("yes"), "no": tr("no")}.get(word):
        return truth
    if not type_.enum:
        return word
    return initial(word) if type_.enum == "rank" and french_suited(program) else bare(word)


def option_words(program: Program, name: str, word: str) -> str:
    """Return the value of an option in words."""
    option = next(option for option in program.rules.options if option.name == name)
    return title(program, f"options.{name}.{word}") or worded(program, option.type, word)


def value_words(program: Program, type_: ir.Type, value: Value) -> str:
    """Return a value as people say it; cards and seats as they are written."""
    return program.spell(type_, value, lambda word: worded(program, type_, word))


def meant(program: Program, path: str, value: object) -> str | None:
    """Return what a number means as the value of a part, which may be empty; None if the ruleset does not say."""
    texts = program.words.get(f"{path}.{value}") if type(value) is int else None
    return None if texts is None else said(texts)


def part_of(expr: ir.Expr) -> str:
    """Return the path of the part whose value an expression is; empty if it is another's."""
    match expr:
        case ir.VariableValue(name=name):
            return f"state.{name}"
        case ir.Defined(name=name):
            return f"define.{name}"
        case ir.TableValue(name=name):
            return f"tables.{name}"
    return ""


def phrase(program: Program, expr: ir.Expr, move: str = "") -> str:
    """Return the expression in words. `move`: the move that it is a part of, for the titles of its choices."""
    rule = next((rule for rule in program.rules.moves if rule.name == move), None)
    chosen = {} if rule is None else {c.slot: choice_words(program, move, c) for c in rule.choices}
    told = Spoken(program).say(expr, Near(chosen))
    for apart, together in _CONTRACTED.get(current(), ()):
        told = apart.sub(together, told)
    return told


class Spoken(Voice):
    """Says expressions of one program at its table."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.spoken = spoken_forms()
        if all(zone.form != "melds" for zone in program.rules.zones):
            self.spoken["spot"], self.spoken["spots"] = tr("place"), tr("places")
        self.bodies = {one.name: one.body for one in program.special.definitions}

    @property
    def forms(self) -> Forms:
        return self.spoken

    def word(self, type_: ir.Type, word: str) -> str:
        return worded(self.program, type_, word)

    def constant(self, type_: ir.Type, value: int | bool) -> str:
        return own_word(self.program.enums, type_, value)

    def called(self, section: Section, name: str, many: bool = False) -> str:
        program = self.program
        if section == "stages":
            return called(program, program.stage_paths.get(name, name))
        if section == "values":
            paths = (f"{part}.{name}" for part in ("options", "state", "cards.attributes"))
            known = [path for path in paths if {path, f"{path}.noun"} & {*program.words}]
            return called(program, known[0]) if known else bare(name)
        return called(program, f"{section}.{name}", many)

    def local(self, local: ir.Local, near: Near) -> str:
        if local.slot in near.names:
            return near.names[local.slot]
        if local.slot == 0:
            return tr("you")
        return "" if local.name in ("it", "") else bare(local.name)

    def nameless(self, local: ir.Local, near: Near) -> bool:
        """Call the player's own hand `hand`, and the hand of the player under discussion too."""
        return local.slot == 0 or not self.local(local, near)

    def owned(self, property: str, thing: ir.Expr, near: Near) -> Said:
        return tr("{property} of {thing}", property=property, thing=self.say(thing, near, CHAIN)), CHAIN

    def claimed(self, section: Section, name: str, thing: ir.Expr, near: Near) -> Said | None:
        says = claim(title(self.program, f"{section}.{name}.says"))
        if not says or section == "tables" or title(self.program, f"{section}.{name}"):
            return None
        return f"{self.say(thing, near, CHAIN)} {says}", CLAIM

    def melded(self, fact: MeldPart, meld: ir.Expr, near: Near) -> Said:
        """Use the name of a chosen meld for its cards."""
        if fact == "cards" and isinstance(meld, ir.Local) and near.names.get(meld.slot):
            return self.told(meld, near)
        return super().melded(fact, meld, near)

    def opened(self, section: Section, name: str, near: Near) -> ir.Expr | None:
        """Return the body of a definition, with the chosen options, if its name would be a word of another language."""
        path, program = f"define.{name}", self.program
        if section == "define" and name in self.bodies and plainly(self.bodies[name]):
            return self.bodies[name]
        named = title(program, path) or title(program, f"{path}.noun")
        if section != "define" or named or current() == SOURCE or near.depth >= DEEPEST:
            return None
        return self.bodies[name]


def plainly(body: ir.Expr) -> bool:
    """Return whether the body of a definition is only an attribute of its subject."""
    match body:
        case ir.Attribute(card=ir.Local(slot=1)):
            return body.type.name != "truth"
    return False


def spoken_forms() -> Forms:
    """Return the forms of the current language."""
    return {
        "it": tr("it"), "players": tr("players"), "teams": tr("teams"), "deck": tr("all cards"),
        "next": tr("the next player"), "direction": tr("direction of play"), "all passed": tr("all have passed"),
        "owner": tr("owner"),
        "revealed": tr("turned up"), "wild": tr("wild"), "meld": tr("combination"),
        "spot": tr("place in a combination"), "role": tr("card it represents"), "place": tr("place"),
        "card": tr("card"), "line": tr("line"), "column": tr("column"), "neighbours": tr("neighbouring places"),
        "cards": tr("cards"), "wilds": tr("wild cards"), "naturals": tr("natural cards"), "spots": tr("free places"),
        "left": tr("left neighbour"), "right": tr("right neighbour"), "across": tr("player opposite"),
        "successor": tr("player who comes after"), "seat": tr("seat"), "team": tr("team"), "members": tr("members"),
        "first": tr("first"), "last": tr("last"), "top": tr("top card"), "bottom": tr("bottom card"),
        "random": tr("any one"), "of": tr("{property} of {thing}"), "for": tr("{thing} for {further}"),
        "of role": tr("card that {thing} represents"),
        "values": tr("values of {thing}"), "count": tr("number of {things}"), "sum": tr("sum of {things}"),
        "top some": tr("top {n} of {things}"), "highest": tr("highest {things}"), "lowest": tr("lowest {things}"),
        "highest by": tr("highest by {key} of {things}"), "lowest by": tr("lowest by {key} of {things}"),
        "highest some": tr("highest {n} of {things}"), "lowest some": tr("lowest {n} of {things}"),
        "highest some by": tr("highest {n} by {key} of {things}"),
        "lowest some by": tr("lowest {n} by {key} of {things}"),
        "highest all by": tr("all that are highest by {key} of {things}"),
        "lowest all by": tr("all that are lowest by {key} of {things}"), "then": tr(", then "),
        "where": tr("{things} where {condition}"), "if possible": tr("{things}, if possible where {condition}"),
        "with": tr("{things} and {others}"), "with within": tr("{things} with {others}"),
        "without": tr("{things} without {others}"), "item": " / ", "no items": tr("none"),
        "span": tr("{low} to {high}"), "span from": tr("{low} or more"),
        "some": tr("there is one in {things} where {condition}"), "not some": tr("none of {things} where {condition}"),
        "empty": tr("{things} is empty"), "not empty": tr("{things} is not empty"), "is": tr("{a} is {b}"),
        "not is": tr("{a} is not {b}"), "in": tr("{a} is in {b}"), "not in": tr("{a} is not in {b}"),
        "fits": tr("{a} fits {b}"), "not": tr("not: {condition}"), "and": tr(" and "), "or": tr(" or "),
        "<": tr("{a} is less than {b}"), "<=": tr("{a} is at most {b}"), ">": tr("{a} is more than {b}"),
        ">=": tr("{a} is at least {b}"), "+": "{a} + {b}", "-": "{a} − {b}", "*": "{a} × {b}",
        "div": tr("{a} divided by {b}"), "mod": tr("{a} modulo {b}"), "negative": "−{a}",
        "if": tr("if {condition}, {a}, else {b}"),
    }  # fmt: skip
