"""A thing has one name: at the table and in the printed rules, in each language."""

from __future__ import annotations

import re
import unicodedata
from textwrap import dedent

import pytest

from croupier import Rules
from croupier.base.language import speaking
from croupier.compile.binding import bind
from croupier.rulebook import rulebook
from croupier.rulebook.document import texts
from croupier.scene import Words
from croupier.table import catalogue
from croupier.words.nouns import noun
from croupier.words.phrases import phrase
from croupier_dsl import compile_text
from tests.printed import GAMES

NAMED = ("zones", "combos", "state", "play")
"""Parts that people see named at the table."""
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


@pytest.mark.in_turn(6)
@pytest.mark.parametrize("game", [game for game in catalogue.games() if game not in GAMES])
def test_what_lies_on_the_table_is_called_the_same(game: str) -> None:
    """On the shelf: the title of a zone, a combo or a state is made of the words of its noun, of one or of several."""
    for path, said in catalogue.find(game).texts:
        titles, printed = dict(said), dict(dict(catalogue.find(game).texts).get(f"{path}.noun", ()))
        if path.split(".")[0] in ("zones", "combos", "state"):
            for lang in titles.keys() & printed.keys():
                known = noun(lang, printed[lang])
                assert words(titles[lang]) <= words(known.one) | words(known.many) | LITTLE, (path, lang)


LITTLE = {"sa", "de", "who", "has"}
"""Words that may differ: the table speaks to a player, the rulebook of anybody."""


def test_what_only_the_rulebook_names_is_called_so_at_the_table() -> None:
    """Not by the name that the ruleset has for it in its sentences."""
    rules = find_text(
        """
        croupier: 1
        game: nouns
        players: 2
        cards: {deck: french52}
        zones: {heap: pile seen by everyone, lot of player: set seen by owner}
        define: {low of player: lot where rank is 2}
        play: {begin: [move deck to heap], steps: {turn: {by: players, times: 2, moves: [rest]}}}
        moves: {rest: {when: {lows: low of me is not empty}}}
        result: {score: count of lot, best: lowest}
        text:
          zones.heap.noun: {en: the stack of cards, fr: le talon}
          define.low.noun: {en: the small card, fr: la petite carte}
        """
    )
    table = Words(rules)
    assert table.zone("heap") == "stack of cards"
    condition = rules.ir.moves[0].conditions[0].expr
    assert phrase(rules.program, condition) == "small cards is not empty"
    with speaking("fr"):
        assert table.zone("heap") == "talon"
        assert phrase(rules.program, condition) == "il reste quelque chose ici : petites cartes"
    printed = " ".join(texts(rulebook(rules.ir, language="fr", with_example=False)))
    assert "talon" in printed
    assert "petites cartes" in printed or "petite carte" in printed


def find_text(text: str) -> Rules:
    return Rules(bind(compile_text(dedent(text)), 2, {}))
