"""The effects of statements on cards and state, and the players that notice them.

`WRITES` and `SOURCES`: the state they set and the origin of moved cards, and so the use of zones. `DEPTHS`: the players
that hear a choice or learn a depth. `EFFECTS`: places where everybody learns something about face-down, shuffled cards,
in plain cases: not of hands, of cards that were seen on their way, or of zones of which some statement shows cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Literal

from croupier_dsl import ir
from croupier_dsl.analysis.course import List, bodies, lists, stages, within
from croupier_dsl.analysis.reading import (
    CAST,
    DIRECTION,
    OWNER,
    TURN,
    TURNED,
    Facts,
    Store,
    first_deal,
    is_covert,
    remembered,
    values_of,
    zones_of_spots,
)
from croupier_dsl.analysis.walk import children, entry, locals_read, nodes
from croupier_dsl.classes import frozen

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
Names = frozenset[str]
"""The tables and definitions in which an expression is."""

# ---------------------------------------------------------------- where cards come from


def sources(facts: Facts, expr: ir.Expr, here: Here, within: Names = frozenset()) -> Zones:
    """Return the zones that contain the cards of an expression."""
    if expr.type.name not in ("card", "meld", "spot"):
        return NO_ZONES
    found = SOURCES.get(type(expr))
    return frozenset((ANYWHERE,)) if found is None else found(facts, expr, here, within)


def _of_collection(
    facts: Facts, expr: ir.Filter | ir.Pick | ir.TopSome | ir.ExtremeThing | ir.Best, here: Here, within: Names
) -> Zones:
    return sources(facts, expr.collection, here, within)


def _of_map(facts: Facts, expr: ir.Map, here: Here, within: Names) -> Zones:
    among = sources(facts, expr.collection, here, within)
    return sources(facts, expr.body, {**here, expr.slot: among}, within)


def _of_combination(facts: Facts, expr: ir.Combine, here: Here, within: Names) -> Zones:
    parts = (expr.left,) if expr.op == "without" else (expr.left, expr.right)
    return _of_all(facts, parts, here, within)


def _of_all(facts: Facts, parts: Iterable[ir.Expr], here: Here, within: Names) -> Zones:
    return NO_ZONES.union(*(sources(facts, part, here, within) for part in parts))


def _of_named(facts: Facts, expr: ir.Defined | ir.TableValue, here: Here, within: Names) -> Zones:
    if expr.name in within:
        return NO_ZONES
    values = values_of(facts, ("definition" if isinstance(expr, ir.Defined) else "table", expr.name))
    about = {slot: sources(facts, thing, here, within) for slot, thing in enumerate(children(expr), 1)}
    return _of_all(facts, values, about, within | {expr.name})


SOURCES = dict([
    entry(ir.Nothing, lambda facts, expr, here, within: NO_ZONES),
    entry(ir.ZoneContents, lambda facts, expr, here, within: frozenset((expr.name,))),
    entry(ir.Local, lambda facts, expr, here, within: here.get(expr.slot, frozenset((ANYWHERE,)))),
    entry(ir.Deck, lambda facts, expr, here, within: NO_ZONES if expr is first_deal(facts) else frozenset((DECK,))),
    entry(ir.Filter, _of_collection),
    entry(ir.Pick, _of_collection),
    entry(ir.TopSome, _of_collection),
    entry(ir.ExtremeThing, _of_collection),
    entry(ir.Best, _of_collection),
    entry(ir.Melds, lambda facts, expr, here, within: sources(facts, expr.cards, here, within)),
    entry(ir.MeldFact, lambda facts, expr, here, within: sources(facts, expr.meld, here, within)),
    entry(ir.Spots, lambda facts, expr, here, within: sources(facts, expr.of, here, within)),
    entry(ir.SpotFact, lambda facts, expr, here, within: sources(facts, expr.spot, here, within)),
    entry(ir.Map, _of_map),
    entry(ir.Combine, _of_combination),
    entry(ir.IfThenElse, lambda facts, expr, here, within: _of_all(facts, (expr.then, expr.otherwise), here, within)),
    entry(ir.ListOf, lambda facts, expr, here, within: _of_all(facts, expr.items, here, within)),
    entry(ir.Defined, _of_named),
    entry(ir.TableValue, _of_named),
])  # fmt: skip
"""The origin of the cards of an expression of each kind. Cards of other kinds have an unknown origin."""


def sources_of_locals(facts: Facts, *parts: object) -> Here:
    """Return the zones of the cards that the names in these parts refer to: choices, `let`, `for each`, the subject of
    a rule.
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
            made[slot] |= sources(facts, expr, here)
        if made == here:
            return here
        here = made


