"""A seat's own cards to lines: sorted, with the combos that they make in brackets and what is left over counted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING

from croupier.base.language import ntr, tr
from croupier.cli.words import Words
from croupier.seat.views import ZoneView

if TYPE_CHECKING:
    from croupier.seat.arrangement import Arrangement


def own_cards(title: str, zone: ZoneView, marks: Sequence[Arrangement], words: Words, width: int) -> Iterator[str]:
    """`hand (6)  [3♠ 4♠ 5♠]  6♦ J♣ K♥`; below it, what the rest costs and which cards are wild."""
    start = f"    {title} ({zone.count})  "
    cards = [card for card in zone.cards if card and card != "?"]
    first = marks[0] if marks and marks[0].melds else None
    if first is None:
        parts = [words.cards.several(in_order(cards, words, bool(marks)))]
    else:
        groups = [f"[{words.cards.several(meld)}]" for _, meld in first.melds]
        parts = [*groups, words.cards.several(in_order(list(first.left), words, True))]
    hidden = zone.count - len(cards)
    if hidden:
        parts.append(tr("{n} hidden", n=hidden))
    if zone.remembered:
        parts.append(tr("(you remember {cards})", cards=words.cards.several(zone.remembered)))
    notes = list(_notes(marks, words))
    glued = "  ".join(part for part in parts if part)
    text = f"({'; '.join(notes)})" if notes else ""
    indent = " " * len(start)
    if len(start) + len(glued) + 2 + len(text) <= width:
        yield f"{start}{glued}  {text}".rstrip()
        return
    yield from wrap(glued, width, initial_indent=start, subsequent_indent=indent, break_on_hyphens=False)
    yield from wrap(text, width, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False)


def in_order(cards: Sequence[str], words: Words, by_rank: bool) -> list[str]:
    """Cards of suits suit by suit where no combos ask for ranks; else as the deck has them."""
    suited = words.cards.suited
    if by_rank or not suited:
        return list(cards)
    order = list(suited)
    suits = ["spades", "hearts", "clubs", "diamonds"]  # black and red in turn
    return sorted(
        cards,
        key=lambda card: (suits.index(suited[card][1]), order.index(card)) if card in suited else (len(suits), 0),
    )


def _notes(marks: Sequence[Arrangement], words: Words) -> Iterator[str]:
    if marks and marks[0].wild:
        order = [kind.notation for kind in words.rules.program.kinds]
        wild = sorted(marks[0].wild, key=order.index)
        yield tr("wild: {cards}", cards=words.cards.several(wild))
    for mark in marks[:1]:
        if mark.points is not None:
            yield ntr("{n} point left over", "{n} points left over", mark.points)
    for other in marks[1:]:
        if other.melds and other.melds != marks[0].melds:
            melds = ", ".join(words.cards.several(meld) for _, meld in other.melds)
            yield tr("{place}: {what}", place=words.combo(other.combo), what=melds)
