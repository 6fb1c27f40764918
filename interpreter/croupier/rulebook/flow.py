"""Stages to the course of play: who, how often, when, what first, what then, what at the end."""

from __future__ import annotations

from croupier.rulebook.document import Block, Grid, Item, Items, Paragraph, Section
from croupier.rulebook.grammar import Thing
from croupier.rulebook.speaker import Speaker
from croupier.rulebook.values import Scope
from croupier.statics import nodes
from croupier_dsl import ir


def preparing(speaker: Speaker) -> Section:
    """What happens once before play, and how what is remembered begins."""
    play, rules = speaker.rules.play, speaker.rules
    blocks: list[Block] = [Paragraph(speaker.sentence("seats")), *by_players(speaker)]
    starts = []
    for variable in rules.variables:
        if variable.life or variable.per == "card":
            continue
        starts.append(Item(_start(speaker, variable, "when_game"), (f"state.{variable.name}",)))
    blocks.extend(speaker.lines(starts))
    blocks.extend(speaker.titled_item("first", speaker.deeds(play.begin, Scope(), "play.begin")))
    return Section(speaker.title("title_preparing"), "preparing", tuple(blocks))


def _start(speaker: Speaker, variable: ir.Variable, key: str) -> str:
    owner = None if variable.per == "table" else speaker.words.sort(ir.Type(variable.per))
    scope = Scope({} if owner is None else {1: speaker.element(owner, Scope())})
    place = ir.VariableValue(variable.type, variable.name, None if owner is None else ir.Local(ir.PLAYER, 1, ""))
    each = None if owner is None else Thing(speaker.text("each_noun", noun=owner), person=owner.person)
    subject = Scope({} if each is None else {1: each})
    when = speaker.text(key)
    if isinstance(variable.start, ir.Nothing):
        noun = speaker.words.variable(variable.name)
        if each is None:
            return speaker.sentence("starts_as_nothing", when=when, noun=noun)
        return speaker.sentence("starts_as_nothing_of", when=when, x=each, noun=noun)
    if _truth(variable) and isinstance(variable.start, ir.Constant):
        if owner is not None and not variable.start.value and speaker.words.predicate(f"state.{variable.name}"):
            nobody = Thing(speaker.text("no_noun", noun=owner), feminine=owner.feminine, person=owner.person, none=True)
            return speaker.sentence("starts_so", when=when, claim=speaker.claim(place, Scope({1: nobody})))
        return speaker.sentence("starts_so", when=when, claim=speaker.claim(place, subject, bool(variable.start.value)))
    told = speaker.thing(variable.start, scope)
    if _truth(variable):
        return speaker.sentence("starts_as", when=when, x=speaker.words.label(f"state.{variable.name}"), y=told)
    return speaker.sentence("starts_as", when=when, x=speaker.thing(place, subject), y=told)


def _truth(variable: ir.Variable) -> bool:
    return variable.type.name == "truth" and not variable.type.many


def by_players(speaker: Speaker) -> list[Block]:
    """How many packs and cards, and every table that goes by the number of players, in one table."""
    setting = speaker.setting
    tables = [table for table in speaker.rules.tables if _by_count(table)]
    head = [speaker.title("column_players"), speaker.title("column_cards")]
    columns: list[list[str]] = [[str(n) for n in setting.programs], [str(p.cards) for p in setting.programs.values()]]
    paths = ["cards.copies"]
    if not isinstance(speaker.rules.cards.packs, ir.Constant):
        head.insert(1, speaker.title("column_packs"))
        packs = [str(p.planner.constant(setting.source.cards.packs)) for p in setting.programs.values()]
        columns.insert(1, packs)
        paths.append("cards.packs")
    if not speaker.words.alone and not isinstance(speaker.rules.teams, ir.Constant):
        head.append(speaker.title("column_teams"))
        columns.append([str(p.teams) for p in setting.programs.values()])
        paths.append("teams")
    for table in tables:
        head.append(speaker.grammar.sentence(speaker.words.table(table.name).base).rstrip("."))
        rows = {key: row.value for row in table.rows for key in row.keys or ()}
        rest = next((row.value for row in table.rows if row.keys is None), ir.Nothing(table.type))
        columns.append([speaker.thing(rows.get(n, rest), Scope()).text for n in setting.programs])
        paths.append(f"tables.{table.name}")
    rows_told = tuple(zip(*columns, strict=True))
    return [Paragraph(speaker.sentence("by_players")), Grid(tuple(head), rows_told, tuple(paths))]


