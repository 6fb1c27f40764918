"""The section on the course of play: players, repetitions, conditions, beginnings and ends of stages."""

from __future__ import annotations

from dataclasses import replace

from croupier.rulebook import moves
from croupier.rulebook.blocks import (
    KEY,
    SUBJECT,
    acting_scope,
    each_of,
    has_noun,
    lines_of,
    may_change,
    required_blocks,
    titled_items,
)
from croupier.rulebook.clauses import all_clauses, flattened, junction_of
from croupier.rulebook.conditions import parted, together
from croupier.rulebook.context import Context
from croupier.rulebook.document import Block, Grid, Item, Items, Paragraph, Section
from croupier.rulebook.grammar import Group, Scope, Thing
from croupier.rulebook.statements import each_or_none, opening_of, statements_of
from croupier.rulebook.tables import clause_of, group_of, thing_of
from croupier.rulebook.values import element_of, just_mentioned, meant_number, ranged_words, stated_value
from croupier_dsl import ir
from croupier_dsl.analysis import nodes, steps

ONE = ir.Constant(ir.NUMBER, 1)


def preparing(cx: Context) -> Section:
    """Return the section on events before play, with the start values of the state."""
    play, rules = cx.rules.play, cx.rules
    seats = cx.sentence("seats") + (" " + cx.sentence("play_goes_left") if cx.uses.reverses else "")
    blocks: list[Block] = [Paragraph(seats), *by_players(cx)]
    whole = [variable for variable in rules.variables if not variable.life and cx.printed(variable.path)]
    kept = [variable for variable in whole if variable.per != "card"]
    starts = tuple(Item(cx.grammar.sentence(_start(cx, v)), (f"state.{v.name}",)) for v in kept)
    blocks.extend(titled_items(cx, "when_game", starts, False))
    blocks.extend(titled_items(cx, "first", statements_of(cx, play.begin, Scope(), "play.begin")))
    return Section(cx.title("title_preparing"), "preparing", tuple(blocks))


def _start(cx: Context, variable: ir.Variable) -> str:
    """Return the sentence on the start value of a variable."""
    owner = None if variable.per == "table" else cx.words.sort(ir.Type(variable.per))
    of, subject = each_of(cx, variable)
    place = ir.VariableValue(variable.type, variable.name, of)
    each = None if of is None else thing_of(cx, of, subject)
    acting = {0: cx.you} if cx.seated.get(variable.life) else {}
    scope = Scope(acting if owner is None else {**acting, SUBJECT: element_of(cx, owner, Scope())})
    denied = variable.keys is not None and owner is None and variable.start == ir.Constant(ir.TRUTH, False)
    if variable.keys is not None:
        if denied:
            subject = subject.bind(KEY, each_or_none(cx, group_of(cx, variable.keys, scope), True))
        scope = scope.bind(KEY, element_of(cx, group_of(cx, variable.keys, scope).noun, Scope()))
    if isinstance(variable.start, ir.Nothing) or variable.start == ir.ListOf(variable.start.type, ()):
        noun = cx.words.variable(variable.name)
        if each is None:
            return cx.text("starts_as_nothing", noun=noun)
        return cx.text("starts_as_nothing_of", x=each, noun=noun)
    if _truth(variable) and isinstance(variable.start, ir.Constant):
        if owner is not None and not variable.start.value:
            nobody = Thing(cx.text("no_noun", noun=owner), feminine=owner.feminine, person=owner.person, none=True)
            return cx.text("starts_so", claim=clause_of(cx, place, subject.bind(SUBJECT, nobody)))
        return cx.text("starts_so", claim=clause_of(cx, place, subject, bool(variable.start.value) or denied))
    if _truth(variable):
        if owner is not None:
            scope = scope.bind(SUBJECT, just_mentioned(cx, variable.start, SUBJECT, ir.Type(variable.per)))
        so = clause_of(cx, variable.start, scope)
        return cx.text("means_if", claim=clause_of(cx, place, subject), unless=so)
    told = meant_number(cx, variable.path, variable.start) or stated_value(cx, variable.start, scope)
    one, other = thing_of(cx, place, subject), told
    return cx.text("starts_as", x=other if other.you else one, y=one if other.you else other)


