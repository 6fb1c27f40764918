"""Sections on moves, combos and automatic rules: choices, conditions, statements."""

from __future__ import annotations

from dataclasses import replace

from croupier.rulebook.conditions import together
from croupier.rulebook.document import Block, Item, Items, Paragraph, Section
from croupier.rulebook.grammar import Scope, Thing
from croupier.rulebook.speaker import Speaker
from croupier.words.nouns import Noun
from croupier_dsl import ir
from croupier_dsl.analysis import stages


def section(speaker: Speaker, move: ir.MoveRule, here: ir.Stage) -> Section:
    """Return the section on a move, at the first stage where it can be made: choices, conditions, statements."""
    path = f"moves.{move.name}"
    scope = speaker.reading()
    blocks: list[Block] = []
    elsewhere = [stage for stage in stages(speaker.rules) if move.name in stage.moves and stage != here]
    labels = dict.fromkeys(speaker.words.label(stage.path) for stage in elsewhere)
    where = [speaker.grammar.phrases["quoted"].format(name=label) for label in labels]
    if where:
        blocks.append(Paragraph(speaker.sentence("offered_also", steps=speaker.grammar.listed(where, "or")), (path,)))
    chosen: list[Item] = []
    for number, choice in enumerate(move.choices):
        later = (move.choices[number + 1 :], move.conditions, move.do)
        item, scope = speaker.choice(choice, scope, f"{path}.choose.{choice.name}", later)
        chosen.append(item)
    blocks.extend(speaker.titled_item("you_choose", tuple(chosen)))
    blocks.extend(speaker.required("only_if", move.conditions, scope))
    if not move.conditions and not move.choices:
        blocks.append(Paragraph(speaker.sentence("always_possible"), (path,)))
    done = speaker.deeds(_possible(move), scope, f"{path}.do")
    blocks.extend(speaker.titled_item("then_happens", done))
    if not done:
        blocks.append(Paragraph(speaker.sentence("nothing_happens"), (path,)))
    return Section(speaker.grammar.heading(speaker.words.doing(move.name)), path, tuple(blocks), (), (path,))


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


def effects(speaker: Speaker) -> Section:
    """Return the section on effects, the statements that lists share."""
    items = tuple(_effect(speaker, effect) for effect in speaker.rules.effects if speaker.printed(effect.path))
    return Section(speaker.title("title_effects"), "effects", tuple(speaker.lines(items)))


def _effect(speaker: Speaker, effect: ir.Effect) -> Item:
    scope, name = speaker.reading(), speaker.words.label(effect.path)
    told = speaker.text("rule_named", name=name)
    if effect.subject is not None:
        noun = speaker.words.sort(ir.Type(effect.subject.name, effect.subject.enum))
        opening = Thing(speaker.text("those", noun=noun), True, noun.feminine, person=noun.person)
        about = replace(opening, text=speaker.text("these", noun=noun))
        if not effect.subject.many:
            about = speaker.named(effect.do, 1, effect.subject)
            opening = Thing(speaker.text("one_of_them", noun=noun), feminine=noun.feminine, person=noun.person)
        scope = scope.deeper(1, about, noun)
        told = speaker.text("rule_named_for", name=name, x=opening)
    if (meant := speaker.meaning(effect.path)) is not None:
        return Item(f"{speaker.opening(told)} {meant.text}", meant.paths)
    return Item(speaker.opening(told), (effect.path,), speaker.deeds(effect.do, scope, effect.path))


# ---------------------------------------------------------------- combos


def combos(speaker: Speaker) -> Section:
    """Return the section on the combos of cards."""
    used = [combo for combo in speaker.rules.combos if combo.name in speaker.used_combos]
    items = tuple(_combo(speaker, combo) for combo in used)
    if not items:
        return Section(speaker.title("title_combos"), "combos")
    blocks: list[Block] = [Items(items)]
    patterns = [combo for combo in used if isinstance(combo, ir.Pattern)]
    if any(combo.wild_most is not None for combo in patterns) and speaker.rules.cards.wild is not None:
        blocks.append(Paragraph(speaker.sentence("about_wilds"), ("cards.wild",)))
        if not speaker.uses_spots and not any(
            isinstance(c.declared, ir.Constant) and c.declared.value for c in patterns
        ):
            blocks.append(Paragraph(speaker.sentence("wilds_unsaid"), ("cards.wild",)))
    laid = any(zone.form == "melds" and zone.name in speaker.used_zones for zone in speaker.rules.zones)
    if laid and speaker.stays_laid:
        blocks.append(Paragraph(speaker.sentence("no_adding"), ("combos",)))
    if speaker.uses_spots:
        wild = speaker.rules.cards.wild is not None
        told = [speaker.sentence("about_spots" if wild else "about_spots_plain")]
        told += [speaker.sentence("about_places")] if speaker.uses_places else []
        told += [speaker.sentence("about_spots_wild")] if wild else []
        blocks.append(Paragraph(" ".join(told), ("combos",)))
    return Section(speaker.title("title_combos"), "combos", tuple(blocks))


