"""Read and write melds on a table as text: `5D joker(6D) 7D`, `8S 8H joker(8C/8D)`, `5D _ 7D as run from 5`.

The text may leave out what a wild card represents if only one reading remains: in a run the order shows it, and an open
role needs no word. `joker(none)` says that it represents nothing in particular. `as` names the combo, and allows what a
move has left of one. `from` gives the place of the first card, if no card shows it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from croupier.base.faults import PositionError, RulesFault
from croupier.base.language import tr
from croupier.base.values import Meld
from croupier.combos.forms import Form
from croupier.combos.laying import Laid, meant
from croupier.combos.layout import set_of
from croupier.combos.listing import declared, melds, sequences
from croupier.combos.patterns import Meld as Kinds

if TYPE_CHECKING:
    from croupier.model.state import State

GAP = "_"
"""A place that is empty: of a row, or of a run from which a card has just been taken."""
MOST_TOLD = 6
"""The most readings that an error lists for an ambiguous meld."""
LONGEST_LIST = 4
"""The most kinds of an open role that are written out."""
_CARD = re.compile(r"([^()\s]+)(?:\(([^()]*)\))?")
_CLAIMS = re.compile(r"^(.*?)(?:\sas\s(\w+))?(?:\sfrom\s(\d{1,9}))?$")


@dataclass(frozen=True, slots=True)
class ToldCard:
    """A card of a meld. `stands`: the kinds that the text gives for it, empty for an open role; None without a mark."""

    kind: int
    stands: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class ToldMeld:
    """A meld as written. `cards`: None for a gap; `combo`: empty if not named; `start`: the place of the first card,
    from 0, if given."""

    text: str
    cards: tuple[ToldCard | None, ...]
    combo: str = ""
    start: int | None = None

    @property
    def lying(self) -> list[ToldCard]:
        return [card for card in self.cards if card is not None]

    @property
    def kinds(self) -> tuple[int, ...]:
        return tuple([card.kind for card in self.lying])


def told_meld(s: State, text: str) -> ToldMeld:
    """Return the parts of a meld's text. Raises PositionError if it cannot be read."""
    program = s.program
    words = tight(text)
    claims = _CLAIMS.match(words)
    assert claims is not None
    cards = tuple([None if word == GAP else _told_card(s, word) for word in claims[1].split()])
    if not cards or cards[0] is None or cards[-1] is None:
        raise PositionError(tr("{words} is not a meld", words=words or tr("nothing")))
    combo, start = claims[2] or "", None if claims[3] is None else int(claims[3]) - 1
    if combo and combo not in program.combos.patterns:
        there = ", ".join(program.combos.patterns)
        raise PositionError(
            tr(
                "{words}: cards are not played as {combo} here; they can be played as {there}",
                words=words,
                combo=combo,
                there=there,
            )
        )
    return ToldMeld(words, cards, combo, start)


def tight(text: str) -> str:
    """Return the text with single blanks between words and none within them."""
    return re.sub(r" ?([(/:]) ?", r"\1", re.sub(r" \)", ")", " ".join(text.split())))


def card_and_mark(text: str) -> tuple[str, str | None]:
    """Return a card, and the text in parentheses after it. Raises PositionError if they are not closed or not
    opened."""
    words = tight(text)
    found = _CARD.fullmatch(words)
    if found is None and ("(" in words or ")" in words):
        raise PositionError(tr("{word} is not a card", word=words))
    return (words, None) if found is None else (found[1], found[2])


def _told_card(s: State, word: str) -> ToldCard:
    program = s.program
    card, stands = card_and_mark(word)
    kinds = []
    for notation in (card, *((stands or "").split("/") if stands not in (None, "none") else ())):
        if notation not in program.kind_index:
            raise PositionError(tr("this game has no card {notation}", notation=notation or "nothing"))
        kinds.append(program.kind_index[notation])
    return ToldCard(kinds[0], None if stands is None else tuple(sorted(set(kinds[1:]))))


# ---------------------------------------------------------------- from text to melds


def lay(s: State, text: str, take: dict[str, list[int]]) -> Meld:
    """Return the meld that a text describes, of cards removed from `take` (by notation). Raises PositionError if one is
    missing."""
    told = told_meld(s, text)
    cards: list[int] = []
    for card in told.lying:
        notation = s.program.kinds[card.kind].notation
        if not take.get(notation):
            raise PositionError(tr("there is no {notation} left for {text}", notation=notation, text=told.text))
        cards.append(take[notation].pop(0))
    return read(s, told, cards)


