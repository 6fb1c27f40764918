"""A thing has one name: at the table and in the printed rules, in each language."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
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
from croupier_dsl.analysis import stages
from tests.printed import GAMES

NAMED = ("zones", "combos", "state", "play")
"""Parts that people see named at the table."""
THINGS = ("zones", "combos", "state", "tables", "define")
"""Those of them that are things, and have a noun."""
_ARTICLE = re.compile(r"^(the|a|an|le|la|les|un|une|des)\s+|^l['’]")
_ENDINGS = re.compile(r"\s*\([a-z]+\)")


def words(text: str) -> set[str]:
    """The words of a name, whatever stands before or behind it that only a sentence needs."""
    plain = _ENDINGS.sub("", _ARTICLE.sub("", text.partition("/")[0]))
    return {unicodedata.normalize("NFC", word.casefold()) for word in re.findall(r"[\w-]+", plain)}


LITTLE = {"sa", "de", "who", "has"}
"""Words that may differ: the table speaks to a player, the rulebook of anybody."""
JOINING = {
    "en": {
        "a", "an", "the", "of", "to", "from", "with", "by", "in", "on", "for", "and", "or", "not", "no", "up", "it",
        "its", "your", "is", "are", "was", "has", "have", "been", "be", "do",
    },
    "fr": {
        "un", "une", "le", "la", "les", "l", "de", "du", "des", "d", "à", "au", "aux", "par", "pour", "sur", "dans",
        "avec", "en", "vers", "et", "ou", "ne", "pas", "non", "qu", "que", "se", "s", "y", "sa", "son", "ses", "ce",
        "on", "est", "sont", "a", "ont", "été",
    },
}  # fmt: skip
"""Words that name nothing: a sentence needs others of them than a title, which goes on with what is chosen."""
_FORMS = {
    "en": re.compile(r"(?<=..)(?:ments?|ing|ed|en|es|e|n|(?<!s)s)$"),
    "fr": re.compile(r"(?<=..)(?:ant|ent|er|ez|ie|it|ir|é|e|i|s|x)$"),
}
"""How the forms of a word end: `lay`, `laying`; `annoncer`, `annoncées`."""


def root(lang: str, word: str) -> str:
    """What a word keeps in every form."""
    while (shorter := _FORMS[lang].sub("", word)) != word and len(shorter) > 2:
        word = shorter
    return re.sub(r"([b-df-hj-np-tv-z])\1$", r"\1", word)


def roots(lang: str, found: set[str]) -> set[str]:
    """The words that name something, whatever form they have in a sentence."""
    return {root(lang, word) for word in found - JOINING[lang]}


def printed(lang: str, text: str) -> set[str]:
    """The words of a noun, of one or of several; of what is said, or is said where it is not so."""
    known = noun(lang, text)
    return words(known.one) | words(known.many) | words(text.partition("/")[2])


def called(game: str) -> Iterator[tuple[str, str, str, str, str]]:
    """Every title that the rulebook has words for besides: path, language, title, kind of words, words."""
    texts = {path: dict(said) for path, said in catalogue.find(game).texts}
    for path, said in texts.items():
        for kind in ("noun", "says"):
            other = texts.get(f"{path}.{kind}", {})
            yield from ((path, lang, said[lang], kind, other[lang]) for lang in said.keys() & other.keys())


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("game", GAMES)
def test_play_and_the_rulebook_call_a_thing_the_same(game: str, lang: str) -> None:
    """The title of a zone, a combo, a state or a stage is made of words that its name in the rulebook has as well."""
    compared = 0
    for path, spoken, title, _, text in called(game):
        if path.split(".")[0] in NAMED and spoken == lang:
            compared += 1
            assert words(title) <= words(text) | LITTLE, (path, title, text)
    assert compared


@pytest.mark.in_turn(24)
@pytest.mark.parametrize("game", [game for game in catalogue.games() if game not in GAMES])
def test_what_lies_on_the_table_is_called_the_same(game: str) -> None:
    """On the shelf: the title of a thing is made of the words of its noun, of one or of several."""
    for path, lang, title, kind, text in called(game):
        if path.split(".")[0] in THINGS and kind == "noun":
            assert words(title) <= printed(lang, text) | LITTLE, (path, lang, title, text)


@pytest.mark.in_turn(24)
@pytest.mark.parametrize("game", catalogue.games())
def test_what_is_done_is_called_the_same(game: str) -> None:
    """The title of a move, of a truth or of a stage is made of the words that the rulebook has for it, in any form.

    A stage is called at the table by its noun or by what may be done in it: then by the words of its moves."""
    doings = acts(game)
    for path, lang, title, kind, text in called(game):
        if ".choose." not in path and (kind == "says" or path in doings):
            known = printed(lang, text) | doings.get(path, {}).get(lang, set())
            assert roots(lang, words(title)) <= roots(lang, known), (path, lang, title, text)


def test_forms_of_a_word_are_one_and_other_words_are_not() -> None:
    """So that the test above lets through a verb that a sentence puts otherwise, and nothing else."""
    for lang, alike in (("en", "bid bids bidding"), ("en", "lay laying"), ("fr", "annoncer annonce annoncées")):
        assert len({root(lang, word) for word in alike.split()}) == 1
    for lang, other in (("en", "play pass lay take"), ("fr", "prendre piocher poser porter jouer tour")):
        assert len({root(lang, word) for word in other.split()}) == len(other.split())


def acts(game: str) -> dict[str, dict[str, set[str]]]:
    """Of each stage, the words of the moves that may be made within it and of what is chosen for them, by language."""
    rules = catalogue.find(game)
    found: dict[str, dict[str, set[str]]] = {stage.path: {"en": set(), "fr": set()} for stage in stages(rules)}
    heads = {f"moves.{move.name}": move.name for move in rules.moves}
    for stage in stages(rules):
        within = {name for inner in stages(rules) if inner.path.startswith(f"{stage.path}.") for name in inner.moves}
        for path, said in rules.texts:
            if heads.get(".".join(path.split(".")[:2])) in within | {*stage.moves} and ".when." not in path:
                for lang, text in said:
                    found[stage.path][lang] |= words(text)
    return found


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


def test_a_definition_that_is_a_plain_property_is_called_by_that() -> None:
    """At the table as in the printed rules, whatever words it has for games in which it is more."""
    rules = find_text(
        """
        croupier: 1
        game: plainly
        players: 2
        cards: {deck: french52}
        zones: {heap: pile seen by everyone, hand of player: set seen by owner}
        define: {counts_as of card: suit}
        play: {begin: [move deck to heap], steps: {turn: {by: players, times: 2, moves: [rest]}}}
        moves: {rest: {when: {red: counts_as of top of heap is hearts}}}
        result: {score: count of hand, best: lowest}
        text:
          define.counts_as.noun: {en: the suit that it counts as, fr: la couleur pour laquelle elle compte}
        """
    )
    told = " ".join(texts(rulebook(rules.ir, language="en", with_example=False)))
    assert "if the suit of the top card of" in told
    assert "counts as" not in phrase(rules.program, rules.ir.moves[0].conditions[0].expr) + told


def test_a_plural_goes_no_further_than_the_noun() -> None:
    """What follows it stays as it is; numbers have no plural in French."""
    assert noun("en", "the worth by length").many == "worths by length"
    assert noun("fr", "la valeur selon la longueur").many == "valeurs selon la longueur"
    assert noun("fr", "le 2").many == "2"
