"""The parts that write compiled rules are one machine."""

from __future__ import annotations

from collections import defaultdict

from croupier.lowering.whole import _Machine


def test_no_part_writes_over_what_another_does() -> None:
    """A method is defined in one class of the machine, and in others at most asked for."""
    defined: dict[str, list[str]] = defaultdict(list)
    for part in _Machine.__mro__[:-1]:
        for name, value in vars(part).items():
            if not name.startswith(("__", "_abc_")) and not getattr(value, "__isabstractmethod__", False):
                defined[name].append(part.__name__)
    assert len(defined) > 300
    assert {name: parts for name, parts in defined.items() if len(parts) > 1} == {}
