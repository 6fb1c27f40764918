"""Lower the required end of a stage with a `must`, and the cards that have to go before."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import pairwise

from croupier.compile.obligations import Obligation, Ways, obligations, ways
from croupier.compile.recognised import asks_fitting, parts, steady
from croupier.kernel.nodes import Name
from croupier.kernel.source import made
from croupier.lowering.base import FALLIBLE, kind_tables
from croupier.lowering.capabilities import LONGEST, Unlowered, cannot
from croupier.lowering.cardsets import form_listed, wild_cards
from croupier.lowering.chosen import decided_at_once
from croupier.lowering.collections import by_number, for_each, lists, mask_of, single, some, zone_shape
from croupier.lowering.context import Context, Env, once
from croupier.lowering.kernel import part
from croupier.lowering.knowing import ALIKE, ME, OK, STAGE, must_number, musts, searched_stages, showing_statements
from croupier.lowering.listing import all_hold
from croupier.lowering.melding import list_pattern, sums_of, whole_condition
from croupier.lowering.meldlist import MANY
from croupier.lowering.modules import tables
from croupier.lowering.names import veiled_among
from croupier.lowering.shapes import Cards, Meld, One, Place, Shape
from croupier.lowering.stages import number_of, stages_around
from croupier_dsl import ir
from croupier_dsl.analysis import features_read, nodes, reached, state_read


def _any_of(expr: ir.Expr) -> set[str]:
    """Return the state of the table of which any that is yes is enough for it."""
    return {each.name for each in _either(expr) if isinstance(each, ir.VariableValue) and each.subject is None}


def _either(expr: ir.Expr) -> Sequence[ir.Expr]:
    """Return the sentences of which any is enough for it."""
    return expr.operands if isinstance(expr, ir.Logic) and expr.op == "or" else (expr,)


def _kept_back(expr: ir.Expr, slot: int) -> str:
    """Return the state that keeps a card from being chosen if it is yes."""
    match expr:
        case ir.Not(operand=ir.VariableValue(name=name, subject=ir.Local(slot=of))) if of == slot:
            return name
    return ""


def _is_empty(expr: ir.Expr, zone: str) -> bool:
    """Return whether the expression tests if the current player's zone is empty."""
    match expr:
        case ir.IsEmpty(collection=ir.ZoneContents(name=name, subject=ir.Local(slot=0))):
            return name == zone
    return False


def _is_yes(statement: ir.SetVariable) -> bool:
    return statement.value == ir.Constant(ir.TRUTH, True)


NEVER, UNCLEAR, NEVERS = 1, 2, 4
"""Results for an obligation: the card can never leave; unknown; from there on, with counting, the conditions that can
never hold."""
_FITS = ""
"""Key in `asked_of`: the spots of all melds on the table have been tested."""


def followed_obligations(cx: Context, must: ir.Stage, stage: ir.Stage) -> list[tuple[Obligation, Ways]]:
    """Return the cards that may not stay while a player chooses in a stage inside that with the `must`, and how they
    may go."""
    plans = {plan.name: plan for plan in cx.program.root.within(set())}
    chain = stages_around(cx, stage)[::-1]
    keys = [cx.layout.key(each) for each in chain]
    chain = chain[keys.index(cx.layout.key(must)) :]
    ways_in = [
        [cx.layout.key(step) for step in above.steps].index(cx.layout.key(below)) + 1
        for above, below in pairwise(chain)
    ]
    course = [(plans[each.name], at) for each, at in zip(chain, [*ways_in, 0], strict=True)]
    found = [
        (obligation, ways(cx.program, obligation, course)) for obligation in obligations(cx.program, course[0][0].stage)
    ]
    return [(obligation, known) for obligation, known in found if known is not None]


@once
def has_obligations(cx: Context) -> bool:
    """Return whether there may be cards that have to go before a stage ends."""
    return any(True for must in musts(cx) for _ in obligations(cx.program, must))


