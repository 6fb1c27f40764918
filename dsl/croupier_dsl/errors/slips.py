"""The wording of help for sentences: what could stand in a place, and what is meant by common slips."""

from __future__ import annotations

import re

from croupier_dsl.errors.reading import listed
from croupier_dsl.kinds import Kind
from croupier_dsl.spelling import distance, nearest

_VALUE = {"NAME", "NUMBER", "LPAR", "NONE", "HIGHEST", "LOWEST", "TOP", "SOME", "IF", "NOT", "MINUS", "ONE"}
_COMPARISON = {"IS", "IN", "FITS", "NOT", "LESSTHAN", "MORETHAN", "__ANON_0", "__ANON_1"}
_ARITHMETIC = {"PLUS", "MINUS", "STAR", "DIV", "MOD", "WITH", "WITHOUT"}
_VERBS = {"MOVE", "SHUFFLE", "REVEAL", "HIDE", "SET", "ADD", "LET", "END"}
_WORDS = {
    "TO": "to", "BE": "be", "THEN": "then", "ELSE": "else", "FROM": "from", "OF": "of", "BY": "by", "EACH": "each",
    "SEEN": "seen by", "ONCE": "once", "POSSIBLE": "possible", "STARTING": "starting", "CANNOT": "cannot",
    "BECAUSE": "because", "WHERE": "where", "RPAR": ")", "LPAR": "(", "AND": "and", "OR": "or", "IN": "in",
    "AT": "at once", "AS": "as", "IS": "is", "NONE": "none", "FOR": "for each of", "IF": "if", "SLASH": "/",
    "__ANON_2": "..",
}  # fmt: skip
_RARELY_MEANT = {"SLASH", "__ANON_2", "AS", "AT", "IF", "FROM"}


def expected(possible: set[str], kind: Kind) -> str:
    """What could stand in a place, given the terminals that the grammar allows there."""
    if possible >= _VERBS:
        return "expected a statement: `move`, `shuffle`, `reveal`, `hide`, `set`, `add`, `let` or `end`"
    if kind == "block" and {"IF", "FOR", "NAME"} <= possible:
        return "expected `if`, `else if`, `else`, `for each of` or a label of one word"
    left = set(possible)
    phrases: list[str] = []
    value = "NAME" in left and bool(left & {"NUMBER", "LPAR"})
    after = "$END" in left or "RPAR" in left
    if value:
        left -= _VALUE
    elif "NAME" in left:
        phrases.append("a name")
    elif "NUMBER" in left:
        phrases.append("a number")
    if len(left) > 4:
        left -= _RARELY_MEANT
    compare, count = len(left & _COMPARISON) > 2, len(left & _ARITHMETIC) > 2
    if compare:
        left -= _COMPARISON
    if count:
        left -= _ARITHMETIC
    if value:
        phrases.append("a value")
    if "KEY" in left:
        phrases.append("`NAME=`")
    phrases += [f"`{word}`" for terminal, word in _WORDS.items() if terminal in left]
    if compare:
        phrases.append("a comparison as `is`")
    if count:
        phrases.append("a sign as `+`")
    if after and "$END" in possible:
        phrases.append("the end of the sentence")
    return f"expected {listed(phrases)}" if phrases else ""


def shortened(wanted: str, help: str) -> str:
    """What could stand in a place, left out where it is nearly everything and the help says what is meant."""
    return "" if help and wanted.count(",") > 2 and "statement" not in wanted else wanted


# ---------------------------------------------------------------- slips

_N = r"[A-Za-z_][A-Za-z0-9_]*"

_MISSING_OF = "is an `of` missing? write `{a} of {b}`"
_WITH_WHERE = "`some of` and `none of` go with `where`; of a place alone say `is empty` or `is not empty`"

_IN_PARENTHESES = "put what is chosen from in parentheses: `({a} {b} …)`"
_FILTER_IN_PARENTHESES = (
    "`where` reaches to the end, so with what it filters it stands in parentheses here: `(… where …)`"
)
_TWO_FILTERS = "put the demand that goes first in parentheses: `(… if possible where …) if possible where …`"
_OVER_SUBSETS = "a condition looks at single things, not at choices of several; a stage with `else` can say that"