# ---------------------------------------------------------------- what statements change


def stores_written(facts: Facts, *parts: object) -> frozenset[Store]:
    """Return the stores that the statements in these parts may change."""
    here = sources_of_locals(facts, *parts)
    found: set[Store] = set()
    for node in nodes(parts):
        if (written := WRITES.get(type(node))) is not None:
            found.update(written(facts, node, here))
    return frozenset(found)


def _move_writes(facts: Facts, node: ir.Move, here: Here) -> Iterator[Store]:
    entered = {node.to.name} if isinstance(node.to, ir.ZoneTarget) else {name for _, name in zones_of_spots(facts)}
    return _touched(facts, sources(facts, node.what, here) | entered)


def _swap_writes(facts: Facts, node: ir.Swap, here: Here) -> Iterator[Store]:
    return _touched(facts, sources(facts, node.one, here) | sources(facts, node.other, here))


def _touched(facts: Facts, zones: Zones) -> Iterator[Store]:
    """Yield the stores that change when cards leave zones and enter them."""
    touched = frozenset(facts.zones) if zones & {DECK, ANYWHERE} else zones
    yield from (("zone", name) for name in touched)
    yield from (("variable", name) for name, of in facts.variables.items() if of.life in touched)
    yield from (TURNED, OWNER, CAST)


WRITES = dict([
    entry(ir.Move, _move_writes),
    entry(ir.Swap, _swap_writes),
    entry(ir.Shuffle, lambda facts, node, here: iter((("zone", node.zone.name),))),
    entry(ir.Reveal, lambda facts, node, here: iter((TURNED,))),
    entry(ir.Hide, lambda facts, node, here: iter((TURNED,))),
    entry(ir.SetVariable, lambda facts, node, here: iter((("variable", node.name),))),
    entry(ir.AddToVariable, lambda facts, node, here: iter((("variable", node.name),))),
    entry(ir.SetNext, lambda facts, node, here: iter((TURN,))),
    entry(ir.SetDirection, lambda facts, node, here: iter((DIRECTION,))),
])  # fmt: skip
"""The stores that a statement of each kind changes by itself. Other kinds change none, but statements in them may."""


@remembered
def owners(facts: Facts) -> tuple[Owner, ...]:
    """Return all that has lists of statements."""
    return (*facts.rules.moves, *facts.rules.triggers, *stages(facts.rules))


@remembered
def stages_by_name(facts: Facts) -> dict[str, ir.Stage]:
    """Return all stages, by name."""
    return {stage.name: stage for stage in stages(facts.rules)}


def own_parts(owner: Owner) -> tuple[object, ...]:
    """Return the parts that share their locals with the lists of an owner; the steps of a stage do not."""
    return (owner.begin, owner.otherwise, owner.end) if isinstance(owner, ir.Stage) else (owner,)


def changed_by(facts: Facts, owner: Owner) -> frozenset[Store]:
    """Return the stores that the lists of a move, an automatic rule, or a stage may change.

    The steps of a stage are not included.
    """
    written = stores_written(facts, *own_parts(owner))
    if not isinstance(owner, ir.Stage):
        return written
    lives = {("variable", name) for name, of in facts.variables.items() if of.life == owner.name}
    counts = {("count", name) for name in (owner.name, *(step.name for step in owner.steps), *owner.performs)}
    return written | lives | counts | {TURN}


# ---------------------------------------------------------------- how zones are used


@remembered
def zones_left(facts: Facts) -> Zones:
    """Return the zones that cards may leave, DECK if the deck is gathered while cards are in zones, and ANYWHERE."""
    found = NO_ZONES
    for owner in owners(facts):
        own = own_parts(owner)
        here = sources_of_locals(facts, *own)
        for node in nodes(own):
            match node:
                case ir.Move(what=what):
                    found |= sources(facts, what, here)
                case ir.Swap(one=one, other=other):
                    found |= sources(facts, one, here) | sources(facts, other, here)
    return found


@remembered
def zones_contested(facts: Facts) -> Zones:
    """Return the shared piles in which cards compete for their players, as in a trick: the rules ask for the owner of
    one of them, other than the top one.
    """
    found = NO_ZONES
    for parts, here in [*((own_parts(each), sources_of_locals(facts, *own_parts(each))) for each in owners(facts)),
                        ((facts.rules,), {})]:  # fmt: skip
        for node in nodes(parts):
            if isinstance(node, ir.CardFact) and node.fact == "owner" and not _on_top(node.card):
                found |= sources(facts, node.card, here)
    return frozenset(
        zone.name
        for zone in facts.rules.zones
        if zone.name in found and (zone.per, zone.form, zone.keys) == ("table", "pile", None)
    )


