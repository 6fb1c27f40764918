"""The stores, locals and features that parts of checked rules read, through the tables and definitions they use.

The context of all questions, `Facts`, remembers the answers. `READS`: the stores that sentences read (state, options,
seats). `SLOTS`: the locals that they read, and whether they read state. `COVERT`: what they may reveal to the current
player. `FEATURES`: what distinguishes copies of a card. A kind of part that a table does not name reads what the parts
inside it read.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial, wraps
from typing import TypeVar, cast, get_args

from croupier_dsl import ir
from croupier_dsl.analysis.walk import children, entry, nodes

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


STATE = -1
"""The mark for the state among the slots that an expression reads."""
Slots = frozenset[int]
NO_SLOTS: Slots = frozenset()

# ---------------------------------------------------------------- the slots that are read


def slots_read(facts: Facts, expr: ir.Expr) -> Slots:
    """Return the slots it reads from outside itself, and STATE if it reads the game's state."""
    read = SLOTS.get(type(expr))
    return _slots_inside(facts, expr) if read is None else read(facts, expr)


def is_constant(facts: Facts, expr: ir.Expr) -> bool:
    """Return whether the expression has the same value in every state of a game with fixed options and seats."""
    return not slots_read(facts, expr)


def reads_only_its_card(facts: Facts, what: str, name: str) -> bool:
    """Return whether a table or definition reads only the printed attributes of its card."""
    return _slots_of_body(facts, (what, name)) <= {1}


def _slots_inside(facts: Facts, expr: object) -> Slots:
    found = NO_SLOTS
    for child in children(expr):
        found |= slots_read(facts, child)
    return found


def _slots_of_body(facts: Facts, key: Named) -> Slots:
    return recalled(facts, ("slots", key), partial(_slots_of_values, facts, key))


def _slots_of_values(facts: Facts, key: Named) -> Slots:
    return NO_SLOTS.union(*(slots_read(facts, part) for part in values_of(facts, key)))


def _slots_named(facts: Facts, expr: ir.TableValue | ir.Defined) -> Slots:
    key = ("table" if isinstance(expr, ir.TableValue) else "definition", expr.name)
    return (_slots_of_body(facts, key) - {1, 2}) | _slots_inside(facts, expr)


def _slots_of_each(facts: Facts, expr: ir.Each) -> Slots:
    return _slots_inside(facts, expr) - {expr.slot}


def _slots_and_state(facts: Facts, expr: object) -> Slots:
    return _slots_inside(facts, expr) | {STATE}


def _slots_of_neighbour(facts: Facts, expr: ir.Neighbour) -> Slots:
    return _slots_and_state(facts, expr) if expr.side == "successor" else _slots_inside(facts, expr)


_READS_STATE = (
    ir.Deck, ir.VariableValue, ir.ZoneContents, ir.StageCount, ir.NextActor, ir.Direction, ir.AllPassed, ir.CardFact,
    ir.RoleAttribute, ir.MeldFact, ir.Spots, ir.SpotFact, ir.Melds, ir.IsCombo, ir.Fits,
)  # fmt: skip
SLOTS = dict([
    entry(ir.Local, lambda facts, expr: frozenset((expr.slot,))),
    entry(ir.TableValue, _slots_named),
    entry(ir.Defined, _slots_named),
    entry(ir.Pick, lambda facts, expr: frozenset((STATE,)) if expr.which == "random" else _slots_inside(facts, expr)),
    *(entry(kind, _slots_of_each) for kind in get_args(ir.Each)),
    entry(ir.Neighbour, _slots_of_neighbour),
    *(entry(kind, _slots_and_state) for kind in _READS_STATE),
])  # fmt: skip
"""The slots that an expression of each kind reads. Other kinds read the slots of the expressions inside them."""


def state_read(facts: Facts, expr: ir.Expr) -> tuple[list[ir.Expr], bool]:
    """Return the leaves of the state that it reads, through tables and definitions.

    False if some are more than a count or a variable.
    """
    leaves: list[ir.Expr] = []
    simple = True
    for node in reached(facts, expr, combos=False):
        match node:
            case ir.StageCount() | ir.VariableValue(subject=None):
                leaves.append(node)
            case _ if isinstance(node, (*_READS_STATE, ir.Pick)):
                simple = False
    return leaves, simple


