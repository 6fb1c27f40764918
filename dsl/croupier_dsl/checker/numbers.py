"""Warn about words of a short text that repeat the value of an option, or a rule that a variant changes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from croupier_dsl import ir, signatures, syntax
from croupier_dsl.analysis.settled import Declared, settle
from croupier_dsl.analysis.walk import nodes
from croupier_dsl.braces import SHORT, of_part, places
from croupier_dsl.diagnostics import Diagnostics
from croupier_dsl.errors import sense
from croupier_dsl.paths import find, whole
from croupier_dsl.reader import scalars
from croupier_dsl.source import Span

PLAIN = 10
"""The greatest number that counts as the option's only with a word of the option's title after it."""
COMMON = 4
"""Numbers below this one occur in nearly all rules, so they do not identify an option."""
_SMALL = {
    "en": "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen twenty",
    "fr": "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize",
}
_LARGE = {
    "en": {"twenty-one": 21, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "hundred": 100, "thousand": 1000},
    "fr": {"vingt": 20, "trente": 30, "quarante": 40, "cinquante": 50, "soixante": 60, "cent": 100, "mille": 1000},
}
CHANGES = ("change", "remove", "default")
"""The entries of a variant that may change a rule that a short text is about."""
RULES = (
    "players", "teams", "limit", "cards", "tables", "zones", "state", "combos", "define", "effects", "play", "stages",
    "moves", "whenever", "result",
)  # fmt: skip
"""The sections whose numbers belong to rules."""
NAMED = ("cards", "options", "tables", "state", "combos", "define", "effects", "moves", "result")
"""The sections whose names identify a rule; zones and stages occur in nearly every rule."""
_LANGUAGE = signatures.VERBS | signatures.NO_NAMES | signatures.BUILTINS | signatures.NOUNS.keys()
"""Words of the language, which may also be names of parts."""
VALUES = {"options": 2, "cards": 3}
"""The sections whose values identify a rule, with the number of names in the path before a value."""
TELLING = 3
"""The least number of letters of a word of an option's title that identifies the option."""
LONGEST = 5
"""The most words of a value that is searched in texts; longer values are sentences, which may be true for other
reasons."""
_EMPTY = (
    "the and for who how may can are its has have all any one not but what when where which whoever with from that "
    "this each before after quand pour dans avec tout toute rien celui quel les des une aux qui que est pas par sur "
    "son sa ses avant"
)
"""Words that do not identify an option either."""
_LETTERS = re.compile(r"[^\W_]+")
_SENTENCE = re.compile(r"(?<=[.;:!?])\s")
_NAME = re.compile(r"\w+")
_STARTS = re.compile(r"(?<=\bstarting )[0-9]+|^[0-9]+(?=/)")
_DIGITS = re.compile(r"(?<!\w)[0-9]{1,9}(?!\w)")
_WORD = re.compile(r"\{[^{}]*\}?|[0-9]+|[^\W\d_]+(?:-[^\W\d_]+)*")


def warn_of_numbers(ruleset: syntax.Ruleset, rules: ir.Rules, diagnostics: Diagnostics) -> None:
    """Warn about numbers in texts that are the default of an option, if the text does not refer to the option."""
    literals, defaults = _literals(rules), _defaults(rules)
    titles = {path: dict(words) for path, words in rules.texts}
    for name, entry in ruleset.text:
        if name.text != SHORT or (ruleset.lineage and name.span.source in ruleset.below):
            continue
        for (language, text), span in zip(entry.words, entry.spans, strict=False):
            named = {of_part(path, ())[0] for _, _, path in places(text)}
            words = [found[0] for found in _WORD.finditer(text)]
            for option in rules.options:
                path, values = option.path, defaults.get(option.name, frozenset())
                if any(f"{part}.".startswith(f"{path}.") for part in named):
                    continue
                title = {**dict(option.title), **titles.get(path, {})}.get(language, option.name.replace("_", " "))
                if (value := _word_of(rules, option)) is not None:
                    spoken = titles.get(f"{path}.{value}", {}).get(language, value.replace("_", " "))
                    if (said := _told_of(text, spoken, title)) is not None:
                        diagnostics.add(sense.number_of_an_option(_place(span, said), said, option.name))
                for at, word in enumerate(words):
                    number = _number(word, language)
                    if number is None or number not in values:
                        continue
                    counted = words[at + 1 : at + 2]
                    fits = bool(counted) and _counted(title) == counted[0].casefold()
                    if (fits and number < COMMON) or (number not in literals and (fits or number > PLAIN)):
                        diagnostics.add(sense.number_of_an_option(_place(span, word), word, option.name))
                        break


