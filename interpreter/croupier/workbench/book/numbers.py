"""Convert number words of English and French to numbers."""

from __future__ import annotations

_ENGLISH = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
)  # fmt: skip
_FRENCH = (
    "zéro", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze", "treize",
    "quatorze", "quinze", "seize", "dixsept", "dixhuit", "dixneuf", "vingt",
)  # fmt: skip

NUMBERS: dict[str, int] = {
    **{word: number for number, word in enumerate(_ENGLISH)},
    **{word: number for number, word in enumerate(_FRENCH)},
    "une": 1, "both": 2, "thirty": 30, "forty": 40, "fifty": 50, "trente": 30, "quarante": 40, "cinquante": 50,
    "hundred": 100, "cent": 100, "dozen": 12, "douzaine": 12,
}  # fmt: skip
"""By the word in normal form: lower case, no hyphens."""
