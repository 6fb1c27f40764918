"""Check a whole ruleset: run all checks in order."""

from __future__ import annotations

from dataclasses import replace
from math import prod

from croupier_dsl import ir, syntax
from croupier_dsl.analysis.ids import with_ids
from croupier_dsl.analysis.reading import Facts
from croupier_dsl.analysis.visibility import ways_to_see
from croupier_dsl.checker.alike import warn_of_alike
from croupier_dsl.checker.clauses import (
    check_because,
    check_clauses,
    check_seldom,
    check_texts,
    cited,
    cited_by,
    clauses_of,
    equivalents_of,
    rulings_of,
    seldom_of,
)
from croupier_dsl.checker.combos import combos_declared
from croupier_dsl.checker.context import Context, Parts, place, words
from croupier_dsl.checker.cycles import check_cycles
from croupier_dsl.checker.dealing import check_rounds, warn_of_short_deals
from croupier_dsl.checker.definitions import make_definitions, type_of
from croupier_dsl.checker.expressions import expression
from croupier_dsl.checker.material import (
    cards_declared,
    enumerations,
    fixed_number,
    options_declared,
    variables_declared,
    zones_declared,
)
from croupier_dsl.checker.missing_rows import warn_of_holes
from croupier_dsl.checker.numbers import warn_of_changes, warn_of_numbers
from croupier_dsl.checker.paths import parts_of
from croupier_dsl.checker.presets import check_presets
from croupier_dsl.checker.references import References
from croupier_dsl.checker.scenarios import Scenarios
from croupier_dsl.checker.scope import Scope
from croupier_dsl.checker.secrecy import check_secrecy
from croupier_dsl.checker.settled import Judge, warn_of_settled
from croupier_dsl.checker.setups import check_setups
from croupier_dsl.checker.short import texts
from croupier_dsl.checker.showing import shown_of, warn_of_leaks
from croupier_dsl.checker.stage_flow import StageFlow, warn_of_ends, warn_of_stale
from croupier_dsl.checker.stages import (
    moves_declared,
    play_declared,
    result_declared,
    stages_declared,
    triggers_declared,
)
from croupier_dsl.checker.starts import in_order_of_starts
from croupier_dsl.checker.statements import effects_declared
from croupier_dsl.checker.staying import check_staying
from croupier_dsl.checker.unread import warn_of_unread, warn_of_unset
from croupier_dsl.decks import kinds as kinds_of_deck
from croupier_dsl.decks import kinds_of_parts
from croupier_dsl.diagnostics import Diagnostics
from croupier_dsl.errors import structure
from croupier_dsl.literals import Invalid, spelled, ungroup
from croupier_dsl.resolver import Names, resolve

MOST_PLAYERS = 20
MOST_MINUTES = 1440
MOST_KINDS = 500
LIMIT = 100_000
MOST_SENTENCES = 5_000
PARTS = Parts(expression, type_of)


def check(ruleset: syntax.Ruleset, diagnostics: Diagnostics, references: References | None = None) -> ir.Rules | None:
    """Return the meaning of a ruleset; None if it has errors, which are added to the diagnostics. `references`
    records the meanings of words."""
    names = resolve(ruleset, diagnostics)
    players, starting = players_of(ruleset, diagnostics)
    references = References() if references is None else references
    references.names = names
    cx = Context(names, diagnostics, kinds_of(names, diagnostics), players, references, PARTS)
    make_definitions(cx)
    options, cards = options_declared(cx), cards_declared(cx)
    teams = None if ruleset.teams is None else fixed_number(cx, ruleset.teams, Scope())
    zones, combos = zones_declared(cx), combos_declared(cx)
    effects = effects_declared(cx)
    play, stages = play_declared(cx), stages_declared(cx)
    variables = variables_declared(cx)
    moves, triggers, result = moves_declared(cx), triggers_declared(cx), result_declared(cx)
    limit, minutes = limit_of(ruleset, diagnostics), minutes_of(ruleset, diagnostics)
    presets = check_presets(cx, options, players)
    check_texts(cx, {move.name: move for move in moves})
    check_clauses(cx)
    check_because(cx)
    scenarios = Scenarios(cx, players, options, moves)
    scenarios.check()
    played = scenarios.meant()
    if cx.progress.sentences > MOST_SENTENCES:
        diagnostics.add(structure.too_many_sentences(ruleset.name.span, cx.progress.sentences, MOST_SENTENCES))
    for section, part in (("cards", cards), ("play", play), ("result", result)):
        if part is None:
            diagnostics.add(structure.missing_section(ruleset.name.span, section))
    shown = shown_of(cx)
    for seen_zones, seen_variables in ways_to_see(zones, variables, names.enums):
        check_secrecy(cx, moves, play, stages, triggers, seen_zones, seen_variables, cards, combos, shown)
    if not diagnostics.errors:
        warn_of_unread(cx, variables, (moves, play, stages, triggers))
    if cards is None or play is None or result is None or diagnostics.errors:
        return None
    parts = tuple(ir.Part(path, place(span)) for path, span in parts_of(names))
    made = [cx.definitions.made.get(name) for name in names.declared]
    rules = ir.Rules(
        name=ruleset.name.text,
        title=words(ruleset.title),
        players=players,
        starting=starting,
        teams=teams,
        limit=limit,
        enums=enumerations(cx),
        options=options,
        cards=cards,
        tables=tuple(part for part in made if isinstance(part, ir.Table)),
        zones=zones,
        variables=variables,
        combos=combos,
        definitions=tuple(part for part in made if isinstance(part, ir.Definition)),
        play=play,
        moves=moves,
        triggers=triggers,
        result=result,
        texts=texts(names),
        books=tuple((name.text, entry.words) for name, entry in ruleset.books),
        clauses=clauses_of(ruleset),
        rulings=rulings_of(ruleset),
        because=cited_by(ruleset.because, parts),
        told=cited_by(ruleset.told, parts),
        scenarios=played,
        of=ruleset.lineage,
        presets=presets,
        parts=parts,
        seldom=seldom_of(ruleset),
        stages=stages,
        effects=effects,
        family=ruleset.family.text if ruleset.family else "",
        minutes=minutes,
        shown=shown,
    )
    rules = cited(with_ids(rules, cx.spans.note_again))
    rules = replace(rules, equivalents=equivalents_of(cx, rules))
    check_seldom(ruleset, rules, diagnostics)
    rules = replace(rules, variables=in_order_of_starts(rules, cx))
    check_cycles(rules, cx)
    check_setups(rules, cx)
    check_rounds(rules, cx)
    check_staying(rules, cx)
    warn_of_sense(rules, cx)
    warn_of_ends(ruleset, diagnostics)
    warn_of_numbers(ruleset, rules, diagnostics)
    warn_of_changes(ruleset, rules, diagnostics)
    warn_of_short_deals(rules, cx)
    warn_of_leaks(rules, cx)
    return None if diagnostics.errors else rules


