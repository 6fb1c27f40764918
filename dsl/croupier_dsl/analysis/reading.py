"""The context of all questions about checked rules, and the stores that parts of them read, through the tables and
definitions that they use: state, options, and seats.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial, wraps
from typing import TypeVar, cast

from croupier_dsl import ir
from croupier_dsl.analysis.walk import entry, nodes

Store = tuple[str, str]
"""A store, which keeps its value until it is changed:

("zone", name), ("variable", name), ("count", stage); ("turned", "") for the cards turned up, ("owner", "") for the
player that put a card in its place, ("cast", "") for the roles in melds, ("turn", "") for the current player and the
order of turns, and ("direction", ""). Also ("chance", ""), and stores that are fixed before play: ("option", name),
("seats", "").
"""

TURNED: Store = ("turned", "")
OWNER: Store = ("owner", "")
CAST: Store = ("cast", "")
TURN: Store = ("turn", "")
DIRECTION: Store = ("direction", "")
CHANCE: Store = ("chance", "")
SEATS: Store = ("seats", "")

Named = tuple[str, str]
"""A name in a sentence that refers to further sentences: ("table", name), ("definition", name), ("combo", name)."""

Further = Callable[[object], Iterable[tuple[Named, object]]]
"""A function that yields the further parts that a part depends on, each with a unique name."""

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True, eq=False)
class Facts:
    """One ruleset of which facts are asked: its declarations by name, and the answers that are remembered."""

    rules: ir.Rules
    zones: Mapping[str, ir.Zone] = field(init=False)
    variables: Mapping[str, ir.Variable] = field(init=False)
    bodies: Mapping[Named, object] = field(init=False)
    answers: dict[object, object] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        rules = self.rules
        bodies: dict[Named, object] = {("table", table.name): table for table in rules.tables}
        bodies.update({("definition", definition.name): definition for definition in rules.definitions})
        bodies.update({("combo", combo.name): combo for combo in rules.combos})
        object.__setattr__(self, "zones", {zone.name: zone for zone in rules.zones})
        object.__setattr__(self, "variables", {variable.name: variable for variable in rules.variables})
        object.__setattr__(self, "bodies", bodies)


def recalled(facts: Facts, question: object, answer: Callable[[], Answer]) -> Answer:
    """Return the answer to a question, worked out the first time that it is asked."""
    if question not in facts.answers:
        facts.answers[question] = answer()
    return cast(Answer, facts.answers[question])


def remembered(question: Callable[[Facts], Answer]) -> Callable[[Facts], Answer]:
    """Wrap a question about a whole ruleset to be answered once."""

    @wraps(question)
    def answer(facts: Facts) -> Answer:
        return recalled(facts, question, lambda: question(facts))

    return answer


# ---------------------------------------------------------------- declarations named by parts


def names_in(facts: Facts, node: object) -> Iterable[Named]:
    """Return the tables, definitions and combos that one part names."""
    names = NAMES.get(type(node))
    return () if names is None else names(facts, node)


NAMES = dict([
    entry(ir.TableValue, lambda facts, node: (("table", node.name),)),
    entry(ir.Defined, lambda facts, node: (("definition", node.name),)),
    entry(ir.Melds, lambda facts, node: (("combo", node.combo),)),
    entry(ir.IsCombo, lambda facts, node: (("combo", node.combo),)),
    entry(ir.Either, lambda facts, node: (("combo", part) for part in node.parts)),
    entry(ir.Split, lambda facts, node: (("combo", part) for part in node.parts)),
    entry(ir.Pattern, lambda facts, node: (("combo", part) for part in (node.of, node.beside_of) if part)),
])  # fmt: skip
"""The names in a part of each kind. Other kinds name no further sentences."""
_ASKS_WILD = frozenset({ir.CardFact, ir.RoleAttribute, ir.MeldFact, ir.Spots, ir.Melds, ir.IsCombo, ir.Fits})
_LEADS_ON = _ASKS_WILD | NAMES.keys()
"""The kinds of parts that refer to further parts. Most parts are of another kind, and are skipped at once."""


def reached(
    facts: Facts,
    *parts: object,
    combos: bool = True,
    further: Further | None = None,
) -> Iterator[object]:
    """Yield every part of these parts and of what they name, each body once.

    `combos`: include the named combos, and the condition for wild cards where it is used; `further`: the further parts
    that a part depends on, each with a unique name.
    """
    met: set[Named] = set()
    wild = facts.rules.cards.wild if combos else None
    todo: list[object] = list(reversed(parts))
    while todo:
        for node in nodes(todo.pop()):
            yield node
            kind = type(node)
            if kind not in _LEADS_ON and further is None:
                continue
            behind = [(key, facts.bodies[key]) for key in names_in(facts, node) if combos or key[0] != "combo"]
            if wild is not None and kind in _ASKS_WILD:
                behind.append((("wild", ""), wild))
            if further is not None:
                behind += further(node)
            for key, body in behind:
                if key not in met:
                    met.add(key)
                    todo.append(body)


def names_used(facts: Facts, *parts: object) -> set[Named]:
    """Return the tables, definitions and combos that parts use, and those that these use."""
    return {key for node in reached(facts, *parts) for key in names_in(facts, node)}


def values_of(facts: Facts, key: Named) -> list[ir.Expr]:
    """Return the expressions of a table or definition: its key, and its possible values."""
    body = facts.bodies[key]
    if isinstance(body, ir.Table):
        return [body.key, *(row.value for row in body.rows)]
    assert isinstance(body, ir.Definition), key
    return [body.body]


# ---------------------------------------------------------------- what is read


@remembered
def every_zone(facts: Facts) -> tuple[Store, ...]:
    """Return the stores of all zones."""
    return tuple(("zone", name) for name in facts.zones)


@remembered
def zones_of_melds(facts: Facts) -> tuple[Store, ...]:
    """Return the stores of the zones of melds."""
    return tuple(("zone", zone.name) for zone in facts.rules.zones if zone.form == "melds")


@remembered
def zones_of_spots(facts: Facts) -> tuple[Store, ...]:
    """Return the stores of the zones that have spots."""
    return tuple(("zone", zone.name) for zone in facts.rules.zones if zone.form in ("melds", "row"))


@remembered
def first_deal(facts: Facts) -> ir.Deck | None:
    """Return the deck, if the first statement of the game moves it, so that no card is in a zone before.

    Else None.
    """
    play = facts.rules.play
    once = play.by is None and play.times is None and not play.until
    first = play.begin[0] if once and play.begin else None
    while isinstance(first, ir.Labelled) and first.body:
        first = first.body[0]
    return first.what if isinstance(first, ir.Move) and isinstance(first.what, ir.Deck) else None


def stores_read(facts: Facts, *parts: object) -> frozenset[Store]:
    """Return the stores that the sentences of these parts read.

    A statement that changes a store does not read it.
    """
    found: set[Store] = set()
    for node in reached(facts, *parts):
        if (read := READS.get(type(node))) is not None:
            found.update(read(facts, node))
    return frozenset(found)


def _card_fact_reads(facts: Facts, node: ir.CardFact) -> Iterable[Store]:
    match node.fact:
        case "revealed":
            return (TURNED,)
        case "owner":
            return (OWNER, *every_zone(facts))
        case "meld" | "spot" | "role" | "place":
            return (CAST, *every_zone(facts))
    return ()


READS = dict([
    entry(ir.VariableValue, lambda facts, node: (("variable", node.name),)),
    entry(ir.ZoneContents, lambda facts, node: (("zone", node.name),)),
    entry(ir.OptionValue, lambda facts, node: (("option", node.name),)),
    entry(ir.StageCount, lambda facts, node: (("count", node.stage),)),
    entry(ir.Deck, lambda facts, node: () if node is first_deal(facts) else every_zone(facts)),
    entry(ir.AllPassed, lambda facts, node: (TURN,)),
    entry(ir.NextActor, lambda facts, node: (TURN, DIRECTION, SEATS)),
    entry(ir.Neighbour, lambda facts, node: (TURN, DIRECTION, SEATS) if node.side == "successor" else (SEATS,)),
    entry(ir.Direction, lambda facts, node: (DIRECTION,)),
    entry(ir.Players, lambda facts, node: (SEATS,)),
    entry(ir.Teams, lambda facts, node: (SEATS,)),
    entry(ir.TeamOf, lambda facts, node: (SEATS,)),
    entry(ir.Members, lambda facts, node: (SEATS,)),
    entry(ir.CardFact, _card_fact_reads),
    entry(ir.RoleAttribute, lambda facts, node: (CAST, *every_zone(facts))),
    entry(ir.Fits, lambda facts, node: zones_of_spots(facts)),
    entry(ir.SpotFact, lambda facts, node: zones_of_spots(facts)),
    entry(ir.MeldFact, lambda facts, node: zones_of_melds(facts)),
    entry(ir.Spots, lambda facts, node: zones_of_melds(facts) if node.of.type == ir.MELD else ()),
    entry(ir.Pick, lambda facts, node: (CHANCE,) if node.which == "random" else ()),
])  # fmt: skip
"""The stores that a part of each kind reads by itself. Other kinds read none."""


@remembered
def fixed_stores(facts: Facts) -> frozenset[Store]:
    """Return the stores that are fixed before play."""
    return frozenset({SEATS, *(("option", option.name) for option in facts.rules.options)})


def options_read(facts: Facts, *parts: object) -> tuple[str, ...]:
    """Return the options that sentences read, through tables and definitions; each once, as they are met."""
    met: dict[str, None] = {}
    for node in nodes(parts):
        if isinstance(node, ir.OptionValue):
            met[node.name] = None
        for key in names_in(facts, node):
            if key[0] != "combo":
                behind = partial(options_read, facts, facts.bodies[key])
                met.update(dict.fromkeys(recalled(facts, ("options", key), behind)))
    return tuple(met)


@remembered
def sentences(facts: Facts) -> tuple[object, ...]:
    """Return the parts of the rules that play itself evaluates."""
    rules = facts.rules
    return (rules.play, rules.stages, rules.moves, rules.triggers, rules.result, rules.definitions, rules.tables,
            rules.combos, rules.cards, rules.variables)  # fmt: skip


@remembered
def read_anywhere(facts: Facts) -> frozenset[Store]:
    """Return the stores that any part of the rules reads, also parts that play never reaches, as in a scenario."""
    return stores_read(facts, facts.rules)


@remembered
def read_in_play(facts: Facts) -> frozenset[Store]:
    """Return the stores that the sentences within reach of play read."""
    return stores_read(facts, *sentences(facts))


@remembered
def zones_read_by_name(facts: Facts) -> frozenset[str]:
    """Return the zones whose contents some sentence reads by name."""
    found = (node for node in reached(facts, *sentences(facts)) if isinstance(node, ir.ZoneContents))
    return frozenset(node.name for node in found)


@remembered
def set_by_statements(facts: Facts) -> frozenset[str]:
    """Return the state that some statement sets."""
    rules = facts.rules
    statements = nodes((rules.play, rules.stages, rules.moves, rules.triggers))
    return frozenset(node.name for node in statements if isinstance(node, ir.SetVariable | ir.AddToVariable))


@remembered
def unread_variables(facts: Facts) -> frozenset[str]:
    """Return the state that no sentence reads."""
    return frozenset(name for name in facts.variables if ("variable", name) not in read_in_play(facts))