def read(s: State, told: ToldMeld, cards: Sequence[int]) -> Meld:
    """Return these cards as the meld that the text describes. Raises PositionError if none or several fit."""
    names = [told.combo] if told.combo else s.program.combos.laid
    found: list[Meld] = []
    for readings in (_in_order, _in_any_order, _to_the_letter):
        try:
            all_of_them: Iterator[Meld] = (meld for name in names for meld in readings(s, told, cards, name))
            if readings is not _to_the_letter or not told.combo:
                all_of_them = filter(partial(s.program.combos.holds, s), all_of_them)
            found = _different(islice(all_of_them, 100 * MOST_TOLD))
        except RulesFault:
            raise PositionError(
                tr("{text} has too many readings: write the cards of a run in order", text=told.text)
            ) from None
        if found:
            break
    if len(found) == 1:
        return found[0]
    if found:
        raise PositionError(tr("{text} is ambiguous: write one of {s}", text=told.text, s=_listed(s, found)))
    raise PositionError(_impossible(s, told, cards))


def _impossible(s: State, told: ToldMeld, cards: Sequence[int]) -> str:
    """Return a message that the cards cannot form the meld described, with what they can form."""
    bare = replace(told, cards=tuple([card and ToldCard(card.kind) for card in told.cards]), combo="", start=None)
    words = " ".join(GAP if card is None else s.program.kinds[card.kind].notation for card in told.cards)
    may: list[Meld] = []
    for readings in (_in_order, _in_any_order):
        if bare != told and not may:
            may = _different(islice((m for n in s.program.combos.laid for m in readings(s, bare, cards, n)), 50))
    if not may:
        return tr("{cards} do not form a meld", cards=words)
    return tr("{text} cannot be a meld; the cards can form {melds}", text=told.text, melds=_listed(s, may))


def _different(found: Iterable[Meld]) -> list[Meld]:
    return list(dict.fromkeys(found))


def _listed(s: State, found: list[Meld]) -> str:
    spelled = [in_full(s, meld) for meld in found]
    for more in (_as, _from):
        if len(set(spelled)) < len(spelled):
            spelled = [more(words, meld) for words, meld in zip(spelled, found, strict=True)]
    return " or ".join(spelled[:MOST_TOLD]) + (" or …" if len(spelled) > MOST_TOLD else "")


# ---------------------------------------------------------------- readings


def _form(s: State, name: str) -> Form:
    return s.program.combos.solver(s, name).forms[0]


def _in_order(s: State, told: ToldMeld, cards: Sequence[int], name: str) -> Iterator[Meld]:
    """Yield the melds of one combo that all the cards make: sets, and runs in the order of the text."""
    form, kinds = _form(s, name), told.kinds
    if len(told.cards) > len(kinds):
        return
    if form.group is not None:
        listed = (meld for meld in _grouped(form, told) if meld.kinds == kinds)
        yield from (found for meld in listed for found in _as_told(form, told, cards, name, meld))
        return
    if not form.is_run:
        own = sorted({form.groups[kind] for kind in kinds if form.groups[kind] >= 0})
        for group in (*own, -1):
            found = form.as_set(Counter(kinds), group)
            if found is not None and (group < 0 or max(found.roles) >= 0):
                yield from _as_told(form, told, cards, name, found)
        return
    for group in form.values:
        for start in _starts(form, told):
            run = form.as_run(kinds, group, start)
            if run is not None:
                for way in _ways(form, run):
                    laid = Laid(way.kinds, way.roles, tuple(range(start, start + len(kinds))))
                    if all(_agrees(form, card, laid, i, way is run) for i, card in enumerate(told.lying)):
                        yield Meld(name, tuple(cards), way.roles, start)


def _starts(form: Form, told: ToldMeld) -> range:
    last = form.length - len(told.cards)
    if told.start is not None:
        return range(told.start, told.start + 1) if 0 <= told.start <= last else range(0)
    return range(last + 1)


def _in_any_order(s: State, told: ToldMeld, cards: Sequence[int], name: str) -> Iterator[Meld]:
    """Yield the runs of one combo that all the cards make, in any order of the text."""
    form, size = _form(s, name), len(cards)
    if form.group is not None and len(told.cards) == size:
        for meld in _grouped(form, told):
            yield from _as_told(form, told, cards, name, meld)
        return
    if not form.is_run or len(told.cards) > size or not form.bounds.smallest <= size <= form.bounds.cap:
        return
    exact = replace(form.pattern, smallest=size, largest=size, declared=False)
    for run in melds(Form(exact, 0, len(form.groups), form.wild), told.kinds):
        if told.start in (None, run.start):
            yield from _as_told(form, told, cards, name, run)


