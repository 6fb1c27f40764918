"""What a seat may know of a position in which its moves are tried out: which cards it does not know, and when one of
them is shown to it.

A stage with a `must` is looked into from the true position, which holds more than the seat knows. So whatever could
decide there must lie open: what is not so is not lowered. Where a seat may remember a card that lies in a zone from
which cards are shown, it has to be kept who knows which; else nobody knows those that lie there.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from croupier.lowering.expressions import Expressions
from croupier.lowering.kernel import Unkept, Unlowered, part
from croupier.lowering.layout import TRYING
from croupier.lowering.shapes import Place
from croupier_dsl import ir
from croupier_dsl.analysis import OWNER, nodes, rebuilt

OK, CUT, LOOP, PERHAPS, ALIKE, SEEN, FAILS = 1, 2, 4, 8, 16, 32, 6
"""What is found of a move: the stage can end as it must; it might be found further ahead; a way has been left out that
leads back to where the search has been; it can, for all that is known; it is so for all choices of its sort; an end of
the stage has been seen, and from that bit on the conditions that held in none of these (the last two only where that is
counted). -1: that cannot be told here."""
ME, DEPTH, STAGE, POSITIONS, SEARCH, ROWS, LOOK, FAILING = range(8)
"""Numbers in `G_look`: who looks, how deep the stage lies and which it is, how many positions have been looked at, the
number of the search, how many rows wait, the number of the look, the level whose position is there to work with (-1: it
has been worked with), which conditions of a `must` did not hold."""
ANYWHERE = ("*deck", "*anywhere")


class Sights(Expressions):
    """The part of the lowering that knows who sees which card."""

    def __init__(self, *args: object) -> None:
        super().__init__(*args)
        self.hiding: set[str] = set()

    # ------------------------------------------------------------ what is looked into
    @cached_property
    def musts(self) -> tuple[ir.Stage, ...]:
        """The stages with a `must`."""
        return tuple(stage for stage in self.layout.stages if stage.must)

    @cached_property
    def looked_into(self) -> tuple[ir.Stage, ...]:
        """These stages, and those inside them."""
        found: dict[str, ir.Stage] = {}
        todo = list(self.musts)
        while todo:
            stage = todo.pop()
            found[self.layout.key(stage)] = stage
            todo += stage.steps
        return tuple(found.values())

    def is_looked_into(self, stage: ir.Stage) -> bool:
        return any(self.layout.key(each) == self.layout.key(stage) for each in self.looked_into)

    def is_inside(self, stage: ir.Stage) -> bool:
        """Is it inside a stage with a `must`?"""
        return any(each is stage for other in self.looked_into for each in other.steps)

    def must_number(self, stage: ir.Stage) -> int:
        """The number of a stage with a `must`."""
        return [self.layout.key(each) for each in self.musts].index(self.layout.key(stage))

    @cached_property
    def owners_looked_into(self) -> tuple[tuple[object, tuple[ir.Statement, ...]], ...]:
        """The lists that may be gone through there, each with what has it."""
        names = {name for stage in self.looked_into for name in stage.moves}
        found: list[tuple[object, tuple[ir.Statement, ...]]] = []
        for stage in self.looked_into:
            lists = (*stage.begin, *stage.otherwise, *stage.end)
            if not self.is_inside(stage):
                lists = stage.otherwise  # it has begun, and is not gone on with once it is complete
            found.append(((stage.begin, stage.otherwise, stage.end), lists))
        found += [(move, move.do) for move in self.rules.moves if move.name in names]
        found += [(trigger, trigger.do) for trigger in self.rules.triggers]
        return tuple(found)

    def can_be_foreseen(self) -> None:
        """Unlowered if what may be found there could depend on what the seat does not see, or on what it remembers."""
        for stage in self.looked_into:
            with part(stage.where, stage.path):
                self._stage_can_be_foreseen(stage)
        first = self.musts[0].must[0]
        with part(first.where, f"must: {first.text}"):  # unless it is known which sentence is in the way of it
            self._lists_can_be_foreseen()

    def _stage_can_be_foreseen(self, stage: ir.Stage) -> None:
        if stage.by is not None and self.is_inside(stage):
            raise Unlowered("a must around what others perform")
        if stage.by is not None and stage.by.at_once:
            raise Unlowered("a must around what is chosen at once")
        tests = [*stage.must]
        if self.is_inside(stage):
            tests += [*stage.when, *stage.until]
        for test in tests:
            with part(test.where, test.text):
                self._all_open([test.expr], ())
        if self.is_inside(stage) and stage.times is not None:
            self._all_open([stage.times], ())

    def _lists_can_be_foreseen(self) -> None:
        if any(trigger.enters for trigger in self.rules.triggers):
            raise Unlowered("a must where rules wait for what comes to a zone")
        for trigger in self.rules.triggers:
            with part(trigger.where, trigger.path):
                self._all_open([condition.expr for condition in trigger.conditions], ())
                self._all_open([] if trigger.each is None else [trigger.each], ())
        names = {name for stage in self.looked_into for name in stage.moves}
        moves = [move for move in self.rules.moves if move.name in names]
        within = tuple(each if self.is_inside(each) else replace(each, begin=(), end=()) for each in self.looked_into)
        parts = (within, moves, self.rules.triggers)
        if OWNER in self.facts.reads(*parts):
            raise Unlowered("a must where it is asked who owns a card")
        for node in self.facts.reached(*parts):
            if isinstance(node, ir.VariableValue):
                of = self.layout.variables[node.name]
                of_cards = of.type.name in ("meld", "spot") or (of.type.name == "card" and of.type.many)
                if of.seen != "everyone" or of_cards:
                    raise Unlowered("a must over state that not everybody may know")
        for _, statements in self.owners_looked_into:
            self._listed_openly(statements)
        assert self.showing is not None

    def _all_open(self, exprs: Sequence[ir.Expr], secret: Sequence[int]) -> None:
        if any(self.facts.covert(_without_chance(expr), secret) for expr in exprs):
            raise Unlowered("a must over what its player does not see")

    def _listed_openly(self, statements: Sequence[ir.Statement]) -> None:
        """Nothing hidden decides what the statements do."""
        secret: set[int] = set()
        for node in nodes(tuple(statements)):
            with part(getattr(node, "where", None), getattr(node, "path", "")):
                self._is_open(node, secret)

    def _is_open(self, node: object, secret: set[int]) -> None:
        match node:
            case ir.Let(slot=slot, value=value):
                if self.facts.covertly_named(value, secret):
                    secret.add(slot)
            case ir.ForEach(slot=slot, collection=collection):
                self._moved_openly(collection, secret)
                if self.facts.covert(collection, secret):
                    secret.add(slot)
            case ir.If(branches=branches):
                self._all_open([each.condition for each in branches if each.condition is not None], [*secret])
            case ir.SetVariable(value=value, subject=subject) | ir.AddToVariable(amount=value, subject=subject):
                self._all_open([value] if subject is None else [value, subject], [*secret])
            case ir.SetNext(player=value) | ir.SetDirection(value=value):
                self._all_open([value], [*secret])
            case ir.Move(what=what, to=to):
                self._moved_openly(what, secret)
                if isinstance(to, ir.ZoneTarget) and to.subject is not None:
                    self._all_open([to.subject], [*secret])
            case ir.Reveal(cards=cards) | ir.Hide(cards=cards):
                self._moved_openly(cards, secret)
            case ir.Ask() if secret:
                raise Unlowered("a must where something is asked after a hidden card has been named")
            case _:
                pass

    def _moved_openly(self, what: ir.Expr, secret: set[int]) -> None:
        """How many cards are moved, and from where, is seen by all."""
        match what:
            case ir.Local():
                return
            case ir.Pick(which="random", collection=ir.ZoneContents()):
                return
            case ir.ZoneContents() | ir.ListOf(items=()):
                return
            case ir.VariableValue(type=ir.CARD):  # one that is not seen raises a doubt
                return
            case ir.Combine(op="without", left=ir.ZoneContents(), right=right):
                self._moved_openly(right, secret)
                return
        if self.facts.covertly_named(what, secret):
            raise Unlowered("a must over what its player does not see")

    # ------------------------------------------------------------ cards that are shown
    @abstractmethod
    def stop_where_shown(self) -> None:
        """A list is gone through next: not where a card has been shown while moves are tried out."""

    @cached_property
    def showing(self) -> frozenset[int]:
        """The statements that may show a card to a seat that does not know it, by identity. Unkept where a seat may
        remember such a card, if it is not kept which."""
        found: set[int] = set()
        for owner, statements in self.owners_looked_into:
            here = self.facts.locals_of(owner)
            for node in nodes(statements):
                with part(getattr(node, "where", None), getattr(node, "path", "")):
                    if self._may_show(node, here, owner):
                        found.add(id(node))
        if self.knows:
            self.hiding.clear()
            return frozenset()
        for zone in sorted(self.hiding):
            if self._may_be_remembered(zone):
                raise Unkept(f"a must, where somebody may remember cards of {zone}")
        return frozenset(found | self._shown_outside())

    def _may_show(self, node: object, here: dict[int, frozenset[str]] | object, owner: object) -> bool:
        """Return whether a statement may show a card; Unkept and Unlowered as `showing` raises them."""
        match node:
            case ir.Move(what=what, to=to):
                hidden = self._veiled_cards(what, here, owner)
                goal = to.name if isinstance(to, ir.ZoneTarget) else ""
                if hidden and (not goal or self.layout.zones[goal].seen != "nobody"):
                    if not goal:
                        raise Unlowered("a must where hidden cards are added to melds")
                    self._meant_alike(what, hidden)
                    self.hiding |= hidden
                    return True
            case ir.Show(cards=cards) | ir.Reveal(cards=cards) | ir.Hide(cards=cards):
                hidden = self._veiled_cards(cards, here, owner)
                if hidden and not self.knows:
                    raise Unkept("a must where hidden cards are shown where they lie")
                self._meant_alike(cards, hidden)
            case ir.Swap(one=one, other=other):
                if self._veiled_cards(one, here, owner) | self._veiled_cards(other, here, owner):
                    raise Unlowered("a must where hidden cards change places")
            case _:
                pass
        return False

    def _meant_alike(self, what: ir.Expr, hidden: set[str]) -> None:
        """Unlowered if other cards might be meant in the true position than in what a seat knows of it: of a set whose
        cards it does not see, nobody tells which are some of them."""
        for zone in sorted(hidden):
            if self.layout.form(zone) == "set" and not isinstance(what, ir.ZoneContents) and self.knows:
                raise Unlowered(f"a must, where somebody may remember cards of {zone}")

    def _shown_outside(self) -> set[int]:
        """The same of other lists, as far as that is plain."""
        found: set[int] = set()
        for owner in self.facts.owners:
            own = (owner.begin, owner.otherwise, owner.end) if isinstance(owner, ir.Stage) else (owner,)
            here = self.facts.locals_of(*own)
            for node in nodes(own):
                match node:
                    case ir.Move(what=what, to=ir.ZoneTarget(name=goal)) if self.layout.zones[goal].seen != "nobody":
                        zones = self.facts.sources(what, here)
                        plain = zones and not zones & set(ANYWHERE)
                        if plain and not any(self._may_be_remembered(zone) for zone in zones):
                            found.add(id(node))
                            self.hiding |= zones
                    case _:
                        pass
        return found

    def _veiled_cards(self, what: ir.Expr, here: dict[int, frozenset[str]] | object, owner: object) -> set[str]:
        """The zones that these cards may come from and in which who acts may not see them."""
        if isinstance(what, ir.VariableValue) and what.type == ir.CARD:  # one that is not seen raises a doubt
            return set()
        zones = self.facts.sources(what, here)  # type: ignore[arg-type]  # as `locals_of` gives it
        if zones & set(ANYWHERE):
            raise Unlowered("a must where cards are taken from wherever they lie")
        found: set[str] = set()
        for name in zones:
            zone = self.layout.zones[name]
            if zone.top_only:
                raise Unlowered("a must over a pile whose top is seen")
            mine = zone.per == "player" and zone.seen in ("owner", "team")
            there = (node for node in self.facts.reached(owner) if isinstance(node, ir.ZoneContents))
            whose = [node.subject for node in there if node.name == name]
            if mine and all(isinstance(of, ir.Local) and not of.slot for of in whose):
                continue
            if zone.seen != "everyone":
                found.add(name)
        return found

    def _may_be_remembered(self, zone: str) -> bool:
        """May anybody who does not see the zone know a card that lies there? Not if it is shuffled whenever one comes
        that may have been known before, and none is shown where it lies."""
        if self.layout.zones[zone].seen != "nobody" or self.layout.zones[zone].form != "pile":
            return True
        for owner in self.facts.owners:
            own = (owner.begin, owner.otherwise, owner.end) if isinstance(owner, ir.Stage) else (owner,)
            here = self.facts.locals_of(*own)
            for node in nodes(own):
                match node:
                    case ir.Show(cards=cards) | ir.Reveal(cards=cards) | ir.Hide(cards=cards):
                        if self.facts.sources(cards, here) & {zone, *ANYWHERE}:
                            return True
                    case ir.Swap():
                        return True
            for statement, following in _followed(own):
                match statement:
                    case ir.Move(what=what, to=ir.ZoneTarget(name=name)) if name == zone:
                        if self.facts.sources(what, here) and not _shuffled(following, zone):
                            return True
                    case _:
                        pass
        return False

    def shown_by(self, statement: ir.Move, name: str, subject: str | None) -> None:
        """Written behind a statement that moves cards: where moves are tried out, has one been shown to the seat that
        it did not know?"""
        if not self.layout.looks or self.knows or id(statement) not in self.showing:  # else it is kept card by card
            return
        layout = self.layout
        sees = self.seen_by_who_looks((name, subject))
        if sees == "0":
            return
        with self.block(f"if {layout.cell('trial')} == {TRYING} and {sees}:"):
            there = self.mask(self.zone(name, subject))
            there = self.let(there, "m_")
            with self.block(
                f"if (Z[{layout.at('unshown')}] & {there}) != 0 or {self._hid()}({self.at_level('0')}, {there}):"
            ):
                self.line(f"{layout.cell('sighted')} = 1")

    def at_level(self, level: str) -> str:
        """Where the position is kept that has been come to at a level of the search; at 0 stands the one before it."""
        return f"PART(G_positions, {level}, {self.layout.size})"

    def _hid(self) -> str:
        """`hid(S, m_cards)`: does any of these lie where nobody knows it?"""

        def write() -> None:
            for name, of in ((zone, of) for zone in sorted(self.hiding) for of in self._of(zone)):
                if self.layout.form(name) != "pile":
                    with self.block(f"if ({self.mask(self.zone(name, of))} & m_cards) != 0:"):
                        self.line("return 1")
                    continue
                at = self.start_of((name, of))
                with self.block(f"for i in range({at} + S[{at}], {at}, -1):"):  # mostly it was on top
                    with self.block("if (m_cards & BIT(S[i])) != 0:"):
                        self.line("return 1")
            self.line("return 0")

        return self.helper("hid(S, m_cards)", write)

    def seen_by_who_looks(self, place: Place) -> str:
        """Does the seat whose moves are tried out see what lies in the place? A test."""
        zone, whose = self.layout.zones[place[0]], self.layout.owner(*place)
        if zone.top_only:
            raise Unlowered("a must over a pile whose top is seen")
        if zone.seen in ("everyone", "nobody"):
            return "1" if zone.seen == "everyone" else "0"
        if whose is None:
            raise Unlowered(f"a must, and {zone.name} of the table, which some see")
        teams = self.program.teams
        me = f"G_look[{ME}]" if zone.per == "player" else f"G_look[{ME}] % {teams}"
        if zone.seen == "team" and zone.per == "player":
            me, whose = f"G_look[{ME}] % {teams}", f"{whose} % {teams}"
        return f"{whose} {'!=' if zone.seen == 'others' else '=='} {me}"

    def _of(self, zone: str) -> Iterator[str | None]:
        yield from self.layout.subjects(zone)


def _without_chance(expr: ir.Expr) -> ir.Expr:
    """The sentence without what chance picks: nothing is tried out beyond that."""

    def left(part: object) -> object:
        match part:
            case ir.Pick(which="random", type=type_, collection=ir.ZoneContents() | ir.Span() | ir.Players()):
                return ir.Nothing(type_)
            case ir.Pick(which="random", type=type_, collection=ir.ListOf() | ir.Values()):
                return ir.Nothing(type_)
        return rebuilt(part, left)

    found = left(expr)
    assert isinstance(found, ir.Expr)
    return found


def _followed(part: object, then: tuple[ir.Statement, ...] = ()) -> Iterator[tuple[object, tuple[ir.Statement, ...]]]:
    """All statements, each with those that follow it in its list and in those around."""
    match part:
        case ir.MoveRule(do=body) | ir.Trigger(do=body):
            yield from _followed(body)
        case ir.If(branches=branches):
            for branch in branches:
                yield from _followed(branch.body, then)
        case ir.ForEach(body=body) | ir.Labelled(body=body) | ir.Perform(body=body):
            yield from _followed(body, then)
        case tuple():
            lists = any(isinstance(each, tuple) for each in part)
            for at, each in enumerate(part):
                yield from _followed(each, () if lists else (*part[at + 1 :], *then))
        case _:
            pass
    yield part, then


def _shuffled(statements: Sequence[ir.Statement], zone: str) -> bool:
    """Is the zone shuffled before anybody may choose again?"""
    for statement in statements:
        if isinstance(statement, ir.Shuffle) and statement.zone.name == zone and statement.zone.subject is None:
            return True
        if any(isinstance(node, ir.Ask | ir.EndStage) for node in nodes(statement)):
            return False
    return False
