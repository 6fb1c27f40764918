"""The wording of what can be wrong with the text of a ruleset: E1xx YAML and structure, E2xx sentences."""

from __future__ import annotations

from collections.abc import Iterable

from croupier_dsl.diagnostics import Diagnostic, Label, Severity
from croupier_dsl.source import Span


def _error(code: str, message: str, span: Span, label: str = "", help: str = "", *more: Label) -> Diagnostic:
    return Diagnostic(code, Severity.ERROR, message, (Label(span, label), *more), help)


def listed(items: Iterable[str], last: str = "or") -> str:
    """`a`, `a or b`, `a, b or c`."""
    found = list(items)
    return found[0] if len(found) == 1 else f"{', '.join(found[:-1])} {last} {found[-1]}" if found else ""


def quoted(names: Iterable[str], last: str = "or") -> str:
    return listed([f"`{name}`" for name in names], last)


def clipped(text: str, length: int = 40) -> str:
    """A text on one line, cut where it grows long."""
    flat = " ".join(text.split())
    return flat if len(flat) <= length else f"{flat[: length - 1]}…"


# ---------------------------------------------------------------- E100 - E119: the file as YAML


def cannot_open(span: Span, reason: str) -> Diagnostic:
    return _error("E100", f"the file cannot be read: {reason}", span)


def bad_encoding(span: Span) -> Diagnostic:
    return _error(
        "E101", "the file is not UTF-8 text", span, "this byte is not part of any letter", "save the file as UTF-8"
    )


def bad_character(span: Span) -> Diagnostic:
    return _error(
        "E102",
        f"the character U+{ord(span.text or ' '):04X} cannot stand in a ruleset",
        span,
        help="delete it, it is probably invisible in your editor",
    )


def empty_file(span: Span) -> Diagnostic:
    return _error("E103", "the file is empty", span, help="a ruleset starts with `croupier: 1` and `game: NAME`")


def too_large(span: Span, limit: str) -> Diagnostic:
    return _error("E104", f"the file is larger than a ruleset may be ({limit})", span)


def too_deep(span: Span, depth: int) -> Diagnostic:
    return _error("E105", f"the nesting is deeper than {depth} levels here", span)


def several_documents(span: Span) -> Diagnostic:
    return _error("E106", "a second document starts here", span, help="a file holds one ruleset: remove the line `---`")


def tab_indentation(span: Span) -> Diagnostic:
    return _error("E107", "a tab where spaces are wanted", span, help="indent with spaces, two for each level")


def torn_by_comma(span: Span) -> Diagnostic:
    return _error(
        "E108",
        "the comma before this splits the sentence in two",
        span,
        "within { } a comma starts a new key",
        "put the whole sentence in quotes, or on a line of its own",
    )


def no_value_behind(span: Span) -> Diagnostic:
    """A key in braces that is nothing but a key, where no comma stands before it."""
    return _error(
        "E108",
        f"`{clipped(span.text)}` has no colon and nothing behind it",
        span,
        "within { } stand entries, each a name and what it is",
        f"write `{{NAME: {clipped(span.text)}}}`, or leave the braces away",
    )


def stray_colon(span: Span) -> Diagnostic:
    return _error(
        "E109",
        "a second colon on this line",
        span,
        help="a sentence holds no colon and space: put a text in quotes, or what follows on lines of its own",
    )


def bad_indentation(span: Span) -> Diagnostic:
    return _error(
        "E110",
        "this line stands neither under the line before nor beside a key above",
        span,
        help="keys of the same mapping start in the same column, and so do the dashes of a list",
    )


def missing_colon(span: Span) -> Diagnostic:
    return _error(
        "E111",
        "this line is no `key: value`",
        span,
        help="put a colon and a space after a key; a text that goes on stands further right than its key",
    )


def not_closed(span: Span, opener: str) -> Diagnostic:
    closer = {"{": "}", "[": "]"}.get(opener, opener)
    return _error(
        "E112",
        f"`{opener}` is never closed, or something in it cannot be read",
        span,
        help=f"look for a missing comma, quote or `{closer}`",
    )


def glued_colon(span: Span) -> Diagnostic:
    return _error("E142", "a colon without a space behind it", span, help="write `key: value`")


def text_on_next_line(span: Span) -> Diagnostic:
    return _error("E143", "behind `|` or `>` the line ends", span, help="put the text on the next line, indented")


