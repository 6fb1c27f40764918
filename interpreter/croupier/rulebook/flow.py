"""The section on the course of play: players, repetitions, conditions, beginnings and ends of stages."""

from __future__ import annotations

from croupier.rulebook import moves
from croupier.rulebook.document import Block, Grid, Item, Items, Paragraph, Section
from croupier.rulebook.grammar import Group, Scope, Thing
from croupier.rulebook.speaker import KEY, SUBJECT, Speaker
from croupier_dsl import ir
from croupier_dsl.analysis import nodes, steps


def preparing(speaker: Speaker) -> Section:
    """Return the section on events before play, with the start values of the state."""
    play, rules = speaker.rules.play, speaker.rules
    blocks: list[Block] = [Paragraph(speaker.sentence("seats")), *by_players(speaker)]
    kept = [variable for variable in rules.variables if not variable.life and variable.per != "card"]
    starts = tuple(Item(speaker.grammar.sentence(_start(speaker, v)), (f"state.{v.name}",)) for v in kept)
    blocks.extend(speaker.titled_item("when_game", starts, False))
    blocks.extend(speaker.titled_item("first", speaker.deeds(play.begin, Scope(), "play.begin")))
    return Section(speaker.title("title_preparing"), "preparing", tuple(blocks))


def _start(speaker: Speaker, variable: ir.Variable) -> str:
    """Return the sentence on the start value of a variable."""
    owner = None if variable.per == "table" else speaker.words.sort(ir.Type(variable.per))
    of, subject = speaker.each_of(variable)
    place = ir.VariableValue(variable.type, variable.name, of)
    each = None if of is None else speaker.thing(of, subject)
    acting = {0: speaker.you} if speaker.seated.get(variable.life) else {}
    scope = Scope(acting if owner is None else {**acting, SUBJECT: speaker.element(owner, Scope())})
    denied = variable.keys is not None and owner is None and variable.start == ir.Constant(ir.TRUTH, False)
    if variable.keys is not None:
        if denied:
            subject = subject.bind(KEY, speaker.each_or_none(speaker.group(variable.keys, scope), True))
        scope = scope.bind(KEY, speaker.element(speaker.group(variable.keys, scope).noun, Scope()))
    if isinstance(variable.start, ir.Nothing):
        noun = speaker.words.variable(variable.name)
        if each is None:
            return speaker.text("starts_as_nothing", noun=noun)
        return speaker.text("starts_as_nothing_of", x=each, noun=noun)
    if _truth(variable) and isinstance(variable.start, ir.Constant):
        if owner is not None and not variable.start.value:
            nobody = Thing(speaker.text("no_noun", noun=owner), feminine=owner.feminine, person=owner.person, none=True)
            return speaker.text("starts_so", claim=speaker.claim(place, subject.bind(SUBJECT, nobody)))
        return speaker.text("starts_so", claim=speaker.claim(place, subject, bool(variable.start.value) or denied))
    if _truth(variable):
        if owner is not None:
            scope = scope.bind(SUBJECT, speaker.named(variable.start, SUBJECT, ir.Type(variable.per)))
        so = speaker.claim(variable.start, scope)
        return speaker.text("means_if", claim=speaker.claim(place, subject), unless=so)
    told = speaker.stated(variable.start, scope)
    one, other = speaker.thing(place, subject), told
    return speaker.text("starts_as", x=other if other.you else one, y=one if other.you else other)


def merely_reset(variable: ir.Variable) -> bool:
    """Return whether the variable starts as none, as no or as 0; the section on state says so already."""
    return isinstance(variable.start, ir.Nothing) or (
        isinstance(variable.start, ir.Constant) and not variable.start.value and not variable.type.enum
    )


def _truth(variable: ir.Variable) -> bool:
    return variable.type.name == "truth" and not variable.type.many


