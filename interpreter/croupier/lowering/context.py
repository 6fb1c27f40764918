"""Hold the data of lowering: the program, the layout, and the text and results so far.

Functions of this package take a `Context` first. It has no behaviour of its own; each family of functions has a record
in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import wraps
from typing import TYPE_CHECKING, Protocol, TypeVar, cast

from croupier.kernel.nodes import Name
from croupier.lowering.kernel import Kernel
from croupier.lowering.layout import Layout
from croupier.lowering.meldlist import orders
from croupier.lowering.shapes import InHand, Meld, One, Shape
from croupier_dsl import ir
from croupier_dsl.analysis import Facts, nodes, stores_read

if TYPE_CHECKING:
    from croupier.lowering.melding import HandQuestion
    from croupier.lowering.stages import Question
    from croupier.model.program import Program

Env = dict[int, Shape]
"""The values of locals, by slot."""
Label = tuple[str, str]
"""A point of play: its kind, and the key of the stage or the name of the move."""
Found = TypeVar("Found")


@dataclass(slots=True)
class Counted:
    """Coverage. `wild_by`: the state that says which cards are wild, where that is counted; `counted_in`: for the
    parts of sentences that have been looked into, by identity, the part and whether anything in it is counted."""

    wild_by: list[ir.Expr] = field(default_factory=list)
    counted_in: dict[int, tuple[object, bool]] = field(default_factory=dict)


@dataclass(slots=True)
class Melds:
    """The search for melds in hands. `grouped_before`: whether a finder of groups is written; `listings`: how many
    lists are needed at a time; `finders`: the functions that find the melds of a pattern; `lists`: those written;
    `looks`, `solvers`, `prices`: names of the functions of a combo, and of the array of its prices if they change;
    `numbers_of`: for groups of melds, by identity, the array of their numbers."""

    pattern_numbers: dict[str, int]
    grouped_before: bool = False
    listings: int = 0
    finders: dict[tuple[str, bool, bool], str] = field(default_factory=dict)
    lists: dict[tuple[str, bool], str] = field(default_factory=dict)
    asked_of_host: list[HandQuestion] = field(default_factory=list)
    looks: dict[str, str] = field(default_factory=dict)
    solvers: dict[str, str] = field(default_factory=dict)
    prices: dict[str, str] = field(default_factory=dict)
    numbers_of: dict[int, str] = field(default_factory=dict)


@dataclass(slots=True)
class Names:
    """Functions for definitions. `owners`: whether rules read who placed a card; `changes`: whether a list of values
    may change during a loop over it."""

    functions: dict[str, One] = field(default_factory=dict)
    sizes: dict[str, int] = field(default_factory=dict)
    owners: bool = False
    changes: bool = False


@dataclass(slots=True)
class Spots:
    """Melds on the table. `written`: the helpers written so far; `modules`, `given`: the kernel modules used, and what
    they declare; `fits_are_asked`: whether rules read which cards fit;
    `meld_by_card`: melds from which names of cards were taken; `fitting`: the functions that return what fits."""

    written: set[str] = field(default_factory=set)
    modules: set[str] = field(default_factory=set)
    given: dict[str, int | Name] = field(default_factory=dict)
    fits_are_asked: bool = False
    meld_by_card: dict[str, Meld] = field(default_factory=dict)
    fitting: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class Casting:
    """Casts of cards. `asked`: whether any sentence reads what cards represent; `now`: the melds that the sentence is
    about; `base`: how many casts of lists are active; `perhaps`: by slot, the melds that only a part of the list names,
    if it was performed; `roles`: tables of roles."""

    asked: bool
    now: tuple[InHand, ...] = ()
    base: int = 0
    perhaps: dict[int, InHand] = field(default_factory=dict)
    roles: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Together:
    """Cards that are to move at once: an array of them and one of the numbers of the places that they go to, how many,
    and all of them as a set."""

    cards: str
    places: str
    count: str
    mask: str


@dataclass(frozen=True, slots=True)
class Deep:
    """The depth at which cards enter a pile. `lowest`: if set, from the bottom up, at this place; else under a `number`
    of the cards that are not `moving`. `blind`: the seats that only know that it is between `least` and `most`, as
    bits."""

    lowest: str = ""
    number: str = ""
    moving: str = ""
    blind: str = "0"
    least: str = "0"
    most: str = "0"


@dataclass(slots=True)
class Moving:
    """Moves of cards. `takes`: whether a card is taken from any place; `homing`: whether a card's place is read;
    `just_set`: state that the previous statement set to the top of a pile; `watched`: the rules for cards that enter a
    zone, by zone; `deep`: the depth at which cards enter a pile, if not on top; `together`: cards to pick up at once,
    while they are listed."""

    watched: dict[str, list[str]]
    deep: Deep | None = None
    together: Together | None = None
    takes: bool = False
    homing: bool = False
    just_set: tuple[str, One] | None = None


@dataclass(slots=True)
class Listing:
    """The choice that is listed. `alone`: whether it is its move's only one; `waiting`: conditions that wait for a
    later choice; `meld_there`: the meld of a spot; `bars`: earlier choices, by name of the choice; `nested`: whether
    its loop is inside that of another; `first_row`: the row from which its moves are listed; `spots_ahead`: spots
    listed before the loop; `rows_again`: whether a row may be listed again; `alike`: for choices of melds that may read
    the same, by slot, the array of the first meld that reads like each."""

    alone: bool = True
    waiting: list[ir.Expr] = field(default_factory=list)
    meld_there: Shape | None = None
    bars: dict[str, str] = field(default_factory=dict)
    nested: bool = False
    first_row: str = "n"
    spots_ahead: dict[int, tuple[Shape, str]] = field(default_factory=dict)
    rows_again: bool = False
    alike: dict[int, str] = field(default_factory=dict)


@dataclass(slots=True)
class Flow:
    """Stages and triggers. `ends`: the number of each stage that may be ended; `numbers`: those of labels; `labelled`:
    the kinds of labels with statements; `parents`: the stage around each; `read_by`: what each trigger's conditions
    read; `always`: the triggers that any change may fire, as bits; `questions`: those in the middle of moves;
    `asking_now`: the move with the current one; `in_steps`: whether the move is split for a question."""

    ends: dict[str, int]
    by_name: dict[str, ir.Stage]
    move_numbers: dict[str, int]
    read_by: list[frozenset[tuple[str, str]]]
    always: int = 0
    in_steps: bool = False
    numbers: dict[Label, int] = field(default_factory=dict)
    labelled: set[str] = field(default_factory=set)
    parents: dict[str, ir.Stage | None] = field(default_factory=dict)
    questions: list[Question] = field(default_factory=list)
    asking_now: ir.MoveRule | None = None
    labels: int = 0


@dataclass(slots=True)
class Ahead:
    """The search of a `must`. `hiding`: zones whose cards nobody knows; `makers`: functions that test if cards make
    a meld of a pattern; `asked_of`: tests already written for the card."""

    hiding: set[str] = field(default_factory=set)
    makers: dict[str, str] = field(default_factory=dict)
    asked_of: set[str] = field(default_factory=set)


class AboutEach(Protocol):
    def __call__(
        self, cx: Context, collection: Shape, expr: ir.Expr, body: Callable[[Shape], Found], /
    ) -> Callable[[Shape], Found]: ...


class UnderName(Protocol):
    def __call__(self, cx: Context, found: Found, /) -> Found: ...


class VeiledAmong(Protocol):
    def __call__(self, cx: Context, zone: str, cards: str, name: str = "") -> None: ...


@dataclass(frozen=True, slots=True)
class Parts:
    """Functions that modules call from modules above them, because sentences contain each other; each has its own
    name."""

    about_each: AboutEach
    all_judged: Callable[[Context, Sequence[ir.Condition], Env], str]
    all_that_fit: Callable[[Context, One], Shape]
    list_answers: Callable[[Context, ir.Stage, Question, str], None]
    asks_casting: Callable[[Context, ir.Expr | ir.Table], bool]
    bound: Callable[[Context, str], None]
    cast_in: Callable[[Context, Shape | None], AbstractContextManager[None]]
    cast_named: Callable[[Context, Env], None]
    test_completion: Callable[[Context, ir.Stage], None]
    both_results: Callable[[Context, Sequence[ir.Expr], Env, str], str]
    each_in_meld: Callable[[Context, Meld, Callable[[Shape], None]], None]
    each_open: Callable[[Context, Meld, Callable[[Shape], None]], None]
    helper: Callable[[Context, str, Callable[[], None]], str]
    home_number: Callable[[Context, str], str]
    list_legal_moves: Callable[[Context, ir.Stage, str, str], None]
    unknown_if_statement_reads: Callable[[Context, ir.Statement, Env], None]
    unknown_if_rule_fires: Callable[[Context, ir.Trigger, Env], None]
    put_down: Callable[[Context, int, Shape], None]
    shape_of: Callable[[Context, ir.Expr, Env], Shape]
    stop_where_shown: Callable[[Context], None]
    under_name: UnderName
    under_names: Callable[[Context, Shape], Shape]
    unless_blank: Callable[[Context, Sequence[ir.Expr], Env], None]
    veiled_among: VeiledAmong
    wild_cards: Callable[[Context], str]


@dataclass(slots=True, eq=False)
class Context:
    """The data of lowering. `out`: the text; `rules`: those of the program, with its options fixed; `covers`: whether
    fired elements are counted; `foresees`: whether foresight is written; `knows`: whether the cards that each seat
    knows are tracked, as foresight requires; `living`: state that lives while a card is in a zone, by zone; `orders`:
    how many sets order copies.

    While lines are written: `pure`: nothing changes, so computed values stay valid; `known`: these values, innermost
    last; `perhaps`: names of subjects that may be nobody; `deals`: whether the list is a `begin`; `dealing`: whether
    cards of its statement are computed, so that a lack of cards is noted; `faults`: whether a fault may leave the list;
    `found`: results of `once`.
    """

    program: Program
    parts: Parts
    out: Kernel
    covers: bool
    foresees: bool
    knows: bool
    rules: ir.Rules
    layout: Layout
    facts: Facts
    definitions: dict[str, ir.Definition]
    given_tables: dict[str, ir.Table]
    combos: dict[str, ir.Combo]
    all_cards: int
    living: dict[str, list[ir.Variable]]
    orders: int
    melds: Melds
    casting: Casting
    moving: Moving
    flow: Flow
    counting: Counted = field(default_factory=Counted)
    names: Names = field(default_factory=Names)
    spots: Spots = field(default_factory=Spots)
    listing: Listing = field(default_factory=Listing)
    ahead: Ahead = field(default_factory=Ahead)
    pure: bool = False
    known: list[dict[ir.Expr, One]] = field(default_factory=lambda: [{}])
    dealing: bool = False
    deals: bool = False
    stage: ir.Stage | None = None
    perhaps: set[str | None] = field(default_factory=set)
    faults: bool = False
    found: dict[str, object] = field(default_factory=dict)


Value = TypeVar("Value")


def once(function: Callable[[Context], Value]) -> Callable[[Context], Value]:
    """Work it out once for a context."""
    name = f"{function.__module__}.{function.__name__}"

    @wraps(function)
    def found(cx: Context) -> Value:
        if name not in cx.found:
            cx.found[name] = function(cx)
        return cast(Value, cx.found[name])

    return found


def context(
    program: Program, parts: Parts, covers: Sequence[str] = (), *, foresees: bool, opened: bool, knows: bool
) -> Context:
    """Return what lowering of a program begins with."""
    rules = program.special
    layout = Layout(program, covers, knows or foresees, opened)
    facts = Facts(rules)
    living: dict[str, list[ir.Variable]] = {}
    for variable in rules.variables:
        if variable.per == "card" and variable.life in layout.zones:
            living.setdefault(variable.life, []).append(variable)
    watched: dict[str, list[str]] = {}
    for trigger in rules.triggers:
        if trigger.enters:
            watched.setdefault(trigger.enters, []).append(trigger.name)
    about_melds = (ir.Melds, ir.IsCombo, ir.Ask) if layout.casts else (ir.Melds, ir.IsCombo)
    melds = any(isinstance(node, about_melds) for node in nodes(rules))
    return Context(
        program=program,
        parts=parts,
        out=Kernel(),
        covers=bool(covers),
        foresees=foresees,
        knows=knows or foresees,
        rules=rules,
        layout=layout,
        facts=facts,
        definitions={definition.name: definition for definition in rules.definitions},
        given_tables={table.name: table for table in rules.tables},
        combos={combo.name: combo for combo in rules.combos},
        all_cards=(1 << program.cards) - 1,
        living=living,
        orders=orders(max(Counter(program.kind_of).values(), default=1)),
        melds=Melds({name: number for number, name in enumerate(program.combos.patterns)}),
        casting=Casting(melds and program.planner.cast_slot is not None),
        moving=Moving(watched),
        flow=Flow(
            {stage.name: number for number, stage in enumerate(layout.stages, 1)},
            {stage.name: stage for stage in layout.stages},
            {move.name: number for number, move in enumerate(rules.moves)},
            [stores_read(facts, trigger.each, trigger.conditions) for trigger in rules.triggers],
        ),
    )