def stages_with_obligations(cx: Context, stage: ir.Stage, move: ir.MoveRule) -> list[int]:
    """Return the stages with a `must` that end as they must not as soon as the move is made while a card owes."""
    found = []
    for must in (each for each in stages_around(cx, stage) if each.must and not (cx.covers or cx.knows)):
        known = followed_obligations(cx, must, stage)
        ends = _certain_flags(cx, stage, must, move) is not None
        clear = ends and known and len(known) == len(list(obligations(cx.program, must)))
        if clear and all(_leaves_obliged_cards(cx, move, obligation, how) for obligation, how in known):
            found.append(must_number(cx, must))
    return found


def settles(cx: Context, stage: ir.Stage, must: ir.Stage, move: ir.MoveRule) -> bool:
    """Return whether the stage with a `must` ends as it must directly after the move, if no card owes."""
    if cx.covers or cx.knows or decided_at_once(cx, must):
        return False
    if not (yes := _certain_flags(cx, stage, must, move)):
        return False
    due = list(obligations(cx.program, must))
    plain = all(_adds_no_obligation(cx, each, due) for each in _afterwards(cx, stage, must, move))
    owed = {each.number for each in due}
    rest = [each.expr for number, each in enumerate(must.must) if number not in owed]
    return plain and all(yes & _any_of(expr) for expr in rest)


def chooses_again(cx: Context, stage: ir.Stage, must: ir.Stage, move: ir.MoveRule, zone: str) -> bool:
    """Return whether the player chooses again in the stage after the move if a card is left in this zone, and the move
    makes no card of the zone owe."""
    until = _either(stage.until[0].expr)
    empty = [each for each in until if _is_empty(each, zone)]
    named, due = _any_of(stage.until[0].expr), list(obligations(cx.program, must))
    changed = {each.name for each in nodes((move.do, cx.rules.triggers)) if isinstance(each, ir.SetVariable)}
    return (
        stage.times is None
        and len(empty) + len(named) == len(until)
        and not named & changed
        and _cannot_fail(cx, move)
        and not any(id(each) in showing_statements(cx) for each in move.do)
        and all(_adds_no_obligation(cx, each, due) for each in nodes(move.do))
    )


def _cannot_fail(cx: Context, move: ir.MoveRule) -> bool:
    """Return whether the move only sets state to constants, and moves chosen cards to places that accept them."""
    choices = {choice.slot: choice for choice in move.choices}
    fitting = [
        (part.card, part.spot)
        for asked in [*move.conditions, *(each for choice in move.choices for each in choice.filters)]
        for part in parts(asked.expr)
        if isinstance(part, ir.Fits)
    ]

    def sure(statement: ir.Statement) -> bool:
        match statement:
            case ir.SetVariable(subject=None | ir.Local(), value=ir.Constant()):
                return True
            case ir.Move(what=ir.Local(slot=slot)) if slot not in choices:
                return False
            case ir.Move(what=ir.Local(slot=slot), to=ir.ZoneTarget(name=name, subject=None | ir.Local(), under=None)):
                found = isinstance(choices[slot].collection, ir.Melds)
                return _holds_any(cx, name) or (found and cx.layout.form(name) == "melds")
            case ir.Move(what=card, to=ir.SpotTarget(spot=spot)):
                return len(move.do) == 1 and (card, spot) in fitting
        return False

    return all(map(sure, move.do))


def _holds_any(cx: Context, zone: str) -> bool:
    """Return whether the zone accepts any number of any cards."""
    return cx.layout.form(zone) in ("set", "pile")


def _may_fail(cx: Context, node: object) -> bool:
    """Return whether a statement or expression may cause a fault of the rules."""
    if isinstance(node, ir.Move) and isinstance(node.to, ir.ZoneTarget):
        plain = isinstance(node.to.subject, ir.Local | None) and node.to.under is None
        return not (plain and _holds_any(cx, node.to.name))
    return isinstance(node, FALLIBLE | ir.Move | ir.AddToVariable | ir.Swap)