def by_players(speaker: Speaker) -> list[Block]:
    """Return one table of all that depends on the number of players: packs and cards, teams, tables with this key."""
    setting = speaker.setting
    programs = setting.programs
    columns: list[tuple[str, list[str], tuple[str, ...]]] = []
    packs = [str(p.planner.constant(setting.source.cards.packs)) for p in programs.values()]
    cards = [str(p.cards) for p in programs.values()]
    if len(set(packs)) > 1:
        columns.append((speaker.title("column_packs"), packs, ("cards.packs",)))
    if len(set(cards)) > 1:
        columns.append((speaker.title("column_cards"), cards, ("cards.copies",)))
    if not speaker.words.alone and not isinstance(speaker.rules.teams, ir.Constant):
        columns.append((speaker.title("column_teams"), [str(p.teams) for p in programs.values()], ("teams",)))
    for table in filter(by_count, speaker.rules.tables):
        rows = [table.row(n) for n in programs]
        values = [speaker.thing(ir.Nothing(table.type) if row is None else row.value, Scope()).text for row in rows]
        title = speaker.grammar.heading(speaker.words.table(table.name).base)
        columns.append((title, values, (f"tables.{table.name}",)))
    same = [column for column in columns if len(set(column[1])) == 1]
    found: list[Block] = [Paragraph(speaker.sentence("for_all", name=name, value=values[0]), paths)
                          for name, values, paths in same]  # fmt: skip
    differ = [column for column in columns if column not in same]
    if not differ:
        return found
    rows_told: list[tuple[list[str], tuple[str, ...]]] = []
    for at, n in enumerate(programs):
        row = tuple(values[at] for _, values, _ in differ)
        if rows_told and rows_told[-1][1] == row:
            rows_told[-1][0].append(str(n))
        else:
            rows_told.append(([str(n)], row))
    grid = tuple((speaker.ranged(ns), *row) for ns, row in rows_told)
    head = (speaker.title("column_players"), *(name for name, _, _ in differ))
    paths = tuple(path for _, _, told in differ for path in told)
    return [*found, Paragraph(speaker.sentence("by_players")), Grid(head, grid, paths)]


def by_count(table: ir.Table) -> bool:
    """Return whether the key of the table is the number of players."""
    return table.subject is None and isinstance(table.key, ir.Count) and isinstance(table.key.collection, ir.Players)


def section(speaker: Speaker) -> Section:
    """Return the section on the course of play, with one section for each stage, and in it one for each move that can
    first be made there; shared stages come last.
    """
    play = speaker.rules.play
    told: set[str] = set()
    whole = stage_section(speaker, play, told, True)
    said_once = tuple(stage_section(speaker, stage, told) for stage in speaker.rules.stages)
    ends = any(
        isinstance(node, ir.EndStage)
        for node in nodes((play, speaker.rules.stages, speaker.rules.moves, speaker.rules.triggers))
    )
    about = speaker.sentence("about_moves") + (" " + speaker.sentence("about_ending") if ends else "")
    blocks = (Paragraph(about), *whole.blocks)
    return Section(speaker.title("title_play"), "play", blocks, (*whole.sections, *said_once), ("play",))


def stage_section(speaker: Speaker, stage: ir.Stage, told: set[str], root: bool = False) -> Section:
    """`told`: the moves that have a section already."""
    scope = speaker.acting(stage)
    blocks: list[Block] = []
    at_once = stage.by is not None and stage.by.at_once
    each = stage.by is not None and not at_once and _single(stage.by) is None
    often = each or stage.times is not None or bool(stage.until)
    if stage.when:
        blocks.extend(speaker.required("stage_only_if", stage.when, _around(speaker, stage), f"{stage.path}.when"))
    blocks.extend(_how(speaker, stage))
    renewed = [v for v in speaker.rules.variables if v.life == stage.name and not root and not merely_reset(v)]
    when = _when(speaker, stage, often)
    starts = [(_start(speaker, v), (f"state.{v.name}",)) for v in renewed if v.per != "card"]
    if len(starts) == 1:
        blocks.extend(Paragraph(speaker.grammar.sentence(f"{when}, {told}"), paths) for told, paths in starts)
    elif starts:
        blocks.append(Paragraph(speaker.opening(when)))
        blocks.append(Items(tuple(Item(speaker.grammar.sentence(told), paths) for told, paths in starts)))
    if not root:
        begin = speaker.deeds(stage.begin, scope, f"{stage.path}.begin")
        blocks.extend(_framed(speaker, stage, "first", "first_each", often, begin))
    if _within(speaker, stage):
        blocks.extend(_steps(speaker, stage))
    if stage.moves:
        blocks.extend(_moves(speaker, stage))
    end = speaker.deeds(stage.end, scope, f"{stage.path}.end")
    blocks.extend(_framed(speaker, stage, "at_game_end" if root else "at_the_end", "at_each_end", often, end))
    if stage.must:
        noun = speaker.words.stage(stage.name)
        blocks.extend(speaker.required("must", stage.must, scope, f"{stage.path}.must", stage=noun))
        blocks.append(Paragraph(speaker.sentence("must_bars"), (f"{stage.path}.must",)))
    new = [move for move in speaker.rules.moves if move.name in stage.moves and move.name not in told]
    told.update(move.name for move in new)
    inner = (
        *(moves.section(speaker, move, stage) for move in new),
        *(stage_section(speaker, step, told) for step in stage.steps),
    )
    title = speaker.grammar.heading(_name(speaker, stage))
    alone = len(stage.moves) + len(stage.steps) + len(stage.performs) == 1
    if alone and [part.title for part in inner] == [title] and not stage.end:  # both get one heading
        (only,) = inner
        return Section(title, stage.path, (*blocks, *only.blocks), only.sections, (stage.path, *only.paths))
    return Section(title, stage.path, tuple(blocks), inner, (stage.path,))


