"""Rules that fire by themselves: tried after each list, in their order, as long as one fires.

Which of them what has happened may have made hold is known beforehand: a bit for each rule that has to be tried. Those
that read who acts, how often stages were performed, chance, or state that comes and goes with stages are always tried.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from croupier.base import limits
from croupier.lowering.base import Env
from croupier.lowering.kernel import NIL, Unlowered, part
from croupier.lowering.layout import MOST_TRIGGERS
from croupier.lowering.shapes import One, Shape
from croupier.lowering.stages import Stages
from croupier_dsl import ir
from croupier_dsl.analysis import STATE, draws, nodes


class Triggers(Stages):
    """The part of the lowering that knows rules that fire by themselves."""

    def __init__(self, *args: object) -> None:
        super().__init__(*args)
        self.read_by = [self.facts.reads(trigger.each, trigger.conditions) for trigger in self.rules.triggers]
        numbered = enumerate(self.rules.triggers[:MOST_TRIGGERS])
        self.always = sum(1 << i for i, trigger in numbered if self.covers or self._always(i, trigger))

    def _always(self, number: int, trigger: ir.Trigger) -> bool:
        passing = {name for name, variable in self.layout.variables.items() if variable.life in self.by_name}
        reads = self.read_by[number]
        if trigger.enters:
            return True
        if any(what in ("count", "turn", "chance") or (what == "variable" and name in passing) for what, name in reads):
            return True
        exprs = [condition.expr for condition in trigger.conditions]
        return any(0 in self.reads(expr) for expr in [*exprs, *([trigger.each] if trigger.each else [])])

    def touched(self, *parts: object) -> int:
        """The rules that these statements may make hold, as bits."""
        writes = self.facts.writes(*parts)
        return self.always | sum(1 << i for i, reads in enumerate(self.read_by[:MOST_TRIGGERS]) if reads & writes)

    def note_touched(self, bits: int) -> None:
        if bits & ~self.always:
            self.line(f"{self.layout.cell('dirty')} = {self.layout.cell('dirty')} | {bits}")

    # ------------------------------------------------------------ the rules
    def firing(self) -> None:
        """`t_N(S, first)` tries a rule: nought if it does not fire, else one more than the stage that it ends, and 1 if
        it ends none; `scan(S, first)` tries all, and says which stage is ended."""
        for number, trigger in enumerate(self.rules.triggers):
            self._rule(number, trigger)
        with self.function("scan(S, first)"):
            if not self.rules.triggers:
                self.line("return 0")
                return
            dirty = self.layout.cell("dirty")
            self.line(f"dirty = {dirty} | {self.always}")
            self.line("fired = 0")
            with self.block("while 1:"):
                self.line("r = 0")
                for number in range(len(self.rules.triggers)):
                    if number >= MOST_TRIGGERS:  # there is no bit for it
                        with self.block("if r == 0:"):
                            self.line(f"r = t_{number}(S, first)")
                            with self.block("if r != 0:"):
                                self.line(f"dirty = dirty | {self.touched(self.rules.triggers[number])}")
                        continue
                    with self.block(f"if r == 0 and dirty & {1 << number}:"):
                        self.line(f"r = t_{number}(S, first)")
                        with self.block("if r == 0:"):
                            self.line(f"dirty = dirty & {~(1 << number) & (1 << MOST_TRIGGERS) - 1}")
                        with self.block("else:"):
                            self.line(f"dirty = dirty | {self.touched(self.rules.triggers[number]) | 1 << number}")
                with self.block("if r == 0:"):
                    self.line(f"{dirty} = 0")
                    self.line("return 0")
                with self.block("if r != 1:"):
                    self.line(f"{dirty} = dirty")
                    self.line("return r - 1 if r > 0 else -1")
                self.line(f"dirty = dirty | {self.always}")
                self.line("fired += 1")
                with self.block(f"if fired > {limits.MOST_FIRINGS}:"):
                    self.line("return -1")

    def _rule(self, number: int, trigger: ir.Trigger) -> None:
        with part(trigger.where, trigger.path):
            self._rule_of(number, trigger)

    def _rule_of(self, number: int, trigger: ir.Trigger) -> None:
        varied = [1 in self.reads(c.expr) or draws(c.expr) for c in trigger.conditions]
        same = varied.index(True) if True in varied else len(varied)
        env: Env = {0: One("me", True), 1: One(str(NIL), True)}
        with self.function(f"f_{number}(S, me{', x' if trigger.each is not None else ''})"):
            if trigger.enters:
                env = {0: One("me", True), 1: self._come(trigger, "x")}
            elif trigger.each is not None:
                env = {0: One("me", True), 1: self._thing(trigger.each)}
            self.nothing_cast()
            self.fires(f"{trigger.path}.do")
            self.body(trigger.do, env)
            self.end_casting()
            self.line("return 0")
        with self.function(f"t_{number}(S, first)"):
            self.mark(trigger.where)
            self.pure, self.known = True, [{}]
            self.line(f"me = {self.layout.cell('acted')}")
            env = {0: One("me", True), 1: One(str(NIL), True)}
            waiting = self.layout.cell("entered", trigger.name) if trigger.enters else ""
            if waiting:
                with self.block(f"if {waiting} == 0:"):
                    self.line("return 0")
            first, others = trigger.conditions[:same], trigger.conditions[same:]
            if not self.covers or (trigger.each is None and not waiting):
                self._barred_by(first, env, waiting)
                first = ()
            if waiting:
                self._tried_as_they_came(number, first, others, env)
            elif trigger.each is None:
                test = self.all_judged(others, env)
                with self.block(f"if {test}:"):
                    self._fire(number, "")
            else:
                self._tried_in_turn(number, first, others, env)
            self.line("return 0")

    def _barred_by(self, conditions: Sequence[ir.Condition], env: Env, waiting: str = "") -> None:
        """The rule does not fire if one of these conditions, which are the same for all, does not hold; then nothing
        waits for it any longer."""
        if conditions:
            test = self.all_judged(conditions, env)
            with self.block(f"if {self.negated(test)}:"):
                if waiting:
                    self.line(f"{waiting} = 0")
                self.line("return 0")

    def _thing(self, each: ir.Expr) -> Shape:
        if each.type.name == "meld":
            raise Unlowered("a rule for each meld")
        return One("x")

    def _fire(self, number: int, thing: str) -> None:
        self.stop_where_shown()
        self.stop_between()
        self.fires(self.rules.triggers[number].path)
        self.before_list()
        self.line(f"r = f_{number}(S, me{thing})")
        self.after_list()
        self.line("return r + 1 if r >= 0 else -1")

    def _asked_of_a_hand(self, conditions: Sequence[ir.Condition]) -> str:
        """The zone whose cards decide whether these hold, where it takes long to find out; no text if more does."""
        exprs = tuple(condition.expr for condition in conditions)
        inside = list(nodes(exprs))
        read = {what for what in self.facts.reached(exprs) if isinstance(what, ir.ZoneContents)}
        if self.covers or self.foresees or self.layout.looks or any(map(draws, exprs)):
            return ""
        if any(isinstance(node, ir.Defined) for node in inside) or not any(isinstance(n, ir.Melds) for n in inside):
            return ""
        if len(read) != 1 or not all(self.reads(expr) <= {1, STATE} for expr in exprs):
            return ""
        (zone,) = read
        its = isinstance(zone.subject, ir.Local) and zone.subject.slot == 1 and self.layout.form(zone.name) == "set"
        return zone.name if its and self.facts.reads(exprs) == {("zone", zone.name)} else ""

    def _tried_unless_known(self, cards: str, seat: str, tried: Callable[[], None]) -> None:
        """Of the cards for which the rule has not fired the last ones are kept in mind, seat by seat."""
        known, last = self.array(self.program.seats), self.array(self.program.seats, "Gm_")
        with self.block(f"if not {known}[{seat}] or {last}[{seat}] != {cards}:"):
            tried()
            self.line(f"{known}[{seat}] = {self.layout.cell('fault')} == 0")
            self.line(f"{last}[{seat}] = {cards}")

    def _tried_as_they_came(
        self, number: int, first: Sequence[ir.Condition], others: Sequence[ir.Condition], env: Env
    ) -> None:
        """Each card that has come and lies there still waits no longer once it has been tried."""
        trigger = self.rules.triggers[number]
        at = int(self.layout.at("entered", trigger.name))
        with self.block(f"while S[{at}] > 0:"):
            card = self.let(f"S[{at + 1}]", "c")
            self.gone_from(at, "1")
            self.known.append({})
            inner = {**env, 1: self._come(trigger, card)}
            self._barred_by(first, inner, f"S[{at}]")
            test = self.all_judged(others, inner)
            self.known.pop()
            with self.block(f"if {test}:"):
                self._fire(number, f", {card}")

    def _come(self, trigger: ir.Trigger, card: str) -> One:
        return One(card, at=tuple((trigger.enters, subject) for subject in self.layout.subjects(trigger.enters)))

    def _tried_in_turn(
        self, number: int, first: Sequence[ir.Condition], others: Sequence[ir.Condition], env: Env
    ) -> None:
        each = self.rules.triggers[number].each
        assert each is not None
        shape = self.shape(each, env)

        def tried(item: Shape) -> None:
            one = self.single(item)
            self._barred_by(first, {**env, 1: one})
            test = self.all_judged(others, {**env, 1: one})
            with self.block(f"if {test}:"):
                self._fire(number, f", {one.text}")

        if each.type.name != "player":
            return self.each(shape, tried)
        seats = self.atom(self.seats(shape))
        seat, n = self.let("first"), self.program.seats
        hand = self._asked_of_a_hand(others)
        with self.block(f"for {self.name('i')} in range(0, {n}):"):
            with self.block(f"if {seats} >> {seat} & 1:"):
                if not hand:
                    tried(One(seat))
                else:
                    self._tried_unless_known(self.layout.cards_at(hand, seat), seat, lambda: tried(One(seat)))
            self.step_on(seat, self.layout.cell("direction"))
        return None
