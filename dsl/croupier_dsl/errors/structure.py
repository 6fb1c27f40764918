"""Errors in a game: E50x declarations, E54x play, E560 secrecy, E57x bounds, W6xx warnings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from croupier_dsl.diagnostics import Diagnostic, Label, Meant, error
from croupier_dsl.errors.reading import clipped, listed
from croupier_dsl.ir import Type
from croupier_dsl.language import tr
from croupier_dsl.source import Span

# ---------------------------------------------------------------- E50x: declarations


def defined_by_itself(span: Span, line: Sequence[str]) -> Diagnostic:
    return error("E501", span, tr("`{line}` is defined by itself: {line2}", line=line[0], line2=" -> ".join(line)))


def table_without_key(span: Span, name: str) -> Diagnostic:
    return error("E502", span, tr("the table `{name}` has no key", name=name), tr("write `{name} by …`", name=name))


def key_of_what(span: Span, found: Type) -> Diagnostic:
    return error(
        "E503",
        span,
        tr("{found} cannot be the key of a table", found=found),
        tr("a key must be a number, yes or no, or a value of a list"),
    )


def rows_missing(span: Span, name: str, missing: Sequence[str]) -> Diagnostic:
    return replace(
        error(
            "E504",
            span,
            tr("the table `{name}` has no row for {missing}", name=name, missing=clipped(listed(missing, "and"), 60)),
            tr("add the rows, or `else`"),
        ),
        lacks=tuple(missing),
    )


def row_twice(span: Span, key: str, first: Span) -> Diagnostic:
    return error("E505", span, tr("two rows have the key {key}", key=key), "", "", Label(first, tr("here first")))


def rows_cannot_be_paired(span: Span) -> Diagnostic:
    return error("E506", span, tr("a range of keys needs a range of plain values"), tr("write one row for each key"))


def rows_without_end(span: Span) -> Diagnostic:
    return error(
        "E506",
        span,
        tr("an open range of keys cannot be paired with a range of values here"),
        tr("write one sentence about the key as the value, or give the range of keys an end"),
    )


def rows_differ_in_length(span: Span, keys: int, values: int) -> Diagnostic:
    return error("E507", span, tr("{keys} keys are paired with {values} values", keys=keys, values=values))


def by_without_rows(span: Span, name: str) -> Diagnostic:
    return error(
        "E508",
        span,
        tr("only tables have `by`, and `{name}` is not a table", name=name),
        tr("move it to `tables`, or delete `by …`"),
    )


def place_only_for_state(span: Span) -> Diagnostic:
    return error("E509", span, tr("only state can be declared `in` a stage or zone"), tr("delete `in …`"))


def deck_and_attributes(span: Span) -> Diagnostic:
    return error("E510", span, tr("a deck has its own attributes"), tr("name a deck or list attributes, not both"))


def attribute_part(span: Span) -> Diagnostic:
    return error(
        "E640",
        span,
        tr("the attribute name `part` is taken: it says which part of the deck a card belongs to"),
        tr("choose another name for the attribute"),
    )


def order_is_not_all(span: Span, name: str, written: Sequence[str], values: Sequence[str]) -> Diagnostic:
    lost = [value for value in values if value not in written] or [word for word in written if word not in values]
    return error(
        "E511",
        span,
        tr("the order of `{name}` must contain each of its values once", name=name),
        tr("check {lost}", lost=listed(lost)),
    )


def truth_attribute(span: Span, name: str) -> Diagnostic:
    return error(
        "E512",
        span,
        tr("the attribute `{name}` of cards has the values yes and no", name=name),
        tr("give its values names of their own"),
    )


def option_is_none(span: Span, name: str, values: str = "") -> Diagnostic:
    """Report an option that may be none. `values`: its declared values, if its default is none."""
    way = (
        tr("its values are {values}", values=f"`{values}`") if values else tr("add a value that means none to the list")
    )
    return error("E513", span, tr("the option `{name}` cannot be none", name=name), way)


def option_is_seen(span: Span, name: str) -> Diagnostic:
    return error("E514", span, tr("the option `{name}` is known to everybody", name=name), tr("delete `seen by …`"))


def option_of_what(span: Span, found: Type) -> Diagnostic:
    return error(
        "E515", span, tr("an option cannot be {found}", found=found), tr("list its values, or give a range of numbers")
    )


def default_out_of_bounds(span: Span, name: str, values: str) -> Diagnostic:
    way = tr("its values are {values}", values=f"`{values}`")
    return error("E532", span, tr("the option `{name}` cannot have this default", name=name), way)


def option_read_too_early(span: Span, name: str, by: str | None) -> Diagnostic:
    if by is None:
        return error(
            "E516",
            span,
            tr("the option `{name}` is declared later", name=name),
            tr("put `{name}` before this option", name=name),
        )
    help = tr("an option may only read earlier ones: move `{name}` up, or remove `{by}` here", name=name, by=by)
    return error("E516", span, tr("`{by}` reads the option `{name}`, which is declared later", by=by, name=name), help)


def not_fixed(span: Span) -> Diagnostic:
    return error("E517", span, tr("this changes during play; only options and the number of players may be used here"))


def zone_starts_empty(span: Span, name: str) -> Diagnostic:
    return error(
        "E518", span, tr("the zone `{name}` starts empty", name=name), tr("move cards to it in the `begin` of a stage")
    )


def melds_lie_open(span: Span, name: str) -> Diagnostic:
    help = tr("write `seen by everyone`, or keep the cards in a set until they are played")
    return error("E575", span, tr("the zone of melds `{name}` must be seen by everyone", name=name), help)


def cannot_be_set_up(span: Span, when: str, reason: str) -> Diagnostic:
    help = tr("change it, or exclude this setting with `needs` of an option")
    return error("E576", span, tr("with {when} the game cannot be set up: {reason}", when=when, reason=reason), help)


def option_of_no_viewers(span: Span, name: str, word: str | None, known: Sequence[str]) -> Diagnostic:
    if word is None:
        told = tr("the values of the option `{name}` do not say who sees something", name=name)
    else:
        told = tr(
            "`{word}`, a value of the option `{name}`, is not a word for who sees something", name=name, word=word
        )
    help = tr("list only values from {words}", words=", ".join(known))
    return error("E639", span, told, help)


def zone_seen_by_whom(span: Span, name: str) -> Diagnostic:
    return error(
        "E519",
        span,
        tr("the zone `{name}` does not say who sees it", name=name),
        tr("add `seen by everyone`, or nobody, owner, team, others"),
    )


def top_of_no_pile(span: Span, form: str) -> Diagnostic:
    return error("E520", span, tr("only a pile has a visible top; found a {form}", form=form), tr("write `seen by …`"))


def per_what(span: Span, name: str, allowed: Sequence[str]) -> Diagnostic:
    return error(
        "E521",
        span,
        tr("this cannot belong to {name}", name=name),
        tr("it may belong to {allowed}", allowed=listed(allowed)),
    )


def nobody_owns(span: Span, name: str) -> Diagnostic:
    return error(
        "E522", span, tr("this has no owner, so `{name}` has no meaning", name=name), tr("write `everyone` or `nobody`")
    )


def state_has_no_bounds(span: Span, name: str) -> Diagnostic:
    return error(
        "E523", span, tr("bounds of the state `{name}` are not enforced", name=name), tr("write `number starting …`")
    )


def state_is_one_number(span: Span, name: str, number: int) -> Diagnostic:
    """Report a single number in the place of the type of a variable, which is its initial value."""
    own = f"number starting {number}" if number else "number"
    message = tr("`{number}` is a value; expected the type of the state `{name}`", number=number, name=name)
    return error("E523", span, message, Meant(tr("write `{own}`", own=own), own, sure=True))


def starts_with_what(span: Span, name: str, found: Type) -> Diagnostic:
    return error(
        "E524",
        span,
        tr("the {found} `{name}` has no initial value", found=found, name=name),
        tr("add `starting …` or `or none`"),
    )


def state_of_spots(span: Span, name: str) -> Diagnostic:
    return error(
        "E642",
        span,
        tr("state cannot hold a spot, and `{name}` would be one", name=name),
        tr("declare it `number or none`, and set it to `place of spot`"),
    )


def only_cards_lie_in_zones(span: Span, name: str, zone: str) -> Diagnostic:
    return error(
        "E525",
        span,
        tr("`{zone}` is a zone, so this must be state of cards", zone=zone),
        tr("write `{name} of card in {zone}`, or name a stage", name=name, zone=zone),
    )


# ---------------------------------------------------------------- E54x: play


def steps_and_moves(span: Span, name: str) -> Diagnostic:
    return error(
        "E540",
        span,
        tr("the stage `{name}` has steps and moves", name=name),
        tr("put the moves into a step of their own"),
    )


def moves_of_nobody(span: Span, name: str) -> Diagnostic:
    return error(
        "E541",
        span,
        tr("the stage `{name}` has moves, but no player to make them", name=name),
        tr("add the players who take turns: `by: players`"),
    )


def else_without_moves(span: Span, name: str) -> Diagnostic:
    return error(
        "E542",
        span,
        tr("the stage `{name}` has an `else` and no moves", name=name),
        tr("`else` is for a stage whose moves are all illegal"),
    )


def no_moves(span: Span, name: str) -> Diagnostic:
    return error(
        "E543", span, tr("the stage `{name}` offers no move at all", name=name), tr("name a move, or delete `moves`")
    )


def actors_of_what(span: Span, found: Type) -> Diagnostic:
    return error("E544", span, tr("`by` needs players; found {found}", found=found))


def from_of_one_player(span: Span) -> Diagnostic:
    return error(
        "E579",
        span,
        tr("`by` names a single player, so `from` has no meaning"),
        tr("remove `from …`; `by: players from …` names all of them, one after another"),
    )


def not_at_once(span: Span) -> Diagnostic:
    return error(
        "E613",
        span,
        tr("only `move` is allowed in a block with `at once`"),
        tr("write it in a `for each of …` of its own, before or after the block"),
    )


def where_not_at_once(span: Span) -> Diagnostic:
    return error(
        "E613",
        span,
        tr(
            "with `at once`, cards may go to a set, row or slot or onto a pile, but not below it, to a spot, "
            "among melds or to several zones"
        ),
        tr("write it in a `for each of …` of its own, before or after the block"),
    )


def same_for_each(span: Span, drawn: bool) -> Diagnostic:
    told = tr("with `at once`, these are the same cards for each, and only the first would get them")
    if drawn:
        return error("E614", span, told, tr("remove `at once`: each then takes what the previous ones left"))
    return error("E614", span, told, tr("name cards of the current player, such as `hand`"))


def name_said_nowhere(span: Span, name: str) -> Diagnostic:
    return error("E581", span, tr("nothing reads the name `{name}`", name=name), tr("delete `as {name}`", name=name))


def stage_not_around(span: Span, name: str, around: Sequence[str]) -> Diagnostic:
    return error(
        "E545",
        span,
        tr("`{name}` does not enclose this in every use", name=name),
        tr("enclosing: {around}", around=listed(around, "and")) if around else "",
    )


def nothing_goes_round(span: Span) -> Diagnostic:
    return error(
        "E546",
        span,
        tr("`next` has no meaning here: no stage around this has turns"),
        tr("a stage has turns with `by` and `until` or `times`; write this in one of its lists, or in a move there"),
    )


def no_chance_here(span: Span) -> Diagnostic:
    return error(
        "E547",
        span,
        tr("random choices are only allowed in statements"),
        tr("draw in a `let`, or keep the result in state"),
    )


def nobody_to_ask(span: Span) -> Diagnostic:
    return error("E548", span, tr("a choice needs a player who acts, and here no player does"), tr("put it in a move"))


def trigger_without_condition(span: Span, name: str) -> Diagnostic:
    return error("E549", span, tr("the rule `{name}` would fire for ever", name=name), tr("add `when`"))


def number_of_players(span: Span, most: int) -> Diagnostic:
    return error(
        "E551",
        span,
        tr("the number of players must be from 1 to {most}", most=most),
        tr("write `4`, `2..6`, `3/4/6` or `3..6 starting 4`"),
    )


def usual_number_of_players(span: Span, numbers: str) -> Diagnostic:
    return error(
        "E551",
        span,
        tr("the default must be a number of players of the game"),
        tr("the game is for {numbers}", numbers=f"`{numbers}`"),
    )


def limit_of_what(span: Span) -> Diagnostic:
    return error("E552", span, tr("the limit must be a whole number from 1"), tr("write `limit: 100000`"))


def nothing_to_show(span: Span, name: str) -> Diagnostic:
    """Report a name in `show` that does not have one value for the table, per player or per team."""
    return error(
        "E345",
        span,
        tr("`{name}` cannot be shown: it does not have one value for the table, per player or per team", name=name),
        tr("name state, or a definition or table without `of`, or of a player or team"),
    )


def shown_to_all(span: Span, name: str, holder: str) -> Diagnostic:
    """Report a shown value that would reveal hidden information."""
    return error(
        "E346",
        span,
        tr("`show` makes `{name}` public, but it reveals `{holder}`, which is hidden", name=name, holder=holder),
        tr("remove it; seats that may see it are shown it anyway"),
    )


def minutes_of_what(span: Span) -> Diagnostic:
    return error(
        "E550", span, tr("the minutes must be a number or a range"), tr("write `minutes: 20` or `minutes: 15..30`")
    )


def missing_section(span: Span, section: str) -> Diagnostic:
    return error(
        "E553", span, tr("the ruleset has no `{section}`", section=section), tr("add `{section}:`", section=section)
    )


def secret_read(span: Span, what: str, kind: str, look: Span | None = None, *, ahead: bool = False) -> Diagnostic:
    """Report a read of hidden information. `kind`: a zone or state; `look`: the sentence that reads it, if it is
    another one; `ahead`: it decides what a `must` would learn."""
    more = () if look is None or look == span else (Label(look, tr("this reads `{what}`", what=what)),)
    if ahead:
        return error(
            "E560",
            span,
            tr(
                "this depends on the {kind} `{what}`, which the player who must fulfil it does not see",
                kind=tr(kind),
                what=what,
            ),
            tr(
                "a `must` may use counts, the player's own cards and open cards; test this in a `when` of a later "
                "step, or show the card before anything is set by it"
            ),
            "",
            *more,
        )
    return error(
        "E560",
        span,
        tr("this would reveal the {kind} `{what}`, which the current player does not see", kind=tr(kind), what=what),
        tr(
            "only counts, the player's own cards and open cards may decide what is legal; first test `revealed "
            "of card and …` if the card may have been revealed, or use an effect that sets public state"
        ),
        "",
        *more,
    )


def cannot_be_named(span: Span, zone: str) -> Diagnostic:
    return error(
        "E561",
        span,
        tr("a player cannot choose a hidden card of the set `{zone}`: a set has no places", zone=zone),
        tr(
            "pick one with `random of {zone} …` in the effect, declare `{zone}` as a row, whose cards are chosen "
            "by place, or first move the cards to a zone that the player sees",
            zone=zone,
        ),
    )


def too_deep(span: Span, most: int) -> Diagnostic:
    return error(
        "E570",
        span,
        tr("this sentence is nested deeper than {most} levels", most=most),
        tr("give a part of it a name under `define`"),
    )


def too_deep_with_all(span: Span, most: int) -> Diagnostic:
    return error(
        "E570",
        span,
        tr("including the definitions it uses, this sentence is nested deeper than {most} levels", most=most),
        tr("use fewer nested definitions, or keep intermediate results in `state`"),
    )


def too_large_with_all(span: Span, most: int) -> Diagnostic:
    return error(
        "E574",
        span,
        tr(
            "including the definitions it uses, each time it uses them, this sentence has more than {most} parts",
            most=f"{most:,}",
        ),
        tr("use each definition fewer times, or keep its value in `state`"),
    )


def too_many_kinds(span: Span, found: int, most: int) -> Diagnostic:
    return error("E571", span, tr("{found} kinds of cards exceed the limit of {most}", found=found, most=most))


def too_many_sentences(span: Span, found: int, most: int) -> Diagnostic:
    return error("E572", span, tr("{found} sentences exceed the limit of {most}", found=found, most=most))


def kind_twice(span: Span, notation: str) -> Diagnostic:
    return error(
        "E573",
        span,
        tr("two kinds of cards have the same notation `{notation}`", notation=notation),
        tr("choose values that differ"),
    )


def must_of_nobody(span: Span, name: str) -> Diagnostic:
    return error(
        "E558",
        span,
        tr("no single player acts in the stage `{name}`, so `must` has no meaning there", name=name),
        tr("put it on a stage with `by: players …`, or on a step in it that players perform one at a time"),
    )


def no_score(span: Span) -> Diagnostic:
    return error(
        "E557",
        span,
        tr("the result has no score, so everybody would win"),
        tr("add `score`, such as `score: total`, or `won` if all win or lose together"),
    )


def won_and_losers(span: Span) -> Diagnostic:
    return error(
        "E637",
        span,
        tr("`won` and `losers` cannot be combined"),
        tr("keep `won` if all win or lose together, or `losers` if some lose"),
    )


def best_of_no_score(span: Span) -> Diagnostic:
    return error("E638", span, tr("`best` needs a `score`"), tr("add a `score` of the table, or remove `best`"))