def _framed(
    speaker: Speaker, stage: ir.Stage, once: str, each: str, often: bool, items: tuple[Item, ...]
) -> tuple[Paragraph | Items, ...]:
    """Return the statements at the beginning or the end of a stage, with an introduction."""
    if not often and once == "first" and not (_within(speaker, stage) or stage.moves or stage.end):
        return speaker.titled_item("done", items)
    if not often:
        return speaker.titled_item(once, items)
    if not (_within(speaker, stage) or stage.moves or (stage.begin and stage.end)):
        return speaker.titled_item("each_time", items)
    if speaker.has_noun(stage):
        return speaker.titled_item(f"{each}_stage", items, stage=speaker.words.stage(stage.name))
    return speaker.titled_item(each, items)


def _when(speaker: Speaker, stage: ir.Stage, often: bool) -> str:
    """`At the beginning of each round`."""
    if often and speaker.has_noun(stage):
        return speaker.text("when_each_stage", stage=speaker.words.stage(stage.name))
    return speaker.text("when_each_time" if often else "when_stage")


def _name(speaker: Speaker, stage: ir.Stage) -> str:
    return speaker.words.label(stage.path)


def _within(speaker: Speaker, stage: ir.Stage) -> tuple[ir.Stage, ...]:
    """Return the steps of a stage, those too that it performs by name."""
    return steps(stage, {one.name: one for one in speaker.rules.stages})


def _around(speaker: Speaker, stage: ir.Stage) -> Scope:
    """Return the scope of tests before a stage begins: the player of the enclosing stage."""
    return Scope({0: speaker.you}) if speaker.around.get(stage.name) else Scope()


def _steps(speaker: Speaker, stage: ir.Stage) -> list[Block]:
    """Return the steps of a stage; for the whole game with a single step, an empty list."""
    within = _within(speaker, stage)
    items = tuple(Item(speaker.grammar.sentence(_name(speaker, step)), (step.path,)) for step in within)
    if len(items) > 1:
        key = "steps_root" if stage.path == "play" else "steps"
        return [Paragraph(speaker.sentence(key), (f"{stage.path}.steps",)), Items(items, True)]
    step = within[0]
    if stage.path == "play":
        return []
    if speaker.has_noun(step) and step.by is not None and not step.by.at_once and not _one_acts(speaker, step.by):
        told = speaker.sentence("one_step_many", stage=speaker.words.stage(step.name))
    else:
        told = speaker.sentence("one_step", step=_name(speaker, step))
    return [Paragraph(told, (f"{stage.path}.steps",))]


def _moves(speaker: Speaker, stage: ir.Stage) -> list[Block]:
    """Return the moves of a stage, and its `else` if none is possible."""
    otherwise = speaker.deeds(stage.otherwise, speaker.acting(stage), f"{stage.path}.else")
    path = f"{stage.path}.moves"
    found: list[Block]
    if len(stage.moves) == 1:
        key = "the_move_or" if otherwise else "the_move"
        doing = speaker.words.doing(stage.moves[0])
        found = [Paragraph(speaker.sentence(key, move=doing), (path, f"moves.{stage.moves[0]}"))]
    else:
        key = "choose_a_move_or" if otherwise else "choose_a_move"
        items = tuple(Item(speaker.grammar.sentence(speaker.words.doing(name)), (f"moves.{name}",))
                      for name in stage.moves)  # fmt: skip
        found = [Paragraph(speaker.sentence(key), (path,)), Items(items)]
    return [*found, *speaker.titled_item("no_move_then", otherwise)]


def _how(speaker: Speaker, stage: ir.Stage) -> list[Block]:
    """Return the players of a stage, its number of iterations, its `until`, and the first player."""
    path, by = stage.path, stage.by
    around = _around(speaker, stage)
    loops = stage.times is not None or bool(stage.until)
    many = None if by is None else speaker.group(by.players, around)
    found: list[Block] = []
    how, paths = "", (path if by is None else f"{path}.by",)
    way = speaker.text("in_direction" if speaker.reverses else "to_the_left")
    if by is not None and many is not None and by.at_once:
        key = "first_served" if by.served else "at_once"
        found.append(Paragraph(speaker.sentence(key, many=many, way=way), paths))
        if by.served:
            found.append(Paragraph(f"{_passing(speaker, stage)} {_begins(speaker, by, many, around)}", paths))
        by, many, paths = None, None, (path,)
    elif by is not None and (single := _single(by)) is not None:
        key = "who_acts_each_time" if loops else "who_acts"
        found.append(Paragraph(speaker.sentence(key, x=speaker.thing(single, around)), paths))
        by, many, paths = None, None, (path,)
    elif by is not None and _one_acts(speaker, by):
        by, many = None, None
    if many is not None:
        how = speaker.text("how_turns" if loops else "once_each", many=many, way=way)
    elif stage.until and speaker.has_noun(stage):
        how = speaker.text("how_stages", stage=speaker.words.stage(stage.name))
    elif stage.until:
        how = speaker.text("how_again")
    if stage.until:
        found.extend(_until(speaker, stage, how, paths))
    elif how:
        found.append(Paragraph(speaker.grammar.sentence(how), paths))
    if by is not None and many is not None:
        found.append(Paragraph(_first(speaker, by, many, around), paths))
    if stage.times is not None:
        found.append(Paragraph(_times(speaker, stage, stage.times, around), (f"{path}.times",)))
    return found


