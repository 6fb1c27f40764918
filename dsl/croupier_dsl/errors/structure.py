"""The wording of what a game can have wrong: E50x declarations, E54x play, E560 secrecy, E57x bounds, W6xx warnings."""

from __future__ import annotations

from collections.abc import Sequence

from croupier_dsl.diagnostics import Diagnostic, Label, Severity
from croupier_dsl.errors.reading import clipped, listed
from croupier_dsl.ir import Type
from croupier_dsl.source import Span


def _error(code: str, span: Span, message: str, help: str = "", label: str = "", *more: Label) -> Diagnostic:
    return Diagnostic(code, Severity.ERROR, message, (Label(span, label), *more), help)


def _warning(code: str, span: Span, message: str, help: str = "") -> Diagnostic:
    return Diagnostic(code, Severity.WARNING, message, (Label(span),), help)


# ---------------------------------------------------------------- E50x: declarations


def defined_by_itself(span: Span, line: Sequence[str]) -> Diagnostic:
    return _error("E501", span, f"`{line[0]}` is defined by itself: {' -> '.join(line)}")


def table_without_key(span: Span, name: str) -> Diagnostic:
    return _error("E502", span, f"the table `{name}` does not say by what", f"write `{name} by …`")


def key_of_what(span: Span, found: Type) -> Diagnostic:
    return _error(
        "E503", span, f"{found} cannot be the key of a table", "a key is a number, a truth or a value of a list"
    )


def rows_missing(span: Span, name: str, missing: Sequence[str]) -> Diagnostic:
    return _error(
        "E504",
        span,
        f"the table `{name}` has no row for {clipped(listed(missing, 'and'), 60)}",
        "add the rows, or `else`",
    )


def row_twice(span: Span, key: str, first: Span) -> Diagnostic:
    return _error("E505", span, f"two rows speak of {key}", "", "", Label(first, "here first"))


def rows_cannot_be_paired(span: Span) -> Diagnostic:
    return _error(
        "E506", span, "a range of keys is paired with a range of plain values only", "write one row for each key"
    )


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


def default_out_of_bounds(span: Span, name: str) -> Diagnostic:
    return _error("E532", span, f"the option `{name}` cannot be that", "start with one of the values it may have")


def option_read_too_early(span: Span, name: str, by: str | None) -> Diagnostic:
    if by is None:
        return _error("E516", span, f"the option `{name}` is settled later", f"put `{name}` before this option")
    help = f"an option may read those before it: put `{name}` there, or do without `{by}` here"
    return _error("E516", span, f"`{by}` reads the option `{name}`, which is not settled yet", help)


def not_fixed(span: Span) -> Diagnostic:
    return _error("E517", span, "this changes during play, and here only options and the number of players count")


def zone_starts_empty(span: Span, name: str) -> Diagnostic:
    return _error("E518", span, f"the zone `{name}` starts empty", "fill it in `begin` of a stage")


def melds_lie_open(span: Span, name: str) -> Diagnostic:
    help = "write `seen by everyone`, or keep the cards in a set until they are laid"
    return _error(
        "E575", span, f"the melds of `{name}` lie open: who could not see them could not see what they are", help
    )


def cannot_be_set_up(span: Span, when: str, reason: str) -> Diagnostic:
    help = "change it, or let an option `needs` what it takes"
    return _error("E576", span, f"with {when} there is no table: {reason}", help)


def number_beyond(span: Span, worth: int, most: int) -> Diagnostic:
    return _error("E577", span, f"this comes to {worth:,}, and {most:,} is the largest number that rules may have")


def range_beyond(span: Span, found: int, most: int) -> Diagnostic:
    help = "`count`, `sum`, `highest` and `in` ask the ends of a range alone, however long it is"
    return _error("E578", span, f"{found:,} numbers cannot be gone through one by one; {most:,} can", help)


def zone_seen_by_whom(span: Span, name: str) -> Diagnostic:
    return _error(
        "E519",
        span,
        f"nobody knows who sees the zone `{name}`",
        "add `seen by everyone`, or nobody, owner, team, others",
    )


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
    return _error(
        "E525",
        span,
        f"`{zone}` is a zone, and only cards lie in it",
        f"write `{name} of card in {zone}`, or name a stage",
    )


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
    return _error(
        "E531",
        span,
        "how many wild cards there may be is a number, or a range from 0",
        "write `0..1`, or `0..` for any number",
    )


