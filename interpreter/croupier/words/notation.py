"""Write moves in words and read them: the words of a choice for its seat, and the choice for some words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, TypeAlias

from croupier.base.faults import InvalidMove
from croupier.base.language import tr
from croupier.base.moves import Move
from croupier.base.values import Env, Meld, Spot, Value, as_list
from croupier.combos.layout import number_of
from croupier.combos.told import in_full, tight
from croupier.model.visibility import position, sees
from croupier.play.legal import apart
from croupier.play.legal import plain as lies_plain
from croupier.words.phrases import from_to, in_a_row
from croupier_dsl import ir

if TYPE_CHECKING:
    from croupier.model.plans import ChoicePlan, MovePlan
    from croupier.model.program import Program
    from croupier.model.state import State

LONGEST = 2_000
"""The maximum length of the text of a move, in characters."""
_EITHER = re.compile(r"[^\s()/:@+]+(?:/[^\s()/:@+]+)+")
KEY = re.compile(r"(?:^|\s)([a-z_][a-z0-9_]*)=")
"""The name of a choice before its value."""


Spellers: TypeAlias = dict[Hashable, Callable[[Value], str]]
"""The spelling of the things of each choice, for one seat in one position; valid only for that position."""


def spell_move(
    s: State, move: MovePlan, env: Env, seat: int, full: int = 0, kept: Spellers | None = None
) -> Move:  # fmt: skip
    """Return the move with its choices from the locals.

    `full` is 1 to add the possible roles of wild cards in melds, and the zones of other cards; 2 to add the owners too.
    """
    return Move(move.name, spell_choices(s, move.choices, env, seat, full, kept))


def spell_choices(
    s: State, choices: list[ChoicePlan], env: Env, seat: int, full: int = 0, kept: Spellers | None = None
) -> tuple[tuple[str, str], ...]:
    """Return (name, words) of each choice. `kept`: caches the words of things for the moves of one decision."""
    return tuple((c.choice.name, spell_value(s, c, env[c.slot], seat, env, full, kept)) for c in choices)


def spell_value(
    s: State, choice: ChoicePlan, value: Value, seat: int, env: Env, full: int = 0, kept: Spellers | None = None
) -> str:  # fmt: skip
    """Return a card by what it is if the seat sees it, by its place from 1 if not (`@2`).

    Several separated by blanks, melds by +.
    """
    spell = speller(s, choice, seat, env, full) if kept is None else _kept(s, choice, seat, env, full, kept)
    if isinstance(value, list):
        joint = " + " if choice.choice.type.name == "meld" else " "
        return joint.join(spell(item) for item in value) or "none"
    return spell(value)


def _kept(
    s: State, choice: ChoicePlan, seat: int, env: Env, full: int, kept: Spellers
) -> Callable[[Value], str]:  # fmt: skip
    """Return the speller of a choice, made once for all locals that give the same collection."""
    read = [tuple(as_list(env[slot])) for slot in choice.reads if slot < len(env)]
    lies = choice.choice.type.name in ("card", "spot")  # words of other things do not depend on roles
    key = (choice, full, frozenset(s.program.planner.casting(env).items()) if lies else None, *read)
    found = kept.get(key)
    if found is None:
        found = kept[key] = cache(speller(s, choice, seat, env.copy(), full))
    return found


def speller(s: State, choice: ChoicePlan, seat: int, env: Env, full: int = 0) -> Callable[[Value], str]:
    """Return the function that spells one thing of a choice.

    If cards that read the same are in several zones, the zone is named: `row:7`.
    """
    program, type_ = s.program, choice.choice.type
    if type_.name == "meld":
        return (lambda meld: in_full(s, meld)) if full else program.spell_meld
    if type_.name == "spot":
        return spots_apart(s, choice_pool(s, choice, env), full)
    if type_.name != "card":
        return lambda value: program.spell(type_, value)

    def plain(card: int) -> str:
        return melded_word(s, card) if sees(s, seat, card) else f"@{position(s, card) + 1}"

    bare: Callable[[Value], str] = plain
    pool = choice_pool(s, choice, env)
    if any(program.places[s.home[card]].zone.form == "melds" for card in pool):
        bare = told_apart(s, pool, plain, lambda card: card)
    if not all(lies_plain(s, home) for home in {s.home[card] for card in pool}):
        bare = marked_apart(s, seat, pool, bare)
    if isinstance(choice.choice.collection, ir.ZoneContents) and not full:
        return bare
    homes: dict[str, set[int]] = {}
    for card in pool:
        homes.setdefault(bare(card), set()).add(s.home[card])
    zones = Counter(program.places[index].zone.name for index in {s.home[card] for card in pool})

    def named(card: int) -> str:
        word, place = bare(card), program.places[s.home[card]]
        if len(homes.get(word, ())) < 2 and not full:
            return word
        many = zones[place.zone.name] > 1 if not full else full > 1
        return f"{home_word(program, place.index) if many else place.zone.name}:{word}"

    return named


def home_word(program: Program, home: int) -> str:
    """Return the zone, and which that is: `row_Ann`, `row_2`."""
    place = program.places[home]
    return "_".join((place.zone.name, *program.slot_words(place.zone, place.slot)))


def marked_apart(s: State, seat: int, pool: list[Value], word: Callable[[Value], str]) -> Callable[[Value], str]:
    """Return a speller for cards that read the same in one zone though all players can distinguish them: with their
    place in a row or pile, from 1 (`5@4`), elsewhere with their markers (`5(3)`, `5(revealed)`, `5(not_revealed)`).
    """
    alike: dict[tuple[str, int], list[int]] = {}
    for card in pool:
        alike.setdefault((word(card), s.home[card]), []).append(card)

    def spelled(card: int) -> str:
        plain, home = word(card), s.home[card]
        marks = [apart(s, other) for other in alike.get((plain, home), ()) if sees(s, seat, other)]
        if len(set(marks)) < 2 or not sees(s, seat, card):
            return plain
        if s.program.places[home].ordered:
            return f"{plain}@{s.zones[home].index(card) + 1}"
        differing = [at for at in range(len(marks[0])) if len({mark[at] for mark in marks}) > 1]
        return f"{plain}({'/'.join(_mark(s, card, at) for at in differing)})"

    return spelled


def _mark(s: State, card: int, at: int) -> str:
    """Return the marker of a card, by its index among the features that distinguish cards of its zone."""
    if not at:
        return "revealed" if card in s.revealed else "not_revealed"
    column = s.program.telling[s.home[card]][at - 1]
    name = next(name for name, number in s.program.card_variables.items() if number == column)
    variable = next(each for each in s.program.rules.variables if each.name == name)
    value = s.card_variables[column][card]
    if variable.type == ir.TRUTH and value is not None:
        return name if value else f"not_{name}"
    return s.program.spell(variable.type, value).replace(" ", "_")


def melded_word(s: State, card: int) -> str:
    """Return the word for a card: in a meld on a table with its role, `joker(6D)`, or its possible roles:

    `joker(6D/6C)`.
    """
    program = s.program
    word, home = program.notation(card), s.home[card]
    if home < 0 or program.places[home].zone.form != "melds":
        return word
    kinds = program.combos.layout.kinds_of(s, card)
    if kinds in ((), (program.kind_of[card],)):
        return word
    return f"{word}({'/'.join(program.kinds[kind].notation for kind in kinds)})"


def spot_word(s: State, spot: Spot) -> str:
    """Return the word for a spot: in a row its place, `@3`.

    In a meld the card that belongs there, or several joined by /.
    """
    if is_row(s, spot.place):
        return f"@{spot.at + 1}"
    return "/".join(s.program.kinds[kind].notation for kind in s.program.combos.layout.wanted(s, spot)) or "open"


def is_row(s: State, place: int) -> bool:
    """Return whether cards have fixed places there."""
    return s.program.places[place].zone.form == "row"


def spots_apart(s: State, pool: list[Value], full: int = 0) -> Callable[[Value], str]:
    """Return a function for the words of spots: with the end if one meld takes the same card at either end, `AS(low)`;
    with the number of the meld, from 1, if several melds take it; with the row if there are several rows."""
    plain = {spot: spot_word(s, spot) for spot in pool}
    rows = {spot.place for spot in pool if is_row(s, spot.place)}
    zones = Counter(s.program.places[place].zone.name for place in rows)
    meld_of = {spot: (spot.place, number_of(s, spot.place, spot.anchor)) for spot in pool if spot.place not in rows}
    melds: dict[str, set[tuple[int, int]]] = {}
    for spot in meld_of:
        melds.setdefault(plain[spot], set()).add(meld_of[spot])
    ways = Counter((plain[spot], meld_of[spot]) for spot in meld_of)

    def spelled(spot: Value) -> str:
        word = plain[spot]
        if spot.place in rows:
            zone = s.program.places[spot.place].zone.name
            owned = full > 1 or (not full and zones[zone] > 1)
            named = home_word(s.program, spot.place) if owned else zone
            return f"{named}:{word}" if full or len(rows) > 1 else word
        if ways[word, meld_of[spot]] > 1:
            places = s.zones[spot.place][meld_of[spot][1]].places()
            end = "low" if spot.at < places[0] else "high" if spot.at > places[-1] else str(spot.at + 1)
            word = f"{word}({end})"
        return word if len(melds[plain[spot]]) < 2 else f"{word}@{meld_of[spot][1] + 1}"

    return spelled


def told_apart(
    s: State, pool: list[Value], word: Callable[[Value], str], anchor: Callable[[Value], int]
) -> Callable[[Value], str]:
    """Return a function for the words of things in melds: with the number of the meld, from 1, if several read the
    same: `8C@3`."""
    readings = Counter(word(item) for item in pool)

    def spelled(item: Value) -> str:
        plain, card = word(item), anchor(item)
        place = s.home[card]
        if readings[plain] < 2 or s.program.places[place].zone.form != "melds":
            return plain
        return f"{plain}@{number_of(s, place, card) + 1}"

    return spelled


def choice_pool(s: State, choice: ChoicePlan, env: Env) -> list[Value]:
    """Return the things in a choice's domain before its filters, cards one by one."""
    pool = as_list(choice.collection(s, env))
    if choice.choice.type.name != "card":
        return pool
    return [card for item in pool for card in (item.cards if isinstance(item, Meld) else (item,))]


