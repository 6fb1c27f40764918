"""Help for syntax errors in sentences: the words expected at a place, and fixes for common mistakes."""

from __future__ import annotations

import re

from croupier_dsl import signatures
from croupier_dsl.errors.reading import listed
from croupier_dsl.kinds import Kind
from croupier_dsl.language import later, tr
from croupier_dsl.spelling import distance, nearest

_VALUE = {
    "NAME", "NUMBER", "SIGNED", "LPAR", "NONE", "HIGHEST", "LOWEST", "TOP", "SOME", "IF", "NOT", "MINUS", "ONE",
}  # fmt: skip
_COMPARISON = {"IS", "IN", "FITS", "NOT", "LESSTHAN", "MORETHAN", "__ANON_0", "__ANON_1"}
_ARITHMETIC = {"PLUS", "MINUS", "STAR", "DIV", "MOD", "WITH", "WITHOUT"}
_VERBS = {verb.upper() for verb in signatures.VERBS}
_WORDS = {
    "TO": "to", "BE": "be", "THEN": "then", "ELSE": "else", "FROM": "from", "OF": "of", "BY": "by", "EACH": "each",
    "SEEN": "seen by", "ONCE": "once", "POSSIBLE": "possible", "STARTING": "starting", "CANNOT": "cannot",
    "BECAUSE": "because", "WHERE": "where", "RPAR": ")", "LPAR": "(", "AND": "and", "OR": "or", "IN": "in",
    "AT": "at once", "AS": "as", "IS": "is", "NONE": "none", "IF": "if", "SLASH": "/",
    "__ANON_2": "..", "FIRST": "first served", "SERVED": "served",
}  # fmt: skip
_SAID = {part for words in _WORDS.values() for part in words.split()}
_SIZE = {"GRID", "NUMBER", "LPAR"}
"""The terminals that give the number of places of a row."""
_RARELY_MEANT = {"SLASH", "__ANON_2", "AS", "AT", "FIRST", "IF", "FROM"}


def expected(possible: set[str], kind: Kind) -> str:
    """Return the words expected at a place, given the terminals that the grammar allows there."""
    if possible >= _VERBS:
        return tr(
            "expected a statement: `move`, `shuffle`, `reveal`, `hide`, `show`, `swap`, `set`, `add`, `let`, `end` or "
            "an effect by its name"
        )
    if kind == "block" and {"IF", "FOR", "NAME"} <= possible:
        return tr("expected `if`, `else if`, `else`, `for each of` or a label of one word")
    left = set(possible) - (_SIZE if "GRID" in possible else set()) - {"FOR"}
    phrases: list[str] = []
    value = "NAME" in left and bool(left & {"NUMBER", "LPAR"})
    after = "$END" in left or "RPAR" in left
    if value:
        left -= _VALUE
    elif "NAME" in left:
        phrases.append(tr("a name"))
    elif "NUMBER" in left:
        phrases.append(tr("a number"))
    if len(left) > 4:
        left -= _RARELY_MEANT
    compare, count = len(left & _COMPARISON) > 2, len(left & _ARITHMETIC) > 2
    if compare:
        left -= _COMPARISON
    if count:
        left -= _ARITHMETIC
    if value:
        phrases.append(tr("a value"))
    if "KEY" in left:
        phrases.append("`NAME=`")
    phrases += [f"`{word}`" for terminal, word in _WORDS.items() if terminal in left]
    if compare:
        phrases.append(tr("a comparison such as `is`"))
    if count:
        phrases.append(tr("a sign such as `+`"))
    if after and "$END" in possible:
        phrases.append(tr("the end of the sentence"))
    return tr("expected {phrases}", phrases=listed(phrases)) if phrases else ""


def shortened(wanted: str, help: str) -> str:
    """Return the expected words; empty if nearly everything is possible and the help already names the fix."""
    return "" if help and wanted.count(",") > 2 and "`shuffle`" not in wanted else wanted


# ---------------------------------------------------------------- slips

_N = r"[A-Za-z_][A-Za-z0-9_]*"

_MISSING_OF = later("is an `of` missing? write `{a} of {b}`")
_WITH_WHERE = later("`some of` and `none of` need `where`; for a whole zone write `is empty` or `is not empty`")

_IN_PARENTHESES = later("put the collection in parentheses: `({a} {b} …)`")
_FILTER_IN_PARENTHESES = later(
    "`where` extends to the end of the sentence: put the filter in parentheses, `(… where …)`"
)
_TWO_FILTERS = later("put the first filter in parentheses: `(… if possible where …) if possible where …`")

