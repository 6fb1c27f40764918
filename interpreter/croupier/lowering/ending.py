"""What a move plainly comes to where a stage has to end as its `must` asks: nothing of that is tried out."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise

from croupier.compile.debts import Debt, Ways, debts, ways
from croupier.compile.recognised import parts
from croupier.lowering.asking import Asking
from croupier.lowering.shapes import Place
from croupier.lowering.sights import ALIKE, ME, OK, STAGE
from croupier_dsl import ir
from croupier_dsl.analysis import nodes


class Ending(Asking):
    """The part of the lowering that knows how stages end."""

    def debts_of(self, must: ir.Stage, stage: ir.Stage) -> list[tuple[Debt, Ways]]:
        """What may not stay, as long as somebody chooses in a stage inside that with the `must`, and how it may go."""
        plans = {plan.name: plan for plan in self.program.root.within(set())}
        chain = self.chain(stage)[::-1]
        keys = [self.layout.key(each) for each in chain]
        chain = chain[keys.index(self.layout.key(must)) :]
        reached = [
            [self.layout.key(step) for step in above.steps].index(self.layout.key(below)) + 1
            for above, below in pairwise(chain)
        ]
        course = [(plans[each.name], at) for each, at in zip(chain, [*reached, 0], strict=True)]
        found = [(debt, ways(self.program, debt, course)) for debt in debts(self.program, course[0][0].stage)]
        return [(debt, known) for debt, known in found if known is not None]

    @cached_property
    def in_debt(self) -> bool:
        """May there be cards that have to go before a stage ends?"""
        return any(True for must in self.musts for _ in debts(self.program, must))

    def ends_in_debt(self, stage: ir.Stage, move: ir.MoveRule) -> list[int]:
        """The stages with a `must` that end as they must not as soon as the move is made while a card owes."""
        found = []
        for must in (each for each in self.chain(stage) if each.must and not (self.covers or self.knows)):
            known = self.debts_of(must, stage)
            ends = self._sure(stage, must, move) is not None
            clear = ends and known and len(known) == len(list(debts(self.program, must)))
            if clear and all(self._leaves_it(move, debt, how) for debt, how in known):
                found.append(self.must_number(must))
        return found

    def settles(self, stage: ir.Stage, must: ir.Stage, move: ir.MoveRule) -> bool:
        """Does the stage with a `must` end as it must as soon as the move is made, if no card owes?"""
        if self.covers or self.knows or self.at_once(must):
            return False
        if not (yes := self._sure(stage, must, move)):
            return False
        owing = list(debts(self.program, must))
        plain = all(self._brings_no_debt(each, owing) for each in self._afterwards(stage, must, move))
        owed = {each.number for each in owing}
        rest = [each.expr for number, each in enumerate(must.must) if number not in owed]
        return plain and all(yes & _any_of(expr) for expr in rest)

    def chooses_again(self, stage: ir.Stage, must: ir.Stage, move: ir.MoveRule, zone: str) -> bool:
        """Does its player choose again in the stage once the move is made, if a card is left in this zone, and does no
        card of the zone come to owe by it?"""
        until = _either(stage.until[0].expr)
        empty = [each for each in until if _is_empty(each, zone)]
        named, owing = _any_of(stage.until[0].expr), list(debts(self.program, must))
        changed = {each.name for each in nodes((move.do, self.rules.triggers)) if isinstance(each, ir.SetVariable)}
        return (
            stage.times is None
            and len(empty) + len(named) == len(until)
            and not named & changed
            and self._cannot_fail(move)
            and not any(id(each) in self.showing for each in move.do)
            and all(self._brings_no_debt(each, owing) for each in nodes(move.do))
        )

    def _cannot_fail(self, move: ir.MoveRule) -> bool:
        """Does it only set state to what is written there, and move what has been chosen to where that can lie?"""
        choices = {choice.slot: choice for choice in move.choices}
        fitting = [
            (part.card, part.spot)
            for asked in [*move.conditions, *(each for choice in move.choices for each in choice.filters)]
            for part in parts(asked.expr)
            if isinstance(part, ir.Fits)
        ]

        def sure(statement: ir.Statement) -> bool:
            match statement:
                case ir.SetVariable(subject=None | ir.Local(), value=ir.Constant()):
                    return True
                case ir.Move(what=ir.Local(slot=slot)) if slot not in choices:
                    return False
                case ir.Move(what=ir.Local(slot=slot), to=ir.ZoneTarget(name=name, subject=None | ir.Local())):
                    found = isinstance(choices[slot].collection, ir.Melds)
                    return self._holds_any(name) or (found and self.layout.form(name) == "melds")
                case ir.Move(what=card, to=ir.SpotTarget(spot=spot)):
                    return len(move.do) == 1 and (card, spot) in fitting
            return False

        return all(map(sure, move.do))

    def _holds_any(self, zone: str) -> bool:
        """Can whatever card lie there, however many there are?"""
        return self.layout.form(zone) in ("set", "pile")

    def _may_fail(self, node: object) -> bool:
        """May it be a fault of the rules when play comes to it?"""
        match node:
            case ir.Move(to=ir.ZoneTarget(name=name, subject=None | ir.Local())):
                return not self._holds_any(name)
            case ir.Arithmetic() | ir.Sum() | ir.Span() | ir.TableValue() | ir.Keyed():
                return True
        return isinstance(node, ir.Move | ir.AddToVariable | ir.Swap)

    def _brings_no_debt(self, node: object, debts: Sequence[Debt]) -> bool:
        """Does it end no stage, and does no card come to owe by it?"""
        match node:
            case ir.EndStage() | ir.Ask() | ir.Perform() | ir.Swap():
                return False
            case ir.SetVariable(name=name, value=value):
                return value == ir.Constant(ir.TRUTH, False) or name not in {debt.variable for debt in debts}
            case ir.Move(to=ir.ZoneTarget(name=name)):
                return name not in {debt.zone for debt in debts}
            case ir.Move():  # to a spot
                return all(self.layout.form(debt.zone) == "set" for debt in debts)
        return True

    def settling(self) -> bool:
        """`settled(S, OUT)`: what comes of the move in the first row, if it is plain that the stage can end as it must
        then; nought if it is not. False if that is never so: then it is not written. It is where nothing owes any more,
        and the move ends the stage; or one that does can be made then with any card that is left."""
        closing = [
            (stage, must, moves)
            for stage in self.looked_into
            for must in self.chain(stage)
            if must.must
            for moves in [[each for each in self._moves_of(stage) if self.settles(stage, must, each)]]
            if moves
        ]
        if not closing:
            return False
        with self.function("settled(S, OUT)"):
            for stage, must, moves in closing:
                there = f"{self.layout.cell('label')} == {self.number('decide', self.layout.key(stage))}"
                with self.block(f"if {there} and G_look[{STAGE}] == {self.must_number(must)}:"):
                    due = self.let("m_owed(S)" if self.in_debt else "0", "m_")
                    for move in moves:
                        with self.block(f"if OUT[0] == {self.move_numbers[move.name]} and {due} == 0:"):
                            self.line(f"return {OK | ALIKE if self.facts.told_apart([move.do]) is not None else OK}")
                    for zone in {each: None for each in map(self._any_card_of, moves) if each}:
                        self._leading(stage, must, zone, due)
            self.line("return 0")
        return True

    def _leading(self, stage: ir.Stage, must: ir.Stage, zone: str, due: str) -> None:
        """After these moves a card is left that the stage can be ended with."""
        known, owing = self.debts_of(must, stage), list(debts(self.program, must))
        if not known or len(known) < len(owing) or {debt.zone for debt in owing} != {zone}:
            return
        hand = self.let(self.mask(self.zone(*self.whose(zone))), "m_")
        for move in self._moves_of(stage):
            if self.chooses_again(stage, must, move, zone):
                with self.block(f"if OUT[0] == {self.move_numbers[move.name]}:"):
                    gone = self._moved_by(move)
                    with self.block(f"if ({due} & ~{gone}) == 0 and ({hand} & ~{gone}) != 0:"):
                        self.line(f"return {OK}")

    def _moved_by(self, move: ir.MoveRule) -> str:
        """The cards that the move in the first row moves, of what has been chosen."""
        gone = self.let("0", "m_")
        slots = {each.what.slot for each in move.do if isinstance(each, ir.Move) and isinstance(each.what, ir.Local)}
        for at, choice in enumerate(move.choices):
            cell = 1 + at * self.layout.width
            if choice.slot in slots and choice.single and choice.type.name == "card":
                with self.block(f"if OUT[{cell}] >= 0:"):
                    self.line(f"{gone} = {gone} | BIT(OUT[{cell}])")
            elif choice.slot in slots:
                self.line(f"{gone} = {gone} | ZO[{cell}]")
        return gone

    def _any_card_of(self, move: ir.MoveRule) -> str:
        """The zone of who acts of which any card may be chosen for the move, if none owes; else nothing."""
        match move.choices:
            case [ir.Choice(slot=slot, single=True, filters=(), collection=ir.ZoneContents(name=zone, subject=whose))]:
                owing = {debt.variable for must in self.musts for debt in debts(self.program, must)}
                free = all(_kept_back(each.expr, slot) in owing for each in move.conditions)
                return zone if free and isinstance(whose, ir.Local) and not whose.slot else ""
        return ""

    def whose(self, zone: str) -> Place:
        """The zone of who looks, or the one there is."""
        return zone, f"G_look[{ME}]" if self.layout.zones[zone].per == "player" else None

    def _moves_of(self, stage: ir.Stage) -> list[ir.MoveRule]:
        return [move for move in self.rules.moves if move.name in stage.moves]

    def _afterwards(self, stage: ir.Stage, must: ir.Stage, move: ir.MoveRule) -> list[object]:
        """What is said of what happens from when the move is made to where the stage with the `must` has ended."""
        return list(nodes((move.do, self.rules.triggers, stage.end, must.end)))

    def _sure(self, stage: ir.Stage, must: ir.Stage, move: ir.MoveRule) -> set[str] | None:
        """What is yes from then on if the stage ends once the move is made, as the last step of the other, and no card
        is shown on the way and nothing can be at fault; else None."""
        last = bool(must.steps) and self.layout.key(must.steps[-1]) == self.layout.key(stage)
        if not last or stage.by is not None or len(stage.until) != 1:
            return None
        around = self.facts.reached(self.rules.triggers, stage.until, stage.end, must.end, must.must)
        if not self._cannot_fail(move) or any(map(self._may_fail, around)):
            return None
        yes = {
            each.name for each in move.do if isinstance(each, ir.SetVariable) and each.subject is None and _is_yes(each)
        }
        later = self._afterwards(stage, must, move)
        if any(isinstance(each, ir.Reveal | ir.Show) or id(each) in self.showing for each in later):
            return None
        yes -= {each.name for each in later if isinstance(each, ir.SetVariable) and not _is_yes(each)}
        brief = {variable.name for variable in self.rules.variables if variable.life == stage.name}
        return yes - brief if yes & _any_of(stage.until[0].expr) else None

    def plain_to_show(self) -> bool:
        """`shows(S, move)`: is it plain that the move shows its player a card nobody knows, who then chooses again?
        So nobody can tell what comes of it. False if there is no such move: then it is not written."""
        found = []
        ends = any(isinstance(node, ir.EndStage | ir.Ask | ir.Perform) for node in nodes(self.rules.triggers))
        for must in () if self.covers or self.knows or ends else self.musts:
            for stage, following in pairwise(must.steps):
                alone = stage.by is None and stage.times is None and not (stage.until or stage.end or stage.must)
                at_once = following.moves and following.by is None and following.times is None and not following.begin
                if stage.moves and alone and at_once and not following.when and not self.at_once(must):
                    found += [(stage, must, move) for move in self.rules.moves if move.name in stage.moves]
        tests = [
            f"{self.layout.cell('label')} == {self.number('decide', self.layout.key(stage))} and move == {number} "
            f"and G_look[{STAGE}] == {self.must_number(must)} and S[{self.layout.at('zone', pile)}] > 0"
            for stage, must, move in found
            for number, pile in [(self.move_numbers[move.name], self._pile_drawn_from(move.do))]
            if pile
        ]
        if not tests:
            return False
        with self.function("shows(S, move)"):
            for test in tests:
                with self.block(f"if {test}:"):
                    self.line("return 1")
            self.line("return 0")
        return True

    def _pile_drawn_from(self, statements: Sequence[ir.Statement]) -> str:
        """The hidden pile of which the top comes to the hand of who acts, if nothing else is done as long as it is not
        empty."""
        match statements:
            case [ir.If(branches=[ir.Branch(condition=ir.IsEmpty(collection=ir.ZoneContents(name=pile)))]), move]:
                return pile if self._pile_drawn_from([move]) == pile else ""
            case [
                ir.Move(
                    what=ir.Pick(which="top", collection=ir.ZoneContents(name=pile, subject=None)),
                    to=ir.ZoneTarget(name=hand, subject=ir.Local(slot=0)),
                ) as move
            ] if pile in self.hiding and id(move) in self.showing and self.layout.form(pile) == "pile":
                zone = self.layout.zones[hand]
                return pile if zone.per == "player" and zone.seen == "owner" and not zone.top_only else ""
        return ""

    def _leaves_it(self, move: ir.MoveRule, debt: Debt, how: Ways) -> bool:
        """Does the move take no card that owes?"""

        def kept(slot: int) -> bool:
            return any(_kept_back(condition.expr, slot) == debt.variable for condition in move.conditions)

        singles = {choice.slot for choice in move.choices if choice.single}
        return all(each.slot in singles and kept(each.slot) for taker, each in how.takers if taker.name == move.name)


def _any_of(expr: ir.Expr) -> set[str]:
    """The state of the table of which any that is yes is enough for it."""
    return {each.name for each in _either(expr) if isinstance(each, ir.VariableValue) and each.subject is None}


def _either(expr: ir.Expr) -> Sequence[ir.Expr]:
    """The sentences of which any is enough for it."""
    return expr.operands if isinstance(expr, ir.Logic) and expr.op == "or" else (expr,)


def _kept_back(expr: ir.Expr, slot: int) -> str:
    """The state that keeps a card from being chosen if it is yes."""
    match expr:
        case ir.Not(operand=ir.VariableValue(name=name, subject=ir.Local(slot=of))) if of == slot:
            return name
    return ""


def _is_empty(expr: ir.Expr, zone: str) -> bool:
    """Does it ask whether a zone of who acts is empty?"""
    match expr:
        case ir.IsEmpty(collection=ir.ZoneContents(name=name, subject=ir.Local(slot=0))):
            return name == zone
    return False


def _is_yes(statement: ir.SetVariable) -> bool:
    return statement.value == ir.Constant(ir.TRUTH, True)