def _adds_no_obligation(cx: Context, node: object, known: Sequence[Obligation]) -> bool:
    """Return whether the node ends no stage and makes no card owe."""
    match node:
        case ir.EndStage() | ir.Ask() | ir.Perform() | ir.Swap():
            return False
        case ir.SetVariable(name=name, value=value):
            return value == ir.Constant(ir.TRUTH, False) or name not in {obligation.variable for obligation in known}
        case ir.Move(to=ir.ZoneTarget(name=name)):
            return name not in {obligation.zone for obligation in known}
        case ir.Move():  # to a spot
            return all(cx.layout.form(obligation.zone) == "set" for obligation in known)
    return True


def write_settled(cx: Context) -> bool:
    """Write `settled(S, OUT)`: the result for the move in the first row if the stage can certainly end as it must after
    it, else 0. Return False, and write nothing, if that can never be certain. It is if no card owes and the move ends
    the stage, or if a move that ends it can then be made with any card that is left."""
    closing = [
        (stage, must, moves)
        for stage in searched_stages(cx)
        for must in stages_around(cx, stage)
        if must.must
        for moves in [[each for each in _moves_of(cx, stage) if settles(cx, stage, must, each)]]
        if moves
    ]
    if not closing:
        return False
    with cx.out.function("settled(S, OUT)"):
        for stage, must, moves in closing:
            there = f"{cx.layout.cell('label')} == {number_of(cx, 'decide', cx.layout.key(stage))}"
            with cx.out.block(f"if {there} and G_look[{STAGE}] == {must_number(cx, must)}:"):
                due = cx.out.let("m_owed(S)" if has_obligations(cx) else "0", "m_")
                for move in moves:
                    with cx.out.block(f"if OUT[0] == {cx.flow.move_numbers[move.name]} and {due} == 0:"):
                        cx.out.line(f"return {OK | ALIKE if features_read(cx.facts, [move.do]) is not None else OK}")
                for zone in {each: None for each in map(partial(_any_card_of, cx), moves) if each}:
                    _leading(cx, stage, must, zone, due)
        cx.out.line("return 0")
    return True


def _leading(cx: Context, stage: ir.Stage, must: ir.Stage, zone: str, due: str) -> None:
    """Write the success of moves that leave a card with which the stage can be ended."""
    known, every = followed_obligations(cx, must, stage), list(obligations(cx.program, must))
    if not known or len(known) < len(every) or {obligation.zone for obligation in every} != {zone}:
        return
    hand = cx.out.let(mask_of(cx, zone_shape(cx, *searcher_zone(cx, zone))), "m_")
    for move in _moves_of(cx, stage):
        if chooses_again(cx, stage, must, move, zone):
            with cx.out.block(f"if OUT[0] == {cx.flow.move_numbers[move.name]}:"):
                gone = _moved_by(cx, move)
                cx.out.line(f"if ({due} & ~{gone}) == 0 and ({hand} & ~{gone}) != 0: return {OK}")


def _moved_by(cx: Context, move: ir.MoveRule) -> str:
    """Return the chosen cards that the move in the first row moves."""
    gone = cx.out.let("0", "m_")
    slots = {each.what.slot for each in move.do if isinstance(each, ir.Move) and isinstance(each.what, ir.Local)}
    for at, choice in enumerate(move.choices):
        cell = 1 + at * cx.layout.width
        if choice.slot in slots and choice.single and choice.type.name == "card":
            cx.out.line(f"if OUT[{cell}] >= 0: {gone} = {gone} | BIT(OUT[{cell}])")
        elif choice.slot in slots:
            cx.out.line(f"{gone} = {gone} | ZO[{cell}]")
    return gone


def _any_card_of(cx: Context, move: ir.MoveRule) -> str:
    """Return the current player's zone of which any card may be chosen for the move, if none owes; else an empty
    string."""
    match move.choices:
        case [ir.Choice(slot=slot, single=True, filters=(), collection=ir.ZoneContents(name=zone, subject=whose))]:
            due = {obligation.variable for must in musts(cx) for obligation in obligations(cx.program, must)}
            free = all(_kept_back(each.expr, slot) in due for each in move.conditions)
            return zone if free and isinstance(whose, ir.Local) and not whose.slot else ""
    return ""


