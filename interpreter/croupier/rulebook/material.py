"""The section on the material: cards and tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import prod

from croupier.rulebook.blocks import further_subject
from croupier.rulebook.conditions import reads
from croupier.rulebook.context import Context
from croupier.rulebook.document import Block, Grid, Item, Items, Paragraph, Section
from croupier.rulebook.flow import by_count
from croupier.rulebook.grammar import Scope, Thing
from croupier.rulebook.tables import clause_of, thing_of
from croupier.rulebook.values import (
    counts_over_game,
    for_each_number,
    just_mentioned,
    meant_number,
    ranged_words,
    value_words,
)
from croupier.words.phrases import part_of
from croupier_dsl import ir
from croupier_dsl.saying import own_word

MANY = 13
"""The number of numbers on cards above which only the first and the last are printed."""
FEW = 4
"""The number of kinds of cards that may be named as exceptions of a pack."""


def section(cx: Context) -> Section:
    """Kinds of cards, how many there are, which are wild, what they are worth."""
    blocks = [*_kinds(cx), *_packs(cx)]
    cards = cx.rules.cards
    if cards.wild is not None and (told := _wild(cx, cards.wild)):
        blocks.append(Paragraph(told, ("cards.wild",)))
    printed = [table for table in cx.rules.tables if cx.printed(f"tables.{table.name}")]
    tables = [_told(cx, table) for table in printed if not by_count(table)]
    sections = tuple(_section(cx, alike) for alike in _together(tables))
    return Section(cx.title("title_material"), "cards", tuple(blocks), sections)


# ---------------------------------------------------------------- cards


def _wild(cx: Context, wild: ir.Expr) -> str:
    """Return which cards are wild:

    `Jokers are wild`, if one attribute determines it; empty if the deck has none of these.
    """
    match wild:
        case ir.Same(left=ir.Attribute(name="rank", card=ir.Local(slot=1)), right=ir.Constant() as constant):
            told = [constant]
        case ir.Within(left=ir.Attribute(name="rank", card=ir.Local(slot=1)), right=ir.ListOf(items=items)) if all(
            isinstance(item, ir.Constant) for item in items
        ):
            told = [item for item in items if isinstance(item, ir.Constant)]
        case ir.Same(left=ir.Attribute(card=ir.Local(slot=1))) if not reads(wild.right, 1):
            return cx.sentence("wild_of", x=thing_of(cx, wild.right, Scope()))
        case _:
            claim = clause_of(cx, wild, Scope({1: just_mentioned(cx, wild, 1, ir.CARD)}))
            return cx.sentence("wild_is", claim=claim)
    there = _values(cx, "rank")
    words = [cx.words.value(each.type, each.value) for each in told if each.value in there]
    if not words:
        return ""
    many = [word + "s" if word.isdecimal() and cx.grammar.code == "en" else cx.grammar.noun(word).many
            for word in words]  # fmt: skip
    key = "wild_named" if words == [cx.grammar.phrases["word_joker"]] else "wild_are"
    return cx.sentence(key, kinds=cx.grammar.listed(many, "and"))


def _values(cx: Context, name: str, among: Iterable[int] | None = None) -> list[int]:
    """Return the values of an attribute that are on some card of the game, in order. `among`: on one of these kinds."""
    cards = cx.rules.cards
    at = next(i for i, attribute in enumerate(cards.attributes) if attribute.name == name)
    those = set(cards.kinds) if among is None else {cards.kinds[kind] for kind in among}
    kinds = [kind for kind in cx.setting.kinds if kind in those]
    return sorted({value for kind in kinds if (value := kind.values[at]) is not None})


def _kinds(cx: Context) -> list[Block]:
    """Return the attributes of the cards, and the number of each kind in a pack."""
    cards = cx.rules.cards
    if any(attribute.name == ir.PART for attribute in cards.attributes):
        return _parts(cx)
    items = []
    for attribute in cards.attributes:
        known = _values(cx, attribute.name)
        words = [cx.words.value(attribute.type, value) for value in known]
        told = (
            ranged_words(cx, words, "and") if len(words) > MANY and all(map(str.isdecimal, words)) else ", ".join(words)
        )
        text = cx.sentence("attribute", noun=cx.words.attribute(attribute.name), values=told)
        items.append(Item(text, (f"cards.attributes.{attribute.name}",)))
    found: list[Block] = [Paragraph(cx.sentence("each_card_has"), ("cards",)), Items(tuple(items))]
    copies = in_a_pack(cx)
    told = "" if copies is None else _contents(cx, cards.attributes, dict(zip(cards.kinds, copies, strict=True)))
    if copies is not None and told:
        found.append(Paragraph(cx.sentence("pack_has", n=sum(copies), parts=told), ("cards", "cards.copies")))
        return found
    if by_players := _by_players(cx):
        return [*found, Paragraph(cx.sentence("by_players"), ("cards",)), Items(tuple(by_players))]
    if len(cards.attributes) > 1 or len(set(cx.setting.dealt.values())) > 1:
        found.append(Paragraph(_combinations(cx), ("cards",)))
    n = thing_of(cx, cards.copies, Scope({1: just_mentioned(cx, cards.copies, 1, ir.CARD)}))
    if copies is not None:
        found.append(Paragraph(cx.sentence("pack_has_by", n=n, all=sum(copies)), ("cards.copies",)))
    else:
        found.append(Paragraph(cx.sentence("copies", n=n), ("cards.copies",)))
    return found


def _parts(cx: Context) -> list[Block]:
    """Return, part by part, the number of its cards, their attributes, and the number of each."""
    cards, copies = cx.rules.cards, in_a_pack(cx)
    at = next(i for i, attribute in enumerate(cards.attributes) if attribute.name == ir.PART)
    items = []
    for part in _values(cx, ir.PART):
        kinds = [i for i, kind in enumerate(cards.kinds) if kind.values[at] == part]
        word = own_word(cx.words.enums, cards.attributes[at].type, part)
        on = [attribute for i, attribute in enumerate(cards.attributes)
              if i != at and any(cards.kinds[kind].values[i] is not None for kind in kinds)]  # fmt: skip
        told = [cx.text("attribute", noun=cx.words.attribute(attribute.name),
                             values=", ".join(cx.words.value(attribute.type, value)
                                              for value in _values(cx, attribute.name, kinds)))
                for attribute in on]  # fmt: skip
        n = ""
        if copies is not None:
            n = str(sum(copies[kind] for kind in kinds))
            told += filter(None, [_contents(cx, on, {cards.kinds[kind]: copies[kind] for kind in kinds})])
        else:
            counted = {players: Counter(program.kind_of) for players, program in cx.setting.programs.items()}
            n = for_each_number(cx, {
                players: str(sum(held[kind] for kind in kinds)) for players, held in counted.items()
            })  # fmt: skip
        text = cx.sentence("part_has", part=cx.words.part_title(word), n=n, parts="; ".join(told))
        items.append(Item(text, (f"cards.parts.{word}",)))
    return [Paragraph(cx.sentence("parts_are"), ("cards",)), Items(tuple(items))]


def in_packs(cx: Context) -> dict[tuple[int, ...], list[str]]:
    """Return the numbers of players by the numbers of cards of each kind in one pack; nothing without packs."""
    setting = cx.setting
    found: dict[tuple[int, ...], list[str]] = {}
    for n, program in setting.programs.items():
        packs = program.planner.constant(setting.source.cards.packs)
        if not isinstance(packs, int) or packs < 1:
            return {}
        counted = Counter(program.kind_of)
        found.setdefault(tuple(counted[kind] // packs for kind in range(len(program.kinds))), []).append(str(n))
    return found


def in_a_pack(cx: Context) -> list[int] | None:
    """Return the number of cards of each kind in one pack; None if it depends on the number of players."""
    found = in_packs(cx)
    return list(next(iter(found))) if len(found) == 1 else None


def _by_players(cx: Context) -> list[Item]:
    """Return a point on the cards for each number of players, if they differ by kind; none if one would be long."""
    cards, items = cx.rules.cards, []
    packs = {program.planner.constant(cx.setting.source.cards.packs) for program in cx.setting.programs.values()}
    if packs != {1} or not reads(cards.copies, 1):
        return []
    for copies, players in in_packs(cx).items():
        told = _contents(cx, cards.attributes, dict(zip(cards.kinds, copies, strict=True)))
        if not told:
            return []
        n = ranged_words(cx, players)
        items.append(Item(cx.sentence("pack_with_players", n=n, all=sum(copies), parts=told), ("cards.copies",)))
    return items


def _contents(cx: Context, attributes: Sequence[ir.CardAttribute], copies: Mapping[ir.Kind, int]) -> str:
    """Return `4 of each value, but 3 of JOKER`; empty if that would be a long list. Other attributes are left out."""
    grammar, columns = cx.grammar, cx.rules.cards.attributes
    own = [columns.index(attribute) for attribute in attributes]
    named = [set(_values(cx, attribute.name)) for attribute in attributes]

    def on(kind: ir.Kind) -> list[int | None]:
        return [kind.values[i] for i in own]

    there = {kind: n for kind, n in copies.items()
             if n or all(value in values for value, values in zip(on(kind), named, strict=True))}  # fmt: skip
    whole = {kind: n for kind, n in there.items() if None not in on(kind)}
    odd = {kind: n for kind, n in there.items() if None in on(kind)}
    if not whole:
        return ""
    usual = Counter(whole.values()).most_common(1)[0][0]
    other = {kind: n for kind, n in whole.items() if n != usual}
    every = prod(len(set(values)) for values in zip(*map(on, whole), strict=True))
    rest = _others(cx, attributes, whole, other)
    if len(whole) != every or not usual or len(rest) > FEW or len(odd) > FEW:
        return ""
    apart = [each for at, each in enumerate(attributes) if len({on(kind)[at] for kind in whole}) > 1] or attributes
    nouns = [cx.words.attribute(attribute.name).one for attribute in apart]
    first = cx.words.attribute(apart[0].name)
    key = "of_each" if len(whole) > 1 else "of_the_one"
    told = cx.text(key, n=_number(cx, usual), first=first, nouns=grammar.listed(nouns, "and"))
    if rest:
        told += cx.text("but_of", parts=grammar.listed(rest, "and"))
    if odd:
        told += cx.text("and_of", parts=grammar.listed([_odd(cx, kind, n) for kind, n in odd.items()], "and"))
    return told


def _others(
    cx: Context, attributes: Sequence[ir.CardAttribute], whole: Mapping[ir.Kind, int], other: Mapping[ir.Kind, int]
) -> list[str]:
    """Return the exceptions in number: `1 of each 0`, if all cards with a value have it, `2 of a kind`."""
    left, found = dict(other), []
    for attribute in attributes:
        at = cx.rules.cards.attributes.index(attribute)
        for value in sorted({value for kind in other if (value := kind.values[at]) is not None}):
            alike = [kind for kind in whole if kind.values[at] == value]
            numbers = {left.get(kind) for kind in alike}
            if len(alike) > 1 and len(numbers) == 1 and (n := numbers.pop()):
                word = cx.words.value(attribute.type, value)
                found.append(cx.text("so_many_of_each", n=n, value=word))
                left = {kind: n for kind, n in left.items() if kind not in alike}
    return found + [
        cx.text("so_many_of" if n else "none_of", n=n, kind=cx.words.kind(kind.notation)) for kind, n in left.items()
    ]


def _number(cx: Context, n: int) -> str:
    return cx.title("one_card") if n == 1 else str(n)


def _odd(cx: Context, kind: ir.Kind, n: int) -> str:
    """Return cards of a kind without an attribute that others have: `2 jokers, without suit`."""
    word = cx.words.kind(kind.notation)
    amount = cx.grammar.amount(n, cx.grammar.noun(word)) if word.islower() else f"{n} {word}"
    attributes = cx.rules.cards.attributes
    lacks = [cx.words.attribute(a.name).one for a, value in zip(attributes, kind.values, strict=True)
             if value is None]  # fmt: skip
    return cx.text("without", cards=amount, nouns=cx.grammar.listed(lacks, "or"))


def _combinations(cx: Context) -> str:
    """Return the number of different cards, and whether each combination of attributes has one."""
    kinds, dealt = cx.setting.kinds, cx.setting.dealt
    if len(set(dealt.values())) > 1:
        numbers = for_each_number(cx, {n: str(len(those)) for n, those in dealt.items()})
        return cx.sentence("cards_by_players", n=numbers)
    if len(kinds) == prod(map(len, _on(kinds))):
        return cx.sentence("every_combination", n=len(kinds))
    whole = [kind for kind in kinds if None not in kind.values]
    odd = [cx.words.kind(kind.notation) for kind in kinds if None in kind.values]
    if not odd or len(whole) != prod(map(len, _on(whole))):
        return cx.sentence("some_combinations", n=len(kinds))
    return cx.sentence("and_also", n=len(whole), kinds=cx.grammar.listed(odd, "and"))


def _on(kinds: Iterable[ir.Kind]) -> list[set[int | None]]:
    """By attribute, the values that these kinds have, and None if one lacks it."""
    return [set(values) for values in zip(*(kind.values for kind in kinds), strict=True)]


def _packs(cx: Context) -> list[Block]:
    """Return the number of packs, and of cards in them."""
    setting = cx.setting
    counts = {p.planner.constant(setting.source.cards.packs) for p in setting.programs.values()}
    cards = {program.cards for program in setting.programs.values()}
    packs = next(iter(counts))
    if len(counts) > 1:
        return []  # it is in the table by number of players
    if packs == 1:
        return [Paragraph(cx.sentence("one_pack"), ("cards.packs",))]
    if len(cards) > 1:
        return [Paragraph(cx.sentence("so_many_packs", n=str(packs)), ("cards.packs",))]
    return [Paragraph(cx.sentence("packs", n=str(packs), all=next(iter(cards))), ("cards.packs",))]


# ---------------------------------------------------------------- tables


@dataclass(frozen=True)
class _Told:
    """A table in words: what goes by what, and a row for each key, or for all others."""

    table: ir.Table
    title: str
    heads: tuple[str, str]
    rows: tuple[tuple[str, str], ...]
    meant: bool


def _told(cx: Context, table: ir.Table) -> _Told:
    noun = cx.words.table(table.name)
    scope = Scope({0: cx.you})
    title = noun.base
    if table.subject is not None:
        sort = cx.words.sort(replace(table.subject, many=False))
        many = table.subject.many
        about = cx.text("these", noun=sort) if many else cx.grammar.the(sort).text
        scope = scope.bind(1, Thing(about, many, sort.feminine, person=sort.person))
        title = cx.text("table_of", noun=noun, x=cx.a_thing("those" if many else "one_of_them", noun=sort))
    if table.further is not None and table.subject is not None:
        opening, element = further_subject(cx, table.subject, table.further)
        scope = scope.bind(2, element)
        title = cx.text("for", x=title, y=opening)
    rows: list[tuple[str, str]] = []
    of_cards = isinstance(table.key, ir.Attribute) and isinstance(table.key.card, ir.Local)
    there = _values(cx, table.key.name) if isinstance(table.key, ir.Attribute) and of_cards else None
    for row in table.rows:
        if row.keys is None:
            rows.append((cx.title("any_other"), _cell(cx, table, row.value, scope)))
        for key in row.keys or ():
            if there is not None and key not in there:
                continue
            value = _known(row.value, table.key, key)
            rows.append((_key(cx, table.key, key), _cell(cx, table, value, scope)))
        if row.onward is not None:
            key_of = cx.text("from_n_on", n=row.onward)
            rows.append((key_of, _cell(cx, table, row.value, scope)))
    heads = (cx.grammar.heading(_by(cx, table, scope)), cx.grammar.heading(noun.base))
    meant = cx.meaning(f"tables.{table.name}") is not None
    return _Told(table, noun.base if meant else title, heads, tuple(rows), meant)


def _cell(cx: Context, table: ir.Table, value: ir.Expr, scope: Scope) -> str:
    """Return the text of a cell of a table: a listed value has no quotation marks."""
    if isinstance(value, ir.Constant) and value.type.enum:
        return cx.words.value(value.type, value.value)
    meant = meant_number(cx, f"tables.{table.name}", value)
    return (meant or value_words(cx, value, scope, cx.words.table(table.name))).text


def _key(cx: Context, key: ir.Expr, value: int) -> str:
    if (meant := meant_number(cx, part_of(key), ir.Constant(key.type, value))) is not None:
        return meant.text
    return cx.words.value(key.type, bool(value) if key.type == ir.TRUTH else value)


def _known(value: ir.Expr, key: ir.Expr, n: int) -> ir.Expr:
    """Return the value of a row, computed if it is a sum of the key and numbers."""
    if value == key and key.type == ir.NUMBER:
        return ir.Constant(ir.NUMBER, n)
    match value:
        case ir.Arithmetic(op="+" | "-" | "*" as op):
            match _known(value.left, key, n), _known(value.right, key, n):
                case ir.Constant(value=int(a)), ir.Constant(value=int(b)):
                    return ir.Constant(ir.NUMBER, {"+": a + b, "-": a - b, "*": a * b}[op])
    return value


def _by(cx: Context, table: ir.Table, scope: Scope) -> str:
    """Return the heading of the keys: `rank`, `round`; otherwise the words of the key in a sentence."""
    match table.key:
        case ir.RoleAttribute(name=name, card=ir.Local(slot=1)):
            return cx.text("role_head", noun=cx.words.attribute(name))
        case ir.Attribute(name=name, card=ir.Local(slot=1)):
            return cx.words.attribute(name).one
        case ir.StageCount(stage=stage) if counts_over_game(cx, stage):
            return cx.words.stage(stage).one
        case ir.Local(slot=1, type=type_):
            return cx.words.sort(type_).base
        case ir.VariableValue(name=name, subject=None, type=type_) if type_.name != "truth":
            return cx.words.variable(name).base
    if table.key.type == ir.TRUTH:
        return clause_of(cx, table.key, scope)
    return thing_of(cx, table.key, scope).text


def _together(tables: list[_Told]) -> list[list[_Told]]:
    """Tables of one thing each that go by the same keys, side by side."""
    found: list[list[_Told]] = []
    for told in tables:
        beside = (
            found[-1][0] if found and told.table.subject is None and not told.meant and not found[-1][0].meant else None
        )
        keys = [key for key, _ in told.rows]
        if beside is not None and beside.table.key == told.table.key and [key for key, _ in beside.rows] == keys:
            found[-1].append(told)
        else:
            found.append([told])
    return found


def _section(cx: Context, tables: list[_Told]) -> Section:
    """Return a grid with a column for each table.

    Rows next to each other that say the same, or just their key, are one.
    """
    paths = tuple(f"tables.{told.table.name}" for told in tables)
    title = cx.grammar.heading(cx.grammar.listed([told.title for told in tables], "and"))
    if (meant := cx.meaning(paths[0])) is not None:
        return Section(title, paths[0], (Paragraph(meant.text, meant.paths),), (), paths)
    rows: list[tuple[list[str], tuple[str, ...]]] = []
    alone = {cx.title("any_other")} | {cx.text("from_n_on", n=n) for n in _onward(tables[0].table)}
    plain = len(tables) == 1 and sum(key == value and key.isdecimal() for key, value in tables[0].rows) >= FEW
    for at, (key, _) in enumerate(tables[0].rows):
        values = tuple(told.rows[at][1] for told in tables)
        if plain and values == (key,) and key.isdecimal():
            values = (cx.title("own_number"),)
        if rows and rows[-1][1] == values and not (key in alone or alone.intersection(rows[-1][0])):
            rows[-1][0].append(key)
        else:
            rows.append(([key], values))
    grid = tuple((ranged_words(cx, keys), *values) for keys, values in rows)
    heads = (tables[0].heads[0], *(told.heads[1] for told in tables))
    blocks: list[Block] = [Grid(heads, grid, paths)]
    if not all(_covered(cx, told.table) for told in tables):
        blocks.append(Paragraph(cx.sentence("no_row"), paths))
    return Section(title, paths[0], tuple(blocks), (), paths)


def _onward(table: ir.Table) -> list[int]:
    """Return the numbers from which rows apply to all further numbers."""
    return [row.onward for row in table.rows if row.onward is not None]


def _covered(cx: Context, table: ir.Table) -> bool:
    """Return whether the table has a row for every possible key, as far as these are known."""
    if table.rest is not None:
        return True
    keys = {key for row in table.rows for key in row.keys or ()}
    match table.key:
        case ir.Attribute(name=name):
            return set(_values(cx, name)) <= keys
        case ir.StageCount(stage=stage):
            times = cx.words.stages[stage].times
            least = min(_onward(table), default=None)
            last = times.value if isinstance(times, ir.Constant) else None if least is None else least - 1
            return last is not None and all(table.row(n) is not None for n in range(1, last + 1))
    enum = table.key.type.enum
    every = range(len(cx.words.enums[enum])) if enum else range(2) if table.key.type == ir.TRUTH else ()
    return bool(every) and set(every) <= keys
