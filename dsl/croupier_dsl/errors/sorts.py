"""The wording of what types can have wrong: E4xx."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from croupier_dsl.diagnostics import Diagnostic, Label, Severity
from croupier_dsl.errors.reading import clipped, sort
from croupier_dsl.ir import NUMBER, PLAYER, PLAYERS, TEAM, Type
from croupier_dsl.language import later, tr
from croupier_dsl.source import Span


def _error(code: str, span: Span, message: str, help: str = "", label: str = "", *more: Label) -> Diagnostic:
    return Diagnostic(code, Severity.ERROR, message, (Label(span, label), *more), help)


# ---------------------------------------------------------------- E4xx: types


def types_differ(span: Span, left: Type, right: Type, help: str = "") -> Diagnostic:
    return _error("E401", span, tr("{left} and {right} do not go together", left=sort(left), right=sort(right)), help)


def wrong_type(span: Span, found: Type, wanted: Type, what: str = "", help: str = "") -> Diagnostic:
    if wanted == TEAM and found == PLAYER:
        help = tr("write `team of {text}`", text=span.text.strip())
    if wanted == PLAYERS and found == TEAM:
        help = tr("write `members of {text}`", text=span.text.strip())
    return _error(
        "E402",
        span,
        tr(
            "{what} must be {wanted}, but it is {found}",
            what=tr(what or later("this")),
            wanted=sort(wanted),
            found=sort(found),
        ),
        help,
    )


def truth_about(value: str, of: str) -> str:
    """The advice where the value of a list stands for the condition that something has it."""
    return tr("write `{of} is {value}`", of=of, value=value)


def own_type(own: str, values: str, other: str) -> str:
    """The advice where a list of words was meant to be the type that already has these words."""
    return tr(
        "`{own}: {values}` declares a type of its own, whose words never equal those of {other}: declare it as "
        "`{own}: {other}`",
        own=own, values=clipped(values), other=other,
    )  # fmt: skip


def values_of_lists(lists: Mapping[str, str], numbers: Iterable[str]) -> str:
    """Return advice where values of lists are mixed up. `lists`: the values of each; `numbers`: the lists whose numbers
    are words and were taken for numbers."""
    found = [tr("{name} is one of {values}", name=name, values=values) for name, values in lists.items()]
    found += [
        tr("the numbers of {name} are words, because its list also contains a word", name=name) for name in numbers
    ]
    return "; ".join(found)


def negated_alternative(left: str, one: str, other: str, negated: bool) -> str:
    """The advice where `or` joins what a comparison compares with, and not two conditions."""
    return tr(
        "`or` joins whole conditions: write `{left} {sign} {one}/{other}`",
        left=clipped(left),
        sign="not in" if negated else "in",
        one=one,
        other=other,
    )


def not_a_collection(span: Span, found: Type) -> Diagnostic:
    help = tr(
        "of what each of several has, name it first: `define: {NAME of player: …}`, then `highest of NAME of players`"
    )
    return _error(
        "E403",
        span,
        tr("a collection is wanted here, and this is one {found}", found=sort(found)),
        help if found == NUMBER else "",
    )


def no_order(span: Span, found: Type) -> Diagnostic:
    if found.many and (found.enum or found.name == "number"):
        return _error(
            "E404",
            span,
            tr("{found} has no order", found=sort(found)),
            tr("say which: `highest of …`, `lowest of …` or `sum of …`"),
        )
    return _error(
        "E404",
        span,
        tr("{found} has no order", found=sort(found)),
        tr("only numbers and values of one list are higher or lower"),
    )


def no_extreme(span: Span, which: str, found: Type) -> Diagnostic:
    return _error(
        "E405",
        span,
        tr("{found} has no {which}", found=sort(found), which=which),
        tr("say by what: `{which} by … of …`", which=which),
    )


def collections_compared(span: Span, left: Type, right: Type) -> Diagnostic:
    help = tr("write `in` to ask whether one thing is among several")
    if "number" in (left.name, right.name):
        help += tr(", or `sum of …` to add them up")
    return _error(
        "E406",
        span,
        tr("`is` compares single things, not {left} with {right}", left=sort(left), right=sort(right)),
        help,
    )


def collection_is_none(span: Span) -> Diagnostic:
    return _error("E407", span, tr("a collection is never `none`"), tr("write `is empty`"))


def shuffle_of_no_pile(span: Span, zone: str, form: str) -> Diagnostic:
    return _error(
        "E429",
        span,
        tr("there is no order to shuffle in `{zone}`, which is a {form}", zone=zone, form=form),
        tr("only piles and rows are shuffled"),
    )


def bottom_of_no_pile(span: Span, zone: str, form: str) -> Diagnostic:
    return _error(
        "E435",
        span,
        tr("cards cannot be moved below those of `{zone}`, which is a {form}", zone=zone, form=form),
        tr("only a pile has a bottom to move cards to; write `{zone}`, or make it a pile", zone=zone),
    )


def bottom_and_under(span: Span, zone: str) -> Diagnostic:
    return _error(
        "E441",
        span,
        tr("`bottom of` says already under how many cards of `{zone}` it goes", zone=zone),
        tr("write `to bottom of {zone}`, or `to {zone} under` and a number", zone=zone),
    )


def under_less_than_none(span: Span) -> Diagnostic:
    return _error(
        "E442",
        span,
        tr("no card lies under fewer than 0 others"),
        tr("write `under 0` for the top, and `to bottom of …` for the bottom"),
    )


def on_top_anyway(span: Span, zone: str, form: str) -> Diagnostic:
    return _error(
        "E421",
        span,
        tr("`top of {zone}` is a card, and cards are moved to a zone", zone=zone),
        tr("write `{zone}`: what is moved to a pile comes to lie on top of it", zone=zone)
        if form == "pile"
        else tr("write `{zone}`", zone=zone),
    )


def loose_cards_among_melds(span: Span, zone: str, found: Type) -> Diagnostic:
    return _error(
        "E430",
        span,
        tr("`{zone}` holds melds, and this is {found}", zone=zone, found=sort(found)),
        tr("move a meld, such as `first of set of …`"),
    )


def never_empty(span: Span, found: Type) -> Diagnostic:
    return _error("E428", span, tr("one {found} is never empty", found=sort(found)), tr("write `is none`"))


def many_in(span: Span, found: Type) -> Diagnostic:
    return _error(
        "E408",
        span,
        tr("`in` asks about one thing, and this is {found}", found=sort(found)),
        tr("write `none of … where it not in …`"),
    )


def loose_kind(span: Span, notation: str) -> Diagnostic:
    return _error(
        "E409",
        span,
        tr("`{notation}` names a kind of card, not a card", notation=notation),
        tr("a kind stands after `is`, or before or after `in`"),
    )


def order_with_none(span: Span) -> Diagnostic:
    return _error("E410", span, tr("nothing is higher or lower than `none`"), tr("write `is none` or `is not none`"))


def no_type(span: Span) -> Diagnostic:
    return _error("E411", span, tr("this is always `none`"))


def sum_of_no_numbers(span: Span, found: Type) -> Diagnostic:
    return _error(
        "E412",
        span,
        tr("only numbers have a sum, and this is {found}", found=sort(found)),
        tr("write `sum of points of …`, with a table that gives numbers"),
    )


def key_again(span: Span, key: str) -> Diagnostic:
    return _error(
        "E439",
        span,
        tr("things that are equal in `{key}` are equal in it again", key=key),
        tr("leave the second `{key}` out, or name what decides between equals", key=key),
    )


def no_order_in_a_set(span: Span, word: str, zone: str) -> Diagnostic:
    told = tr("the cards of the set `{zone}` lie in no order, so there is no `{word}`", zone=zone, word=word)
    return _error("E413", span, told, tr("make `{zone}` a pile, or say `random` or `lowest by …`", zone=zone))


def range_runs_backwards(span: Span, low: str, high: str) -> Diagnostic:
    return _error(
        "E414",
        span,
        tr("`{low}` comes after `{high}`", low=low, high=high),
        tr("write `{high}..{low}`", high=high, low=low),
    )


def range_too_long(span: Span, most: int) -> Diagnostic:
    return _error("E415", span, tr("a list may have {most} values at most", most=most))


def not_a_list_of_words(span: Span) -> Diagnostic:
    return _error("E416", span, tr("a list of plain values is wanted here"), tr("write `a/b/c` or `2..10`"))


def endless_choice(span: Span) -> Diagnostic:
    return _error("E417", span, tr("this has no end"), tr("write where it ends: `1..10`"))


def cannot_be_set(span: Span) -> Diagnostic:
    return _error(
        "E418", span, tr("this cannot be set"), tr("only what stands under `state`, `next` and `direction` can be set")
    )


def add_to_no_number(span: Span, found: Type) -> Diagnostic:
    return _error("E419", span, tr("one adds to numbers, and this is {found}", found=sort(found)))


def cannot_be_moved(span: Span, found: Type) -> Diagnostic:
    return _error("E420", span, tr("only cards and melds can be moved, and this is {found}", found=sort(found)))


def swapped_with_what(span: Span, found: Type) -> Diagnostic:
    return _error(
        "E594",
        span,
        tr("`swap` takes one card and another, and this is {found}", found=sort(found)),
        tr("of many cards name those of one side, `let mine be hand`, then move the others, and `mine`"),
    )


def size_of_what(span: Span, sort: str) -> Diagnostic:
    return _error(
        "E590",
        span,
        tr("only a row has a number of places, and this is `{sort}`", sort=sort),
        tr("write `row {size}`, or leave the number out", size=span.text.strip()),
    )


def row_of_how_many(span: Span, most: int) -> Diagnostic:
    return _error("E591", span, tr("a row has from 1 to {most} places", most=f"{most:,}"))


def no_spots(span: Span, found: Type, zone: str = "") -> Diagnostic:
    return _error(
        "E592",
        span,
        tr(
            "{found} has no spots: only a zone that is a row has, and melds", found=f"`{zone}`" if zone else sort(found)
        ),
        tr("declare the zone as a `row` or `grid`; of a card in it write `spot of card`"),
    )


def no_grid(span: Span, word: str) -> Diagnostic:
    return _error(
        "E593",
        span,
        tr("`{word}` is a number of a place in a grid, and there is no grid here", word=word),
        tr("declare a zone as a grid: `row 3x4`, or `grid` for one without an edge"),
    )


def not_a_zone(span: Span) -> Diagnostic:
    return _error("E421", span, tr("this is not a zone"), tr("name a zone, such as `discard` or `hand of dealer`"))


def many_zones(span: Span, zone: str) -> Diagnostic:
    return _error(
        "E422",
        span,
        tr("this is the `{zone}` of several, and they are not shuffled together", zone=zone),
        tr("write a `for each of …` around it"),
    )


def dealt_what(span: Span, found: Type, zone: str) -> Diagnostic:
    told = tr(
        "several cards are dealt round the `{zone}` of several, and this is {found}", zone=zone, found=sort(found)
    )
    return _error("E440", span, told, tr("for one to each write a `for each of …` around it"))


def dealt_below(span: Span, zone: str) -> Diagnostic:
    told = tr("cards are dealt round on top of piles, and not to the bottom of the `{zone}` of several", zone=zone)
    return _error("E440", span, told, tr("write a `for each of …` around it"))


def dealt_how_many(span: Span, number: str, zone: str, owners: Type) -> Diagnostic:
    told = tr(
        "these are so many cards in all, dealt round the `{zone}` of several, and read like so many for each", zone=zone
    )
    things = {"player": "players", "team": "teams"}.get(owners.name, "…")
    bare = number.strip("()")
    fix = tr(
        "for {n} to each write `top ({n} * count of {things})`, or `for each of {things}: move top {number} …`",
        n=bare if bare.isalnum() else f"({bare})", number=number, things=things,
    )  # fmt: skip
    return _error("E436", span, told, fix)


def dealt_from_no_pile(span: Span, zone: str) -> Diagnostic:
    if zone:
        told = tr("the cards of `{zone}` lie in no order in which they could be dealt round", zone=zone)
    else:
        told = tr("these cards may lie anywhere, and in no order in which they could be dealt round")
    return _error("E437", span, told, tr("move them to a pile and shuffle it, then deal that out"))


def from_of_one_zone(span: Span) -> Diagnostic:
    return _error(
        "E438",
        span,
        tr("`from` says with whom a deal round several zones begins, and these cards go to one zone"),
        tr("leave `from …` out, or name the zones of several, such as `hand of players`"),
    )


def from_of_no_players(span: Span, owners: Type) -> Diagnostic:
    told = tr("`from` says with which player a deal begins, and these are zones of {owners}", owners=sort(owners))
    return _error(
        "E438", span, told, tr("leave `from …` out: cards are dealt in the order in which the zones are named")
    )


def no_cards(span: Span, found: Type, done: str) -> Diagnostic:
    return _error("E423", span, tr("only cards are {done}, and this is {found}", done=tr(done), found=sort(found)))


def never_none(span: Span, name: str) -> Diagnostic:
    return _error(
        "E424", span, tr("`{name}` is never none", name=name), tr("declare `{name}` with `or none`", name=name)
    )


def split_is_no_meld(span: Span, name: str) -> Diagnostic:
    return _error(
        "E425", span, tr("`{name}` is an arrangement of many melds, not a meld", name=name), tr("name one of its parts")
    )


def combo_of_what(span: Span, name: str) -> Diagnostic:
    return _error(
        "E426",
        span,
        tr("`{name}` is a combo and wants cards", name=name),
        tr("write `{name} of …` or `… is {name}`", name=name),
    )


def nothing_is_wild(span: Span) -> Diagnostic:
    return _error("E427", span, tr("no card is wild in this game"), tr("say which are under `cards`, as `wild`"))


def number_beyond(span: Span, worth: int, most: int) -> Diagnostic:
    message = tr(
        "this comes to {worth}, and {most} is the largest number of rules", worth=f"{worth:,}", most=f"{most:,}"
    )
    return _error("E577", span, message)


def range_beyond(span: Span, found: int, most: int) -> Diagnostic:
    help = tr("`count`, `sum`, `highest` and `in` ask the ends of a range alone, however long it is")
    message = tr("{found} numbers cannot be gone through one by one; {most} can", found=f"{found:,}", most=f"{most:,}")
    return _error("E578", span, message, help)


# ---------------------------------------------------------------- the one thing more that a definition takes


def further_missing(span: Span, name: str, wanted: Type) -> Diagnostic:
    return _error(
        "E432",
        span,
        tr("`{name}` takes one thing more ({noun})", name=name, noun=sort(wanted)),
        tr("say which: `{name} of … for …`", name=name),
    )


def nothing_takes(span: Span) -> Diagnostic:
    return _error(
        "E433",
        span,
        tr("nothing before `for` takes one thing more"),
        tr("a definition that does says so in its head: `worth of card for player`"),
    )


def further_taken(span: Span, name: str, other: str, given: str) -> Diagnostic:
    return _error(
        "E434",
        span,
        tr("`{name}` and `{other}` both take one thing more, and there is one `for`", name=name, other=other),
        tr("put the inner one into parentheses with its own: `{name} of ({other} of … for {given}) for …`",
           name=name, other=other, given=given),
    )  # fmt: skip


def further_hidden(span: Span, noun: str, by: Type) -> Diagnostic:
    return _error(
        "E597",
        span,
        tr("`of {by}` hides `for {noun}`, which has no name", noun=noun, by=sort(by)),
        tr("name it: `for {noun} as theirs`", noun=noun),
    )


def takes_nothing_more(span: Span, name: str) -> Diagnostic:
    return _error(
        "E598",
        span,
        tr("`{name}` takes nothing more: only definitions and tables do", name=name),
        tr("leave `for …` out, or write it under `define`"),
    )


def for_comes_behind(span: Span, name: str, noun: str) -> Diagnostic:
    return _error(
        "E598",
        span,
        tr("`{name}` takes one thing more, and is `of` nothing yet", name=name),
        tr("what it is about comes first: `{name} of {noun}`", name=name, noun=noun),
    )


def further_never_read(span: Span, name: str, noun: str) -> Diagnostic:
    return _error(
        "E599",
        span,
        tr("`{name}` takes {noun} more, and never reads it", name=name, noun=noun),
        tr("leave `for {noun}` out", noun=noun),
    )