def searcher_zone(cx: Context, zone: str) -> Place:
    """Return the zone of the looking seat, or the only one."""
    return zone, f"G_look[{ME}]" if cx.layout.zones[zone].per == "player" else None


def _moves_of(cx: Context, stage: ir.Stage) -> list[ir.MoveRule]:
    return [move for move in cx.rules.moves if move.name in stage.moves]


def _afterwards(cx: Context, stage: ir.Stage, must: ir.Stage, move: ir.MoveRule) -> list[object]:
    """Return the nodes that are reached from the move to the end of the stage with the `must`."""
    return list(nodes((move.do, cx.rules.triggers, stage.end, must.end)))


def _certain_flags(cx: Context, stage: ir.Stage, must: ir.Stage, move: ir.MoveRule) -> set[str] | None:
    """Return the variables that are yes after the move if the stage ends then, as the last step of the other, no card
    is shown before and nothing can be at fault; else None."""
    last = bool(must.steps) and cx.layout.key(must.steps[-1]) == cx.layout.key(stage)
    if not last or stage.by is not None or len(stage.until) != 1:
        return None
    around = reached(cx.facts, cx.rules.triggers, stage.until, stage.end, must.end, must.must)
    if not _cannot_fail(cx, move) or any(map(partial(_may_fail, cx), around)):
        return None
    yes = {each.name for each in move.do if isinstance(each, ir.SetVariable) and each.subject is None and _is_yes(each)}
    later = _afterwards(cx, stage, must, move)
    if any(isinstance(each, ir.Reveal | ir.Show) or id(each) in showing_statements(cx) for each in later):
        return None
    yes -= {each.name for each in later if isinstance(each, ir.SetVariable) and not _is_yes(each)}
    brief = {variable.name for variable in cx.rules.variables if variable.life == stage.name}
    return yes - brief if yes & _any_of(stage.until[0].expr) else None


def plain_to_show(cx: Context) -> bool:
    """Write `shows(S, move)`: whether the move certainly shows its player a card that no seat knows, and lets that
    player choose again, so that its result is unknown. Return False, and write nothing, if no move does."""
    found = []
    ends = any(isinstance(node, ir.EndStage | ir.Ask | ir.Perform) for node in nodes(cx.rules.triggers))
    for must in () if cx.covers or cx.knows or ends else musts(cx):
        for stage, following in pairwise(must.steps):
            alone = stage.by is None and stage.times is None and not (stage.until or stage.end or stage.must)
            at_once = following.moves and following.by is None and following.times is None and not following.begin
            if stage.moves and alone and at_once and not following.when and not decided_at_once(cx, must):
                found += [(stage, must, move) for move in cx.rules.moves if move.name in stage.moves]
    tests = [
        f"{cx.layout.cell('label')} == {number_of(cx, 'decide', cx.layout.key(stage))} and move == {number} "
        f"and G_look[{STAGE}] == {must_number(cx, must)} and S[{cx.layout.at('zone', pile)}] > 0"
        for stage, must, move in found
        for number, pile in [(cx.flow.move_numbers[move.name], _pile_drawn_from(cx, move.do))]
        if pile
    ]
    if not tests:
        return False
    with cx.out.function("shows(S, move)"):
        for test in tests:
            cx.out.line(f"if {test}: return 1")
        cx.out.line("return 0")
    return True


def _pile_drawn_from(cx: Context, statements: Sequence[ir.Statement]) -> str:
    """Return the hidden pile whose top comes to the current player's hand, if nothing else happens as long as it is not
    empty."""
    match statements:
        case [ir.If(branches=[ir.Branch(condition=ir.IsEmpty(collection=ir.ZoneContents(name=pile)))]), move]:
            return pile if _pile_drawn_from(cx, [move]) == pile else ""
        case [
            ir.Move(
                what=ir.Pick(which="top", collection=ir.ZoneContents(name=pile, subject=None)),
                to=ir.ZoneTarget(name=hand, subject=ir.Local(slot=0)),
            ) as move
        ] if pile in cx.ahead.hiding and id(move) in showing_statements(cx) and cx.layout.form(pile) == "pile":
            zone = cx.layout.zones[hand]
            return pile if zone.per == "player" and zone.seen == "owner" and not zone.top_only else ""
    return ""


