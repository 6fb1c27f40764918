"""Errors in types: E4xx."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from croupier_dsl.diagnostics import Diagnostic, error
from croupier_dsl.errors.reading import clipped, listed, sort
from croupier_dsl.ir import NUMBER, PLAYER, PLAYERS, TEAM, Type
from croupier_dsl.language import later, tr
from croupier_dsl.source import Span

# ---------------------------------------------------------------- E4xx: types


def types_differ(span: Span, left: Type, right: Type, help: str = "") -> Diagnostic:
    return error(
        "E401", span, tr("types `{left}` and `{right}` do not match", left=sort(left), right=sort(right)), help
    )


def wrong_type(span: Span, found: Type, wanted: Type, what: str = "", help: str = "") -> Diagnostic:
    if wanted == TEAM and found == PLAYER:
        help = tr("write `team of {text}`", text=span.text.strip())
    if wanted == PLAYERS and found == TEAM:
        help = tr("write `members of {text}`", text=span.text.strip())
    if wanted == NUMBER and found.name == "number":
        help = tr("write `sum of …`, `highest of …` or `count of …` before it")
    if wanted == NUMBER and found == PLAYER:
        help = tr("a player is not a number: the next seat is `left of {text}`, its number `seat of {text}`",
                  text=span.text.strip())  # fmt: skip
    return error(
        "E402",
        span,
        tr(
            "expected type `{wanted}` for {what}, found `{found}`",
            what=tr(what or later("this")),
            wanted=sort(wanted),
            found=sort(found),
        ),
        help,
    )


def after_filter(filter: Span, end: int) -> str:
    """Return advice on a sum that follows a filter and ends there."""
    sum = f"({filter.text}){filter.source.text[filter.end : end]}".rstrip()
    return tr("the condition after `where` reaches to the end: write `{sum}`", sum=sum)


def truth_about(value: str, of: str) -> str:
    """Return advice about a word of a list that is used as the condition that something has this value."""
    return tr("write `{of} is {value}`", of=of, value=value)


def own_type(own: str, values: str, other: str) -> str:
    """Return advice about a list of words that repeats the words of an existing type."""
    return tr(
        "`{own}: {values}` declares a new type, whose words never equal the words of {other}: write `{own}: {other}`",
        own=own, values=clipped(values), other=other,
    )  # fmt: skip


def values_of_lists(lists: Mapping[str, str], numbers: Iterable[str]) -> str:
    """Return advice about mixed-up values of lists. `lists`: the values of each; `numbers`: the lists whose numbers are
    words and were taken for numbers."""
    found = [tr("{name} is one of {values}", name=name, values=values) for name, values in lists.items()]
    found += [
        tr("the numbers of {name} are words, because its list also contains a word; to calculate with them, declare a "
           "table `NAME of {name}` with their numbers", name=name)
        for name in numbers
    ]  # fmt: skip
    return "; ".join(found)


def negated_alternative(left: str, one: str, other: str, negated: bool) -> str:
    """Return advice about an `or` between the right sides of a comparison instead of between two conditions."""
    return tr(
        "`or` joins whole conditions: write `{left} {sign} {one}/{other}`",
        left=clipped(left),
        sign="not in" if negated else "in",
        one=one,
        other=other,
    )


def not_a_collection(span: Span, found: Type) -> Diagnostic:
    help = tr(
        "to read a property of each, define it first: `define: {NAME of player: …}`, then `highest of NAME of players`"
    )
    return error(
        "E403",
        span,
        tr("expected a collection, found a single {found}", found=sort(found)),
        help if found == NUMBER else "",
    )


def no_order(span: Span, found: Type) -> Diagnostic:
    if found.many and (found.enum or found.name == "number"):
        return error(
            "E404",
            span,
            tr("{found} has no order", found=sort(found)),
            tr("write `highest of …`, `lowest of …` or `sum of …`"),
        )
    return error(
        "E404",
        span,
        tr("{found} has no order", found=sort(found)),
        tr("only numbers and values of one list have an order"),
    )


def no_extreme(span: Span, which: str, found: Type) -> Diagnostic:
    return error(
        "E405",
        span,
        tr("{found} has no {which}", found=sort(found), which=which),
        tr("say by which property: `{which} by … of …`", which=which),
    )


def collections_compared(span: Span, left: Type, right: Type) -> Diagnostic:
    help = tr("write `in` to test whether a thing is in a collection")
    if "number" in (left.name, right.name):
        help += tr(", or `sum of …` to add them up")
    return error(
        "E406",
        span,
        tr("`is` compares single things; found {left} and {right}", left=sort(left), right=sort(right)),
        help,
    )


def collection_is_none(span: Span) -> Diagnostic:
    return error("E407", span, tr("a collection is never `none`"), tr("write `is empty`"))


def shuffle_of_no_pile(span: Span, zone: str, form: str) -> Diagnostic:
    return error(
        "E429",
        span,
        tr("`{zone}` is a {form}, which has no order to shuffle", zone=zone, form=form),
        tr("make `{zone}` a pile, or move its cards to one", zone=zone),
    )


def bottom_of_no_pile(span: Span, zone: str, form: str) -> Diagnostic:
    return error(
        "E435",
        span,
        tr("`{zone}` is a {form} and has no bottom to move cards to", zone=zone, form=form),
        tr("write `{zone}`, or make it a pile", zone=zone),
    )


def bottom_and_under(span: Span, zone: str) -> Diagnostic:
    return error(
        "E441",
        span,
        tr("`bottom of` and `under` cannot be combined for `{zone}`", zone=zone),
        tr("write `to bottom of {zone}`, or `to {zone} under` and a number", zone=zone),
    )


def under_less_than_none(span: Span) -> Diagnostic:
    return error(
        "E442",
        span,
        tr("the number after `under` must be 0 or more"),
        tr("write `under 0` for the top, and `to bottom of …` for the bottom"),
    )


def on_top_anyway(span: Span, zone: str, form: str) -> Diagnostic:
    return error(
        "E421",
        span,
        tr("`top of {zone}` is a card; expected a zone", zone=zone),
        tr("write `{zone}`: cards moved to a pile go on top", zone=zone)
        if form == "pile"
        else tr("write `{zone}`", zone=zone),
    )


def stays_where_it_is(span: Span, zone: str, form: str) -> Diagnostic:
    help = tr("delete the statement, or name another zone")
    if form == "row":
        help = tr("to change its place, choose `spot: one of spots of {zone}` and write `to spot`", zone=zone)
    message = tr("these cards are in `{zone}` already: within a {form}, a move changes nothing", zone=zone, form=form)
    return error("E443", span, message, help)


def loose_cards_among_melds(span: Span, zone: str, found: Type) -> Diagnostic:
    return error(
        "E430",
        span,
        tr("`{zone}` holds melds; found {found}", zone=zone, found=sort(found)),
        tr("move a meld, such as `first of set of …`"),
    )


def never_empty(span: Span, found: Type) -> Diagnostic:
    return error("E428", span, tr("a single {found} is never empty", found=sort(found)), tr("write `is none`"))


def many_in(span: Span, found: Type) -> Diagnostic:
    return error(
        "E408",
        span,
        tr("expected one thing before `in`, found {found}", found=sort(found)),
        tr("write `none of … where it not in …`"),
    )


def loose_kind(span: Span, notation: str) -> Diagnostic:
    return error(
        "E409",
        span,
        tr("`{notation}` is a kind of card, not a card", notation=notation),
        tr("write a kind after `is`, or before or after `in`"),
    )


def order_with_none(span: Span) -> Diagnostic:
    return error("E410", span, tr("`none` has no order"), tr("write `is none` or `is not none`"))


def no_type(span: Span) -> Diagnostic:
    return error("E411", span, tr("this is always `none`"))


def sum_of_no_numbers(span: Span, found: Type) -> Diagnostic:
    return error(
        "E412",
        span,
        tr("only numbers have a sum; found {found}", found=sort(found)),
        tr("write `sum of points of …`, with a table that gives numbers"),
    )


def key_again(span: Span, key: str) -> Diagnostic:
    return error(
        "E439",
        span,
        tr("`{key}` is used twice and cannot break its own ties", key=key),
        tr("remove the second `{key}`, or name another property that breaks ties", key=key),
    )


def no_order_in_a_set(span: Span, word: str, zone: str) -> Diagnostic:
    told = tr("the set `{zone}` is unordered, so it has no `{word}`", zone=zone, word=word)
    return error("E413", span, told, tr("make `{zone}` a pile, or use `random` or `lowest by …`", zone=zone))


def range_runs_backwards(span: Span, low: str, high: str) -> Diagnostic:
    return error(
        "E414",
        span,
        tr("the range is backwards: `{low}` comes after `{high}`", low=low, high=high),
        tr("write `{high}..{low}`", high=high, low=low),
    )


def range_too_long(span: Span, most: int) -> Diagnostic:
    return error("E415", span, tr("a list may have at most {most} values", most=most))


def not_a_list_of_words(span: Span) -> Diagnostic:
    return error("E416", span, tr("expected a list of plain values"), tr("write `a/b/c` or `2..10`"))


def endless_choice(span: Span) -> Diagnostic:
    return error("E417", span, tr("this range has no end"), tr("give it an end: `1..10`"))


def cannot_be_set(span: Span) -> Diagnostic:
    return error(
        "E418",
        span,
        tr("this cannot be set"),
        tr("only variables under `state`, and `next` and `direction`, can be set"),
    )


def add_to_no_number(span: Span, found: Type) -> Diagnostic:
    return error("E419", span, tr("`add` needs a number; found {found}", found=sort(found)))


def cannot_be_moved(span: Span, found: Type) -> Diagnostic:
    return error("E420", span, tr("only cards and melds can be moved; found {found}", found=sort(found)))


def swapped_with_what(span: Span, found: Type) -> Diagnostic:
    return error(
        "E594",
        span,
        tr("`swap` takes two single cards; found {found}", found=sort(found)),
        tr(
            "to swap several cards, name one side's cards with `let mine be hand`, then move the other side's "
            "cards, then move `mine`"
        ),
    )


def size_of_what(span: Span, sort: str) -> Diagnostic:
    return error(
        "E590",
        span,
        tr("only a row has a number of places; found `{sort}`", sort=sort),
        tr("write `row {size}`, or remove the number", size=span.text.strip()),
    )


def row_of_how_many(span: Span, most: int) -> Diagnostic:
    return error("E591", span, tr("a row must have from 1 to {most} places", most=f"{most:,}"))


def no_spots(span: Span, found: Type, zone: str = "") -> Diagnostic:
    return error(
        "E592",
        span,
        tr("{found} has no spots: only a row and melds have", found=f"`{zone}`" if zone else sort(found)),
        tr("declare the zone as a `row` or `grid`; of a card in it write `spot of card`"),
    )


def no_grid(span: Span, word: str) -> Diagnostic:
    return error(
        "E593",
        span,
        tr("`{word}` is a coordinate of a place in a grid, and this is not one", word=word),
        tr("declare a zone as a grid: `row 3x4`, or `grid` for one without an edge"),
    )


def not_a_zone(span: Span, zones: Iterable[str]) -> Diagnostic:
    help = tr("name one zone: {zones}", zones=listed([f"`{zone}`" for zone in zones]))
    return error("E421", span, tr("`{text}` is not a zone", text=clipped(span.text.strip())), help)


def many_zones(span: Span, zone: str) -> Diagnostic:
    return error(
        "E422",
        span,
        tr("this is the `{zone}` of several players, which are not shuffled together", zone=zone),
        tr("write a `for each of …` around it"),
    )


def dealt_what(span: Span, found: Type, zone: str) -> Diagnostic:
    told = tr("expected several cards to deal to the `{zone}` of several, found {found}", zone=zone, found=sort(found))
    return error("E440", span, told, tr("to deal one to each, put a `for each of …` around it"))


def dealt_below(span: Span, zone: str) -> Diagnostic:
    told = tr("cards cannot be dealt to the bottom of several `{zone}` zones", zone=zone)
    return error("E440", span, told, tr("write a `for each of …` around it"))


def dealt_how_many(span: Span, number: str, zone: str, owners: Type) -> Diagnostic:
    told = tr("this number is the total for all `{zone}` zones, but reads like a number for each", zone=zone)
    things = {"player": "players", "team": "teams"}.get(owners.name, "…")
    bare = number.strip("()")
    fix = tr(
        "for {n} to each write `top ({n} * count of {things})`, or `for each of {things}: move top {number} …`",
        n=bare if bare.isalnum() else f"({bare})", number=number, things=things,
    )  # fmt: skip
    fix += "; " + tr(
        "for {n} in total, first `let dealt be {cards}`, then `move dealt …`", n=number, cards=span.text.strip()
    )
    return error("E436", span, told, fix)


def dealt_from_no_pile(span: Span, zone: str) -> Diagnostic:
    if zone:
        told = tr("the cards of `{zone}` are unordered, so they cannot be dealt round", zone=zone)
    else:
        told = tr("these cards have no fixed order, so they cannot be dealt round")
    return error("E437", span, told, tr("move them to a pile and shuffle it, then deal that out"))


def from_of_one_zone(span: Span) -> Diagnostic:
    return error(
        "E438",
        span,
        tr("`from` is for deals to several zones, and these cards go to one zone"),
        tr("remove `from …`, or name several zones, such as `hand of players`"),
    )


def from_of_no_players(span: Span, owners: Type) -> Diagnostic:
    told = tr("`from` names the player who gets the first card, but these are zones of {owners}", owners=sort(owners))
    return error("E438", span, told, tr("remove `from …`: cards are dealt in the order in which the zones are named"))


def no_cards(span: Span, found: Type, done: str) -> Diagnostic:
    return error("E423", span, tr("only cards can be {done}; found {found}", done=tr(done), found=sort(found)))


def never_none(span: Span, name: str) -> Diagnostic:
    return error(
        "E424", span, tr("`{name}` is never none", name=name), tr("declare `{name}` with `or none`", name=name)
    )


def split_is_no_meld(span: Span, name: str) -> Diagnostic:
    return error(
        "E425", span, tr("`{name}` is a split into several melds, not a meld", name=name), tr("name one of its parts")
    )


def combo_of_what(span: Span, name: str) -> Diagnostic:
    return error(
        "E426",
        span,
        tr("`{name}` is a combo and has no value by itself", name=name),
        tr("write `{name} of …` or `… is {name}`", name=name),
    )


def nothing_is_wild(span: Span) -> Diagnostic:
    return error("E427", span, tr("this game has no wild cards"), tr("declare them under `cards`, as `wild`"))


def number_beyond(span: Span, worth: int, most: int) -> Diagnostic:
    message = tr("this is {worth}, which exceeds the limit of {most}", worth=f"{worth:,}", most=f"{most:,}")
    return error("E577", span, message)


def range_beyond(span: Span, found: int, most: int) -> Diagnostic:
    help = tr("only `count`, `sum`, `highest` and `in` accept longer ranges")
    message = tr(
        "{found} numbers are too many to go through one by one (limit {most})", found=f"{found:,}", most=f"{most:,}"
    )
    return error("E578", span, message, help)


# ---------------------------------------------------------------- the second subject of a definition


def further_missing(span: Span, name: str, wanted: Type) -> Diagnostic:
    return error(
        "E432",
        span,
        tr("`{name}` needs a second argument with `for` ({noun})", name=name, noun=sort(wanted)),
        tr("write `{name} of … for …`", name=name),
    )


def nothing_takes(span: Span) -> Diagnostic:
    return error(
        "E433",
        span,
        tr("nothing before `for` takes a second argument"),
        tr("declare the definition with `for`: `worth of card for player`"),
    )


def further_taken(span: Span, name: str, other: str, given: str) -> Diagnostic:
    return error(
        "E434",
        span,
        tr("`{name}` and `{other}` both need a `for`, and there is only one", name=name, other=other),
        tr("put the inner one in parentheses with its own: `{name} of ({other} of … for {given}) for …`",
           name=name, other=other, given=given),
    )  # fmt: skip


def further_hidden(span: Span, noun: str, by: Type) -> Diagnostic:
    return error(
        "E597",
        span,
        tr("`of {by}` hides `for {noun}`; name the second argument", noun=noun, by=sort(by)),
        tr("name it: `for {noun} as theirs`", noun=noun),
    )


def takes_nothing_more(span: Span, name: str) -> Diagnostic:
    return error(
        "E598",
        span,
        tr("`{name}` takes no `for`: only definitions and tables do", name=name),
        tr("remove `for …`, or declare it under `define`"),
    )


def for_comes_behind(span: Span, name: str, noun: str) -> Diagnostic:
    return error(
        "E598",
        span,
        tr("`{name}` has `for`, but no `of` before it", name=name),
        tr("write the first argument with `of`: `{name} of {noun}`", name=name, noun=noun),
    )


def further_never_read(span: Span, name: str, noun: str) -> Diagnostic:
    return error(
        "E599",
        span,
        tr("`{name}` never reads its argument `for {noun}`", name=name, noun=noun),
        tr("remove `for {noun}`", noun=noun),
    )