def _combo(speaker: Speaker, combo: ir.Combo) -> Item:
    path = f"combos.{combo.name}"
    noun = speaker.words.combo(combo.name)
    match combo:
        case ir.Pattern():
            return Item(speaker.sentence("pattern", combo=noun), (path,), tuple(_demands(speaker, combo, path)))
        case ir.Either(parts=parts):
            told = [speaker.grammar.form(speaker.words.combo(part), "a") for part in parts]
            return Item(speaker.sentence("either_combo", combo=noun, parts=speaker.grammar.listed(told, "or")), (path,))
        case ir.Split():
            worth = speaker.thing(combo.least, Scope({1: speaker.named(combo.least, 1, ir.CARD)}))
            return Item(
                speaker.sentence("split", combo=noun, parts=speaker.parts(combo), worth=worth), (path, f"{path}.least")
            )


def _demands(speaker: Speaker, combo: ir.Pattern, path: str) -> list[Item]:
    """Return a point for each thing that a pattern asks for."""
    found = [Item(_size(speaker, combo), (f"{path}.size", *([f"{path}.of"] if combo.of else [])))]
    for name in combo.same:
        found.append(Item(speaker.sentence("same", noun=speaker.words.attribute(name)), (f"{path}.same",)))
    if combo.different is not None:
        noun = speaker.words.attribute(combo.different)
        at = [attribute.name for attribute in speaker.rules.cards.attributes].index(combo.different)
        lacked = any(kind.values[at] is None for kind in speaker.setting.kinds)
        key = "different_or_none" if lacked else "different"
        found.append(Item(speaker.sentence(key, noun=noun), (f"{path}.different",)))
    if combo.along is not None:
        found.append(Item(_sequence(speaker, combo, combo.along), (f"{path}.sequence",)))
    elif (
        not speaker.words.singular
        and combo.different is None
        and combo.same
        and set(combo.same) < {a.name for a in speaker.rules.cards.attributes}
    ):
        found.append(Item(speaker.sentence("equal_allowed"), (path,)))
    if combo.beside_of:
        beside = speaker.words.combo(combo.beside_of)
        found.append(Item(speaker.sentence("beside_combo", combo=beside), (f"{path}.beside",)))
    elif combo.beside is not None:
        number = speaker.thing(combo.beside, Scope())
        found.append(Item(speaker.sentence("beside_cards", n=number), (f"{path}.beside",)))
    if combo.whole is not None:
        cards = Thing(speaker.text("its_cards"), plural=True)
        claim = speaker.claim(combo.whole, Scope({1: cards}))
        found.append(Item(speaker.sentence("all_together", claim=claim), (f"{path}.where",)))
    if speaker.rules.cards.wild is not None:
        inner = [name for name in (combo.of, combo.beside_of) if name]
        allowing = [name for name in dict.fromkeys(inner) if _takes_wilds(speaker, name)]
        if allowing:
            parts = [speaker.grammar.form(speaker.words.combo(name), "a") for name in allowing]
            told = speaker.sentence("wilds_in_groups", parts=speaker.grammar.listed(parts, "or"))
            found.append(Item(told, (f"{path}.of",)))
        else:
            found.append(Item(_wilds(speaker, combo), (f"{path}.wilds",)))
    if isinstance(combo.declared, ir.Constant) and combo.declared.value:
        found.append(Item(speaker.sentence("wilds_declared"), (f"{path}.declared",)))
    return found


