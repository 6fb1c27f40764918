"""The stores that parts of checked rules read, through the tables and definitions that they use: state, options, and
seats.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property

from croupier_dsl import ir
from croupier_dsl.analysis.walk import nodes

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


class Reading:
    """The basis of the other parts of the table of facts."""

    def __init__(self, rules: ir.Rules) -> None:
        self.rules = rules
        self.zones = {zone.name: zone for zone in rules.zones}
        self.variables = {variable.name: variable for variable in rules.variables}
        self._options: dict[Named, tuple[str, ...]] = {}
        self.bodies: dict[Named, object] = {}
        self.bodies.update({("table", table.name): table for table in rules.tables})
        self.bodies.update({("definition", definition.name): definition for definition in rules.definitions})
        self.bodies.update({("combo", combo.name): combo for combo in rules.combos})

    # ------------------------------------------------------------ declarations behind names
    def behind(self, node: object) -> Iterator[Named]:
        """Yield the tables, definitions and combos that one part names."""
        match node:
            case ir.TableValue(name=name):
                yield "table", name
            case ir.Defined(name=name):
                yield "definition", name
            case ir.Melds(combo=name) | ir.IsCombo(combo=name):
                yield "combo", name
            case ir.Either(parts=parts) | ir.Split(parts=parts):
                yield from (("combo", part) for part in parts)
            case ir.Pattern(of=of, beside_of=beside):
                yield from (("combo", part) for part in (of, beside) if part)

    def reached(
        self,
        *parts: object,
        combos: bool = True,
        further: Further | None = None,
    ) -> Iterator[object]:
        """Yield every part of these parts and of what they name, each body once.

        `combos`: include the named combos, and the condition for wild cards where it is used; `further`: the further
        parts that a part depends on, each with a unique name.
        """
        met: set[Named] = set()
        wild = self.rules.cards.wild if combos else None
        todo: list[object] = list(reversed(parts))
        while todo:
            for node in nodes(todo.pop()):
                yield node
                kind = type(node)
                if kind not in _LEADS_ON and further is None:
                    continue
                behind = [(key, self.bodies[key]) for key in self.behind(node) if combos or key[0] != "combo"]
                if wild is not None and kind in _ASKS_WILD:
                    behind.append((("wild", ""), wild))
                if further is not None:
                    behind += further(node)
                for key, body in behind:
                    if key not in met:
                        met.add(key)
                        todo.append(body)

    def named(self, *parts: object) -> set[Named]:
        """Return the tables, definitions and combos that parts use, and those that these use."""
        return {key for node in self.reached(*parts) for key in self.behind(node)}

    def values(self, key: Named) -> list[ir.Expr]:
        """Return the expressions of a table or definition: its key, and what it may be worth."""
        body = self.bodies[key]
        if isinstance(body, ir.Table):
            return [body.key, *(row.value for row in body.rows)]
        assert isinstance(body, ir.Definition), key
        return [body.body]

    # ------------------------------------------------------------ what is read
    def reads(self, *parts: object) -> frozenset[Store]:
        """Return the stores that the sentences of these parts read.

        A statement that changes a store does not read it.
        """
        found: set[Store] = set()
        for node in self.reached(*parts):
            if type(node) in _READ:
                found.update(self._read_by(node))
        return frozenset(found)

    def _read_by(self, node: object) -> Iterator[Store]:
        if node is self.first_deal:
            return
        match node:
            case ir.VariableValue(name=name):
                yield "variable", name
            case ir.ZoneContents(name=name):
                yield "zone", name
            case ir.OptionValue(name=name):
                yield "option", name
            case ir.StageCount(stage=name):
                yield "count", name
            case ir.Deck():
                yield from self.every_zone
            case ir.AllPassed():
                yield TURN
            case ir.NextActor():
                yield from (TURN, DIRECTION, SEATS)
            case ir.Neighbour(side="successor"):
                yield from (TURN, DIRECTION, SEATS)
            case ir.Direction():
                yield DIRECTION
            case ir.Players() | ir.Teams() | ir.Neighbour() | ir.TeamOf() | ir.Members():
                yield SEATS
            case ir.CardFact(fact="revealed"):
                yield TURNED
            case ir.CardFact(fact="owner"):
                yield OWNER
                yield from self.every_zone
            case ir.CardFact(fact="meld" | "spot" | "role" | "place") | ir.RoleAttribute():
                yield CAST
                yield from self.every_zone
            case ir.Fits() | ir.SpotFact():
                yield from self.zones_of_spots
            case ir.MeldFact():
                yield from self.zones_of_melds
            case ir.Spots(of=of) if of.type == ir.MELD:
                yield from self.zones_of_melds
            case ir.Pick(which="random"):
                yield CHANCE

    @cached_property
    def every_zone(self) -> tuple[Store, ...]:
        return tuple(("zone", name) for name in self.zones)

    @cached_property
    def zones_of_melds(self) -> tuple[Store, ...]:
        return tuple(("zone", zone.name) for zone in self.rules.zones if zone.form == "melds")

    @cached_property
    def zones_of_spots(self) -> tuple[Store, ...]:
        return tuple(("zone", zone.name) for zone in self.rules.zones if zone.form in ("melds", "row"))

    @cached_property
    def first_deal(self) -> ir.Deck | None:
        """Return the deck, if the first statement of the game moves it, so that no card is in a zone before.

        Else None.
        """
        play = self.rules.play
        once = play.by is None and play.times is None and not play.until
        first = play.begin[0] if once and play.begin else None
        while isinstance(first, ir.Labelled) and first.body:
            first = first.body[0]
        return first.what if isinstance(first, ir.Move) and isinstance(first.what, ir.Deck) else None

    @cached_property
    def fixed(self) -> frozenset[Store]:
        """Return the stores that are fixed before play."""
        return frozenset({SEATS, *(("option", option.name) for option in self.rules.options)})

    def options(self, *parts: object) -> tuple[str, ...]:
        """Return the options that sentences read, through tables and definitions; each once, as they are met."""
        met: dict[str, None] = {}
        for node in nodes(parts):
            if isinstance(node, ir.OptionValue):
                met[node.name] = None
            for key in self.behind(node):
                if key[0] != "combo":
                    met.update(dict.fromkeys(self._options_behind(key)))
        return tuple(met)

    def _options_behind(self, key: Named) -> tuple[str, ...]:
        if key not in self._options:
            self._options[key] = self.options(self.bodies[key])
        return self._options[key]

    @cached_property
    def sentences(self) -> tuple[object, ...]:
        """Return every part of the rules that play itself works out."""
        rules = self.rules
        return (rules.play, rules.stages, rules.moves, rules.triggers, rules.result, rules.definitions, rules.tables,
                rules.combos, rules.cards, rules.variables)  # fmt: skip

    @cached_property
    def read_anywhere(self) -> frozenset[Store]:
        """Return the stores that any part of the rules reads, also parts that play never reaches, as in a scenario."""
        return self.reads(self.rules)

    @cached_property
    def read(self) -> frozenset[Store]:
        """Return the stores that the sentences within reach of play read."""
        return self.reads(*self.sentences)

    @cached_property
    def read_by_name(self) -> frozenset[Store]:
        """Return the zones whose contents some sentence reads by name."""
        found = (node for node in self.reached(*self.sentences) if isinstance(node, ir.ZoneContents))
        return frozenset(("zone", node.name) for node in found)

    @cached_property
    def set_by_statements(self) -> frozenset[str]:
        """Return the state that some statement sets."""
        statements = nodes((self.rules.play, self.rules.stages, self.rules.moves, self.rules.triggers))
        return frozenset(node.name for node in statements if isinstance(node, ir.SetVariable | ir.AddToVariable))

    @cached_property
    def unread_variables(self) -> frozenset[str]:
        """Return the state that no sentence reads."""
        return frozenset(name for name in self.variables if ("variable", name) not in self.read)


_ASKS_WILD = frozenset({ir.CardFact, ir.RoleAttribute, ir.MeldFact, ir.Spots, ir.Melds, ir.IsCombo, ir.Fits})
_LEADS_ON = _ASKS_WILD | {ir.TableValue, ir.Defined, ir.Either, ir.Split, ir.Pattern}
"""The kinds of parts that refer to further parts. Most parts are of another kind, and are skipped at once."""
_READ = frozenset({
    ir.VariableValue, ir.ZoneContents, ir.OptionValue, ir.StageCount, ir.Deck, ir.NextActor, ir.Neighbour,
    ir.Direction, ir.AllPassed,
    ir.Players, ir.Teams, ir.TeamOf, ir.Members, ir.CardFact, ir.RoleAttribute, ir.Fits, ir.MeldFact,
    ir.Spots, ir.SpotFact, ir.Pick,
})  # fmt: skip
"""The kinds of part that read something by themselves."""