_TO_THE_END = later("`where` extends to the end of the sentence: put `(… where …)` in parentheses")
_ALL_OF_A_PLACE = later("a zone means all its cards: write `{0} {a} …`")
_OPPOSITE = later("for the opposite order, swap `highest by` and `lowest by`")
_JOIN_TO_CHOOSE = later("join collections with `with`, in parentheses: `{a} of ({b} with …)`")
FOR_ALL_FOR_ANY = later("for all, write `none of … where` with the opposite condition; for any, `some of … where`")
_ONES_OWN = later("write `{a}` for the current player's, `{a} of WHO` for another player's")

_SLIPS: list[tuple[str, str, str]] = [
    # the end of the text before the place, the start of the text at it, help
    (r"^ ?set\b[^=]*$", r":?=", later("write `to`")),
    (r"^ ?let\b[^=]*$", r":?=", later("write `be`")),
    (r"^ ?move\b(?!.* to )", r"$", later("add the destination: `move … to …`")),
    (r"^ ?show\b(?!.* to )", r"$", later("add who sees it: `show … to …`; `reveal …` is for everybody")),
    (r"^ ?swap\b(?!.* with )", r"($|(and|for|to|against)\b)", later("add what to swap with: `swap … with …`")),
    (r"^ ?reveal\b(?!.* to )", r"to\b", later("to show cards to some players only, write `show … to …`")),
    (r"\b(?P<a>first|last|top|bottom|highest|lowest|count|sum) $", rf"(?P<b>{_N})", _MISSING_OF),
    (r"^ ?(set|add)\b(?!.* to )", r"($|(?!(where|with|without)\b)\w)", later("write `{0} … to …`")),
    (r"^ ?let\b(?!.* be )", r"($|\w)", later("write `let NAME be …`")),
    (r"(?P<a>\d+) ?$", r"(-|–|—|to\b) *(?P<b>\d+)", later("write `{a}..{b}`")),
    ("", r"(=>|≥)", later("write `>=`")),
    ("", r"(=<|≤)", later("write `<=`")),
    ("", r"(!=|<>|≠|=/=)", later("write `is not`")),
    ("", r"==?\s*(not\b)?", later("write `is` for equality")),
    ("", r"&&?", later("write `and`")),
    ("", r"\|\|?", later("write `or`")),
    ("", r"[!¬]", later("write `not`")),
    ("", r"[×·]", later("write `*`")),
    ("", r"[−–]", later("write `-`")),
    ("", r"[%]", later("write `mod`")),
    ("", r"[÷]", later("write `div`")),
    (r"(?P<a>\w+)$", r"['’]s?\s+(?P<b>\w+)", later("write `{b} of {a}`")),
    (r"isn$", r"['’]t", later("write `is not`")),
    (rf"\b(?P<a>{_N})$", rf"\.(?P<b>{_N})", later("write `{b} of {a}`")),
    ("", r",", later("a sentence contains no comma: join alternatives with `/` and conditions with `and`")),
    ("", r";", later("a sentence contains no semicolon: write the next statement as an item of its own")),
    ("", r"[\"'“”«»`]", later("a sentence contains no quotes: write names without them")),
    ("", r"[\[\]{}]", later("the only brackets in a sentence are ( and )")),
    ("", r":", later("a colon starts a YAML block: end the sentence before it")),
    ("", r"#", later("put a space before `#` to start a comment")),
    ("", r"[$@]", later("write names without a sign before them")),
    ("", r"->", later("a mapping from keys to values is a table: declare it under `tables:`")),
    (r"\bfor (each )?$", rf"(?P<a>{_N}) (in|of) (?P<b>{_N})", later("write `for each of {b} as {a}`")),
    (r"\bfor$", rf"\s*(?P<a>{_N}) (in|of) (?P<b>{_N})", later("write `for each of {b} as {a}`")),
    (r"\bfor each $", r"(?P<b>player|team)\b", later("write `for each of {b}s`")),
    (r"\bfor each $", r"(?P<b>\w+)", later("write `for each of {b}`")),
    (r"\b(?P<a>highest|lowest)( \d+)? by $", r"-", _OPPOSITE),
    (rf"\b(?P<a>one|[\d.]+) of (?P<b>{_N}( of {_N})*) $", r"(and|or|plus)\b", _JOIN_TO_CHOOSE),
    (r"\bis not $", r"in\b", later("write `not in`")),
    (r"\bis $", r"in\b", later("write `in` alone")),
    (r"\bis $", r"(equal|the same)\b", later("write `is` alone")),
    (r"\bis (not )?$", r"(<=?|>=?)", later("write the sign alone, without `is`")),
    (r"\bis (less|fewer|smaller|lower)$", r" *than\b", later("write `<`")),
    (r"\bis (more|greater|larger|higher|bigger)$", r" *than\b", later("write `>`")),
    (r"\bis (less|fewer|smaller|lower) $", r"than\b", later("write `<`")),
    (r"\bis (more|greater|larger|higher|bigger) $", r"than\b", later("write `>`")),
    (r"\bis at $", r"(least|most)\b", later("write `>=` for at least and `<=` for at most")),
    (r"\bat $", r"(least|most)\b", later("write `>=` for at least and `<=` for at most")),
    (r"\bis between $", r"", later("write `in LOW..HIGH`")),
    (r"\bnot [\w ]+ $", r"(is|in)\b", later("write `X is not Y` or `X not in Y`")),
    (r"\bif possible where\b.*$", r"if possible\b", _TWO_FILTERS),
    (r"\bwhere\b.*$", r"(<=?|>=?|is\b|in\b|[+*])", _TO_THE_END),
    (r"\bif\b[^()]*\bthen\b[^()]*$", r"$", later("`if … then …` needs an `else`")),
    (r"(<=?|>=?|\bis\b|\bin\b).*$", r"(<=?|>=?|is\b|in\b)", later("compare two things at a time, joined with `and`")),
    (r"\b(some|none)$", r"\s*(?!of\b)(?P<a>\w+)", later("write `{0} of {a} where …`")),
    (r"\b(some|none) of [^()]*$", r"($|\)|and\b|or\b)", _WITH_WHERE),
    (r"\bis not in $", r"", later("write `not in`, without `is`")),
    (r"\bis in $", r"", later("write `in`, without `is`")),
    (r"^ ?(move|shuffle|reveal|hide|show) (each|every|all) $", r"(?P<a>\w+)", _ALL_OF_A_PLACE),
    (r"^ ?move (?P<a>\d+) $", r"cards?\b", later("write `move top {a} of … to …`")),
    (rf"(?P<a>{_N}( of {_N})*) $", r"(contains|includes|has|holds) (?P<b>[\w/]+)", later("write `{b} in {a}`")),
    (r"\bof (each|every|any|all) $", r"(player|team|card)\b", later("write it without `{0}`")),
    (r"(^|[ (])(each|every|any|all) $", r"(?P<a>\w+)", FOR_ALL_FOR_ANY),
    (r"(^|[ (])(the|a|an) $", r"(?P<a>\w+)", later("write it without `{1}`")),
    (r"(^|[ (])(his|her|their|my|its|your) $", r"(?P<a>\w+)", _ONES_OWN),
    (r"\bof $", r"(his|her|the)\b", later("sentences have no articles")),
    (r"\bcard$", r"\s+(in|from)\b", later("name the zone the card comes from, such as `top of stock`")),
    (rf"{_N} $", r"where\b", _FILTER_IN_PARENTHESES),
    (rf"\bof (?P<a>{_N}( of {_N})*) $", r"(?P<b>with|without)\b", _IN_PARENTHESES),
    (rf"(?P<a>{_N}) $", rf"(?P<b>{_N})", _MISSING_OF),
    ("", r"(?P<a>\w*[^\x00-\x7f]\w*)", later("a name is written with the letters a-z and A-Z")),
]  # fmt: skip

