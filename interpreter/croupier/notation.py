"""Moves in words and back: what a choice reads as for the seat that chooses, and which choice some words mean."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.combos.lying import number_of
from croupier.combos.told import in_full, tight
from croupier.faults import InvalidMove
from croupier.language import tr
from croupier.legal import position, sees
from croupier.moves import Move
from croupier.values import Env, Meld, Spot, Value, as_list
from croupier_dsl import ir

if TYPE_CHECKING:
    from croupier.program import Program
    from croupier.stages import ChoicePlan, MovePlan
    from croupier.state import State

LONGEST = 2_000
"""How long the text of a move may be."""
_OPEN = re.compile(r"\([^)]*/[^)]*\)|\(none\)")
_EITHER = re.compile(r"[^\s()/:@+]+(?:/[^\s()/:@+]+)+")
KEY = re.compile(r"(?:^|\s)([a-z_][a-z0-9_]*)=")
"""The name of a choice before what is chosen."""


def spell_move(s: State, move: MovePlan, env: Env, seat: int, full: bool = False) -> Move:
    """The move with the choices that lie in the locals. `full`: open wild cards of melds with all they may be."""
    return Move(move.name, spell_choices(s, move.choices, env, seat, full))


def spell_choices(
    s: State, choices: list[ChoicePlan], env: Env, seat: int, full: bool = False
) -> tuple[tuple[str, str], ...]:
    """(name, words) of each choice."""
    return tuple((c.choice.name, spell_value(s, c, env[c.slot], seat, env, full)) for c in choices)


def spell_value(s: State, choice: ChoicePlan, value: Value, seat: int, env: Env, full: bool = False) -> str:
    """A card by what it is if the seat sees it, by its place from 1 if not (`@2`).

    Several separated by blanks, melds by +.
    """
    spell = speller(s, choice, seat, env, full)
    if isinstance(value, list):
        joint = " + " if choice.choice.type.name == "meld" else " "
        return joint.join(spell(item) for item in value) or "none"
    return spell(value)


def speller(s: State, choice: ChoicePlan, seat: int, env: Env, full: bool = False) -> Callable[[Value], str]:
    """What one thing of a choice reads as.

    Where cards that read the same lie in several zones, the zone is named: `row:7`.
    """
    program, type_ = s.program, choice.choice.type
    if type_.name == "meld":
        return (lambda meld: in_full(s, meld)) if full else program.spell_meld
    if type_.name == "spot":
        return told_apart(s, choice_pool(s, choice, env), lambda spot: spot_word(s, spot), lambda spot: spot.anchor)
    if type_.name != "card":
        return lambda value: program.spell(type_, value)

    def plain(card: int) -> str:
        return melded_word(s, card) if sees(s, seat, card) else f"@{position(s, card) + 1}"

    bare: Callable[[Value], str] = plain
    pool = choice_pool(s, choice, env)
    if any(program.places[s.home[card]].zone.form == "melds" for card in pool):
        bare = told_apart(s, pool, plain, lambda card: card)
    if isinstance(choice.choice.collection, ir.ZoneContents):
        return bare
    homes: dict[str, set[int]] = {}
    for card in pool:
        homes.setdefault(bare(card), set()).add(s.home[card])
    zones = Counter(program.places[index].zone.name for index in {s.home[card] for card in pool})

    def named(card: int) -> str:
        word, place = bare(card), program.places[s.home[card]]
        if len(homes.get(word, ())) < 2:
            return word
        many = zones[place.zone.name] > 1 and place.subject is not None
        who = f"_{program.subject_name(place.zone.per, place.subject or 0)}" if many else ""
        return f"{place.zone.name}{who}:{word}"

    return named


def melded_word(s: State, card: int) -> str:
    """What a card reads as: in a meld on a table with what it stands for, `joker(6D)`, or may: `joker(6D/6C)`."""
    program = s.program
    word, home = program.notation(card), s.home[card]
    if home < 0 or program.places[home].zone.form != "melds":
        return word
    kinds = program.combos.lying.kinds_of(s, card)
    if kinds == (program.kind_of[card],):
        return word
    return f"{word}({'/'.join(program.kinds[kind].notation for kind in kinds)})"


def spot_word(s: State, spot: Spot) -> str:
    """What a spot reads as: the card that belongs there, or several joined by `/`."""
    return "/".join(s.program.kinds[kind].notation for kind in s.program.combos.lying.wanted(s, spot)) or "open"


def told_apart(
    s: State, pool: list[Value], word: Callable[[Value], str], anchor: Callable[[Value], int]
) -> Callable[[Value], str]:
    """Words for things of melds: where several read the same, with the number of the meld, from 1: `8C@3`."""
    readings = Counter(word(item) for item in pool)

    def spelled(item: Value) -> str:
        plain, card = word(item), anchor(item)
        place = s.home[card]
        if readings[plain] < 2 or s.program.places[place].zone.form != "melds":
            return plain
        return f"{plain}@{number_of(s, place, card) + 1}"

    return spelled


def choice_pool(s: State, choice: ChoicePlan, env: Env) -> list[Value]:
    """The things in a choice's domain before its filters, cards one by one."""
    pool = as_list(choice.collection(s, env))
    if choice.choice.type.name != "card":
        return pool
    return [card for item in pool for card in (item.cards if isinstance(item, Meld) else (item,))]


