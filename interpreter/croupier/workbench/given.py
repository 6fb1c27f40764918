"""Read and write a position as in scenarios, `at: turn of Ann, hand of Ann: 7S 8S`, a short notation.

A position's `zones`, `state`, `revealed`, `of_cards`, `placed`, `entered`, `remembered`, `stages` and `half` are
written in `given` as rules would name them. Facts without influence on play are left out: the number of decisions, the
player of the last one, the state of chance.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from croupier.base.faults import PositionError
from croupier.base.language import tr
from croupier.base.moves import Move
from croupier.base.values import Value, as_list
from croupier.combos.told import GAP
from croupier.model.plans import StagePlan
from croupier.words.naming import OPEN, split_cards, split_melds, variable_place, zone_place
from croupier.words.notation import as_written, by_name, first_named
from croupier_dsl import ir

if TYPE_CHECKING:
    from croupier.model.plans import MovePlan
    from croupier.model.program import Program

DIRECTIONS = {"1": "left", "-1": "right"}
"""The direction of play: the word of a scenario, and the word of a position."""
THEN = "then"
"""The word between the current player and the next ones: `turn of Ann then Bob Cid`."""
END = "end"
WAITING = "entered of "
"""Before the name of a rule on what enters a zone: the cards for which it is still to be tried."""


def position_of(program: Program, given: Sequence[ir.Fact | ir.Knows | ir.Said]) -> dict[str, Value]:
    """Return the position, in short, that a scenario gives."""
    reading = _Reading(program)
    for part in given:
        if isinstance(part, ir.Fact):
            reading.fact(part)
        elif isinstance(part, ir.Knows):
            reading.knows(part)
    reading.said([part for part in given if isinstance(part, ir.Said)])
    return reading.position


def told_of_each(meant: ir.Expr) -> ir.Expr:
    """Return the value given for each element, inside all iterations."""
    while isinstance(meant, ir.Map):
        meant = meant.body
    return meant


class _Reading:
    """Collects what the facts of `given` say."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.position: dict[str, Value] = {"zones": {}, "state": {}, "counts": {}}

    def fact(self, fact: ir.Fact) -> None:
        program, position = self.program, self.position
        thing, contents = " ".join(fact.thing.split()), " ".join(fact.contents.split())
        if thing == "at":
            self.at(contents)
        elif thing == "outcome":
            if contents not in ("finished", "unfinished"):
                raise PositionError(tr("outcome must be finished or unfinished; found {contents}", contents=contents))
            position["finished"] = contents == "finished"
        elif thing == "direction":
            if contents not in DIRECTIONS:
                told = tr("direction must be 1 (to the left) or -1 (to the right); found {contents}", contents=contents)
                raise PositionError(told)
            position["direction"] = DIRECTIONS[contents]
        elif thing == "revealed":
            position["revealed"] = split_cards(contents)
        elif thing.startswith(WAITING) and fact.expr is None:
            position.setdefault("entered", {})[thing.removeprefix(WAITING)] = split_cards(contents)
        elif isinstance(fact.expr, ir.CardFact):
            position.setdefault("placed", {})[fact.card] = [contents]
        elif fact.card:
            assert isinstance(fact.expr, ir.VariableValue), "only state of cards is given of a card"
            of = position.setdefault("of_cards", {}).setdefault(fact.expr.name, {})
            of[fact.card] = [self.value(fact.expr.type, contents)]
        elif isinstance(fact.expr, ir.Map) and isinstance(state := told_of_each(fact.expr), ir.VariableValue):
            self.of_each(fact, fact.expr, state, thing, contents)
        elif thing in program.stage_index:
            position["counts"][thing] = contents
        elif zone_place(program, thing) is not None:
            position["zones"][thing] = listed(program, thing, contents)
            if any(dots in contents for dots in OPEN):
                position.setdefault("rest", thing)
        else:
            place = variable_place(program, thing)
            self.tell(thing, contents if place is None else self.value(place[0].variable.type, contents))

    def of_each(self, fact: ir.Fact, each: ir.Map, state: ir.VariableValue, thing: str, contents: str) -> None:
        """State of all players, teams or keys, owner by owner and key by key: `bet of 1 of players: 3 4`."""
        words = contents.split()
        names = list(self.names_of(each, fact.where, {n + 1: name for n, name in enumerate(self.program.names)}))
        if len(words) != len(names):
            told = {"thing": thing, "n": len(names), "found": len(words)}
            if isinstance(each.collection, ir.Players | ir.Teams) and each.body is state:
                raise PositionError(tr("{thing} needs {n} values, one per player in seat order; found {found}", **told))
            raise PositionError(tr("{thing} needs {n} values, by owner and key; found {found}", **told))
        for name, word in zip(names, words, strict=True):
            self.tell(name, self.value(state.type, word))

    def names_of(self, meant: ir.Expr, where: ir.Where | None, called: Mapping[int, str]) -> Iterator[str]:
        """Yield the names of the values that are given at once. `called`: by slot, the owner or key that it holds."""
        if isinstance(meant, ir.Map):
            for each in self.fixed(meant.collection, where):
                yield from self.names_of(meant.body, where, {**called, meant.slot: each})
            return
        assert isinstance(meant, ir.VariableValue), "the checker takes nothing else"
        of = meant.subject
        parts = (of.key, of.owner) if isinstance(of, ir.Keyed) else (of,)
        words = [
            called[part.slot] if isinstance(part, ir.Local) else self.fixed(part, where)[0]
            for part in parts
            if part is not None
        ]
        yield " of ".join((meant.name, *words))

    def fixed(self, part: ir.Expr, where: ir.Where | None) -> tuple[str, ...]:
        """Return the owners or keys of a part, which play does not change, as text."""
        match part:
            case ir.Players():
                return self.program.names
            case ir.Teams():
                return tuple(f"T{n + 1}" for n in range(self.program.teams))
        held = self.program.planner.constant(part, "", where)
        type_ = replace(part.type, many=False)
        return tuple(self.program.spell(type_, value) for value in as_list(held))

    def tell(self, thing: str, value: Value) -> None:
        if thing in self.position["state"]:
            raise PositionError(tr("{word} is given twice", word=thing))
        self.position["state"][thing] = value

    def value(self, type_: ir.Type, contents: str) -> Value:
        """Return the value of a variable or a local."""
        if contents == "none":
            return [] if type_.many else None
        if type_.name == "meld":
            melds = [self.meld(text) for text in contents.split(" + ")]
            return melds if type_.many else melds[0]
        if type_.name == "spot":
            spots = [spot_of(text) for text in contents.split(" + ")]
            return spots if type_.many else spots[0]
        if not type_.many:
            return contents
        return split_cards(contents) if type_.name == "card" else contents.split()

    def meld(self, text: str) -> Value:
        """Return the meld of `@2 in table`, or of cards that form one, `5S 6S 7S in hand of Ann`."""
        meld, _, zone = text.partition(" in ")
        if meld.startswith("@"):
            return text
        cards = [word.partition("(")[0] for word in meld.partition(" as ")[0].split() if word != GAP]
        return {"meld": meld, "cards": [f"{card} in {zone}" if zone else card for card in cards]}

    def at(self, contents: str) -> None:
        """Set the moment: `turn of Ann`, `turn of Ann then Bob Cid in round of Dan`, `end`."""
        position = self.position
        if contents == END:
            position["over"] = True
            position.setdefault("finished", True)
            return
        turns: dict[str, Value] = {}
        for number, part in enumerate(contents.split(" in ")):
            about, _, then = part.partition(f" {THEN} ")
            name, _, seat = about.partition(" of ")
            if then:
                after = [word for word in then.split() if word != "none"]
                plan = self.stage(name)
                goes_round = plan is not None and plan.loops
                if goes_round and len(after) != 1:
                    raise PositionError(tr("{name} has turns, so only one of them can be next", name=name))
                turns.setdefault(name, {})["next" if goes_round else "left"] = after[0] if goes_round else after
            if not number:
                position["step"] = name
                if seat:
                    position["turn"] = seat
                continue
            position["step"] += f" in {name}"
            if seat:
                turns.setdefault(name, {})["seat"] = seat
        if turns:
            position["turns"] = turns

    def stage(self, name: Value) -> StagePlan | None:
        return self.program.stages.get(str(name))

    def knows(self, knows: ir.Knows) -> None:
        """Set the cards that a seat remembers, by zone."""
        cards = self.position.setdefault("remembered", {}).setdefault(knows.seat, [])
        for fact in knows.facts:
            cards += split_cards(f"{fact.contents} in {fact.thing}") if fact.contents.strip() != "none" else []

    def said(self, said: Sequence[ir.Said]) -> None:
        """Set the choices already made in a simultaneous stage.

        Or a move that has reached a choice in its middle, which is left open, `swap card=7S back=…`, with the others'
        choices, which take effect later.
        """
        moves = [(one, as_written(one.action)) for one in said]
        stands = [pair for pair in moves if any(words.strip() in OPEN for _, words in pair[1].choices)]
        if len(stands) > 1:
            raise PositionError(tr("only one move can be half made"))
        if moves and not stands:
            turns = self.position.setdefault("turns", {})
            step = str(self.position.get("step")).partition(" in ")[0]
            turns[step] = {"pending": {one.seat: one.action for one in said}}
        for one, move in stands:
            self.position["half"] = half = self.made(one, move)
            later = [self.made(*pair) for pair in moves if pair[0] is not one]
            half |= {"then": later} if later else {}

    def made(self, said: ir.Said, move: Move) -> dict[str, Value]:
        """Return a move of a seat, with the values it has named and the question it has reached."""
        plan = self.program.move(move.name)
        assert plan is not None, "the checker knows the moves"
        choices = move.choices
        written = by_name(said.action.partition(" ")[2])
        if written and not written[0][0]:
            standing = tuple(pair for pair in written if pair[1].strip() in OPEN)
            choices = first_named(plan, tuple(pair for pair in written if pair not in standing)) + standing
            if not choices[0][0]:
                names = " ".join(f"{each.choice.name}=…" for each in plan.choices)
                full = f"{plan.name} {names}".strip()
                raise PositionError(
                    tr("{text} fits several choices of {move}; write {full}",
                       text=repr(choices[0][1]), move=plan.name, full=full)
                )  # fmt: skip
        return {"move": move.name, "seat": said.seat, **self.middle(plan, choices)}

    def middle(self, plan: MovePlan, choices: Sequence[tuple[str, str]]) -> dict[str, Value]:
        """Return the question that a move has reached, and the values it has named."""
        called = plan.do.called()
        types = {name.replace(" ", "_"): (name, plan.do.names[slot][1]) for slot, name in called.items()}
        asked, held = set(), dict[str, Value]()
        for word, words in choices:
            name, type_ = types.get(word, (word, None))
            if words.strip() in OPEN:
                asked.add(name)
            else:
                text = " ".join(words.split())
                held[name] = text if type_ is None else self.value(type_, text)
        if not asked:
            return {"locals": held}
        questions = [{called[choice.slot] for choice in plan.do.asks.get(at, ())} for at in plan.do.questions]
        number = next((i for i, names in enumerate(questions, 1) if asked == names), None)
        if number is None:
            there = "; ".join(" ".join(sorted(names)) for names in questions) or tr("nothing")
            wrong = {"move": plan.name, "there": there, "wrong": " ".join(sorted(asked))}
            raise PositionError(tr("{move} then asks for {there}, not {wrong}", **wrong))
        return {"question": number, "locals": held}


