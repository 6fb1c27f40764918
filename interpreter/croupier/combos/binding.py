"""The combos of a program: declarations bound to the deck, asked about cards on the table and in hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, wraps
from itertools import combinations, islice, product
from typing import TYPE_CHECKING, TypeVar

from croupier.base.effort import EFFORT
from croupier.base.faults import RulesFault
from croupier.base.prices import ARRANGED, ASKED, MELD
from croupier.base.values import Env, Fn, Meld, Value, as_list, cards_of
from croupier.combos import patterns
from croupier.combos.declared import Deck, Naturals, bound
from croupier.combos.forms import Form
from croupier.combos.isolation import near
from croupier.combos.layout import MeldLayout
from croupier.combos.patterns import Adding, Pattern
from croupier.combos.solver import Solver
from croupier.model.copies import noted_first
from croupier_dsl import ir
from croupier_dsl.analysis import nodes, slots_read, state_read

if TYPE_CHECKING:
    from croupier.compile.evaluate import Planner
    from croupier.compile.wholes import Whole
    from croupier.model.program import Program
    from croupier.model.state import State

Found = TypeVar("Found")
Question = Callable[["ComboTable", "State", str, Value], Found]

WILD = 1000
"""The use of a wild card to its holder: as much as this many cards that go together with one."""


def _told(ask: Question[Found]) -> Question[Found]:
    """Return a question about cards, of which a fault says which cards they were."""

    @wraps(ask)
    def asked(table: ComboTable, s: State, name: str, cards: Value) -> Found:
        try:
            return ask(table, s, name, cards)
        except RulesFault as fault:
            fault.cards = fault.cards or _which(s, cards_of(cards))
            raise

    return asked


def _which(s: State, cards: Sequence[int]) -> str:
    """Return how many cards, and their place if it is one: nothing that is not public."""
    homes = {s.home[card] for card in cards}
    place = f" of {s.program.place_name(homes.pop())}" if len(homes) == 1 else ""
    return f"{len(cards)} cards{place}"


class ComboTable:
    """The combos of one program, with a solver for each set of wild kinds that play has met."""

    def __init__(self, program: Program, planner: Planner) -> None:
        self.program = program
        self.planner = planner
        self.combos = {combo.name: combo for combo in program.special.combos}
        self.patterns: dict[str, Pattern] = {}
        self.wholes: dict[str, Whole] = {}
        self.sample: list[int | None] = []
        self.layout = MeldLayout(self)
        self._points: dict[str, tuple[Fn, list[int] | None]] = {}
        self._solvers: dict[tuple[Value, ...], Solver] = {}
        self._forms: dict[tuple[str, frozenset[int]], Form] = {}
        self._empty: set[str] = set()
        self._wild_fn: Fn | None = None
        self._wild_always: frozenset[int] | None = None
        self._wild_key: list[Fn] | None = None
        self._settled: dict[str, Solver] = {}
        self._wild_known: dict[tuple[Value, ...], frozenset[int]] = {}

    def bind(self) -> None:
        """Bind the declarations; sentences about combos can be planned before, but not asked."""
        program = self.program
        first = {kind: card for card, kind in reversed(list(enumerate(program.kind_of)))}
        self.sample = [first.get(kind) for kind in range(len(program.kinds))]
        deck = Deck(program, self.planner, self.combos, self.sample, self.wholes)
        for combo in self.combos.values():
            if isinstance(combo, ir.Pattern):
                self.planner.here = combo.path
                try:
                    if combo.whole is not None:
                        self.wholes[combo.name] = self.planner.whole(combo.whole)
                    self.patterns[combo.name], empty = bound(deck, combo)
                    if empty:
                        self._empty.add(combo.name)
                except RulesFault as fault:
                    raise fault.at(combo.path, combo.where) from None
        self._prepare_wild()

    def forget(self) -> None:
        """Forget values of sentences, to count how often they are evaluated; solvers are kept."""
        self._wild_known.clear()
        self._points.clear()

    # ------------------------------------------------------------ wild cards
    def _prepare_wild(self) -> None:
        wild, written = self.program.special.cards.wild, self.program.rules.cards.wild
        if wild is None or written is None:
            self._wild_always = frozenset()
            return
        self.planner.here = "cards.wild"
        self._wild_fn = self.planner.kept(wild)
        # other kinds may be wild at other times: the rules as written show which, and melds are read by them
        leaves, simple = state_read(self.planner.facts, written)
        if simple:
            self._wild_key = [self.planner.plan(leaf) for leaf in leaves]

    def wild_kinds(self, s: State) -> frozenset[int]:
        """Return the kinds that are wild now."""
        if self._wild_always is not None:
            return self._wild_always
        assert self._wild_fn is not None
        key: tuple[Value, ...] | None = None
        if self._wild_key is not None:
            env: Env = [None, None]
            key = tuple(leaf(s, env) for leaf in self._wild_key)
            known = self._wild_known.get(key)
            if known is not None:
                return known
        test = self._wild_fn
        try:
            found = frozenset(k for k, card in enumerate(self.sample) if card is not None and test(s, [None, card]))
        except RulesFault as fault:
            raise fault.at("cards.wild", self.program.where("cards.wild")) from None
        if key is not None:
            self._wild_known[key] = found
        if key == ():  # it depends on nothing that changes
            self._wild_always = found
        return found

    def may_be_wild(self, s: State, kind: int) -> bool:
        """Return whether the kind is wild, or may have been because wild kinds change."""
        return kind in self.wild_kinds(s) or self._wild_always is None

    def wild_for_good(self, s: State) -> bool:
        """Return whether the same cards are always wild."""
        self.wild_kinds(s)
        return self._wild_always is not None

    def is_wild(self, s: State, card: int) -> bool:
        return self.program.kind_of[card] in self.wild_kinds(s)

    def wilds(self, s: State, meld: Value, standing_in: bool) -> list[int]:
        """Return the cards of a meld that represent others, or those that represent themselves."""
        if isinstance(meld, Naturals):
            return [] if standing_in else [0] * meld.count
        if not isinstance(meld, Meld):
            return []
        wild, kind_of = self.wild_kinds(s), self.program.kind_of
        return [
            card for card, role in zip(meld.cards, meld.roles, strict=True)
            if (kind_of[card] in wild and role != kind_of[card]) is standing_in
        ]  # fmt: skip

    def _adding(self, s: State, name: str) -> tuple[Adding, ...]:
        """Return the current bounds on sums of one pattern's cards."""
        whole = self.wholes.get(name)
        return () if whole is None else whole.adding(s, self.sample)

    def _adds_for_good(self, name: str) -> bool:
        return name not in self.wholes or self.wholes[name].settled

    def adds_for_good(self, name: str) -> bool:
        """Return whether the same cards always make the combo, apart from wild cards."""
        return all(self._adds_for_good(part) and self._summed_up(part) for part in self.parts(name))

    def _summed_up(self, name: str) -> bool:
        return name not in self.wholes or self.wholes[name].told

    def parts(self, name: str) -> tuple[str, ...]:
        """Return the patterns that a combo is made of, each once: its melds are the same however often it is listed."""
        combo = self.combos[name]
        if isinstance(combo, ir.Pattern):
            return (name,)
        return tuple(dict.fromkeys(part for inner in combo.parts for part in self.parts(inner)))

    def may_be_empty(self, name: str) -> bool:
        """Return whether a meld of one pattern may have no cards."""
        return name in self._empty

    @cached_property
    def laid(self) -> tuple[str, ...]:
        """The patterns that melds are made of: all parts of combos that a sentence finds among cards."""
        rules = self.program.rules
        sentences = (rules.tables, rules.definitions, rules.play, rules.stages, rules.moves, rules.triggers)
        named = dict.fromkeys(node.combo for node in nodes(sentences) if isinstance(node, ir.Melds))
        made = {part for name in named for part in self.parts(name)}
        return tuple(name for name in self.patterns if not made or name in made)

    @cached_property
    def open_patterns(self) -> tuple[str, ...]:
        """The patterns to whose melds cards may be added."""
        return tuple(name for name, pattern in self.patterns.items() if not pattern.shut)

    @cached_property
    def arranging(self) -> tuple[str, ...]:
        """The combos to arrange a hand by: the splits that the rules name; without any, the widest of the others that
        take at least two cards."""
        splits = tuple(name for name in self.combos if self.splits(name))
        shut = {name for name in self.combos if any(self.patterns[part].shut for part in self.parts(name))}
        parts = {part for combo in self.combos.values() if isinstance(combo, ir.Either) for part in combo.parts}
        small = {name for name, pattern in self.patterns.items() if pattern.smallest < 2}
        return splits or tuple(name for name in self.combos if name not in parts | small | shut)

    @cached_property
    def wanted(self) -> tuple[str, ...]:
        """Of the combos to arrange a hand by, those that say what it is worth to hold: splits, and combos that a move
        lays out of cards."""
        collections = [choice.collection for move in self.program.rules.moves for choice in move.choices]
        laid = {collection.combo for collection in collections if isinstance(collection, ir.Melds)}
        return tuple(name for name in self.arranging if self.splits(name) or name in laid)

    @cached_property
    def mates(self) -> tuple[int, ...]:
        """By kind: the kinds, as bits, that may be with it in the smallest meld of a wanted combo."""
        kinds = range(len(self.program.kinds))
        patterns = [self.patterns[part] for name in self.wanted for part in self.parts(name)]
        return tuple(
            sum(1 << other for other in kinds if any(near(p, kind, other) for p in patterns)) for kind in kinds
        )

    def matching(self, kinds: Iterable[int]) -> int:
        """Return how many ordered pairs of these cards go together."""
        held, mates = list(kinds), self.mates
        return sum([mates[kind] >> other & 1 for i, kind in enumerate(held) for other in held[:i] + held[i + 1 :]])

    def asked_of_all(self, name: str) -> list[ir.Expr]:
        """Return the conditions on all the cards, which are in slot 1, of each pattern of a combo."""
        parts = [self.combos[part] for part in self.parts(name)]
        return [part.whole for part in parts if isinstance(part, ir.Pattern) and part.whole is not None]

    def splits(self, name: str) -> bool:
        """Return whether the combo is an arrangement of cards, rather than one meld."""
        return isinstance(self.combos[name], ir.Split)

    def solver(self, s: State, name: str) -> Solver:
        """Return the solver of a combo for the cards that are wild now."""
        settled = self._settled.get(name)
        if settled is not None:
            return settled
        wild = self.wild_kinds(s)
        points = self._points_now(s, name)
        changing = {part: self._adding(s, part) for part in self.parts(name) if not self._adds_for_good(part)}
        key = (name, wild, points, *changing.values())
        solver = self._solvers.get(key)
        if solver is None:
            if len(self._solvers) >= 64:
                self._solvers.clear()
            patterns = [self.patterns[part] for part in self.parts(name)]
            solver = Solver([replace(p, adding=changing.get(p.name, p.adding)) for p in patterns], points, wild)
            self._solvers[key] = solver
        if self._wild_always is not None and not self.splits(name) and not changing:
            self._settled[name] = solver
        return solver

    def form(self, s: State, name: str) -> Form:
        """Return one pattern with the cards that are wild now, regardless of bounds on sums."""
        wild = self.wild_kinds(s)
        form = self._forms.get((name, wild))
        if form is None:
            if len(self._forms) >= 64:
                self._forms.clear()
            form = self._forms[name, wild] = Form(self.patterns[name], 0, len(self.program.kinds), wild)
        return form

    def _points_now(self, s: State, name: str) -> tuple[int, ...]:
        combo = self.combos[name]
        if not isinstance(combo, ir.Split):
            return (0,) * len(self.program.kinds)
        if name not in self._points:
            fixed = slots_read(self.planner.facts, combo.least) <= {1}
            fn = self.planner.kept(combo.least) if fixed else self.planner.plan(combo.least)
            self._points[name] = (fn, [_worth(fn, None, card) for card in self.sample] if fixed else None)
        fn, column = self._points[name]
        return tuple(column) if column is not None else tuple(_worth(fn, s, card) for card in self.sample)

    # ------------------------------------------------------------ questions
    @_told
    def melds(self, s: State, name: str, cards: Value) -> list[Meld]:
        """Return all melds of a combo that some of the cards make; of an arrangement, the melds of the best one."""
        if not self.splits(name):
            return list(self.each_meld(s, name, cards))
        held = noted_first(s, self._held(cards))
        copies, dealt = self._copies(held), Counter[int]()
        return [self._deal(name, meld, copies, dealt) for meld in self.solver(s, name).split(self._kinds(held)).melds]

    def offered(self, s: State, name: str, cards: Value) -> list[Meld]:
        """Return the melds, only one of those that read the same; copies with notes go first."""
        return self.melds(s, name, cards) if self.splits(name) else list(self.each_meld(s, name, cards, once=True))

    def each_meld(self, s: State, name: str, cards: Value, *, once: bool = False) -> Iterator[Meld]:
        """Yield the melds of a combo that some of the cards make, found one by one; `once`: those that read the same
        once."""
        held = noted_first(s, self._held(cards))
        kinds = self._kinds(held)
        solver = self.solver(s, name)
        copies = self._copies(held)
        try:
            for number, part in enumerate(self.parts(name)):
                asked = not self._summed_up(part)
                for found in solver.melds(kinds, number):
                    if not asked and (once or len(copies) == len(held)):
                        yield self._deal(name, found, copies, Counter())
                        continue
                    ways = self._ways(name, found, copies)
                    yield from islice((m for m in ways if not asked or self.holds(s, m)), 1 if once else None)
        except RulesFault as fault:
            fault.cards = fault.cards or _which(s, held)
            raise

    def remains(self, s: State, name: str, cards: Value) -> int:
        """Return the deadwood of the best arrangement: points if the rules price cards, else the number of cards."""
        split = self.solver(s, name).split(self._kinds(self._held(cards)))
        return split.points if self.splits(name) else len(split.left)

    @_told
    def is_combo(self, s: State, name: str, cards: Value) -> bool:
        """Return whether the cards make exactly one meld. A meld on the table is of the combo it was laid as."""
        if isinstance(cards, Meld):
            return cards.combo in self.parts(name)
        kinds = self._kinds(self._held(cards))
        if not kinds:
            empty = (Meld(part, (), (), -1) for part in self.parts(name) if part in self._empty)
            return any(self.holds(s, meld) for meld in empty)
        solver = self.solver(s, name)
        copies = self._copies(self._held(cards))
        for number, part in enumerate(self.parts(name)):
            asked = part in self.wholes
            found = solver.readings(kinds, number) if asked else [solver.whole(kinds, number)]
            for meld in found:
                if meld is not None and (not asked or self.holds(s, self._deal(name, meld, copies, Counter()))):
                    return True
        return False

    def holds(self, s: State, meld: Meld) -> bool:
        """Return whether the meld meets its combo's condition on all its cards."""
        whole = self.wholes.get(meld.combo)
        return whole is None or whole.holds(s, meld)

    @_told
    def clears(self, s: State, name: str, cards: Value) -> bool:
        """Return whether every card can be put into disjoint melds."""
        return self.solver(s, name).clears(self._kinds(self._held(cards)))

    @_told
    def discards(self, s: State, name: str, cards: Value) -> frozenset[int]:
        """Return the kinds of which one card may leave so that all the others can be put into disjoint melds."""
        return self.solver(s, name).discards(self._kinds(self._held(cards)))

    # ------------------------------------------------------------ cards and kinds
    def _held(self, cards: Value) -> list[int]:
        found: list[int] = []
        for item in as_list(cards):
            found.extend(item.cards if isinstance(item, Meld) else (item,))
        EFFORT.spend(ASKED + ARRANGED * len(found))
        return sorted(found)

    def _kinds(self, cards: Sequence[int]) -> tuple[int, ...]:
        kind_of = self.program.kind_of
        return tuple([kind_of[card] for card in cards])

    def _copies(self, cards: Sequence[int]) -> dict[int, list[int]]:
        """Return the cards of each kind, in their order."""
        kind_of = self.program.kind_of
        found: dict[int, list[int]] = {}
        for card in cards:
            found.setdefault(kind_of[card], []).append(card)
        return found

    def _deal(self, name: str, meld: patterns.Meld, copies: Mapping[int, Sequence[int]], dealt: Counter[int]) -> Meld:
        """Return a meld of kinds as a meld of the cards at hand, of each kind those after the ones that are dealt."""
        chosen = []
        EFFORT.spend(len(meld.kinds))
        for kind in meld.kinds:
            chosen.append(copies[kind][dealt[kind]])
            dealt[kind] += 1
        return Meld(self.parts(name)[meld.pattern], tuple(chosen), meld.roles, meld.start, (), meld.groups)

    def _ways(self, name: str, meld: patterns.Meld, copies: Mapping[int, Sequence[int]]) -> Iterator[Meld]:
        """Yield a meld of kinds as every meld of the cards at hand."""
        wanted = Counter(meld.kinds)
        for chosen in product(*(combinations(copies[kind], number) for kind, number in wanted.items())):
            EFFORT.spend(MELD)
            yield self._deal(name, meld, dict(zip(wanted, chosen, strict=True)), Counter())


def _worth(fn: Fn, s: State | None, card: int | None) -> int:
    """Return the points of a card; nothing counts as 0."""
    return 0 if card is None else (fn(s, [None, card]) or 0)  # type: ignore[arg-type]  # without a state for a fixed table