@dataclass(frozen=True, slots=True)
class Wanted:
    """A move that somebody asks for: `choices` by name, or one unnamed under the empty name."""

    name: str
    choices: tuple[tuple[str, str], ...]

    @property
    def full(self) -> bool:
        """Does it say of a wild card of a meld that it is open, and what it may be?"""
        return any(_OPEN.search(words) for _, words in self.choices)

    def exactly(self, move: Move) -> bool:
        """Does the move read like this to the letter?"""
        return self.name in ("", move.name) and sorted(tidy(v) for _, v in move.choices) == sorted(
            v for _, v in self.choices
        )


def read_move(program: Program, text: str) -> Wanted:
    """What the text asks for; InvalidMove if the game has nothing like it."""
    if len(text) > LONGEST:
        raise InvalidMove(tr("a move is at most {n} characters long", n=LONGEST))
    words = tight(text)
    if not words:
        raise InvalidMove(tr("write a move, such as its name and what is chosen: NAME card=7S"))
    name, _, rest = words.partition(" ")
    plan = next((move for move in program.moves if move.name == name), None)
    if plan is None:
        moves = ", ".join(m.name for m in program.moves)
        raise InvalidMove(tr("there is no move {name}; the moves are {moves}", name=name, moves=moves))
    keys = list(KEY.finditer(rest))
    if rest and not plan.choices and not plan.do.asks:
        raise InvalidMove(tr("{move} asks for {choices}, not {choice}", move=name, choices=tr("nothing"), choice=rest))
    if rest and not keys:
        return Wanted(name, (("", tidy(rest)),))
    if keys and rest[: keys[0].start()].strip():
        before = rest[: keys[0].start()].strip()
        raise InvalidMove(tr("{text} stands before the first choice", text=repr(before)))
    ends = [key.start() for key in keys[1:]] + [len(rest)] * bool(keys)
    choices = tuple((key[1], tidy(rest[key.end() : end])) for key, end in zip(keys, ends, strict=True))
    known = {c.choice.name for c in plan.choices} | {c.choice.name for ask in plan.do.asks.values() for c in ask}
    for choice, _value in choices:
        if choice not in known:
            asks = ", ".join(sorted(known)) or tr("nothing")
            raise InvalidMove(tr("{move} asks for {choices}, not {choice}", move=name, choices=asks, choice=choice))
    return Wanted(name, choices)


def tidy(words: str) -> str:
    """The words of a value in an order of their own, so that `7S 8S` and `8S 7S` are the same cards, in melds too, and
    `8D/8C` is `8C/8D`."""
    if "/" in words:
        words = _EITHER.sub(lambda found: "/".join(sorted(found[0].split("/"))), words)
    return " + ".join(sorted(" ".join(sorted(group.split())) for group in words.split("+")))