def _leaves_obliged_cards(cx: Context, move: ir.MoveRule, obligation: Obligation, how: Ways) -> bool:
    """Return whether the move takes no card that owes."""

    def kept(slot: int) -> bool:
        return any(_kept_back(condition.expr, slot) == obligation.variable for condition in move.conditions)

    singles = {choice.slot for choice in move.choices if choice.single}
    return all(each.slot in singles and kept(each.slot) for taker, each in how.takers if taker.name == move.name)


def write_obligation_test(cx: Context) -> None:
    """Write `stranded(S)`: whether a card that may not stay can never leave; 0 also if that is unknown."""
    with cx.out.function("stranded(S)"):
        cx.out.line("unclear = 0")
        if cx.covers:
            cx.out.line("never = 0")
        for number, must in enumerate(musts(cx) if cx.foresees else ()):
            with cx.out.block(f"if G_look[{STAGE}] == {number}:"):
                for obligation in obligations(cx.program, must):
                    there = mask_of(cx, zone_shape(cx, *searcher_zone(cx, obligation.zone)))
                    veiled_among(cx, obligation.zone, there, obligation.variable)
                cx.out.line("pass")
        for stage in (each for each in searched_stages(cx) if each.moves and _wild_for_good(cx)):
            for must in (each for each in stages_around(cx, stage) if each.must):
                known = followed_obligations(cx, must, stage)
                if known:
                    bound = f"G_look[{STAGE}] == {must_number(cx, must)}"
                    with cx.out.block(f"if {bound} and ({is_choice_in_stage(cx, stage)}):"):
                        for obligation, how in known:
                            _test_obliged_card(cx, obligation, how)
        if cx.covers:
            cx.out.line(f"if never and not unclear: return {NEVER} + never * {NEVERS}")
        cx.out.line(f"return {UNCLEAR} if unclear else 0")


def write_obliged_cards(cx: Context) -> None:
    """Write `m_owed(S)`: the cards that have to go; and `pays(OUT, i, m_due)`: whether the choice in row `i` takes any
    of them. The order in which moves are tried changes only the time of a search, not its result."""
    if not has_obligations(cx):
        return
    layout = cx.layout
    with cx.out.function("m_owed(S)"):
        cx.out.line("m_found = 0")
        for must in musts(cx):
            with cx.out.block(f"if G_look[{STAGE}] == {must_number(cx, must)}:"):
                for obligation in obligations(cx.program, must):
                    cx.out.line(f"m_found = m_found | {_obliged_cards(cx, obligation)}")
        cx.out.line("return m_found")
    with cx.out.function("pays(OUT, i, m_due)"):
        cx.out.line(f"r = i * {layout.row}")
        for number, move in enumerate(cx.rules.moves):
            with cx.out.block(f"if OUT[r] == {number}:"):
                for at, choice in enumerate(move.choices):
                    cell = f"r + {1 + at * layout.width}"
                    if choice.type.name == "card" and choice.single:
                        cx.out.line(f"if OUT[{cell}] >= 0 and (m_due & BIT(OUT[{cell}])) != 0: return 1")
                    elif choice.type.name in ("card", "meld"):
                        cx.out.line(f"if (m_due & ZO[{cell}]) != 0: return 1")
        cx.out.line("return 0")


@once
def _wild_for_good(cx: Context) -> bool:
    """Return whether the same cards are always wild."""
    written = cx.program.rules.cards.wild
    return written is None or state_read(cx.program.planner.facts, written) == ([], True)


