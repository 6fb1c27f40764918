"""Errors in names (E3xx) and types (E4xx)."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Sequence

from croupier_dsl import signatures
from croupier_dsl.diagnostics import Diagnostic, Label, Meant, error
from croupier_dsl.errors.reading import clipped, listed, quoted, sort
from croupier_dsl.errors.slips import FOR_ALL_FOR_ANY
from croupier_dsl.ir import TRUTH, Type
from croupier_dsl.language import later, tr
from croupier_dsl.source import Span
from croupier_dsl.spelling import nearest, surely


def meant(name: str, known: Iterable[str], otherwise: str = "") -> str | Meant:
    """Return the fix for an unknown name: the nearest known one, else `otherwise`, else a short list of known names."""
    candidates = list(known)
    found = nearest(name, candidates)
    if found is not None:
        return Meant(tr("write `{found}`", found=found), found, surely(name, found, candidates))
    return otherwise or (
        tr("in scope: {names}", names=", ".join(sorted(candidates))) if 0 < len(candidates) <= 12 else ""
    )


# ---------------------------------------------------------------- E3xx: names


_AMOUNTS = {
    word: str(n) for n, word in enumerate(["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"], 2)
}


def unknown_name(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    otherwise = tr("declare it, or choose another name")
    if name in _AMOUNTS:
        otherwise = tr("write the number: `{found}`", found=_AMOUNTS[name])
    elif name == "any":
        otherwise = tr("write `1.. of …` to choose any number of things; `some of … where …` to test")
    return error("E301", span, tr("`{name}` is not declared", name=name), meant(name, known, otherwise))


def unknown_zone(span: Span, name: str, zones: Iterable[str]) -> Diagnostic:
    names = list(zones)
    told = tr("declare it under `zones`, or name another zone: {names}", names=listed(names))
    return error("E301", span, tr("no zone `{name}` is declared", name=name), meant(name, names, told))


def kind_for_a_value(span: Span, notation: str, wanted: Type, word: str) -> Diagnostic:
    """Report a kind of card where another type is expected. `word`: the value of that type that the kind has, if
    any."""
    message = tr("`{name}` is a kind of card; expected type `{wanted}`", name=notation, wanted=sort(wanted))
    if wanted == TRUTH:
        help = tr("write `it is {name}`, or name the card: `card is {name}`", name=notation)
    elif word:
        help = tr("write `{word}`, or compare a card with it: `card is {name}`", word=word, name=notation)
    else:
        help = tr("write a kind after `is`, or before or after `in`")
    return error("E344", span, message, help)


def noun_is_no_value(span: Span, name: str) -> Diagnostic:
    """Report `card` or `player` used as a value without a choice or local of that name."""
    help = tr("write which one: `it`, `top of …`, or a name from a choice or a `let`")
    return error("E301", span, tr("`{name}` is a type; no variable `{name}` is in scope here", name=name), help)


def value_of_what(span: Span, attributes: Sequence[str]) -> Diagnostic:
    help = (
        tr(
            "cards have {attributes}: write `{attributes2} of …`",
            attributes=listed(attributes, "and"),
            attributes2=attributes[0],
        )
        if attributes
        else tr("choose another name")
    )
    return error("E301", span, tr("nothing is named `value` here"), help)


def nobody_has_it(span: Span, name: str, owners: Sequence[str], *, performed: bool = False) -> Diagnostic:
    """Report a property of nothing. `performed`: whether this is in a list of statements, which can go through all."""
    help = tr("write whose: `{name} of …`", name=name)
    if performed and "player" in owners:
        help = tr("write whose: `{name} of …`; or for every player, put this under `for each of players:`", name=name)
    return error(
        "E302", span, tr("`{name}` belongs to {whose}, and there is none here", name=name, whose=listed(owners)), help
    )


def move_is_no_value(span: Span, name: str) -> Diagnostic:
    return error(
        "E303", span, tr("`{name}` is a move, not a value", name=name), tr("moves are listed under `moves` of a stage")
    )


def ambiguous_value(span: Span, name: str, homes: Sequence[str]) -> Diagnostic:
    return error("E304", span, tr("`{name}` is ambiguous: it is a value of {homes}", name=name, homes=listed(homes)),
                  tr("compare it with something of the right list"))  # fmt: skip


def no_such_property(
    span: Span,
    owner: Type,
    name: str,
    known: Iterable[str],
    owners: Sequence[str] = (),
    *,
    alone: bool = False,
    declared: str = "",
) -> Diagnostic:
    """Report a property that no thing of this type has, with the nearest name or the way to get one.

    `owners`: the types that have it; `alone`: a value of this name is declared without `of`; `declared`: how a
    ruleset could declare it, empty for types that cannot have properties of a ruleset.
    """
    properties = list(known)
    if alone:
        help: str | Meant = tr("`{name}` exists once: write it without `of`", name=name)
    elif owners:
        help = tr("`{name}` is a property of {whose}: name one after `of`", name=name, whose=listed(owners))
    elif name in _OTHER_WORDS:
        help = tr(_OTHER_WORDS[name])
    else:
        names = ", ".join(properties[:MOST_PROPERTIES]) + (", …" if len(properties) > MOST_PROPERTIES else "")
        there = tr("it has {names}", names=names) if properties else tr("it has none")
        more = tr("{there}; or declare `{own}`", there=there, own=declared) if declared else there
        help = meant(name, properties, more)
    return error("E305", span, tr("type `{owner}` has no property `{name}`", owner=sort(owner), name=name), help)


MOST_PROPERTIES = 12
"""More properties than these are not listed."""
_OTHER_WORDS = {
    word: help
    for words, help in (
        ("each every any", FOR_ALL_FOR_ANY),
        ("max maximum biggest largest most", later("write `highest of …`, or `highest by … of …` for whose it is")),
        ("min minimum smallest least", later("write `lowest of …`, or `lowest by … of …` for whose it is")),
        ("average mean", later("write `(sum of …) div (count of …)`")),
        ("length number amount size", later("write `count of …`")),
        ("total", later("write `sum of …`")),
        ("one", later("to ask whether it is one of several, write `in A/B`")),
        ("repeat", later("write `for each of 1..N`, or a stage with `times`")),
    )
    for word in words.split()
}
"""Words of other languages, with the fix for each."""


def wants_parentheses(chain: Span) -> str:
    """Return advice to put a chain in parentheses, because the condition was intended for all of it."""
    return tr("`where` filters the innermost collection; write `({text}) where …`", text=clipped(chain.text))


def reserved_word(span: Span, name: str, taken: Container[str]) -> Diagnostic:
    help = tr("choose another name, such as `{free}`", free=signatures.instead(name, taken))
    if name in signatures.GRID_WORDS:
        message = tr("`{name}` is a reserved word in a game with a grid, such as `row 3x4`", name=name)
    else:
        message = tr("`{name}` is a reserved word of the language", name=name)
    return error("E306", span, message, help)


def reserved_value(span: Span, word: str, others: Sequence[tuple[str, Span]] = ()) -> Diagnostic:
    """Report a reserved word in a list of values, because no sentence could use it, with the other such words of the
    list."""
    free = signatures.NO_VALUES[word]
    if others:
        words = [word, *(other for other, _ in others)]
        told = tr("{words} are reserved words of the language and cannot be values", words=quoted(words, "and"))
        instead = quoted([signatures.NO_VALUES[each] for each in words], "and")
        more = tuple(Label(each, tr("and this")) for _, each in others)
        return error("E306", span, told, tr("choose other words, such as {instead}", instead=instead), "", *more)
    help = tr("choose another word, such as `{free}`", free=free)
    if word == "none":
        help = tr(
            "for state that may be empty write `a/b or none`; otherwise choose another word, such as `{free}`",
            free=free,
        )
    return error("E306", span, tr("`{word}` is a reserved word of the language and cannot be a value", word=word), help)


def declared_twice(span: Span, name: str, first: Span | None) -> Diagnostic:
    more = () if first is None else (Label(first, tr("here first")),)
    return error(
        "E307", span, tr("`{name}` is declared twice", name=name), tr("give one of them another name"), "", *more
    )


def label_twice(span: Span, name: str, path: str, first: Span) -> Diagnostic:
    """Report two labels with one path; paths do not include the blocks around labels."""
    message = tr("two labels `{name}` have the same path, `{path}`", name=name, path=path)
    help = tr("rename one of them: paths do not distinguish blocks")
    return error("E307", span, message, help, "", Label(first, tr("here first")))


def no_it(span: Span) -> Diagnostic:
    return error(
        "E308",
        span,
        tr("`it` has no meaning here: nothing is filtered or gone through"),
        tr("`it` is available after `where`, in `for each` and in definitions with `of`"),
    )


def nobody_acts(span: Span) -> Diagnostic:
    return error(
        "E309",
        span,
        tr("`me` has no meaning here: no player acts"),
        tr("write whose: `… of dealer`, or give the stage a `by`"),
    )


def nobody_acts_for(span: Span, name: str) -> Diagnostic:
    return error(
        "E310",
        span,
        tr("`{name}` needs a current player, and there is none here", name=name),
        tr("define it `of player`, and write whose it is"),
    )


_TYPES = {
    "yes": "yes/no",
    "no": "no/yes",
    **dict.fromkeys(("bool", "boolean", "flag"), "no/yes"),
    **dict.fromkeys(("int", "integer", "float", "count"), "number"),
    **dict.fromkeys(("string", "text", "word", "enum"), "low/middle/high"),
}
"""Types of other languages, and what to write for each."""


def unknown_sort(span: Span, name: str, known: Iterable[str], zones: Container[str] = ()) -> Diagnostic:
    own = _TYPES.get(name.lower())
    help = tr("write `{found}`", found=own) if own else meant(name, known)
    if name in zones:
        help = tr("`{name}` is a zone: its cards are `cards`; one of several has the type in its `of`", name=name)
    return error("E311", span, tr("unknown type `{name}`", name=name), help)


def unknown_zone_form(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    forms = list(known)
    return error(
        "E312",
        span,
        tr("unknown zone form `{name}`", name=name or clipped(span.text)),
        meant(name, forms, tr("forms: {forms}", forms=listed(forms))),
    )


def unknown_stage(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    return error("E313", span, tr("unknown stage `{name}`", name=name), meant(name, known))


def unknown_move(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    return error("E314", span, tr("unknown move `{name}`", name=name), meant(name, known, tr("write it under `moves`")))


def unknown_move_of_a_step(span: Span, name: str, known: Iterable[str], kind: bool) -> Diagnostic:
    """Report a scenario step that does not start with a move. `kind`: it starts with a card."""
    moves = sorted(known)
    there = (
        tr("start the step with one of the moves: {moves}", moves=", ".join(moves))
        if moves
        else tr("this game has no moves")
    )
    if kind and len(moves) == 1:
        there = tr("start the step with the move: `{moves} {name}`", moves=moves[0], name=name)
    return error("E314", span, tr("unknown move `{name}`", name=name), there if kind else meant(name, moves, there))


def reason_as_step(span: Span, name: str) -> Diagnostic:
    """Report `because` as the key of a step, where a move is expected."""
    told = tr("write it after the move: `NAME cannot: MOVE because {name}`", name=name)
    return error("E314", span, tr("unknown move `{name}`", name=name), told)


def unknown_place(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    return error("E315", span, tr("no stage or zone is named `{name}`", name=name), meant(name, known))


def unknown_combo(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    return error("E316", span, tr("unknown combo `{name}`", name=name), meant(name, known))


_VIEWERS = {
    **dict.fromkeys(("player", "self", "mine"), "owner"),
    **dict.fromkeys(("players", "everybody", "anyone", "public"), "everyone"),
    **dict.fromkeys(("hidden", "secret", "private"), "nobody"),
}
"""Other words for viewers."""


def unknown_viewer(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    own = _VIEWERS.get(name)
    help = tr("write `{found}`", found=own) if own else meant(name, known)
    return error("E317", span, tr("there is no `{name}` who could see it", name=name), help)


def unknown_attribute(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    return error("E318", span, tr("cards have no attribute `{name}`", name=name), meant(name, known))


def unknown_deck(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    decks = quoted(sorted(known))
    help = tr("write {decks}, or list the values of your own deck: `attributes: {{rank: 2..10/J/Q/K, …}}`", decks=decks)
    return error("E319", span, tr("unknown deck `{name}`", name=name), meant(name, known, help))


def unknown_part(span: Span, path: str, known: Iterable[str]) -> Diagnostic:
    return error(
        "E320",
        span,
        tr("the rules have no part `{path}`", path=path),
        _of_a_list(path, parts := list(known)) or meant(path, parts, tr("delete it, or name a part by its path")),
    )


def words_for_a_name(span: Span, path: str, noun: str) -> Diagnostic:
    """Report a text for a `let` or a choice under the wrong path; it belongs under the path of its noun."""
    message = tr("no text belongs under `{path}`", path=path)
    return error("E320", span, message, tr("put its name for sentences under `{noun}`", noun=noun))


MOST_ROWS = 12
"""More rows than these are not listed."""
_NUMBER = re.compile(r"-?[0-9]{1,6}")
_STATEMENT = re.compile(r"((?:effects\.\w+|.+\.(?:begin|end|else|do))(?:\.[A-Za-z]\w*)*)(?:\.\d+)+")
"""The path of a list of statements with the number of a statement, as coverage and mutations write it."""


def _of_a_list(path: str, known: list[str]) -> str:
    """Return the fix for the number of a statement, or for a key of a table that a row with several keys holds."""
    statement = _STATEMENT.fullmatch(path)
    if statement and statement[1] in known:
        done = [part for part in known if part.startswith(f"{statement[1]}.")]
        return tr(
            "cite a statement by its verb and object, or by a label (`NAME:`) before it: {names}",
            names=", ".join(f"`{clipped(part, 80)}`" for part in done[:MOST_ROWS]) or f"`{statement[1]}.NAME`",
        )
    table, _, key = path.rpartition(".")
    rows = [part.removeprefix(f"{table}.") for part in known if part.startswith(f"{table}.")]
    if not rows or not table.startswith("tables."):
        return ""
    row = next((row for row in rows if _has_key(row, key)), None)
    return (
        tr("write `{table}.{row}`", table=table, row=row)
        if row
        else tr("the rows of `{table}` are {names}", table=table, names=", ".join(rows[:MOST_ROWS]))
    )


def _has_key(row: str, key: str) -> bool:
    """Return whether a row such as `2..10`, `J/Q/K` or `J..K` contains a key."""
    for piece in row.split("/"):
        low, dots, high = piece.partition("..")
        numbers = dots and all(_NUMBER.fullmatch(word) for word in (low, high, key))
        if key in (low, high) or (numbers and int(low) <= int(key) <= int(high)):
            return True
    return False


def unknown_element(
    span: Span, path: str, known: Iterable[str], rows: Iterable[str], pairs: Sequence[str]
) -> Diagnostic:
    """Report an unknown part. `rows`: the rows of all tables; `pairs`: the rows into which a row of this name is split,
    a range of keys with a range of values."""
    table = ".".join(path.split(".")[:2])
    rows = [row for row in rows if row.startswith(f"{table}.")]
    key = path.removeprefix(f"{table}.").replace("..", "")
    help: str | Meant
    if pairs:
        help = tr("its rows are {names}", names=", ".join(f"`{row}`" for row in pairs[:MOST_ROWS]))
    elif rows and "." not in key:
        help = _of_a_list(path, rows)
    else:
        help = meant(path, known, tr("list the paths with `croupier coverage --all`"))
    return error("E338", span, tr("nothing in play has the path `{path}`", path=path), help)


def nothing_chosen_so(span: Span, name: str, known: Sequence[str]) -> Diagnostic:
    """Report a placeholder in the sentence of a move that is not a choice of it."""
    return error(
        "E343",
        span,
        tr("the move has no choice `{name}`", name=f"{{{name}}}"),
        meant(name, known, tr("`.on` is only for a place in a meld") if "." in name else ""),
    )


def not_in_show(span: Span, name: str, known: Sequence[str]) -> Diagnostic:
    """Report a placeholder in the sentence of a shown part that `show` does not list."""
    told = tr("`{name}` is not in `show`", name=f"{{{name}}}")
    return error("E343", span, told, meant(name, known, tr("add it to `show`")))


def unknown_scenario(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    return error(
        "E339", span, tr("unknown scenario `{name}`", name=name), meant(name, known, tr("add it to `scenarios`"))
    )


def unknown_refusal(span: Span, name: str, known: Sequence[str]) -> Diagnostic:
    own = f"options.{name}"
    return error(
        "E340",
        span,
        tr("no table is refused because of `{name}`", name=name),
        tr("write `{own}`", own=own)
        if own in known
        else meant(
            name,
            known,
            tr("in scope: {names}", names=", ".join(known[:12]))
            if known
            else tr("no option has `needs`, so no table is refused"),
        ),
    )


def unknown_clause(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    return error(
        "E321",
        span,
        tr("no clause or ruling is named `{name}`", name=name),
        meant(name, known, tr("add it to the clauses")),
    )


def unknown_book(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    return error("E322", span, tr("unknown book `{name}`", name=name), meant(name, known, tr("add it to `books`")))


def not_a_mark(span: Span, other_version: bool) -> Diagnostic:
    told = tr("was made by another version of croupier") if other_version else tr("is not a passage mark")
    return error(
        "E332", span, tr("this {told}", told=told), tr("create it with `croupier trace RULESET --book FILE --write`")
    )


def passage_of_which_book(span: Span, books: Sequence[str]) -> Diagnostic:
    return error(
        "E333",
        span,
        tr("this clause cites {books}, and the passage does not name its book", books=listed(books)),
        tr("write the book before it: {{{books}: …}}", books=books[0]),
    )


def cites_a_question(span: Span, name: str) -> Diagnostic:
    return error("E334", span, tr("the question `{name}` has no answer yet, so it cannot be cited", name=name),
                  tr("write your decision after its `answer`"))  # fmt: skip


def unknown_option(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    return error("E323", span, tr("unknown option `{name}`", name=name), meant(name, known))


def unknown_reason(
    span: Span, name: str, move: str, conditions: Iterable[str], every: Iterable[str], citable: Iterable[str]
) -> Diagnostic:
    """Report an unknown reason for a refusal. `every`: the reasons that exist in every game; `citable`: clauses that
    may be cited instead."""
    own, engine = sorted(conditions), sorted(every)
    help = (
        tr("conditions: {own}; or, in every game, {engine}", own=", ".join(own), engine=", ".join(engine))
        if own
        else ", ".join(engine)
    )
    return error(
        "E324",
        span,
        tr("the move `{move}` has no condition `{name}`", name=name, move=move),
        meant(name, [*own, *engine, *citable], help),
    )


def not_a_value(span: Span, name: str, values: Sequence[str]) -> Diagnostic:
    all_of_them = tr("values: {values}", values=", ".join(values)) if values else tr("expected a number")
    return error(
        "E325", span, tr("`{name}` is not one of the values allowed here", name=name), meant(name, values, all_of_them)
    )


def values_of_what(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    return error("E326", span, tr("`{name}` has no list of values", name=name), meant(name, known))


def chosen_twice(span: Span, name: str) -> Diagnostic:
    return error("E327", span, tr("this move already has a choice `{name}`", name=name), tr("choose another name"))


def value_twice(span: Span, word: str) -> Diagnostic:
    return error("E328", span, tr("`{word}` is listed twice", word=word))


def unknown_mutation(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    return error(
        "E331",
        span,
        tr("`croupier trace --mutate` makes no change `{name}`", name=name),
        meant(name, known, tr("copy the name of a surviving change from its output")),
    )


def clause_twice(span: Span, name: str) -> Diagnostic:
    return error(
        "E329",
        span,
        tr("two clauses or rulings have the name `{name}`", name=name),
        tr("give one of them another name"),
    )


def unknown_kind_of_clause(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    return error("E330", span, tr("unknown kind of clause `{name}`", name=name), meant(name, known))
