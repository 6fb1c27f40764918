"""Add a card to a meld on the table, and find what the cards of the result may represent.

The roles of the cards on the table stay: a low ace stays low, a wild represents what it did.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .forms import Form


@dataclass(frozen=True, slots=True)
class Laid:
    """A meld on the table: kinds, their roles (-1 or less: open) and their places in the sequence (-1 in a set)."""

    kinds: tuple[int, ...]
    roles: tuple[int, ...]
    places: tuple[int, ...]

    @property
    def naturals(self) -> list[int]:
        return [kind for kind, role in zip(self.kinds, self.roles, strict=True) if kind == role]

    @property
    def taken(self) -> list[int]:
        """Return the kinds in use: natural, or represented by a wild with one role."""
        return [role for role in self.roles if role >= 0]


def group(form: Form, meld: Laid) -> int:
    """Return the value that the meld shares; -1 if nothing in it says which."""
    return next((form.groups[role] for role in meld.roles if role >= 0), -1)


def open_places(form: Form, meld: Laid) -> Iterator[int]:
    """Yield the places where a card could be added: in a run before its first card, in its gaps and after its last; in
    a set -1."""
    if form.pattern.shut or len(meld.kinds) >= form.bounds.cap:
        return
    if not form.is_run:
        yield -1
        return
    first, last = meld.places[0], meld.places[-1]
    if first > 0:
        yield first - 1
    yield from (at for at in range(first + 1, last) if at not in meld.places)
    if last + 1 < form.length:
        yield last + 1


def added(form: Form, meld: Laid, kind: int, at: int) -> Laid | None:
    """Return the meld with a card of this kind at a place (-1 in a set); None if it does not fit there."""
    if form.pattern.shut or len(meld.kinds) >= form.bounds.cap:
        return None
    if form.is_run and (not 0 <= at < form.length or at in meld.places):
        return None
    shared = group(form, meld)
    own = form.groups[kind] >= 0 and shared in (-1, form.groups[kind])
    if own and (not form.is_run or at in form.places[kind]) and form.may_join(kind, meld.taken):
        role = kind
    elif kind in form.wild:
        role = form.roles.get((shared, at), -1) if form.is_run else -1
    else:
        return None
    naturals = len(meld.naturals) + (role == kind)
    if not form.bounds.holds(naturals, len(meld.kinds) + 1 - naturals):
        return None
    spot = sum(place < at for place in meld.places) if form.is_run else len(meld.kinds)
    return Laid(
        (*meld.kinds[:spot], kind, *meld.kinds[spot:]),
        (*meld.roles[:spot], role, *meld.roles[spot:]),
        (*meld.places[:spot], at, *meld.places[spot:]),
    )


def without(meld: Laid, index: int) -> Laid:
    """Return the meld without one of its cards."""
    return Laid(
        meld.kinds[:index] + meld.kinds[index + 1 :],
        meld.roles[:index] + meld.roles[index + 1 :],
        meld.places[:index] + meld.places[index + 1 :],
    )


def meant(form: Form, meld: Laid, index: int) -> tuple[int, ...]:
    """Return the kinds that the open role of a card can mean, ascending."""
    role = meld.roles[index]
    return form.meaning(role) if role < -1 else stands_for(form, meld, meld.places[index])


def stands_for(form: Form, meld: Laid, at: int) -> tuple[int, ...]:
    """Return the kinds that an open role at this place (-1 in a set) may mean, ascending."""
    if form.further is not None and at < 0:
        return tuple(kind for kind, own in enumerate(form.further.groups) if own >= 0)
    shared = group(form, meld)
    return tuple(
        kind
        for kind, own in enumerate(form.groups)
        if own >= 0 and shared in (-1, own)
        if (at in form.places[kind] if form.is_run else form.may_join(kind, meld.taken))
    )