# ---------------------------------------------------------------- what a value may reveal


def is_covert(facts: Facts, expr: ir.Expr, secret: Collection[int], *, everyone: bool = False) -> bool:
    """Return whether its value may reveal to the current player (slot 0) more than that player sees; with `everyone`,
    more than all see.

    `secret`: the slots with such values.
    """
    reveals = COVERT.get(type(expr))
    return (_covert_inside if reveals is None else reveals)(facts, expr, secret, everyone)


def is_covertly_named(facts: Facts, expr: ir.Expr, secret: Collection[int]) -> bool:
    """`is_covert` of what a list of statements names: a card that is named by its place is named openly."""
    match expr:
        case ir.Pick(which="first" | "last" | "top" | "bottom", collection=ir.ZoneContents() as zone):
            return _covert_inside(facts, zone, secret, everyone=False)
        case ir.TopSome(collection=ir.ZoneContents() as zone):
            count = is_covert(facts, expr.count, secret)
            return count or _covert_inside(facts, zone, secret, everyone=False)
    return is_covert(facts, expr, secret)


def _covert_inside(facts: Facts, expr: object, secret: Collection[int], everyone: bool) -> bool:
    return any(is_covert(facts, child, secret, everyone=everyone) for child in children(expr))


def _covert_number(facts: Facts, expr: ir.Count | ir.IsEmpty, secret: Collection[int], everyone: bool) -> bool:
    """Return whether a count reveals hidden information: by whose zone it counts, as numbers of cards are public."""
    held = expr.collection
    if not isinstance(held, ir.ZoneContents):
        return _covert_inside(facts, expr, secret, everyone)
    return held.subject is not None and is_covert(facts, held.subject, secret, everyone=everyone)


def _covert_contents(facts: Facts, expr: ir.ZoneContents, secret: Collection[int], everyone: bool) -> bool:
    zone = facts.zones[expr.name]
    hidden = zone.top_only or not _sees(zone, expr.subject, everyone)
    return hidden or _covert_inside(facts, expr, secret, everyone)


def _covert_variable(facts: Facts, expr: ir.VariableValue, secret: Collection[int], everyone: bool) -> bool:
    variable = facts.variables[expr.name]
    plain = variable.type.name not in ("card", "meld")
    return not (plain and _sees(variable, expr.subject, everyone)) or _covert_inside(facts, expr, secret, everyone)


def _covert_pick(facts: Facts, expr: ir.Pick, secret: Collection[int], everyone: bool) -> bool:
    return expr.which == "random" or _covert_inside(facts, expr, secret, everyone)


def _covert_named(facts: Facts, expr: ir.TableValue | ir.Defined, secret: Collection[int], everyone: bool) -> bool:
    key = ("table" if isinstance(expr, ir.TableValue) else "definition", expr.name)
    return _covert_inside(facts, expr, secret, everyone) or any(
        is_covert(facts, part, (), everyone=everyone) for part in values_of(facts, key)
    )


COVERT = dict([
    entry(ir.Local, lambda facts, expr, secret, everyone: expr.slot in secret),
    entry(ir.Count, _covert_number),
    entry(ir.IsEmpty, _covert_number),
    entry(ir.ZoneContents, _covert_contents),
    entry(ir.VariableValue, _covert_variable),
    entry(ir.Deck, lambda facts, expr, secret, everyone: True),
    entry(ir.Pick, _covert_pick),
    entry(ir.TableValue, _covert_named),
    entry(ir.Defined, _covert_named),
])  # fmt: skip
"""Whether the value of an expression of each kind may reveal something. Other kinds reveal what is inside them."""


def _sees(of: ir.Zone | ir.Variable, whose: ir.Expr | None, everyone: bool) -> bool:
    """Return whether all players, or every possible current player, see what belongs to this player."""
    if everyone or of.seen == "everyone":
        return of.seen == "everyone"
    owner = ir.owner_of(whose)
    return of.seen in ("owner", "team") and of.per == "player" and isinstance(owner, ir.Local) and not owner.slot