# ---------------------------------------------------------------- E54x: play


def steps_and_moves(span: Span, name: str) -> Diagnostic:
    return _error("E540", span, f"the stage `{name}` has steps and moves", "put the moves into a step of their own")


def moves_of_nobody(span: Span, name: str) -> Diagnostic:
    return _error(
        "E541",
        span,
        f"nobody acts in the stage `{name}`, yet it offers moves",
        "add `by`, such as `by: players from left of dealer`",
    )


def else_without_moves(span: Span, name: str) -> Diagnostic:
    return _error(
        "E542",
        span,
        f"the stage `{name}` has an `else` and no moves",
        "`else` is for a stage whose moves are all illegal",
    )


def no_moves(span: Span, name: str) -> Diagnostic:
    return _error("E543", span, f"the stage `{name}` offers no move at all", "name a move, or delete `moves`")


def actors_of_what(span: Span, found: Type) -> Diagnostic:
    return _error("E544", span, f"players act, and this is {found}")


def stage_not_around(span: Span, name: str, around: Sequence[str]) -> Diagnostic:
    return _error(
        "E545",
        span,
        f"`{name}` is not a stage that surely encloses this",
        f"enclosing: {listed(around, 'and')}" if around else "",
    )


def nothing_goes_round(span: Span) -> Diagnostic:
    return _error(
        "E546",
        span,
        "no stage goes round here, so nobody is next and play has no direction",
        "a stage goes round with `by` and `until` or `times`; write it in a list of that stage, or of a move there",
    )


def no_chance_here(span: Span) -> Diagnostic:
    return _error("E547", span, "chance decides in statements only", "draw in a `let`, or keep the result in state")


def nobody_to_ask(span: Span) -> Diagnostic:
    return _error("E548", span, "nobody acts here, so nobody can choose", "let a move do it")


def trigger_without_condition(span: Span, name: str) -> Diagnostic:
    return _error("E549", span, f"the rule `{name}` would fire for ever", "add `when`")


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
    """`kind`: a zone or state; `zone ahead`, `state ahead`: what it holds decides what a `must` would find out."""
    kind, ahead = kind.removesuffix(" ahead"), kind.endswith(" ahead")
    if ahead:
        return _error(
            "E560",
            span,
            f"what this will be depends on what the {kind} `{what}` holds, which the player who must bring it about "
            "does not see",
            "a `must` may ask what follows from counts, one's own and open cards; ask in a `when` of a later step, "
            "once it has happened, or let the card be shown before anything is set by it",
        )
    return _error(
        "E560",
        span,
        f"this would tell what the {kind} `{what}` holds, which the chooser does not see",
        "only counts, one's own and open cards may decide what is legal; ask `revealed of card and …` first if the "
        "card may have been turned up, or let an effect look, and set state that everyone sees",
    )


def too_deep(span: Span, most: int) -> Diagnostic:
    return _error(
        "E570", span, f"this sentence nests deeper than {most} levels", "give a part of it a name under `define`"
    )


def too_deep_with_all(span: Span, most: int) -> Diagnostic:
    return _error(
        "E570",
        span,
        f"with the definitions that it uses this sentence nests deeper than {most} levels",
        "say it with fewer definitions of definitions, or keep what is in between in `state`",
    )


def too_large_with_all(span: Span, most: int) -> Diagnostic:
    return _error(
        "E574",
        span,
        f"with the definitions that it uses, each time that it does, this sentence has more than {most:,} parts",
        "use a definition once where it is used many times, or keep what it is worth in `state`",
    )


def too_many_kinds(span: Span, found: int, most: int) -> Diagnostic:
    return _error("E571", span, f"{found} kinds of cards, and {most} are the most there may be")


def too_many_sentences(span: Span, found: int, most: int) -> Diagnostic:
    return _error("E572", span, f"{found} sentences, and {most} are the most there may be")


def kind_twice(span: Span, notation: str) -> Diagnostic:
    return _error("E573", span, f"two kinds of cards are both written `{notation}`", "choose values that differ")


def declared_without_wilds(span: Span, name: str) -> Diagnostic:
    return _error(
        "E559",
        span,
        f"`{name}` takes no wild cards, so there is nothing to declare",
        "add `wilds`, such as `wilds: 0..1`",
    )


def must_of_nobody(span: Span, name: str) -> Diagnostic:
    return _error(
        "E558",
        span,
        f"no single player acts in the stage `{name}`, so `must` binds nobody there",
        "put it on a stage with `by: players …`, or on a step of one, that players perform one at a time",
    )