def _by_count(table: ir.Table) -> bool:
    return table.subject is None and isinstance(table.key, ir.Count) and isinstance(table.key.collection, ir.Players)


def section(speaker: Speaker) -> Section:
    """The whole course of play, a section for each stage."""
    play = speaker.rules.play
    whole = stage_section(speaker, play, True)
    return Section(speaker.title("title_play"), "play", whole.blocks, whole.sections, ("play",))


def stage_section(speaker: Speaker, stage: ir.Stage, root: bool = False) -> Section:
    scope = speaker.acting(stage)
    blocks: list[Block] = []
    at_once = stage.by is not None and stage.by.at_once
    often = (stage.by is not None and not at_once) or stage.times is not None or bool(stage.until)
    if stage.when:
        key = "stage_only_if" if len(stage.when) > 1 else "stage_only_if_one"
        blocks.append(Paragraph(speaker.sentence(key), (f"{stage.path}.when",)))
        blocks.append(Items(speaker.conditions(stage.when, _around(speaker, stage))))
    blocks.extend(Paragraph(text, (path,)) for text, path in _how(speaker, stage))
    if stage.until:
        nobody = Thing(speaker.text("who_is_next"), person=True)
        speaker.between = stage.name
        told, below = speaker.all_of(stage.until, Scope({0: nobody}) if stage.by is not None else scope)
        speaker.between = ""
        blocks.append(Paragraph(speaker.sentence("until", claim=told), (f"{stage.path}.until",)))
        blocks.extend(speaker.lines(below))
        blocks.extend(_last_turns(speaker, stage))
    renewed = [variable for variable in speaker.rules.variables if variable.life == stage.name and not root]
    blocks.extend(Paragraph(_start(speaker, v, "when_stage"), (f"state.{v.name}",)) for v in renewed if v.per != "card")
    if not root:
        key = "first_each" if often else "first"
        blocks.extend(speaker.titled_item(key, speaker.deeds(stage.begin, scope, f"{stage.path}.begin")))
    if stage.steps:
        blocks.extend(_steps(speaker, stage))
    if stage.moves:
        blocks.extend(_moves(speaker, stage))
    key = "at_each_end" if often else "at_the_end"
    blocks.extend(speaker.titled_item(key, speaker.deeds(stage.end, scope, f"{stage.path}.end")))
    if stage.must:
        blocks.append(Paragraph(speaker.sentence("must"), (f"{stage.path}.must",)))
        blocks.append(Items(speaker.conditions(stage.must, scope)))
    name = speaker.grammar.sentence(_name(speaker, stage)).rstrip(".")
    return Section(
        name, stage.path, tuple(blocks), tuple(stage_section(speaker, step) for step in stage.steps), (stage.path,)
    )


def _name(speaker: Speaker, stage: ir.Stage) -> str:
    return speaker.words.label(stage.path)


def _around(speaker: Speaker, stage: ir.Stage) -> Scope:
    """The scope of what is tested on arriving at a stage: who acts around it."""
    parent = stage.path.rpartition(".")[0].rpartition(".")[2]
    return Scope({0: speaker.you}) if speaker.seated.get(parent) else Scope()


