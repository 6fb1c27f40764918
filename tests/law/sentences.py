"""Well-typed sentences and statements drawn by chance, with nothing in them wherever that may be."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from croupier.base.chance import Stream

KINDS = ("number", "truth", "player", "team", "card", "rank", "suit")
MANY = ("cards", "players", "numbers", "ranks")


class Draw:
    """Draws sentences; `scope` holds what may be named besides: (name, type), innermost last."""

    def __init__(self, seed: int) -> None:
        self.stream = Stream(seed)
        self.scope: list[tuple[str, str]] = []
        self.names = 0
        self.me = "me"
        self.made: list[str] = []
        self.effects: list[str] = []

    def below(self, n: int) -> int:
        return self.stream.below(n)

    def of(self, items: Sequence[str]) -> str:
        return items[self.below(len(items))]

    def fresh(self) -> str:
        self.names += 1
        return f"n{self.names}"

    def within(self, name: str, sort: str, make: Callable[[], str]) -> str:
        self.scope.append((name, sort))
        try:
            return make()
        finally:
            self.scope.pop()

    def known(self, name: str, otherwise: str) -> str:
        return name if name in self.made else otherwise

    # ------------------------------------------------------------ sentences
    def one(self, sort: str, depth: int) -> str:
        """A sentence of this type, in parentheses unless it is a word."""
        known = [name for name, its in self.scope if its == sort]
        if known and self.below(3) == 0:
            return self.of(known)
        if depth <= 0:
            return self.leaf(sort)
        makers = getattr(self, f"_{sort}")
        return f"({makers(depth - 1)})"

    def leaf(self, sort: str) -> str:
        leaves = {
            "number": ["0", "1", "3", "none", "few", "-2", "(bid of ME)", "(mark of who)", "(count of hand of ME)", "(note of held)"],
            "truth": ["open", "flag", "(ripe of held)", "(held is none)", "(7S in hand)"],
            "player": ["ME", "who", "who", "(friend of ME)", "(left of ME)", "(last of (players where flag))"],
            "team": ["(team of ME)", "side", "(team of who)"],
            "card": ["held", "held", "(top of stock)", "(top of pile)", "spare", "(front of who)", "(first of board)", "(last of grid of ME)"],
            "rank": ["K", "(rank of held)", "(rank of top of pile)"],
            "suit": ["hearts", "trump", "(suit of held)"],
            "cards": ["stock", "pile", "board", "(hand of ME)", "(hand of who)", "some_cards", "(cards of laid)", "(kept of side)", "deck", "(grid of players)", "shelf"],
            "players": ["players", "some_players", "(members of side)", "(players where flag)", "(friend of players)"],
            "numbers": ["(1..few)", "(few..0)", "(mark of players)", "(bid of players)", "(1/3/0)", "(few..(bid of ME))"],
            "ranks": ["(rank of hand of ME)", "(values of rank)", "(rank of some_cards)", "(A..5)"],
        }  # fmt: skip
        return self.of(leaves[sort]).replace("ME", self.me)

    def ordered(self, depth: int) -> str:
        return self.of(["stock", "pile", "board", "some_cards", f"(top {self.one('number', depth)} of stock)"])

    def _choice(self, sort: str, d: int) -> str:
        return f"if {self.one('truth', d)} then {self.one(sort, d)} else {self.one(sort, d)}"

    def _any(self, sort: str, d: int, options: Sequence[Callable[[], str]]) -> str:
        n = self.below(len(options) + 1)
        if n == len(options):
            return self._choice(sort, d)
        return options[n]()

    def _number(self, d: int) -> str:
        one = self.one
        return self._any("number", d, [
            lambda: f"{one('number', d)} {self.of('+-*')} {one('number', d)}",
            lambda: f"{one('number', d)} {self.of(['div', 'mod'])} {one('number', d)}",
            lambda: f"- {one('number', d)}",
            lambda: f"{one('truth', d)} {self.of('+-*')} {one('number', d)}",
            lambda: f"alike of {one('rank', d)}",
            lambda: f"gauge of {one('card', d)} for {one('player', d)}",
            lambda: f"sum of gauge of {one('cards', d)} for {one('player', d)}",
            lambda: f"count of {one(self.of(MANY), d)}",
            lambda: f"sum of {one('numbers', d)}",
            lambda: f"{self.of(['highest', 'lowest', 'first', 'last'])} of {one('numbers', d)}",
            lambda: f"worth of {one('card', d)}",
            lambda: f"sum of worth of {one('cards', d)}",
            lambda: f"luck of {one('player', d)}",
            lambda: f"{self.of(['mark', 'bid'])} of {one('player', d)}",
            lambda: f"seat of {one('player', d)}",
            lambda: f"note of {one('card', d)}",
            lambda: f"{self.of(['place', 'line', 'column', 'place of spot'])} of {one('card', d)}",
            lambda: f"{self.of(['place', 'line', 'column'])} of {self.spot(d)}",
            lambda: f"count of spots of {self.of(['board', 'shelf', 'grid of who', 'grid of players', 'kept of side'])}",
            lambda: f"bet of ({one('number', d)}) of {one('player', d)}",
            lambda: f"sum of bet of ({one('numbers', d)}) of {one(self.of(['player', 'players']), d)}",
            lambda: "gap", lambda: self.known("level", "3"), lambda: "few", lambda: self.known("rich", "seat") + f" of {one('player', d)}",
            lambda: f"count of {self.of(['set', 'run', 'any', 'best', 'sums', 'stairs'])} of hand of {one('player', d)}",
            lambda: f"sum of worth of ((hand of who) without best of {one('cards', 0)})",
            lambda: f"count of spots of first of {self.of(['laid', 'laid', 'own of last of players'])}",
        ])  # fmt: skip

    def _truth(self, d: int) -> str:
        one = self.one
        return self._any("truth", d, [
            lambda: f"{one('number', d)} {self.of(['<', '<=', '>', '>=', 'is', 'is not'])} {one('number', d)}",
            lambda: (lambda k: f"{one(k, d)} {self.of(['is', 'is not'])} {one(k, d)}")(self.of(KINDS)),
            lambda: f"{one('rank', d)} {self.of(['<', '>='])} {one('rank', d)}",
            lambda: f"{one('truth', d)} {self.of(['and', 'or'])} {one('truth', d)}",
            lambda: f"not {one('truth', d)}",
            lambda: f"{one('number', d)} {self.of(['in', 'not in'])} {one('numbers', d)}",
            lambda: f"{one('card', d)} in {one('cards', d)}",
            lambda: f"{one('player', d)} in {one('players', d)}",
            lambda: f"{one('rank', d)} in {one('ranks', d)}",
            lambda: f"{one(self.of(MANY), d)} is {self.of(['', 'not '])}empty",
            lambda: f"{self.of(['some', 'none'])} of {self._where(d)}",
            lambda: f"{one('card', d)} is {self.of(['revealed', 'wild', 'ripe', 'QS', '7S/joker', 'QS/QH', self.known('heavy', 'wild')])}",
            lambda: f"{one('cards', d)} is {self.of(['set', 'run', 'any', 'sums', 'stairs'])}",
            lambda: f"tops of {one('card', d)} for {one('card', d)}",
            lambda: f"{one('card', d)} fits first of spots of {self.of(['laid', 'own of who'])}",
            lambda: f"{one('card', d)} fits spot of {one('card', d)}",
            lambda: f"some of {self.of(['laid', '(own of players)', 'own of who'])} where it is {self.of(['run', 'stairs', 'sums'])}",
            lambda: f"{self.of(['spare', 'front of who'])} is empty",
            lambda: f"{self.spot(d)} is {self.of(['empty', 'not empty', 'none', self.spot(d)])}",
            lambda: f"{self.spot(d)} {self.of(['in', 'not in'])} neighbours of {one('card', d)}",
            lambda: f"some of {one('numbers', d)} where rack is empty or bet of who is {one('number', d)}",
        ])  # fmt: skip

    def _where(self, d: int) -> str:
        sort, single = self.of(["cards card", "players player", "numbers number", "ranks rank"]).split()
        name = self.fresh()
        inner = self.within(name, single, lambda: self.one("truth", d))
        return f"{self.one(sort, d)} as {name} where {inner}"

    def _filter(self, sort: str, single: str, d: int) -> str:
        name = self.fresh()
        inner = self.within(name, single, lambda: self.one("truth", d))
        return f"{self.one(sort, d)} as {name} {self.of(['', 'if possible '])}where {inner}"

    def _player(self, d: int) -> str:
        one = self.one
        return self._any("player", d, [
            lambda: f"{self.of(['left', 'right', 'across', 'friend'])} of {one('player', d)}",
            lambda: f"owner of {one('card', d)}",
            lambda: f"{self.of(['first', 'last'])} of {one('players', d)}",
            lambda: f"{self.of(['highest', 'lowest'])} by {self.of(['mark', 'bid', 'seat', 'luck', self.known('rich', 'mark')])} of {one('players', d)}",
            lambda: self.known("chosen_one", "who"), lambda: self.known("caller", "who"),
            lambda: f"owner of {self.of(['highest', 'lowest'])} by {self.of(['rank', 'worth', 'note', 'place'])} of {one('cards', d)}",
        ])  # fmt: skip

    def _team(self, d: int) -> str:
        return self._any("team", d, [
            lambda: f"team of {self.one('player', d)}",
            lambda: f"{self.of(['first', 'last'])} of (teams where {self.one('truth', d)})",
        ])  # fmt: skip

    def _card(self, d: int) -> str:
        one = self.one
        return self._any("card", d, [
            lambda: f"{self.of(['first', 'last', 'top', 'bottom'])} of {self.ordered(d)}",
            lambda: f"{self.of(['highest', 'lowest'])} by {self.of(['rank', 'suit', 'worth', 'note', 'place'])} of {one('cards', d)}",
            lambda: f"front of {one('player', d)}", lambda: f"hue of {one('suit', d)}",
            lambda: f"top of rack of {one('number', d)}",
            lambda: f"role of {one('card', d)}",
            lambda: f"card of {self.spot(d)}",
            lambda: f"first of ({self.ordered(d)} where {one('truth', d)})",
        ])  # fmt: skip

    def _rank(self, d: int) -> str:
        return self._any("rank", d, [
            lambda: f"rank of {self.one('card', d)}",
            lambda: f"{self.of(['highest', 'lowest', 'first', 'last'])} of {self.one('ranks', d)}",
            lambda: f"rank of role of {self.one('card', d)}",
        ])  # fmt: skip

    def _suit(self, d: int) -> str:
        return self._any("suit", d, [
            lambda: f"suit of {self.one('card', d)}",
            lambda: f"{self.of(['highest', 'first'])} of suit of {self.one('cards', d)}",
            lambda: f"suit of role of {self.one('card', d)}",
        ])  # fmt: skip

    def _cards(self, d: int) -> str:
        one = self.one
        return self._any("cards", d, [
            lambda: f"hand of {one('player', d)}", lambda: f"hand of {one('players', d)}",
            lambda: f"top {one('number', d)} of {self.ordered(d)}",
            lambda: f"{one('cards', d)} {self.of(['with', 'without'])} {one('cards', d)}",
            lambda: f"{one('cards', d)} without {one('card', d)}",
            lambda: f"lent of {one('player', d)} for {one('number', d)}",
            lambda: (lambda n: f"{one('cards', d)} as {n} where tops of {n} for {one('card', d)}")(self.fresh()),
            lambda: f"{self.of(['highest', 'lowest'])} {one('number', d)} by {self.of(['rank', 'worth', 'note'])} of {one('cards', d)}",
            lambda: self._filter("cards", "card", d),
            lambda: f"{self.of(['cards', 'wilds', 'naturals'])} of {self.of(['laid', 'first of laid', 'own of who'])}",
            lambda: f"cards of first of {self.of(['set', 'run', 'any', 'best'])} of {one('cards', 0)}",
            lambda: self.known("pool", "deck"), lambda: f"{one('card', d)} with {one('card', d)}", lambda: f"kept of {one('team', d)}",
            lambda: f"rack of {one(self.of(['number', 'numbers']), d)}", lambda: "hue of values of suit",
            lambda: f"cell of ({one('suit', d)}) of {one(self.of(['player', 'players']), d)}",
            lambda: f"cell of values of suit of {one('player', d)}",
            lambda: f"cards of meld of {one('card', d)}", lambda: f"front of {one('players', d)}",
            lambda: f"card of neighbours of {one('card', d)}", lambda: f"card of (spots of {self.of(['board', 'shelf'])} where {one('truth', d)})",
        ])  # fmt: skip

    def spot(self, d: int) -> str:
        """A place of a row, or in a meld."""
        row = self.of(["board", "shelf", "grid of who", "grid of last of players"])
        return self.of([
            f"spot of {self.one('card', d)}", f"{self.of(['first', 'last'])} of spots of {row}",
            f"first of (spots of {row} where it is empty)", f"first of neighbours of {self.one('card', d)}",
        ])  # fmt: skip

    def _players(self, d: int) -> str:
        one = self.one
        return self._any("players", d, [
            lambda: f"{one('players', d)} {self.of(['with', 'without'])} {one(self.of(['player', 'players']), d)}",
            lambda: self._filter("players", "player", d),
            lambda: f"{self.of(['highest', 'lowest'])} {one('number', d)} by {self.of(['mark', 'bid', 'luck'])} of {one('players', d)}",
            lambda: f"{self.of(['left', 'friend', 'across'])} of {one('players', d)}",
            lambda: f"owner of {one('cards', d)}", lambda: f"members of {one('team', d)}", lambda: self.known("crew", "players"),
        ])  # fmt: skip

    def _numbers(self, d: int) -> str:
        one = self.one
        return self._any("numbers", d, [
            lambda: f"{one('number', d)}..{one('number', d)}",
            lambda: f"{one('number', d)}/{one('number', d)}/2",
            lambda: f"{self.of(['mark', 'bid', 'luck', 'seat', self.known('rich', 'mark')])} of {one('players', d)}",
            lambda: f"{self.of(['worth', 'note', 'place'])} of {one('cards', d)}",
            lambda: f"{one('numbers', d)} {self.of(['with', 'without'])} {one('numbers', d)}",
            lambda: f"{self.of(['highest', 'lowest'])} {one('number', d)} of {one('numbers', d)}",
            lambda: self._filter("numbers", "number", d), lambda: self.known("figures", "(1..few)"),
        ])  # fmt: skip

    def _ranks(self, d: int) -> str:
        one = self.one
        return self._any("ranks", d, [
            lambda: f"rank of {one('cards', d)}", lambda: f"{one('rank', d)}..{one('rank', d)}",
            lambda: f"{self.of(['highest', 'lowest'])} {self.below(4)} of {one('ranks', d)}",
            lambda: self._filter("ranks", "rank", d), lambda: f"{one('ranks', d)} without {one('rank', d)}",
        ])  # fmt: skip

    # ------------------------------------------------------------ statements
    def statements(self, indent: int, depth: int, *, asks: bool = False, most: int = 3) -> str:
        """Some statements, as lines of a list."""
        before = list(self.scope)
        found = [self._statement(indent, depth, asks) for _ in range(1 + self.below(most))]
        self.scope = before
        return "\n".join(found)

    def _statement(self, indent: int, depth: int, asks: bool) -> str:
        pad, one, d = " " * indent, self.one, 2
        zone = self.of([
            "pile", "board", "spare", "pile", "board", "stock", "pile" if self.me == "who" else "hand",
            "hand of last of players", "front of last of players", "kept of team of last of players",
            f"rack of {self.key(1)}", f"cell of {self.of(['hearts', 'spades', '(' + one('suit', 1) + ')'])} of last of players",
        ])  # fmt: skip
        match self.below(19 if asks else 17):
            case 0 if self.below(2):
                return f"{pad}- swap {one('card', d)} with {one('card', d)}"
            case 0 | 1:
                if zone in ("pile", "stock") and self.below(2):
                    return f"{pad}- move {one('cards', d)} to {self.of([f'bottom of {zone}', f'{zone} under 0', f'{zone} under (seat of me - 1)'])}"
                return f"{pad}- move {one('cards', d)} to {zone}"
            case 2 if self.below(2):
                return f"{pad}- move {one('card', d)} to {self.spot(d)}"
            case 2:
                return f"{pad}- move {one('card', d)} to {zone}"
            case 3:
                return f"{pad}- move {self.of(['set', 'run', 'best', 'any', 'first of sums', 'first of stairs'])} of {one('cards', 0)} to {self.of(['laid', 'laid', 'own of last of players'])}"
            case 4:
                verb, shown = self.of(["reveal", "hide", "show"]), one(self.of(["card", "cards"]), d)
                return f"{pad}- {verb} {shown}" + (
                    f" to {one(self.of(['player', 'players']), 1)}" if verb == "show" else ""
                )
            case 5:
                return f"{pad}- add {one('number', d)} to {self.of(['mark of players', 'mark of who', 'bid of players', 'note of held', 'tally of side', f'mark of {self.me}'])}"
            case 6 | 7 | 8:
                what, sort = self.of([
                    "who player", "held card", "some_cards cards", "some_players players", "trump suit",
                    "flag truth", "side team", "who player", "held card",
                ]).split()  # fmt: skip
                return f"{pad}- set {what} to {one(sort, d)}"
            case 9:
                what, sort = self.of(["ripe truth", "note number"]).split()
                return f"{pad}- set {what} of {one(self.of(['card', 'cards']), d)} to {one(sort, d)}"
            case 10 if self.below(3) == 0:
                whose = one(self.of(["player", "players"]), d)
                if self.below(2):
                    return f"{pad}- set bet of {self.of([self.key(d), '1..2'])} of {whose} to {one('number', d)}"
                return f"{pad}- set hue of {self.of([one('suit', d), 'values of suit'])} to {one('card', d)}"
            case 10:
                what, sort = self.of(["mark number", "friend player", "bid number"]).split()
                return f"{pad}- set {what} of {one(self.of(['player', 'players']), d)} to {one(sort, d)}"
            case 11:
                sort, name = self.of([*KINDS, *MANY]), self.fresh()
                line = f"{pad}- let {name} be {one(sort, d)}"
                self.scope.append((name, sort))
                return line
            case 12 if depth:
                other = (
                    f"\n{pad}  else:\n{self.statements(indent + 4, depth - 1, asks=asks, most=2)}"
                    if self.below(2)
                    else ""
                )
                return (
                    f"{pad}- if {one('truth', d)}:\n{self.statements(indent + 4, depth - 1, asks=asks, most=2)}{other}"
                )
            case 13 if depth:
                sort, single = self.of(["cards card", "players player", "numbers number", "ranks rank"]).split()
                name, things = self.fresh(), one(sort, 1)
                self.scope.append((name, single))
                inside = self.statements(indent + 4, depth - 1, most=2)
                self.scope.pop()
                return f"{pad}- for each of {things} as {name}:\n{inside}"
            case 14:
                return f"{pad}- shuffle {self.of(['stock', 'pile', 'board', 'shelf'])}"
            case 15:
                return f"{pad}- set {self.of(['held', 'held'])} to random of {self.of(['stock', 'pile', 'some_cards', 'deck'])}"
            case 16 if known := [each for each in self.effects if asks or not each.startswith("ask_for")]:
                name, sort = self.of(known).split()
                return f"{pad}- {name}" + ("" if sort == "nothing" else f" of {one(sort, d)}")
            case 17 | 18:
                sort, single = self.of(["cards card", "players player", "numbers number", "ranks rank"]).split()
                name, several = self.fresh(), self.below(2)
                line = f"{pad}- choose: {{{name}: {self.amount() if several else 'one'} of {one(sort, d)}}}"
                self.scope.append((name, sort if several else single))
                return line
            case _:
                return f"{pad}- set direction to {self.of(['-1', 'direction', '1'])}"

    def key(self, depth: int) -> str:
        """A number that there is mostly something of."""
        if self.below(6) == 0:
            return self.one("number", depth)
        return f"(1 + count of {self.one('cards', 0)} mod 2)"

    def amount(self) -> str:
        return self.of(
            ["1..2", "0..2", "2", "(few)..2", "0..", "1..(count of hand)", "(bid of me)..3", "(few)", "1..(bid of me)"]
        )
