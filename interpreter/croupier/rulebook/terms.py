"""The section on the terms of the rules: definitions and variables."""

from __future__ import annotations

from dataclasses import replace

from croupier.rulebook.document import Block, Item, Items, Paragraph, Section
from croupier.rulebook.flow import merely_reset
from croupier.rulebook.grammar import Group, Scope, Thing
from croupier.rulebook.speaker import Speaker
from croupier_dsl import ir
from croupier_dsl.analysis import Facts, set_by_statements


def section(speaker: Speaker) -> Section:
    """Return a point for each definition that has a name, and one for each thing that is remembered."""
    titled = [d for d in speaker.rules.definitions if speaker.titled(d.name) and speaker.printed(f"define.{d.name}")]
    items = tuple(speaker.meaning(f"define.{made.name}") or _definition(speaker, made) for made in titled)
    remembered = tuple(_variable(speaker, variable) for variable in speaker.rules.variables)
    blocks: list[Block] = [Paragraph(speaker.sentence("these_mean"))] if items else []
    blocks += speaker.lines((*items, *_never(speaker)))
    formulas = [made for made in titled if speaker.meaning(f"define.{made.name}") is None]
    tables = [table for table in speaker.rules.tables if speaker.printed(f"tables.{table.name}")]
    everything = (speaker.rules.play, speaker.rules.stages, speaker.rules.moves, speaker.rules.triggers,
                  formulas, speaker.rules.result, tables)  # fmt: skip
    missing = [
        ("about_sums", speaker.lacking.in_a_sum(everything)),
        ("about_orders", speaker.lacking.compared(everything)),
    ]
    if told := " ".join(speaker.sentence(key) for key, holds in missing if holds):
        blocks.append(Paragraph(told))
    if remembered:
        blocks += [Paragraph(speaker.sentence("kept")), Items(remembered)]
    if any(variable.per == "card" for variable in speaker.rules.variables):
        blocks.append(Paragraph(speaker.sentence("about_marks")))
    return Section(speaker.title("title_terms"), "define", tuple(blocks))


def _never(speaker: Speaker) -> tuple[Item, ...]:
    """Return the predicates of players that are never true with the present options."""
    source = speaker.setting.source
    written = set_by_statements(Facts(speaker.rules))
    here = {variable.name for variable in speaker.rules.variables} | written
    found = []
    for variable in source.variables:
        whole = variable.per == "player" and variable.type == ir.TRUTH and not variable.life
        predicate = speaker.words.predicate(f"state.{variable.name}")
        if whole and variable.name not in here and variable.seen == "everyone" and predicate is not None:
            noun = speaker.words.sort(ir.PLAYER)
            nobody = Thing(speaker.text("no_noun", noun=noun), person=True, none=True)
            claim = speaker.grammar.predicate(predicate, nobody, True)
            found.append(Item(speaker.sentence("never_so", claim=claim), (f"state.{variable.name}",)))
    return tuple(found)


def _definition(speaker: Speaker, made: ir.Definition) -> Item:
    path = f"define.{made.name}"
    scope = Scope({0: speaker.you})
    subject, first = None, scope
    if made.subject is not None:
        sort = speaker.words.sort(ir.Type(made.subject.name, made.subject.enum))
        noun = speaker.keys(Group(sort, str), 1, made.body).noun
        element = (
            Thing(speaker.text("these", noun=noun), True, noun.feminine, person=noun.person)
            if made.subject.many
            else speaker.named(made.body, 1, replace(made.subject, many=False))
        )
        opening = replace(
            element, text=speaker.text("those" if made.subject.many else "one_of_them", noun=noun), its=False
        )
        first = scope.bind(1, opening)
        scope = scope.bind(1, element)
        subject = ir.Local(made.subject, 1, "it")
    more = None
    if made.further is not None and made.subject is not None:
        opening, element = speaker.further(made.subject, made.further)
        first, scope = first.bind(2, opening), scope.bind(2, element)
        more = ir.Local(made.further, 2, "")
    use = ir.Defined(made.type, made.name, subject, more)
    if made.type.name == "truth" and not made.type.many:
        claim = speaker.claim(use, first)
        unless, below = speaker.points(made.body, scope)
        return Item(speaker.sentence("means_if", claim=claim, unless=unless), (path,), below)
    cases = speaker.cases(made.body, scope)
    if len(cases) > 1:
        told = speaker.opening(speaker.thing(use, first).text)
        return Item(told, (path,), speaker.domains(cases, path, speaker.words.definition(made.name)))
    if below := speaker.added_up(made.body, scope, path):
        told = speaker.sentence("means", x=speaker.thing(use, first), y=speaker.a_thing("sum_of_these"))
        return Item(told, (path,), below)
    told = speaker.sentence("means", x=speaker.thing(use, first), y=speaker.thing(made.body, scope))
    if isinstance(made.body, ir.Arithmetic) and speaker.lacking.may_lack(made.body):
        return Item(f"{told} {speaker.sentence('none_if_missing')}", (path,))
    return Item(told, (path,))


def _start(speaker: Speaker, variable: ir.Variable) -> str:
    """Return the words for the start value of a variable."""
    return speaker.worth(variable.start, Scope(), speaker.words.variable(variable.name)).text


def _variable(speaker: Speaker, variable: ir.Variable) -> Item:
    """Return the point on a variable: its meaning, its subject, and its lifetime."""
    life = ""
    if variable.life in speaker.words.stages and variable.life != speaker.rules.play.name:
        reset = merely_reset(variable)
        first = speaker.text("at_first", x=_start(speaker, variable)) if reset else ""
        life = speaker.text("anew_each", stage=speaker.words.stage(variable.life), first=first)
    elif variable.life in speaker.words.zones:
        life = speaker.text("while_in", zone=speaker.grammar.the(speaker.words.zone(variable.life)))
        inner = Scope({1: speaker.named(variable.start, 1, ir.CARD)})
        start = speaker.worth(variable.start, inner, speaker.words.variable(variable.name))
        life += speaker.text("at_first", x=start)
    return Item(speaker.grammar.sentence(kept(speaker, variable, life)), (f"state.{variable.name}",))


def kept(speaker: Speaker, variable: ir.Variable, life: str = "") -> str:
    """Return the value and subject of a variable:

    `each player's bid`, `for each player, whether that player is out`.
    """
    owner = None if variable.per == "table" else speaker.words.sort(ir.Type(variable.per))
    subject, scope = speaker.each_of(variable)
    place = ir.VariableValue(variable.type, variable.name, subject)
    if variable.type.name != "truth" or variable.type.many:
        return speaker.thing(place, scope).text + life
    if owner is None:
        return speaker.text("kept_truth", claim=speaker.claim(place, scope), life=life)
    claim = speaker.claim(place, scope.bind(1, speaker.element(owner, Scope())))
    return speaker.text("kept_truth_of", x=scope.slots[1], claim=claim, life=life)
