"""The wording of what names and types can have wrong: E3xx names, E4xx types."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from croupier_dsl.diagnostics import Diagnostic, Label, Severity
from croupier_dsl.errors.reading import clipped, listed
from croupier_dsl.ir import NUMBER, PLAYER, TEAM, Type
from croupier_dsl.source import Span
from croupier_dsl.spelling import nearest


def _error(code: str, span: Span, message: str, help: str = "", label: str = "", *more: Label) -> Diagnostic:
    return Diagnostic(code, Severity.ERROR, message, (Label(span, label), *more), help)


def _meant(name: str, known: Iterable[str], otherwise: str = "") -> str:
    """The fix for a misspelt name."""
    candidates = list(known)
    found = nearest(name, candidates)
    if found is not None:
        return f"write `{found}`"
    return otherwise or (f"known here: {', '.join(sorted(candidates))}" if 0 < len(candidates) <= 12 else "")


# ---------------------------------------------------------------- E3xx: names


def unknown_name(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    return _error(
        "E301", span, f"nothing here is called `{name}`", _meant(name, known, "declare it, or choose another name")
    )


def noun_is_no_value(span: Span, name: str) -> Diagnostic:
    """`card` or `player` alone, where none has been chosen or named so."""
    help = "say which: `it`, `top of …`, or what a choice or a `let` has named"
    return _error("E301", span, f"`{name}` is a sort of thing, and no {name} is called so here", help)


def value_of_what(span: Span, attributes: Sequence[str]) -> Diagnostic:
    help = (
        f"cards have {listed(attributes, 'and')}: write `{attributes[0]} of …`" if attributes else "choose another name"
    )
    return _error("E301", span, "nothing here is called `value`", help)


def nobody_has_it(span: Span, name: str, owners: Sequence[str]) -> Diagnostic:
    whose = listed(owners)
    return _error("E302", span, f"nothing here has `{name}`, which belongs to {whose}", f"say whose: `{name} of …`")


def move_is_no_value(span: Span, name: str) -> Diagnostic:
    return _error("E303", span, f"`{name}` is a move, not a value", "moves are listed under `moves` of a stage")


def ambiguous_value(span: Span, name: str, homes: Sequence[str]) -> Diagnostic:
    return _error("E304", span, f"`{name}` may be a value of {listed(homes)}",
                  "compare it with something that says which is meant")  # fmt: skip


def no_such_property(span: Span, owner: Type, name: str, known: Iterable[str]) -> Diagnostic:
    properties = list(known)
    there = f"it has {', '.join(properties[:MOST_PROPERTIES])}{', …' if len(properties) > MOST_PROPERTIES else ''}"
    return _error("E305", span, f"{owner} has no `{name}`", _OTHER_WORDS.get(name) or _meant(name, properties, there))


MOST_PROPERTIES = 12
"""More properties than these are not listed."""
_OTHER_WORDS = {
    word: help
    for words, help in (
        ("all each every any", "of all, say `none of … where` the contrary holds; of any, `some of … where`"),
        ("max maximum biggest largest most", "write `highest of …`, or `highest by … of …` for whose it is"),
        ("min minimum smallest least", "write `lowest of …`, or `lowest by … of …` for whose it is"),
        ("average mean", "write `(sum of …) div (count of …)`"),
        ("length number amount", "write `count of …`"),
        ("total", "write `sum of …`"),
        ("one", "to ask whether it is one of several, write `in A/B`"),
        ("repeat", "write `for each of 1..N`, or a stage with `times`"),
    )
    for word in words.split()
}
"""What other languages call it."""


def wants_parentheses(chain: Span) -> str:
    """The advice where a condition was meant for a whole chain."""
    return f"`where` belongs to the innermost collection; write `({clipped(chain.text)}) where …`"


def reserved_word(span: Span, name: str) -> Diagnostic:
    return _error("E306", span, f"`{name}` is a word of the language", "choose another name")


def declared_twice(span: Span, name: str, first: Span | None) -> Diagnostic:
    more = () if first is None else (Label(first, "here first"),)
    return _error("E307", span, f"`{name}` is declared twice", "give one of them another name", "", *more)


def no_it(span: Span) -> Diagnostic:
    return _error(
        "E308",
        span,
        "nothing here is `it`",
        "`it` stands behind `where`, in `for each` and in definitions of something",
    )


def nobody_acts(span: Span) -> Diagnostic:
    return _error(
        "E309", span, "nobody acts here, so there is no `me`", "say whose: `… of dealer`, or give the stage a `by`"
    )


def nobody_acts_for(span: Span, name: str) -> Diagnostic:
    return _error(
        "E310", span, f"`{name}` speaks of who acts, and nobody acts here", "define it `of player` and say whose"
    )


def unknown_sort(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    return _error("E311", span, f"there is no sort of thing called `{name}`", _meant(name, known))


def unknown_zone_form(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    forms = list(known)
    return _error(
        "E312",
        span,
        f"`{name or clipped(span.text)}` is no form of zone",
        _meant(name, forms, f"forms: {listed(forms)}"),
    )


def unknown_stage(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    return _error("E313", span, f"there is no stage `{name}`", _meant(name, known))


def unknown_move(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    return _error("E314", span, f"there is no move `{name}`", _meant(name, known, "write it under `moves`"))


def unknown_move_of_a_step(span: Span, name: str, known: Iterable[str], kind: bool) -> Diagnostic:
    """A step of a scenario that does not begin with a move. `kind`: it begins with a card."""
    moves = sorted(known)
    there = f"begin the step with one of the moves: {', '.join(moves)}"
    if kind and len(moves) == 1:
        there = f"begin the step with the move: `{moves[0]} {name}`"
    return _error("E314", span, f"there is no move `{name}`", there if kind else _meant(name, moves, there))


def reason_as_step(span: Span, name: str) -> Diagnostic:
    """`because` as a key of its own, where a move was meant."""
    told = f"write it behind the move: `NAME cannot: MOVE because {name}`"
    return _error("E314", span, f"there is no move `{name}`", told)


def unknown_place(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    return _error("E315", span, f"there is no stage or zone `{name}`", _meant(name, known))


def unknown_combo(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    return _error("E316", span, f"there is no combo `{name}`", _meant(name, known))


def unknown_viewer(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    return _error("E317", span, f"nobody is called `{name}` here", _meant(name, known))


def unknown_attribute(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    return _error("E318", span, f"cards have no attribute `{name}`", _meant(name, known))


def unknown_deck(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    return _error("E319", span, f"there is no deck `{name}`", _meant(name, known))


def unknown_part(span: Span, path: str, known: Iterable[str]) -> Diagnostic:
    return _error(
        "E320",
        span,
        f"no part of the ruleset is called `{path}`",
        _of_a_list(path, parts := list(known)) or _meant(path, parts, "delete it, or name a part by its path"),
    )


MOST_ROWS = 12
"""More rows than these are not listed."""
_STATEMENT = re.compile(r"(.+\.(?:begin|end|else|do)(?:\.[A-Za-z]\w*)*)(?:\.\d+)+")
"""The path of a list of statements, and the number of one in it, as coverage and mutations call it."""


def _of_a_list(path: str, known: list[str]) -> str:
    """The help for the number of a statement, and for a key of a table that a row names among others."""
    statement = _STATEMENT.fullmatch(path)
    if statement and statement[1] in known:
        return f"a statement is cited by its label: write `NAME:` before it in the list, and here `{statement[1]}.NAME`"
    table, _, key = path.rpartition(".")
    rows = [part.removeprefix(f"{table}.") for part in known if part.startswith(f"{table}.")]
    if not rows or not table.startswith("tables."):
        return ""
    row = next((row for row in rows if _has_key(row, key)), None)
    return f"write `{table}.{row}`" if row else f"the rows of `{table}` are {', '.join(rows[:MOST_ROWS])}"


def _has_key(row: str, key: str) -> bool:
    """Does a row, as `2..10` or `J/Q/K` or `J..K`, name a key?"""
    for piece in row.split("/"):
        low, dots, high = piece.partition("..")
        numbers = dots and all(word.isdecimal() and len(word) < 7 for word in (low, high, key))
        if key in (low, high) or (numbers and int(low) <= int(key) <= int(high)):
            return True
    return False


def unknown_element(span: Span, path: str, known: Iterable[str]) -> Diagnostic:
    return _error(
        "E338",
        span,
        f"nothing called `{path}` can happen in play",
        _meant(path, known, "`croupier coverage` with `--all` lists what can"),
    )


def unknown_scenario(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    return _error("E339", span, f"there is no scenario `{name}`", _meant(name, known, "add it to `scenarios`"))


def unknown_refusal(span: Span, name: str, known: Sequence[str]) -> Diagnostic:
    own = f"options.{name}"
    return _error(
        "E340",
        span,
        f"no table is refused because of `{name}`",
        f"write `{own}`" if own in known else _meant(name, known, f"known here: {', '.join(known[:12])}"),
    )


def dots_in_what_is_known(span: Span) -> Diagnostic:
    return _error(
        "E341",
        span,
        "`knows` tells everything that a seat knows of a place, so nothing can be left open",
        "write the cards it knows, or `none`",
    )


def unknown_clause(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    return _error("E321", span, f"there is no clause or ruling `{name}`", _meant(name, known, "add it to the clauses"))


def unknown_book(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    return _error("E322", span, f"there is no book `{name}`", _meant(name, known, "add it to `books`"))


def not_a_mark(span: Span, other_version: bool) -> Diagnostic:
    told = "was made by another version of croupier" if other_version else "is no mark of a passage"
    return _error("E332", span, f"this {told}", "let `croupier trace RULESET --book FILE --write` make it")


def passage_of_which_book(span: Span, books: Sequence[str]) -> Diagnostic:
    return _error(
        "E333",
        span,
        f"this clause stands in {listed(books)}, and it is not said whose passage this is",
        f"write the book before it: {{{books[0]}: …}}",
    )


def cites_a_question(span: Span, name: str) -> Diagnostic:
    return _error("E334", span, f"the question `{name}` has no answer yet, so nothing comes from it",
                  "write what you play after its `answer`")  # fmt: skip


def unknown_option(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    return _error("E323", span, f"there is no option `{name}`", _meant(name, known))


def unknown_reason(
    span: Span, name: str, move: str, conditions: Iterable[str], every: Iterable[str], citable: Iterable[str]
) -> Diagnostic:
    """`every`: the reasons that every game has; `citable`: clauses that may be named instead."""
    own, engine = sorted(conditions), sorted(every)
    help = f"conditions: {', '.join(own)}; or, in every game, {', '.join(engine)}" if own else ", ".join(engine)
    return _error(
        "E324", span, f"`{name}` is no condition of the move `{move}`", _meant(name, [*own, *engine, *citable], help)
    )


def not_a_value(span: Span, name: str, values: Sequence[str]) -> Diagnostic:
    all_of_them = f"values: {', '.join(values)}" if values else "a number is wanted here"
    return _error(
        "E325", span, f"`{name}` is none of the values that can stand here", _meant(name, values, all_of_them)
    )


def values_of_what(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    return _error("E326", span, f"`{name}` lists no values", _meant(name, known))


def chosen_twice(span: Span, name: str) -> Diagnostic:
    return _error("E327", span, f"`{name}` has been chosen before in this move", "choose another name")


def value_twice(span: Span, word: str) -> Diagnostic:
    return _error("E328", span, f"`{word}` is listed twice")


def unknown_mutation(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    return _error(
        "E331",
        span,
        f"`{name}` is no change that `croupier trace --mutate` makes",
        _meant(name, known, "take the name that it prints for a change that nothing noticed"),
    )


def clause_twice(span: Span, name: str) -> Diagnostic:
    return _error("E329", span, f"two clauses or rulings are called `{name}`", "give one of them another name")


def unknown_kind_of_clause(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    return _error("E330", span, f"`{name}` is no kind of clause", _meant(name, known))


# ---------------------------------------------------------------- E4xx: types


def types_differ(span: Span, left: Type, right: Type, help: str = "") -> Diagnostic:
    return _error("E401", span, f"{left} and {right} do not go together", help)


def wrong_type(span: Span, found: Type, wanted: Type, what: str = "", help: str = "") -> Diagnostic:
    if wanted == TEAM and found == PLAYER:
        help = f"write `team of {span.text.strip()}`"
    return _error("E402", span, f"{what or 'this'} must be {wanted}, but it is {found}", help)


def truth_about(value: str, of: str) -> str:
    """The advice where the value of a list stands for the condition that something has it."""
    return f"write `{of} is {value}`"


def negated_alternative(left: str, one: str, other: str, negated: bool) -> str:
    """The advice where `or` joins what a comparison compares with, and not two conditions."""
    return f"`or` joins whole conditions: write `{clipped(left)} {'not in' if negated else 'in'} {one}/{other}`"


def not_a_collection(span: Span, found: Type) -> Diagnostic:
    help = (
        "of what each of several has, name it first: `define: {NAME of player: …}`, then `highest of NAME of players`"
    )
    return _error(
        "E403", span, f"a collection is wanted here, and this is one {found}", help if found == NUMBER else ""
    )


def no_order(span: Span, found: Type) -> Diagnostic:
    if found.many and (found.enum or found.name == "number"):
        return _error("E404", span, f"{found} has no order", "say which: `highest of …`, `lowest of …` or `sum of …`")
    return _error("E404", span, f"{found} has no order", "only numbers and values of one list are higher or lower")


def no_extreme(span: Span, which: str, found: Type) -> Diagnostic:
    return _error("E405", span, f"{found} has no {which}", f"say by what: `{which} by … of …`")


def collections_compared(span: Span, left: Type, right: Type) -> Diagnostic:
    help = "write `in` to ask whether one thing is among several"
    if "number" in (left.name, right.name):
        help += ", or `sum of …` to add them up"
    return _error("E406", span, f"`is` compares single things, not {left} with {right}", help)


def collection_is_none(span: Span) -> Diagnostic:
    return _error("E407", span, "a collection is never `none`", "write `is empty`")


def shuffle_of_no_pile(span: Span, zone: str, form: str) -> Diagnostic:
    return _error(
        "E429", span, f"there is no order to shuffle in `{zone}`, which is a {form}", "only piles and rows are shuffled"
    )


def loose_cards_among_melds(span: Span, zone: str, found: Type) -> Diagnostic:
    return _error(
        "E430", span, f"`{zone}` holds melds, and this is {found}", "move a meld, such as `first of set of …`"
    )


def never_empty(span: Span, found: Type) -> Diagnostic:
    return _error("E428", span, f"one {found} is never empty", "write `is none`")


def many_in(span: Span, found: Type) -> Diagnostic:
    return _error(
        "E408", span, f"`in` asks about one thing, and this is {found}", "write `none of … where it not in …`"
    )


def loose_kind(span: Span, notation: str) -> Diagnostic:
    return _error(
        "E409",
        span,
        f"`{notation}` names a kind of card, not a card",
        "a kind stands after `is`, or before or after `in`",
    )


def order_with_none(span: Span) -> Diagnostic:
    return _error("E410", span, "nothing is higher or lower than `none`", "write `is none` or `is not none`")


def no_type(span: Span) -> Diagnostic:
    return _error("E411", span, "this is always `none`")


def sum_of_no_numbers(span: Span, found: Type) -> Diagnostic:
    return _error(
        "E412",
        span,
        f"only numbers have a sum, and this is {found}",
        "write `sum of points of …`, with a table that gives numbers",
    )


def no_order_in_a_set(span: Span, word: str, zone: str) -> Diagnostic:
    return _error("E413", span, f"the cards of the set `{zone}` lie in no order, so there is no `{word}`",
                  f"make `{zone}` a pile, or say `random` or `lowest by …`")  # fmt: skip


def range_runs_backwards(span: Span, low: str, high: str) -> Diagnostic:
    return _error("E414", span, f"`{low}` comes after `{high}`", f"write `{high}..{low}`")


def range_too_long(span: Span, most: int) -> Diagnostic:
    return _error("E415", span, f"a list may have {most} values at most")


def not_a_list_of_words(span: Span) -> Diagnostic:
    return _error("E416", span, "a list of plain values is wanted here", "write `a/b/c` or `2..10`")


def endless_choice(span: Span) -> Diagnostic:
    return _error("E417", span, "this has no end", "write where it ends: `1..10`")


def cannot_be_set(span: Span) -> Diagnostic:
    return _error(
        "E418", span, "this cannot be set", "only what stands under `state`, `next` and `direction` can be set"
    )


def add_to_no_number(span: Span, found: Type) -> Diagnostic:
    return _error("E419", span, f"one adds to numbers, and this is {found}")


def cannot_be_moved(span: Span, found: Type) -> Diagnostic:
    return _error("E420", span, f"only cards and melds can be moved, and this is {found}")


def not_a_zone(span: Span) -> Diagnostic:
    return _error("E421", span, "this is not a zone", "name a zone, such as `discard` or `hand of dealer`")


def many_zones(span: Span, zone: str) -> Diagnostic:
    return _error(
        "E422", span, f"this is the `{zone}` of several, and cards go to one place", "write a `for each of …` around it"
    )


def no_cards(span: Span, found: Type, done: str) -> Diagnostic:
    return _error("E423", span, f"only cards are {done}, and this is {found}")


def never_none(span: Span, name: str) -> Diagnostic:
    return _error("E424", span, f"`{name}` is never none", f"declare `{name}` with `or none`")


def split_is_no_meld(span: Span, name: str) -> Diagnostic:
    return _error("E425", span, f"`{name}` is an arrangement of many melds, not a meld", "name one of its parts")


def combo_of_what(span: Span, name: str) -> Diagnostic:
    return _error("E426", span, f"`{name}` is a combo and wants cards", f"write `{name} of …` or `… is {name}`")


def nothing_is_wild(span: Span) -> Diagnostic:
    return _error("E427", span, "no card is wild in this game", "say which are under `cards`, as `wild`")