def _steps(speaker: Speaker, stage: ir.Stage) -> list[Block]:
    items = tuple(Item(speaker.grammar.sentence(_name(speaker, step)), (step.path,)) for step in stage.steps)
    if len(items) == 1:
        key = "one_step_root" if stage.path == "play" else "one_step"
        return [Paragraph(speaker.sentence(key, step=_name(speaker, stage.steps[0])), (f"{stage.path}.steps",))]
    key = "steps_root" if stage.path == "play" else "steps"
    return [Paragraph(speaker.sentence(key), (f"{stage.path}.steps",)), Items(items, True)]


def _moves(speaker: Speaker, stage: ir.Stage) -> list[Block]:
    items = tuple(Item(speaker.grammar.sentence(speaker.words.doing(name)), (f"moves.{name}",)) for name in stage.moves)
    key = "choose_a_move" if len(items) > 1 else "the_move"
    found: list[Block] = [Paragraph(speaker.sentence(key), (f"{stage.path}.moves",)), Items(items)]
    otherwise = speaker.deeds(stage.otherwise, speaker.acting(stage), f"{stage.path}.else")
    if otherwise:
        found.extend(speaker.titled_item("no_move_then", otherwise))
    else:
        found.append(Paragraph(speaker.sentence("no_move"), (f"{stage.path}.moves",)))
    return found


def _how(speaker: Speaker, stage: ir.Stage) -> list[tuple[str, str]]:
    """Who performs a stage, how often, and until when."""
    found: list[tuple[str, str]] = []
    loops = stage.times is not None or bool(stage.until)
    path, by = stage.path, stage.by
    around = _around(speaker, stage)
    if by is not None and by.at_once:
        found.append((speaker.sentence("at_once", many=speaker.group(by.players, around)), f"{path}.by"))
    elif by is not None:
        found.extend((text, f"{path}.by") for text in _turns(speaker, by, loops, around))
    elif loops and stage.times is None:
        found.append((speaker.sentence("again_and_again"), path))
    if stage.times is not None:
        key = "times_at_most" if stage.until else "times_by" if by is not None else "times_is"
        key = "times" if key == "times_is" and isinstance(stage.times, ir.Constant) else key
        told = speaker.sentence(key, n=speaker.thing(stage.times, around))
        if speaker.changes(stage.times):
            told += " " + speaker.sentence("times_anew")
        found.append((told, f"{path}.times"))
    return found


def _last_turns(speaker: Speaker, stage: ir.Stage) -> list[Block]:
    """What it comes to where turns go round until they reach somebody who became something in a turn of their own."""
    if stage.by is None or not isinstance(stage.by.players, ir.Players) or len(stage.until) != 1:
        return []
    play = speaker.rules
    everything = list(nodes((play.play, play.moves, play.triggers)))
    if any(isinstance(node, ir.SetNext) for node in everything):
        return []
    for part, _, yes in speaker.flat(stage.until[0].expr, Scope(), True, "or"):
        match part:
            case ir.Same(left=ir.Local(slot=0), right=ir.VariableValue(name=name, subject=None)) if yes:
                values = [node.value for node in everything if isinstance(node, ir.SetVariable) and node.name == name]
                if values and all(isinstance(value, ir.Local) and value.slot == 0 for value in values):
                    noun = speaker.words.variable(name)
                    told = speaker.sentence("one_turn_more", x=speaker.grammar.the(noun))
                    return [Paragraph(told, (f"{stage.path}.until",))]
    return []


def _turns(speaker: Speaker, by: ir.Actors, loops: bool, around: Scope) -> list[str]:
    """In which order players come, and who is first."""
    many = speaker.group(by.players, around)
    way = speaker.text("in_direction" if speaker.reverses else "to_the_left")
    found = [speaker.sentence("round_and_round" if loops else "once_each", many=many, way=way)]
    everybody = many.whole is not None and not many.rest(True) and not many.narrowed
    if by.start is None:
        found.append(speaker.sentence("first_default"))
    else:
        key = "first_is" if everybody else "first_is_or_next"
        found.append(speaker.sentence(key, x=speaker.thing(by.start, around)))
    return found if everybody else [*found, speaker.sentence("passed_over")]
