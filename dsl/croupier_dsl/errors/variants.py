"""Errors in variants (E150 to E169), and in the options that they and presets choose."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from croupier_dsl.diagnostics import Diagnostic, Label, Severity, error
from croupier_dsl.errors.reading import clipped, listed, near_or, quoted
from croupier_dsl.language import tr
from croupier_dsl.source import Span
from croupier_dsl.syntax import Touched

MOST_LISTED = 12


# ---------------------------------------------------------------- E150 - E154: what it is a variant of


def unknown_base(span: Span, name: str, near: str | None, known: Iterable[str]) -> Diagnostic:
    some = sorted(known)
    there = listed(some, "and") if len(some) <= MOST_LISTED else f"{', '.join(some[:MOST_LISTED])} …"
    meant = tr("did you mean `{near}`? ", near=near) if near else tr("bundled: {there}; ", there=there) if there else ""
    return error(
        "E150",
        span,
        tr(
            "ruleset `{name}` not found: it is not bundled, and no file of that name is next to this one",
            name=clipped(name),
        ),
        tr("{meant}name a file next to this one without its `.yaml`", meant=meant),
    )


def base_is_a_path(span: Span, name: str) -> Diagnostic:
    bare = name.replace("\\", "/").rstrip("/").rpartition("/")[2].removesuffix(".yaml")
    meant = tr(": write `{bare}`", bare=bare) if bare else ""
    return error(
        "E151",
        span,
        tr("`{name}` is not a plain ruleset name", name=clipped(name)),
        tr("`of` takes the name of a bundled ruleset or of a file next to this one{meant}", meant=meant),
    )


def circle(span: Span, names: Iterable[str]) -> Diagnostic:
    return error(
        "E152",
        span,
        tr(
            "a variant cannot be based on itself: {names}",
            names=tr(" is based on ").join(f"`{name}`" for name in names),
        ),
        tr("a chain of variants must end at a game"),
    )


def too_long_a_line(span: Span, most: int) -> Diagnostic:
    return error(
        "E153",
        span,
        tr("more than {most} variants build on each other", most=most),
        tr("turn a variant into a game with `croupier flatten`, and build on that"),
    )


def not_of_one_game(span: Span, name: str, game: str, other: str) -> Diagnostic:
    if name == game:
        return error(
            "E154",
            span,
            tr("`{name}` is a game, not a variant of `{other}`", name=name, other=other),
            tr("combine variants of one game; name `{other}` first, then its variants", other=other),
        )
    return error(
        "E154",
        span,
        tr("`{name}` is a variant of `{game}`, not of `{other}`", name=name, game=game, other=other),
        tr("only variants of one game can be combined"),
    )


# ---------------------------------------------------------------- E155 - E164: what it changes


def no_such_part(
    span: Span, path: str, there: str, rest: str, near: str | None, below: list[str], game: str
) -> Diagnostic:
    """Report a path that does not exist. `there`: the longest existing start of it; `rest`: the missing end; `below`:
    the parts that exist instead."""
    where = f"`{there}`" if there else tr("a ruleset")
    some = f"{', '.join(below[:MOST_LISTED])}{' …' if len(below) > MOST_LISTED else ''}"
    has = (
        tr("{where} has {some}", where=where, some=some)
        if below
        else tr("{where} has no parts", where=where)
        if there
        else ""
    )
    meant = tr("did you mean `{near}`?", near=near) if near else f"{has}." if has else ""
    return error(
        "E155",
        span,
        tr("{game} has no part `{path}`", path=clipped(path, 80), game=game),
        tr("{meant} `croupier outline {game}` lists every part", meant=meant, game=game)
        if meant
        else tr("see `croupier outline {game}`", game=game),
        tr("no `{rest}` in {where}", rest=clipped(rest), where=where),
    )


def nothing_in_a_statement(span: Span, path: str, statement: str, holder: str, name: str) -> Diagnostic:
    return error(
        "E155",
        span,
        tr("`{path}` does not exist: `{statement}` is a single statement", path=clipped(path, 80), statement=statement),
        tr(
            "to put something next to it, write `{holder}.{name} after {statement}` under `add`",
            holder=holder,
            name=name,
            statement=statement,
        ),
        tr("no `{rest}` in {where}", rest=clipped(name), where=f"`{statement}`"),
    )


def own_key(span: Span, key: str) -> Diagnostic:
    return error(
        "E155",
        span,
        tr("a variant cannot change `{key}`", key=key),
        tr("write `{key}:` at the top of the variant's file, not under `change`, `add` or `remove`", key=key),
    )


def already_there(span: Span, path: str, first: Span) -> Diagnostic:
    return error(
        "E156",
        span,
        tr("`{path}` already exists", path=clipped(path, 80)),
        tr("to replace it, write it under `change`; to add another, give it another name"),
        "",
        Label(first, tr("here")),
    )


def changes_nothing(span: Span, path: str, first: Span) -> Diagnostic:
    return error(
        "E157",
        span,
        tr("this changes nothing: `{path}` already has this value", path=clipped(path, 80)),
        tr("remove the line"),
        "",
        Label(first, tr("here")),
    )


def touched_twice(span: Span, path: str, first: Span, first_path: str) -> Diagnostic:
    what = tr("again") if path == first_path else tr("a part of `{first_path}`", first_path=clipped(first_path, 60))
    return error(
        "E158",
        span,
        tr("the variant changes `{path}` twice", path=clipped(path, 80)),
        tr("combine both into one entry"),
        what,
        Label(first, tr("first here")),
    )


def short_of_what_is_gone(span: Span, name: str, paths: Sequence[str], said: Span) -> Diagnostic:
    return error(
        "E169",
        span,
        tr(
            "the short description names parts that `{name}` does not have: {paths}",
            name=name,
            paths=quoted(paths, "and"),
        ),
        tr("describe `{name}` in short: write `game.short` under its `text`", name=name),
        "",
        Label(said, tr("named here")),
    )


def joined_with_and(span: Span, path: str, name: str, before: Span, old: str, new: str) -> Diagnostic:
    """Report a condition added to an `until`, which must hold together with the others."""
    return Diagnostic(
        "W632",
        Severity.WARNING,
        tr("`{name}` alone does not end the stage: all conditions of `until` must hold", name=name),
        (Label(span), Label(before, tr("this must hold, too"))),
        tr(
            "to end it if either holds, write under `change`: `{path}: {old} or {new}`; if both must hold, write "
            "`and` there",
            path=path,
            old=old,
            new=new,
        ),
    )


def conflict(span: Span, path: str, name: str, first: Span, first_path: str, first_name: str) -> Diagnostic:
    shared = min(path, first_path, key=len)
    return error(
        "E159",
        span,
        tr(
            "`{first_name}` and `{name}` cannot be combined: both change `{shared}`",
            first_name=first_name,
            name=name,
            shared=clipped(shared, 80),
        ),
        tr("remove one of the two, or write a variant of your own that decides"),
        tr("`{name}`, here", name=name),
        Label(first, tr("`{first_name}`, here", first_name=first_name)),
    )


def not_by_itself(span: Span, path: str, whole: str) -> Diagnostic:
    return error(
        "E160",
        span,
        tr("`{path}` is part of a sentence and cannot be changed on its own", path=clipped(path, 80)),
        tr("change the whole sentence: `{whole}`", whole=whole),
    )


def has_to_be_there(span: Span, path: str) -> Diagnostic:
    return error("E160", span, tr("a ruleset needs `{path}`", path=path), tr("write another under `change`"))


def nothing_can_be_added(span: Span, path: str, above: str) -> Diagnostic:
    return error(
        "E160",
        span,
        tr("`{above}` cannot be extended", above=clipped(above or path, 80)),
        tr("to replace it, write it under `change`"),
    )


def no_label(span: Span, word: str, above: str) -> Diagnostic:
    return error(
        "E160",
        span,
        tr(
            "the list `{above}` has no `{word}`: only labelled statements have names",
            word=clipped(word, 60),
            above=clipped(above, 60),
        ),
        tr(
            "to append a statement, add it to the list itself: `{above}: [ … ]`; to put it elsewhere, change the "
            "whole list",
            above=clipped(above, 60),
        ),
    )


def no_such_neighbour(span: Span, word: str, above: str, near: str | None, known: list[str]) -> Diagnostic:
    nothing = tr("nothing there has a name: remove `before …` or `after …` to put it last")
    meant = (
        tr("did you mean `{near}`?", near=near)
        if near
        else tr("the choices are {names}", names=", ".join(known[:MOST_LISTED]))
        if known
        else nothing
    )
    there = f"`{clipped(above)}`" if above else tr("the ruleset")
    return error(
        "E161",
        span,
        tr("{there} has no `{word}`, so nothing can be placed next to it", there=there, word=clipped(word)),
        meant,
    )


def no_option_to_set(span: Span, name: str, near: str | None, known: list[str], game: str) -> Diagnostic:
    has = tr("it has {known}", known=", ".join(known)) if known else tr("it has none")
    return error(
        "E162",
        span,
        tr("{game} has no option `{name}`", game=game, name=clipped(name)),
        near_or(near, tr("{has}; declare a new one under `add`, as `options.{name}`", has=has, name=clipped(name))),
    )


def no_move_left(span: Span, move: str, stage: str) -> Diagnostic:
    return error(
        "E163",
        span,
        tr("without `{move}`, `{stage}` has no moves left", move=move, stage=stage),
        tr("remove `{stage}` too, or give it other moves: `change`, then `{stage}.moves`", stage=stage),
    )


def no_step_left(span: Span, step: str, stage: str) -> Diagnostic:
    return error(
        "E163",
        span,
        tr("without `{step}`, `{stage}` has no steps left", step=step, stage=stage),
        tr("remove `{stage}` too, or give it other steps: `change`, then `{stage}.steps`", stage=stage),
    )


def too_many_entries(span: Span, name: str, most: int) -> Diagnostic:
    return error(
        "E164",
        span,
        tr("`{name}` changes more than {most} places", name=name, most=most),
        tr("make it a game of its own: `croupier flatten` turns a variant into one"),
    )


# ---------------------------------------------------------------- E165 - E167: chosen options


def no_preset_option(span: Span, preset: str, name: str, near: str | None, known: Iterable[str]) -> Diagnostic:
    has = quoted(known, "and")
    return error(
        "E165",
        span,
        tr("the preset `{preset}` sets `{name}`, which is not an option", preset=preset, name=clipped(name)),
        near_or(near, tr("the options are {has}", has=has) if has else tr("the ruleset has no options")),
    )


def bad_choice(span: Span, name: str, value: str, allowed: str) -> Diagnostic:
    return error(
        "E166",
        span,
        tr("`{name}` cannot be {value}", name=name, value=clipped(value)),
        tr("its values are {allowed}", allowed=allowed),
    )


def need_not_met(span: Span, what: str, need: str, values: str, needed: Span) -> Diagnostic:
    return error(
        "E167",
        span,
        tr("{what} can never be played: {need}", what=what, need=need),
        tr("choose values that fit together"),
        values,
        Label(needed, tr("this must hold")),
    )


def brought_about(found: Diagnostic, causes: Sequence[Touched], path: str) -> Diagnostic:
    """Return an error of the base game, caused by entries of the variant, at the place of these entries.

    `path`: the part that it points at, which the variant may change too.
    """
    first, *more = found.labels
    names = quoted([_shown(cause) for cause in causes], "and")
    here = [Label(cause.span, _what_is_done(cause)) for cause in causes]
    told = replace(first, text=first.text or tr("this is valid for the previous rules"))
    if found.lacks:
        rows = ", ".join(f"`{path}.{name}: …`" for name in found.lacks[:MOST_LISTED])
        help = tr("in the variant, write under `add`: {rows}", rows=rows)
    elif path and all(cause.path != path for cause in causes):
        help = tr("the variant has to change this too: `{path}` under `change`", path=clipped(path, 80))
    else:
        help = tr("do not change {names}", names=names)
    if found.help and not found.lacks:
        help = f"{found.help}; {help}"
    return replace(found, labels=(*here, told, *more), help=help)


def _shown(cause: Touched) -> str:
    return clipped(cause.path.removesuffix(".starting") if cause.sort == "default" else cause.path, 60)


def _what_is_done(cause: Touched) -> str:
    name = _shown(cause)
    match cause.sort:
        case "remove":
            return tr("`{name}` is removed here", name=name)
        case "add" | "append":
            return (
                tr("since this is added to `{name}` here", name=name)
                if cause.sort == "append"
                else tr("since `{name}` is added here", name=name)
            )
        case "default":
            return tr("since `{name}` starts with another value here", name=name)
        case _:
            return tr("since `{name}` is changed here", name=name)


def told_there(found: Diagnostic, span: Span) -> Diagnostic:
    """Return the error at the entry of a variant that causes it."""
    return replace(found, labels=(Label(span),))


def several_choose(span: Span, path: str, ways: Sequence[str]) -> Diagnostic:
    """Report the path of several `choose` lists, or of choices in several. `ways`: the paths with the enclosing
    blocks."""
    listed = ", ".join(f"`{clipped(way, 100)}`" for way in ways)
    return error(
        "E168",
        span,
        tr("several parts have the path `{path}`", path=clipped(path, 80)),
        tr("write the path of the one that you mean: {listed}", listed=listed)
        if len(ways) > 1
        else tr("name a choice, or change the whole list"),
    )


def several_do(span: Span, name: str, above: str, sentences: Sequence[str]) -> Diagnostic:
    listed = ", ".join(f"`{clipped(sentence, 80)}`" for sentence in dict.fromkeys(sentences))
    return error(
        "E168",
        span,
        tr("several statements of `{above}` match `{name}`", above=clipped(above, 80), name=clipped(name, 80)),
        tr("write the whole statement that you mean: {listed}", listed=listed)
        if len({*sentences}) > 1
        else tr("they are equal, {listed}: put a label (`NAME:`) before the one that you mean", listed=listed),
    )
