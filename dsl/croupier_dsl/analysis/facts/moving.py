"""The effects of statements: the origin of moved cards, the state they set, and so the use of zones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property

from croupier_dsl import ir
from croupier_dsl.analysis.course import stages
from croupier_dsl.analysis.reading import CAST, DIRECTION, OWNER, TURN, TURNED, Reading, Store
from croupier_dsl.analysis.walk import children, nodes

Zones = frozenset[str]
"""Names of zones.

Also DECK if cards come from everywhere as the deck is gathered, and ANYWHERE if their origin is unknown.
"""

DECK, ANYWHERE = "*deck", "*anywhere"
NO_ZONES: Zones = frozenset()
Here = Mapping[int, Zones]
"""The zones of the cards in locals, by slot."""

Owner = ir.MoveRule | ir.Trigger | ir.Stage
"""The owners of lists of statements. The lists of one owner share their locals."""


class Moving(Reading):
    """The second part of the table of facts."""

    # ------------------------------------------------------------ where cards come from
    def sources(self, expr: ir.Expr, here: Here) -> Zones:
        """Return the zones that contain the cards of an expression."""
        return self._from(expr, here, frozenset())

    def _from(self, expr: ir.Expr, here: Here, inside_of: frozenset[str]) -> Zones:
        def of(part: ir.Expr, among: Here = here) -> Zones:
            return self._from(part, among, inside_of)

        if expr.type.name not in ("card", "meld", "spot"):
            return NO_ZONES
        match expr:
            case ir.Nothing():
                return NO_ZONES
            case ir.ZoneContents(name=name):
                return frozenset((name,))
            case ir.Local(slot=slot):
                return here.get(slot, frozenset((ANYWHERE,)))
            case ir.Deck():
                return NO_ZONES if expr is self.first_deal else frozenset((DECK,))
            case (
                ir.Filter(collection=collection) | ir.Pick(collection=collection) | ir.TopSome(collection=collection)
                | ir.ExtremeThing(collection=collection) | ir.Best(collection=collection)
                | ir.Melds(cards=collection) | ir.MeldFact(meld=collection) | ir.Spots(of=collection)
                | ir.SpotFact(spot=collection)
            ):  # fmt: skip
                return of(collection)
            case ir.Map(slot=slot):
                return of(expr.body, {**here, slot: of(expr.collection)})
            case ir.Combine(op="without"):
                return of(expr.left)
            case ir.Combine(left=left, right=right) | ir.IfThenElse(then=left, otherwise=right):
                return of(left) | of(right)
            case ir.ListOf(items=items):
                return NO_ZONES.union(*map(of, items))
            case ir.Defined(name=name) | ir.TableValue(name=name):
                if name in inside_of:
                    return NO_ZONES
                values = self.values(("definition" if isinstance(expr, ir.Defined) else "table", name))
                about = {slot: of(thing) for slot, thing in enumerate(children(expr), 1)}
                return NO_ZONES.union(*(self._from(value, about, inside_of | {name}) for value in values))
        return frozenset((ANYWHERE,))

    def locals_of(self, *parts: object) -> Here:
        """Return the zones of the cards that the names in these parts refer to: choices, `let`, `for each`, the subject
        of a rule.
        """
        given: list[tuple[int, ir.Expr]] = []
        for node in nodes(parts):
            match node:
                case ir.Choice(slot=slot, collection=expr) | ir.ForEach(slot=slot, collection=expr):
                    given.append((slot, expr))
                case ir.Let(slot=slot, value=expr):
                    given.append((slot, expr))
                case ir.Trigger(each=expr) if expr is not None:
                    given.append((1, expr))
        here: dict[int, Zones] = {slot: NO_ZONES for slot, _ in given}
        while True:
            made = dict(here)
            for slot, expr in given:
                made[slot] |= self.sources(expr, here)
            if made == here:
                return here
            here = made

    # ------------------------------------------------------------ changes
    def writes(self, *parts: object, here: Here | None = None) -> frozenset[Store]:
        """Return the stores that the statements in these parts may change.

        `here`: the zones of the cards in outer names.
        """
        known = {**(here or {}), **self.locals_of(*parts)}
        found: set[Store] = set()
        for node in nodes(parts):
            found.update(self._written_by(node, known))
        return frozenset(found)

    def _written_by(self, node: object, here: Here) -> Iterator[Store]:
        match node:
            case ir.Move(to=to):
                touched = self.sources(node.what, here)
                touched |= {to.name} if isinstance(to, ir.ZoneTarget) else {name for _, name in self.zones_of_spots}
                yield from self._touched(touched)
            case ir.Swap():
                yield from self._touched(self.sources(node.one, here) | self.sources(node.other, here))
            case ir.Shuffle(zone=zone):
                yield "zone", zone.name
            case ir.Reveal() | ir.Hide():
                yield TURNED
            case ir.SetVariable(name=name) | ir.AddToVariable(name=name):
                yield "variable", name
            case ir.SetNext():
                yield TURN
            case ir.SetDirection():
                yield DIRECTION

    def _touched(self, zones: Zones) -> Iterator[Store]:
        """Yield the stores that change when cards leave zones and enter them."""
        touched = frozenset(self.zones) if zones & {DECK, ANYWHERE} else zones
        yield from (("zone", name) for name in touched)
        yield from (("variable", name) for name, of in self.variables.items() if of.life in touched)
        yield from (TURNED, OWNER, CAST)

    @cached_property
    def owners(self) -> tuple[Owner, ...]:
        """Return all that has lists of statements."""
        return (*self.rules.moves, *self.rules.triggers, *stages(self.rules))

    @cached_property
    def stages(self) -> dict[str, ir.Stage]:
        """Return all stages, by name."""
        return {stage.name: stage for stage in stages(self.rules)}

    @cached_property
    def writers(self) -> dict[Store, tuple[Owner, ...]]:
        """Return, by store, the owners that may change it, in the order of `owners`."""
        found: dict[Store, tuple[Owner, ...]] = {}
        for owner in self.owners:
            for store in self.changed_by(owner):
                found[store] = (*found.get(store, ()), owner)
        return found

    def changed_by(self, owner: Owner) -> frozenset[Store]:
        """Return the stores that the lists of a move, an automatic rule, or a stage may change.

        The steps of a stage are not included.
        """
        if not isinstance(owner, ir.Stage):
            return self.writes(owner)
        lives = {("variable", name) for name, of in self.variables.items() if of.life == owner.name}
        counts = {("count", name) for name in (owner.name, *(step.name for step in owner.steps), *owner.performs)}
        return self.writes(owner.begin, owner.otherwise, owner.end) | lives | counts | {TURN}

    # ------------------------------------------------------------ how zones are used
    @cached_property
    def left(self) -> Zones:
        """Return the zones that cards may leave, DECK if the deck is gathered while cards are in zones, and
        ANYWHERE.
        """
        found = NO_ZONES
        for owner in self.owners:
            own = (owner.begin, owner.otherwise, owner.end) if isinstance(owner, ir.Stage) else (owner,)
            here = self.locals_of(*own)
            for node in nodes(own):
                match node:
                    case ir.Move(what=what):
                        found |= self.sources(what, here)
                    case ir.Swap(one=one, other=other):
                        found |= self.sources(one, here) | self.sources(other, here)
        return found

    @cached_property
    def only_grow(self) -> frozenset[str]:
        """Return the zones that no card ever leaves."""
        return frozenset() if self.left & {DECK, ANYWHERE} else frozenset(self.zones) - self.left

    @cached_property
    def never_read(self) -> frozenset[str]:
        """Return the zones of which no sentence asks anything."""
        return frozenset(name for name in self.zones if ("zone", name) not in self.read)

    @cached_property
    def only_top_read(self) -> frozenset[str]:
        """Return the piles of which sentences ask for nothing but the top card, and how many there are."""
        times: Counter[str] = Counter()
        for node in nodes(self.sentences):
            match node:
                case (
                    ir.Pick(which="top" | "last", collection=ir.ZoneContents(name=name))
                    | ir.Count(collection=ir.ZoneContents(name=name))
                    | ir.IsEmpty(collection=ir.ZoneContents(name=name))
                ):
                    times[name] -= 1
                case _:
                    times.update(name for kind, name in self._read_by(node) if kind == "zone")
        # the zone itself, inside what asks for its top, is met as a reading of its own
        piles = (zone.name for zone in self.rules.zones if zone.form == "pile" and ("zone", zone.name) in self.read)
        return frozenset(name for name in piles if times[name] == 0)