def is_choice_in_stage(cx: Context, stage: ir.Stage) -> str:
    """Return a test whether the choice is in this stage."""
    labels = [number_of(cx, "decide", cx.layout.key(stage))]
    labels += [question.label for question in cx.flow.questions if question.stage is stage]
    return " or ".join(f"{cx.layout.cell('label')} == {number}" for number in labels)


def _test_obliged_card(cx: Context, obligation: Obligation, how: Ways) -> None:
    """Write the test of each card that owes."""
    place = searcher_zone(cx, obligation.zone)

    def look(card: Shape) -> None:
        may, cx.ahead.asked_of = cx.out.let(str(NEVER)), set()
        _may_go(cx, single(cx, card).text, place, how, may)
        with cx.out.block(f"if {may} == {NEVER}:"):
            cx.out.line(f"never = never | {1 << obligation.number}" if cx.covers else f"return {NEVER}")
        cx.out.line(f"if {may} == {UNCLEAR}: unclear = 1")

    for_each(cx, Cards(((_obliged_cards(cx, obligation), place),)), look)


def _obliged_cards(cx: Context, obligation: Obligation) -> str:
    """Return the cards that may not stay, regardless of who knows it."""
    there = mask_of(cx, zone_shape(cx, *searcher_zone(cx, obligation.zone)))
    if ("yes", obligation.variable) in cx.layout.cells:
        return cx.out.let(f"{there} & Z[{cx.layout.at('yes', obligation.variable)}]", "m_")
    left, found = cx.out.let(there, "m_"), cx.out.let("0", "m_")
    with cx.out.block(f"while {left} != 0:"):
        card = cx.out.let(f"LOW({left})", "c")
        cx.out.line(f"{left} = REST({left})")
        cx.out.line(f"if {cx.layout.cell('variable', obligation.variable, card)} == 1: {found} = {found} | BIT({card})")
    return found


def _may_go(cx: Context, card: str, place: Place, how: Ways, may: str) -> None:
    """Write a test whether some move might ever take the card: sets `may` to 0 if so, to `UNCLEAR` if that is
    unknown."""
    if cx.knows:
        cx.out.line(f"if ({_pool(cx, card, how)} & Z[{cx.layout.at('unshown')}]) != 0: {may} = 0")
    for name, _ in () if cx.knows else how.sources:
        zone = cx.layout.zones[name]
        seen = zone.seen == "everyone" or (zone.seen in ("owner", "team") and zone.per == "player")
        if not seen and name in cx.ahead.hiding and not zone.keys and zone.per == "table":
            with cx.out.block(f"if {some(cx, zone_shape(cx, name, None))}:"):  # no card there is known
                cx.out.line(f"{may} = 0")
        elif not seen:
            cx.out.line(f"{may} = {UNCLEAR}")
    pool = _pool(cx, card, how)
    moves = {move.name: move for move in cx.rules.moves}
    for taker, choice in how.takers:
        move = moves[taker.name]
        own = next(each for each in move.choices if each.slot == choice.slot)
        with cx.out.block(f"if {may} != 0:"):
            if own.type.name == "meld":
                _may_meld(cx, own, card, pool, may)
            else:
                with part(move.where, move.path):
                    _may_be_chosen(cx, move, own, card, place, how, pool, may)


def _pool(cx: Context, card: str, how: Ways) -> str:
    """Return the cards that may come into the zone, or be melded from it."""
    found = [f"BIT({card})"]
    for name, wild_only in how.sources:
        there = mask_of(cx, zone_shape(cx, *searcher_zone(cx, name)))
        found.append(f"({there} & {wild_cards(cx)})" if wild_only else there)
    return cx.out.let(" | ".join(found), "m_")


def _may_meld(cx: Context, choice: ir.Choice, card: str, pool: str, may: str) -> None:
    collection = choice.collection
    assert isinstance(collection, ir.Melds)
    combos = cx.program.combos
    if not combos.adds_for_good(collection.combo):
        cx.out.line(f"{may} = 0")
        return
    _may_make_any(cx, combos.parts(collection.combo), card, pool, may, asked=True)


