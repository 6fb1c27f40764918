"""The wording of what can be wrong with the meaning of a ruleset: E3xx names, E4xx types, E5xx the game, W6xx warnings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from croupier_dsl.diagnostics import Diagnostic, Label, Severity
from croupier_dsl.errors.reading import clipped, listed
from croupier_dsl.ir import Type
from croupier_dsl.source import Span
from croupier_dsl.spelling import nearest


def _error(code: str, span: Span, message: str, help: str = "", label: str = "", *more: Label) -> Diagnostic:
    return Diagnostic(code, Severity.ERROR, message, (Label(span, label), *more), help)


def _warning(code: str, span: Span, message: str, help: str = "") -> Diagnostic:
    return Diagnostic(code, Severity.WARNING, message, (Label(span),), help)


def _meant(name: str, known: Iterable[str], otherwise: str = "") -> str:
    """The fix for a misspelt name."""
    candidates = list(known)
    found = nearest(name, candidates)
    if found is not None:
        return f"write `{found}`"
    return otherwise or (f"known here: {', '.join(sorted(candidates))}" if 0 < len(candidates) <= 12 else "")


# ---------------------------------------------------------------- E3xx: names


def unknown_name(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    return _error("E301", span, f"nothing here is called `{name}`", _meant(name, known, "declare it, or choose another name"))


def nobody_has_it(span: Span, name: str, owners: Sequence[str]) -> Diagnostic:
    whose = listed(owners)
    return _error("E302", span, f"nothing here has `{name}`, which belongs to {whose}", f"say whose: `{name} of …`")


def move_is_no_value(span: Span, name: str) -> Diagnostic:
    return _error("E303", span, f"`{name}` is a move, not a value", "moves are listed under `moves` of a stage")


def ambiguous_value(span: Span, name: str, homes: Sequence[str]) -> Diagnostic:
    return _error("E304", span, f"`{name}` may be a value of {listed(homes)}",
                  "compare it with something that says which is meant")  # fmt: skip


def no_such_property(span: Span, owner: Type, name: str, known: Iterable[str]) -> Diagnostic:
    return _error("E305", span, f"{owner} has no `{name}`", _meant(name, known))


def reserved_word(span: Span, name: str) -> Diagnostic:
    return _error("E306", span, f"`{name}` is a word of the language", "choose another name")


def declared_twice(span: Span, name: str, first: Span | None) -> Diagnostic:
    more = () if first is None else (Label(first, "here first"),)
    return _error("E307", span, f"`{name}` is declared twice", "give one of them another name", "", *more)


def no_it(span: Span) -> Diagnostic:
    return _error("E308", span, "nothing here is `it`", "`it` stands behind `where`, in `for each` and in definitions of something")


def nobody_acts(span: Span) -> Diagnostic:
    return _error("E309", span, "nobody acts here, so there is no `me`", "say whose: `… of dealer`, or give the stage a `by`")


def nobody_acts_for(span: Span, name: str) -> Diagnostic:
    return _error("E310", span, f"`{name}` speaks of who acts, and nobody acts here", "define it `of player` and say whose")


def unknown_sort(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    return _error("E311", span, f"there is no sort of thing called `{name}`", _meant(name, known))


def unknown_zone_form(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    forms = list(known)
    return _error("E312", span, f"`{name or clipped(span.text)}` is no form of zone", _meant(name, forms, f"forms: {listed(forms)}"))


def unknown_stage(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    return _error("E313", span, f"there is no stage `{name}`", _meant(name, known))


def unknown_move(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    return _error("E314", span, f"there is no move `{name}`", _meant(name, known, "write it under `moves`"))


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
    return _error("E320", span, f"no part of the ruleset is called `{path}`", _meant(path, known, "delete it, or name a part by its path"))


def unknown_clause(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    return _error("E321", span, f"there is no clause or ruling `{name}`", _meant(name, known, "add it to the clauses"))


def unknown_book(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    return _error("E322", span, f"there is no book `{name}`", _meant(name, known, "add it to `books`"))


def unknown_option(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    return _error("E323", span, f"there is no option `{name}`", _meant(name, known))


def unknown_reason(span: Span, name: str, move: str, known: Iterable[str]) -> Diagnostic:
    return _error("E324", span, f"`{name}` is no condition of the move `{move}`", _meant(name, known))


def not_a_value(span: Span, name: str, values: Sequence[str]) -> Diagnostic:
    all_of_them = f"values: {', '.join(values)}" if values else "a number is wanted here"
    return _error("E325", span, f"`{name}` is none of the values that can stand here", _meant(name, values, all_of_them))


def values_of_what(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    return _error("E326", span, f"`{name}` lists no values", _meant(name, known))


def chosen_twice(span: Span, name: str) -> Diagnostic:
    return _error("E327", span, f"`{name}` has been chosen before in this move", "choose another name")


def value_twice(span: Span, word: str) -> Diagnostic:
    return _error("E328", span, f"`{word}` is listed twice")


def clause_twice(span: Span, name: str) -> Diagnostic:
    return _error("E329", span, f"two clauses or rulings are called `{name}`", "give one of them another name")


def unknown_kind_of_clause(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    return _error("E330", span, f"`{name}` is no kind of clause", _meant(name, known))


# ---------------------------------------------------------------- E4xx: types


def types_differ(span: Span, left: Type, right: Type, help: str = "") -> Diagnostic:
    return _error("E401", span, f"{left} and {right} do not go together", help)


def wrong_type(span: Span, found: Type, wanted: Type, what: str = "") -> Diagnostic:
    return _error("E402", span, f"{what or 'this'} must be {wanted}, but it is {found}")


def not_a_collection(span: Span, found: Type) -> Diagnostic:
    return _error("E403", span, f"a collection is wanted here, and this is one {found}")


def no_order(span: Span, found: Type) -> Diagnostic:
    return _error("E404", span, f"{found} has no order", "only numbers and values of one list are higher or lower")


def no_extreme(span: Span, which: str, found: Type) -> Diagnostic:
    return _error("E405", span, f"{found} has no {which}", f"say by what: `{which} by … of …`")


def collections_compared(span: Span, left: Type, right: Type) -> Diagnostic:
    return _error("E406", span, f"`is` compares single things, not {left} with {right}", "write `in` to ask whether one thing is among several")


def collection_is_none(span: Span) -> Diagnostic:
    return _error("E407", span, "a collection is never `none`", "write `is empty`")


def many_in(span: Span, found: Type) -> Diagnostic:
    return _error("E408", span, f"`in` asks about one thing, and this is {found}", "write `none of … where it not in …`")


def loose_kind(span: Span, notation: str) -> Diagnostic:
    return _error("E409", span, f"`{notation}` names a kind of card, not a card", "a kind stands after `is`, or before or after `in`")


def order_with_none(span: Span) -> Diagnostic:
    return _error("E410", span, "nothing is higher or lower than `none`", "write `is none` or `is not none`")


def no_type(span: Span) -> Diagnostic:
    return _error("E411", span, "this is always `none`")


def sum_of_no_numbers(span: Span, found: Type) -> Diagnostic:
    return _error("E412", span, f"only numbers have a sum, and this is {found}", "write `sum of points of …`, with a table that gives numbers")


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
    return _error("E418", span, "this cannot be set", "only what stands under `state`, `next` and `direction` can be set")


def add_to_no_number(span: Span, found: Type) -> Diagnostic:
    return _error("E419", span, f"one adds to numbers, and this is {found}")


def cannot_be_moved(span: Span, found: Type) -> Diagnostic:
    return _error("E420", span, f"only cards and melds can be moved, and this is {found}")


def not_a_zone(span: Span) -> Diagnostic:
    return _error("E421", span, "this is not a zone", "name a zone, such as `discard` or `hand of dealer`")


def many_zones(span: Span, zone: str) -> Diagnostic:
    return _error("E422", span, f"this is the `{zone}` of several, and cards go to one place", "write a `for each of …` around it")


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


# ---------------------------------------------------------------- E50x: declarations


def defined_by_itself(span: Span, line: Sequence[str]) -> Diagnostic:
    return _error("E501", span, f"`{line[0]}` is defined by itself: {' -> '.join(line)}")


def table_without_key(span: Span, name: str) -> Diagnostic:
    return _error("E502", span, f"the table `{name}` does not say by what", f"write `{name} by …`")


def key_of_what(span: Span, found: Type) -> Diagnostic:
    return _error("E503", span, f"{found} cannot be the key of a table", "a key is a number, a truth or a value of a list")


def rows_missing(span: Span, name: str, missing: Sequence[str]) -> Diagnostic:
    return _error("E504", span, f"the table `{name}` has no row for {clipped(listed(missing, 'and'), 60)}", "add the rows, or `else`")


def row_twice(span: Span, key: str, first: Span) -> Diagnostic:
    return _error("E505", span, f"two rows speak of {key}", "", "", Label(first, "here first"))


def rows_cannot_be_paired(span: Span) -> Diagnostic:
    return _error("E506", span, "a range of keys is paired with a range of plain values only", "write one row for each key")


def rows_differ_in_length(span: Span, keys: int, values: int) -> Diagnostic:
    return _error("E507", span, f"{keys} keys are paired with {values} values")


def by_without_rows(span: Span, name: str) -> Diagnostic:
    return _error("E508", span, f"only tables say `by`, and `{name}` is none", "move it to `tables`, or delete `by …`")


def place_only_for_state(span: Span) -> Diagnostic:
    return _error("E509", span, "only state lives `in` a stage or zone", "delete `in …`")


def deck_and_attributes(span: Span) -> Diagnostic:
    return _error("E510", span, "a deck brings its own attributes", "name a deck or list attributes, not both")


def order_is_not_all(span: Span, name: str, written: Sequence[str], values: Sequence[str]) -> Diagnostic:
    lost = [value for value in values if value not in written] or [word for word in written if word not in values]
    return _error("E511", span, f"the order of `{name}` is not an order of all its values", f"look at {listed(lost)}")


def truth_attribute(span: Span, name: str) -> Diagnostic:
    return _error("E512", span, f"the attribute `{name}` of cards is yes or no", "give its values names of their own")


def option_is_none(span: Span, name: str) -> Diagnostic:
    return _error("E513", span, f"the option `{name}` cannot be none", "list a value that means none")


def option_is_seen(span: Span, name: str) -> Diagnostic:
    return _error("E514", span, f"everybody knows the option `{name}`", "delete `seen by …`")


def option_of_what(span: Span, found: Type) -> Diagnostic:
    return _error("E515", span, f"an option cannot be {found}", "list its values, or give a range of numbers")


def option_read_too_early(span: Span, name: str) -> Diagnostic:
    return _error("E516", span, f"the option `{name}` is settled later", f"put `{name}` before this option")


def not_fixed(span: Span) -> Diagnostic:
    return _error("E517", span, "this changes during play, and here only options and the number of players count")


def zone_starts_empty(span: Span, name: str) -> Diagnostic:
    return _error("E518", span, f"the zone `{name}` starts empty", "fill it in `begin` of a stage")


def zone_seen_by_whom(span: Span, name: str) -> Diagnostic:
    return _error("E519", span, f"nobody knows who sees the zone `{name}`", "add `seen by everyone`, or nobody, owner, team, others")


def top_of_no_pile(span: Span, form: str) -> Diagnostic:
    return _error("E520", span, f"only a pile has a top that is seen, and this is a {form}", "write `seen by …`")


def per_what(span: Span, name: str, allowed: Sequence[str]) -> Diagnostic:
    return _error("E521", span, f"this cannot belong to {name}", f"it may belong to {listed(allowed)}")


def nobody_owns(span: Span, name: str) -> Diagnostic:
    return _error("E522", span, f"nobody owns this, so `{name}` has no meaning", "write `everyone` or `nobody`")


def state_has_no_bounds(span: Span, name: str) -> Diagnostic:
    return _error("E523", span, f"no bounds are kept for the state `{name}`", "write `number starting …`")


def starts_with_what(span: Span, name: str, found: Type) -> Diagnostic:
    return _error("E524", span, f"nobody knows which {found} `{name}` starts with", "add `starting …` or `or none`")


def only_cards_lie_in_zones(span: Span, name: str, zone: str) -> Diagnostic:
    return _error("E525", span, f"`{zone}` is a zone, and only cards lie in it", f"write `{name} of card in {zone}`, or name a stage")


def pattern_of_nothing(span: Span, name: str) -> Diagnostic:
    return _error("E526", span, f"the combo `{name}` demands nothing", "add `same`, `different` or `sequence`")


def pattern_without_size(span: Span, name: str) -> Diagnostic:
    return _error("E527", span, f"the combo `{name}` has no size", "add `size`, such as `3..`")


def one_attribute_differs(span: Span) -> Diagnostic:
    return _error("E528", span, "only one attribute can be `different`")


def sequence_of_what(span: Span, fitting: Sequence[str], attributes: Sequence[str]) -> Diagnostic:
    if fitting:
        return _error("E529", span, f"this may be a sequence of {listed(fitting)}")
    return _error("E529", span, "no attribute has all these values", f"attributes: {listed(attributes, 'and')}")


def sequences_differ(span: Span, one: str, other: str) -> Diagnostic:
    return _error("E530", span, f"the combo runs along `{one}` and along `{other}`")


def wilds_of_what(span: Span) -> Diagnostic:
    return _error("E531", span, "how many wild cards there may be is a number, or a range from 0", "write `0..1`, or `0..` for any number")


# ---------------------------------------------------------------- E54x: play


def steps_and_moves(span: Span, name: str) -> Diagnostic:
    return _error("E540", span, f"the stage `{name}` has steps and moves", "put the moves into a step of their own")


def moves_of_nobody(span: Span, name: str) -> Diagnostic:
    return _error("E541", span, f"nobody acts in the stage `{name}`, yet it offers moves", "add `by`, such as `by: players from left of dealer`")


def else_without_moves(span: Span, name: str) -> Diagnostic:
    return _error("E542", span, f"the stage `{name}` has an `else` and no moves", "`else` is for a stage whose moves are all illegal")


def no_moves(span: Span, name: str) -> Diagnostic:
    return _error("E543", span, f"the stage `{name}` offers no move at all", "name a move, or delete `moves`")


def actors_of_what(span: Span, found: Type) -> Diagnostic:
    return _error("E544", span, f"players act, and this is {found}")


def stage_not_around(span: Span, name: str, around: Sequence[str]) -> Diagnostic:
    return _error("E545", span, f"`{name}` is not a stage that surely encloses this", f"enclosing: {listed(around, 'and')}" if around else "")


def nothing_goes_round(span: Span) -> Diagnostic:
    return _error("E546", span, "no stage goes round here, so nobody is next", "a stage goes round with `by` and `until` or `times`")


def no_chance_here(span: Span) -> Diagnostic:
    return _error("E547", span, "chance decides in statements only", "draw in a `let`, or keep the result in state")


def nobody_to_ask(span: Span) -> Diagnostic:
    return _error("E548", span, "nobody acts here, so nobody can choose", "let a move do it")


def trigger_without_condition(span: Span, name: str) -> Diagnostic:
    return _error("E549", span, f"the rule `{name}` would fire for ever", "add `when`")


def best_of_what(span: Span, name: str) -> Diagnostic:
    return _error("E550", span, f"`{name}` is not a direction", "write `highest` or `lowest`")


def number_of_players(span: Span, most: int) -> Diagnostic:
    return _error("E551", span, f"the players are a list of numbers from 1 to {most}", "write `4`, `2..6` or `3/4/6`")


def limit_of_what(span: Span) -> Diagnostic:
    return _error("E552", span, "the limit is a plain number of moves from 1", "write `limit: 100000`")


def missing_section(span: Span, section: str) -> Diagnostic:
    return _error("E553", span, f"the ruleset has no `{section}`", f"add `{section}:`")


def seats_of_a_scenario(span: Span, found: int, players: Sequence[int]) -> Diagnostic:
    return _error("E554", span, f"{found} seats, and the game is for {listed([str(n) for n in players])}")


def not_an_option_value(span: Span, name: str, value: str) -> Diagnostic:
    return _error("E555", span, f"the option `{name}` cannot be `{value}`")


def secret_read(span: Span, what: str, kind: str) -> Diagnostic:
    return _error("E560", span, f"what may be chosen here would tell what the {kind} `{what}` holds, which the chooser does not see",
                  "only counts, one's own and open cards may decide what is legal; let an effect look instead")  # fmt: skip


def too_deep(span: Span, most: int) -> Diagnostic:
    return _error("E570", span, f"this sentence nests deeper than {most} levels", "give a part of it a name under `define`")


def too_many_kinds(span: Span, found: int, most: int) -> Diagnostic:
    return _error("E571", span, f"{found} kinds of cards, and {most} are the most there may be")


def too_many_sentences(span: Span, found: int, most: int) -> Diagnostic:
    return _error("E572", span, f"{found} sentences, and {most} are the most there may be")


def kind_twice(span: Span, notation: str) -> Diagnostic:
    return _error("E573", span, f"two kinds of cards are both written `{notation}`", "choose values that differ")


def not_played_yet(span: Span, what: str) -> Diagnostic:
    return _error("E590", span, f"not played yet by this version: {what}")


# ---------------------------------------------------------------- W6xx: warnings


def never_read(span: Span, sort: str, name: str) -> Diagnostic:
    return _warning("W601", span, f"the {sort} `{name}` is never read", "delete it, or use it")


def never_offered(span: Span, name: str) -> Diagnostic:
    return _warning("W602", span, f"no stage offers the move `{name}`", "name it under `moves` of a stage")


def row_never_applies(span: Span, key: str) -> Diagnostic:
    return _warning("W603", span, f"this row never applies: the key is never {key}", "delete the row")