@dataclass(frozen=True, slots=True)
class Wanted:
    """A requested move: `choices` by name; words for unnamed choices come first, under the empty name."""

    name: str
    choices: tuple[tuple[str, str], ...]

    @property
    def full(self) -> bool:
        """Return whether the text has roles of wild cards or zones of cards, which are only spelled on demand."""
        return any("(" in words or ":" in words for _, words in self.choices)

    def exactly(self, move: Move) -> bool:
        """Return whether the move reads exactly like this."""
        return self.name in ("", move.name) and sorted(tidy(v) for _, v in move.choices) == sorted(
            v for _, v in self.choices
        )


def read_move(program: Program, text: str) -> Wanted:
    """Return the requested move. Raise InvalidMove if the game has nothing like it."""
    if len(text) > LONGEST:
        raise InvalidMove(tr("a move may have at most {n} characters", n=LONGEST))
    words = tight(text)
    if not words:
        raise InvalidMove(tr("write a move: its name and its choices, such as NAME card=7S"))
    name, _, rest = words.partition(" ")
    plan = program.move(name)
    if plan is None:
        moves = ", ".join(m.name for m in program.rules.moves)
        raise InvalidMove(tr("unknown move {name}; the moves are {moves}", name=name, moves=moves))
    keys = list(KEY.finditer(rest))
    if rest and not plan.choices and not plan.do.asks:
        raise InvalidMove(tr("{move} takes {choices}, not {choice}", move=name, choices=tr("nothing"), choice=rest))
    if rest and not keys:
        return Wanted(name, (("", tidy(rest)),))
    choices = by_name(rest)
    known = {c.choice.name for c in plan.choices} | {c.choice.name for ask in plan.do.asks.values() for c in ask}
    for choice, _value in choices:
        if choice and choice not in known:
            asks = ", ".join(sorted(known)) or tr("nothing")
            raise InvalidMove(tr("{move} takes {choices}, not {choice}", move=name, choices=asks, choice=choice))
    return Wanted(name, first_named(plan, choices) if choices and not choices[0][0] else choices)