def _may_make_any(cx: Context, patterns: Iterable[str], card: str, pool: str, may: str, *, asked: bool) -> None:
    """Write tests whether the card can come into a meld of one of the patterns. `asked`: the tests hold for all cards
    and need not be repeated."""
    for pattern in patterns:
        if pattern not in cx.ahead.asked_of:
            with cx.out.block(f"if {may} != 0:"):
                _may_make(cx, pattern, card, pool, f"BIT({card})", may)
            if asked:
                cx.ahead.asked_of.add(pattern)


def _may_make(cx: Context, pattern: str, card: str, pool: str, wanted: str, may: str) -> None:
    """Write a test whether cards of the pool make a meld of the pattern with all the wanted cards, by kinds."""
    cx.out.line(f"{may} = {_maker(cx, pattern)}(S, {card}, {pool}, {wanted}, {may})")


def _maker(cx: Context, pattern: str) -> str:
    """Return the name of `makes_N(S, card, m_pool, m_wanted, may)`: 0 if they make one, else `may`."""
    if pattern in cx.ahead.makers:
        return cx.ahead.makers[pattern]
    name = cx.ahead.makers[pattern] = cx.out.name("makes_")
    kinds, kind_of = kind_tables(cx)
    with cx.out.function(f"{name}(S, card, m_pool, m_wanted, may)"):
        try:
            with cx.out.captured() as lines:
                lists(cx)
                near = _near(cx, pattern)
                cx.out.line(f"m_pool = m_pool & {near}[card]")
                cx.out.line("if (m_wanted & ~m_pool) != 0: return may")
                if sees := _sees(cx, pattern):
                    cx.out.line(f"seen = {sees}(m_pool, {wild_cards(cx)}, m_wanted)")
                    cx.out.line("if seen: return may if seen < 0 else 0")
                cx.out.line("forget_melds()")
                whole = cx.program.combos.wholes.get(pattern)
                if whole_condition(cx, pattern) is not None or (whole is not None and not whole.told):
                    raise cannot("whole_unclear")
                list_pattern(cx, pattern, "m_pool", cx.out.let(wild_cards(cx), "m_"), by_number(cx), 1, "1 << 60")
        except Unlowered:
            cx.out.line(f"return {UNCLEAR}")
            return name
        cx.out.written(lines)
        cx.out.line(f"if G_full[0]: G_full[0] = 0; return {UNCLEAR}")
        with cx.out.block("for h in range(G_kept[0], G_top[0]):"):
            cx.out.line("m_left = m_wanted; has = 1")
            with cx.out.block("while m_left != 0 and has:"):
                cx.out.line(f"m_kind = {kinds}[{kind_of}[LOW(m_left)]]")
                cx.out.line("has = 1 if POP(Gm_meld[h] & m_kind) >= POP(m_wanted & m_kind) else 0")
                cx.out.line("m_left = m_left & ~m_kind")
            cx.out.line("if has: return 0")
        cx.out.line("return may")
    return name


def _sees(cx: Context, name: str) -> str:
    """Return the function that sees quickly whether cards make a meld of a pattern; empty if none can."""
    pattern, end = cx.program.combos.patterns[name], f"p{cx.melds.pattern_numbers[name]}"
    form, run, different = form_listed(cx, pattern), pattern.places is not None, pattern.different
    wild = cx.program.combos.wild_kinds(None)  # type: ignore[arg-type]  # the same ones are wild for good
    if pattern.group is not None or any(form.groups[kind] >= 0 for kind in wild):
        return ""
    differs = [sum(1 << place for place in places) for places in form.places]
    if different is not None and not run:
        differs = [1 << value if group >= 0 else 0 for group, value in zip(form.groups, different, strict=True)]
    smallest, sizes = form.bounds.smallest, range(form.length + 1) if run else ()
    near = [b - a for places in form.places for a, b in pairwise(sorted(places))]
    most = range(smallest if pattern.declared else 1, min(form.bounds.cap, LONGEST) + 1)
    enough = [naturals for naturals in most if form.bounds.holds(naturals, max(0, smallest - naturals))]
    given: dict[str, int | Name] = {
        "APART": min(near, default=form.length + 1), "ENOUGH": sum(1 << naturals for naturals in enough),
        "LENGTH": form.length, "LONGEST": LONGEST, "MOST_WILD": min(form.bounds.most, MANY), "SMALLEST": smallest,
        "SURE": int(not sums_of(cx, name)), "VARIED": int(different is not None),
        **tables(
            cx, T_holds=[int(form.bounds.holds(naturals, gaps)) for naturals in sizes for gaps in sizes],
            T_kind=cx.program.kind_of, Tm_differs=differs,
            Tm_window=[(1 << size) - 1 << start for start in sizes for size in sizes],
        ),
    }  # fmt: skip
    cx.out.modules.append(made(("seeing",), end, given))
    return f"sees_{end}"


