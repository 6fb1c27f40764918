"""Rulesets drawn by chance, of what is lowered: no melds, no places of rows."""

from __future__ import annotations

import re

from croupier_dsl import ir
from tests.law.rulesets import BASE, PLAIN, mended, parts_of
from tests.law.sentences import Draw

_LEFT_OUT = re.compile(
    r"\b(spot|spots|place|line|column|role|swap|meld|neighbours|wilds|naturals|fits|laid|own|best|sums|stairs|"
    r"(set|run|any) of|is (set|run|any)|cards of)\b"
)
_BASE = (
    BASE.replace("row 2x3 seen", "row seen")
    .replace("row (3 + few) seen", "row seen")
    .replace("grid seen", "row seen")
    .replace("laid: melds", "laid: row")
    .replace("own of player: melds", "own of player: row")
)


class PlainDraw(Draw):
    """Draws again where a sentence says something that is left out, and none that are long."""

    def one(self, sort: str, depth: int) -> str:
        for _ in range(20):
            found = super().one(sort, min(depth, 2))
            if not _LEFT_OUT.search(found):
                return found
        return (
            "none" if sort not in ("truth", "rank", "suit") else {"truth": "flag", "rank": "K", "suit": "trump"}[sort]
        )

    def _statement(self, indent: int, depth: int, asks: bool) -> str:
        while True:
            before = list(self.scope)
            found = super()._statement(indent, depth, asks)
            if not _LEFT_OUT.search(found):
                return found
            self.scope = before


def drawn(seed: int) -> ir.Rules | None:
    """The rules of a drawn ruleset; None where too much of it is refused."""
    return written(seed)[1]


def written(seed: int) -> tuple[str, ir.Rules | None]:
    """A drawn ruleset and its rules."""
    parts = parts_of(PlainDraw(seed))
    plain = {**PLAIN, "domain3": "1..3"}
    return mended({name: plain[name] if _LEFT_OUT.search(part) else part for name, part in parts.items()}, _BASE)
