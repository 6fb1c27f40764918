"""The ruleset's nouns for its parts, in a language: singular, plural, and agreement.

The table and the rulebook both read the words of a ruleset here, so that a thing has one name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from croupier_dsl import ir

VOWELS = "aàâeéèêëiîïoôuùûyœæAÀÂEÉÈÊIÎOÔU"
_ENGLISH_STOPS = {"of", "in", "on", "who", "that", "to", "for", "taken", "with", "from", "at", "laid", "by",
                  "as", "over", "against", "before", "after", "upwards"}  # fmt: skip
_ENGLISH_AFTER = {"shown", "chosen", "called", "led", "played", "drawn", "won", "made", "named", "announced",
                  "declared", "lost", "turned", "just", "aimed", "whispered", "given", "held", "left", "whose",
                  "which"}  # fmt: skip
"""Words that say more of the noun before them: `parties shown`."""
_FRENCH_STOPS = {"à", "de", "d'", "du", "des", "en", "qui", "que", "dont", "sur", "pour", "par", "avec", "sans", "au",
                 "aux", "dans", "encore", "selon", "comme", "vers", "contre", "avant", "après", "où", "quand",
                 "chez"}  # fmt: skip
"""Words that a plural does not go beyond."""
SIBILANTS = ("s", "x", "ch", "sh")
VALUES = ("cards.attributes", "state", "options")
"""The sections that may have words for a value of an enumeration."""


@dataclass(frozen=True, slots=True)
class Noun:
    """A word for a kind of thing, without an article; `plural`: the notion itself is of many."""

    one: str
    many: str
    feminine: bool = False
    plural: bool = False
    person: bool = False

    @property
    def base(self) -> str:
        return self.many if self.plural else self.one


NOTHING = Noun("", "")
"""No word at all."""


def noun(language: str, text: str, person: bool = False) -> Noun:
    """Return a noun from the words of a ruleset: `the stock`, `la pioche`, `l'écart (m)`, `the laid sets (plural)`."""
    text = text.strip()
    return _french(text, person) if language == "fr" else _english(text, person)


def head(text: str) -> list[str]:
    """Return the words of a thing up to the first preposition: `place` of `the place for the card`."""
    words = text.split()
    stops = _ENGLISH_STOPS | _FRENCH_STOPS
    return words[: next((at for at, word in enumerate(words) if at and word in stops), len(words))]


def plain(name: str) -> str:
    """Return a name as words."""
    return " ".join(name.replace("_", " ").split()) or name.replace("_", "-")


def without_ending(text: str) -> str:
    """Return words of the rulebook without the marks of gender and number."""
    for ending in ("(f)", "(m)", "(plural)"):
        text = text.removesuffix(ending).strip()
    return text


def claim(says: str) -> str:
    """Return a predicate for one thing that is not feminine: `est sorti(e)(s)/…`."""
    return says.partition("/")[0].replace("(e)", "").replace("(s)", "").strip()


def value_path(words: Mapping[str, object], enum: str, word: str) -> str:
    """Return the path of the words for a value of an enumeration; empty if there are none."""
    paths = [f"{section}.{enum}.{word}" for section in VALUES]
    if enum == ir.PART:
        paths.insert(0, f"cards.parts.{word}")
    return next((path for path in paths if words.get(path)), "")


def _english(text: str, person: bool) -> Noun:
    is_plural = text.endswith("(plural)")
    one, _, many = without_ending(text).partition("/")
    for article in ("the ", "a ", "an "):
        one = one.removeprefix(article)
    return Noun(one, one if is_plural else many or _english_plural(one), False, is_plural, person)


def _french(text: str, person: bool) -> Noun:
    feminine = text.endswith("(f)")
    one, _, many = without_ending(text).partition("/")
    is_plural = one.startswith("les ")
    for article in ("la ", "une ", "le ", "un ", "les ", "l'", "l’"):
        if one.startswith(article):
            one = one.removeprefix(article)
            feminine = feminine or article in ("la ", "une ")
            break
    return Noun(one, one if is_plural else many or _french_plural(one), feminine, is_plural, person)


def _english_plural(one: str) -> str:
    """Return the plural of a noun; its first preposition and all words after it stay unchanged."""
    words, stops = one.split(" "), _ENGLISH_STOPS | _ENGLISH_AFTER
    at = next((i for i, word in enumerate(words) if i and word in stops), len(words)) - 1
    word = words[at]
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        word = word[:-1] + "ies"
    else:
        word += "es" if word.endswith(SIBILANTS) else "s"
    return " ".join([*words[:at], word, *words[at + 1 :]])


def _french_plural(one: str) -> str:
    """Return the plural: every word up to the first preposition."""
    words = one.split(" ")
    at = (
        i
        for i, word in enumerate(words)
        if i and (word in _FRENCH_STOPS or word[:2] in ("d'", "l'") or word[:3] == "qu'")
    )
    end = next(at, len(words))
    return " ".join([*map(_one_french_plural, words[:end]), *words[end:]])


def _one_french_plural(word: str) -> str:
    if word.endswith(("s", "x", "z", "»")) or word.startswith("«") or word.isdecimal():
        return word
    if word.endswith("al"):
        return word[:-2] + "aux"
    return word + ("x" if word.endswith(("eau", "eu")) else "s")
