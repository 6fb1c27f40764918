"""Cards and tables to the section on what the game is played with."""

from __future__ import annotations

from math import prod

from croupier.rulebook.document import Block, Grid, Item, Items, Paragraph, Section
from croupier.rulebook.flow import _by_count
from croupier.rulebook.speaker import Speaker
from croupier.rulebook.values import Scope
from croupier_dsl import ir


def section(speaker: Speaker) -> Section:
    """Kinds of cards, how many there are, which are wild, what they are worth."""
    blocks = [*_kinds(speaker), *_numbers(speaker)]
    cards = speaker.rules.cards
    if cards.wild is not None:
        card = speaker.the_card()
        blocks.append(
            Paragraph(speaker.sentence("wild_is", claim=speaker.claim(cards.wild, Scope({1: card}))), ("cards.wild",))
        )
    tables = tuple(_table(speaker, table) for table in speaker.rules.tables if not _by_count(table))
    return Section(speaker.title("title_material"), "cards", tuple(blocks), tables)


def _kinds(speaker: Speaker) -> list[Block]:
    cards = speaker.rules.cards
    items = []
    sizes = []
    for at, attribute in enumerate(cards.attributes):
        values = dict.fromkeys(kind.values[at] for kind in cards.kinds)
        known = sorted(value for value in values if value is not None)
        sizes.append(len(values))
        told = ", ".join(speaker.words.value(attribute.type, value) for value in known)
        key = "attribute" if len(known) > 1 else "attribute_one"
        items.append(
            Item(speaker.sentence(key, noun=speaker.words.attribute(attribute.name), values=told),
                 (f"cards.attributes.{attribute.name}",))
        )  # fmt: skip
    found: list[Block] = [Paragraph(speaker.sentence("each_card_has"), ("cards",)), Items(tuple(items))]
    if len(cards.attributes) > 1:
        if len(cards.kinds) == prod(sizes):
            found.append(Paragraph(speaker.sentence("every_combination", n=len(cards.kinds)), ("cards",)))
        else:
            whole = [k for k in cards.kinds if None not in k.values]
            odd = [speaker.words.kind(k.notation) for k in cards.kinds if None in k.values]
            told = speaker.grammar.listed(odd, "and")
            found.append(Paragraph(speaker.sentence("and_also", n=len(whole), kinds=told), ("cards",)))
    return found


def _numbers(speaker: Speaker) -> list[Block]:
    cards = speaker.rules.cards
    copies, packs = cards.copies, cards.packs
    card = speaker.the_card()
    n = speaker.thing(copies, Scope({1: card}))
    found: list[Block] = []
    if isinstance(copies, ir.Constant) and copies.value == 1:
        found.append(Paragraph(speaker.sentence("one_of_each"), ("cards.copies",)))
    else:
        found.append(Paragraph(speaker.sentence("copies", n=n), ("cards.copies",)))
    if isinstance(packs, ir.Constant):
        key = "one_pack" if packs.value == 1 else "packs"
        found.append(Paragraph(speaker.sentence(key, n=speaker.thing(packs, Scope())), ("cards.packs",)))
    else:
        found.append(Paragraph(speaker.sentence("packs_by", n=speaker.thing(packs, Scope())), ("cards.packs",)))
    return found


def _table(speaker: Speaker, table: ir.Table) -> Section:
    """What a table gives, row by row."""
    path = f"tables.{table.name}"
    noun = speaker.words.table(table.name)
    scope = Scope({0: speaker.you})
    if table.subject is not None:
        element = speaker.element(speaker.words.sort(table.subject), Scope())
        scope = scope.bind(1, element)
        of = speaker.grammar.of(element, noun)
    else:
        of = speaker.grammar.the(noun, noun.plural)
    key = speaker.thing(table.key, scope)
    rows = []
    for row in table.rows:
        keys = speaker.title("any_other") if row.keys is None else _keys(speaker, table.key.type, row.keys)
        rows.append((keys, speaker.thing(row.value, scope).text))
    head = (speaker.grammar.sentence(key.text).rstrip("."), speaker.grammar.sentence(of.text).rstrip("."))
    blocks: list[Block] = [
        Paragraph(speaker.sentence("table_says", x=of, key=key), (path,)),
        Grid(head, tuple(rows), (path,)),
    ]
    if not _covered(speaker, table):
        blocks.append(Paragraph(speaker.sentence("no_row"), (path,)))
    title = speaker.grammar.sentence(noun.base).rstrip(".")
    return Section(title, path, tuple(blocks), (), (path,))


def _keys(speaker: Speaker, type_: ir.Type, keys: tuple[int, ...]) -> str:
    """`2 to 10`, `jack, queen, king`."""
    words = [speaker.words.value(type_, bool(key) if type_ == ir.TRUTH else key) for key in keys]
    return speaker.grammar.listed(words, "or")


def _covered(speaker: Speaker, table: ir.Table) -> bool:
    """Is there a row for every key that there can be, as far as that is known?"""
    if any(row.keys is None for row in table.rows):
        return True
    keys = {key for row in table.rows for key in row.keys or ()}
    match table.key:
        case ir.Attribute(name=name):
            at = next(i for i, other in enumerate(speaker.rules.cards.attributes) if other.name == name)
            return {kind.values[at] for kind in speaker.rules.cards.kinds} - {None} <= keys
        case ir.StageCount(stage=stage):
            times = speaker.words.stages[stage].times
            return isinstance(times, ir.Constant) and set(range(1, times.value + 1)) <= keys
    enum = table.key.type.enum
    return bool(enum) and set(range(len(speaker.words.enums[enum]))) <= keys
