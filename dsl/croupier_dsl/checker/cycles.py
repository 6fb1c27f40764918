"""Find definitions that depend on themselves through combos or wild cards."""

from __future__ import annotations

from collections.abc import Iterator

from croupier_dsl import ir
from croupier_dsl.analysis.walk import nodes
from croupier_dsl.checker.context import Context
from croupier_dsl.checker.extent import DEEPEST, NOTHING, Extent, extent
from croupier_dsl.errors import structure
from croupier_dsl.source import Span

WILD = "cards.wild"
"""The name under which the sentence for `wild` is listed."""
SEARCH = 8
"""The depth of a search for melds, in levels of a sentence."""


class Cycles:
    """The definitions, tables, combos and `wild` of one ruleset, and what each uses."""

    def __init__(self, rules: ir.Rules) -> None:
        self.bodies: dict[str, object] = {}
        if rules.cards.wild is not None:
            self.bodies[WILD] = rules.cards.wild
        self.combos = {combo.name: combo for combo in rules.combos}
        self.bodies |= {combo.name: _worked_out(combo) for combo in rules.combos}
        self.bodies |= {definition.name: definition.body for definition in rules.definitions}
        self.bodies |= {table.name: (table.key, table.rows) for table in rules.tables}

    def uses(self, name: str) -> list[str]:
        """Return the names that this one uses."""
        found: list[str] = []
        combo = self.combos.get(name)
        if isinstance(combo, ir.Pattern):
            found.extend((WILD, combo.of, combo.beside_of))
        elif combo is not None:
            found.extend(combo.parts)
        for part in nodes(self.bodies[name]):
            match part:
                case ir.Defined(name=used) | ir.TableValue(name=used) | ir.Melds(combo=used) | ir.IsCombo(combo=used):
                    found.append(used)
                case ir.CardFact(fact="wild" | "spot" | "role") | ir.RoleAttribute() | ir.Fits():
                    found.append(WILD)
                case ir.MeldFact(fact="wilds" | "naturals"):
                    found.append(WILD)
                case ir.Spots(of=of) if of.type == ir.MELD:
                    found.append(WILD)
        return [used for used in dict.fromkeys(found) if used in self.bodies]

    def trouble(self) -> Iterator[tuple[str, list[str]]]:
        """Yield each name that depends on itself, with the circle; or that is nested too deeply, with an empty list."""
        extents: dict[str, Extent] = {}
        for first in self.bodies:
            way: list[str] = []
            todo = [] if first in extents else [(first, False)]
            while todo:
                name, done = todo.pop()
                used = self.uses(name)
                if done:
                    way.pop()
                    extents[name] = self.extent(name, used, extents)
                    if extents[name].depth > DEEPEST:
                        yield name, []
                        extents[name] = NOTHING
                elif name in way:
                    yield name, [*way[way.index(name) :], name]
                elif name not in extents:
                    way.append(name)
                    todo.append((name, True))
                    todo.extend((other, False) for other in used)

    def extent(self, name: str, used: list[str], extents: dict[str, Extent]) -> Extent:
        """Return the size and depth of a name with everything that it uses, combos included."""
        depth = extent(self.bodies[name], extents).depth
        searched = [extents.get(other, NOTHING).depth for other in used if other in self.combos or other == WILD]
        return Extent(1, max(depth, SEARCH + max(searched, default=0) if searched or name in self.combos else 0))


def _worked_out(combo: ir.Combo) -> object:
    """Return the sentence of a combo that is evaluated for cards."""
    match combo:
        case ir.Split(least=least):
            return least
        case ir.Pattern(whole=whole) if whole is not None:
            return whole
    return ()


def check_cycles(rules: ir.Rules, cx: Context) -> None:
    """Report circular definitions that lead through a combo or `wild`; other circles have been reported already."""
    if not any(_worked_out(combo) for combo in rules.combos) and rules.cards.wild is None:
        return
    names = cx.names
    spans: dict[str, Span] = {name: declared.span for name, declared in names.declared.items()}
    spans |= {combo.name.text: combo.name.span for combo in names.ruleset.combos}
    whole = names.ruleset.name.span if names.ruleset.cards is None else names.ruleset.cards.span
    for name, way in Cycles(rules).trouble():
        span = spans.get(name, whole)
        told = ["wild" if each == WILD else each for each in way]
        cx.diagnostics.add(
            structure.defined_by_itself(span, told) if way else structure.too_deep_with_all(span, DEEPEST)
        )
