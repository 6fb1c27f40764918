"""Errors in the text of a ruleset: E1xx YAML and structure, E2xx sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable

from croupier_dsl.diagnostics import Diagnostic, Label, Meant, error
from croupier_dsl.ir import Type
from croupier_dsl.language import ntr, tr
from croupier_dsl.source import Span
from croupier_dsl.spelling import surely


def _error(code: str, message: str, span: Span, label: str = "", help: str | Meant = "", *more: Label) -> Diagnostic:
    return error(code, message, (Label(span, label), *more), help)


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
    return _error("E100", tr("cannot read the file: {reason}", reason=reason), span)


def bad_encoding(span: Span) -> Diagnostic:
    return _error(
        "E101",
        tr("the file is not UTF-8 text"),
        span,
        tr("this byte is not valid UTF-8"),
        tr("save the file as UTF-8"),
    )


def bad_character(span: Span) -> Diagnostic:
    return _error(
        "E102",
        tr("the character U+{text} is not allowed in a ruleset", text=f"{ord(span.text or ' '):04X}"),
        span,
        help=tr("delete it; your editor probably does not show it"),
    )


def empty_file(span: Span) -> Diagnostic:
    return _error(
        "E103", tr("the file is empty"), span, help=tr("a ruleset starts with `croupier: 1` and `game: NAME`")
    )


def too_large(span: Span, limit: str) -> Diagnostic:
    return _error("E104", tr("the file is larger than the limit for rulesets ({limit})", limit=limit), span)


def too_deep(span: Span, depth: int) -> Diagnostic:
    return _error("E105", tr("the nesting is deeper than {depth} levels", depth=depth), span)


def several_documents(span: Span) -> Diagnostic:
    return _error(
        "E106", tr("a second document starts here"), span, help=tr("a file holds one ruleset: remove the line `---`")
    )


def tab_indentation(span: Span) -> Diagnostic:
    return _error("E107", tr("expected spaces, found a tab"), span, help=tr("indent with spaces, two for each level"))


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
    return _error(
        "E108",
        tr("the comma before this splits the sentence in two"),
        span,
        tr("inside { } a comma starts a new key"),
        way,
    )


def no_value_behind(span: Span, listed: bool) -> Diagnostic:
    """Report a key in braces that has no value. `listed`: more such keys follow."""
    text = clipped(span.text)
    way = tr("write `{{NAME: {text}}}`, or remove the braces", text=text)
    if listed:
        way = tr("write a list in brackets, `[{text}, …]`; join values with `/`", text=text)
    return _error(
        "E108",
        tr("`{text}` has no colon and no value", text=text),
        span,
        tr("inside { } each entry is a name, a colon and a value"),
        way,
    )


def stray_colon(span: Span) -> Diagnostic:
    return _error(
        "E109",
        tr("a second colon on this line"),
        span,
        help=tr(
            "a sentence contains no colon followed by a space: put a text in quotes, or the rest on lines of its own"
        ),
    )


def bad_indentation(span: Span) -> Diagnostic:
    return _error(
        "E110",
        tr("the indentation of this line matches no key above"),
        span,
        help=tr("keys of the same mapping start in the same column, and so do the dashes of a list"),
    )


def missing_colon(span: Span) -> Diagnostic:
    return _error(
        "E111",
        tr("this line is not `key: value`"),
        span,
        help=tr("put a colon and a space after a key; indent a continued text further than its key"),
    )


def not_closed(span: Span, opener: str) -> Diagnostic:
    closer = {"{": "}", "[": "]"}.get(opener, opener)
    return _error(
        "E112",
        tr("`{opener}` is not closed, or its content is malformed", opener=opener),
        span,
        help=tr("add the missing comma, quote or `{closer}`", closer=closer),
    )


def glued_colon(span: Span) -> Diagnostic:
    return _error("E142", tr("a colon without a space after it"), span, help=tr("write `key: value`"))


def text_on_next_line(span: Span) -> Diagnostic:
    return _error(
        "E143",
        tr("text after `|` or `>` must start on the next line"),
        span,
        help=tr("put the text on the next line, indented"),
    )


def stray_dash(span: Span) -> Diagnostic:
    return _error(
        "E144", tr("a list cannot start here"), span, help=tr("put each dash on a line of its own under the key")
    )


def bad_start(span: Span, sign: str) -> Diagnostic:
    if sign in ("}", "]"):
        return _error(
            "E113", tr("`{sign}` closes nothing here", sign=sign), span, help=tr("remove it, or open it before")
        )
    if sign == ",":
        return _error("E113", tr("expected a key or a value, found a comma"), span, help=tr("remove it"))
    return _error("E113", tr("a value cannot start with `{sign}`", sign=sign), span, help=tr("put the value in quotes"))


def not_yaml(span: Span, problem: str) -> Diagnostic:
    return _error("E114", tr("invalid YAML: {problem}", problem=problem), span)


def anchor(span: Span) -> Diagnostic:
    return _error(
        "E115",
        tr("anchors and aliases are not allowed"),
        span,
        help=tr("write the part where it is needed; if a text starts with & or *, put it in quotes"),
    )


def tag(span: Span) -> Diagnostic:
    return _error(
        "E116",
        tr("YAML tags are not allowed"),
        span,
        help=tr("remove the word that starts with `!`; if a text starts with `!`, put it in quotes"),
    )


def merge_key(span: Span) -> Diagnostic:
    return _error("E117", tr("merge keys are not allowed"), span, help=tr("write the keys where they are needed"))


def key_not_a_word(span: Span) -> Diagnostic:
    return _error(
        "E118",
        tr("a key must be a word or a sentence"),
        span,
        help=tr("put the key in quotes if it starts with `{` or `[`"),
    )


def duplicate_key(span: Span, first: Span) -> Diagnostic:
    return _error(
        "E119",
        tr("duplicate key `{text}`", text=clipped(span.text)),
        span,
        tr("again here"),
        tr("remove one of the two, or give it another name"),
        Label(first, tr("first here")),
    )


def no_break_space(span: Span) -> Diagnostic:
    return _error("E140", tr("a no-break space"), span, help=tr("replace it with an ordinary space"))


# ---------------------------------------------------------------- E120 - E149: structure


def unknown_key(span: Span, place: str, near: str | None, known: Iterable[str]) -> Diagnostic:
    names = sorted(known)
    meant: str | Meant = tr("in scope: {names}", names=", ".join(names)) if names else ""
    if near:
        meant = Meant(tr("did you mean `{near}`?", near=near), near, surely(span.text, near, names))
    return _error("E120", tr("unknown key `{text}` in {place}", text=clipped(span.text), place=place), span, help=meant)


def missing_key(span: Span, key: str, place: str) -> Diagnostic:
    example = _EXAMPLES.get(key)
    return _error(
        "E121",
        tr("the key `{key}` is missing in {place}", key=key, place=place),
        span,
        help=tr("add `{example}`", example=example) if example else "",
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
    return _error("E122", tr("expected {wanted}, found {found}", wanted=wanted, found=found), span, help=help)


def told_in_a_row(words: Iterable[str]) -> str:
    """Return how a list of words in a scenario is written."""
    return tr("write them with spaces in between: `{words}`", words=clipped(" ".join(words)))


def told_by_whom(step: str) -> str:
    """Return how a step of a scenario is written."""
    return tr("say who does it: `NAME: {step}`", step=clipped(step))


def nothing_here(span: Span, key: str, wanted: str) -> Diagnostic:
    return _error("E123", tr("`{key}:` has no value", key=key), span, tr("expected {wanted}", wanted=wanted))


def not_one_of(span: Span, allowed: Iterable[str], near: str | None) -> Diagnostic:
    return _error(
        "E124",
        tr("`{text}` is not allowed here", text=clipped(span.text)),
        span,
        tr("expected {allowed}", allowed=quoted(allowed)),
        Meant(tr("did you mean `{near}`?", near=near), near) if near else "",
    )


def wrong_version(span: Span) -> Diagnostic:
    return _error(
        "E125",
        tr("version `{text}` of the language is unknown", text=clipped(span.text)),
        span,
        help=tr("this croupier reads `croupier: 1`"),
    )


def not_a_name(span: Span, suggestion: str | None) -> Diagnostic:
    return _error(
        "E126",
        tr("`{text}` is not a valid name", text=clipped(span.text)),
        span,
        tr("a name is one word of the letters a-z and A-Z, digits and `_`"),
        tr("write `{suggestion}`", suggestion=suggestion) if suggestion else "",
    )


def not_an_id(span: Span) -> Diagnostic:
    return _error(
        "E127",
        tr("`{text}` is not a valid name", text=clipped(span.text)),
        span,
        tr("this name is one word of letters, digits, `-` and `_`"),
    )


def keys_exclude(span: Span, first: str, second: str, place: str, help: str = "") -> Diagnostic:
    return _error(
        "E128",
        tr("{place} has `{first}` or `{second}`, not both", place=place, first=first, second=second),
        span,
        help=help,
    )


def key_needs(span: Span, key: str, needed: str) -> Diagnostic:
    return _error("E129", tr("`{key}` also needs `{needed}`", key=key, needed=needed), span)


def else_without_if(span: Span) -> Diagnostic:
    return _error(
        "E130",
        tr("`{text}` without an `if` before it", text=clipped(span.text)),
        span,
        help=tr("put it next to its `if` in the same list item, without a dash"),
    )


def block_word_as_label(span: Span, instead: str) -> Diagnostic:
    return _error(
        "E131",
        tr("`{text}` does not start a block", text=clipped(span.text)),
        span,
        help=tr("write `{instead}`", instead=instead),
    )


def empty_body(span: Span) -> Diagnostic:
    return _error(
        "E132",
        tr("`{text}` has nothing under it", text=clipped(span.text)),
        span,
        help=tr("put a statement under it, or remove it"),
    )


def unknown_language(span: Span) -> Diagnostic:
    return _error(
        "E133",
        tr("`{text}` is not a language code", text=clipped(span.text)),
        span,
        tr("a language code is two or three lower-case letters, such as `en` or `fr`"),
    )


def bad_path(span: Span) -> Diagnostic:
    return _error(
        "E134",
        tr("`{text}` is not a path to a part of the rules", text=clipped(span.text)),
        span,
        tr("a path is names separated by dots, such as `moves.draw.when`"),
    )


def no_such_option(span: Span, near: str | None) -> Diagnostic:
    return _error(
        "E135",
        tr("the ruleset has no option `{text}`", text=clipped(span.text)),
        span,
        help=Meant(tr("did you mean `{near}`?", near=near), near) if near else "",
    )


def not_in_a_variant(span: Span, key: str) -> Diagnostic:
    return _error(
        "E136",
        tr("a variant cannot have its own `{key}`", key=key),
        span,
        help=tr("write changes by path: under `change`, `{key}` or `{key}.…`; write new parts under `add`", key=key),
    )


def both_files(span: Span, first: Span) -> Diagnostic:
    return _error(
        "E137",
        tr("`{text}` is given in two files", text=clipped(span.text)),
        span,
        tr("also in {name}", name=first.source.name),
        tr("remove one of the two"),
        Label(first, tr("first here")),
    )


def wrong_file(span: Span, where: str) -> Diagnostic:
    return _error("E138", tr("`{text}` belongs in {where}", text=clipped(span.text), where=where), span)


def no_deck(span: Span, part: str = "cards") -> Diagnostic:
    return _error(
        "E141",
        tr("`{part}` does not define any cards", part=part),
        span,
        help=tr("add `deck: french52`, or `attributes:`"),
    )


def too_many(span: Span, shown: int, more: int) -> Diagnostic:
    help = tr("fix some of the {shown} errors shown, and check again", shown=shown)
    return _error("E139", ntr("{n} more error not shown", "{n} more errors not shown", more), span, help=help)


# ---------------------------------------------------------------- E200 - E219: sentences


def unreadable_sentence(span: Span, kind: str, wanted: str, help: str) -> Diagnostic:
    seen = f"`{clipped(span.text)}`" if span.text.strip() else tr("this")
    return _error("E200", tr("unexpected {seen} in {kind}", seen=seen, kind=tr(kind)), span, wanted, help)


def unfinished_sentence(span: Span, kind: str, wanted: str, help: str) -> Diagnostic:
    return _error("E201", tr("the {kind} is incomplete", kind=tr(kind).split(" ", 1)[1]), span, wanted, help)


def unknown_sign(span: Span, kind: str, wanted: str, help: str) -> Diagnostic:
    return _error(
        "E202",
        tr("the sign `{text}` has no meaning in {kind}", text=clipped(span.text), kind=tr(kind)),
        span,
        wanted,
        help,
    )


def empty_sentence(span: Span, kind: str) -> Diagnostic:
    return _error("E203", tr("expected {kind}", kind=tr(kind)), span)


def escape_in_sentence(span: Span) -> Diagnostic:
    return _error(
        "E204", tr("escapes are not allowed in a sentence"), span, help=tr("write the sentence without quotes")
    )


def sentence_too_long(span: Span) -> Diagnostic:
    return _error("E205", tr("the sentence is too long"), span, help=tr("give a part of it a name under `define:`"))


def sentence_too_deep(span: Span) -> Diagnostic:
    return _error(
        "E206", tr("the sentence is nested too deeply"), span, help=tr("give a part of it a name under `define:`")
    )


def number_too_large(span: Span) -> Diagnostic:
    return _error("E207", tr("the number is too large"), span, tr("at most nine digits"))


def because_outside_cannot(span: Span) -> Diagnostic:
    return _error(
        "E208",
        tr("a move that is made takes no `because`"),
        span,
        help=tr("it names the condition that forbids a move: write it after `NAME cannot: …`"),
    )


def because_as_a_value(span: Span, move: str) -> Diagnostic:
    """Report `because` directly after a move, where it may be intended as a value of a choice."""
    message = tr("`because` starts the reason why a move is refused")
    help = tr("if a choice has `because` as a value, name the choice too: `{move} CHOICE=because`", move=move)
    return _error("E208", message, span, help=help)