OF_SPOTS = (("beside", "next to"), ("holds", "holding"))
"""The cards that distinguish a spot from others of its place, and the words before them."""
ROLE = "for"


def spot_of(text: str) -> dict[str, Value]:
    """Read a spot: `@2 in row of Ann`, `@1 in table next to 7S in table for 8S`."""
    found: dict[str, Value] = {}
    text, _, role = text.partition(f" {ROLE} ")
    for key, word in reversed(OF_SPOTS):
        text, _, card = text.partition(f" {word} ")
        found |= {key: card} if card else {}
    at, _, zone = text.partition(" in ")
    sign, number = at[:1], at[1:]
    if sign != "@" or not number.isdecimal() or not zone:
        raise PositionError(tr("expected a spot such as `@2 in row`, found {text}", text=repr(text)))
    return {"zone": zone, "at": int(number), **found, **({ROLE: role} if role else {})}


def listed(program: Program, thing: str, contents: str) -> list[Value]:
    """Return the contents of a zone as a list: cards, melds, `_` for a gap in a row."""
    place = zone_place(program, thing)
    assert place is not None
    if place.zone.form == "melds":
        return list(split_melds(contents))
    return [None if word == GAP else word for word in contents.split() if word not in (*OPEN, "none")]


# ---------------------------------------------------------------- the other way