_IN_EXAMPLES: list[tuple[str, str]] = [
    # the text at the place in a scenario, where cards are listed and not computed
    (r",", later("write cards with spaces in between and no comma: `7S 8S`")),
    (r"[♠♥♦♣]", later("write a card with letters, such as 7S or 10H")),
    (r"[\[\]{}\"'“”«»`]", later("write the cards without brackets or quotes: `7S 8S`")),
    (r";", later("a step is one move: write the next one as an item of its own")),
    (r"[@=]", later("a step starts with the name of its move: `NAME @2`, `NAME card=7S`")),
    (r":", later("write `NAME: MOVE`, with the choices after the move: `Ann: throw card=7S`")),
]
_EXAMPLES = frozenset({"contents", "action", "done", "refusal"})

_VERB_FOR = {
    "put": "move … to …", "draw": "move top of … to …", "deal": "move top N of … to …", "give": "move … to …",
    "take": "move … to …", "discard": "move … to …", "play": "move … to …", "remove": "move … to …",
    "increase": "add N to …", "increment": "add 1 to …", "decrease": "add -N to …", "subtract": "add -N to …",
    "assign": "set … to …",
    "change": "set … to …", "var": "let NAME be …", "define": "let NAME be …", "return": "let NAME be …",
    "flip": "reveal …", "stop": "end STAGE", "mix": "shuffle …",
}  # fmt: skip


_ONTO = re.compile(r"\b(on|onto|into|in|upon|under|over|at)(\s*$|(?=\s))")
"""Prepositions that other languages use for `to`."""

_NO_VALUE = re.compile(rf"(?<![\w.])({'|'.join(signatures.NO_VALUES)}) */|/ *({'|'.join(signatures.NO_VALUES)})(?!\w)")
"""A reserved word in a list of values."""

