"""Classes made quickly are what `dataclasses` would have made of them."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError, dataclass, field, fields, is_dataclass, replace
from typing import Any

import pytest

from croupier_dsl import ir, syntax
from croupier_dsl.classes import frozen

Made = Callable[[type], type]


def slow(cls: type) -> type:
    return dataclass(frozen=True, slots=True)(cls)


def classes(made: Made) -> tuple[type, type, type]:
    class Card:
        rank: str
        suit: str | None = None
        seen: str = field(default="", compare=False)
        marks: tuple[object, ...] = field(default=(), hash=False)

        @property
        def short(self) -> str:
            return f"{self.rank}{self.suit}"

    class Trick:
        """Cards that were played."""

        cards: tuple[object, ...]

    class Nothing:
        pass

    return made(Card), made(Trick), made(Nothing)


def told(what: Callable[[], object]) -> str:
    """What comes of it, an exception as well; classes stand under either maker's name alike."""
    try:
        found = repr(what())
    except Exception as error:
        found = f"{type(error).__name__}: {error}"
    return found


def uses(made: Made) -> list[str]:
    card, trick, nothing = classes(made)
    queen, other = card("Q", "S", "a"), card("Q", suit="S", seen="b")

    def matched(one: object) -> object:
        match one:
            case card(rank, suit):  # type: ignore[misc]  # made by a function
                return rank, suit
            case trick(cards=cards):  # type: ignore[misc]  # likewise
                return cards
        return None

    def set_to(value: object) -> None:
        queen.rank = value

    def deleted() -> None:
        del queen.rank

    return [
        told(what)
        for what in (
            lambda: (queen, card("A"), trick((queen,)), nothing()),
            lambda: (queen.short, queen.rank, queen.suit, queen.seen),
            lambda: (queen == other, queen == card("K", "S"), queen != other, queen == "QS", nothing() == nothing()),
            lambda: trick((queen,)) == trick((other,)),
            lambda: nothing() == card,
            lambda: queen.__eq__("QS"),
            lambda: (hash(queen) == hash(other), hash(queen) == hash(("Q", "S")), hash(nothing()) == hash(())),
            lambda: hash(trick(([],))),
            lambda: (card("Q", marks=(1,)) == card("Q"), hash(card("Q", marks=(1,))) == hash(card("Q"))),
            lambda: len({queen, other, card("K")}),
            lambda: (replace(queen, suit="H"), replace(trick(()), cards=(1,))),
            lambda: replace(queen, colour="red"),
            lambda: [(one.name, one.type, one.default, one.compare) for one in fields(card) if one.name != "rank"],
            lambda: (card.__match_args__, trick.__slots__, nothing.__match_args__, trick.__doc__),
            lambda: (matched(queen), matched(trick((1,))), matched(nothing())),
            lambda: copy.copy(queen),
            lambda: copy.deepcopy(trick([queen])),
            lambda: set_to("K"),
            deleted,
            lambda: vars(queen),
            lambda: card(),
            lambda: card("Q", "S", "", "more"),
            lambda: card("Q", rank="K"),
            lambda: (card.__init__.__qualname__, card.__eq__.__module__, card.__hash__.__name__),
            lambda: queen.__reduce_ex__(4)[2],
        )
    ]


def test_they_do_what_those_of_dataclasses_do() -> None:
    assert uses(frozen) == uses(slow)


def test_parts_are_pickled() -> None:
    part = ir.IfThenElse(ir.NUMBER, ir.Constant(ir.TRUTH, True), ir.Constant(ir.NUMBER, 1), ir.Nothing(ir.NUMBER))
    again = pickle.loads(pickle.dumps(part))
    assert again == part
    assert hash(again) == hash(part)
    assert repr(again) == repr(part)


@pytest.mark.parametrize("package", [ir, syntax])
def test_all_fields_come_back_by_the_names_that_they_were_given(package: Any) -> None:
    kinds = [kind for kind in vars(package).values() if isinstance(kind, type) and is_dataclass(kind)]
    assert len(kinds) > 50
    for kind in kinds:
        names = [one.name for one in fields(kind)]
        assert [getattr(kind(*names), name) for name in names] == names
        one, other = kind(*names), kind(**{name: name for name in names})
        assert one == other
        assert hash(one) == hash(other)
        for each in fields(kind):
            assert (replace(one, **{each.name: "else"}) == one) is not each.compare
        with pytest.raises(FrozenInstanceError):
            setattr(one, names[0] if names else "any", 1)


class _WithFactory:
    several: list[int] = field(default_factory=list)


class _WithMethod:
    one: int

    def __eq__(self, other: object) -> bool:
        return True


class _Unsaid:
    one: int = field(default=0, repr=False)


class _Below(ir.Constant):
    more: int


class _Named:
    one: int = field(default=0, kw_only=True)
    two: int = 0


@pytest.mark.parametrize("cls", [_WithFactory, _WithMethod, _Unsaid, _Below, _Named])
def test_what_would_not_be_honoured_is_refused(cls: type) -> None:
    with pytest.raises(TypeError, match=rf"{cls.__name__}|non-frozen"):
        frozen(cls)
