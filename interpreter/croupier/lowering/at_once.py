"""What several choose at once: kept until all have chosen; then it happens, seat by seat, or for the first alone."""

from __future__ import annotations

from croupier.lowering.asking import Asking
from croupier.lowering.base import Env
from croupier_dsl import ir


class AtOnce(Asking):
    """The part of the lowering that knows choices that are made at once."""

    def take_one_of_all(self, stage: ir.Stage) -> None:
        """Written where one of them has chosen: the next is asked, or it is said whose choices happen."""
        layout, row = self.layout, self.layout.row
        self.line("me = seat(S)")
        pending, waiting, queue = layout.at("pending"), layout.cell("waiting"), layout.cell("queue")
        with self.block(f"for j in range(0, {row}):"):
            self.line(f"S[{pending} + me * {row} + j] = OUT[i * {row} + j]")
        self.line(f"{waiting} = {waiting} & ~(1 << me)")
        with self.block(f"if {waiting}:"):
            with self.if_it_goes_on():
                n = self.let(self.listed_for(stage, "seat(S)"), "n")
                self.are_offered(n)
            self.stop_at_limit()
            self.line(f"return -1 if {layout.cell('fault')} else {n}")
        self.line(f"{queue} = 0")
        with self.block(f"for me in range(0, {self.program.seats}):"):
            with self.block(f"if {layout.cell('seats')} >> me & 1:"):
                with self.block(f"if {self._does_something(stage, f'S[{pending} + me * {row}]')}:"):
                    self.line(f"{queue} = {queue} | 1 << me")
                with self.block("else:"):
                    self._forget("me")
        if stage.by is not None and stage.by.served:
            self._first_alone(stage, stage.by)
        self.go("collect", layout.key(stage))

    def _does_something(self, stage: ir.Stage, which: str) -> str:
        numbers = [self.move_numbers[move.name] for move in self.rules.moves if move.name in stage.moves and move.do]
        return " or ".join(f"{which} == {number}" for number in numbers) or "0"

    def _forget(self, seat: str) -> None:
        row = self.layout.row
        with self.block(f"for j in range(0, {row}):"):
            self.line(f"S[{self.layout.at('pending')} + {seat} * {row} + j] = 0")

    def _first_alone(self, stage: ir.Stage, by: ir.Actors) -> None:
        """Of those whose moves are to happen the first in the order of play."""
        queue = self.layout.cell("queue")
        env: Env = {0: self.actor(stage)}
        seat = self.starting(by, env, self.shape(by.players, env) if self.strict(by.players) else None)
        served = self.let("0")
        with self.block(f"for {self.name('i')} in range(0, {self.program.seats}):"):
            with self.block(f"if {queue} >> {seat} & 1:"):
                with self.block(f"if {served}:"):
                    self._forget(seat)
                with self.block("else:"):
                    self.line(f"{served} = 1 << {seat}")
            self.step_on(seat, self.layout.cell("direction"))
        self.line(f"{queue} = {served}")
        self.pause()
        with self.block(f"if {served}:"):
            self.note(1)

    def collecting(self, stage: ir.Stage) -> None:
        """The label at which the next of those whose moves are to happen makes it."""
        layout, row = self.layout, self.layout.row
        queue = layout.cell("queue")
        with self.label("collect", layout.key(stage)):
            with self.block(f"if {queue} == 0:"):
                self.go("finish", layout.key(stage))
            with self.block("else:"):
                if self.foresees:
                    with self.block(f"if {layout.cell('imagines')}:"):
                        self.before_list()
                        self.nobody_foresees()
                        self.after_list()
                me = self.let("0")
                with self.block(f"while {queue} >> {me} & 1 == 0:"):
                    self.line(f"{me} += 1")
                self.line(f"{queue} = {queue} & ~(1 << {me})")
                with self.block(f"for j in range(0, {row}):"):
                    self.line(f"OUT[j] = S[{layout.at('pending')} + {me} * {row} + j]")
                self._forget(me)
                self.make(stage, me, "0")
        self.resumed.add(self.number("collect", layout.key(stage)))

    def _sealed(self) -> str:
        """Lines for a position that a seat imagines which is asked for more, once all have chosen: whatever is still to
        happen of what others have chosen nobody has heard. Where the first is served, no more is."""
        layout, lines = self.layout, []
        queue, later = layout.cell("queue"), f"{layout.cell('seats')} >> {layout.cell('actor')} + 1"
        for question in self.questions:
            stage = question.stage
            if self.at_once(stage):
                lines.append(f"    if {layout.cell('label')} == {question.label}:")
                served = stage.by is not None and stage.by.served
                lines.append(f"        {queue} = {0 if served else later}")
        return "\n".join(lines)