def given_of(program: Program, position: Mapping[str, Value]) -> dict[str, Value]:
    """Write a full position as `given`: the contents of each thing; for the memory of a seat, by zone."""
    return _Telling(program, position).given()


def _lying_at(contents: Sequence[Value], number: int) -> Value:
    """Return the card at a place, from 1, of a zone in a position; in a grid without an edge each has its place."""
    told = (word for word in contents if isinstance(word, str) and word.endswith(f"@{number}"))
    found = next(told, None)
    return contents[number - 1] if found is None else found.rpartition("@")[0]


class _Telling:
    """Words for what a position holds."""

    def __init__(self, program: Program, position: Mapping[str, Value]) -> None:
        self.program, self.position = program, position
        zones = {zone.name for zone in program.rules.zones if zone.per == "team"}
        self.of_teams = zones | {variable.name for variable in program.rules.variables if variable.per == "team"}

    def given(self) -> dict[str, Value]:
        position = self.position
        given: dict[str, Value] = {"at": self.standing()}
        if position["over"] and not position["finished"]:
            given["outcome"] = "unfinished"
        melds = {zone.name for zone in self.program.rules.zones if zone.form == "melds"}
        for name, held in position["zones"].items():
            joint = " + " if name.partition(" of ")[0] in melds else " "
            given[self.thing(name)] = joint.join(GAP if item is None else item for item in held) or "none"
        for name, held in position["state"].items():
            given[self.thing(name)] = self.contents(held)
        if position.get("revealed"):
            given["revealed"] = self.contents(position["revealed"])
        for name, column in position.get("of_cards", {}).items():
            given |= {f"{name} of {card}": self.contents(held) for card, held in self.one_by_one(column)}
        given |= {f"owner of {card}": name for card, name in self.one_by_one(position.get("placed", {}))}
        given |= {f"{WAITING}{rule}": self.contents(cards) for rule, cards in position.get("entered", {}).items()}
        given |= position["counts"]
        given["direction"] = next(told for told, way in DIRECTIONS.items() if way == position["direction"])
        for seat, cards in position.get("remembered", {}).items():
            given[f"{seat} knows"] = self.by_zone(cards)
        for stage in position["stages"]:
            given |= stage.get("pending", {})
        half = position.get("half", {})
        for one in (half, *half.get("then", [])) if half else ():
            given[one["seat"]] = self.half(one)
        return given

    def thing(self, name: str) -> str:
        """Return the name of a thing; an owning team is named by a member."""
        declared, _, whose = name.partition(" of ")
        before, _, team = name.rpartition(" of ")
        if declared not in self.of_teams or not whose:
            return name
        names = self.program.names
        member = team if team in names else names[self.program.members(int(team[1:]) - 1)[0]]
        return f"{before} of team of {member}"

    def card(self, reference: str) -> tuple[str, str]:
        """Return the word for a card, with its kind if only its place is given, and the zone."""
        card, _, zone = reference.partition(" in ")
        if card.startswith("@") and "." not in card:
            card = f"{_lying_at(self.position['zones'][zone], int(card[1:]))}{card}"
        return card, self.thing(zone)

    def one_by_one(self, column: Mapping[str, Value]) -> Iterator[tuple[str, Value]]:
        """Yield each card with its values; copies get a number each."""
        for reference, several in column.items():
            card, zone = self.card(reference)
            for number, held in enumerate(several, 1):
                yield f"{card}{f'@{number}' if len(several) > 1 else ''} in {zone}", held

    def by_zone(self, references: Sequence[str]) -> dict[str, str]:
        found: dict[str, str] = {}
        for card, zone in map(self.card, references):
            found[zone] = f"{found[zone]} {card}" if zone in found else card
        return found

    def contents(self, held: Value) -> str:
        """Return a value as a scenario writes it."""
        if isinstance(held, Mapping) and "at" in held:
            cards = [f" {word} {' in '.join(self.card(held[key]))}" for key, word in OF_SPOTS if key in held]
            return f"@{held['at']} in {self.thing(held['zone'])}{''.join(cards)}{self.role(held)}"
        if isinstance(held, Mapping):
            zone = self.card(held["cards"][0])[1]
            return f"{held['meld']} in {zone}"
        if not isinstance(held, list):
            words = {True: "yes", False: "no", None: "none"}
            if isinstance(held, str) and " in " in held:
                return " in ".join(self.card(held))
            return words[held] if held is None or isinstance(held, bool) else str(held)
        if any(isinstance(item, str) and " in " in item for item in held):
            return " + ".join(" in ".join(self.card(item)) for item in held)
        joint = " + " if any(isinstance(item, Mapping) for item in held) else " "
        return joint.join(self.contents(item) for item in held) or "none"

    def role(self, spot: Mapping[str, Value]) -> str:
        """Return the words for the card that a card at this spot represents."""
        return f" {ROLE} {spot[ROLE]}" if ROLE in spot else ""

    def standing(self) -> str:
        """Return the progress of play: the innermost stage first."""
        if self.position["over"]:
            return END
        found: list[str] = []
        turn = several = False
        for at in reversed(self.position["stages"]):
            plan = self.program.stages[at["stage"]]
            performed = plan.players is not None and not plan.at_once
            after = [at["next"]] if "next" in at else at.get("left") if performed and not plan.named else None
            seat = f" of {at['seat']}" if "seat" in at and (not found or (turn and performed)) else ""
            then = "" if after is None else f" {THEN} {' '.join(after) or 'none'}"
            if not found or several or (performed and (seat or then)):
                found.append(f"{at['stage']}{seat}{then}")
            turn = turn or performed
            several = len(plan.parents) > 1  # names one of several enclosing stages
        return " in ".join(found)

    def half(self, half: Mapping[str, Value]) -> str:
        """Return a move that has been made, or that has reached a choice, which is left open."""
        told = [half["move"]]
        for name, held in half["locals"].items():
            told.append(f"{name.replace(' ', '_')}={self.contents(held)}")
        if "question" in half:
            plan = self.program.move(half["move"])
            assert plan is not None, "a position has moves of the rules"
            called = plan.do.called()
            asked = plan.do.asks[plan.do.questions[half["question"] - 1]]
            told += [f"{called[choice.slot].replace(' ', '_')}={OPEN[0]}" for choice in asked]
        return " ".join(told)
