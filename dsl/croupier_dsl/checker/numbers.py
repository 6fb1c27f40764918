"""Numbers in what a game is in short that an option or a variant decides: they would not follow it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from croupier_dsl import ir, syntax
from croupier_dsl.analysis.walk import nodes
from croupier_dsl.braces import SHORT, of_part, places
from croupier_dsl.diagnostics import Diagnostics
from croupier_dsl.errors import sense
from croupier_dsl.source import Span

PLAIN = 10
"""A number up to this one may be any: only with a word of the option after it is it the option's."""
_SMALL = {
    "en": "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen twenty",
    "fr": "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize",
}
_LARGE = {
    "en": {"twenty-one": 21, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "hundred": 100, "thousand": 1000},
    "fr": {"vingt": 20, "trente": 30, "quarante": 40, "cinquante": 50, "soixante": 60, "cent": 100, "mille": 1000},
}
_WORD = re.compile(r"\{[^{}]*\}?|[0-9]+|[^\W\d_]+(?:-[^\W\d_]+)*")


def warn_of_numbers(ruleset: syntax.Ruleset, rules: ir.Rules, diagnostics: Diagnostics) -> None:
    """Numbers that are the default of an option which the text does not name."""
    literals = _literals(rules)
    titles = {path: dict(words) for path, words in rules.texts}
    for name, entry in ruleset.text:
        if name.text != SHORT or (ruleset.lineage and name.span.source in ruleset.below):
            continue
        for (language, text), span in zip(entry.words, entry.spans, strict=False):
            named = {of_part(path, ())[0] for _, _, path in places(text)}
            words = [found[0] for found in _WORD.finditer(text)]
            for option in rules.options:
                path, default = f"options.{option.name}", _default(option)
                if default is None or default < 4 or any(f"{part}.".startswith(f"{path}.") for part in named):
                    continue
                title = {**dict(option.title), **titles.get(path, {})}.get(language, option.name.replace("_", " "))
                for at, word in enumerate(words):
                    if _number(word, language) != default:
                        continue
                    counted = words[at + 1 : at + 2]
                    fits = bool(counted) and _counted(title) == counted[0].casefold()
                    if default not in literals and (fits or default > PLAIN):
                        diagnostics.add(sense.number_of_an_option(_place(span, word), word, option.name))
                        break


def _default(option: ir.Option) -> int | None:
    start = option.default
    known = isinstance(start, ir.Constant) and option.type == ir.NUMBER
    return int(start.value) if known and isinstance(start, ir.Constant) else None


def _literals(rules: ir.Rules) -> set[int]:
    """The numbers that sentences of the rules say, but for those of options."""
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
    """What an option counts: the first word of what it is called, or the one after `number of`."""
    words: Iterator[str] = iter(
        re.sub(r"^(?:the )?number of |^(?:le )?nombre (?:de |d')", "", title.casefold()).split()
    )
    return next(words, "")


def _place(span: Span, word: str) -> Span:
    """Where the word stands in the text, or all of the text."""
    found = re.search(rf"(?<!\w){re.escape(word)}(?!\w)", span.text)
    return span if found is None else Span(span.source, span.start + found.start(), span.start + found.end())
