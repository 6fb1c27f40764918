"""Combos of cards as lists of melds: found by functions of their own, pattern by pattern."""

from __future__ import annotations

from croupier.combos import Pattern
from croupier.compile.recognised import parts, summed
from croupier.lowering.base import Env
from croupier.lowering.finders import Finder
from croupier.lowering.groupfinder import GroupFinder
from croupier.lowering.grouping import Grouping
from croupier.lowering.kernel import NIL, Unlowered
from croupier.lowering.meldlist import ENDLESS, LISTS, LONGEST, MOST_LISTED, PACKED_AT, text
from croupier.lowering.shapes import FoundMelds, InMeld, Kept, Meld, One, Place, Shape, StoredMelds, places
from croupier_dsl import ir

MOST_SUMS = 4
"""So many sums are told while melds are looked for."""
MIRRORED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "is": "is"}


class Melding(Grouping):
    """The part of the lowering that lists melds. `lists`: is any list written? `listings`: how many have been."""

    def __init__(self, *args: object) -> None:
        super().__init__(*args)
        self.listings = 0
        self._finders: dict[str, Finder | GroupFinder] = {}
        self._lists: dict[tuple[str, bool], str] = {}
        self.pattern_numbers = {name: number for number, name in enumerate(self.program.combos.patterns)}

    # ------------------------------------------------------------ the melds of a combo
    def listed(self, combo: str, cards: Shape, *, once: bool, most: str = "", counted: bool = True) -> FoundMelds:
        """The melds that some of the cards make; `once`: of those that read the same one; no more than `most`."""
        parts = self.program.combos.parts(combo)
        for part in parts:
            self._can_be_found(part)
        if (most or not counted) and any(self.strict(self.asked_beyond(part)) for part in parts):
            raise Unlowered("what a combo asks of all its cards, counted")
        counted = counted and self.covers
        self.lists()
        held, at = self.let(self.mask(cards), "m_"), places(cards)
        for zone in (self.living if at is None else {zone for zone, _ in at}) if self.foresees else ():
            self.veiled_among(zone, held)
        wild, noted = self.let(self.wild(), "m_"), self.first_copies(cards, held)
        if not most and not any(self._sums_of(part) or self.asked_beyond(part) for part in parts):
            found = self.let(f"{self._list_of(combo, once)}({held}, {wild}, {noted})")
            self.overflow()
            low, many = f"{found} >> {PACKED_AT}", f"{found} & {(1 << PACKED_AT) - 1}"
            return self._told_found(
                combo, FoundMelds(self.let(low), self.let(many), places(cards), held, noted), counted
            )
        low = self.let("G_top[0]")
        upto = self.let(f"{low} + {most}") if most else str(ENDLESS)
        for part in parts:
            whole = self.asked_beyond(part)
            if whole is None:
                self.list_pattern(part, held, wild, noted, int(once), upto)
            else:
                first = self.let("G_top[0]")
                self.list_pattern(part, held, wild, noted, int(once and not self._of_each_copy(whole)), str(ENDLESS))
                self._left_by(whole, first, upto, at, once=once)
        self.overflow()
        return self._told_found(
            combo, FoundMelds(low, self.let(f"G_top[0] - {low}"), places(cards), held, noted), counted
        )

    def _left_by(self, whole: ir.Expr, first: str, upto: str, at: tuple[Place, ...] | None, *, once: bool) -> None:
        """Of the melds from the first on those stay of which it holds that all their cards are asked together; of those
        that read the same, the first."""
        left, end, h = self.let(first), self.let("G_top[0]"), self.name("h")
        apart = once and self._of_each_copy(whole)
        self.known.append({})
        with self.block(f"for {h} in range({first}, {end}):"):
            again = f" and ({left} == {first} or not reads_same({left} - 1, {h}))" if apart else ""
            with self.block(f"if {left} < {upto}{again}:"):
                meld = self.meld_found(h, at)
                with self.cast_in(meld if self.casts(whole) else None):
                    test = self.atom(self.truth(whole, {0: One(str(NIL), True), 1: InMeld(meld)}))
                with self.block(f"if {test}:"):
                    self.line(f"{left} = keep_meld({left}, {h})")
        self.known.pop()
        self.line(f"G_top[0] = {left}")

    def _of_each_copy(self, whole: ir.Expr) -> bool:
        """Is it asked of melds of other copies too? It may be another for them, or is counted for each."""
        apart = self.facts.told_apart((whole,))
        by_kind = apart is not None and all(what in ("attribute", "wild") for what, _ in apart)
        return not self.no_copies and (self.strict(whole) or not by_kind)

    def _told_found(self, combo: str, found: FoundMelds, counted: bool) -> FoundMelds:
        """It is counted that melds have been found, and of which combos."""
        if counted:
            met, i = self.let("0"), self.name("i")
            with self.block(f"for {i} in range({found.low}, {found.low} + {found.count}):"):
                self.line(f"{met} = {met} | 1 << G_follows[{i}]")
            self.made_of(combo, met)
        return found

    def made_of(self, combo: str, met: str) -> None:
        """It is counted that melds of a combo have been found; of which patterns is told by bits."""
        for part in dict.fromkeys((combo, *self.program.combos.parts(combo))):
            self.made(part, f"{met} != 0" if part == combo else f"{met} >> {self.pattern_numbers[part]} & 1")

    def one_by_one(self, collection: ir.Expr, env: Env) -> Shape:
        """A collection that is gone through as far as is asked: of melds, which the reference then finds one by one,
        those are counted that are come to."""
        melds = self._found_one_by_one(collection) if self.covers else None
        if melds is None or len(self.program.combos.parts(melds.combo)) == 1:
            return self.shape(collection, env)
        if collection is not melds:
            raise Unlowered("melds that are found one by one, counted")
        found = self.listed(melds.combo, self.shape(melds.cards, env), once=False, counted=False)
        met = self.let("0")

        def come_to(item: Shape) -> str:
            assert isinstance(item, Meld)
            for number, part in enumerate(("", *self.program.combos.parts(melds.combo))):
                of_it = f"{item.pattern} == {self.pattern_numbers[part]}" if part else "1"
                with self.block(f"if {of_it} and ({met} >> {number} & 1) == 0:"):
                    self.line(f"{met} = {met} | {1 << number}")
                    self.made(part or melds.combo, "1")
            return "1"

        return Kept(found, come_to)

    def _found_one_by_one(self, collection: ir.Expr) -> ir.Melds | None:
        """The melds that a collection is made of, if the reference finds its elements one by one."""
        match collection:
            case ir.Melds(combo=combo):
                return None if isinstance(self.combos[combo], ir.Split) else collection
            case ir.Filter(collection=inner, condition=asked, if_possible=False) | ir.Map(collection=inner, body=asked):
                found = self._found_one_by_one(inner)
                if found is not None and self.told(asked):
                    raise Unlowered("what is asked of melds that are found one by one, counted")
                return found
            case ir.Defined(name=name):
                return self._found_one_by_one(self.definitions[name].body)
        return None

    def _list_of(self, combo: str, once: bool) -> str:
        """The function that lists the melds of a combo, or knows the list still."""
        if (combo, once) not in self._lists:
            name, number, noted = self.name("melds_"), len(self._lists) + 1, ", ".join(self.orders)
            with self.function(f"{name}(m_held, m_wild, {noted})"):
                self.line(f"at = {2 + len(self.orders)} * HASH(m_held, {LISTS})")
                with self.block(f"if known_list(at, {number}, m_held, m_wild, {noted}):"):
                    self.line("return G_known[at + 2]")
                self.line("low = G_top[0]")
                for part in self.program.combos.parts(combo):
                    self.list_pattern(part, "m_held", "m_wild", noted, int(once), str(ENDLESS))
                self.line(f"keep_list(at, {number}, low, m_held, m_wild, {noted})")
                self.line(f"return low << {PACKED_AT} | G_top[0] - low")
            self._lists[combo, once] = name
        return self._lists[combo, once]

    def lists(self) -> None:
        """Melds are listed: what that takes is written once."""
        self.listings += 1
        if self.listings == 1:
            self.functions += text(*self.kinds(), self.program.kind_of, self.orders).splitlines()

    def overflow(self) -> None:
        with self.block("if G_full[0]:"):
            self.line(f"{self.layout.cell('fault')} = 1")
            self.line("G_full[0] = 0")

    def list_pattern(self, name: str, held: str, wild: str, noted: str, once: int, upto: str) -> None:
        rule, pattern = self.combos[name], self.program.combos.patterns[name]
        assert isinstance(rule, ir.Pattern)
        sums = self._sums_of(name)
        bounds = "".join(f", {low}, {high}" for low, high in (self._bounds(*each) for each in sums))
        finder = self._finder(rule, pattern, tuple(table for table, _, _ in sums))
        self.line(f"{finder.name}({held}, {wild}, {noted}, {once}, {upto}{bounds})")

    def _can_be_found(self, name: str) -> None:
        rule, pattern = self.combos[name], self.program.combos.patterns[name]
        assert isinstance(rule, ir.Pattern)
        if pattern.group is not None:
            self.check_grouped(rule, pattern)
            return
        if len(self.program.kinds) > 250 or pattern.length > LONGEST:
            raise Unlowered(f"a list of melds in so long a sequence as {rule.name}")
        if pattern.different is not None and (pattern.places is not None or max(pattern.different) >= LONGEST):
            raise Unlowered(f"a list of melds such as {rule.name}")
        if pattern.places is not None and self.rules.cards.wild is not None and pattern.wilds.most != 0:
            form = self.form(pattern)
            every = {(group, place) for group in form.values for place in range(form.length)}
            plain = all(form.roles.get(each, -1) >= 0 for each in every)
            if not plain and (len(form.values) > 1 or pattern.declared):
                raise Unlowered(f"a list of runs with wild cards such as {rule.name}")

    def _finder(self, rule: ir.Pattern, pattern: Pattern, sums: tuple[str, ...]) -> Finder | GroupFinder:
        if rule.name not in self._finders and pattern.group is not None:
            grouped = self.group_finder(rule, pattern, self.pattern_numbers[rule.name])
            self.functions += grouped.text().splitlines()
            self._finders[rule.name] = grouped
        if rule.name not in self._finders:
            form = self.form(pattern)
            kinds, kind_of = self.kinds()
            groups = [form.values.index(group) if group in form.values else -1 for group in form.groups]
            members = [
                sum(1 << card for card, kind in enumerate(self.program.kind_of) if groups[kind] == number)
                for number in range(len(form.values))
            ]
            tables = {
                "m_KINDS": kinds, "T_KIND": kind_of, "m_MEMBERS": self.table(members, "m_"),
                "ALL_GROUPS": str(len(members)), "T_GROUP": self.table(groups), "ALL_KINDS": str(len(groups)),
                "m_noted": ", ".join(self.orders),
            }  # fmt: skip
            if pattern.different is not None:
                tables["T_DIFFERS"] = self.table(pattern.different)
            if pattern.places is not None:
                lying = [sum(1 << place for place in places) for places in form.places]
                tables["T_PLACES"], tables["m_PLACES"] = self.table(lying), self.table(lying, "m_")
                roles = [form.roles.get((group, place), -1) for group in form.values for place in range(form.length)]
                tables["T_ROLE"] = self.table(roles)
            made = Finder(self.name("w_"), form, self.pattern_numbers[rule.name], tables, sums)
            self.functions += made.text().splitlines()
            self._finders[rule.name] = made
        return self._finders[rule.name]

    def stored_melds(self, shape: Shape) -> FoundMelds | StoredMelds:
        """The melds as such that have been listed, so that they stay what they are."""
        if isinstance(shape, FoundMelds | StoredMelds):
            return shape
        self.lists()
        array, count = self.array(MOST_LISTED), self.let("0")

        def put(meld: Shape) -> None:
            assert isinstance(meld, Meld)
            self.full(count, MOST_LISTED)
            number = meld.found
            if not number:
                at = meld.at or ()
                lying = bool(at) and all(self.layout.form(zone) == "melds" for zone, _ in at)
                number = f"take_up(S, {meld.text}" if lying else f"alike_meld({meld.text}"
                number += f", {meld.pattern})"
            self.line(f"{array}[{count}] = {number}")
            self.line(f"{count} += 1")

        self.each(shape, put)
        self.overflow()
        return StoredMelds(array, count, places(shape))

    # ------------------------------------------------------------ what all the cards add up to
    def asked_beyond(self, name: str) -> ir.Expr | None:
        """What a combo asks of all its cards together, if it is more than sums; its functions may ask it themselves."""
        rule = self.combos[name]
        assert isinstance(rule, ir.Pattern)
        summed_up = rule.of or len(self._sums_of(name)) == len(self._asked_together(rule.whole))
        return None if summed_up else rule.whole

    def _sums_of(self, name: str) -> list[tuple[str, str, ir.Expr]]:
        """Tables of what each kind adds, and the bounds of the sums."""
        rule = self.combos[name]
        assert isinstance(rule, ir.Pattern)
        if rule.of:  # its functions ask it themselves
            return []
        found: list[tuple[str, str, ir.Expr]] = []
        for part in self._asked_together(rule.whole):
            match part:
                case ir.Order(op=op, left=left, right=right):
                    way: str = op
                case ir.Same(left=left, right=right):
                    way = "is"
                case _:
                    continue
            if not summed(self.facts, left, 1):
                left, right, way = right, left, MIRRORED[way]
            apart = self.facts.told_apart((left,))
            by_kind = apart is not None and all(what in ("attribute", "wild") for what, _ in apart)
            if not by_kind or not summed(self.facts, left, 1) or not self.reads(left) <= {1} or 1 in self.reads(right):
                continue
            each = self.program.planner.plan(left)
            sample = self.program.combos.sample
            adds = [0 if card is None else each(None, [None, [card]]) or 0 for card in sample]  # type: ignore[arg-type]  # it reads no state
            found.append((self.table(adds), way, right))
        return found[:MOST_SUMS]

    def _asked_together(self, whole: ir.Expr | None) -> list[ir.Expr]:
        found: list[ir.Expr] = []
        for part in () if whole is None else parts(whole):
            match part:
                case ir.Defined(name=name, subject=ir.Local(slot=1)):
                    found += self._asked_together(self.definitions[name].body)
                case _:
                    found.append(part)
        return found

    def _bounds(self, table: str, op: str, bound: ir.Expr) -> tuple[str, str]:
        nobody: Env = {0: One(str(NIL), True), 1: One(str(NIL), True)}
        if self.strict(bound):  # settled once and for all, and counted then
            settled = self.program.planner.constant(bound)
            value = One(str(NIL if settled is None else int(settled)), settled is None)
        else:
            value = self.copied(self.one(bound, nobody))
        text, least, most = value.text, str(-ENDLESS), str(ENDLESS)
        low, high = {
            "is": (text, text), "<": (least, f"{text} - 1"), "<=": (least, text), ">": (f"{text} + 1", most),
            ">=": (text, most),
        }[op]  # fmt: skip
        if value.nil:  # of nothing there is no sum
            low, high = (
                self.let(f"{each} if {value.text} != {NIL} else {never}") for each, never in ((low, 1), (high, 0))
            )
        return low, high