def _grouped(form: Form, told: ToldMeld) -> Iterator[Kinds]:
    """Return the sequences of groups that all the cards make."""
    return (meld for meld in sequences(form, Counter(told.kinds), whole=True) if told.start in (None, meld.start))


def _ways(form: Form, meld: Kinds) -> list[Kinds]:
    """Return the meld, and where wild cards are declared what it may be declared as."""
    return [meld, *(way for way in declared(form, meld) if way != meld)] if form.pattern.declared else [meld]


def _as_told(form: Form, told: ToldMeld, cards: Sequence[int], name: str, meld: Kinds) -> Iterator[Meld]:
    """Yield a meld of kinds with these cards, in every way that agrees with the text."""
    places = Meld(name, meld.kinds, meld.roles, meld.start, (), meld.groups).places()
    for way in _ways(form, meld):
        laid = Laid(way.kinds, way.roles, places)
        left = list(range(len(way.kinds)))
        took: dict[int, int] = {}
        for number, card in sorted(enumerate(told.lying), key=lambda one: one[1].stands is None):
            at = next((i for i in left if _agrees(form, card, laid, i, way is meld)), None)
            if at is None:
                break
            left.remove(at)
            took[number] = at
        if left:
            continue
        order = sorted(took, key=took.__getitem__)
        yield Meld(name, tuple([cards[i] for i in order]), way.roles, meld.start, (), meld.groups)


def _agrees(form: Form, card: ToldCard, laid: Laid, index: int, undeclared: bool) -> bool:
    """Return whether the card of a meld agrees with the text.

    Where wild cards are declared, the text has to mark an open one.
    """
    role = laid.roles[index]
    if laid.kinds[index] != card.kind:
        return False
    if role >= 0:
        return card.stands in (None, (role,))
    fixed = form.pattern.declared and undeclared and max(laid.roles) >= 0
    if not card.stands:
        return card.stands == () or not fixed
    return card.stands == meant(form, laid, index) and not (fixed and len(card.stands) == 1)


def _to_the_letter(s: State, told: ToldMeld, cards: Sequence[int], name: str) -> Iterator[Meld]:
    """Yield the meld in which each card represents what the text says, or itself if possible and the text says nothing.

    A meld with a named combo may be the rest of one: smaller, or with more wild cards.
    """
    form = _form(s, name)
    if form.group is not None:
        if told.combo and told.start is None and len(told.cards) == len(cards):
            yield set_of(name, cards, _roles_among_groups(form, told), s.program.kind_of)
        return
    if len(cards) > form.bounds.cap or (not form.is_run and len(told.cards) > len(cards)):
        return
    lying = [i for i, card in enumerate(told.cards) if card is not None]
    gaps = [i for i, card in enumerate(told.cards) if card is None]
    for start in _starts(form, told) if form.is_run else (-1,):
        places = tuple([start + i if start >= 0 else -1 for i in lying])
        for group in (*form.values, -1):
            roles = _roles(s, form, told, places, group)
            if roles is None:
                continue
            laid = Laid(told.kinds, roles, places)
            naturals = len(laid.naturals)
            if not told.combo and not form.bounds.holds(naturals, len(cards) - naturals):
                continue
            if all(_agrees(form, card, laid, i, False) for i, card in enumerate(told.lying)):
                if not form.is_run:
                    yield set_of(name, cards, roles, s.program.kind_of)
                else:
                    yield Meld(name, tuple(cards), roles, start, tuple([start + i for i in gaps]))


def _roles_among_groups(form: Form, told: ToldMeld) -> tuple[int, ...]:
    """Return the roles that the text gives the cards of a sequence of groups, some of which have left."""
    return tuple(
        [
            card.kind if card.stands is None
            else card.stands[0] if len(card.stands) == 1
            else form.role_meaning(card.stands)
            for card in told.lying
        ]
    )  # fmt: skip


