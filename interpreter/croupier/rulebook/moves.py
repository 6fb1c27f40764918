"""Sections on moves, combos and automatic rules: choices, conditions, statements."""

from __future__ import annotations

from dataclasses import replace

from croupier.rulebook.blocks import lines_of, reading_scope, required_blocks, titled_items
from croupier.rulebook.clauses import parts_listed
from croupier.rulebook.conditions import together
from croupier.rulebook.context import Context
from croupier.rulebook.document import Block, Item, Items, Paragraph, Section
from croupier.rulebook.grammar import Scope, Sentence, Thing
from croupier.rulebook.statements import choice_item, led_by, opening_of, statements_of
from croupier.rulebook.tables import clause_of, group_of, thing_of
from croupier.rulebook.values import element_of, for_each_number, just_mentioned, known_by_players, naming_one
from croupier.words.nouns import Noun
from croupier_dsl import ir
from croupier_dsl.analysis import stages


def section(cx: Context, move: ir.MoveRule, here: ir.Stage) -> Section:
    """Return the section on a move, at the first stage where it can be made: choices, conditions, statements."""
    path = f"moves.{move.name}"
    scope = reading_scope(cx)
    blocks: list[Block] = []
    elsewhere = [stage for stage in stages(cx.rules) if move.name in stage.moves and stage != here]
    labels = dict.fromkeys(cx.words.label(stage.path) for stage in elsewhere)
    where = [cx.grammar.phrases["quoted"].format(name=label) for label in labels]
    if where:
        blocks.append(Paragraph(cx.sentence("offered_also", steps=cx.grammar.listed(where, "or")), (path,)))
    chosen: list[Item] = []
    for number, choice in enumerate(move.choices):
        later = (move.choices[number + 1 :], move.conditions, move.do)
        item, scope = choice_item(cx, choice, scope, f"{path}.choose.{choice.name}", later)
        chosen.append(item)
    blocks.extend(titled_items(cx, "you_choose", tuple(chosen)))
    blocks.extend(required_blocks(cx, "only_if", move.conditions, scope))
    if not move.conditions and not move.choices:
        blocks.append(Paragraph(cx.sentence("always_possible"), (path,)))
    done = statements_of(cx, _possible(move), scope, f"{path}.do")
    blocks.extend(titled_items(cx, "then_happens", done))
    if not done:
        blocks.append(Paragraph(cx.sentence("nothing_happens"), (path,)))
    return Section(cx.grammar.heading(cx.words.doing(move.name)), path, tuple(blocks), (), (path,))


def _possible(move: ir.MoveRule) -> tuple[ir.Statement, ...]:
    """Return the statements of the move, without a first case that its own conditions rule out."""
    if not move.do or not isinstance(move.do[0], ir.If):
        return move.do
    holds = [condition.expr for condition in move.conditions]
    kept = tuple(b for b in move.do[0].branches if not any(_denies(b.condition, expr) for expr in holds))
    if kept and kept[0].condition is None:
        return (*kept[0].body, *move.do[1:])
    return (replace(move.do[0], branches=kept), *move.do[1:]) if kept else move.do[1:]


def _denies(left: ir.Expr | None, right: ir.Expr) -> bool:
    """Return whether one of the expressions is the negation of the other."""
    if isinstance(left, ir.Not) and left.operand == right:
        return True
    return isinstance(right, ir.Not) and right.operand == left


# ---------------------------------------------------------------- effects


def effects(cx: Context) -> Section:
    """Return the section on effects, the statements that lists share."""
    items = tuple(_effect(cx, effect) for effect in cx.rules.effects if cx.printed(effect.path))
    return Section(cx.title("title_effects"), "effects", tuple(lines_of(cx, items)))


def _effect(cx: Context, effect: ir.Effect) -> Item:
    scope, name = reading_scope(cx), cx.words.label(effect.path)
    told = cx.text("rule_named", name=name)
    if effect.subject is not None:
        noun = cx.words.sort(ir.Type(effect.subject.name, effect.subject.enum))
        opening = Thing(cx.text("those", noun=noun), True, noun.feminine, person=noun.person)
        about = replace(opening, text=cx.text("these", noun=noun))
        if not effect.subject.many:
            about = just_mentioned(cx, effect.do, 1, effect.subject)
            opening = Thing(cx.text("one_of_them", noun=noun), feminine=noun.feminine, person=noun.person)
        scope = scope.deeper(1, about, noun)
        told = cx.text("rule_named_for", name=name, x=opening)
    if (meant := cx.meaning(effect.path)) is not None:
        return Item(f"{opening_of(cx, told)} {meant.text}", meant.paths)
    return Item(opening_of(cx, told), (effect.path,), statements_of(cx, effect.do, scope, effect.path))


# ---------------------------------------------------------------- combos