def _on_top(card: ir.Expr) -> bool:
    return isinstance(card, ir.Pick) and card.which in ("top", "last")


@remembered
def zones_filled(facts: Facts) -> frozenset[str]:
    """Return the zones into which some statement may move a card."""
    targets = [node.to for owner in owners(facts) for node in nodes(owner) if isinstance(node, ir.Move)]
    found = {target.name for target in targets if isinstance(target, ir.ZoneTarget)}
    if any(isinstance(target, ir.SpotTarget) for target in targets):
        found |= {name for _, name in zones_of_spots(facts)}
    return frozenset(found)


@remembered
def zones_turned(facts: Facts) -> frozenset[str]:
    """Return the zones in which some statement turns up cards that stay there."""
    found: set[str] = set()
    for owner in owners(facts):
        here = sources_of_locals(facts, owner)
        revealed = [node for node in nodes(owner) if isinstance(node, ir.Reveal)]
        for node in revealed:
            found |= sources(facts, node.cards, here)
        if any(isinstance(part, ir.Local) and part.type.name == "card" for part in nodes(tuple(revealed))):
            found |= _moved_to(facts, owner, here)  # it may have been named before it was moved
    return frozenset(found if found <= set(facts.zones) else facts.zones)


def _moved_to(facts: Facts, owner: object, here: Here) -> set[str]:
    """Return the zones to which some statements move cards."""
    found: set[str] = set()
    for node in nodes(owner):
        match node:
            case ir.Move(to=ir.ZoneTarget(name=name)):
                found.add(name)
            case ir.Move():
                found |= {zone.name for zone in facts.rules.zones if zone.form in ("row", "melds")}
            case ir.Swap(one=one, other=other):
                found |= sources(facts, one, here) | sources(facts, other, here)
            case _:
                pass
    return found


Audience = Literal["everyone", "actor", "nobody"]
"""The players that learn the depth of a card in a pile, in addition to those who see the pile."""


def announced(facts: Facts, move: ir.MoveRule, asked: Iterable[ir.Choice]) -> frozenset[int]:
    """Return the slots of the choices that everybody hears: players, ranks, numbers, and cards visible to everyone.

    Other cards are not included (their moves show them), nor values that go into secret state or decide about it, nor
    the depth of a card in a pile that is not open.
    """
    choices = [*move.choices, *asked]
    secret = _into_hidden_state(facts, move.do)
    named = {choice.slot for choice in choices} | {node.slot for node in nodes(move.do) if isinstance(node, ir.Let)}
    shown = {zone.name for zone in facts.rules.zones if zone.seen == "everyone" and not zone.top_only}
    return frozenset(
        choice.slot
        for choice in choices
        if choice.slot not in secret
        and choice.type.name not in ("meld", "spot")
        and (choice.type.name != "card" or _lies_open(choice.collection, shown, named))
    )


@remembered
def unheard_picks(facts: Facts) -> frozenset[ir.Pick]:
    """Return the random picks that not everybody hears, since they go into secret state or decide about it."""
    hidden = _hidden_state(facts)
    if not hidden and not _closed_piles(facts):
        return frozenset()
    starts = [variable.start for variable in facts.rules.variables if variable.name in hidden]
    found = {pick for start in starts for pick in _picks(start)}
    for body in _lists(facts.rules):
        slots = _into_hidden_state(facts, body) if next(_picks(body), None) is not None else set()
        for node in nodes(body):
            found.update(pick for part in _carried(facts, node, slots) for pick in _picks(part))
    return frozenset(found)


@remembered
def told_depths(facts: Facts) -> dict[int, Audience]:
    """Return, for each move to a depth of a pile, by identity, the audience of the depth."""
    bodies = [*(effect.do for effect in facts.rules.effects), *_lists(facts.rules)]
    return {statement: told for body in bodies for statement, told in depths_told(facts, body).items()}


def depths_told(facts: Facts, statements: tuple[ir.Statement, ...]) -> dict[int, Audience]:
    """Return the same of one list."""
    found: dict[int, Audience] = {}
    if not any(isinstance(node, ir.ZoneTarget) and node.under is not None for node in nodes(statements)):
        return found
    named = {node.slot for node in nodes(statements) if isinstance(node, ir.Let | ir.ForEach | ir.Each)}
    chosen = locals_read(statements) - named - {0}
    _depths(_Walk(facts, (set(chosen), set()), (False, False), found), statements)
    return found