def find_value(s: State, choice: ChoicePlan, words: str, env: Env, seat: int) -> Value:
    """The thing in the choice's domain, legal or not, that the words mean.

    NotThere if it lies elsewhere now, InvalidMove if there is no such thing in the game.
    """
    pool = choice_pool(s, choice, env)
    spell = speller(s, choice, seat, env, full=bool(_OPEN.search(words)))
    if choice.choice.single:
        return _find(s, choice, words, pool, spell)
    found: list[Value] = []
    left = list(pool)
    if words == "none" and words not in [spell(item) for item in pool]:
        return found
    for word in words.split(" + ") if choice.choice.type.name == "meld" else words.split():
        try:
            item = _find(s, choice, word, left, spell)
        except NotThere as error:
            error.again = any(tidy(bare(spell(taken))) == tidy(bare(word)) for taken in found)
            error.pool = tuple(spell(item) for item in pool)
            raise
        left.remove(item)
        found.append(item)
    return found


def _find(s: State, choice: ChoicePlan, word: str, pool: list[Value], spell: Callable[[Value], str]) -> Value:
    """The first thing of the pool that is written so; else one whose short form it is, or, of a card, whose place."""
    spelled = [(spell(item), item) for item in pool]
    for reading in READINGS[:-1]:
        for text, item in spelled:
            if tidy(reading(text)) == word:
                return item
    alike = [item for text, item in spelled if tidy(READINGS[-1](text)) == word]
    if len(alike) == 1:  # of several it does not say which
        return alike[0]
    if choice.choice.type.name == "card" and word.startswith("@"):
        for card in pool:
            if s.program.places[s.home[card]].ordered and f"@{s.zones[s.home[card]].index(card) + 1}" == word:
                return card
    message = tr(
        "{word} is not among what {choice} may be: {things}",
        word=word, choice=choice.choice.name, things=_listed(pool, spell),
    )  # fmt: skip
    if not exists(s.program, choice.choice, word) or beyond(s, choice, word):
        raise InvalidMove(message)
    raise NotThere(message, word, tuple(text for text, _ in spelled))


def beyond(s: State, choice: ChoicePlan, word: str) -> bool:
    """Is it a number, no card, and of a place that no row has?"""
    if choice.choice.type.name != "card" or not word.isascii() or not word.isdigit() or word in s.program.kind_index:
        return False
    rows = (len(s.zones[place.index]) for place in s.program.places if place.zone.form == "row")
    return int(word) > max(rows, default=0)


def exists(program: Program, choice: ir.Choice, word: str) -> bool:
    """Could the word name something of the kind that is chosen, in one position or another?"""
    type_ = choice.type
    if type_.enum:
        return word in program.enums[type_.enum]
    match type_.name:
        case "card":
            plain = _unplaced(word).partition("@")[0].partition("(")[0]
            place = word.removeprefix("@")
            is_place = place.isascii() and place.isdigit() and len(place) < 6
            return plain in program.kind_index or (is_place and 1 <= int(place) <= program.cards)
        case "player":
            return word in program.names
        case "team":
            return word in {program.subject_name("team", team) for team in range(program.teams)}
        case "number":
            return word.removeprefix("-").isdigit()
        case "truth":
            return word in ("yes", "no")
    return all(
        set(re.split(r"[/(]", _unplaced(part).partition("@")[0].removesuffix(")"))) <= {"none", *program.kind_index}
        for part in word.split()
    )


class NotThere(InvalidMove):
    """What is chosen exists in the game, but not where it can be chosen from now.

    `word`: what was asked for; `pool`: what there is; `again`: it has been taken as often as it is there.
    """

    def __init__(self, message: str, word: str, pool: tuple[str, ...]) -> None:
        super().__init__(message)
        self.word, self.pool, self.again = word, pool, False


def bare(words: str) -> str:
    return " ".join(_unplaced(word) for word in words.split())


def _plain(words: str) -> str:
    """Cards without what they stand for and which of several melds they lie in: `joker` for `joker(6D)@2`."""
    return re.sub(r"\([^)]*\)|@\d+", "", bare(words))


def _unplaced(word: str) -> str:
    """A card without the zone it lies in, a place without its sign: `7` for `row:7`, `2` for `@2`."""
    return word.rpartition(":")[2].removeprefix("@")


READINGS: tuple[Callable[[str], str], ...] = (str, bare, _plain)
"""How the words of a choice may be read: as they are; without zones; without roles and the numbers of melds."""


def _listed(pool: list[Value], spell: Callable[[Value], str]) -> str:
    words = list(dict.fromkeys(spell(item) for item in pool))
    shown = " ".join(words[:20]) + (" …" if len(words) > 20 else "")
    return shown or tr("nothing")
