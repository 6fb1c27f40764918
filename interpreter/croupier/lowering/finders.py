"""Make the kernel modules that find every set, run or sequence of groups of some cards, for a pattern."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.combos.forms import Form
from croupier.kernel.nodes import NUMBERS, SETS, Name
from croupier.kernel.source import made
from croupier.lowering.meldlist import ENDLESS, MANY, MOST_LISTED
from croupier_dsl import ir

if TYPE_CHECKING:
    from croupier.lowering.kernel import Kernel

MOST_SETS = 4_096
"""The most candidate sets at a time, for the groups of a hand and for the cards next to them."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Conditions on all cards of a sequence, as functions of the position; empty without one. `plain`: of a set of
    cards, counting nothing; `laid`: of the number of cards laid out, depending on their order; `counted`: of the cards,
    the number laid out and the number of melds they represent, counting by the cell `counting` of the position."""

    plain: str = ""
    laid: str = ""
    counted: str = ""
    counting: int = 0


def lists_of_sets(kernel: Kernel, kinds: str, kind_of: str) -> None:
    """Add to the program a list of sets of cards that share a value. `kinds`, `kind_of`: tables of kinds, and of each
    card's kind."""
    given: dict[str, int | Name] = {
        "CARDS": ir.MOST_CARDS,
        "MOST_LISTED": MOST_LISTED,
        "MOST_SETS": MOST_SETS,
        "T_kind": Name(kind_of, NUMBERS),
        "Tm_kind": Name(kinds, SETS),
    }
    kernel.modules.append(made(("group_list",), "", given))


def group_finder(kernel: Kernel, form: Form, number: int, of_cards: Sequence[int], asked: Asked) -> str:
    """Add a function that finds the melds of a pattern. Return its name.

    `number`: the pattern's number; `of_cards`: the kind of each card; `asked`: the conditions on all their cards.
    """
    assert form.group is not None
    end = kernel.name("w")
    members, further = _sharing(form.group), _sharing(form.further)
    group, beside = form.group.bounds, (form.further or form.group).bounds

    def cards_of(shared: Sequence[Sequence[int]]) -> Name:
        cards = [sum(1 << card for card, kind in enumerate(of_cards) if kind in kinds) for kinds in shared]
        return Name(kernel.table(cards or (0,), "m_"), SETS)

    spots = [sum(1 << place for place in form.places[kinds[0]]) for kinds in members]
    given: dict[str, int | Name] = {
        "ASKED": int(bool(asked.plain)),
        "ASKED_COUNTING": int(bool(asked.counted)),
        "ASKED_IN_ORDER": int(bool(asked.laid)),
        "BESIDE": form.pattern.beside or 0,
        "BESIDE_CAP": min(beside.cap, MANY),
        "BESIDE_SMALLEST": beside.smallest,
        "CAP": min(form.bounds.cap, form.length),
        "COUNTING": asked.counting,
        "EVERY": len(members),
        "EVERY_BESIDE": len(further),
        "GROUP_CAP": min(group.cap, MANY),
        "GROUP_SMALLEST": group.smallest,
        "LENGTH": form.length,
        "PATTERN": number,
        "SMALLEST": form.bounds.smallest,
        "T_spots": Name(kernel.table(spots), NUMBERS),
        "Tm_beside": cards_of(further),
        "Tm_members": cards_of(members),
    }
    called = {"holds": asked.plain, "holds_counting": asked.counted, "holds_in_order": asked.laid}
    kernel.modules.append(made(("finding_groups",), end, given, called))
    return f"find_groups_{end}"


def _sharing(form: Form | None) -> list[list[int]]:
    """Return the kinds that share each value."""
    if form is None:
        return []
    return [[kind for kind, value in enumerate(form.groups) if value == shared] for shared in form.values]


def finder(
    kernel: Kernel, form: Form, number: int, kind_tables: tuple[str, str], of_cards: Sequence[int],
    adds: Sequence[Sequence[int]],
) -> str:  # fmt: skip
    """Add a function that finds the melds of a pattern. Return its name.

    `number`: the pattern's number; `kind_tables`: the tables of kinds, and of each card's kind; `of_cards`: the values
    of the second one; `adds`: by sum and kind, the change that a card makes.
    """
    (kinds, kind_of), bounds, pattern, end = kind_tables, form.bounds, form.pattern, kernel.name("w")
    groups = [form.values.index(group) if group in form.values else -1 for group in form.groups]
    members = [
        sum(1 << card for card, kind in enumerate(of_cards) if groups[kind] == value)
        for value in range(len(form.values))
    ]
    given: dict[str, int | Name] = {
        "ALONE": int(bounds.holds(0, bounds.smallest)),
        "CAP": min(bounds.cap, MANY),
        "ENDLESS": ENDLESS,
        "EVERY": len(members),
        "FEWER": -MANY if bounds.fewer is None else bounds.fewer,
        "KINDS": len(groups),
        "MANY": MANY,
        "MOST_WILD": min(bounds.most, MANY),
        "PATTERN": number,
        "SMALLEST": bounds.smallest,
        "SUMS": len(adds),
        "T_adds": _table(kernel, [added for each in adds for added in each]),
        "T_kind": Name(kind_of, NUMBERS),
        "Tm_kind": Name(kinds, SETS),
        "Tm_members": Name(kernel.table(members, "m_"), SETS),
    }
    if pattern.places is None:
        given |= {
            "DECLARED": int(pattern.declared),
            "VARIED": int(pattern.different is not None),
            "T_differs": _table(kernel, pattern.different or ()),
            "T_group": _table(kernel, groups),
        }
        kernel.modules.append(made(("finding_sets",), end, given))
        return f"find_sets_{end}"
    lying = [sum(1 << place for place in places) for places in form.places]
    roles = [form.roles.get((group, place), -1) for group in form.values for place in range(form.length)]
    given |= {
        "LENGTH": form.length,
        "T_places": _table(kernel, lying),
        "T_role": _table(kernel, roles),
        "Tm_places": Name(kernel.table(lying, "m_"), SETS),
    }
    kernel.modules.append(made(("finding_runs",), end, given))
    return f"find_runs_{end}"


def finder_by_host(kernel: Kernel, number: int, question: int) -> str:
    """Have the program ask for the melds of a pattern one after the other. Return the name of the function.

    `number`: the pattern's number; `question`: the question's number.
    """
    end = kernel.name("w")
    given: dict[str, int | Name] = {"PATTERN": number, "QUESTION": question}
    kernel.modules.append(made(("finding_by_host",), end, given))
    return f"find_by_host_{end}"


def _table(kernel: Kernel, values: Sequence[int]) -> Name:
    """Return a table of numbers; an unused one if there are none."""
    return Name(kernel.table(values or (0,)), NUMBERS)
