"""Check the words of scenarios: cards, values, choices and random results must exist in the game. Whether they are
possible at that moment is known only in play."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from croupier_dsl import ir, syntax
from croupier_dsl.analysis.course import within
from croupier_dsl.classes import frozen
from croupier_dsl.diagnostics import Diagnostic, Diagnostics
from croupier_dsl.errors import examples as errors
from croupier_dsl.errors import meaning
from croupier_dsl.literals import is_number
from croupier_dsl.resolver import Names
from croupier_dsl.source import Span

OPEN = frozenset({"…", "..."})
"""The words that leave the rest of a list open."""
NOTHING = "none"
GAP = "_"
"""An empty place of a row or meld."""
END = "end"
OUTCOMES = ("finished", "unfinished")
_THING = re.compile(r"[^\s()/:+]+(?:\s?[/:]\s?[^\s()/:+]+)*(?:\s?\([^()]*\)(?:@[0-9.]+)?)?")
"""A card, a seat or a value, with the card that it represents in parentheses, which may contain spaces."""
_KEY = re.compile(r"(?:^|(?<=\s))([a-z_][a-z0-9_]*)=")
"""The name of a choice, before its value."""
_GROUP = re.compile(r"[^+]+")
_IN = re.compile(r"\sin\s+")
_AS = re.compile(r"\s(as|from)\s+(\S+)")
_MARKS = re.compile(r"\([^()]*\)")


@frozen
class Vocabulary:
    """The words of one scenario: the names of its game, the kinds of cards and the seats."""

    names: Names
    kinds: Mapping[str, tuple[int | None, ...]]
    seats: tuple[str, ...]
    diagnostics: Diagnostics

    def told(self, found: Iterable[Diagnostic | None]) -> None:
        """Report these errors."""
        for each in found:
            if each is not None:
                self.diagnostics.add(each)


# ---------------------------------------------------------------- words


def things(span: Span) -> Iterator[syntax.Name]:
    """Return each thing of a text with its place."""
    yield from _found(span, _THING)


def _found(span: Span, pattern: re.Pattern[str]) -> Iterator[syntax.Name]:
    for part in pattern.finditer(span.text):
        if part[0].strip():
            yield syntax.Name(_part(span, *part.span()), part[0])


def _part(span: Span, start: int, end: int) -> Span:
    """Return a part of a text, without the blanks around it."""
    text = span.text[start:end]
    start += len(text) - len(text.lstrip())
    return Span(span.source, span.start + start, span.start + start + len(text.strip()))


def wrong(known: Vocabulary, wanted: ir.Type, word: syntax.Name, places: bool = False) -> Diagnostic | None:
    """Return the error for a word of a thing of this type; None if the game has the thing. `places`: a card may be
    named by its place alone."""
    text = word.text
    if text == NOTHING or text in OPEN:
        return None
    if wanted.enum:
        values = known.names.values(ir.Type("enum", wanted.enum))
        return meaning.not_a_value(word.span, text, values) if values and text not in values else None
    match wanted.name:
        case "card" | "meld" | "spot":
            return _no_card(known, word, wanted.name, places)
        case "player":
            return None if text in known.seats else errors.nobody_called(word.span, text, known.seats)
        case "team":
            fits = text in (*known.seats, "team", "of") or re.fullmatch(r"T[1-9][0-9]*", text)
            return None if fits else errors.nobody_called(word.span, text, known.seats)
        case "number":
            return None if is_number(text) else meaning.not_a_value(word.span, text, ())
        case "truth":
            return None if text in ("yes", "no") else meaning.not_a_value(word.span, text, ("yes", "no"))
    return None


def _no_card(known: Vocabulary, word: syntax.Name, thing: str, places: bool) -> Diagnostic | None:
    """Return the error for a word that is not a card: `7S`, `row:7S`, `7S@2`, `@2`, `joker(6D)`, of a spot also
    `8C/8D`."""
    zone, colon, rest = word.text.rpartition(":")
    zones = known.names.zones
    if colon and not any(zone.strip() == name or zone.startswith(f"{name}_") for name in zones):
        return errors.no_such_zone(_part(word.span, 0, len(zone)), zone.strip(), zones)
    card = _MARKS.sub("", rest).strip()
    kind, at, _ = card.partition("@")
    if at and not kind:
        return None
    for part in kind.split("/"):
        name = part.strip()
        free = (places and is_number(name)) or (thing == "spot" and name == "open")
        if name not in known.kinds and not free:
            return errors.no_such_card(word.span, name, known.kinds)
    return None


def _zone(known: Vocabulary, span: Span) -> Diagnostic | None:
    """Return the error for a place that cannot hold cards."""
    name = span.text.partition(" of ")[0].strip()
    return None if name in known.names.zones else errors.no_such_zone(span, name, known.names.zones)


def _cards(known: Vocabulary, span: Span, thing: str = "card", places: bool = False) -> Iterator[Diagnostic | None]:
    """Yield the errors in `7S 9H in hand of Bob + KD in row`, or in melds."""
    for group in _found(span, _GROUP):
        where = _IN.search(group.span.text)
        lying = group.span if where is None else _part(group.span, 0, where.start())
        if where is not None:
            yield _zone(known, _part(group.span, where.end(), len(group.span.text)))
        claims = list(_AS.finditer(lying.text))
        for claim in claims:
            if claim[1] == "as":
                yield _combo(known, _part(lying, *claim.span(2)))
        yield from _lying(known, _part(lying, 0, claims[0].start() if claims else len(lying.text)), thing, places)


def _lying(known: Vocabulary, span: Span, thing: str, places: bool) -> Iterator[Diagnostic | None]:
    for word in things(span):
        if word.text == GAP:
            continue
        yield wrong(known, ir.Type(thing), word, places)
        marks = _MARKS.search(word.text) if thing == "meld" else None
        if marks is not None and marks[0].strip("() ") != NOTHING:
            inside = _part(word.span, marks.start() + 1, marks.end() - 1)
            yield from (wrong(known, ir.CARD, stands) for stands in _found(inside, re.compile(r"[^\s/]+")))


def _combo(known: Vocabulary, span: Span) -> Diagnostic | None:
    combos = [combo.name.text for combo in known.names.ruleset.combos]
    return None if span.text in combos else meaning.unknown_combo(span, span.text, combos)


# ---------------------------------------------------------------- what is so


def check_fact(known: Vocabulary, meant: ir.Fact, written: syntax.Fact) -> None:
    """Report the parts of a fact that the game cannot have."""
    span, thing = written.contents.span, " ".join(written.thing.text.split())
    if written.moves is not None:
        return
    if meant.expr is None:
        known.told(_of_the_game(known, thing, span))
    else:
        known.told(_worth(known, meant.expr, bool(meant.card), span))


def _of_the_game(known: Vocabulary, thing: str, span: Span) -> Iterator[Diagnostic | None]:
    """Yield the errors in a scenario's fact about the whole game."""
    match thing:
        case "at":
            yield from _standing(known, span)
        case "winners" | "losers":
            yield from (wrong(known, ir.PLAYER, word) for word in things(span))
        case "scores" | "ranks":
            yield from (wrong(known, ir.NUMBER, word) for word in things(span))
        case "outcome":
            for word in things(span):
                if word.text not in (*OUTCOMES, NOTHING):
                    yield meaning.not_a_value(word.span, word.text, OUTCOMES)
        case _ if thing.startswith("moves of "):
            moves = [move.name.text for move in known.names.ruleset.moves]
            for word in things(span):
                if word.text not in (*moves, NOTHING):
                    yield meaning.unknown_move_of_a_step(word.span, word.text, moves, word.text in known.kinds)