def melds_whose_cards(expr: ir.Expr) -> ir.Melds | None:
    """Return the melds, if the expression is their cards, in any of the ways to say so."""
    match expr:
        case ir.Melds():
            return expr
        case ir.MeldFact(fact="cards", meld=ir.Melds() as melds):
            return melds
        case ir.Map(collection=ir.Melds() as melds, body=ir.MeldFact(fact="cards")):
            return melds
    return None


Feature = tuple[str, str]
"""("attribute", name), ("variable", name), ("wild", "") or ("revealed", "") of a card."""

_LYING = ("card", "meld", "spot")


def features_read(facts: Facts, parts: Iterable[object]) -> frozenset[Feature] | None:
    """Return the features by which these parts of a ruleset can distinguish cards.

    None if they may distinguish all.

    Chance reveals nothing, since a look ahead ends there. A spot that is used at all is distinguished from all others,
    together with its card.
    """
    if any(isinstance(node, ir.SpotFact) for node in reached(facts, *parts, combos=False)):
        return None
    return _features(facts, parts)


def reads_faces(facts: Facts, parts: Iterable[object]) -> bool:
    """Return whether these parts may read the faces of cards, or their identity; variables of cards are neither."""
    features = _features(facts, parts)
    return features is None or any(what != "variable" for what, _ in features)


@remembered
def wild_by_kind(facts: Facts) -> bool:
    """Return whether only the kind of a card makes it wild."""
    return facts.rules.cards.wild is None or slots_read(facts, facts.rules.cards.wild) <= {1}


def _features(facts: Facts, parts: Iterable[object]) -> frozenset[Feature] | None:
    """Return the features of cards that these parts read; None if they may distinguish all cards."""
    found: set[Feature] = set()
    for node in reached(facts, *parts, combos=False):
        if (read := FEATURES.get(type(node))) is not None:
            features = read(facts, node)
            if features is None:
                return None
            found.update(features)
    return frozenset(found)


Features = tuple[Feature, ...] | None


def _of_variable(facts: Facts, node: ir.VariableValue) -> Features:
    return (("variable", node.name),) if facts.variables[node.name].per == "card" else ()


def _of_card(facts: Facts, node: ir.CardFact) -> Features:
    if node.fact == "wild":
        return (("wild", ""),) if wild_by_kind(facts) else None
    return (("revealed", ""),) if node.fact == "revealed" else None


def _of_one(facts: Facts, node: ir.Pick | ir.ExtremeThing | ir.Best) -> Features:
    return None if node.type.name in _LYING else ()


def _of_comparison(facts: Facts, node: ir.Same | ir.Within) -> Features:
    return None if node.left.type.name in _LYING and not isinstance(node.right, ir.Nothing) else ()


def _all(facts: Facts, node: object) -> Features:
    return None


FEATURES = dict([
    entry(ir.Attribute, lambda facts, node: (("attribute", node.name),)),
    entry(ir.VariableValue, _of_variable),
    entry(ir.CardFact, _of_card),
    entry(ir.MeldFact, lambda facts, node: None if node.fact in ("wilds", "naturals") else ()),
    entry(ir.Pick, _of_one),
    entry(ir.ExtremeThing, _of_one),
    entry(ir.Best, _of_one),
    entry(ir.Same, _of_comparison),
    entry(ir.Within, _of_comparison),
    entry(ir.Spots, _all),
    entry(ir.KindLiteral, _all),
    entry(ir.IsKind, _all),
    entry(ir.HasKind, _all),
    entry(ir.TopSome, _all),
    entry(ir.Melds, _all),
    entry(ir.IsCombo, _all),
    entry(ir.Fits, _all),
    entry(ir.RoleAttribute, _all),
    entry(ir.Ask, _all),
    entry(ir.Deck, _all),
])  # fmt: skip
"""The features by which a part of each kind distinguishes cards, None for all. Other kinds distinguish none."""