_AGAIN = {
    "repeat": later("write `for each of 1..N: …`, or a stage with `times`"),
    "while": later("to repeat until a condition holds, write a stage with `until`"),
}


def advice(kind: Kind, possible: set[str], before: str, rest: str) -> str:
    """Return the fix for a mistake between `before` and `rest`, given the possible terminals; empty if none is
    known."""
    flat = re.sub(r"\s+", " ", before)
    if kind == "statement" and not flat.strip() and (by_verb := _verb(rest)):
        return by_verb
    if "STARTING" in possible and kind in ("head", "thing") and re.match(r":?=", rest):
        return tr("write `starting`")
    if kind == "statement" and re.fullmatch(rf"{_N} ", flat) and re.match(r"(=|is\b|to\b|:=)", rest):
        return tr("write `set {flat} to …`", flat=flat.strip())
    if kind == "statement" and re.match(r" ?move\b(?!.* to )", flat) and (_ONTO.search(flat) or _ONTO.match(rest)):
        return tr("write `to`: `move … to …`")
    if kind == "block" and (again := re.match(r" ?(repeat|while|until|loop|do|times)\b", flat + rest)):
        return _again(again[1])
    if kind == "domain" and "OF" in possible and not re.search(r"\bof\b", before):
        return tr("write how many are chosen, such as `one of hand` or `1.. of hand`")
    if value := _NO_VALUE.search(flat + rest):
        word = value[1] or value[2]
        free = signatures.NO_VALUES[word]
        return tr(
            "`{word}` is a reserved word of the language and cannot be a value: write another, such as `{free}`",
            word=word,
            free=free,
        )
    if kind in _EXAMPLES and (end := re.match(r"-(-?\w+)", rest)) and (begin := re.search(r"[\w-]+$", before)):
        name = f"{begin[0]}_{end[1]}"
        return tr("join the words of a kind of card with `_`: write `{name}`", name=name)
    if near := _keyword(possible, rest):
        return tr("did you mean `{near}`?", near=near)
    for now_wrong, help in _IN_EXAMPLES if kind in _EXAMPLES else ():
        if re.match(now_wrong, rest):
            return tr(help)
    for left, right, help in _SLIPS:
        if help is _MISSING_OF and "OF" not in possible:
            continue
        was, now = re.search(left, flat), re.match(right, rest)
        if was and now:
            parts = {**was.groupdict(), **now.groupdict()}
            return tr(help).format(*(group or "" for group in was.groups()), **parts)
    return ""


def _again(word: str) -> str:
    """Return the fix for words of other languages that continue or repeat something."""
    known = "while" if word in ("while", "until") else "repeat"
    return tr(_AGAIN[known])


def _keyword(possible: set[str], rest: str) -> str | None:
    """Return the possible reserved word nearest to this one: one edit away, with the same first letter."""
    word = re.match(r"[a-z]{2,}", rest)
    if not word or word[0] in signatures.CONNECTING_WORDS or word[0] in _SAID:
        return None
    words = sorted(_WORDS[terminal].split()[0] for terminal in possible if terminal in _WORDS)
    near = (known for known in words if known[0] == word[0][0] and distance(word[0], known, 1) == 1)
    return next(near, None)


def verb_meant(word: str) -> str:
    """Return the fix for an unknown word in the place of a verb; empty if none is known."""
    if form := _VERB_FOR.get(word.lower()):
        return tr("write `{form}`", form=form)
    verbs = sorted(signatures.VERBS)
    if near := nearest(word, verbs) or next((v for v in verbs if distance(word, v, 1) == 1), None):
        return tr("did you mean `{near}`?", near=near)
    return ""


def _verb(rest: str) -> str:
    word = re.match(r"\w+", rest)
    if not word:
        return ""
    if word[0] in ("if", "for", "else", "otherwise"):
        if re.match(r"[^:]*: ", rest):
            return tr(
                "`{word} …:` is a key: write it without quotes around everything, as `{{{word} …: …}}`", word=word[0]
            )
        over = tr("the condition") if word[0] == "if" else tr("it")
        return tr(
            "`{word} …:` is a key: put a colon after {over}, and the statements under it", word=word[0], over=over
        )
    if word[0] in ("repeat", "loop", "while", "until"):
        return _again(word[0])
    if meant := verb_meant(word[0]):
        return meant
    if sign := re.match(rf"{_N}\s*([+-])=", rest):
        return (
            tr("write `add … to {word}`", word=word[0])
            if sign[1] == "+"
            else tr("write `add -… to {word}`", word=word[0])
        )
    if re.match(rf"{_N}\s*(=|is\b|:=)", rest):
        return tr("write `set {word} to …`", word=word[0])
    return ""
