"""Small rulesets whose printed rules once said something wrong, each with what has to stand there."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from croupier import Rules
from croupier.compile.binding import bind
from croupier.rulebook import markdown, rulebook
from croupier.rulebook.context import context_of
from croupier.rulebook.english import English
from croupier.rulebook.example import _most_worth, _Teller, _turns, _with_cards
from croupier.rulebook.french import French
from croupier.rulebook.grammar import Group, Scope
from croupier.rulebook.setting import settle
from croupier.rulebook.values import naming_one
from croupier.table.catalogue import find
from croupier_dsl import ir
from croupier_dsl.compiler import check_text

GRAMMARS = {"en": English(), "fr": French()}

CASES = Path(__file__).parent / "cases"


def printed(name: str, language: str = "en", **exchanged: str) -> str:
    """The rulebook of a case, with some of its text exchanged."""
    text = (CASES / f"{name}.yaml").read_text("utf-8")
    for old, new in exchanged.items():
        assert old in text
        text = text.replace(old, new)
    rules, found = check_text(text, f"{name}.yaml")
    assert rules is not None, found
    return markdown(rulebook(rules, {}, None, language))


@pytest.mark.costly
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("last", [5, 6, 7])
def test_a_sequence_over_numbers_lists_these_numbers(last: int, language: str) -> None:
    """The numbers that the sequence names, from the least of them, not those at the same places of the attribute."""
    told = printed("numbers-in-sequence", language, **{"sequence: 1..7": f"sequence: 1..{last}"})
    listed = ", ".join(map(str, range(1, last + 1)))
    line = next(line for line in told.splitlines() if listed in line and ("order" in line or "ordre" in line))
    assert line.rstrip(".").partition(": ")[2].strip() == listed or line.endswith(f": {listed}.")


@pytest.mark.costly
def test_cards_that_are_not_in_the_game_are_not_counted() -> None:
    """The kinds without copies belong to no number and no list, and a card of the example reads as people say it."""
    told = printed("plural-nouns")
    assert "there are 9 different cards" in told
    assert "15" not in told
    assert "plain 1" not in told
    assert "\\_" not in told
    assert "il y a 9 cartes différentes" in printed("plural-nouns", "fr")


def test_an_example_calls_cards_as_people_do() -> None:
    """A place in a meld is told by the cards that belong there, each by its words."""
    rules, found = check_text((CASES / "plural-nouns.yaml").read_text("utf-8"), "plural-nouns.yaml")
    assert rules is not None, found
    setting = settle(rules, {}, None)
    bound = Rules(bind(rules, 2))
    teller = _Teller(context_of(setting, GRAMMARS["en"]), bound, next(_turns(bound)))
    assert teller.value("red_1/blue_1") == "red 1 or blue 1"


@pytest.mark.costly
@pytest.mark.parametrize(
    ("game", "parts"),
    [
        ("tramlines", ["Cards of a line, 100 in all", "2 of each line and kind, but 1 of each 0", "4 of each kind"]),
        ("tarot", ["The four suits, 56 in all", "one of each rank and suit", "The trumps, 22 in all"]),
    ],
)
def test_a_deck_of_several_parts_is_counted_part_by_part(game: str, parts: list[str]) -> None:
    """What combinations a part leaves out nobody has to know."""
    told = markdown(rulebook(find(game), {}, None, "en"))
    assert [part for part in parts if part not in told] == []
    assert "combination of these" not in told


@pytest.mark.costly
def test_how_many_cards_there_are_goes_by_the_number_of_players() -> None:
    """A card that is left out with three players counts with two and four only; the number agreed on counts."""
    rules = find("briscola")
    told = markdown(rulebook(rules, {}, None, "en"))
    assert "With 2 or 4 players there are 40 cards: one of each rank and suit." in told
    assert "With 3 players there are 39 cards: one of each rank and suit, but no 2 of coins." in told
    assert "but no 2 of coins" in markdown(rulebook(rules, {}, 3, "en"))


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("en", ("The chosen card goes", "The second chosen card goes", "The third chosen card goes")),
        ("fr", ("La carte choisie va", "La seconde carte choisie va", "La troisième carte choisie va")),
    ],
)
def test_each_of_several_choices_has_a_name_of_its_own(language: str, names: tuple[str, ...]) -> None:
    """The third is not called as the second."""
    told = printed("third-choice", language)
    assert [told.count(name) for name in names] == [1, 1, 1]


@pytest.mark.parametrize(("language", "third"), [("en", "the third player"), ("fr", "le troisième joueur")])
def test_elements_within_each_other_are_numbered_on(language: str, third: str) -> None:
    """That player, the other one, the third, the fourth: none is called as one before it."""
    rules, found = check_text((CASES / "third-choice.yaml").read_text("utf-8"), "third-choice.yaml")
    assert rules is not None, found
    grammar = GRAMMARS[language]
    cx = context_of(settle(rules, {}, None), grammar)
    player = cx.words.sort(ir.PLAYER)
    scope = Scope()
    told = []
    for slot in range(4):
        scope = naming_one(cx, player, slot, scope)
        told.append(scope.slots[slot].text)
    assert len(set(told)) == 4
    assert told[2] == third


@pytest.mark.costly
def test_several_cards_chosen_second_are_several() -> None:
    """Of two choices of several cards, the second is of many too."""
    told = printed("plural-nouns")
    assert "The chosen cards go to" in told
    assert "The cards chosen second go to" in told
    assert "Les cartes choisies en second vont" in printed("plural-nouns", "fr")


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "the cards in the places next to the place of that card and whose rank is lower than 7"),
        ("fr", "des cartes des places à côté de la place de cette carte et dont le rang est au-dessous de 7"),
    ],
)
def test_the_cards_of_neighbours_are_cards(language: str, told: str) -> None:
    """What lies in the places beside a card, not places beside any of these."""
    assert told in printed("neighbours", language)


def test_a_move_called_as_its_step_keeps_its_heading() -> None:
    """Where the step has another move, whose section stands elsewhere, what is chosen belongs under a heading."""
    told = printed("one-heading-each")
    assert "### Sow\n" in told
    assert "#### Sow\n" in told
    assert told.index("- Harvest.") < told.index("#### Sow\n") < told.index("whose suit is spades")


@pytest.mark.costly
def test_a_noun_of_many_is_not_told_as_of_one() -> None:
    """One of several that have one name together: no *a cards*, no *exactly one players*."""
    told = printed("plural-nouns")
    assert "A card among your cards that are not four." in told
    assert "a cards" not in told.lower()
    english, french = GRAMMARS["en"], GRAMMARS["fr"]
    for grammar, noun, forms in (
        (english, english.noun("the players still in (plural)"), {"a_one": "one of the", "none": "none of the"}),
        (french, french.noun("les cartes prises (f)"), {"a": "une des", "each": "chacune des", "none": "aucune des"}),
    ):
        for form, opening in forms.items():
            assert grammar.form(Group(noun, lambda plural: ""), form) == f"{opening} {noun.many}"


def test_an_example_of_a_seat_that_gains() -> None:
    """A turn that costs the seat something ends nothing worth telling, and a rare gain is told before a plain turn."""
    first = next(turn for turn in _turns(Rules(bind(find("trio"), 3))) if _with_cards(turn))
    plain = replace(first, shows=set(), free=2, winners=None, gained=0)
    gains = replace(plain, gained=1)
    loses = replace(plain, shows={("ends", "deal")}, gained=-1)
    assert _most_worth([*[plain] * 30, loses, gains]) == gains
    assert _most_worth([*[plain] * 30, loses]) == plain


@pytest.mark.costly
@pytest.mark.parametrize("case", ["one-heading-each", "neighbours", "plural-nouns"])
def test_an_example_shows_a_choice(case: str) -> None:
    """The turn that is told is one in which the seat could have done something else, and not one by which it loses."""
    rules, found = check_text((CASES / f"{case}.yaml").read_text("utf-8"), f"{case}.yaml")
    assert rules is not None, found
    turns = list(_turns(Rules(bind(rules, 2))))
    told = _most_worth(turns)
    assert told.free > 1 or all(turn.free == 1 for turn in turns)
    assert not told.lost or all(turn.lost or turn.free == 1 for turn in turns)


def test_no_example_of_giving_up_or_of_a_forced_card() -> None:
    """What is seldom seen weighs much, but not where it is the end of a lost game, or all that could be done."""
    view = _turns(Rules(bind(find("trio"), 3)))
    first = next(view)
    plain = replace(first, shows={("move", "plain")}, free=2, winners=None, gained=0)
    forced = replace(first, shows={("move", "last")}, free=1, winners=None, gained=0)
    given_up = replace(first, shows={("move", "give_up"), ("ends", "game")}, free=2, winners=(), gained=0)
    assert _most_worth([plain, plain, plain, forced, given_up]) == plain
    assert _most_worth([forced, given_up]).shows


def test_an_example_with_cards_before_one_of_a_pass() -> None:
    """A pass may end a deal that everybody has passed, which is rare; it shows nothing of how the game is played."""
    played = next(turn for turn in _turns(Rules(bind(find("trio"), 3))) if _with_cards(turn))
    passed = replace(
        played, shows={("move", "pass"), ("ends", "deal")}, free=2, winners=None, gained=0, events=[], after=[]
    )
    played = replace(played, shows={("move", "play")}, free=2, winners=None, gained=0)
    assert _most_worth([passed, *[played] * 50]) == played
    idle = replace(played, made=[("pass", ())], shows={("ends", "deal")})
    assert _most_worth([idle, *[played] * 50], {"pass"}) == played
    assert _most_worth([played, replace(played, free=3)]).free == 3


def test_ends_within_one_another_count_once() -> None:
    """Whoever ends a deal also ends its last round; that is one rare thing, not four."""
    first = next(turn for turn in _turns(Rules(bind(find("trio"), 3))) if _with_cards(turn))
    plain = replace(first, shows=set(), free=2, winners=None, gained=0)
    ends = replace(plain, shows={("ends", name) for name in "abcd"})
    two = replace(plain, shows={("ends", "a"), ("meld", "run")})
    assert _most_worth([*[plain] * 30, ends, two]) == two


@pytest.mark.costly
@pytest.mark.parametrize(
    ("game", "shown"),
    [("texas-holdem", "are turned face up for all to see"), ("hearts", "goes from Ann's hand to the trick")],
)
def test_an_example_of_play_and_not_of_what_comes_before(game: str, shown: str) -> None:
    """Programs that fold at once show no showdown, so others play; choices made at once leave room for more."""
    told = markdown(rulebook(find(game), {}, None, "en")).partition("## An example")[2].partition("## Aim")[0]
    assert shown in told


ROUND = {
    "en": (
        "The cards in the stock are dealt to all players' hands, one card at a time from the top, to each in turn to "
        "the left, beginning with the player to the dealer's left, until none is left.",
        "are dealt to all players' hands, one card at a time, to each in turn, until none is left.",
        "For each player, all at once (what goes where is settled before any card moves), the cards in that player's "
        "hand go to the hand of the player to that player's left.",
    ),
    "fr": (
        "Les cartes du talon sont distribuées dans les mains de tous les joueurs, une carte à la fois en partant du "
        "dessus, à chacun à son tour vers la gauche, en commençant par le voisin de gauche du donneur, jusqu'à la "
        "dernière.",
        "sont distribuées dans les mains de tous les joueurs, une carte à la fois, à chacun à son tour, jusqu'à la "
        "dernière.",
        "Pour chaque joueur, tout à la fois (ce qui va où se décide avant qu'aucune carte ne bouge), les cartes de la "
        "main de ce joueur vont dans la main du voisin de gauche de ce joueur.",
    ),
}


@pytest.mark.parametrize("language", ["en", "fr"])
def test_cards_are_dealt_round_and_handed_on(language: str) -> None:
    """With whom a deal begins and that it goes round, and that all hand on at the same time."""
    told = printed("round-the-table", language)
    assert [sentence for sentence in ROUND[language] if sentence not in told] == []


@pytest.mark.costly
def test_a_grid_without_an_edge() -> None:
    """It is described with its places, and a chosen place goes by its number in the example."""
    english, french = printed("edgeless"), printed("edgeless", "fr")
    assert "a grid without an edge, which begins with one place, in line 0 and column 0" in english
    assert "une grille sans bord, qui commence par une place, en ligne 0 et colonne 0" in french
    assert "always to the first place that is free" in english
    assert re.search(r"the chosen place is place \d+\.", english)
    assert re.search(r"la place choisie est la place \d+\.", french)


@pytest.mark.costly
@pytest.mark.parametrize(("language", "card"), [("en", "hold the 7 of coins."), ("fr", "contiennent le 7 de deniers.")])
def test_a_card_of_a_suit_is_called_so_whatever_its_rank_is_called(language: str, card: str) -> None:
    """A suit comes with `of` and the only such card with `the`, in decks whose cards have a value and no rank too."""
    assert card in markdown(rulebook(find("scopa"), {}, None, language, with_example=False))


@pytest.mark.costly
@pytest.mark.parametrize(
    ("language", "many"),
    [("en", "6 with 2 players, 5 with 3 or 4 players"), ("fr", "6 pour 2 joueurs, 5 pour 3 ou 4 joueurs")],
)
def test_a_number_that_goes_by_the_players_is_told_for_each_number_of_them(language: str, many: str) -> None:
    """Nested conditions on how many play become the number; with a number agreed on nothing is left to ask."""
    rules = find("cribbage")
    assert many in markdown(rulebook(rules, {}, None, language, with_example=False))
    assert many not in markdown(rulebook(rules, {}, 2, language, with_example=False))


def test_players_and_choices_are_told_as_people_say_them() -> None:
    """Each of these sentences stands in the rulebook once."""
    told = printed("who-and-what")
    for sentence in (
        # A word that the agreed options bar is not offered, and the words to choose from are listed.
        "Choose a contract: low or high.",
        # A condition on the table alone says how long the players go on.
        "each time the next in the direction of play, as long as there is no taker.",
        # A stage that is played once by one of several players says who it is.
        "One of the players whose zone “hand” is not empty acts here: the leader, or the next after that who is among",
        # The direction of play is told once, before the first turn.
        "Play goes to the left until something else is said.",
        # Points and points are equal; one thing is another.
        "if the points of the player in seat 1 are equal to the last player's points.",
        # `more than five or five` is at least five.
        "A player has enough if their points are at least 5.",
        # A meaning names the worth, so the rulebook says what that is.
        "The worth of the deal: the contract's value “fee” times 3.",
        # From ten thousand on, numbers are written in groups of digits.
        "A game that is not over after 100,000 decisions",
    ):
        assert told.count(sentence) == 1, sentence


def test_players_and_choices_are_told_in_french() -> None:
    """The same kinds of sentences, where the words of the ruleset do not matter."""
    told = printed("who-and-what", "fr").replace("\u00a0", " ")
    for sentence in (
        "Choisissez une valeur « contract » : low ou high.",
        "chaque fois le suivant dans le sens du jeu, tant qu'il n'y a pas de joueur « taker ».",
        "Un seul agit ici, parmi les joueurs dont la zone « hand » n'est pas vide : le joueur « leader », ou",
        "On joue vers la gauche tant que rien d'autre n'est dit.",
        "si son nombre « points » est au moins égal à 5.",
        "Après 100 000 décisions",
    ):
        assert told.count(sentence) == 1, sentence


def test_only_the_table_needs_what_it_shows_and_no_rule_speaks_of_absent_cards() -> None:
    """A definition that is only shown is not explained; without jokers no rule asks whether a card is one."""
    told = printed("who-and-what").partition("## Aim of the game")[2].partition("What may be agreed before play")[0]
    assert "double" not in told
    assert "joker" not in told
    agreed = printed("who-and-what", **{"jokers: no/yes": "jokers: yes/no"})
    assert "is a joker" in agreed