def _lists(rules: ir.Rules) -> list[tuple[ir.Statement, ...]]:
    """Return the lists of stages, moves and rules that fire by themselves."""
    found = [part for stage in stages(rules) for part in (stage.begin, stage.otherwise, stage.end)]
    return found + [move.do for move in rules.moves] + [trigger.do for trigger in rules.triggers]


@remembered
def _hidden_state(facts: Facts) -> frozenset[str]:
    return frozenset(variable.name for variable in facts.rules.variables if variable.seen != "everyone")


@remembered
def _closed_piles(facts: Facts) -> frozenset[str]:
    """Return the piles that are not visible to everyone, if some statement puts a card at a depth of a pile."""
    if not any(isinstance(node, ir.ZoneTarget) and node.under is not None for node in nodes(facts.rules)):
        return frozenset()
    return frozenset(zone.name for zone in facts.rules.zones if zone.seen != "everyone" or zone.top_only)


@frozen
class _Walk:
    """The way to a statement.

    `secret`: the locals that reveal more than all players see, and more than the current player sees. `hidden`: whether
    hidden information decides that the statement is reached, for both. `found`: the audiences so far.
    """

    facts: Facts
    secret: tuple[set[int], set[int]]
    hidden: tuple[bool, bool]
    found: dict[int, Audience]

    def covert(self, expr: ir.Expr) -> tuple[bool, bool]:
        every, actor = self.secret
        told = is_covert(self.facts, expr, every, everyone=True), is_covert(self.facts, expr, actor)
        return self.hidden[0] or told[0], self.hidden[1] or told[1]

    def names(self, slot: int, expr: ir.Expr) -> _Walk:
        """Record a local, and return the way to what it decides about."""
        told = self.covert(expr)
        for slots, so in zip(self.secret, told, strict=True):
            if so:
                slots.add(slot)
        return replace(self, hidden=told)


def _depths(walk: _Walk, statements: tuple[ir.Statement, ...]) -> None:
    for statement in statements:
        function = DEPTHS.get(type(statement))
        if function is not None:
            function(walk, statement)


def _depth_of_move(walk: _Walk, statement: ir.Move) -> None:
    to, (every, actor) = statement.to, walk.secret
    if isinstance(to, ir.ZoneTarget) and to.under is not None:
        told: Audience = "everyone"
        if to.name in _closed_piles(walk.facts) and is_covert(walk.facts, to.under, every, everyone=True):
            told = "nobody" if is_covert(walk.facts, to.under, actor) else "actor"
        walk.found[id(statement)] = told


def _depths_in_branches(walk: _Walk, statement: ir.If) -> None:
    for branch in statement.branches:
        if branch.condition is not None:
            walk = replace(walk, hidden=walk.covert(branch.condition))
        _depths(walk, branch.body)


def _named_value(walk: _Walk, statement: ir.Let) -> None:
    walk.names(statement.slot, statement.value)


DEPTHS = dict([
    entry(ir.Move, _depth_of_move),
    entry(ir.Let, _named_value),
    entry(ir.ForEach, lambda walk, it: _depths(walk.names(it.slot, it.collection), it.body)),
    entry(ir.If, _depths_in_branches),
    entry(ir.Labelled, lambda walk, it: _depths(walk, it.body)),
    entry(ir.Perform, lambda walk, it: _depths(walk, it.body)),
])  # fmt: skip
"""The depths at which each kind of statement puts cards, itself or by statements in it."""


def _into_hidden_state(facts: Facts, body: object) -> set[int]:
    """Return the slots on which secret state depends: by its new value, through names, and by whether it is set at
    all; and the slots of a secret depth.
    """
    found: set[int] = set()
    while True:
        before = len(found)
        for node in nodes(body):
            found |= {slot for part in _carried(facts, node, found) for slot in locals_read(part)}
        if len(found) == before:
            return found