def no_score(span: Span) -> Diagnostic:
    return _error(
        "E557", span, "the result has no score, so everybody would win", "add `score`, such as `score: total`"
    )


def cannot_be_given(span: Span) -> Diagnostic:
    return _error(
        "E556",
        span,
        "a scenario cannot set this up",
        "give zones, state, stages, `direction` and `at`; `…` stands where the other cards lie",
    )


def card_state_cannot_be_given(span: Span, name: str, zone: str | None) -> Diagnostic:
    """`zone`: where the state is the one thing that is told behind a card."""
    way = f"write it behind the card: `{zone}: CARD(VALUE)`" if zone else "let the scenario play up to where it is so"
    return _error("E556", span, f"a scenario cannot set up `{name}` of a card", way)


def revealed_cannot_be_given(span: Span) -> Diagnostic:
    return _error(
        "E556", span, "a scenario cannot set up which cards are revealed", "let the scenario play up to where they are"
    )


# ---------------------------------------------------------------- W6xx: warnings


def never_read(span: Span, sort: str, name: str) -> Diagnostic:
    return _warning("W601", span, f"the {sort} `{name}` is never read", "delete it, or use it")


def never_offered(span: Span, name: str) -> Diagnostic:
    return _warning("W602", span, f"no stage offers the move `{name}`", "name it under `moves` of a stage")


def row_never_applies(span: Span, key: str) -> Diagnostic:
    return _warning("W603", span, f"this row never applies: the key is never {key}", "delete the row")


def always_holds(span: Span) -> Diagnostic:
    return _warning("W604", span, "this holds always, whatever the options", "delete it, or say what was meant")


def never_holds(span: Span) -> Diagnostic:
    return _warning("W605", span, "this never holds, whatever the options", "say what was meant")


def never_together(span: Span) -> Diagnostic:
    return _warning("W606", span, "this and the conditions beside it never hold together", "say what was meant")


def unanswered(asked: Sequence[tuple[Span, str, str]]) -> Diagnostic:
    """All questions without an answer: the place, name and text of each."""
    (span, name, text), *more = asked
    help = "write what you play after its `answer`, or delete it if it has no place in the game"
    if not more:
        return _warning("W607", span, f"the question `{name}` has no answer yet: {clipped(text, 160)}", help)
    message = f"{len(asked)} questions have no answer yet: {_names([name for _, name, _ in asked])}"
    return Diagnostic("W607", Severity.WARNING, message, tuple(Label(at, clipped(q, 160)) for at, _, q in asked), help)


def clauses_without_words(names: Sequence[tuple[Span, str]]) -> Diagnostic:
    """All clauses that nobody has put into words: the place and name of each."""
    (span, name), *more = names
    if not more:
        help = "say in your own words what the passage says"
        return _warning("W608", span, f"the clause `{name}` has no words yet", help)
    message = f"{len(names)} clauses have no words yet: {_names([name for _, name in names])}"
    labels = tuple(Label(at, f"`{name}` has no words") for at, name in names)
    return Diagnostic("W608", Severity.WARNING, message, labels, "say in your own words what each passage says")


def deal_runs_short(
    span: Span,
    tables: Sequence[tuple[int, Sequence[tuple[str, str]], int, int, tuple[str, int] | None]],
    players: Sequence[int],
) -> Diagnostic:
    """A deal with the tables at which it finds too few cards: players, other options, cards wanted and found, round."""
    told = []
    for number, options, wanted, found, rounds in tables[:3]:
        setting = [f"{number} players"] if len(players) > 1 else []
        setting += [f"{name}={word}" for name, word in options]
        setting += [f"{rounds[0]} {rounds[1]}"] if rounds is not None else []
        with_ = f"with {', '.join(setting)} " if setting else ""
        told.append(f"{with_}it finds {found} of {wanted} card{'s' * (wanted != 1)}")
    more = f"; so it does at {len(tables) - 3} more tables" if len(tables) > 3 else ""
    help = "deal fewer cards, take more, or let `players` or a need refuse such a table"
    return _warning("W609", span, f"this deal runs short: {'; '.join(told)}{more}", help)


def _names(names: Sequence[str], most: int = 12) -> str:
    """The names, up to so many, and how many there are beyond them."""
    shown = ", ".join(names[:most])
    return f"{shown} and {len(names) - most} more" if len(names) > most else shown
