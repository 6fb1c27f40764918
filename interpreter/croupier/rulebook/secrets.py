"""The section on zones and their visibility."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from croupier.rulebook.blocks import all_together, each_of, lines_of
from croupier.rulebook.context import Context
from croupier.rulebook.document import Block, Item, Items, Paragraph, Section
from croupier.rulebook.grammar import Scope
from croupier.rulebook.tables import thing_of
from croupier.rulebook.terms import kept
from croupier.rulebook.values import owned_by
from croupier_dsl import ir
from croupier_dsl.analysis import nodes


def section(cx: Context) -> Section:
    """Return a point for each zone, then the secret state, and the facts that are always public."""
    zones = [zone for zone in cx.rules.zones if zone.name in cx.uses.zones]
    items = tuple(Item(_zone(cx, zone), (f"zones.{zone.name}",)) for zone in zones)
    hidden = [variable for variable in cx.rules.variables if variable.seen != "everyone" and cx.printed(variable.path)]
    told = tuple(Item(_variable(cx, variable), (f"state.{variable.name}",)) for variable in hidden)
    blocks: list[Block] = [Items(items), *lines_of(cx, told), Paragraph(cx.sentence("always_known"))]
    if _piled(cx.rules):
        blocks.append(Paragraph(cx.sentence("onto_a_pile")))
    if not cx.words.alone:
        blocks.append(Paragraph(cx.sentence("about_teams", teams=_teams(cx)), ("teams",)))
    meant: dict[str, tuple[str, ...]] = {}
    for entry in filter(partial(_happens, _paths(cx.rules)), cx.rules.told):
        for text in _reasons(cx, entry):
            meant[text] = (*meant.get(text, ()), entry.path)
    if meant:
        blocks += [Paragraph(cx.sentence("told_anyway")), Items(tuple(map(Item, meant, meant.values())))]
    return Section(cx.title("title_secrets"), "zones", tuple(blocks))


def _paths(rules: ir.Rules) -> frozenset[str]:
    """Return the paths of all that can happen."""
    happening = (rules.play, rules.stages, rules.moves, rules.effects, rules.triggers)
    return frozenset(path for node in nodes(happening) if isinstance(path := getattr(node, "path", None), str))


def _happens(paths: frozenset[str], entry: ir.Because) -> bool:
    """Return whether a part can happen: a zone or state always, any other if it, or something in it, has a path."""
    known = entry.path.startswith(("zones.", "state.")) or entry.path in paths
    return known or any(path.startswith(f"{entry.path}.") for path in paths)


def _reasons(cx: Context, entry: ir.Because) -> Iterator[str]:
    """Yield the texts of clauses and rulings for a rule that reveals hidden cards."""
    rules, code = cx.rules, cx.grammar.code
    texts = {clause.id: clause.text for clause in rules.clauses} | {ruling.id: ruling.text for ruling in rules.rulings}
    yield from (text for source in entry.sources if (text := dict(texts.get(source, ())).get(code)))


def _piled(rules: ir.Rules) -> bool:
    """Return whether several cards without an order go onto a pile at once."""
    forms = {zone.name: zone.form for zone in rules.zones}
    for move in nodes((rules.play, rules.stages, rules.moves, rules.triggers)):
        if isinstance(move, ir.Move) and isinstance(move.to, ir.ZoneTarget) and forms[move.to.name] == "pile":
            loose = [node for node in nodes(move.what) if isinstance(node, ir.Local | ir.ZoneContents)]
            ordered = all(isinstance(node, ir.ZoneContents) and forms[node.name] == "pile" for node in loose)
            if move.what.type == ir.Type("card", many=True) and loose and not ordered:
                return True
    return False


def _zone(cx: Context, zone: ir.Zone) -> str:
    noun = cx.words.zone(zone.name)
    several = all_together(cx, zone, noun)
    place = several or owned_by(cx, noun, *each_of(cx, zone))
    sides = {name: thing_of(cx, side, Scope()) for name, side in zip("ab", zone.size, strict=False)}
    kind = "_edgeless" if zone.edgeless else ("", "_of", "_grid")[len(sides)]
    if kind == "_of" and isinstance(zone.size[0], ir.Constant):
        kind = "_of_just"
    form = cx.text(f"form_{zone.form}{kind}", **sides)
    whom = ("top_seen_" if zone.top_only else "seen_") + zone.seen
    those = cx.title("this_card" if zone.form == "slot" else "these_cards")
    seen = cx.text("seen_by_number" if zone.seen_by is not None else whom, those=those)
    if several is None:
        return cx.sentence("zone", x=place, form=form, seen=seen)
    return cx.sentence("zones_f" if noun.feminine else "zones", x=place, form=form, seen=seen)


def _variable(cx: Context, variable: ir.Variable) -> str:
    seen = cx.text("knows_by_number" if variable.seen_by is not None else f"knows_{variable.seen}")
    return cx.sentence("state_seen", x=kept(cx, variable), seen=seen)


def _teams(cx: Context) -> str:
    """Return the seats that play together, for each number of players."""
    grammar = cx.grammar
    told = {}
    for n, program in cx.setting.programs.items():
        teams = [[str(seat + 1) for seat in program.members(team)] for team in range(program.teams)]
        told[n] = grammar.phrases["against"].join(grammar.listed(seats, "and") for seats in teams)
    if len(told) == 1:
        return next(iter(told.values()))
    return "; ".join(cx.text("team_seats", seats=seats, n=n) for n, seats in told.items())
