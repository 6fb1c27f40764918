"""Attribute an error in the base of a variant to the entry that causes it: without it, the error disappears."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from croupier_dsl.diagnostics import Diagnostic
from croupier_dsl.errors import variants as errors
from croupier_dsl.paths import walk, whole
from croupier_dsl.reader import Mapping
from croupier_dsl.source import SourceFile, Span
from croupier_dsl.syntax import Touched

Left = frozenset[Span]
"""Entries of variants that are left out, by their places."""
Errors = Callable[[Left], Iterable[Diagnostic]]
"""A function that returns the errors of a variant without some of its entries."""
_Key = tuple[str, str, Span | None]

MOST_SINGLY = 16
"""The number of entries up to which each is left out in turn; more are bisected instead."""
MOST_NAMED = 3
"""Entries named where each of several is needed for an error to be there."""


@dataclass(slots=True, eq=False, repr=False)
class Blame:
    """Finds what brings an error about by leaving out entries of variants and looking again.

    `below`: the files of what the variant is of; `root`: the tree of all together.
    """

    touched: tuple[Touched, ...]
    below: frozenset[SourceFile]
    root: Mapping
    errors: Errors
    there: frozenset[_Key] = frozenset()
    _known: dict[Left, frozenset[_Key]] = field(default_factory=dict)

    def told(self, found: Iterable[Diagnostic]) -> list[Diagnostic]:
        """Return the errors, each that a variant brings about with the entries that do, and what to write there."""
        found = list(found)
        self.there = frozenset(map(_key, found))
        return [self._told(one) for one in found]

    def caused(self, found: Iterable[Diagnostic]) -> list[Diagnostic]:
        """Return the warnings about the base that the variant causes, each with the entries that do."""
        found = list(found)
        self.there = frozenset(map(_key, found))
        own = self._without(frozenset(touch.span for touch in self.touched))
        return [told for one in found if _key(one) not in own and (told := self._told(one)) is not one]

    def _told(self, found: Diagnostic) -> Diagnostic:
        if found.span is None or found.span.source not in self.below:
            return found
        causes = self._causes(_key(found))
        return errors.brought_about(found, causes[:MOST_NAMED], self._path(found.span)) if causes else found

    def _causes(self, key: _Key) -> list[Touched]:
        """Return the entries without any of which an error is not there; else the one with which it comes."""
        if len(self.touched) <= MOST_SINGLY:
            needed = [touch for touch in self.touched if self._gone(key, frozenset({touch.span}))]
            if needed:
                return needed
        return self._first(key)

    def _gone(self, key: _Key, left: Left) -> bool:
        """Return whether an error is gone without these, and nothing new comes instead, which might hide it."""
        now = self._without(left)
        return key not in now and not any(new.startswith("E") for new, *_ in now - self.there)

    def _first(self, key: _Key) -> list[Touched]:
        """Return the entry with which an error comes, if they are done one after the other: those that add something
        first, for others use it.
        """
        order = sorted(self.touched, key=lambda touch: touch.sort not in ("add", "append"))
        spans = [touch.span for touch in order]
        if key in self._without(frozenset(spans)):
            return []  # the game itself has it
        low, high = 0, len(order)  # not there with the first `low`, there with the first `high`
        while high - low > 1:
            middle = (low + high) // 2
            if key in self._without(frozenset(spans[middle:])):
                high = middle
            else:
                low = middle
        return order[low:high]

    def _without(self, left: Left) -> frozenset[_Key]:
        if left not in self._known:
            self._known[left] = frozenset(map(_key, self.errors(left)))
        return self._known[left]

    def _path(self, span: Span) -> str:
        """Return the path of the smallest part around a place that a variant can change."""
        path, length = "", 0
        for part in walk(whole(self.root)):
            if not part.path or part.kind in ("filter", "word"):
                continue
            for around in (part.span, part.node.span):
                inside = around.source is span.source and around.start <= span.start and span.end <= around.end
                if inside and (not path or around.end - around.start <= length):
                    path, length = part.path, around.end - around.start
        return path


def _key(found: Diagnostic) -> _Key:
    return found.code, found.message, found.span