def combos(cx: Context) -> Section:
    """Return the section on the combos of cards."""
    used = [combo for combo in cx.rules.combos if combo.name in cx.uses.combos]
    items = tuple(_combo(cx, combo) for combo in used)
    if not items:
        return Section(cx.title("title_combos"), "combos")
    blocks: list[Block] = [Items(items)]
    patterns = [combo for combo in used if isinstance(combo, ir.Pattern)]
    if _represented(cx):
        blocks.append(Paragraph(cx.sentence("about_wilds"), ("cards.wild",)))
        if not cx.uses.spots and not any(isinstance(c.declared, ir.Constant) and c.declared.value for c in patterns):
            blocks.append(Paragraph(cx.sentence("wilds_unsaid"), ("cards.wild",)))
    laid = any(zone.form == "melds" and zone.name in cx.uses.zones for zone in cx.rules.zones)
    if laid and cx.uses.stays_laid:
        blocks.append(Paragraph(cx.sentence("no_adding"), ("combos",)))
    if cx.uses.spots:
        wild = _represented(cx)
        told = [cx.sentence("about_spots" if wild else "about_spots_plain")]
        told += [cx.sentence("about_places")] if cx.uses.places else []
        told += [cx.sentence("about_spots_wild")] if wild else []
        blocks.append(Paragraph(" ".join(told), ("combos",)))
    return Section(cx.title("title_combos"), "combos", tuple(blocks))


def _combo(cx: Context, combo: ir.Combo) -> Item:
    path = f"combos.{combo.name}"
    noun = cx.words.combo(combo.name)
    match combo:
        case ir.Pattern():
            return Item(cx.sentence("pattern", combo=noun), (path,), tuple(_demands(cx, combo, path)))
        case ir.Either(parts=parts):
            told = [cx.grammar.form(cx.words.combo(part), "a") for part in parts]
            return Item(cx.sentence("either_combo", combo=noun, parts=cx.grammar.listed(told, "or")), (path,))
        case ir.Split():
            worth = thing_of(cx, combo.least, Scope({1: just_mentioned(cx, combo.least, 1, ir.CARD)}))
            return Item(
                cx.sentence("split", combo=noun, parts=parts_listed(cx, combo), worth=worth), (path, f"{path}.least")
            )


def _demands(cx: Context, combo: ir.Pattern, path: str) -> list[Item]:
    """Return a point for each thing that a pattern asks for."""
    found = [Item(_size(cx, combo), (f"{path}.size", *([f"{path}.of"] if combo.of else [])))]
    for name in combo.same:
        found.append(Item(cx.sentence("same", noun=cx.words.attribute(name)), (f"{path}.same",)))
    if combo.different is not None:
        noun = cx.words.attribute(combo.different)
        at = [attribute.name for attribute in cx.rules.cards.attributes].index(combo.different)
        lacked = any(kind.values[at] is None for kind in cx.setting.kinds)
        key = "different_or_none" if lacked else "different"
        found.append(Item(cx.sentence(key, noun=noun), (f"{path}.different",)))
    if combo.along is not None:
        found.append(Item(_sequence(cx, combo, combo.along), (f"{path}.sequence",)))
    elif (
        not cx.words.singular
        and combo.different is None
        and combo.same
        and set(combo.same) < {a.name for a in cx.rules.cards.attributes}
    ):
        found.append(Item(cx.sentence("equal_allowed"), (path,)))
    if combo.beside_of:
        beside = cx.words.combo(combo.beside_of)
        found.append(Item(cx.sentence("beside_combo", combo=beside), (f"{path}.beside",)))
    elif combo.beside is not None:
        number = thing_of(cx, combo.beside, Scope())
        found.append(Item(cx.sentence("beside_cards", n=number), (f"{path}.beside",)))
    if combo.whole is not None:
        cards = Thing(cx.text("its_cards"), plural=True)
        claim = clause_of(cx, combo.whole, Scope({1: cards}))
        found.append(Item(cx.sentence("all_together", claim=claim), (f"{path}.where",)))
    if _represented(cx):
        inner = [name for name in (combo.of, combo.beside_of) if name]
        allowing = [name for name in dict.fromkeys(inner) if _takes_wilds(cx, name)]
        if allowing:
            parts = [cx.grammar.form(cx.words.combo(name), "a") for name in allowing]
            told = cx.sentence("wilds_in_groups", parts=cx.grammar.listed(parts, "or"))
            found.append(Item(told, (f"{path}.of",)))
        else:
            found.append(Item(_wilds(cx, combo), (f"{path}.wilds",)))
    if isinstance(combo.declared, ir.Constant) and combo.declared.value:
        found.append(Item(cx.sentence("wilds_declared"), (f"{path}.declared",)))
    return found