_SLIPS: list[tuple[str, str, str]] = [
    # what stands before (its end), what stands at the place (its start), help
    (r"^ ?set\b[^=]*$", r":?=", "write `to`"),
    (r"^ ?let\b[^=]*$", r":?=", "write `be`"),
    (r"^ ?move\b(?!.* to )", r"$", "say where to: `move … to …`"),
    (r"\b(?P<a>first|last|top|bottom|highest|lowest|count|sum) $", rf"(?P<b>{_N})", _MISSING_OF),
    (r"^ ?(set|add)\b(?!.* to )", r"($|(?!(where|with|without)\b)\w)", "write `{0} … to …`"),
    (r"^ ?let\b(?!.* be )", r"($|\w)", "write `let NAME be …`"),
    ("", r"==?\s*(not\b)?", "write `is` for equality"),
    ("", r"(!=|<>|≠|=/=)", "write `is not`"),
    ("", r"(=>|≥)", "write `>=`"),
    ("", r"(=<|≤)", "write `<=`"),
    ("", r"&&?", "write `and`"),
    ("", r"\|\|?", "write `or`"),
    ("", r"[!¬]", "write `not`"),
    ("", r"[×·]", "write `*`"),
    ("", r"[−–]", "write `-`"),
    ("", r"[%]", "write `mod`"),
    ("", r"[÷]", "write `div`"),
    (r"(?P<a>\w+)$", r"['’]s?\s+(?P<b>\w+)", "write `{b} of {a}`"),
    (r"isn$", r"['’]t", "write `is not`"),
    (rf"\b(?P<a>{_N})$", rf"\.(?P<b>{_N})", "write `{b} of {a}`"),
    ("", r",", "a sentence holds no comma: join alternatives with `/` and conditions with `and`"),
    ("", r";", "a sentence holds no semicolon: write the next statement as an item of its own"),
    ("", r"[\"'“”«»`]", "a sentence holds no quotes: names stand as they are"),
    ("", r"[\[\]{}]", "a sentence holds no brackets but ( and )"),
    ("", r":", "a colon opens a block of YAML: end the sentence before it"),
    ("", r"#", "put a space before `#` to start a comment"),
    ("", r"[$@]", "names stand as they are, without a sign before them"),
    ("", r"->", "a mapping from keys to values is a table: declare it under `tables:`"),
    (r"\bfor (each )?$", rf"(?P<a>{_N}) (in|of) (?P<b>{_N})", "write `for each of {b} as {a}`"),
    (r"\bfor$", rf"\s*(?P<a>{_N}) (in|of) (?P<b>{_N})", "write `for each of {b} as {a}`"),
    (r"\bfor each $", r"(?P<b>\w+)", "write `for each of {b}`"),
    (r"\bis not $", r"in\b", "write `not in`"),
    (r"\bis $", r"in\b", "write `in` alone"),
    (r"\bis $", r"(equal|the same)\b", "write `is` alone"),
    (r"\bis (not )?$", r"(<=?|>=?)", "write the sign alone, without `is`"),
    (r"\bis (less|fewer|smaller|lower)$", r" *than\b", "write `<`"),
    (r"\bis (more|greater|larger|higher|bigger)$", r" *than\b", "write `>`"),
    (r"\bis (less|fewer|smaller|lower) $", r"than\b", "write `<`"),
    (r"\bis (more|greater|larger|higher|bigger) $", r"than\b", "write `>`"),
    (r"\bis at $", r"(least|most)\b", "write `>=` for at least and `<=` for at most"),
    (r"\bat $", r"(least|most)\b", "write `>=` for at least and `<=` for at most"),
    (r"\bis between $", r"", "write `in LOW..HIGH`"),
    (r"\bnot [\w ]+ $", r"(is|in)\b", "write `X is not Y` or `X not in Y`"),
    (r"\bif possible where\b.*$", r"if possible\b", _TWO_FILTERS),
    (r"\b(some|none) of [\d.]+ $", r"of\b", _OVER_SUBSETS),
    (r"\bwhere\b.*$", r"(<=?|>=?|is\b|in\b|[+*])", "`where` reaches to the end: put `(… where …)` in parentheses"),
    (r"\bif\b[^()]*\bthen\b[^()]*$", r"$", "`if … then …` needs an `else`"),
    (r"(<=?|>=?|\bis\b|\bin\b).*$", r"(<=?|>=?|is\b|in\b)", "compare two things at a time, joined with `and`"),
    (r"\b(some|none)$", r"\s*(?!of\b)(?P<a>\w+)", "write `{0} of {a} where …`"),
    (r"\b(some|none) of [^()]*$", r"($|\)|and\b|or\b)", _WITH_WHERE),
    (r"\bis not in $", r"", "write `not in`, without `is`"),
    (r"\bis in $", r"", "write `in`, without `is`"),
    (r"(^|[ (])(each|every|any|all) $", r"(?P<a>\w+)", "of all, say `none of … where` the contrary holds"),
    (r"(^|[ (])(the|a|an) $", r"(?P<a>\w+)", "write the thing without `{1}`"),
    (r"(^|[ (])(his|her|their|my|its|your) $", r"(?P<a>\w+)", "write `{a}` for one's own, `{a} of WHO` for another's"),
    (r"\bof $", r"(his|her|the)\b", "articles have no place in a sentence"),
    (r"\bcard$", r"\s+(in|from)\b", "name the place the card comes from, as `top of stock`"),
    (rf"{_N} $", r"where\b", _FILTER_IN_PARENTHESES),
    (rf"\bof (?P<a>{_N}( of {_N})*) $", r"(?P<b>with|without)\b", _IN_PARENTHESES),
    (rf"(?P<a>{_N}) $", rf"(?P<b>{_N})", _MISSING_OF),
    ("", r"(?P<a>\w*[^\x00-\x7f]\w*)", "a name is written with the plain letters a-z and A-Z"),
]  # fmt: skip