def _size(speaker: Speaker, combo: ir.Pattern) -> str:
    """Return the number of cards in a combo; for groups in sequence, the number and kind of groups."""
    low, groups = speaker.thing(combo.smallest, Scope()), "_groups" if combo.of else ""
    one = isinstance(combo.smallest, ir.Constant) and combo.smallest.value == 1
    of: dict[str, Noun] = {"combo": speaker.words.combo(combo.of)} if combo.of else {}
    if combo.largest is None:
        return speaker.sentence(f"size_any{groups}" if one else f"size_from{groups}", n=low, **of)
    if combo.largest == combo.smallest:
        return speaker.sentence(f"size_one{groups}" if one else f"size{groups}", n=low, **of)
    match combo.smallest, combo.largest:
        case ir.Constant(value=least), ir.Constant(value=most) if most == least + 1:
            return speaker.sentence(f"size_either{groups}", a=low, b=str(most), **of)
    return speaker.sentence(f"size_to{groups}", a=low, b=speaker.thing(combo.largest, Scope()), **of)


def _sequence(speaker: Speaker, combo: ir.Pattern, along: str) -> str:
    """Return the order of the first alternative that is not ruled out."""
    noun = speaker.words.attribute(along)
    attribute = next(a for a in speaker.rules.cards.attributes if a.name == along)
    for option in combo.sequence:
        if isinstance(option.condition, ir.Constant) and not option.condition.value:
            continue
        order = ", ".join(speaker.words.value(attribute.type, value) for value in option.values)
        told = speaker.text("sequence_groups" if combo.of else "sequence", noun=noun, order=order)
        return speaker.grammar.sentence(told)
    return ""


def _takes_wilds(speaker: Speaker, name: str) -> bool:
    """Return whether wild cards can represent others in the combo."""
    combo = next(each for each in speaker.rules.combos if each.name == name)
    return isinstance(combo, ir.Pattern) and combo.wild_most != ir.Constant(ir.NUMBER, 0)


def _wilds(speaker: Speaker, combo: ir.Pattern) -> str:
    match combo.wild_most:
        case None | ir.Constant(value=0):
            return speaker.sentence("wilds_none")
        case ir.Nothing():
            return speaker.sentence("wilds_any")
        case ir.Constant(value=1):
            return speaker.sentence("wilds_one")
        case ir.Constant(value=most):
            return speaker.sentence("wilds_up_to", n=int(most))
        case most:
            meld = speaker.element(speaker.words.sort(ir.MELD), Scope())
            return speaker.sentence("wilds_most", n=speaker.thing(most, Scope({1: meld})))


# ---------------------------------------------------------------- triggers


def triggers(speaker: Speaker) -> Section:
    """Return the section on automatic rules, in the order in which they are tried."""
    items = tuple(_trigger(speaker, trigger) for trigger in speaker.rules.triggers)
    title = speaker.title("title_triggers")
    if not items:
        return Section(title, "whenever")
    about = Paragraph(speaker.sentence("about_triggers" if len(items) > 1 else "about_trigger"))
    blocks: tuple[Block, ...] = (about, Items(items, len(items) > 1))
    if any(trigger.each is not None and trigger.each.type.name == "player" for trigger in speaker.rules.triggers):
        blocks = (*blocks, Paragraph(speaker.sentence("trigger_seats")))
    if any(trigger.enters for trigger in speaker.rules.triggers):
        blocks = (*blocks, Paragraph(speaker.sentence("trigger_come")))
    return Section(title, "whenever", blocks)


def _trigger(speaker: Speaker, trigger: ir.Trigger) -> Item:
    path = f"whenever.{trigger.name}"
    scope = Scope({0: speaker.a_thing("last_actor")})
    each = ""
    if trigger.each is not None:
        many = speaker.group(trigger.each, scope)
        each = speaker.text("for_each_come" if trigger.enters else "for_each", many=many)
        scope = speaker.one_of(many.noun, 1, scope)
    told = bool(trigger.conditions)
    conditions = together([condition.expr for condition in trigger.conditions], "and") if told else None
    joined = "" if conditions is None else speaker.claim(conditions, scope)
    key = ("trigger_each" if each else "trigger") if told else ("trigger_each_always" if each else "trigger_always")
    text = speaker.text(key, each=each, claim=joined)
    paths = (path, *((f"{path}.each",) if each else ()), *(condition.path for condition in trigger.conditions))
    return speaker.led(text, speaker.deeds(trigger.do, scope, f"{path}.do"), paths, True)