def warn_of_changes(ruleset: syntax.Ruleset, rules: ir.Rules, diagnostics: Diagnostics) -> None:
    """Warn about short texts that a variant makes wrong: a number of a changed rule that no rule has any more; in an
    inherited text, also a named part or value that the changed rule uses."""
    below, without = ruleset.below, ruleset.without
    changes = [of for of in ruleset.touched if of.span.source not in below and of.sort in CHANGES]
    found = next(((name, entry) for name, entry in ruleset.text if name.text == SHORT), None)
    if found is None or without is None or not changes or ruleset.name.span.source in below:
        return
    name, entry = found
    base = without(frozenset(of.span for of in changes), Diagnostics())
    if base is None:
        return
    inherited = name.span.source in below
    left = _numbers_of(word for section in RULES for word in scalars(ruleset.root.get(section)))
    left |= {value for option in rules.options if (value := _default(option)) is not None} | {*rules.players, 0, 1}
    told: set[str] = set()
    for change in changes:
        part = find(whole(base.root), change.path.removesuffix(".starting"))
        words = list(scalars(part.node)) if part is not None else []
        if change.sort == "default":
            words = [value for text in words for value in _STARTS.findall(text)]
        gone = _numbers_of(words) - left
        about = {word for text in words for word in _NAME.findall(text)}
        for (language, text), span in zip(entry.words, entry.spans, strict=False):
            said = [found[0] for found in _WORD.finditer(text) if _number(found[0], language) in gone]
            if inherited and change.sort != "default":
                named = ((text[start:end], of_part(path, ())[0]) for start, end, path in places(text))
                said += [f"{{{written}}}" for written, path in named if _is_of(path, change.path, about)]
            if said and (not inherited or not told.intersection(said)):
                told |= {*said}
                where = _place(span, said[0])
                diagnostics.add(sense.changed_and_told(change.span, change.path, said[0], where, inherited))
            if said and inherited:
                break


def _is_of(path: str, changed: str, about: set[str]) -> bool:
    """Return whether a part or value named in braces is the changed one, or is used by the changed rule."""
    section, *names = path.split(".")
    if section not in NAMED or len(names) < VALUES.get(section, 1):
        return False
    return f"{changed}.".startswith(f"{path}.") or (names[-1] in about and names[-1] not in _LANGUAGE)


def _numbers_of(texts: Iterable[str]) -> set[int]:
    return {int(digits) for text in texts for digits in _DIGITS.findall(text)}


def _default(option: ir.Option) -> int | None:
    return ir.number_in(option.default) if option.type == ir.NUMBER else None


def _word_of(rules: ir.Rules, option: ir.Option) -> str | None:
    """Return the default word of an option that lists words; None for other options."""
    if not option.type.enum or not isinstance(option.default, ir.Constant):
        return None
    values = next(enum.values for enum in rules.enums if enum.name == option.type.enum)
    return values[int(option.default.value)]


def _told_of(text: str, value: str, title: str) -> str | None:
    """Return the words of an option's value in a sentence that also has another word of the option's title."""
    wanted = [word.casefold() for word in _LETTERS.findall(value)]
    if len(wanted) > LONGEST:
        return None
    about = {_stem(word) for word in _LETTERS.findall(title) if len(word) >= TELLING} - {_stem(word) for word in wanted}
    about -= {_stem(word) for word in _EMPTY.split()}
    for sentence in _SENTENCE.split(text):
        words = _LETTERS.findall(sentence)
        plain = [word.casefold() for word in words]
        for at in range(len(words) - len(wanted) + 1):
            others = {_stem(word) for word in (*plain[:at], *plain[at + len(wanted) :])}
            if plain[at : at + len(wanted)] == wanted and about & others:
                return " ".join(words[at : at + len(wanted)])
    return None


def _stem(word: str) -> str:
    return word.casefold().rstrip("s")


def _defaults(rules: ir.Rules) -> dict[str, frozenset[int]]:
    """Return the defaults of the options that are numbers, for each number of players; without those that cannot be
    computed."""
    found: dict[str, set[int]] = {option.name: set() for option in rules.options if option.type == ir.NUMBER}
    declared = Declared.of(rules)
    for players in rules.players if found else ():
        table, _ = settle(declared, rules.options, players, {})
        for name, values in found.items():
            known = table.options.get(name)
            if known is not None and known.exact is not None:
                values.add(known.exact)
    return {name: frozenset(values) for name, values in found.items()}


def _literals(rules: ir.Rules) -> set[int]:
    """Return the numbers in the sentences of the rules, options excluded."""
    spoken = (rules.cards, rules.tables, rules.definitions, rules.play, rules.stages, rules.moves, rules.triggers)
    return {
        int(node.value)
        for node in nodes((*spoken, rules.effects, rules.result, rules.variables))
        if isinstance(node, ir.Constant) and node.type == ir.NUMBER
    }


def _number(word: str, language: str) -> int | None:
    if word.isdigit():
        return int(word)
    small = _SMALL.get(language, "").split()
    plain = word.casefold()
    return small.index(plain) if plain in small else _LARGE.get(language, {}).get(plain)


def _counted(title: str) -> str:
    """Return what an option counts: the first word of its title, or the word after `number of`."""
    words: Iterator[str] = iter(
        re.sub(r"^(?:the )?number of |^(?:le )?nombre (?:de |d')", "", title.casefold()).split()
    )
    return next(words, "")


def _place(span: Span, word: str) -> Span:
    """Return the place of the word in the text, or of the whole text."""
    found = re.search(rf"(?<!\w){re.escape(word)}(?!\w)", span.text)
    return span if found is None else Span(span.source, span.start + found.start(), span.start + found.end())