def merely_reset(variable: ir.Variable) -> bool:
    """Return whether the variable starts as none, as no or as 0; the section on state says so already."""
    return isinstance(variable.start, ir.Nothing) or (
        isinstance(variable.start, ir.Constant) and not variable.start.value and not variable.type.enum
    )


def _truth(variable: ir.Variable) -> bool:
    return variable.type.name == "truth" and not variable.type.many


def by_players(cx: Context) -> list[Block]:
    """Return one table of all that depends on the number of players: packs and cards, teams, tables with this key."""
    setting = cx.setting
    programs = setting.programs
    columns: list[tuple[str, list[str], tuple[str, ...]]] = []
    packs = [str(p.planner.constant(setting.source.cards.packs)) for p in programs.values()]
    cards = [str(p.cards) for p in programs.values()]
    if len(set(packs)) > 1:
        columns.append((cx.title("column_packs"), packs, ("cards.packs",)))
    if len(set(cards)) > 1:
        columns.append((cx.title("column_cards"), cards, ("cards.copies",)))
    if not cx.words.alone and not isinstance(cx.rules.teams, ir.Constant):
        columns.append((cx.title("column_teams"), [str(p.teams) for p in programs.values()], ("teams",)))
    for table in filter(by_count, cx.rules.tables):
        rows = [table.row(n) for n in programs]
        values = [thing_of(cx, ir.Nothing(table.type) if row is None else row.value, Scope()).text for row in rows]
        title = cx.grammar.heading(cx.words.table(table.name).base)
        columns.append((title, values, (f"tables.{table.name}",)))
    same = [column for column in columns if len(set(column[1])) == 1]
    found: list[Block] = [Paragraph(cx.sentence("for_all", name=name, value=values[0]), paths)
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
    grid = tuple((ranged_words(cx, ns), *row) for ns, row in rows_told)
    head = (cx.title("column_players"), *(name for name, _, _ in differ))
    paths = tuple(path for _, _, told in differ for path in told)
    return [*found, Paragraph(cx.sentence("by_players")), Grid(head, grid, paths)]


def by_count(table: ir.Table) -> bool:
    """Return whether the key of the table is the number of players."""
    return table.subject is None and isinstance(table.key, ir.Count) and isinstance(table.key.collection, ir.Players)


def section(cx: Context) -> Section:
    """Return the section on the course of play, with one section for each stage, and in it one for each move that can
    first be made there; shared stages come last.
    """
    play = cx.rules.play
    told: set[str] = set()
    whole = stage_section(cx, play, told, True)
    said_once = tuple(stage_section(cx, stage, told) for stage in cx.rules.stages)
    ends = any(
        isinstance(node, ir.EndStage) for node in nodes((play, cx.rules.stages, cx.rules.moves, cx.rules.triggers))
    )
    about = cx.sentence("about_moves") + (" " + cx.sentence("about_ending") if ends else "")
    blocks = (Paragraph(about), *whole.blocks)
    return Section(cx.title("title_play"), "play", blocks, (*whole.sections, *said_once), ("play",))


def stage_section(cx: Context, stage: ir.Stage, told: set[str], root: bool = False) -> Section:
    """`told`: the moves that have a section already."""
    scope = acting_scope(cx, stage)
    blocks: list[Block] = []
    at_once = stage.by is not None and stage.by.at_once
    each = stage.by is not None and not at_once and _single(stage.by) is None
    often = each or stage.times is not None or bool(stage.until)
    if stage.when:
        blocks.extend(required_blocks(cx, "stage_only_if", stage.when, _around(cx, stage), f"{stage.path}.when"))
    blocks.extend(_how(cx, stage))
    own = [v for v in cx.rules.variables if v.life == stage.name and not root and cx.printed(v.path)]
    renewed = [v for v in own if not merely_reset(v)]
    when = _when(cx, stage, often)
    starts = [(_start(cx, v), (f"state.{v.name}",)) for v in renewed if v.per != "card"]
    if len(starts) == 1:
        blocks.extend(Paragraph(cx.grammar.sentence(f"{when}, {told}"), paths) for told, paths in starts)
    elif starts:
        blocks.append(Paragraph(opening_of(cx, when)))
        blocks.append(Items(tuple(Item(cx.grammar.sentence(told), paths) for told, paths in starts)))
    if not root:
        begin = statements_of(cx, stage.begin, scope, f"{stage.path}.begin")
        blocks.extend(_framed(cx, stage, "first", "first_each", often, begin))
    if _within(cx, stage):
        blocks.extend(_steps(cx, stage))
    if stage.moves:
        blocks.extend(_moves(cx, stage))
    end = statements_of(cx, stage.end, scope, f"{stage.path}.end")
    blocks.extend(_framed(cx, stage, "at_game_end" if root else "at_the_end", "at_each_end", often, end))
    if stage.must:
        noun = cx.words.stage(stage.name)
        blocks.extend(required_blocks(cx, "must", stage.must, scope, f"{stage.path}.must", stage=noun))
        blocks.append(Paragraph(cx.sentence("must_bars"), (f"{stage.path}.must",)))
    new = [move for move in cx.rules.moves if move.name in stage.moves and move.name not in told]
    told.update(move.name for move in new)
    inner = (
        *(moves.section(cx, move, stage) for move in new),
        *(stage_section(cx, step, told) for step in stage.steps),
    )
    title = cx.grammar.heading(_name(cx, stage))
    alone = len(stage.moves) + len(stage.steps) + len(stage.performs) == 1
    if alone and [part.title for part in inner] == [title] and not stage.end:  # both get one heading
        (only,) = inner
        return Section(title, stage.path, (*blocks, *only.blocks), only.sections, (stage.path, *only.paths))
    return Section(title, stage.path, tuple(blocks), inner, (stage.path,))


def _framed(
    cx: Context, stage: ir.Stage, once: str, each: str, often: bool, items: tuple[Item, ...]
) -> tuple[Paragraph | Items, ...]:
    """Return the statements at the beginning or the end of a stage, with an introduction."""
    if not often and once == "first" and not (_within(cx, stage) or stage.moves or stage.end):
        return titled_items(cx, "done", items)
    if not often:
        return titled_items(cx, once, items)
    if not (_within(cx, stage) or stage.moves or (stage.begin and stage.end)):
        return titled_items(cx, "each_time", items)
    if has_noun(cx, stage):
        return titled_items(cx, f"{each}_stage", items, stage=cx.words.stage(stage.name))
    return titled_items(cx, each, items)


def _when(cx: Context, stage: ir.Stage, often: bool) -> str:
    """`At the beginning of each round`."""
    if often and has_noun(cx, stage):
        return cx.text("when_each_stage", stage=cx.words.stage(stage.name))
    return cx.text("when_each_time" if often else "when_stage")


def _name(cx: Context, stage: ir.Stage) -> str:
    return cx.words.label(stage.path)


def _within(cx: Context, stage: ir.Stage) -> tuple[ir.Stage, ...]:
    """Return the steps of a stage, those too that it performs by name."""
    return steps(stage, {one.name: one for one in cx.rules.stages})


def _around(cx: Context, stage: ir.Stage) -> Scope:
    """Return the scope of tests before a stage begins: the player of the enclosing stage."""
    return Scope({0: cx.you}) if cx.around.get(stage.name) else Scope()


def _steps(cx: Context, stage: ir.Stage) -> list[Block]:
    """Return the steps of a stage; for the whole game with a single step, an empty list."""
    within = _within(cx, stage)
    items = tuple(Item(cx.grammar.sentence(_name(cx, step)), (step.path,)) for step in within)
    if len(items) > 1:
        key = "steps_root" if stage.path == "play" else "steps"
        return [Paragraph(cx.sentence(key), (f"{stage.path}.steps",)), Items(items, True)]
    step = within[0]
    if stage.path == "play":
        return []
    if has_noun(cx, step) and step.by is not None and not step.by.at_once and not _one_acts(cx, step.by):
        told = cx.sentence("one_step_many", stage=cx.words.stage(step.name))
    else:
        told = cx.sentence("one_step", step=_name(cx, step))
    return [Paragraph(told, (f"{stage.path}.steps",))]


def _moves(cx: Context, stage: ir.Stage) -> list[Block]:
    """Return the moves of a stage, and its `else` if none is possible."""
    otherwise = statements_of(cx, stage.otherwise, acting_scope(cx, stage), f"{stage.path}.else")
    path = f"{stage.path}.moves"
    found: list[Block]
    if len(stage.moves) == 1:
        key = "the_move_or" if otherwise else "the_move"
        doing = cx.words.doing(stage.moves[0])
        found = [Paragraph(cx.sentence(key, move=doing), (path, f"moves.{stage.moves[0]}"))]
    else:
        key = "choose_a_move_or" if otherwise else "choose_a_move"
        items = tuple(Item(cx.grammar.sentence(cx.words.doing(name)), (f"moves.{name}",))
                      for name in stage.moves)  # fmt: skip
        found = [Paragraph(cx.sentence(key), (path,)), Items(items)]
    return [*found, *titled_items(cx, "no_move_then", otherwise)]


def _how(cx: Context, stage: ir.Stage) -> list[Block]:
    """Return the players of a stage, its number of iterations, its `until`, and the first player."""
    path, by = stage.path, stage.by
    around = _around(cx, stage)
    loops = stage.times is not None or bool(stage.until)
    many, only = None, tuple[ir.Expr, ...]()
    if by is not None:
        players, only = (by.players, ()) if by.at_once else _always(by.players)
        many = group_of(cx, players, around)
    found: list[Block] = []
    how, paths = "", (path if by is None else f"{path}.by",)
    way = cx.text("in_direction" if cx.uses.reverses else "to_the_left")
    if by is not None and many is not None and by.at_once:
        key = "first_served" if by.served else "at_once"
        found.append(Paragraph(cx.sentence(key, many=many, way=way), paths))
        if by.served:
            found.append(Paragraph(f"{_passing(cx, stage)} {_begins(cx, by, many, around)}", paths))
        by, many, paths = None, None, (path,)
    elif by is not None and (single := _single(by)) is not None:
        key = "who_acts_each_time" if loops else "who_acts"
        found.append(Paragraph(cx.sentence(key, x=thing_of(cx, single, around)), paths))
        by, many, paths = None, None, (path,)
    elif by is not None and _one_acts(cx, by):
        by, many = None, None
    elif by is not None and many is not None and by.start is not None and _just_once(stage) and not only:
        key = "who_acts" if _everybody(many) else "one_acts"
        return [Paragraph(cx.sentence(key, x=thing_of(cx, by.start, around), many=many), (*paths, f"{path}.times"))]
    if many is not None:
        how = cx.text("how_turns" if loops else "once_each", many=many, way=way)
        if only:
            how = cx.text("as_long", told=how, claim=clause_of(cx, together(list(only), "and"), around))
    elif stage.until and has_noun(cx, stage):
        how = cx.text("how_stages", stage=cx.words.stage(stage.name))
    elif stage.until:
        how = cx.text("how_again")
    if stage.until:
        found.extend(_until(cx, stage, how, paths))
    elif how:
        found.append(Paragraph(cx.grammar.sentence(how), paths))
    if by is not None and many is not None:
        found.append(Paragraph(_first(cx, by, many, around), paths))
    if stage.times is not None:
        found.append(Paragraph(_times(cx, stage, stage.times, around), (f"{path}.times",)))
    return found


def _just_once(stage: ir.Stage) -> bool:
    return stage.times == ONE and not stage.until


def _always(players: ir.Expr) -> tuple[ir.Expr, tuple[ir.Expr, ...]]:
    """Return the players of a stage without conditions on the table alone, and these conditions."""
    if not isinstance(players, ir.Filter) or players.if_possible:
        return players, ()
    about, apart = parted(players.condition, players.slot)
    if not apart:
        return players, ()
    left = replace(players, condition=together(about, "and")) if about else players.collection
    return left, tuple(apart)


def _single(by: ir.Actors) -> ir.Expr | None:
    """Return the one player who performs, where it is one and no collection."""
    return by.players.items[0] if isinstance(by.players, ir.ListOf) and len(by.players.items) == 1 else None


def _one_acts(cx: Context, by: ir.Actors) -> bool:
    """Return whether the stage always has one and the same player."""
    return _single(by) is not None or cx.rules.players == (1,)


def _passing(cx: Context, stage: ir.Stage) -> str:
    """Return the sentence on moves that pass in a stage with `first served`: those without statements."""
    idle = {move.name for move in cx.rules.moves if not move.do}
    doing = [cx.words.doing(name) for name in stage.moves if name in idle]
    return cx.sentence("passing", moves=cx.grammar.listed(doing, "or"))


def _until(cx: Context, stage: ir.Stage, how: str, paths: tuple[str, ...]) -> list[Block]:
    """Return the condition on which a stage goes on, and when it is tested."""
    nobody = Thing(cx.text("who_is_next"), person=True)
    scope = Scope({0: nobody}) if stage.by is not None else acting_scope(cx, stage)
    asking = replace(cx, between=stage.name)
    only = stage.until[0].expr if len(stage.until) == 1 else None
    while_so = only.operand if isinstance(only, ir.Not) and junction_of(asking, only, scope, True) is None else None
    told, below = (clause_of(asking, while_so, scope), ()) if while_so else all_clauses(asking, stage.until, scope)
    if has_noun(cx, stage):
        before = cx.text("before_each_stage", stage=cx.words.stage(stage.name))
    else:
        before = cx.text("before_each_time")
    if below:
        text = cx.sentence("until_list", how=how, before=before, claim=told.rstrip(" :\u00a0"))
    else:
        text = cx.sentence("as_long_as" if while_so else "until", how=how, before=before, claim=told)
    paragraph = Paragraph(text, (*paths, f"{stage.path}.until"))
    return [paragraph, *lines_of(cx, below), *_last_turns(cx, stage)]


def _times(cx: Context, stage: ir.Stage, times: ir.Expr, around: Scope) -> str:
    """Return the number of iterations of a stage, or their maximum."""
    key = "times_at_most" if stage.until else "times_is"
    key += "_by" if stage.by is not None and not stage.by.at_once and not _one_acts(cx, stage.by) else ""
    if times == ONE:
        return cx.sentence("at_most_once" if stage.until else "just_once")
    if isinstance(times, ir.Constant):
        key = key.replace("times_is", "times").replace("at_most", "most")
    n = thing_of(cx, times, around)
    if has_noun(cx, stage):
        told = cx.sentence(f"{key}_stage", n=n, stage=cx.words.stage(stage.name))
    else:
        told = cx.sentence(key, n=n)
    return f"{told} {cx.sentence('times_anew')}" if may_change(cx, times) else told


def _last_turns(cx: Context, stage: ir.Stage) -> list[Block]:
    """Return the explanation of a turn loop that ends when it reaches a player that got a role in a turn of
    their own.
    """
    if stage.by is None or not isinstance(stage.by.players, ir.Players) or len(stage.until) != 1:
        return []
    play = cx.rules
    everything = list(nodes((play.play, play.stages, play.moves, play.triggers)))
    if any(isinstance(node, ir.SetNext) for node in everything):
        return []
    for part, _, yes in flattened(cx, stage.until[0].expr, Scope(), True, "or"):
        match part:
            case ir.Same(left=ir.Local(slot=0), right=ir.VariableValue(name=name, subject=None)) if yes:
                values = [node.value for node in everything if isinstance(node, ir.SetVariable) and node.name == name]
                if values and all(isinstance(value, ir.Local) and value.slot == 0 for value in values):
                    noun = cx.words.variable(name)
                    told = cx.sentence("one_turn_more", x=cx.grammar.the(noun))
                    return [Paragraph(told, (f"{stage.path}.until",))]
    return []


def _begins(cx: Context, by: ir.Actors, many: Group, around: Scope) -> str:
    """Return the sentence on the first player."""
    if by.start is None:
        return cx.sentence("first_default" if 0 in around.slots else "first_seat")
    key = "first_is" if _everybody(many) else "first_is_or_next"
    return cx.sentence(key, x=thing_of(cx, by.start, around))


def _everybody(many: Group) -> bool:
    return many.whole is not None and not many.rest(True) and not many.narrowed


def _first(cx: Context, by: ir.Actors, many: Group, around: Scope) -> str:
    """Return the sentence on the first player, and on players that are skipped."""
    told = _begins(cx, by, many, around)
    return told if _everybody(many) else f"{told} {cx.sentence('passed_over')}"
