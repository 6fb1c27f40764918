"""Make the kernel modules that find every set or run of some cards, for a pattern."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from croupier.combos.forms import Form
from croupier.kernel.nodes import NUMBERS, SETS, Name
from croupier.kernel.source import made
from croupier.lowering.meldlist import ENDLESS, MANY

if TYPE_CHECKING:
    from croupier.lowering.kernel import Kernel


def finder(
    kernel: Kernel, form: Form, number: int, kind_tables: tuple[str, str], of_cards: Sequence[int],
    adds: Sequence[Sequence[int]],
) -> str:  # fmt: skip
    """Have the program find the melds of a pattern. Return the name of the function.

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