def stray_dash(span: Span) -> Diagnostic:
    return _error("E144", "a list cannot start here", span, help="put each dash on a line of its own under the key")


def bad_start(span: Span, sign: str) -> Diagnostic:
    if sign in ("}", "]"):
        return _error("E113", f"`{sign}` closes nothing here", span, help="remove it, or open it before")
    if sign == ",":
        return _error("E113", "a comma where a key or a value is wanted", span, help="remove it")
    return _error("E113", f"a value cannot start with `{sign}`", span, help="put the value in quotes")


def not_yaml(span: Span, problem: str) -> Diagnostic:
    return _error("E114", f"the file cannot be read as YAML here: {problem}", span)


def anchor(span: Span) -> Diagnostic:
    return _error(
        "E115",
        "anchors and aliases have no place in a ruleset",
        span,
        help="write the part out where it is needed; if a text starts with & or *, put it in quotes",
    )


def tag(span: Span) -> Diagnostic:
    return _error(
        "E116",
        "tags have no place in a ruleset",
        span,
        help="remove the word that starts with `!`; if a text starts with `!`, put it in quotes",
    )


def merge_key(span: Span) -> Diagnostic:
    return _error(
        "E117", "merge keys have no place in a ruleset", span, help="write the keys out where they are needed"
    )


def key_not_a_word(span: Span) -> Diagnostic:
    return _error(
        "E118", "a key must be a word or a sentence", span, help="put the key in quotes if it starts with `{` or `[`"
    )


def duplicate_key(span: Span, first: Span) -> Diagnostic:
    return _error(
        "E119",
        f"the key `{clipped(span.text)}` stands here a second time",
        span,
        "again here",
        "remove one of the two, or give it another name",
        Label(first, "first here"),
    )


def no_break_space(span: Span) -> Diagnostic:
    return _error("E140", "a no-break space stands here", span, help="write an ordinary space in its place")


# ---------------------------------------------------------------- E120 - E149: structure


def unknown_key(span: Span, place: str, near: str | None, known: Iterable[str]) -> Diagnostic:
    names = sorted(known)
    meant = f"did you mean `{near}`?" if near else f"known here: {', '.join(names)}" if names else ""
    return _error("E120", f"unknown key `{clipped(span.text)}` in {place}", span, help=meant)


def missing_key(span: Span, key: str, place: str) -> Diagnostic:
    example = _EXAMPLES.get(key)
    return _error("E121", f"the key `{key}` is missing in {place}", span, help=f"add `{example}`" if example else "")


_EXAMPLES = {
    "croupier": "croupier: 1",
    "game": "game: NAME",
    "players": "players: 2..4",
    "cards": "cards: {deck: french52}",
    "play": "play:",
    "result": "result: {score: …, best: highest}",
    "seats": "seats: Ann Bob",
    "is": "is: …",
    "variant": "variant: NAME",
    "of": "of: NAME, the game or variant that it changes",
}


def wrong_shape(span: Span, wanted: str, found: str, help: str = "") -> Diagnostic:
    return _error("E122", f"{wanted} is wanted here, not {found}", span, help=help)


def told_in_a_row(words: Iterable[str]) -> str:
    """How a list of words under a scenario is written."""
    return f"write it one behind the other, with blanks between: `{clipped(' '.join(words))}`"


def told_by_whom(step: str) -> str:
    """How a step of a scenario is written."""
    return f"say who does it: `NAME: {clipped(step)}`"


def nothing_here(span: Span, key: str, wanted: str) -> Diagnostic:
    return _error("E123", f"nothing stands after `{key}:`", span, f"{wanted} is wanted here")


def not_one_of(span: Span, allowed: Iterable[str], near: str | None) -> Diagnostic:
    return _error(
        "E124",
        f"`{clipped(span.text)}` is not possible here",
        span,
        f"wanted: {quoted(allowed)}",
        f"did you mean `{near}`?" if near else "",
    )


def wrong_version(span: Span) -> Diagnostic:
    return _error(
        "E125",
        f"version `{clipped(span.text)}` of the language is unknown",
        span,
        help="this croupier reads `croupier: 1`",
    )


def not_a_name(span: Span, suggestion: str | None) -> Diagnostic:
    return _error(
        "E126",
        f"`{clipped(span.text)}` is not a name",
        span,
        "a name is one word of the letters a-z and A-Z, digits and `_`",
        f"write `{suggestion}`" if suggestion else "",
    )