_IN_EXAMPLES: list[tuple[str, str]] = [
    # what stands at the place in a scenario, where cards are told and not asked for
    (r",", "write cards one behind the other, with blanks between them and no comma: `7S 8S`"),
    (r"[♠♥♦♣]", "write a card by its letters, as 7S or 10H"),
    (r"[\[\]{}\"'“”«»`]", "write what lies there as it stands, without brackets or quotes: `7S 8S`"),
    (r";", "a step is one move: write the next one as an item of its own"),
    (r":", "write `NAME: MOVE`, with the move and what is chosen behind it: `Ann: throw card=7S`"),
]
_EXAMPLES = frozenset({"contents", "action", "refusal"})

_VERB_FOR = {
    "put": "move … to …", "draw": "move top of … to …", "deal": "move top N of … to …", "give": "move … to …",
    "take": "move … to …", "discard": "move … to …", "play": "move … to …", "remove": "move … to …",
    "increase": "add N to …", "increment": "add 1 to …", "decrease": "add -N to …", "assign": "set … to …",
    "change": "set … to …", "var": "let NAME be …", "define": "let NAME be …", "return": "let NAME be …",
    "show": "reveal …", "flip": "reveal …", "stop": "end STAGE", "mix": "shuffle …",
}  # fmt: skip


_ONTO = re.compile(r"\b(on|onto|into|in|upon|under|over|at)(\s*$|(?=\s))")
"""What other languages say for `to`."""

_AGAIN = {
    "repeat": "write `for each of 1..N: …`, or a stage with `times`",
    "while": "what goes on until something holds is a stage with `until`",
}


def advice(kind: Kind, possible: set[str], before: str, rest: str) -> str:
    """The help for a slip between `before` and `rest`, where some terminals are possible; empty if none is known."""
    flat = re.sub(r"\s+", " ", before)
    if kind == "statement" and not flat.strip() and (by_verb := _verb(rest)):
        return by_verb
    if kind == "statement" and re.fullmatch(rf"{_N} ", flat) and re.match(r"(=|is\b|to\b|:=)", rest):
        return f"write `set {flat.strip()} to …`"
    if kind == "statement" and re.match(r" ?move\b(?!.* to )", flat) and (_ONTO.search(flat) or _ONTO.match(rest)):
        return "write `to`: `move … to …`"
    if kind == "block" and (again := re.match(r" ?(repeat|while|until|loop|do|times)\b", flat + rest)):
        return _AGAIN["while"] if again[1] in ("while", "until") else _AGAIN["repeat"]
    if kind == "domain" and "OF" in possible and not re.search(r"\bof\b", before):
        return "say how many are chosen, as `one of hand` or `1.. of hand`"
    if near := _keyword(possible, rest):
        return f"did you mean `{near}`?"
    for now_wrong, help in _IN_EXAMPLES if kind in _EXAMPLES else ():
        if re.match(now_wrong, rest):
            return help
    for left, right, help in _SLIPS:
        if help is _MISSING_OF and "OF" not in possible:
            continue
        was, now = re.search(left, flat), re.match(right, rest)
        if was and now:
            parts = {**was.groupdict(), **now.groupdict()}
            return help.format(*(group or "" for group in was.groups()), **parts)
    return ""


def _keyword(possible: set[str], rest: str) -> str | None:
    """The word of the language that a word was meant to be: one slip away, with the same first letter."""
    word = re.match(r"[a-z]{2,}", rest)
    if not word or word[0] in {part for words in _WORDS.values() for part in words.split()}:
        return None
    words = sorted(_WORDS[terminal].split()[0] for terminal in possible if terminal in _WORDS)
    near = (known for known in words if known[0] == word[0][0] and distance(word[0], known, 1) == 1)
    return next(near, None)


def _verb(rest: str) -> str:
    word = re.match(r"\w+", rest)
    if not word:
        return ""
    if word[0] in ("if", "for", "else", "otherwise"):
        if re.match(r"[^:]*: ", rest):
            return f"`{word[0]} …:` is a key: write it without quotes around the whole of it, as `{{{word[0]} …: …}}`"
        over = "the condition" if word[0] == "if" else "it"
        return f"`{word[0]} …:` is a key: put a colon after {over} and what happens under it"
    if word[0] in ("repeat", "loop", "while", "until"):
        return _AGAIN["while" if word[0] in ("while", "until") else "repeat"]
    if form := _VERB_FOR.get(word[0].lower()):
        return f"write `{form}`"
    verbs = sorted(verb.lower() for verb in _VERBS)
    if near := nearest(word[0], verbs) or next((v for v in verbs if distance(word[0], v, 1) == 1), None):
        return f"did you mean `{near}`?"
    if re.match(rf"{_N}\s*(=|is\b|:=)", rest):
        return f"write `set {word[0]} to …`"
    return ""