def _standing(known: Vocabulary, span: Span) -> Iterator[Diagnostic | None]:
    """Yield the errors in `turn of Ann then Bob Cid in round of Dan`."""
    if span.text.strip() == END:
        return
    start = 0
    for gap in (*_IN.finditer(span.text), None):
        stage, *seats = things(_part(span, start, len(span.text) if gap is None else gap.start()))
        start = 0 if gap is None else gap.end()
        if stage.text not in (*known.names.stages, "play"):
            yield meaning.unknown_stage(stage.span, stage.text, [*known.names.stages, END])
        yield from (wrong(known, ir.PLAYER, word) for word in seats if word.text not in ("of", "then"))


def _worth(known: Vocabulary, meant: ir.Expr, of_card: bool, span: Span) -> Iterator[Diagnostic | None]:
    """Yield the errors in the value or the contents that a fact gives to a thing."""
    if of_card and isinstance(meant, ir.ZoneContents):  # a card that a seat knows: `7S in hand of Bob`
        return
    type_ = meant.type
    if type_.name in ("card", "meld"):
        yield from _cards(known, span, type_.name)
        return
    words = list(things(span))
    yield from (wrong(known, ir.Type(type_.name, type_.enum), word) for word in words)
    wanted = _values(known, meant, type_)
    if wanted and len(words) != wanted:
        yield errors.so_many_values(span, wanted, len(words))


def _values(known: Vocabulary, meant: ir.Expr, type_: ir.Type) -> int:
    """Return the number of values that a fact must give; 0 if it is not fixed."""
    if not type_.many:
        return 1 if type_.enum or type_.name in ("number", "truth", "player") else 0
    each = isinstance(meant, ir.Map) and isinstance(meant.collection, ir.Players) and not meant.body.type.many
    return len(known.seats) if each else 0


# ---------------------------------------------------------------- moves