def _carried(facts: Facts, node: object, found: set[int]) -> tuple[object, ...]:
    """Return the parts of a statement that flow into secret state, into a secret depth, or into the slots that flow
    there.
    """
    hidden = _hidden_state(facts)

    def tells(body: object) -> bool:
        return any(
            (isinstance(part, ir.SetVariable | ir.AddToVariable) and part.name in hidden)
            or (isinstance(part, ir.Let) and part.slot in found)
            for part in nodes(body)
        )

    match node:
        case ir.SetVariable(name=name) | ir.AddToVariable(name=name) if name in hidden:
            return (node,)
        case ir.ZoneTarget(name=name, under=under) if under is not None and name in _closed_piles(facts):
            return (under,)
        case ir.Let(slot=slot, value=value) if slot in found:
            return (value,)
        case ir.ForEach(collection=collection, slot=slot, body=body) if slot in found or tells(body):
            return (collection,)
        case ir.If(branches=branches) if tells(branches):
            return tuple(branch.condition for branch in branches)
    return ()


def _picks(part: object) -> Iterator[ir.Pick]:
    return (node for node in nodes(part) if isinstance(node, ir.Pick) and node.which == "random")


def _lies_open(collection: ir.Expr, shown: set[str], named: set[int]) -> bool:
    """Return whether all cards of a collection are certainly in zones that everybody sees."""
    zones = 0
    for node in nodes(collection):
        match node:
            case ir.ZoneContents(name=name):
                if name not in shown:
                    return False
                zones += 1
            case ir.Local(slot=slot):
                if slot in named:
                    return False
            case _ if getattr(getattr(node, "type", None), "name", "") in ("card", "meld"):
                inner = [part for part in nodes(node) if part is not node]
                if not any(isinstance(part, ir.ZoneContents) for part in inner):
                    return False
    return zones > 0


Slots = Mapping[int, str]
"""The zones of the cards that locals reveal, by slot."""


@frozen
class Leak:
    """The value of `expr` depends on the contents of `zone`, and everybody can see its effect."""

    path: str
    expr: ir.Expr
    zone: str


@frozen
class _Cards:
    """The facts that decide which cards are revealed. `public`: state that everybody sees; `open`: zones that everybody
    sees; `unseen`: shuffled zones that no seat sees; `state`: for secret state, by name, the unseen zone whose cards it
    reveals."""

    facts: Facts
    public: frozenset[str]
    open: frozenset[str]
    unseen: frozenset[str]
    state: dict[str, str]

    @classmethod
    def of(cls, rules: ir.Rules) -> _Cards:
        parts = [node for _, root in lists(rules) for node in nodes(root)]
        shuffled = {node.zone.name for node in parts if isinstance(node, ir.Shuffle)}
        turned = [node.cards for node in parts if isinstance(node, ir.Reveal | ir.Show)]
        shown = {zone.name for cards in turned for zone in nodes(cards) if isinstance(zone, ir.ZoneContents)}
        seen = {zone.name for zone in rules.zones if zone.seen != "nobody"}
        return cls(
            Facts(rules),
            frozenset(variable.name for variable in rules.variables if variable.seen == "everyone"),
            frozenset(zone.name for zone in rules.zones if zone.seen == "everyone"),
            frozenset(shuffled - seen - shown),
            {},
        )


def leaks(rules: ir.Rules) -> Iterator[Leak]:
    """Yield these places, except those that the ruleset declares in `told`; none in a game for one player."""
    if rules.players[-1] == 1:
        return
    told = tuple(each.path for each in rules.told)
    for each in _all(_Cards.of(rules)):
        if not any(f"{each.path}.".startswith(f"{path}.") for path in told):
            yield each


def _all(cards: _Cards) -> Iterator[Leak]:
    rules, before = cards.facts.rules, -1
    while before < len(cards.state):  # secret state may be set to other secret state
        before = len(cards.state)
        _keep(cards)
    for stage in stages(rules):
        yield from _stage(cards, stage)
    for _, root in lists(rules):
        yield from _list(cards, root, _named(cards, root))


def _stage(cards: _Cards, stage: ir.Stage) -> Iterator[Leak]:
    parts = [("when", each.expr) for each in stage.when] + [("until", each.expr) for each in stage.until]
    parts += [] if stage.times is None else [("times", stage.times)]
    if stage.by is not None:
        parts += [("by", stage.by.players), *([] if stage.by.start is None else [("by", stage.by.start)])]
    for name, expr in parts:
        zone = _revealed(cards, expr, {})
        if zone is not None:
            yield Leak(f"{stage.path}.{name}", expr, zone)


