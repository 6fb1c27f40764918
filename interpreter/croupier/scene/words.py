"""Names and values of one game in the words of its ruleset, if it has any, in the current language."""

from __future__ import annotations

import re
from functools import cached_property

from croupier.base.language import current, said, tr
from croupier.base.moves import Move
from croupier.scene.cards import Cards
from croupier.table.game import Rules
from croupier.words.nouns import noun
from croupier.words.phrases import bare, label, meant, option_words, title, worded
from croupier_dsl import ir
from croupier_dsl.analysis import stages

_CARD = re.compile(r"[^\s,()|+:=“”«»]+")


class Words:
    """The titles of stages, moves, zones, variables and options, and the words of values and cards."""

    def __init__(self, rules: Rules, signs: bool = True, typed: bool = True) -> None:
        """Make the words. `signs`: whether the signs of suits are shown; `typed`: whether places of rows are written as
        they are typed, `@3`."""
        self.rules = rules
        self.cards = Cards(rules.program, signs, typed)

    @cached_property
    def stages(self) -> dict[str, ir.Stage]:
        """By name."""
        return {stage.name: stage for stage in stages(self.rules.ir)}

    @cached_property
    def variables(self) -> dict[str, ir.Variable]:
        return {variable.name: variable for variable in self.rules.ir.variables}

    def called(self, path: str) -> str:
        """Return the ruleset's title for a part, by path; else its bare name in words."""
        return label(self.rules.program, path)

    def titled(self, path: str) -> bool:
        """Return whether the part has a title of its own."""
        return bool(title(self.rules.program, path))

    @property
    def title(self) -> str:
        return said(self.rules.ir.title) or self.rules.name

    @property
    def headline(self) -> str:
        """Return the title, with what it is a variant of and the preset that was chosen."""
        title, preset = self.title, self.rules.preset
        if self.rules.of:
            title = tr("{title} (a variant of {game})", title=title, game=self.rules.of[-1])
        if not preset:
            return title
        titles = next((each.title for each in self.rules.ir.presets if each.name == preset), ())
        return tr("{title}, {preset}", title=title, preset=said(titles) or preset)

    def stage(self, name: str) -> str:
        stage = self.stages.get(name)
        return self.called(stage.path) if stage else bare(name)

    def round(self, name: str) -> str:
        """Return the word for one iteration of a stage, next to its number: its noun, if it has one."""
        stage = self.stages.get(name)
        words = title(self.rules.program, f"{stage.path}.noun") if stage is not None else ""
        return noun(current(), words).base if words else self.stage(name)

    def seat(self, seat: int) -> str:
        return self.rules.program.names[seat]

    @cached_property
    def teams(self) -> dict[str, list[str]]:
        """Return the names of the seats of each team, by its name; empty where everyone plays alone."""
        program = self.rules.program
        if program.teams >= program.seats:
            return {}
        teams = range(program.teams)
        return {program.subject_name("team", team): [*map(self.seat, program.members(team))] for team in teams}

    def owner(self, name: str) -> str:
        """Return a seat, or a team with who belongs to it: `T1 (P1, P3)`."""
        return f"{name} ({', '.join(self.teams[name])})" if name in self.teams else name

    def move(self, name: str) -> str:
        return self.called(f"moves.{name}")

    @cached_property
    def asked(self) -> dict[tuple[str, str], ir.Choice]:
        """Return every choice by the names of its move and itself, those too that are asked for in the middle of a
        move.
        """
        moves = self.rules.program.moves.values()
        asked = {move.name: [*move.choices, *(c for ask in move.do.asks.values() for c in ask)] for move in moves}
        return {(name, plan.choice.name): plan.choice for name, plans in asked.items() for plan in plans}

    def kind(self, move: str, choice: str) -> str:
        """Return the type of a choice of a move; empty if there is none."""
        asked = self.asked.get((move, choice))
        return "" if asked is None else asked.type.name

    def chosen(self, move: str, choice: str, value: str) -> str:
        """Return the value of a choice of a move in words; of a yes or no also its question."""
        asked = self.asked.get((move, choice))
        if asked is not None and asked.type == ir.TRUTH:
            answer = worded(self.rules.program, asked.type, value)
            return tr("{place}: {what}", place=self.called(f"moves.{move}.choose.{choice}"), what=answer)
        if asked is None or not asked.type.enum:
            return self.plain(value)
        return ", ".join(worded(self.rules.program, asked.type, word) for word in value.split())

    def pattern(self, move: str) -> str:
        """Return the ruleset's sentence for a move with its choices, if there is one."""
        return title(self.rules.program, f"moves.{move}.sentence")

    def spoken(self, move: Move) -> str:
        """Return a move as people say it."""
        from croupier.scene.sentences import sentence

        return sentence(move, self)

    def zone(self, name: str) -> str:
        return self.called(f"zones.{name}")

    def combo(self, name: str) -> str:
        return self.called(f"combos.{name}")

    def place(self, name: str, seat: int | None = None) -> str:
        """Return a zone with its owner, `hand of P2`: `hand` if it belongs to that seat, else `hand (P2)`."""
        if name == "out of play":
            return tr("out of play")
        zone, owner = self.whole("zones", name), self.parted(name)[2]
        return zone if not owner or (seat is not None and owner == self.seat(seat)) else f"{zone} ({owner})"

    def parted(self, name: str) -> tuple[str, str, str]:
        """Return the parts of `bet of 2 of P1`: its name, its number or word, and its owner."""
        word, _, rest = name.partition(" of ")
        declared = self.zones.get(word) or self.variables.get(word)
        if declared is None or declared.keys is None:
            return word, "", rest
        key, _, owner = rest.partition(" of ")
        return word, worded(self.rules.program, declared.keys.type, key), owner

    def whole(self, section: str, name: str) -> str:
        """Return the title of a zone or variable with its key: `row 2`."""
        word, key, _ = self.parted(name)
        return f"{self.called(f'{section}.{word}')} {key}".strip()

    def told(self, section: str, name: str, what: str) -> str:
        """Return a zone or variable with what it holds: `total 7`, `row 2: 7`."""
        title = self.whole(section, name)
        return tr("{place}: {what}", place=title, what=what) if self.parted(name)[1] else f"{title} {what}"

    def reference(self, card: str) -> str:
        """Return a card with its place, `JC in hand of P1`: `J♣ (hand, P1)`."""
        known, _, place = card.partition(" in ")
        owner = self.parted(place)[2]
        where = ", ".join([self.whole("zones", place), *([owner] if owner else [])])
        return f"{self.plain(known)} ({where})" if place else self.plain(known)

    @cached_property
    def zones(self) -> dict[str, ir.Zone]:
        return {zone.name: zone for zone in self.rules.ir.zones}

    def variable(self, name: str) -> str:
        """Return `total` or `total of P1`, without the owner."""
        return self.whole("state", name)

    def value(self, variable: str, value: object) -> str:
        """Return a value of a variable as a view or an event has it; `variable` may name whose it is: `total of P1`."""
        known = self.variables.get(variable.partition(" of ")[0])
        return self.valued_at(
            f"state.{variable.partition(' of ')[0]}", known.type if known is not None else None, value
        )

    def valued_at(self, path: str, of: ir.Type | None, value: object) -> str:
        """Return a value of a part in words; a number may have words of its own, or none."""
        told = meant(self.rules.program, path, value) if of is None or of == ir.NUMBER else None
        return self.valued(of, value) if told is None else told

    def valued(self, of: ir.Type | None, value: object) -> str:
        """Return a value of a type, in words."""
        if isinstance(value, list | tuple):
            return " ".join(self.valued(of, item) for item in value) or tr("none")
        program = self.rules.program
        if isinstance(value, bool) or value is None:
            return worded(program, ir.TRUTH, program.spell(ir.TRUTH, value))
        if of is not None and (of.enum or isinstance(value, int)):
            return worded(program, of, value if isinstance(value, str) else program.spell(of, value))
        return self.plain(str(value))

    def plain(self, text: str) -> str:
        """Return a value in the words of the engine: `yes`, `none`, cards, names."""
        if text in ("yes", "no", "none"):
            return worded(self.rules.program, ir.TRUTH, text)
        if text == "out of play":
            return tr("out of play")
        text = _CARD.sub(lambda found: self.cards.shown(found[0]), text)
        return self._placed.sub(self._lying, text)

    @cached_property
    def _placed(self) -> re.Pattern[str]:
        """Return the pattern of a card after the name of its zone: `hand:8`, `row_P2:8`."""
        names = "|".join(map(re.escape, sorted(self.zones, key=len, reverse=True)))
        return re.compile(rf"(?<![^\s(“«])({names})(?:_([^\s:]+))?:({_CARD.pattern})")

    def _lying(self, found: re.Match[str]) -> str:
        """Return a card with its place: `8 (hand)`, `8 (row, P2)`."""
        zone, which, card = found.groups()
        named = (which or "").split("_", 1) if self.zones[zone].keys is not None else [which]
        return self.reference(f"{card} in {' of '.join([zone, *filter(None, named)])}")

    def option(self, name: str) -> str:
        return self.called(f"options.{name}")

    def choice(self, name: str, value: object) -> str:
        """Return a value of an option."""
        program = self.rules.program
        return option_words(program, name, program.spell(ir.TRUTH, value) if isinstance(value, bool) else str(value))

    def clause(self, id: str) -> str:
        """Return the text of a clause or a ruling."""
        return said(self._clauses.get(id, ()))

    @cached_property
    def _clauses(self) -> dict[str, ir.Texts]:
        ruled = self.rules.ir
        return {clause.id: clause.text for clause in ruled.clauses} | {
            ruling.id: ruling.text for ruling in ruled.rulings
        }