def check_move(known: Vocabulary, move: ir.MoveRule, action: syntax.Name, made: bool = False) -> None:
    """Report impossible choices of a move. `made`: it has stopped for a choice in its middle, so that its statements'
    choices may be named, too."""
    asked = [ask.choices for ask in within(move.do) if isinstance(ask, ir.Ask)]
    choices = [*move.choices, *(choice for some in asked for choice in some)]
    span = action.span
    start = len(span.text) - len(span.text.lstrip()) + len(move.name)
    keys = [(key.start(), key.end(), key[1]) for key in _KEY.finditer(span.text, start)]
    ends = [at for at, _, _ in keys[1:]] + [len(span.text)] * bool(keys)
    first = _part(span, start, keys[0][0] if keys else len(span.text))
    named = {name for _, _, name in keys}
    left = [choice for choice in choices if choice.name not in named]
    if not choices and not made and (first.text or keys):
        known.diagnostics.add(errors.asks_for_nothing(_part(span, start, len(span.text)), move.name))
        return
    known.told(_unnamed(known, move, left, first))
    for (at, behind, name), end in zip(keys, ends, strict=True):
        words = _part(span, behind, end)
        meant = [choice for choice in choices if choice.name == name]
        if meant:
            others = tuple(dict.fromkeys(choice.name for choice in left)) if not first.text else ()
            known.told(_chosen(known, meant, words, others))
        elif not made or words.text in OPEN:
            where = _part(span, at, at + len(name))
            known.diagnostics.add(errors.no_such_choice(where, move.name, name, [c.name for c in choices]))


def _unnamed(
    known: Vocabulary, move: ir.MoveRule, left: list[ir.Choice], span: Span
) -> Iterator[Diagnostic | None]:  # fmt: skip
    """Yield the errors in words that do not name their choice."""
    if len({choice.name for choice in left}) == 1:
        yield from _chosen(known, left, span)
        return
    for word in things(_until_in(span)):
        if all(wrong(known, choice.type, word, places=True) for choice in left):
            yield errors.nothing_takes(word.span, word.text, move.name, _takes(known, left), [c.name for c in left])


def _until_in(span: Span) -> Span:
    where = _IN.search(span.text)
    return span if where is None else _part(span, 0, where.start())


def _chosen(
    known: Vocabulary, meant: list[ir.Choice], span: Span, others: tuple[str, ...] = ()
) -> Iterator[Diagnostic | None]:
    """Yield the errors in the value of a choice; several choices may have its name. `others`: the choices without a
    value."""
    choice = meant[0]
    if len({each.type for each in meant}) > 1:
        return
    words = list(things(_until_in(span)))
    if all(each.single for each in meant) and len(words) > 1 and choice.type.name not in ("meld", "spot", "team"):
        yield errors.one_is_chosen(span, choice.name, len(words), others)
        return
    if choice.type.name in ("card", "meld", "spot"):
        yield from _cards(known, span, choice.type.name, places=True)
    else:
        yield from (wrong(known, choice.type, word) for word in things(span))


def _takes(known: Vocabulary, choices: list[ir.Choice]) -> list[str]:
    """Return the words that one of these choices accepts."""
    found: dict[str, None] = {}
    for type_ in dict.fromkeys(choice.type for choice in choices):
        if type_.enum:
            found.update(dict.fromkeys(known.names.values(ir.Type("enum", type_.enum))))
        elif type_.name in ("card", "meld", "spot"):
            found.update(dict.fromkeys(known.kinds))
        elif type_.name in ("player", "team"):
            found.update(dict.fromkeys(known.seats))
        elif type_.name == "truth":
            found.update({"yes": None, "no": None})
    return list(found)


# ---------------------------------------------------------------- chance


def check_chance(known: Vocabulary, written: syntax.Name) -> None:
    """Report impossible random results: `Ann`, `4`, `shuffle: 7S 8S`, `shuffle stock: 7S …`."""
    span = written.span
    head, colon, _ = span.text.partition(":")
    words = list(things(_part(span, 0, len(head))))
    if colon and words and words[0].text == "shuffle":
        known.told(_shuffled(known, words[1:], _part(span, len(head) + 1, len(span.text))))
        return
    if colon and len(words) == 1 and words[0].text not in known.names.zones:
        known.diagnostics.add(errors.no_such_chance(words[0].span, words[0].text, ["shuffle"]))
        return
    enums = (value for values in known.names.enums.values() for value in values)
    values = dict.fromkeys((*known.seats, *known.kinds, *enums, "yes", "no", NOTHING, *OPEN))
    for word in things(span):
        if word.text in values or is_number(word.text) or re.fullmatch(r"T[1-9][0-9]*", word.text):
            continue
        if wrong(known, ir.CARD, word) is not None:
            known.diagnostics.add(errors.no_such_chance(word.span, word.text, list(values)))


def _shuffled(known: Vocabulary, zone: list[syntax.Name], cards: Span) -> Iterator[Diagnostic | None]:
    if zone:
        yield _zone(known, zone[0].span)
    yield from (wrong(known, ir.CARD, word) for word in things(cards))