def _named(cards: _Cards, root: List) -> dict[int, str]:
    """Return the locals of a list that reveal unseen cards and are not shown in it."""
    shown: set[int] = set()
    for node in nodes(root):
        match node:
            case ir.Reveal(cards=turned) | ir.Show(cards=turned):
                shown |= locals_read(turned)
            case ir.Move(what=what, to=ir.ZoneTarget(name=name)) if name in cards.open:
                shown |= locals_read(what)
    slots: dict[int, str] = {}
    for statement in within(root):
        match statement:
            case ir.Let(slot=slot, value=expr) | ir.ForEach(slot=slot, collection=expr) if slot not in shown:
                zone = _revealed(cards, expr, slots)
                if zone is not None:
                    slots[slot] = zone
    return slots


def _keep(cards: _Cards) -> None:
    """Collect the zones that flow into state that is secret from all."""
    for _, root in lists(cards.facts.rules):
        slots = _named(cards, root)
        for statement in within(root):
            match statement:
                case ir.SetVariable(name=name, value=expr) | ir.AddToVariable(name=name, amount=expr):
                    zone = _revealed(cards, expr, slots)
                    if zone is not None and name not in cards.public:
                        cards.state.setdefault(name, zone)


def _list(cards: _Cards, statements: List, slots: Slots) -> Iterator[Leak]:
    for statement in statements:
        told = _statement(cards, statement, slots)
        if told is not None:
            yield told
        if not (told is not None and isinstance(statement, ir.If)):
            for body in bodies(statement):
                yield from _list(cards, body, slots)


def _statement(cards: _Cards, statement: ir.Statement, slots: Slots) -> Leak | None:
    """Return what a statement reveals by its effect, or, for a branch chosen by unseen cards, by having any effect."""
    deciding = EFFECTS.get(type(statement))
    for expr in () if deciding is None else deciding(cards, statement):
        zone = _revealed(cards, expr, slots)
        if zone is not None:
            return Leak(getattr(statement, "path", ""), expr, zone)
    return None


def _of_value(cards: _Cards, name: str, value: ir.Expr) -> Iterable[ir.Expr]:
    of = cards.facts.variables[name].type.name
    return [value] if name in cards.public and of not in ("card", "meld", "spot") else ()


def _of_move(cards: _Cards, statement: ir.Move) -> Iterable[ir.Expr]:
    found = [node.count for node in nodes(statement.what) if isinstance(node, ir.TopSome)]
    to = statement.to
    if isinstance(to, ir.ZoneTarget):
        deep = to.under if to.name in cards.open else None
        found += [part for part in (to.subject, to.start, deep) if part is not None]
    return found


def _of_branches(cards: _Cards, statement: ir.If) -> Iterable[ir.Expr]:
    noticed = any(_noticed(cards, each) for branch in statement.branches for each in within(branch.body))
    return [branch.condition for branch in statement.branches if noticed and branch.condition is not None]


EFFECTS = dict([
    entry(ir.SetVariable, lambda cards, it: _of_value(cards, it.name, it.value)),
    entry(ir.AddToVariable, lambda cards, it: _of_value(cards, it.name, it.amount)),
    entry(ir.SetNext, lambda cards, it: [it.player]),
    entry(ir.SetDirection, lambda cards, it: [it.value]),
    entry(ir.Move, _of_move),
    entry(ir.If, _of_branches),
])  # fmt: skip
"""The expressions on which the visible effect of a statement depends; of all other kinds it depends on none."""


def _noticed(cards: _Cards, statement: ir.Statement) -> bool:
    """Return whether everybody notices the statement."""
    match statement:
        case ir.SetVariable(name=name) | ir.AddToVariable(name=name):
            return name in cards.public
    return not isinstance(statement, UNNOTICED)


UNNOTICED = (ir.Let, ir.Hide, ir.If, ir.ForEach, ir.Labelled, ir.Perform)


def _revealed(cards: _Cards, expr: ir.Expr, slots: Slots) -> str | None:
    """Return the unseen zone whose cards the value reveals; None if there is none."""
    parts = children(expr)
    match expr:
        case ir.Local(slot=slot):
            return slots.get(slot)
        case ir.Count(collection=ir.ZoneContents() as held):
            parts = children(held)
        case ir.IsEmpty(collection=ir.ZoneContents() | ir.Pick(collection=ir.ZoneContents())):
            return None
        case ir.ZoneContents(name=name) if name in cards.unseen:
            return name
        case ir.VariableValue(name=name) if name in cards.state:
            return cards.state[name]
        case ir.Defined(name=name):
            parts = [*parts, *values_of(cards.facts, ("definition", name))]
        case ir.TableValue(name=name):
            parts = [*parts, *values_of(cards.facts, ("table", name))]
    return next((zone for part in parts if (zone := _revealed(cards, part, slots)) is not None), None)
