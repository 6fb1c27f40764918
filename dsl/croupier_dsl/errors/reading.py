"""Errors in the text of a ruleset: E1xx YAML and structure, E2xx sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable

from croupier_dsl.diagnostics import Diagnostic, Label, Meant, error
from croupier_dsl.ir import Type
from croupier_dsl.language import ntr, tr
from croupier_dsl.source import Span
from croupier_dsl.spelling import surely


def near_or(near: str | None, otherwise: str = "") -> str | Meant:
    """Return the fix by the nearest known word if there is one, else other help."""
    return Meant(tr("did you mean `{near}`?", near=near), near) if near else otherwise


def listed(items: Iterable[str], last: str = "or") -> str:
    """Return items as text: `a`, `a or b`, `a, b or c`."""
    found = list(items)
    word = tr("and") if last == "and" else tr("or")
    return found[0] if len(found) == 1 else f"{', '.join(found[:-1])} {word} {found[-1]}" if found else ""


def quoted(names: Iterable[str], last: str = "or") -> str:
    return listed([f"`{name}`" for name in names], last)


def sort(of: Type) -> str:
    """Return a type as text: `card`, `many card`."""
    if of.enum:
        return tr("many {sort}", sort=of.enum) if of.many else of.enum
    return tr(str(of))


def clipped(text: str, length: int = 40) -> str:
    """Return a text on one line, shortened to a length."""
    flat = " ".join(text.split())
    return flat if len(flat) <= length else f"{flat[: length - 1]}…"


# ---------------------------------------------------------------- E100 - E119: the file as YAML


def cannot_open(span: Span, reason: str) -> Diagnostic:
    return error("E100", span, tr("cannot read the file: {reason}", reason=reason))


def bad_encoding(span: Span) -> Diagnostic:
    return error(
        "E101", span, tr("the file is not UTF-8 text"), tr("save the file as UTF-8"), tr("this byte is not valid UTF-8")
    )


def bad_character(span: Span) -> Diagnostic:
    return error(
        "E102",
        span,
        tr("the character U+{text} is not allowed in a ruleset", text=f"{ord(span.text or ' '):04X}"),
        tr("delete it; your editor probably does not show it"),
    )


def empty_file(span: Span) -> Diagnostic:
    return error("E103", span, tr("the file is empty"), tr("a ruleset starts with `croupier: 1` and `game: NAME`"))


def too_large(span: Span, limit: str) -> Diagnostic:
    return error("E104", span, tr("the file is larger than the limit for rulesets ({limit})", limit=limit))


def too_deep(span: Span, depth: int) -> Diagnostic:
    return error("E105", span, tr("the nesting is deeper than {depth} levels", depth=depth))


def several_documents(span: Span) -> Diagnostic:
    return error(
        "E106", span, tr("a second document starts here"), tr("a file holds one ruleset: remove the line `---`")
    )


def tab_indentation(span: Span) -> Diagnostic:
    return error("E107", span, tr("expected spaces, found a tab"), tr("indent with spaces, two for each level"))


_TEXTS = re.compile(r"(?!is|of|by|do|at)[a-z]{2}|title|place|ask|answer|reason")
"""Keys that are followed by a text, in which commas have no meaning: languages, among others."""


def torn_by_comma(span: Span, key: str) -> Diagnostic:
    """Report a comma that splits a text in braces. `key`: the key before the text."""
    way = tr(
        "a sentence has no comma: join conditions with `and`, values with `/`, cards and names with spaces; "
        "put a text in quotes"
    )
    if _TEXTS.fullmatch(key):
        way = tr("put the whole text in quotes, or on a line of its own")
    elif span.text.startswith(("or ", "and ", "where ", "if possible ")):
        way = tr("a sentence has no comma: remove it")
    return error(
        "E108",
        span,
        tr("the comma before this splits the sentence in two"),
        way,
        tr("inside { } a comma starts a new key"),
    )


def no_value_behind(span: Span, listed: bool) -> Diagnostic:
    """Report a key in braces that has no value. `listed`: more such keys follow."""
    text = clipped(span.text)
    way = tr("write `{{NAME: {text}}}`, or remove the braces", text=text)
    if listed:
        way = tr("write a list in brackets, `[{text}, …]`; join values with `/`", text=text)
    return error(
        "E108",
        span,
        tr("`{text}` has no colon and no value", text=text),
        way,
        tr("inside { } each entry is a name, a colon and a value"),
    )


def stray_colon(span: Span) -> Diagnostic:
    return error(
        "E109",
        span,
        tr("a second colon on this line"),
        tr("a sentence contains no colon followed by a space: put a text in quotes, or the rest on lines of its own"),
    )


def bad_indentation(span: Span) -> Diagnostic:
    return error(
        "E110",
        span,
        tr("the indentation of this line matches no key above"),
        tr("keys of the same mapping start in the same column, and so do the dashes of a list"),
    )


def missing_colon(span: Span) -> Diagnostic:
    return error(
        "E111",
        span,
        tr("this line is not `key: value`"),
        tr("put a colon and a space after a key; indent a continued text further than its key"),
    )


def not_closed(span: Span, opener: str) -> Diagnostic:
    closer = {"{": "}", "[": "]"}.get(opener, opener)
    return error(
        "E112",
        span,
        tr("`{opener}` is not closed, or its content is malformed", opener=opener),
        tr("add the missing comma, quote or `{closer}`", closer=closer),
    )


def glued_colon(span: Span) -> Diagnostic:
    return error("E142", span, tr("a colon without a space after it"), tr("write `key: value`"))


def text_on_next_line(span: Span) -> Diagnostic:
    return error(
        "E143",
        span,
        tr("text after `|` or `>` must start on the next line"),
        tr("put the text on the next line, indented"),
    )


def stray_dash(span: Span) -> Diagnostic:
    return error("E144", span, tr("a list cannot start here"), tr("put each dash on a line of its own under the key"))


def bad_start(span: Span, sign: str) -> Diagnostic:
    if sign in ("}", "]"):
        return error("E113", span, tr("`{sign}` closes nothing here", sign=sign), tr("remove it, or open it before"))
    if sign == ",":
        return error("E113", span, tr("expected a key or a value, found a comma"), tr("remove it"))
    return error("E113", span, tr("a value cannot start with `{sign}`", sign=sign), tr("put the value in quotes"))


def not_yaml(span: Span, problem: str) -> Diagnostic:
    return error("E114", span, tr("invalid YAML: {problem}", problem=problem))


def anchor(span: Span) -> Diagnostic:
    return error(
        "E115",
        span,
        tr("anchors and aliases are not allowed"),
        tr("write the part where it is needed; if a text starts with & or *, put it in quotes"),
    )


def tag(span: Span) -> Diagnostic:
    return error(
        "E116",
        span,
        tr("YAML tags are not allowed"),
        tr("remove the word that starts with `!`; if a text starts with `!`, put it in quotes"),
    )


def merge_key(span: Span) -> Diagnostic:
    return error("E117", span, tr("merge keys are not allowed"), tr("write the keys where they are needed"))


def key_not_a_word(span: Span) -> Diagnostic:
    return error(
        "E118", span, tr("a key must be a word or a sentence"), tr("put the key in quotes if it starts with `{` or `[`")
    )


def duplicate_key(span: Span, first: Span) -> Diagnostic:
    return error(
        "E119",
        span,
        tr("duplicate key `{text}`", text=clipped(span.text)),
        tr("remove one of the two, or give it another name"),
        tr("again here"),
        Label(first, tr("first here")),
    )


def no_break_space(span: Span) -> Diagnostic:
    return error("E140", span, tr("a no-break space"), tr("replace it with an ordinary space"))


# ---------------------------------------------------------------- E120 - E149: structure


def unknown_key(span: Span, place: str, near: str | None, known: Iterable[str]) -> Diagnostic:
    names = sorted(known)
    meant: str | Meant = tr("in scope: {names}", names=", ".join(names)) if names else ""
    if near:
        meant = Meant(tr("did you mean `{near}`?", near=near), near, surely(span.text, near, names))
    return error("E120", span, tr("unknown key `{text}` in {place}", text=clipped(span.text), place=place), meant)


def missing_key(span: Span, key: str, place: str) -> Diagnostic:
    example = _EXAMPLES.get(key)
    return error(
        "E121",
        span,
        tr("the key `{key}` is missing in {place}", key=key, place=place),
        tr("add `{example}`", example=example) if example else "",
    )


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
    "of": "of: GAME",
}


def wrong_shape(span: Span, wanted: str, found: str, help: str = "") -> Diagnostic:
    return error("E122", span, tr("expected {wanted}, found {found}", wanted=wanted, found=found), help)


def written(text: str) -> str:
    return tr("write `{suggestion}`", suggestion=text)


def told_in_a_row(words: Iterable[str]) -> str:
    """Return how a list of words in a scenario is written."""
    return tr("write them with spaces in between: `{words}`", words=clipped(" ".join(words)))


def told_by_whom(step: str) -> str:
    """Return how a step of a scenario is written."""
    return tr("say who does it: `NAME: {step}`", step=clipped(step))


def several_conditions() -> str:
    """Return how several conditions are written where a list is found."""
    return tr("join them with `and` or `or` in one sentence; if all must hold, also `{NAME: …, OTHER: …}`")


def nothing_here(span: Span, key: str, wanted: str, help: str = "") -> Diagnostic:
    label = tr("expected {wanted}", wanted=wanted)
    return error("E123", span, tr("`{key}:` has no value", key=key), help, label)


def not_one_of(span: Span, allowed: Iterable[str], near: str | None) -> Diagnostic:
    return error(
        "E124",
        span,
        tr("`{text}` is not allowed here", text=clipped(span.text)),
        near_or(near),
        tr("expected {allowed}", allowed=quoted(allowed)),
    )


def wrong_version(span: Span) -> Diagnostic:
    return error(
        "E125",
        span,
        tr("version `{text}` of the language is unknown", text=clipped(span.text)),
        tr("this croupier reads `croupier: 1`"),
    )


def not_a_name(span: Span, suggestion: str | None) -> Diagnostic:
    return error(
        "E126",
        span,
        tr("`{text}` is not a valid name", text=clipped(span.text)),
        written(suggestion) if suggestion else "",
        tr("a name is one word of the letters a-z and A-Z, digits and `_`"),
    )


def not_an_id(span: Span, suggestion: str | None) -> Diagnostic:
    return error(
        "E127",
        span,
        tr("`{text}` is not a valid name", text=clipped(span.text)),
        written(suggestion) if suggestion else "",
        tr("this name is one word of letters, digits, `-` and `_`"),
    )


def keys_exclude(span: Span, first: str, second: str, place: str, help: str = "") -> Diagnostic:
    return error(
        "E128", span, tr("{place} has `{first}` or `{second}`, not both", place=place, first=first, second=second), help
    )


def key_needs(span: Span, key: str, needed: str) -> Diagnostic:
    return error("E129", span, tr("`{key}` also needs `{needed}`", key=key, needed=needed))


def else_without_if(span: Span) -> Diagnostic:
    return error(
        "E130",
        span,
        tr("`{text}` without an `if` before it", text=clipped(span.text)),
        tr("put it next to its `if` in the same list item, without a dash"),
    )


def block_word_as_label(span: Span, instead: str) -> Diagnostic:
    return error(
        "E131",
        span,
        tr("`{text}` does not start a block", text=clipped(span.text)),
        tr("write `{instead}`", instead=instead),
    )


def empty_body(span: Span) -> Diagnostic:
    return error(
        "E132",
        span,
        tr("`{text}` has nothing under it", text=clipped(span.text)),
        tr("put a statement under it, or remove it"),
    )


def unknown_language(span: Span) -> Diagnostic:
    return error(
        "E133",
        span,
        tr("`{text}` is not a language code", text=clipped(span.text)),
        label=tr("a language code is two or three lower-case letters, such as `en` or `fr`"),
    )


def bad_path(span: Span) -> Diagnostic:
    return error(
        "E134",
        span,
        tr("`{text}` is not a path to a part of the rules", text=clipped(span.text)),
        label=tr("a path is names separated by dots, such as `moves.draw.when`"),
    )


def no_such_option(span: Span, near: str | None) -> Diagnostic:
    return error(
        "E135",
        span,
        tr("the ruleset has no option `{text}`", text=clipped(span.text)),
        near_or(near),
    )


def not_in_a_variant(span: Span, key: str) -> Diagnostic:
    return error(
        "E136",
        span,
        tr("a variant cannot have its own `{key}`", key=key),
        tr("write changes by path: under `change`, `{key}` or `{key}.…`; write new parts under `add`", key=key),
    )


def both_files(span: Span, first: Span) -> Diagnostic:
    return error(
        "E137",
        span,
        tr("`{text}` is given in two files", text=clipped(span.text)),
        tr("remove one of the two"),
        tr("also in {name}", name=first.source.name),
        Label(first, tr("first here")),
    )


def wrong_file(span: Span, where: str) -> Diagnostic:
    return error("E138", span, tr("`{text}` belongs in {where}", text=clipped(span.text), where=where))


def no_deck(span: Span, part: str = "cards") -> Diagnostic:
    return error(
        "E141", span, tr("`{part}` does not define any cards", part=part), tr("add `deck: french52`, or `attributes:`")
    )


def too_many(span: Span, shown: int, more: int) -> Diagnostic:
    help = tr("fix some of the {shown} errors shown, and check again", shown=shown)
    return error("E139", span, ntr("{n} more error not shown", "{n} more errors not shown", more), help)


# ---------------------------------------------------------------- E200 - E219: sentences


def unreadable_sentence(span: Span, kind: str, wanted: str, help: str) -> Diagnostic:
    seen = f"`{clipped(span.text)}`" if span.text.strip() else tr("this")
    return error("E200", span, tr("unexpected {seen} in {kind}", seen=seen, kind=tr(kind)), help, wanted)


def unfinished_sentence(span: Span, kind: str, wanted: str, help: str) -> Diagnostic:
    return error("E201", span, tr("the {kind} is incomplete", kind=tr(kind).split(" ", 1)[1]), help, wanted)


def unknown_sign(span: Span, kind: str, wanted: str, help: str) -> Diagnostic:
    return error(
        "E202",
        span,
        tr("the sign `{text}` has no meaning in {kind}", text=clipped(span.text), kind=tr(kind)),
        help,
        wanted,
    )


def empty_sentence(span: Span, kind: str) -> Diagnostic:
    return error("E203", span, tr("expected {kind}", kind=tr(kind)))


def escape_in_sentence(span: Span) -> Diagnostic:
    return error("E204", span, tr("escapes are not allowed in a sentence"), tr("write the sentence without quotes"))


def sentence_too_long(span: Span) -> Diagnostic:
    return error("E205", span, tr("the sentence is too long"), tr("give a part of it a name under `define:`"))


def sentence_too_deep(span: Span) -> Diagnostic:
    return error("E206", span, tr("the sentence is nested too deeply"), tr("give a part of it a name under `define:`"))


def number_too_large(span: Span) -> Diagnostic:
    return error("E207", span, tr("the number is too large"), label=tr("at most nine digits"))


def because_outside_cannot(span: Span) -> Diagnostic:
    return error(
        "E208",
        span,
        tr("a move that is made takes no `because`"),
        tr("it names the condition that forbids a move: write it after `NAME cannot: …`"),
    )


def because_as_a_value(span: Span, move: str) -> Diagnostic:
    """Report `because` directly after a move, where it may be intended as a value of a choice."""
    message = tr("`because` starts the reason why a move is refused")
    help = tr("if a choice has `because` as a value, name the choice too: `{move} CHOICE=because`", move=move)
    return error("E208", span, message, help)