def _near(cx: Context, pattern: str) -> str:
    """Return a table of the cards with which a card may come into a meld of the pattern."""
    form = form_listed(cx, cx.program.combos.patterns[pattern])
    wild = cx.program.combos.wild_kinds(None)  # type: ignore[arg-type]  # the same ones are wild for good
    kind_of = cx.program.kind_of
    free = sum(1 << card for card, kind in enumerate(kind_of) if kind in wild)
    found = []
    for kind in kind_of:
        group = form.groups[kind]
        mates = sum(1 << other for other, own in enumerate(kind_of) if form.groups[own] == group)
        known = group in form.values
        found.append(cx.all_cards if kind in wild else (mates if known else 0) | free)
    return cx.out.table(found, "m_")


def _may_fit(cx: Context, card: str, how: Ways, pool: str, may: str, *, asked: bool) -> None:
    """Write a test whether the card might ever be added to a meld, one on the table or a later one."""
    combos, moving = cx.program.combos, dict(how.sources)
    _may_make_any(cx, combos.open_patterns, card, pool, may, asked=asked)
    if _FITS in cx.ahead.asked_of:
        return
    if asked:
        cx.ahead.asked_of.add(_FITS)
    for zone in cx.layout.zones.values():
        for of in cx.layout.subjects(zone.name) if zone.form == "melds" else ():
            loose = moving.get(zone.name)

            def look(meld: Shape, loose: bool | None = loose) -> None:
                assert isinstance(meld, Meld)
                if loose is False:
                    cx.out.line(f"{may} = 0")
                    return
                stay = meld.text if loose is None else f"({meld.text} & ~{wild_cards(cx)})"
                wanted = cx.out.let(f"{stay} | BIT({card})", "m_")
                there = cx.out.let(f"{pool} | {wanted}", "m_")
                cx.out.line(f"if {may} != 0 and {meld.pattern} < 0: {may} = {UNCLEAR}")
                for name in combos.open_patterns:
                    number = cx.melds.pattern_numbers[name]
                    with cx.out.block(f"if {may} != 0 and {meld.pattern} == {number}:"):
                        _may_make(cx, name, card, there, wanted, may)

            with cx.out.block(f"if {may} != 0:"):
                for_each(cx, zone_shape(cx, zone.name, of), look)


def _may_be_chosen(
    cx: Context, move: ir.MoveRule, choice: ir.Choice, card: str, place: Place, how: Ways, pool: str, may: str
) -> None:
    asked = [] if choice.if_possible else [each.expr for each in choice.filters]
    if choice.single:
        asked += [each.expr for each in move.conditions if set(each.mentions)]
    env: Env = {0: One(f"G_look[{ME}]"), choice.slot: One(card, at=(place,))}
    test = all_hold(cx, [expr for expr in asked if steady(expr, choice.slot, how.obligation.variable)], env)
    tests = [each.expr for other in move.choices if not other.if_possible for each in other.filters]
    fits = any(asks_fitting(expr, choice.slot) for expr in tests)
    with cx.out.block(f"if {test}:"):
        if fits:
            _may_fit(cx, card, how, pool, may, asked=test == "1")
        else:
            cx.out.line(f"{may} = 0")
