"""Combos of cards as lists of melds: found by functions of their own, pattern by pattern."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from croupier.combos import Pattern
from croupier.compile.recognised import asked_together, bounded_sum
from croupier.lowering.base import Env
from croupier.lowering.finders import Finder
from croupier.lowering.groupfinder import Asked, GroupFinder
from croupier.lowering.grouping import Grouping
from croupier.lowering.kernel import NIL, Unlowered
from croupier.lowering.meldlist import ENDLESS, LISTS, LONGEST, MOST_LISTED, PACKED_AT, text
from croupier.lowering.shapes import Cards, FoundMelds, InMeld, Kept, Meld, One, Place, Shape, StoredMelds, places
from croupier_dsl import ir

MOST_SUMS = 4
"""So many sums are told while melds are looked for."""
Added = tuple[ir.Expr, ir.Expr, str, ir.Expr]
"""A part of what is asked of all the cards that bounds a sum; the sum, how it is compared, and with what."""


class Melding(Grouping):
    """The part of the lowering that lists melds. `lists`: is any list written? `listings`: how many have been."""

    def __init__(self, *args: object) -> None:
        super().__init__(*args)
        self.listings = 0
        self._finders: dict[tuple[str, bool, bool], Finder | GroupFinder] = {}
        self._lists: dict[tuple[str, bool], str] = {}
        self.pattern_numbers = {name: number for number, name in enumerate(self.program.combos.patterns)}

    # ------------------------------------------------------------ the melds of a combo
    def listed(
        self, combo: str, cards: Shape, *, once: bool, most: str = "", counted: bool = True, asks: bool = True
    ) -> FoundMelds:
        """The melds that some of the cards make; `once`: of those that read the same one; no more than `most`. `asks`:
        is it asked of them what a combo asks of all its cards, as far as that is more than sums, and counted? Else
        whoever wants them asks them by and by (see `holds`)."""
        parts = self.program.combos.parts(combo)
        for part in parts:
            self._can_be_found(part)
        counted = counted and self.covers
        self.lists()
        self._sums_again(parts)
        held, at = self.let(self.mask(cards), "m_"), places(cards)
        for zone in (self.living if at is None else {zone for zone, _ in at}) if self.foresees else ():
            self.veiled_among(zone, held)
        wild, noted = self.let(self.wild(), "m_"), self.first_copies(cards, held)
        if not most and not any(self.asked_beyond(part) or self._asked_anew(part, asks=asks) for part in parts):
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
            if whole is None or not asks:
                self.list_pattern(part, held, wild, noted, int(once), upto, asks=asks)
            else:
                first = self.let("G_top[0]")
                self.list_pattern(part, held, wild, noted, int(once and not self._of_each_copy(whole)), str(ENDLESS))
                self._left_by(part, whole, first, upto, at, once=once)
        self.overflow()
        return self._told_found(
            combo, FoundMelds(low, self.let(f"G_top[0] - {low}"), places(cards), held, noted), counted
        )

    def _left_by(
        self, part: str, whole: ir.Expr, first: str, upto: str, at: tuple[Place, ...] | None, *, once: bool
    ) -> None:
        """Of the melds from the first on those stay of which it holds that all their cards are asked together; of those
        that read the same, the first."""
        left, end, h = self.let(first), self.let("G_top[0]"), self.name("h")
        apart = once and self._of_each_copy(whole)
        self.known.append({})
        with self.block(f"for {h} in range({first}, {end}):"):
            again = f" and ({left} == {first} or not reads_same({left} - 1, {h}))" if apart else ""
            with self.block(f"if {left} < {upto}{again}:"):
                test = self.holds(part, self.meld_found(h, at))
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
        for part, patterns in self._found_with(combo).items():
            with self.block(f"if {met} & {patterns}:"):
                self.fires(self.combos[part].path)

    def _found_with(self, combo: str) -> dict[str, int]:
        """What counts where melds of a combo are found: it, their patterns, and the groups that these are made of; for
        each the patterns with which it does, as bits."""
        parts = self.program.combos.parts(combo)
        every = sum(1 << self.pattern_numbers[part] for part in set(parts))
        found: dict[str, int] = {}
        for name in (combo, *parts):
            for each in self.found_in(name):
                found[each] = found.get(each, 0) | (every if name == combo else 1 << self.pattern_numbers[name])
        return found

    def one_by_one(self, collection: ir.Expr, env: Env) -> Shape:
        """A collection that is gone through as far as is asked: of melds, which the reference then finds one by one,
        those are counted that are come to."""
        melds = self._found_one_by_one(collection) if self.covers else None
        parts = () if melds is None else self.program.combos.parts(melds.combo)
        if melds is None or (len(parts) == 1 and not self.asks_each(parts[0])):
            return self.shape(collection, env)
        if collection is not melds:
            raise Unlowered("melds that are found one by one, counted")
        found = self.listed(melds.combo, self.shape(melds.cards, env), once=False, counted=False, asks=False)
        asked = [part for part in parts if self.asked_beyond(part) is not None or self.asked_apart(part)]
        met = self.let("0")

        def come_to(item: Shape) -> str:
            assert isinstance(item, Meld)
            holds = self.holds_of_its_pattern(asked, item) if asked else "1"
            with self.block(f"if {holds}:"):
                for number, (part, patterns) in enumerate(self._found_with(melds.combo).items()):
                    with self.block(f"if {patterns} >> {item.pattern} & 1 and ({met} >> {number} & 1) == 0:"):
                        self.line(f"{met} = {met} | {1 << number}")
                        self.fires(self.combos[part].path)
            return holds

        return Kept(found, come_to)

    def holds_of_its_pattern(self, parts: Sequence[str], meld: Meld, *, again: bool = False) -> str:
        """Is a meld that has been listed what its pattern asks of all its cards, if that is one of these? A test."""
        holds = self.let("1")
        for part in parts:
            with self.block(f"if {meld.pattern} == {self.pattern_numbers[part]}:"):
                self.line(f"{holds} = 1 if {self.holds(part, meld, again=again)} else 0")
        return holds

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

    def list_pattern(
        self, name: str, held: str, wild: str, noted: str, once: int, upto: str, *, asks: bool = True
    ) -> None:
        rule, pattern = self.combos[name], self.program.combos.patterns[name]
        assert isinstance(rule, ir.Pattern)
        sums = self._sums_of(name)
        bounds = "".join(f", {low}, {high}" for low, high in (self._bounds(*each) for each in sums))
        finder = self._finder(rule, pattern, tuple(table for table, _, _ in sums), asks=asks)
        self.line(f"{finder.name}({finder.given}{held}, {wild}, {noted}, {once}, {upto}{bounds})")

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

    def _finder(self, rule: ir.Pattern, pattern: Pattern, sums: tuple[str, ...], *, asks: bool) -> Finder | GroupFinder:
        grouped = pattern.group is not None
        key = rule.name, asks or not (grouped and self.asked_apart(rule.name)), grouped and self.strict(rule.whole)
        if key not in self._finders and pattern.group is not None:
            asked = self._asked_in_finder(rule, asks=asks)
            found = self.group_finder(rule, pattern, self.pattern_numbers[rule.name], asked)
            self.functions += found.text().splitlines()
            self._finders[key] = found
        if key not in self._finders:
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
            self._finders[key] = made
        return self._finders[key]

    def _asked_in_finder(self, rule: ir.Pattern, *, asks: bool) -> Asked:
        """What the functions that list groups in sequence ask of all their cards; where it may be asked apart, whether
        they add up, which the reference has known before, and the rest only if it `asks`."""
        if rule.whole is None:
            return Asked()
        if not self.asked_apart(rule.name):
            return Asked(self.asked_plainly([rule.whole]))
        added = self.asked_plainly([part for part, *_ in self._summed(rule.name)])
        if not asks or self.program.combos.wholes[rule.name].told:
            return Asked(added)
        if not self.strict(rule.whole):
            return Asked(added, self.asked_plainly([rule.whole], in_order=True))
        return Asked(added, counted=self.asked_counting(rule.whole), counting=self.layout.cell("counting"))

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

    def counts_whole(self, name: str) -> bool:
        """Is something counted as it is asked what a combo asks of all its cards?"""
        rule = self.combos[name]
        return isinstance(rule, ir.Pattern) and self.strict(rule.whole)

    def asks_each(self, name: str) -> bool:
        """The same of each meld, beyond what they add up to?"""
        return self.counts_whole(name) and not self.program.combos.wholes[name].told

    def asked_apart(self, name: str) -> bool:
        """May it have to be asked apart what a combo asks of all its cards? Something is counted, or the cards of a
        sequence of groups, of which there may be several of the same cards, are asked in their order."""
        rule = self.combos[name]
        if not isinstance(rule, ir.Pattern) or rule.whole is None:
            return False
        return self.strict(rule.whole) or (bool(rule.of) and self.heeds_order(rule.whole))

    def _asked_anew(self, name: str, *, asks: bool) -> bool:
        """Does it take more than to know the list still, as there are sums, or something is counted or asked later?"""
        return bool(self._sums_of(name)) or self.asks_each(name) or (not asks and self.asked_apart(name))

    def holds(self, name: str, meld: Meld, *, again: bool = False) -> str:
        """Is a meld that has been listed what its combo asks of all its cards, beyond what it had to be to be listed? A
        test. `again`: sums are asked again, and counted."""
        rule = self.combos[name]
        assert isinstance(rule, ir.Pattern)
        assert rule.whole is not None
        whole = rule.whole
        env: Env = {0: One(str(NIL), True), 1: InMeld(meld)}

        def added(part: ir.Expr) -> str:
            with self.uncounted():
                return self.truth(part, env)

        tests: list[Callable[[], str]] = [lambda: self.truth(whole, env)]
        if self.strict(whole):
            listed = self._listed_by(name)
            before = () if rule.of else (each[0] for each in self._summed(name) if each not in listed)
            tests = [*(partial(added, part) for part in before), *(tests if again or self.asks_each(name) else ())]
        with self.cast_in(meld if self.casts(whole) else None):
            return self.atom(self.logic("and", tests))

    def _sums_again(self, parts: Sequence[str]) -> None:
        """Written where melds are asked for: what their cards have to add up to, and what each kind adds, is worked out
        anew if play changes any of it."""
        for part in dict.fromkeys(parts):
            if self.counts_whole(part) and not self.program.combos.wholes[part].settled:
                head = f"adding_{self.pattern_numbers[part]}(S)"
                self.line(f"{self.helper(head, partial(self._sums_counted, part))}(S)")

    def _sums_counted(self, name: str) -> None:
        nobody: Env = {0: One(str(NIL), True), 1: One(str(NIL), True)}
        sample = [card for card in self.program.combos.sample if card is not None]
        with self.block(f"if {self.layout.cell('counting')} == 0:"):
            self.line("return 0")
        for _, left, _, right in self._summed(name):
            if self.told(left):
                with self.block(f"for k in range(0, {len(sample)}):"):
                    card = Cards(((self.let(f"BIT({self.table(sample)}[k])", "m_"), None),))
                    self.let(self.one(left, {**nobody, 1: card}).text)
            self.let(self.one(right, nobody).text)
        self.line("return 0")

    def _sums_of(self, name: str) -> list[tuple[str, str, ir.Expr]]:
        """Tables of what each kind adds, and the bounds of the sums that melds are listed by."""
        rule = self.combos[name]
        assert isinstance(rule, ir.Pattern)
        if rule.of:  # its functions ask it themselves
            return []
        found: list[tuple[str, str, ir.Expr]] = []
        for _, left, way, right in self._listed_by(name):
            each = self.program.planner.plan(left)
            sample = self.program.combos.sample
            adds = [0 if card is None else each(None, [None, [card]]) or 0 for card in sample]  # type: ignore[arg-type]  # it reads no state
            found.append((self.table(adds), way, right))
        return found

    def _listed_by(self, name: str) -> list[Added]:
        """The sums that melds are listed by."""
        return [each for each in self._summed(name) if self.reads(each[1]) <= {1}][:MOST_SUMS]

    def _summed(self, name: str) -> list[Added]:
        """What the cards have to add up to."""
        rule = self.combos[name]
        assert isinstance(rule, ir.Pattern)
        added = ((part, bounded_sum(self.facts, part, 1)) for part in self._asked_together(rule.whole))
        return [(part, *found) for part, found in added if found is not None]

    def _asked_together(self, whole: ir.Expr | None) -> list[ir.Expr]:
        return [] if whole is None else list(asked_together(self.definitions, whole))

    def _bounds(self, table: str, op: str, bound: ir.Expr) -> tuple[str, str]:
        nobody: Env = {0: One(str(NIL), True), 1: One(str(NIL), True)}
        if self.strict(bound) and not self.reads(bound):  # settled once and for all
            settled = self.program.planner.constant(bound)
            value = One(str(NIL if settled is None else int(settled)), settled is None)
        else:
            with self.uncounted():  # it has been counted with all that they add up to
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