def _single(by: ir.Actors) -> ir.Expr | None:
    """Return the one player who performs, where it is one and no collection."""
    return by.players.items[0] if isinstance(by.players, ir.ListOf) and len(by.players.items) == 1 else None


def _one_acts(speaker: Speaker, by: ir.Actors) -> bool:
    """Return whether the stage always has one and the same player."""
    return _single(by) is not None or speaker.rules.players == (1,)


def _passing(speaker: Speaker, stage: ir.Stage) -> str:
    """Return the sentence on moves that pass in a stage with `first served`: those without statements."""
    idle = {move.name for move in speaker.rules.moves if not move.do}
    doing = [speaker.words.doing(name) for name in stage.moves if name in idle]
    return speaker.sentence("passing", moves=speaker.grammar.listed(doing, "or"))


def _until(speaker: Speaker, stage: ir.Stage, how: str, paths: tuple[str, ...]) -> list[Block]:
    """Return the condition on which a stage goes on, and when it is tested."""
    nobody = Thing(speaker.text("who_is_next"), person=True)
    scope = Scope({0: nobody}) if stage.by is not None else speaker.acting(stage)
    speaker.between = stage.name
    only = stage.until[0].expr if len(stage.until) == 1 else None
    while_so = only.operand if isinstance(only, ir.Not) and speaker.junction(only, scope, True) is None else None
    told, below = (speaker.claim(while_so, scope), ()) if while_so else speaker.all_of(stage.until, scope)
    speaker.between = ""
    if speaker.has_noun(stage):
        before = speaker.text("before_each_stage", stage=speaker.words.stage(stage.name))
    else:
        before = speaker.text("before_each_time")
    if below:
        text = speaker.sentence("until_list", how=how, before=before, claim=told.rstrip(" :\u00a0"))
    else:
        text = speaker.sentence("as_long_as" if while_so else "until", how=how, before=before, claim=told)
    paragraph = Paragraph(text, (*paths, f"{stage.path}.until"))
    return [paragraph, *speaker.lines(below), *_last_turns(speaker, stage)]


def _times(speaker: Speaker, stage: ir.Stage, times: ir.Expr, around: Scope) -> str:
    """Return the number of iterations of a stage, or their maximum."""
    key = "times_at_most" if stage.until else "times_is"
    key += "_by" if stage.by is not None and not stage.by.at_once and not _one_acts(speaker, stage.by) else ""
    if isinstance(times, ir.Constant) and times.value == 1:
        return speaker.sentence("at_most_once" if stage.until else "just_once")
    if isinstance(times, ir.Constant):
        key = key.replace("times_is", "times").replace("at_most", "most")
    n = speaker.thing(times, around)
    if speaker.has_noun(stage):
        told = speaker.sentence(f"{key}_stage", n=n, stage=speaker.words.stage(stage.name))
    else:
        told = speaker.sentence(key, n=n)
    return f"{told} {speaker.sentence('times_anew')}" if speaker.changes(times) else told


def _last_turns(speaker: Speaker, stage: ir.Stage) -> list[Block]:
    """Return the explanation of a turn loop that ends when it reaches a player that got a role in a turn of
    their own.
    """
    if stage.by is None or not isinstance(stage.by.players, ir.Players) or len(stage.until) != 1:
        return []
    play = speaker.rules
    everything = list(nodes((play.play, play.stages, play.moves, play.triggers)))
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


def _begins(speaker: Speaker, by: ir.Actors, many: Group, around: Scope) -> str:
    """Return the sentence on the first player."""
    if by.start is None:
        return speaker.sentence("first_default" if 0 in around.slots else "first_seat")
    key = "first_is" if _everybody(many) else "first_is_or_next"
    return speaker.sentence(key, x=speaker.thing(by.start, around))


def _everybody(many: Group) -> bool:
    return many.whole is not None and not many.rest(True) and not many.narrowed


def _first(speaker: Speaker, by: ir.Actors, many: Group, around: Scope) -> str:
    """Return the sentence on the first player, and on players that are skipped."""
    told = _begins(speaker, by, many, around)
    return told if _everybody(many) else f"{told} {speaker.sentence('passed_over')}"
