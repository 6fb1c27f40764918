"""A value is followed from where it comes from, for what the player who acts knows of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Literal, assert_never

from croupier_dsl import ir
from croupier_dsl.analysis.walk import locals_read
from croupier_dsl.checker.context import Context
from croupier_dsl.errors import structure
from croupier_dsl.frozen import frozen
from croupier_dsl.language import later
from croupier_dsl.source import Span


@frozen
class Secret:
    """Something that the one who acts does not see.

    `name`: what holds it; `kind`: a zone or state; `look`: the sentence that looks at it, if that is known; `ahead`: is
    it what is set by such a look, on the way to the end of a stage?
    """

    name: str
    kind: str
    look: Span | None = None
    ahead: bool = False


@frozen
class Known:
    """What the one who acts knows of a value.

    `hidden`: what holds its cards, which may not be looked at; `private`: what holds them, where not everyone may look;
    `loose`: a zone that surely hides its cards from the player and has no places to name them by; `astray`: where they
    lie may be unknown, because of this; `secret`: the value itself tells what this holds; `who`: is it oneself?
    """

    hidden: str = ""
    private: str = ""
    loose: str = ""
    astray: str = ""
    secret: Secret | None = None
    who: Literal["", "me", "other"] = ""


OPEN = Known()
ME = Known(who="me")
Env = dict[int | ir.Expr, Known]
"""By slot; and what has been made sure of things that have no slot."""


class Overheard:
    """What a value would have told, had anybody asked."""

    secret: Secret | None = None


class Following:
    """Follows values through the meaning of a sentence."""

    def __init__(
        self,
        cx: Context,
        zones: tuple[ir.Zone, ...],
        variables: tuple[ir.Variable, ...],
        cards: ir.Cards | None,
        combos: tuple[ir.Combo, ...],
    ) -> None:
        self.cx = cx
        self.zones = {zone.name: zone for zone in zones}
        self.variables = {variable.name: variable for variable in variables}
        self.wild = None if cards is None else cards.wild
        self.combos = {combo.name: combo for combo in combos}
        self.span: Span | None = None
        self.overheard: Overheard | None = None
        self.followed: dict[object, tuple[Known, Secret | None]] = {}
        self.held: dict[tuple[str, str], Known] = {}
        """By name and whose: what is known of the cards that state is set to."""
        self.foretold: dict[tuple[str, str], Secret] | None = None
        """While a `must` is asked: what looking ahead cannot tell, and the secret that it depends on."""

    @contextmanager
    def listening(self) -> Iterator[Overheard]:
        """Follow a value that the referee reads: it may be anything; what it tells is noted."""
        before, self.overheard = self.overheard, Overheard()
        yield self.overheard
        self.overheard = before

    def heard(self, meant: ir.Expr, env: Env) -> Known:
        """What is known of a value that the referee has found out."""
        with self.listening() as overheard:
            known = self.look(meant, env)
        return replace(known, secret=overheard.secret)

    # ------------------------------------------------------------ what a sentence makes sure of

    def assume(self, parts: Iterable[ir.Expr], env: Env) -> None:
        """`revealed`, or lying in an open zone, opens a card; `it is not me` tells another player from oneself."""
        for part in parts:
            match part:
                case ir.CardFact(fact="revealed", card=card) if _steady(card):
                    self.open(card, env, OPEN)
                case ir.Within(left=card, right=ir.ZoneContents() as zone) if _steady(card):
                    lies = self.heard(zone, env)
                    if not lies.hidden:
                        self.open(card, env, lies)
                case ir.Not(operand=ir.Same(left=ir.Local(slot=slot), right=ir.Local(slot=0))):
                    env[slot] = replace(env.get(slot, OPEN), who="other")
                case ir.Same(left=ir.Local(slot=slot), right=ir.Local(slot=0)):
                    env[slot] = replace(env.get(slot, OPEN), who="me")
                case _:
                    pass

    def open(self, card: ir.Expr, env: Env, lies: Known) -> None:
        """The card is where the player sees it, in a zone of which this is known."""
        key = card.slot if isinstance(card, ir.Local) else card
        env[key] = replace(env.get(key, OPEN), hidden=lies.hidden, private=lies.private, loose=lies.loose, astray="")

    def inside(self, collection: ir.Expr, slot: int, condition: ir.Expr, env: Env) -> Known:
        """What is known of the elements that a condition leaves."""
        inner = {**env, slot: self.look(collection, env)}
        parts = conjuncts(condition)
        self.assume(parts, inner)
        for part in parts:
            self.look(part, inner)
        return inner[slot]

    # ------------------------------------------------------------ following a value

    def decide(self, known: Known, by: ir.Expr) -> Known:
        """A value decides something here: it must be open."""
        if known.hidden:
            self.report(Secret(known.hidden, self.kind(known.hidden)), by)
        return OPEN

    def where(self, known: Known, by: ir.Expr) -> None:
        """Where a card lies decides something here: that must be known."""
        if known.astray:
            self.report(Secret(known.astray, self.kind(known.astray)), by)

    def kind(self, name: str) -> str:
        return later("state") if name in self.variables else later("zone")

    def report(self, secret: Secret, by: ir.Expr) -> None:
        """Say that this part tells a secret; note it, and where it is looked at, if the referee asks."""
        if self.overheard is not None:
            if self.overheard.secret is None:
                self.overheard.secret = secret if secret.look else replace(secret, look=self.cx.spans.known(by))
        elif self.span is not None:
            span = self.cx.spans.of(by, self.span)
            self.cx.diagnostics.add(
                structure.secret_read(span, secret.name, secret.kind, secret.look, ahead=secret.ahead)
            )

    def whose(self, subject: ir.Expr | None, env: Env) -> Literal["", "me", "other"]:
        return self.look(subject, env).who if subject is not None else ""

    def ahead(self, name: str, who: str, by: ir.Expr) -> None:
        """Looking ahead, it is not known what is set by a look at something hidden."""
        for (set_name, of), secret in (self.foretold or {}).items():
            if set_name == name and (of == who or not of or not who):
                self.report(replace(secret, ahead=True), by)
                return

    def zone(self, meant: ir.ZoneContents, env: Env) -> Known:
        """Does the player see the cards of this zone?"""
        zone, who = self.zones.get(meant.name), self.whose(meant.subject, env)
        self.ahead(meant.name, who, meant)
        return OPEN if zone is None else self.seen(zone, who)

    def seen(self, zone: ir.Zone, who: str) -> Known:
        private = "" if zone.seen == "everyone" and not zone.top_only else zone.name
        hidden = "" if _sees(zone.seen, who) and not zone.top_only else zone.name
        loose = zone.name if zone.form == "set" and _surely_hidden(zone.seen, who) else ""
        return Known(hidden=hidden, private=private, loose=loose)

    def variable(self, value: ir.VariableValue, env: Env) -> Known:
        of = self.look(value.subject, env) if value.subject is not None else OPEN
        variable = self.variables.get(value.name)
        if variable is None:
            return OPEN
        if not _sees(variable.seen, of.who):
            self.report(Secret(value.name, later("state")), value)
        self.decide(of, value)
        self.ahead(value.name, of.who, value)
        if variable.type.name not in ("card", "meld", "spot"):
            return OPEN
        own = of.who == "me" and variable.per == "player"
        cards = self.joined(
            [
                known if own and whose == "me" else replace(known, hidden=known.private)
                for (name, whose), known in self.held.items()
                if name == value.name
            ]
        )
        hidden, private = value.name if cards.hidden else "", value.name if cards.private else ""
        return Known(hidden, private, astray=value.name)

    def named(self, value: ir.Defined | ir.TableValue, env: Env) -> Known:
        """Through a definition or a table, for what is known of the things that it is about."""
        of, further = (OPEN if thing is None else self.look(thing, env) for thing in (value.subject, value.further))
        made = self.cx.definitions.made.get(value.name)
        if made is None:
            return OPEN
        sure: Env = {part: known for part, known in env.items() if not isinstance(part, int) and not locals_read(part)}
        key = (value.name, of, further, frozenset(sure))
        if key not in self.followed:
            inner: Env = {**sure, 0: ME, 1: of, 2: further}
            with self.listening() as overheard:
                if isinstance(made, ir.Definition):
                    known = self.look(made.body, inner)
                else:
                    self.decide(self.look(made.key, inner), made.key)
                    known = self.joined([self.look(row.value, inner) for row in made.rows])
            self.followed[key] = known, overheard.secret
        known, secret = self.followed[key]
        if secret is not None:  # the sentence that uses the name is the one that looks
            self.report(secret if secret.ahead else replace(secret, look=None), value)
        return known

    def wildness(self, by: ir.Expr) -> None:
        """What makes a card wild decides something here; of the card itself it is asked elsewhere."""
        self.settled("wild", self.wild, by)

    def combo(self, name: str, by: ir.Expr) -> None:
        """What is a combo and what is not decides something here."""
        self.wildness(by)
        found = self.combos.get(name)
        if isinstance(found, ir.Pattern):
            self.settled(("wilds", name), found.wild_most, by)
            self.settled(("where", name), found.whole, by)
            for part in filter(None, (found.of, found.beside_of)):
                self.combo(part, by)
            return
        if isinstance(found, ir.Split):
            self.settled(("least", name), found.least, by)
        for part in () if found is None else found.parts:
            self.combo(part, by)

    def settled(self, key: object, rule: ir.Expr | None, by: ir.Expr) -> None:
        """A rule about an open card, in slot 1, that is looked at on the way."""
        if rule is None:
            return
        if key not in self.followed:
            self.followed[key] = OPEN, None
            self.followed[key] = OPEN, self.heard(rule, {0: ME}).secret
        secret = self.followed[key][1]
        if secret is not None:
            self.report(secret if secret.ahead else replace(secret, look=None), by)

    def joined(self, several: Iterable[Known]) -> Known:
        found = list(several)
        return Known(
            next((known.hidden for known in found if known.hidden), ""),
            next((known.private for known in found if known.private), ""),
            next((known.loose for known in found if known.loose), ""),
            next((known.astray for known in found if known.astray), ""),
        )

    def look(self, meant: ir.Expr, env: Env) -> Known:
        """What is known of a value, everything on the way to it being looked at."""
        match meant:
            case ir.Local(slot=slot):
                known = env.get(slot, OPEN)
                if known.secret is not None:
                    self.report(known.secret, meant)
                return replace(known, secret=None)
            case (
                ir.Constant() | ir.Nothing() | ir.KindLiteral() | ir.OptionValue() | ir.Players() | ir.Teams()
                | ir.Values()
            ):  # fmt: skip
                return OPEN
            case ir.StageCount(stage=name):
                self.ahead(name, "", meant)
                return OPEN
            case ir.NextActor() | ir.Direction():
                self.ahead("next" if isinstance(meant, ir.NextActor) else "direction", "", meant)
                return OPEN
            case ir.AllPassed():
                return OPEN
            case ir.Deck():
                return Known(hidden="deck", private="deck")
            case ir.ZoneContents():
                known = self.zone(meant, env)
                return env.get(meant, known)
            case ir.VariableValue():
                known = self.variable(meant, env)
                return env.get(meant, known)
            case ir.Keyed():
                self.decide(self.look(meant.key, env), meant)
                return OPEN if meant.owner is None else self.look(meant.owner, env)
            case ir.Defined() | ir.TableValue():
                return self.named(meant, env)
            case ir.MeldFact(fact=fact):
                if fact != "cards":
                    self.wildness(meant)
                return self.look(meant.meld, env)
            case ir.Spots():
                if meant.of.type == ir.MELD:
                    self.wildness(meant)
                return self.look(meant.of, env)  # which places there are is public; what lies there is not
            case ir.SpotFact(fact=fact):
                known = self.look(meant.spot, env)
                self.where(known, meant)
                return known if fact in ("card", "neighbours") else OPEN
            case ir.Neighbour():
                return Known(
                    who="other" if self.look(meant.player, env).who == "me" and 1 not in self.cx.players else ""
                )
            case ir.TeamOf():
                return Known(who="me" if self.look(meant.player, env).who == "me" else "")
            case ir.SeatNumber():
                self.look(meant.player, env)
                return OPEN
            case ir.Members():
                self.look(meant.team, env)
                return OPEN
            case ir.CardFact() | ir.Attribute() | ir.RoleAttribute() | ir.IsKind():
                return self.look_at_card(meant, env)
            case _:
                return self.look_at_many(meant, env)

    def look_at_card(self, meant: ir.CardFact | ir.Attribute | ir.RoleAttribute | ir.IsKind, env: Env) -> Known:
        known = self.look(meant.card, env)
        match meant:
            case ir.CardFact(fact="revealed"):
                return OPEN
            case ir.CardFact(fact="owner"):
                self.where(known, meant)
                return OPEN
            case ir.CardFact(fact="spot" | "place" as fact):
                if self.combos:
                    self.wildness(meant)
                self.where(known, meant)
                return known if fact == "spot" else OPEN  # where it lies is public, whoever sees what it is
            case ir.CardFact(fact="wild"):
                self.wildness(meant)
            case ir.CardFact() | ir.RoleAttribute():
                self.wildness(meant)
                self.where(known, meant)
            case _:
                pass
        return self.decide(known, meant)

    def look_at_many(self, meant: ir.Expr, env: Env) -> Known:
        match meant:
            case ir.Map(slot=slot):
                return self.look(meant.body, {**env, slot: self.look(meant.collection, env)})
            case ir.Filter(slot=slot):
                return self.inside(meant.collection, slot, meant.condition, env)
            case ir.Exists(slot=slot):
                self.inside(meant.collection, slot, meant.condition, env)
                return OPEN
            case ir.Count(collection=collection) | ir.IsEmpty(collection=collection):
                self.look(collection, env)
                return OPEN
            case ir.Sum(collection=collection) | ir.ExtremeValue(collection=collection):
                return self.decide(self.look(collection, env), meant)
            case ir.ExtremeThing(collection=collection, slot=slot) | ir.Best(collection=collection, slot=slot):
                if isinstance(meant, ir.Best) and meant.count is not None:
                    self.look(meant.count, env)
                found = self.look(collection, env)
                for key in meant.keys:
                    self.decide(self.look(key, {**env, slot: found}), meant)
                return found
            case ir.Pick(which="top", collection=ir.ZoneContents(name=name) as zone) if self.top_only(name):
                who = self.whose(zone.subject, env)
                self.ahead(name, who, meant)
                known = self.seen(replace(self.zones[name], top_only=False), who)
                return env.get(meant, known)
            case ir.Pick():
                known = self.look(meant.collection, env)
                return env.get(meant, known)
            case ir.TopSome():
                self.look(meant.count, env)
                return self.look(meant.collection, env)
            case ir.ListOf(items=(item,)):
                return self.look(item, env)
            case ir.ListOf(items=items):
                return self.joined([self.look(item, env) for item in items])
            case ir.Combine():
                first, second = self.look(meant.left, env), self.look(meant.right, env)
                known = self.joined([first, second])
                if (meant.op == "without" and second.hidden != first.hidden) or (known.astray and known.hidden):
                    self.decide(known if known.astray else second, meant)
                return known
            case ir.Melds(combo=combo, cards=cards) | ir.IsCombo(combo=combo, cards=cards):
                self.combo(combo, meant)
                return self.decide(self.look(cards, env), meant)
            case ir.HasKind():
                return self.decide(self.look(meant.cards, env), meant)
            case _:
                return self.look_at_operators(meant, env)

    def look_at_operators(self, meant: ir.Expr, env: Env) -> Known:
        match meant:
            case ir.Same(left=left, right=right) | ir.Within(left=left, right=right):
                first, second = self.look(left, env), self.look(right, env)
                known = self.joined([first, second])
                if left.type.name == "spot":
                    self.where(known, meant)
                    return OPEN
                emptiness = isinstance(left, ir.Nothing) or isinstance(right, ir.Nothing)
                lying = isinstance(right, ir.ZoneContents) and isinstance(meant, ir.Within) and not left.type.many
                if emptiness or (lying and not second.hidden):
                    return OPEN
                if first.hidden != second.hidden or known.astray:
                    self.decide(known, meant)
                return OPEN
            case ir.IfThenElse():
                self.look(meant.condition, env)
                inner = dict(env)
                self.assume(conjuncts(meant.condition), inner)
                return self.joined([self.look(meant.then, inner), self.look(meant.otherwise, env)])
            case ir.Logic(operands=operands):
                inner = dict(env)
                if meant.op == "and":
                    self.assume(operands, inner)
                for operand in operands:
                    self.look(operand, inner)
                return OPEN
            case ir.Not(operand=operand) | ir.Negative(operand=operand):
                self.look(operand, env)
                return OPEN
            case ir.Order(left=left, right=right) | ir.Arithmetic(left=left, right=right):
                self.look(left, env)
                self.look(right, env)
                return OPEN
            case ir.Span():
                self.look(meant.low, env)
                if meant.high is not None:
                    self.look(meant.high, env)
                return OPEN
            case ir.Fits():
                self.wildness(meant)
                self.decide(self.look(meant.card, env), meant)
                return self.decide(self.look(meant.spot, env), meant)
            case _:
                raise AssertionError(f"secrecy of {type(meant).__name__}")

    def top_only(self, name: str) -> bool:
        return name in self.zones and self.zones[name].top_only


def _steady(card: ir.Expr) -> bool:
    """One card that stays the same one throughout a sentence, and can be recognised there."""
    if card.type != ir.CARD:
        return False
    if isinstance(card, ir.Pick):
        return card.which != "random" and isinstance(card.collection, ir.ZoneContents)
    return isinstance(card, ir.Local | ir.VariableValue | ir.ZoneContents)


def _surely_hidden(seen: Literal["nobody", "owner", "team", "others", "everyone"], who: str) -> bool:
    """Return whether the player certainly does not see what belongs to this player; of a team, a partner may."""
    return seen == "nobody" or (seen, who) in (("owner", "other"), ("others", "me"))


def _sees(seen: Literal["nobody", "owner", "team", "others", "everyone"], who: str) -> bool:
    """Does the player see what belongs to this player (or team)? Where that is not certain: no."""
    match seen:
        case "everyone":
            return True
        case "owner" | "team":
            return who == "me"
        case "others":
            return who == "other"
        case "nobody":
            return False
        case _:
            assert_never(seen)


def conjuncts(meant: ir.Expr) -> list[ir.Expr]:
    """The sentences that must all hold for this one to hold."""
    if isinstance(meant, ir.Logic) and meant.op == "and":
        return [part for operand in meant.operands for part in conjuncts(operand)]
    return [meant]
