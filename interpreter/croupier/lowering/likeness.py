"""Choices that nothing on the way to the end of a stage tells apart: what comes of one, comes of the others.

They are put together as the reference does, where what tells cards apart is a few questions of yes and no.
"""

from __future__ import annotations

from functools import cached_property

from croupier.lowering.kernel import VEILED
from croupier.lowering.owing import Owing
from croupier_dsl import ir

MOST_CLASSES = 16
MOST_FEATURES = 3
COUNTED = 7
"""How many cards there are of a sort stands in so many bits."""


class Likeness(Owing):
    """The part of the lowering that knows which choices come to the same."""

    def plain(self, move: ir.MoveRule, *, whole: bool) -> bool:
        """Does the move (the whole of it, or what it does) treat cards alike but for what tells them apart?"""
        return self.facts.told_apart([move if whole else move.do]) is not None

    @cached_property
    def _features(self) -> tuple[tuple[str, str], ...] | None:
        """What tells cards apart on the way to the end of any stage; None if that is much, or cannot be said."""
        parts: list[object] = [self.rules.triggers]
        for stage in self.looked_into:
            parts.append(stage.must)
            if self.is_inside(stage):
                parts += [stage.when, stage.times, stage.until, stage.begin, stage.otherwise, stage.end, stage.by]
        found = self.facts.told_apart(parts)
        if found is None:
            return None
        for move in self.rules.moves:
            for some in (move.do, move):
                found |= self.facts.told_apart([some]) or frozenset()
        truths = {
            variable.name
            for variable in self.rules.variables
            if variable.type == ir.TRUTH and variable.per == "card" and variable.keys is None
        }
        few = all(what in ("wild", "revealed") or (what == "variable" and name in truths) for what, name in found)
        return tuple(sorted(found)) if few and len(found) <= MOST_FEATURES else None

    def sorting(self) -> None:
        """`sort_of(S, OUT, i)`: a number for what the choice in row `i` amounts to, -1 if that cannot be said."""
        layout = self.layout
        with self.function("sort_of(S, OUT, i)"):
            self.line(f"r = i * {layout.row}")
            self.line("move = OUT[r]")
            sorts = range(1 << len(self._features or ()))
            for number, move in enumerate(self.rules.moves):
                at = self._sorted_by(move)
                if at is not None:
                    with self.block(f"if move == {number}:"):
                        cell = f"r + {1 + at * layout.width}"
                        if move.choices[at].type.name == "card":
                            self.line(f"card = OUT[{cell}]")
                            self._trait_of_card()
                            alone = [number + len(self.rules.moves) * (1 << COUNTED * sort) for sort in sorts]
                            self.line(f"return {self.table(alone)}[sort]")
                            continue
                        self.line(f"found = traits(S, ZO[{cell}])")
                        if self.foresees:
                            with self.block("if found < 0:"):
                                self.line("return -1")
                        self.line(f"return {number} + {len(self.rules.moves)} * found")
            self.line("return -1")
        with self.function("traits(S, m_cards)"):
            self.line("found = 0")
            with self.block("while m_cards != 0:"):
                self.line("card = LOW(m_cards)")
                self.line("m_cards = REST(m_cards)")
                self._trait_of_card()
                self.line(f"found += 1 << {COUNTED} * sort")
            self.line("return found")

    def _trait_of_card(self) -> None:
        """`sort` becomes a number for what tells the card from others."""
        layout = self.layout
        for_all = {"wild": self.wild(), "revealed": f"Z[{layout.at('turned')}]" if layout.turns_cards else "0"}
        if not self._features:
            self.line("sort = 0")
        for bit, (what, name) in enumerate(self._features or ()):
            if what == "variable":
                if self.secret(name):
                    with self.block(f"if {layout.cell('variable', name, 'card')} == {VEILED}:"):
                        self.line("return -1")
                test = f"{layout.cell('variable', name, 'card')} == 1"
            else:
                test = f"({for_all[what]} & BIT(card)) != 0"
            self.line(f"sort = {1 << bit} if {test} else 0" if not bit else f"sort += {1 << bit} if {test} else 0")

    def _sorted_by(self, move: ir.MoveRule) -> int | None:
        """The choice by which those of a move are sorted: of one card or one meld of one zone of who acts; None if they
        are not."""
        if self._features is None or not self.plain(move, whole=False):
            return None
        choices = [(i, choice) for i, choice in enumerate(move.choices) if choice.type.name != "spot"]
        if len(choices) != 1 or choices[0][1].type.name not in ("card", "meld") or not choices[0][1].single:
            return None
        at, choice = choices[0]
        zones = self.facts.sources(choice.collection, {})
        if len(zones) != 1 or not zones <= set(layout_zones := self.layout.zones):
            return None
        (name,) = zones
        if self.knows and self.layout.zones[name].seen not in ("everyone", "owner"):
            return None  # to be shown a card that is not known ends the search, and a known one does not
        whose = [node.subject for node in self.facts.reached(choice.collection) if isinstance(node, ir.ZoneContents)]
        plain = all(of is None or (isinstance(of, ir.Local) and not of.slot) for of in whose)
        return at if plain and layout_zones[name].keys is None else None

    def plain_moves(self, *, whole: bool) -> str:
        """A table: is the move of a number plain?"""
        return self.table([int(self.plain(move, whole=whole)) for move in self.rules.moves])
