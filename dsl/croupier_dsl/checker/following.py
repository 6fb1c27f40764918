"""Follow values from their origin, to find what the current player knows of them.

Functions take a `Flow` first; the table `LOOKS` leads from a kind of expression to its function.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, assert_never

from croupier_dsl import ir
from croupier_dsl.analysis.walk import children, entry, locals_read
from croupier_dsl.checker.context import Context
from croupier_dsl.classes import frozen
from croupier_dsl.errors import structure
from croupier_dsl.language import later
from croupier_dsl.source import Span

Who = Literal["", "me", "other"]


@frozen
class Secret:
    """Something that the current player does not see. `name`: its zone or variable; `kind`: a zone or state; `look`:
    the sentence that reads it, if known; `ahead`: whether such a sentence sets it, on the way to the end of a stage."""

    name: str
    kind: str
    look: Span | None = None
    ahead: bool = False


@frozen
class Known:
    """The current player's knowledge of a value.

    `hidden`: what holds its cards, which the player may not see; `private`: what holds them, if not everyone sees it;
    `unlocated`: a zone that certainly hides its cards from the player and has no places to name them by; `displaced`:
    the reason why their place may be unknown; `secret`: what the value itself would reveal; `who`: whether it is the
    player.
    """

    hidden: str = ""
    private: str = ""
    unlocated: str = ""
    displaced: str = ""
    secret: Secret | None = None
    who: Who = ""


OPEN = Known()
ME = Known(who="me")
Env = dict[int | ir.Expr, Known]
"""The knowledge of locals, by slot; and certain knowledge of expressions without a slot."""
HOLDS_CARDS = ("card", "meld", "spot")


@dataclass(slots=True)
class Disclosure:
    """The secret that a value would reveal to a reader."""

    secret: Secret | None = None


@dataclass(frozen=True, slots=True)
class Flow:
    """The state of following values through one ruleset.

    `followed`: cached results, by definition, table or rule. `held`: by name and owner, the knowledge of the cards that
    state is set to. `span`: where secrets are reported; without it, and with `disclosed`, they are only recorded.
    `foretold`: while a `must` is evaluated, the values that looking ahead cannot know, and the secret that each depends
    on.
    """

    cx: Context
    zones: Mapping[str, ir.Zone]
    variables: Mapping[str, ir.Variable]
    wild: ir.Expr | None
    combos: Mapping[str, ir.Combo]
    followed: dict[object, tuple[Known, Secret | None]] = field(default_factory=dict)
    held: dict[tuple[str, str], Known] = field(default_factory=dict)
    span: Span | None = None
    disclosed: Disclosure | None = None
    foretold: dict[tuple[str, str], Secret] | None = None


def recording(flow: Flow) -> tuple[Flow, Disclosure]:
    """Return the same flow for values that the referee reads, which may be anything; and a record of what they would
    reveal."""
    disclosed = Disclosure()
    return replace(flow, disclosed=disclosed), disclosed


def knowledge_of(flow: Flow, meant: ir.Expr, env: Env) -> Known:
    """Return the knowledge of a value that the referee has computed."""
    inner, disclosed = recording(flow)
    known = look(inner, meant, env)
    return replace(known, secret=disclosed.secret)


def look(flow: Flow, meant: ir.Expr, env: Env) -> Known:
    """Return the knowledge of a value, and check everything that is read to compute it."""
    found = LOOKS.get(type(meant))
    return _operands(flow, meant, env) if found is None else found(flow, meant, env)


# ---------------------------------------------------------------- what a sentence makes sure of


def assume(flow: Flow, parts: Iterable[ir.Expr], env: Env) -> None:
    """Learn from conditions that hold: a revealed card, or one in an open zone, is visible; `it is not me` excludes the
    player."""
    for part in parts:
        match part:
            case ir.CardFact(fact="revealed", card=card) if _steady(card):
                _open(card, env, OPEN)
            case ir.Within(left=card, right=ir.ZoneContents() as zone) if _steady(card):
                lies = knowledge_of(flow, zone, env)
                if not lies.hidden:
                    _open(card, env, lies)
            case ir.Not(operand=ir.Same(left=ir.Local(slot=slot), right=ir.Local(slot=0))):
                env[slot] = replace(env.get(slot, OPEN), who="other")
            case ir.Same(left=ir.Local(slot=slot), right=ir.Local(slot=0)):
                env[slot] = replace(env.get(slot, OPEN), who="me")
            case _:
                pass


def _open(card: ir.Expr, env: Env, lies: Known) -> None:
    """Record that the player sees the card, in a zone with this knowledge."""
    key = card.slot if isinstance(card, ir.Local) else card
    env[key] = replace(placed(env.get(key, OPEN), lies), displaced="")


def placed(card: Known, lies: Known) -> Known:
    """Return the knowledge of a card in a zone with this knowledge."""
    return replace(card, hidden=lies.hidden, private=lies.private, unlocated=lies.unlocated)


def _inside(flow: Flow, meant: ir.Filter | ir.Exists, env: Env) -> Known:
    """Return the knowledge of the elements that a condition leaves."""
    inner = {**env, meant.slot: look(flow, meant.collection, env)}
    parts = conjuncts(meant.condition)
    assume(flow, parts, inner)
    for part in parts:
        look(flow, part, inner)
    return inner[meant.slot]


# ---------------------------------------------------------------- what must be open


def _decide(flow: Flow, known: Known, by: ir.Expr) -> Known:
    """Require a value to be visible, because it decides something here."""
    if known.hidden:
        _report(flow, Secret(known.hidden, _kind(flow, known.hidden)), by)
    return OPEN


def _decide_place(flow: Flow, known: Known, by: ir.Expr) -> None:
    """Require the place of a card to be known, because it decides something here."""
    if known.displaced:
        _report(flow, Secret(known.displaced, _kind(flow, known.displaced)), by)


def _kind(flow: Flow, name: str) -> str:
    return later("state") if name in flow.variables else later("zone")


def _report(flow: Flow, secret: Secret, by: ir.Expr) -> None:
    """Report that this part reveals a secret; if the referee evaluates it, only record the secret and the place."""
    if flow.disclosed is not None:
        if flow.disclosed.secret is None:
            flow.disclosed.secret = secret if secret.look else replace(secret, look=flow.cx.spans.known(by))
    elif flow.span is not None:
        span = flow.cx.spans.of(by, flow.span)
        flow.cx.diagnostics.add(structure.secret_read(span, secret.name, secret.kind, secret.look, ahead=secret.ahead))


def _whose(flow: Flow, subject: ir.Expr | None, env: Env) -> Who:
    return look(flow, subject, env).who if subject is not None else ""


def _ahead(flow: Flow, name: str, who: str, by: ir.Expr) -> None:
    """Report a value that looking ahead cannot know, because it was set from something hidden."""
    for (set_name, of), secret in (flow.foretold or {}).items():
        if set_name == name and (of == who or not of or not who):
            _report(flow, replace(secret, ahead=True), by)
            return


def seen(zone: ir.Zone, who: str) -> Known:
    """Return the knowledge of the cards in a zone of this player."""
    private = "" if zone.seen == "everyone" and not zone.top_only else zone.name
    hidden = "" if _sees(zone.seen, who) and not zone.top_only else zone.name
    unlocated = zone.name if zone.form == "set" and _surely_hidden(zone.seen, who) else ""
    return Known(hidden=hidden, private=private, unlocated=unlocated)


def joined(several: Iterable[Known]) -> Known:
    """Return the knowledge of values together: the first of each kind of limit."""
    found = list(several)
    return Known(
        next((known.hidden for known in found if known.hidden), ""),
        next((known.private for known in found if known.private), ""),
        next((known.unlocated for known in found if known.unlocated), ""),
        next((known.displaced for known in found if known.displaced), ""),
    )


# ---------------------------------------------------------------- wild cards and combos


def _wildness(flow: Flow, by: ir.Expr) -> None:
    """Follow the rule that makes a card wild, which decides something here."""
    _rule(flow, "wild", flow.wild, by)


def _combo(flow: Flow, name: str, by: ir.Expr) -> None:
    """Follow the rules of a combo, which decide something here."""
    _wildness(flow, by)
    found = flow.combos.get(name)
    if isinstance(found, ir.Pattern):
        _rule(flow, ("wilds", name), found.wild_most, by)
        _rule(flow, ("where", name), found.whole, by)
        for part in filter(None, (found.of, found.beside_of)):
            _combo(flow, part, by)
        return
    if isinstance(found, ir.Split):
        _rule(flow, ("least", name), found.least, by)
    for part in () if found is None else found.parts:
        _combo(flow, part, by)


def _rule(flow: Flow, key: object, rule: ir.Expr | None, by: ir.Expr) -> None:
    """Follow a rule about an open card, in slot 1, once."""
    if rule is None:
        return
    if key not in flow.followed:
        flow.followed[key] = OPEN, None
        flow.followed[key] = OPEN, knowledge_of(flow, rule, {0: ME}).secret
    secret = flow.followed[key][1]
    if secret is not None:
        _report(flow, secret if secret.ahead else replace(secret, look=None), by)


# ---------------------------------------------------------------- one function for each kind of expression


def _operands(flow: Flow, meant: ir.Expr, env: Env) -> Known:
    """Follow the operands; the value itself reveals nothing more."""
    for child in children(meant):
        look(flow, child, env)
    return OPEN


def _local(flow: Flow, meant: ir.Local, env: Env) -> Known:
    known = env.get(meant.slot, OPEN)
    if known.secret is not None:
        _report(flow, known.secret, meant)
    return replace(known, secret=None)


def _count_of_stage(flow: Flow, meant: ir.StageCount, env: Env) -> Known:
    _ahead(flow, meant.stage, "", meant)
    return OPEN


def _next_actor(flow: Flow, meant: ir.NextActor, env: Env) -> Known:
    _ahead(flow, "next", "", meant)
    return OPEN


def _direction(flow: Flow, meant: ir.Direction, env: Env) -> Known:
    _ahead(flow, "direction", "", meant)
    return OPEN


def _zone(flow: Flow, meant: ir.ZoneContents, env: Env) -> Known:
    zone, who = flow.zones.get(meant.name), _whose(flow, meant.subject, env)
    _ahead(flow, meant.name, who, meant)
    return env.get(meant, OPEN if zone is None else seen(zone, who))


def _variable(flow: Flow, meant: ir.VariableValue, env: Env) -> Known:
    known = _of_variable(flow, meant, env)
    return env.get(meant, known)


def _of_variable(flow: Flow, meant: ir.VariableValue, env: Env) -> Known:
    of = look(flow, meant.subject, env) if meant.subject is not None else OPEN
    variable = flow.variables.get(meant.name)
    if variable is None:
        return OPEN
    if not _sees(variable.seen, of.who):
        _report(flow, Secret(meant.name, later("state")), meant)
    _decide(flow, of, meant)
    _ahead(flow, meant.name, of.who, meant)
    if variable.type.name not in HOLDS_CARDS:
        return OPEN
    own = of.who == "me" and variable.per == "player"
    cards = joined(
        known if own and whose == "me" else replace(known, hidden=known.private)
        for (name, whose), known in flow.held.items()
        if name == meant.name
    )
    hidden, private = meant.name if cards.hidden else "", meant.name if cards.private else ""
    return Known(hidden, private, displaced=meant.name)


def _keyed(flow: Flow, meant: ir.Keyed, env: Env) -> Known:
    _decide(flow, look(flow, meant.key, env), meant)
    return OPEN if meant.owner is None else look(flow, meant.owner, env)


def _named(flow: Flow, meant: ir.Defined | ir.TableValue, env: Env) -> Known:
    """Follow through a definition or a table, for the knowledge of the things that it is about."""
    of, further = (OPEN if thing is None else look(flow, thing, env) for thing in (meant.subject, meant.further))
    made = flow.cx.definitions.made.get(meant.name)
    if made is None:
        return OPEN
    sure: Env = {part: known for part, known in env.items() if not isinstance(part, int) and not locals_read(part)}
    key = (meant.name, of, further, frozenset(sure))
    if key not in flow.followed:
        inner: Env = {**sure, 0: ME, 1: of, 2: further}
        within, disclosed = recording(flow)
        if isinstance(made, ir.Definition):
            known = look(within, made.body, inner)
        else:
            _decide(within, look(within, made.key, inner), made.key)
            known = joined([look(within, row.value, inner) for row in made.rows])
        flow.followed[key] = known, disclosed.secret
    known, secret = flow.followed[key]
    if secret is not None:  # the sentence that uses the name is the one that looks
        _report(flow, secret if secret.ahead else replace(secret, look=None), meant)
    return known


def _meld_fact(flow: Flow, meant: ir.MeldFact, env: Env) -> Known:
    if meant.fact != "cards":
        _wildness(flow, meant)
    return look(flow, meant.meld, env)


def _spots(flow: Flow, meant: ir.Spots, env: Env) -> Known:
    """Return that the places are public, although their cards are not."""
    if meant.of.type == ir.MELD:
        _wildness(flow, meant)
    return look(flow, meant.of, env)


def _spot_fact(flow: Flow, meant: ir.SpotFact, env: Env) -> Known:
    known = look(flow, meant.spot, env)
    _decide_place(flow, known, meant)
    return known if meant.fact in ("card", "neighbours") else OPEN


def _neighbour(flow: Flow, meant: ir.Neighbour, env: Env) -> Known:
    own = look(flow, meant.player, env).who == "me"
    return Known(who="other" if own and 1 not in flow.cx.players else "")


def _attribute(flow: Flow, meant: ir.Attribute | ir.IsKind, env: Env) -> Known:
    return _decide(flow, look(flow, meant.card, env), meant)


def _role_attribute(flow: Flow, meant: ir.RoleAttribute, env: Env) -> Known:
    known = look(flow, meant.card, env)
    _wildness(flow, meant)
    _decide_place(flow, known, meant)
    return _decide(flow, known, meant)


def _card_fact(flow: Flow, meant: ir.CardFact, env: Env) -> Known:
    known = look(flow, meant.card, env)
    match meant.fact:
        case "revealed":
            return OPEN
        case "owner":
            _decide_place(flow, known, meant)
            return OPEN
        case "spot" | "place":
            if flow.combos:
                _wildness(flow, meant)
            _decide_place(flow, known, meant)
            return known if meant.fact == "spot" else OPEN  # its place is public, its face may not be
        case "wild":
            _wildness(flow, meant)
        case _:
            _wildness(flow, meant)
            _decide_place(flow, known, meant)
    return _decide(flow, known, meant)


def _map(flow: Flow, meant: ir.Map, env: Env) -> Known:
    return look(flow, meant.body, {**env, meant.slot: look(flow, meant.collection, env)})


def _exists(flow: Flow, meant: ir.Exists, env: Env) -> Known:
    _inside(flow, meant, env)
    return OPEN


def _collected(flow: Flow, meant: ir.Sum | ir.ExtremeValue, env: Env) -> Known:
    return _decide(flow, look(flow, meant.collection, env), meant)


def _extreme(flow: Flow, meant: ir.ExtremeThing | ir.Best, env: Env) -> Known:
    if isinstance(meant, ir.Best) and meant.count is not None:
        look(flow, meant.count, env)
    found = look(flow, meant.collection, env)
    for key in meant.keys:
        _decide(flow, look(flow, key, {**env, meant.slot: found}), meant)
    return found


def _pick(flow: Flow, meant: ir.Pick, env: Env) -> Known:
    zone = meant.collection
    if meant.which == "top" and isinstance(zone, ir.ZoneContents):
        declared = flow.zones.get(zone.name)
        if declared is not None and declared.top_only:
            who = _whose(flow, zone.subject, env)
            _ahead(flow, zone.name, who, meant)
            return env.get(meant, seen(replace(declared, top_only=False), who))
    known = look(flow, meant.collection, env)
    return env.get(meant, known)


def _top_some(flow: Flow, meant: ir.TopSome, env: Env) -> Known:
    look(flow, meant.count, env)
    return look(flow, meant.collection, env)


def _list(flow: Flow, meant: ir.ListOf, env: Env) -> Known:
    if len(meant.items) == 1:
        return look(flow, meant.items[0], env)
    return joined([look(flow, item, env) for item in meant.items])


def _combination(flow: Flow, meant: ir.Combine, env: Env) -> Known:
    first, second = look(flow, meant.left, env), look(flow, meant.right, env)
    known = joined([first, second])
    if (meant.op == "without" and second.hidden != first.hidden) or (known.displaced and known.hidden):
        _decide(flow, known if known.displaced else second, meant)
    return known


def _of_combo(flow: Flow, meant: ir.Melds | ir.IsCombo, env: Env) -> Known:
    _combo(flow, meant.combo, meant)
    return _decide(flow, look(flow, meant.cards, env), meant)


def _fits(flow: Flow, meant: ir.Fits, env: Env) -> Known:
    _wildness(flow, meant)
    _decide(flow, look(flow, meant.card, env), meant)
    return _decide(flow, look(flow, meant.spot, env), meant)


def _comparison(flow: Flow, meant: ir.Same | ir.Within, env: Env) -> Known:
    left, right = meant.left, meant.right
    first, second = look(flow, left, env), look(flow, right, env)
    known = joined([first, second])
    if left.type.name == "spot":
        _decide_place(flow, known, meant)
        return OPEN
    emptiness = isinstance(left, ir.Nothing) or isinstance(right, ir.Nothing)
    lying = isinstance(right, ir.ZoneContents) and isinstance(meant, ir.Within) and not left.type.many
    if emptiness or (lying and not second.hidden):
        return OPEN
    if first.hidden != second.hidden or known.displaced:
        _decide(flow, known, meant)
    return OPEN


def _if_then_else(flow: Flow, meant: ir.IfThenElse, env: Env) -> Known:
    look(flow, meant.condition, env)
    inner = dict(env)
    assume(flow, conjuncts(meant.condition), inner)
    return joined([look(flow, meant.then, inner), look(flow, meant.otherwise, env)])


def _logic(flow: Flow, meant: ir.Logic, env: Env) -> Known:
    inner = dict(env)
    if meant.op == "and":
        assume(flow, meant.operands, inner)
    for operand in meant.operands:
        look(flow, operand, inner)
    return OPEN


LOOKS = dict([
    entry(ir.Local, _local),
    entry(ir.StageCount, _count_of_stage),
    entry(ir.NextActor, _next_actor),
    entry(ir.Direction, _direction),
    entry(ir.Deck, lambda flow, meant, env: Known(hidden="deck", private="deck")),
    entry(ir.ZoneContents, _zone),
    entry(ir.VariableValue, _variable),
    entry(ir.Keyed, _keyed),
    entry(ir.Defined, _named),
    entry(ir.TableValue, _named),
    entry(ir.MeldFact, _meld_fact),
    entry(ir.Spots, _spots),
    entry(ir.SpotFact, _spot_fact),
    entry(ir.Neighbour, _neighbour),
    entry(ir.TeamOf, lambda flow, meant, env: Known(who="me" if look(flow, meant.player, env).who == "me" else "")),
    entry(ir.CardFact, _card_fact),
    entry(ir.Attribute, _attribute),
    entry(ir.IsKind, _attribute),
    entry(ir.RoleAttribute, _role_attribute),
    entry(ir.Map, _map),
    entry(ir.Filter, _inside),
    entry(ir.Exists, _exists),
    entry(ir.Sum, _collected),
    entry(ir.ExtremeValue, _collected),
    entry(ir.ExtremeThing, _extreme),
    entry(ir.Best, _extreme),
    entry(ir.Pick, _pick),
    entry(ir.TopSome, _top_some),
    entry(ir.ListOf, _list),
    entry(ir.Combine, _combination),
    entry(ir.Melds, _of_combo),
    entry(ir.IsCombo, _of_combo),
    entry(ir.HasKind, lambda flow, meant, env: _decide(flow, look(flow, meant.cards, env), meant)),
    entry(ir.Fits, _fits),
    entry(ir.Same, _comparison),
    entry(ir.Within, _comparison),
    entry(ir.IfThenElse, _if_then_else),
    entry(ir.Logic, _logic),
])  # fmt: skip
"""The knowledge of an expression of each kind. Other kinds are public, apart from what is inside them."""


def _steady(card: ir.Expr) -> bool:
    """Return whether the expression is one card that stays the same throughout a sentence and can be recognised
    there."""
    if card.type != ir.CARD:
        return False
    if isinstance(card, ir.Pick):
        return card.which != "random" and isinstance(card.collection, ir.ZoneContents)
    return isinstance(card, ir.Local | ir.VariableValue | ir.ZoneContents)


def _surely_hidden(seen: Literal["nobody", "owner", "team", "others", "everyone"], who: str) -> bool:
    """Return whether the player certainly does not see what belongs to this player or team; a partner may see a
    team's."""
    return seen == "nobody" or (seen, who) in (("owner", "other"), ("others", "me"))


def _sees(seen: Literal["nobody", "owner", "team", "others", "everyone"], who: str) -> bool:
    """Return whether the player sees what belongs to this player or team; False if that is uncertain."""
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
    """Return the sentences that must all hold for this one to hold."""
    if isinstance(meant, ir.Logic) and meant.op == "and":
        return [part for operand in meant.operands for part in conjuncts(operand)]
    return [meant]
