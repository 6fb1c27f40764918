"""The wording of what can be wrong with a variant: E150 to E169, and with what it and presets choose of options."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from croupier_dsl.diagnostics import Diagnostic, Label, Severity
from croupier_dsl.errors.reading import clipped, listed, quoted
from croupier_dsl.source import Span

MOST_LISTED = 12


def _error(code: str, message: str, span: Span, label: str = "", help: str = "", *more: Label) -> Diagnostic:
    return Diagnostic(code, Severity.ERROR, message, (Label(span, label), *more), help)


# ---------------------------------------------------------------- E150 - E154: what it is a variant of


def unknown_base(span: Span, name: str, near: str | None, known: Iterable[str]) -> Diagnostic:
    there = listed(sorted(known), "and")
    meant = f"did you mean `{near}`? " if near else f"bundled are {there}; " if there else ""
    return _error(
        "E150",
        f"there is no ruleset `{clipped(name)}`, neither bundled nor beside this file",
        span,
        help=f"{meant}a file beside this one is named without its `.yaml`",
    )


def base_is_a_path(span: Span, name: str) -> Diagnostic:
    bare = name.replace("\\", "/").rstrip("/").rpartition("/")[2].removesuffix(".yaml")
    meant = f": write `{bare}`" if bare else ""
    return _error(
        "E151",
        f"`{clipped(name)}` is not the bare name of a ruleset",
        span,
        help=f"`of` opens bundled rulesets and files beside this one, by name{meant}",
    )


def circle(span: Span, names: Iterable[str]) -> Diagnostic:
    return _error(
        "E152",
        f"a variant cannot be of itself: {' is of '.join(f'`{name}`' for name in names)}",
        span,
        help="`of` leads from variant to variant down to a game",
    )


def too_long_a_line(span: Span, most: int) -> Diagnostic:
    return _error(
        "E153",
        f"more than {most} variants build on each other here",
        span,
        help="`croupier flatten` makes a game of its own from a variant: build on that",
    )


def not_of_one_game(span: Span, name: str, game: str, other: str) -> Diagnostic:
    if name == game:
        return _error(
            "E154",
            f"`{name}` is a game of its own, and no variant of `{other}`",
            span,
            help=f"what is put together are variants of one game; name `{other}` first, then variants of it",
        )
    return _error(
        "E154",
        f"`{name}` is a variant of `{game}`, not of `{other}`",
        span,
        help="only variants of one game can be put together",
    )


# ---------------------------------------------------------------- E155 - E164: what it changes


def no_such_part(
    span: Span, path: str, there: str, rest: str, near: str | None, below: list[str], game: str
) -> Diagnostic:
    """`there`: the deepest part on the way, `rest` what it does not have; `below` what it has."""
    where = f"`{there}`" if there else "a ruleset"
    some = f"{', '.join(below[:MOST_LISTED])}{' …' if len(below) > MOST_LISTED else ''}"
    has = f"{where} has {some}" if below else f"{where} has no parts" if there else ""
    meant = f"did you mean `{near}`?" if near else has
    return _error(
        "E155",
        f"`{clipped(path, 80)}` leads to no part of {game}",
        span,
        f"no `{clipped(rest)}` in {where}",
        f"{meant}; `croupier outline {game}` lists every part" if meant else f"see `croupier outline {game}`",
    )


def own_key(span: Span, key: str) -> Diagnostic:
    return _error(
        "E155",
        f"`{key}` is no part that a variant changes",
        span,
        help=f"a variant has its own: write `{key}:` at the top of the file, not under `change`, `add` or `remove`",
    )


def already_there(span: Span, path: str, first: Span) -> Diagnostic:
    return _error(
        "E156",
        f"`{clipped(path, 80)}` is there already",
        span,
        "",
        "to replace it, write it under `change`; to add another, give that another name",
        Label(first, "here"),
    )


def changes_nothing(span: Span, path: str, first: Span) -> Diagnostic:
    return _error(
        "E157",
        f"this changes nothing: `{clipped(path, 80)}` is so already",
        span,
        "",
        "remove the line",
        Label(first, "here"),
    )


def touched_twice(span: Span, path: str, first: Span, first_path: str) -> Diagnostic:
    what = "again" if path == first_path else f"a part of `{clipped(first_path, 60)}`"
    return _error(
        "E158",
        f"`{clipped(path, 80)}` is touched twice by one variant",
        span,
        what,
        "say all of it in one entry",
        Label(first, "first here"),
    )


def conflict(span: Span, path: str, name: str, first: Span, first_path: str, first_name: str) -> Diagnostic:
    shared = min(path, first_path, key=len)
    return _error(
        "E159",
        f"`{first_name}` and `{name}` do not go together: both touch `{clipped(shared, 80)}`",
        span,
        f"`{name}`, here",
        "leave one of the two out, or write a variant of your own that says what holds",
        Label(first, f"`{first_name}`, here"),
    )


def not_by_itself(span: Span, path: str, whole: str) -> Diagnostic:
    return _error(
        "E160",
        f"`{clipped(path, 80)}` is a part of a sentence and cannot be touched by itself",
        span,
        help=f"change the whole sentence: `{whole}`",
    )


def has_to_be_there(span: Span, path: str) -> Diagnostic:
    return _error("E160", f"a ruleset cannot be without `{path}`", span, help="write another under `change`")


def nothing_can_be_added(span: Span, path: str, above: str) -> Diagnostic:
    return _error(
        "E160",
        f"nothing can be added to `{clipped(above or path, 80)}`",
        span,
        help="to replace it, write it under `change`",
    )


def no_label(span: Span, word: str, above: str) -> Diagnostic:
    return _error(
        "E160",
        f"`{clipped(word, 60)}` is no name in the list `{clipped(above, 60)}`: only labelled statements have one",
        span,
        help=f"to add a statement at the end, add it to the list itself: `{clipped(above, 60)}: [ … ]`; "
        "to put it elsewhere, change the whole list",
    )


def no_such_neighbour(span: Span, word: str, above: str, near: str | None, known: list[str]) -> Diagnostic:
    nothing = "nothing there has a name: leave `before …` or `after …` away, and it stands last"
    meant = f"did you mean `{near}`?" if near else f"there are {', '.join(known[:MOST_LISTED])}" if known else nothing
    there = f"`{clipped(above)}`" if above else "the ruleset"
    return _error("E161", f"{there} has no `{clipped(word)}` to stand beside", span, help=meant)


def no_option_to_set(span: Span, name: str, near: str | None, known: list[str], game: str) -> Diagnostic:
    has = f"it has {', '.join(known)}" if known else "it has none"
    return _error(
        "E162",
        f"{game} has no option `{clipped(name)}`",
        span,
        help=f"did you mean `{near}`?" if near else f"{has}; a new one goes under `add`, as `options.{clipped(name)}`",
    )


def no_move_left(span: Span, move: str, stage: str) -> Diagnostic:
    return _error(
        "E163",
        f"without `{move}` no move is left in `{stage}`",
        span,
        help=f"remove `{stage}` too, or give it other moves: `change`, then `{stage}.moves`",
    )


def too_many_entries(span: Span, name: str, most: int) -> Diagnostic:
    return _error(
        "E164",
        f"`{name}` touches more than {most} places",
        span,
        help="what differs in so much is a game of its own; `croupier flatten` makes one from a variant",
    )


# ---------------------------------------------------------------- E165 - E167: what is chosen of options


def no_preset_option(span: Span, preset: str, name: str, near: str | None, known: Iterable[str]) -> Diagnostic:
    has = quoted(known, "and")
    return _error(
        "E165",
        f"the preset `{preset}` sets `{clipped(name)}`, which is no option",
        span,
        help=f"did you mean `{near}`?" if near else f"there are {has}" if has else "the ruleset has no options",
    )


def bad_choice(span: Span, name: str, value: str, allowed: str) -> Diagnostic:
    return _error("E166", f"`{name}` cannot be {clipped(value)}", span, help=f"it may be {allowed}")


def need_not_met(span: Span, what: str, need: str, values: str, needed: Span) -> Diagnostic:
    return _error(
        "E167",
        f"no table can play {what}: {need}",
        span,
        values,
        "choose values that fit each other",
        Label(needed, "this must hold"),
    )


def still_needed(found: Diagnostic, span: Span, name: str) -> Diagnostic:
    """An error that is there because a variant took something away: said with the place where it did."""
    return replace(
        found,
        labels=(*found.labels, Label(span, f"`{name}` is taken away here")),
        help=f"the variant has to change this too, or keep `{name}`",
    )


def changed_here(found: Diagnostic, span: Span, name: str) -> Diagnostic:
    """An error of the game that is there because a variant changed what it speaks of: told where the variant did."""
    first, *more = found.labels
    told = replace(first, text=first.text or f"this speaks of `{name}`")
    help = found.help or f"let `{name}` be what the game takes it for, or change this sentence too"
    return replace(found, labels=(Label(span, f"since `{name}` is changed here"), told, *more), help=help)


def told_there(found: Diagnostic, span: Span) -> Diagnostic:
    """The same, at the entry of a variant that it comes from."""
    return replace(found, labels=(Label(span),))