def not_an_id(span: Span) -> Diagnostic:
    return _error(
        "E127", f"`{clipped(span.text)}` is not a name", span, "this name is one word of letters, digits, `-` and `_`"
    )


def keys_exclude(span: Span, first: str, second: str, place: str, help: str = "") -> Diagnostic:
    return _error("E128", f"{place} has `{first}` or `{second}`, not both", span, help=help)


def key_needs(span: Span, key: str, needed: str) -> Diagnostic:
    return _error("E129", f"`{key}` needs `{needed}` beside it", span)


def else_without_if(span: Span) -> Diagnostic:
    return _error(
        "E130",
        f"`{clipped(span.text)}` without an `if` before it",
        span,
        help="it is a key beside its `if`, in the same item of the list: no dash before it",
    )


def block_word_as_label(span: Span, instead: str) -> Diagnostic:
    return _error("E131", f"`{clipped(span.text)}` opens no block", span, help=f"write `{instead}`")


def empty_body(span: Span) -> Diagnostic:
    return _error(
        "E132", f"nothing happens under `{clipped(span.text)}`", span, help="put a statement under it, or remove it"
    )


def unknown_language(span: Span) -> Diagnostic:
    return _error(
        "E133",
        f"`{clipped(span.text)}` is no language",
        span,
        "a language is two or three small letters, as `en` or `fr`",
    )


def bad_path(span: Span) -> Diagnostic:
    return _error(
        "E134",
        f"`{clipped(span.text)}` is no path to a part of the rules",
        span,
        "a path is names with dots between them, as `moves.draw.when`",
    )


def no_such_option(span: Span, near: str | None) -> Diagnostic:
    return _error(
        "E135",
        f"the ruleset has no option `{clipped(span.text)}`",
        span,
        help=f"did you mean `{near}`?" if near else "",
    )


def not_in_a_variant(span: Span, key: str) -> Diagnostic:
    return _error(
        "E136",
        f"a variant has no `{key}` of its own",
        span,
        help=f"write what it changes by path: under `change`, `{key}` or `{key}.…`; what is new, under `add`",
    )


def both_files(span: Span, first: Span) -> Diagnostic:
    return _error(
        "E137",
        f"`{clipped(span.text)}` is given in two files",
        span,
        f"also in {first.source.name}",
        "remove one of the two",
        Label(first, "first here"),
    )


def wrong_file(span: Span, where: str) -> Diagnostic:
    return _error("E138", f"`{clipped(span.text)}` belongs in {where}", span)


def no_deck(span: Span) -> Diagnostic:
    return _error("E141", "`cards` says of no card what it is", span, help="add `deck: french52`, or `attributes:`")


def too_many(span: Span, limit: int) -> Diagnostic:
    return _error("E139", f"more than {limit} errors: reading stops here", span)


# ---------------------------------------------------------------- E200 - E219: sentences


def unreadable_sentence(span: Span, kind: str, wanted: str, help: str) -> Diagnostic:
    seen = f"`{clipped(span.text)}`" if span.text.strip() else "this"
    return _error("E200", f"{seen} cannot stand here in {kind}", span, wanted, help)


def unfinished_sentence(span: Span, kind: str, wanted: str, help: str) -> Diagnostic:
    return _error("E201", f"the {kind.split(' ', 1)[1]} is not finished", span, wanted, help)


def unknown_sign(span: Span, kind: str, wanted: str, help: str) -> Diagnostic:
    return _error("E202", f"the sign `{clipped(span.text)}` means nothing in {kind}", span, wanted, help)


def empty_sentence(span: Span, kind: str) -> Diagnostic:
    return _error("E203", f"{kind} is wanted here", span)


def escape_in_sentence(span: Span) -> Diagnostic:
    return _error("E204", "escapes have no place in a sentence", span, help="write the sentence without quotes")


def sentence_too_long(span: Span) -> Diagnostic:
    return _error("E205", "the sentence is too long", span, help="give a part of it a name under `define:`")


def sentence_too_deep(span: Span) -> Diagnostic:
    return _error("E206", "the sentence is nested too deeply", span, help="give a part of it a name under `define:`")


def number_too_large(span: Span) -> Diagnostic:
    return _error("E207", "the number is too large", span, "nine digits at most")


def because_outside_cannot(span: Span) -> Diagnostic:
    return _error(
        "E208",
        "`because` has no place in something that is done",
        span,
        help="it says which condition forbids a move: write it after `NAME cannot: …`",
    )