def _size(cx: Context, combo: ir.Pattern) -> Sentence:
    """Return the number of cards in a combo; for groups in sequence, the number and kind of groups.

    Where it goes by the number of players, return it for each.
    """
    lows = known_by_players(cx, combo.smallest)
    highs = {} if combo.largest is None else known_by_players(cx, combo.largest)
    if lows and highs and not isinstance(combo.largest, ir.Constant):
        told = {n: _size(cx, replace(combo, smallest=low, largest=highs[n])).words for n, low in lows.items()}
        return cx.grammar.sentence(for_each_number(cx, told))
    low, groups = thing_of(cx, combo.smallest, Scope()), "_groups" if combo.of else ""
    one = isinstance(combo.smallest, ir.Constant) and combo.smallest.value == 1
    of: dict[str, Noun] = {"combo": cx.words.combo(combo.of)} if combo.of else {}
    if combo.largest is None:
        return cx.sentence(f"size_any{groups}" if one else f"size_from{groups}", n=low, **of)
    if combo.largest == combo.smallest:
        return cx.sentence(f"size_one{groups}" if one else f"size{groups}", n=low, **of)
    match combo.smallest, combo.largest:
        case ir.Constant(value=least), ir.Constant(value=most) if most == least + 1:
            return cx.sentence(f"size_either{groups}", a=low, b=str(most), **of)
    return cx.sentence(f"size_to{groups}", a=low, b=thing_of(cx, combo.largest, Scope()), **of)


def _sequence(cx: Context, combo: ir.Pattern, along: str) -> str:
    """Return the order of the first alternative that is not ruled out."""
    noun = cx.words.attribute(along)
    attribute = next(a for a in cx.rules.cards.attributes if a.name == along)
    for option in combo.sequence:
        if isinstance(option.condition, ir.Constant) and not option.condition.value:
            continue
        order = ", ".join(cx.words.value(attribute.type, value) for value in option.values)
        told = cx.text("sequence_groups" if combo.of else "sequence", noun=noun, order=order)
        return cx.grammar.sentence(told)
    return ""


def _represented(cx: Context) -> bool:
    """Return whether wild cards can represent others in any combo, as agreed."""
    patterns = [combo for combo in cx.rules.combos if isinstance(combo, ir.Pattern)]
    none = (None, ir.Constant(ir.NUMBER, 0))
    return cx.rules.cards.wild is not None and any(combo.wild_most not in none for combo in patterns)


def _takes_wilds(cx: Context, name: str) -> bool:
    """Return whether wild cards can represent others in the combo."""
    combo = next(each for each in cx.rules.combos if each.name == name)
    return isinstance(combo, ir.Pattern) and combo.wild_most != ir.Constant(ir.NUMBER, 0)


def _wilds(cx: Context, combo: ir.Pattern) -> str:
    match combo.wild_most:
        case None | ir.Constant(value=0):
            return cx.sentence("wilds_none")
        case ir.Nothing():
            return cx.sentence("wilds_any")
        case ir.Constant(value=1):
            return cx.sentence("wilds_one")
        case ir.Constant(value=most):
            return cx.sentence("wilds_up_to", n=int(most))
        case most:
            meld = element_of(cx, cx.words.sort(ir.MELD), Scope())
            return cx.sentence("wilds_most", n=thing_of(cx, most, Scope({1: meld})))


# ---------------------------------------------------------------- triggers


def triggers(cx: Context) -> Section:
    """Return the section on automatic rules, in the order in which they are tried."""
    items = tuple(_trigger(cx, trigger) for trigger in cx.rules.triggers)
    title = cx.title("title_triggers")
    if not items:
        return Section(title, "whenever")
    about = Paragraph(cx.sentence("about_triggers" if len(items) > 1 else "about_trigger"))
    blocks: tuple[Block, ...] = (about, Items(items, len(items) > 1))
    if any(trigger.each is not None and trigger.each.type.name == "player" for trigger in cx.rules.triggers):
        blocks = (*blocks, Paragraph(cx.sentence("trigger_seats")))
    if any(trigger.enters for trigger in cx.rules.triggers):
        blocks = (*blocks, Paragraph(cx.sentence("trigger_come")))
    return Section(title, "whenever", blocks)


def _trigger(cx: Context, trigger: ir.Trigger) -> Item:
    path = f"whenever.{trigger.name}"
    scope = Scope({0: cx.a_thing("last_actor")})
    each = ""
    if trigger.each is not None:
        many = group_of(cx, trigger.each, scope)
        each = cx.text("for_each_come" if trigger.enters else "for_each", many=many)
        scope = naming_one(cx, many.noun, 1, scope)
    told = bool(trigger.conditions)
    conditions = together([condition.expr for condition in trigger.conditions], "and") if told else None
    joined = "" if conditions is None else clause_of(cx, conditions, scope)
    key = ("trigger_each" if each else "trigger") if told else ("trigger_each_always" if each else "trigger_always")
    text = cx.text(key, each=each, claim=joined)
    paths = (path, *((f"{path}.each",) if each else ()), *(condition.path for condition in trigger.conditions))
    return led_by(cx, text, statements_of(cx, trigger.do, scope, f"{path}.do"), paths, True)
