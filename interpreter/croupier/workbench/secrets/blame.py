"""Locate a leak in the rules: both games are played again, and the parts that fire are counted."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import TYPE_CHECKING

from croupier.table.game import Game
from croupier.workbench.coverage.counted import Table
from croupier_dsl import elements_of, ir
from croupier_dsl.analysis import nodes, stages

if TYPE_CHECKING:
    from croupier.base.values import Value
    from croupier.table.game import Rules
    from croupier.workbench.secrets.beside import Parting, Told
    from croupier_dsl import Element


class Blame:
    """Finds the part of the rules that leaks; `rules` are bound again, with counting."""

    def __init__(self, rules: Rules) -> None:
        program = rules.program
        self.elements = elements_of(program.rules)
        self.table = Table(
            self.elements, program.seats, dict(rules.options), limit=program.limit, names=tuple(program.names)
        )
        self.rules = program.rules

    def of(self, parting: Parting) -> Element | None:
        """Return the part that leaks; None if it cannot be identified."""
        here, there = (self._fired(parting, second=second) for second in (False, True))
        apart = {path: None for path in self.elements.all if here.get(path, 0) != there.get(path, 0)}
        fired = {path: None for path in self.elements.all if path in here or path in there}
        events = parting.told.events
        likely = [path for event in events or ({},) for path in self._likely(parting.told, event)]
        if any("stage" in event for event in events):  # what a stage does when it begins or ends comes of that;
            # the `begin` of play comes before every stage
            likely = [path for path in likely if re.match(r"play\.begin\.|(?!.*\.(begin|end)\.)", path)]
        among = ([path for path in likely if path in group] for group in (apart, fired))
        found = next((path for path in (*chain(*among), *likely, *apart) if path in self.elements.all), None)
        return None if found is None else self.elements.all[found]

    def _fired(self, parting: Parting, *, second: bool) -> dict[str, int]:
        """Return the parts that fire in one of the two games since the last decision before they part."""
        live, rules = self.table.live, self.table.rules
        rules.program.combos.forget()
        live.take()
        game = parting.pair.other(rules) if second else Game(rules, str(parting.pair.seed))
        for seat, move, twin in parting.made:
            if second:
                parting.pair.prepare(game, seat, twin)
            live.take()
            game.play(seat, str(twin if second else move))
        return {path: count for path, count in zip(live.index, live.take(), strict=True) if count}

    def _likely(self, told: Told, event: Mapping[str, Value]) -> Iterator[str]:
        """Yield the parts that may cause such an event, or such a difference of views."""
        name = str(event.get("variable", "")).split(" of ")[0]
        name = name or (told.what.split(" ")[1] if told.what.startswith("state ") else "")
        for node in nodes(self.rules):
            match node:
                case ir.SetNext(path=path) | ir.SetDirection(path=path) if "stage" in event:
                    yield path
                case ir.SetVariable(path=path, name=changed) | ir.AddToVariable(path=path, name=changed) if name:
                    if changed == name:
                        yield path
                case ir.Move(path=path, to=to) if event.get("event") == "move":
                    if isinstance(to, ir.ZoneTarget) and str(event["to"]).split(" of ")[0] == to.name:
                        yield path
                case ir.Shuffle(path=path) if event.get("event") == "shuffle":
                    yield path
        yield from (stage.path for stage in stages(self.rules) if stage.name == event.get("stage"))
