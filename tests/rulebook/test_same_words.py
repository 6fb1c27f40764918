"""A thing has one name: at the table and in the printed rules, in each language."""

from __future__ import annotations

import re
import unicodedata

import pytest

from croupier.table import catalogue

NAMED = ("zones", "combos", "state", "play")
"""Parts that people see named at the table."""
GAMES = [name for name in catalogue.names() if "\nvariant:" not in catalogue.locate(name).read_text(encoding="utf-8")]
_ARTICLE = re.compile(r"^(the|a|an|le|la|les|un|une|des)\s+|^l['’]")
_ENDINGS = re.compile(r"\s*\([a-z]+\)")


def words(text: str) -> set[str]:
    """The words of a name, whatever stands before or behind it that only a sentence needs."""
    plain = _ENDINGS.sub("", _ARTICLE.sub("", text.partition("/")[0]))
    return {unicodedata.normalize("NFC", word.casefold()) for word in re.findall(r"[\w-]+", plain)}


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("game", GAMES)
def test_play_and_the_rulebook_call_a_thing_the_same(game: str, lang: str) -> None:
    """The title of a zone, a combo, a state or a stage is made of words that its name in the rulebook has as well."""
    texts = {path: dict(said) for path, said in catalogue.find(game).texts}
    compared = 0
    for path, said in texts.items():
        if path.split(".")[0] not in NAMED or lang not in said:
            continue
        for suffix in (".noun", ".says"):
            printed = texts.get(path + suffix, {}).get(lang)
            if printed is not None:
                compared += 1
                assert words(said[lang]) <= words(printed) | LITTLE, (path, said[lang], printed)
    assert compared


LITTLE = {"sa", "de", "who", "has"}
"""Words that may differ: the table speaks to a player, the rulebook of anybody."""