def _roles(s: State, form: Form, told: ToldMeld, places: tuple[int, ...], group: int) -> tuple[int, ...] | None:
    """Return what the cards represent in a meld of one group at these places; None if one of them cannot be there."""
    roles: list[int] = []
    for card, place in zip(told.lying, places, strict=True):
        role = -1
        if card.stands is None:
            if _belongs(form, card.kind, group, place) and form.may_join(card.kind, [r for r in roles if r >= 0]):
                role = card.kind
            elif form.is_run:
                role = form.roles.get((group, place), -1)
        elif len(card.stands) == 1:
            role = card.stands[0]
        if role >= 0 and not (_belongs(form, role, group, place) and form.may_join(role, [r for r in roles if r >= 0])):
            return None
        if role != card.kind:
            usual = form.roles.get((group, place), -1) if form.is_run else -1
            free = form.pattern.declared and usual < 0
            wild = card.kind in form.wild or (card.stands is not None and s.program.combos.may_be_wild(s, card.kind))
            if not wild or (role != usual and not free):
                return None
        roles.append(role)
    return None if group < 0 <= max(roles) else tuple(roles)


def _belongs(form: Form, kind: int, group: int, place: int) -> bool:
    return group >= 0 and form.groups[kind] == group and (not form.is_run or place in form.places[kind])


# ---------------------------------------------------------------- from melds to text


def in_full(s: State, meld: Meld) -> str:
    """Return the cards of a meld as text, each that represents another with that card, an open one with all that it may
    be."""
    return " ".join(_words(s, meld, lambda kinds: kinds if len(kinds) <= LONGEST_LIST else ()))


def _words(s: State, meld: Meld, told: Callable[[tuple[int, ...]], tuple[int, ...]], wild: bool = False) -> list[str]:
    """Return the cards of a meld as words. `told`: the kinds to write for an open role; `wild`: mark every card that
    could be wild but represents itself."""
    program = s.program
    found: list[str] = []
    spelled = iter(enumerate(meld.cards))
    places = meld.places()
    for place in range(places[0], places[-1] + 1) if meld.start >= 0 and not meld.groups else places:
        if place in meld.gaps:
            found.append(GAP)
            continue
        index, card = next(spelled)
        kind, role = program.kind_of[card], meld.roles[index]
        word = program.notation(card)
        kinds = told(program.combos.layout.kinds_in(s, meld, index)) if role < 0 else (role,)
        if role < 0 or role != kind or (wild and program.combos.may_be_wild(s, kind)):
            word += f"({'/'.join(program.kinds[one].notation for one in kinds) or 'none'})"
        found.append(word)
    return found


def _as(words: str, meld: Meld) -> str:
    return f"{words} as {meld.combo}"


def _from(words: str, meld: Meld) -> str:
    return f"{words} from {meld.start + 1}" if meld.start >= 0 else words


def written(s: State, meld: Meld) -> str:
    """Return the shortest text that is read as this meld."""
    ways = [in_full(s, meld), " ".join(_words(s, meld, lambda _: (), wild=True))]
    if not meld.gaps:
        ways.insert(0, s.program.spell_meld(meld))
    texts = [*ways, *(_as(words, meld) for words in ways), *(_from(_as(words, meld), meld) for words in ways)]
    for text in texts:
        try:
            if read(s, told_meld(s, text), meld.cards) == meld:
                return text
        except PositionError:
            continue
    return texts[-1]


# ---------------------------------------------------------------- comparison


def is_told(s: State, told: ToldMeld, meld: Meld) -> bool:
    """Return whether the text describes the meld. For a run, the order or what its wild cards represent has to agree;
    for other wild cards, only what the text says."""
    program = s.program
    if (told.combo not in ("", meld.combo)) or (told.start not in (None, meld.start)):
        return False
    if len(told.lying) != len(meld.cards):
        return False
    is_so = [[_is(s, card, meld, i) for i in range(len(meld.cards))] for card in told.lying]
    in_order = all(row[i] for i, row in enumerate(is_so))
    if meld.start >= 0 and in_order:
        return _gaps(told) == [place - meld.start for place in meld.gaps] or not _gaps(told)
    if _gaps(told):
        return False
    left = list(range(len(meld.cards)))
    for card, row in sorted(zip(told.lying, is_so, strict=True), key=lambda one: one[0].stands is None):
        itself = [i for i in left if row[i] and meld.roles[i] == program.kind_of[meld.cards[i]]]
        others = [i for i in left if row[i] and (meld.start < 0 or card.stands is not None)]
        if not itself and not others:
            return False
        left.remove((itself or others)[0])
    return True


def _gaps(told: ToldMeld) -> list[int]:
    return [i for i, card in enumerate(told.cards) if card is None]


def _is(s: State, card: ToldCard, meld: Meld, index: int) -> bool:
    if s.program.kind_of[meld.cards[index]] != card.kind:
        return False
    if card.stands is None:
        return True
    kinds = s.program.combos.layout.kinds_in(s, meld, index)
    return card.stands == kinds or (card.stands == () and meld.roles[index] < 0)