def by_name(words: str) -> tuple[tuple[str, str], ...]:
    """Return the words of choices by their names; words before the first name are under the empty name."""
    keys = list(KEY.finditer(words))
    ends = [key.start() for key in keys[1:]] + [len(words)] * bool(keys)
    named = tuple((key[1], tidy(words[key.end() : end])) for key, end in zip(keys, ends, strict=True))
    before = words[: keys[0].start()].strip() if keys else words
    return (("", tidy(before)), *named) if before else named


def first_named(plan: MovePlan, choices: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    """Return the same with the name of the choice that the first words are for, if there is only one that is not named.

    Raise InvalidMove if there is none.
    """
    named = {name for name, _ in choices if name}
    lists = [[each.choice.name for each in some] for some in (plan.choices, *plan.do.asks.values())]
    asked = [names for names in lists if named <= set(names)]
    left = [[name for name in names if name not in named] for names in asked]
    if not any(left):
        full = " ".join([plan.name, *(f"{name}=…" for name in (asked or lists)[0])])
        words = {"text": repr(choices[0][1]), "move": plan.name, "full": full}
        raise InvalidMove(tr("{text} is not assigned to a choice of {move}; write {full}", **words))
    if len(left) == 1 and len(left[0]) == 1:
        return ((left[0][0], choices[0][1]), *choices[1:])
    return choices


def as_written(text: str) -> Move:
    """Return the move that reads so: the other way of `str` of a move, with nothing put into another order."""
    name, _, rest = text.partition(" ")
    keys = list(KEY.finditer(rest))
    ends = [key.start() for key in keys[1:]] + [len(rest)] * bool(keys)
    return Move(name, tuple((key[1], rest[key.end() : end]) for key, end in zip(keys, ends, strict=True)))


def tidy(words: str) -> str:
    """Return the words of a value in an order of their own, so that `7S 8S` and `8S 7S` are the same cards, in melds
    too, and `8D/8C` is `8C/8D`.
    """
    if "/" in words:
        words = _EITHER.sub(lambda found: "/".join(sorted(found[0].split("/"))), words)
    return " + ".join(sorted(" ".join(sorted(group.split())) for group in words.split("+")))


def reads(value: str, words: str) -> bool:
    """Return whether a value of a move equals these words, with each thing in full or in one of its short forms."""
    if any(tidy(reading(value)) == words for reading in READINGS):
        return True
    left, wanted = value.split(), words.split()
    if "+" in left or len(left) != len(wanted):
        return False
    for reading in READINGS:
        for word in list(wanted):
            named = next((item for item in left if reading(item) == word), None)
            if named is not None:
                left.remove(named)
                wanted.remove(word)
    return not wanted


def find_value(
    s: State,
    choice: ChoicePlan,
    words: str,
    env: Env,
    seat: int,
    unsure: list[tuple[str, tuple[str, ...]]] | None = None,
) -> Value:
    """Return the thing in the choice's domain, legal or not, that the words mean.

    `unsure` gets words that may be several things, with these: the first is taken.

    Raise NotThere if the thing is elsewhere now, InvalidMove if the game has no such thing.
    """
    pool = choice_pool(s, choice, env)
    spell = speller(s, choice, seat, env)
    if "(" in words and choice.choice.type.name == "meld" and words not in [tidy(spell(item)) for item in pool]:
        spell = speller(s, choice, seat, env, full=1)
    spellers = [spell]
    if ":" in words and choice.choice.type.name in ("card", "spot"):
        spellers += [speller(s, choice, seat, env, full) for full in (1, 2)]
    if choice.choice.single:
        things = words.split(" + ") if choice.choice.type.name == "meld" else words.split()
        if len(things) > 1 and choice.choice.type.name in ("card", "meld"):
            raise InvalidMove(tr("only one of these can be chosen, not {n}: {things}", n=len(things), things=words))
        return _find(s, choice, words, pool, spellers, unsure)
    found: list[Value] = []
    left = list(pool)
    if words == "none" and words not in [spell(item) for item in pool]:
        return found
    written = words.split(" + ") if choice.choice.type.name == "meld" else words.split()
    in_full = {spell(item) for item in pool}
    for word in sorted(written, key=lambda word: word not in in_full):  # what may be several things comes last
        try:
            item = _find(s, choice, word, left, spellers, unsure)
        except NotThere as error:
            error.again = any(tidy(bare(spell(taken))) == tidy(bare(word)) for taken in found)
            error.pool = tuple(spell(item) for item in pool)
            raise
        left.remove(item)
        found.append(item)
    return found


def also_a_card(s: State, choice: ChoicePlan, value: Value, said: str, env: Env, seat: int) -> str:
    """Return the first number in the text that is the place of a hidden card that is chosen, and that is also a card
    the seat sees among those to choose from; empty if there is none."""
    program = s.program
    numbers = [word for word in said.split() if word.isdigit() and word in program.kind_index]
    if choice.choice.type.name != "card" or not numbers:
        return ""
    places = {str(position(s, card) + 1) for card in as_list(value) if card is not None and not sees(s, seat, card)}
    seen = {program.notation(card) for card in choice_pool(s, choice, env) if sees(s, seat, card)}
    return next((word for word in numbers if word in places and word in seen), "")


def card_or_place(number: str) -> str:
    """Say that a number names a card and the place of another, and how to write which is meant."""
    return tr("{n} is both an open card and the place of another: write @{n} for the place", n=number)


def _find(
    s: State, choice: ChoicePlan, word: str, pool: list[Value], spellers: list[Callable[[Value], str]],
    unsure: list[tuple[str, tuple[str, ...]]] | None,
) -> Value:  # fmt: skip
    """Return the first thing of the pool that is written so.

    Else one whose short form it is, or, of a card, whose place.

    The first speller is the usual one. Raise InvalidMove for a number that is both a card among them and the place of
    another.
    """
    if choice.choice.type.name == "card" and word.isdigit():
        told = {spellers[0](item) for item in pool}
        if word in told and f"@{word}" in told:
            raise InvalidMove(card_or_place(word))
    for spell, reading in product(spellers, READINGS):
        fitting = {text: item for item in reversed(pool) if tidy(reading(text := spell(item))) == word}
        if len(fitting) > 1 and unsure is not None:
            unsure.append((word, tuple(reversed(fitting))))
        if fitting:
            return fitting[next(reversed(fitting))]
    zone, _, place = word.rpartition(":")
    if choice.choice.type.name == "card" and place.startswith("@"):
        for card in pool:
            home = s.program.places[s.home[card]]
            here = zone in ("", home.zone.name, home_word(s.program, s.home[card]))
            if here and home.ordered and f"@{s.zones[s.home[card]].index(card) + 1}" == place:
                return card
    message = tr("{word} is not among these: {things}", word=word, things=_listed(pool, spellers[0]))
    if not exists(s.program, choice.choice, word) or beyond(s, choice, word):
        raise InvalidMove(message)
    raise NotThere(message, word, tuple(map(spellers[0], pool)))


def beyond(s: State, choice: ChoicePlan, word: str) -> bool:
    """Return whether the word is a number that is neither a card nor a place of any row."""
    if choice.choice.type.name != "card" or not word.isascii() or not word.isdigit() or word in s.program.kind_index:
        return False
    rows = (place.places_told or len(s.zones[place.index]) for place in s.program.places if place.zone.form == "row")
    return int(word) > max(rows, default=0)


def exists(program: Program, choice: ir.Choice, word: str) -> bool:
    """Return whether the word could name something of the type of the choice, in any position."""
    type_ = choice.type
    if type_.enum:
        return word in program.enums[type_.enum]
    match type_.name:
        case "card":
            plain = _unplaced(word).partition("@")[0].partition("(")[0]
            return plain in program.kind_index or _is_place(_unplaced(word), program.cards)
        case "player":
            return word in program.names
        case "team":
            return word in {program.subject_name("team", team) for team in range(program.teams)}
        case "number":
            return word.removeprefix("-").isdigit()
        case "truth":
            return word in ("yes", "no")
    if type_.name == "spot" and _is_place(
        _unplaced(word), max(program.cards, *(p.places_told for p in program.places))
    ):
        return True
    if type_.name == "spot":
        return set(_plain(word).split("/")) <= {*program.kind_index, "open"}
    return all(
        set(re.split(r"[/(]", _unplaced(part).partition("@")[0].removesuffix(")"))) <= {"none", *program.kind_index}
        for part in word.split()
    )


def _is_place(word: str, most: int) -> bool:
    """Return whether the word is a number of a place that a row may have."""
    return word.isascii() and word.isdigit() and len(word) < 6 and 1 <= int(word) <= most


class NotThere(InvalidMove):
    """Raised for a thing that exists in the game, but not where it can be chosen from now.

    `word`: the requested thing; `pool`: the available things; `again`: all its copies have been taken already.
    """

    def __init__(self, message: str, word: str, pool: tuple[str, ...]) -> None:
        super().__init__(message)
        self.word, self.pool, self.again = word, pool, False


def bare(words: str) -> str:
    return " ".join(_unplaced(word) for word in words.split())


def _plain(words: str) -> str:
    """Return cards without role, markers, number of the meld, end, or place in a row:

    `joker` for `joker(6D)@2`, `5` for `5@4`, `AS` for `AS(low)`.
    """
    return re.sub(r"\([^)]*\)|@\d+", "", bare(words))


def _unplaced(word: str) -> str:
    """Return a card without its zone, a place without its sign: `7` for `row:7`, `2` for `@2`."""
    return word.rpartition(":")[2].removeprefix("@")


READINGS: tuple[Callable[[str], str], ...] = (str, bare, _plain)
"""The ways to read the words of a choice: as they are; without zones; without roles and the numbers of melds."""


def _listed(pool: list[Value], spell: Callable[[Value], str]) -> str:
    words = list(dict.fromkeys(spell(item) for item in pool))
    if len(words) > 20:
        return from_to(words[0], words[-1]) if in_a_row(words) else " ".join([*words[:20], "…"])
    return " ".join(words) or tr("nothing")