def warn_of_sense(rules: ir.Rules, cx: Context) -> None:
    """Add warnings about rules that are valid but make no sense."""
    judge = Judge(rules, Facts(rules))
    found = warn_of_settled(judge, cx)
    StageFlow(judge, cx, found).warn()
    warn_of_unset(judge, cx, found.reasons)
    warn_of_stale(judge, cx)
    warn_of_alike(judge, cx)
    warn_of_holes(judge, cx)
    judge.budgets.tell(cx.diagnostics)


def players_of(ruleset: syntax.Ruleset, diagnostics: Diagnostics) -> tuple[tuple[int, ...], int | None]:
    """Return the supported numbers of players, and the default, if there is one."""
    written = ruleset.players
    if written is None:
        diagnostics.add(structure.missing_section(ruleset.name.span, "players"))
        return (), None
    try:
        found = sorted({int(word) if word.isdigit() else 0 for word, _ in spelled(written.sort)})
    except Invalid:
        found = [0]
    if found[0] < 1 or found[-1] > MOST_PLAYERS or written.optional or written.seen_by is not None or written.size:
        diagnostics.add(structure.number_of_players(written.span, MOST_PLAYERS))
        return (), None
    if written.starting is None:
        return tuple(found), None
    usual = ungroup(written.starting)
    if not isinstance(usual, syntax.Number) or usual.value not in found:
        diagnostics.add(structure.usual_number_of_players(written.starting.span, written.sort.span.text))
        return (), None
    return tuple(found), usual.value


def limit_of(ruleset: syntax.Ruleset, diagnostics: Diagnostics) -> int:
    """Return the greatest number of decisions in a game."""
    if ruleset.limit is None:
        return LIMIT
    bare = ungroup(ruleset.limit)
    if not isinstance(bare, syntax.Number) or bare.value < 1:
        diagnostics.add(structure.limit_of_what(ruleset.limit.span))
        return LIMIT
    return bare.value


def minutes_of(ruleset: syntax.Ruleset, diagnostics: Diagnostics) -> tuple[int, ...]:
    """Return the least and the greatest number of minutes that a game takes."""
    if ruleset.minutes is None:
        return ()
    bare = ungroup(ruleset.minutes)
    ends = (bare.low, bare.high) if isinstance(bare, syntax.Range) else (bare, bare)
    found = [end.value for end in map(_ungrouped, ends) if isinstance(end, syntax.Number)]
    if len(found) < 2 or not 1 <= found[0] <= found[1] <= MOST_MINUTES:
        diagnostics.add(structure.minutes_of_what(ruleset.minutes.span))
        return ()
    return tuple(found)


def _ungrouped(expr: syntax.Expr | None) -> syntax.Expr | None:
    return None if expr is None else ungroup(expr)


def kinds_of(names: Names, diagnostics: Diagnostics) -> dict[str, tuple[int | None, ...]]:
    """Return every kind of card by its notation, with its values as numbers and indices."""
    cards = names.ruleset.cards
    if cards is None or not names.attributes:
        return {}
    size = sum(prod(map(len, own.values())) for own, _ in names.parts.values())
    if not names.parts:
        size = prod(map(len, names.attributes.values()))
    if size > MOST_KINDS:
        diagnostics.add(structure.too_many_kinds(cards.span, size, MOST_KINDS))
        return {}
    found: dict[str, tuple[int | None, ...]] = {}
    if names.parts:
        every = kinds_of_parts(names.attributes, names.parts)
    else:
        every = kinds_of_deck(names.attributes, cards.deck.text if cards.deck else None)
    for notation, spelled_values in every:
        if notation in found:
            diagnostics.add(structure.kind_twice(cards.span, notation))
        pairs = zip(names.attributes, spelled_values, strict=True)
        found[notation] = tuple(None if v is None else _value(names, attribute, v) for attribute, v in pairs)
    return found


def _value(names: Names, attribute: str, word: str) -> int:
    return int(word) if attribute in names.number_values else names.attributes[attribute].index(word)
