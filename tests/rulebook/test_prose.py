"""The text reads like a rulebook: what is denied is denied in plain words, packs are counted, nothing is told twice."""

from __future__ import annotations

from collections import Counter

import pytest

from croupier.compile.binding import bind
from croupier.rulebook import Document, markdown, rulebook
from croupier.rulebook.context import context_of
from croupier.rulebook.document import Grid, Items, Paragraph, Section
from croupier.rulebook.english import English
from croupier.rulebook.french import French
from croupier.rulebook.grammar import Predicate, Thing
from croupier.rulebook.material import in_a_pack
from croupier.rulebook.setting import settle
from croupier.table.catalogue import find
from croupier.words.nouns import Noun
from croupier_dsl.compiler import check_text

from .books import GAMES, LANGUAGES, VARIANTS, printed, words

pytestmark = pytest.mark.in_turn(14)

SAID = {
    "en": {
        "a card has been thrown away": "no card has been thrown away",
        "an exchange is due": "no exchange is due",
        "the market is open": "the market is not open",
        "the player on turn has opened": "the player on turn has not opened",
        "there is a trump suit": "there is no trump suit",
        "the last trick was red": "it is not so that the last trick was red",
        "a card that is red has been seen": "it is not so that a card that is red has been seen",
        "all cards have been seen": "not all cards have been seen",
        "the dealer has two cards": "it is not so that the dealer has two cards",
    },
    "fr": {
        "une carte a été jetée": "aucune carte n'a été jetée",
        "un échange est dû": "aucun échange n'est dû",
        "le marché est ouvert": "le marché n'est pas ouvert",
        "le joueur dont c'est le tour a ouvert": "il n'est pas vrai que le joueur dont c'est le tour a ouvert",
        "toutes les cartes ont été vues": "il n'est pas vrai que toutes les cartes ont été vues",
    },
}


@pytest.mark.parametrize(("language", "clause"), [(code, clause) for code, said in SAID.items() for clause in said])
def test_a_clause_is_denied_where_that_is_sure(language: str, clause: str) -> None:
    """The verb is denied, or a first *a card* becomes *no card*; where that might mean something else it is said so."""
    grammar = {"en": English(), "fr": French()}[language]
    assert grammar.predicate(Predicate(clause), None, False) == SAID[language][clause]
    assert grammar.predicate(Predicate(clause), None, True) == clause


def test_words_for_what_is_not_so_are_taken() -> None:
    """A denial of the author's own stands where the clause is denied, of a subject and of the whole table."""
    player = Thing("that player", person=True)
    passed = Predicate("has passed", "is still in")
    assert English().predicate(passed, player, False) == "that player is still in"
    assert English().predicate(passed, Thing("you", you=True), False) == "you are still in"
    assert English().predicate(passed, player, True) == "that player has passed"
    assert (
        French().predicate(Predicate("a passé", "joue encore"), Thing("vous", you=True), False) == "vous jouez encore"
    )
    assert English().predicate(Predicate("the bank is open", "the bank is shut"), None, False) == "the bank is shut"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", [*GAMES, *VARIANTS])
def test_nothing_is_denied_from_outside(game: str, language: str) -> None:
    """No sentence of a bundled game begins a clause with *it is not so that*."""
    outside = {"en": "it is not so that", "fr": "il n'est pas vrai qu"}[language]
    assert not [piece for piece in words(printed(game, language)) if outside in piece.lower()]


@pytest.mark.parametrize("game", [*GAMES, *VARIANTS])
def test_a_pack_is_counted_as_it_is_dealt_from(game: str) -> None:
    """The text says as many cards a pack, and as many in all, as a game with so many players has."""
    rules = find(game)
    setting = settle(rules, {}, None)
    copies = in_a_pack(context_of(setting, English()))
    assert copies is not None
    document = printed(game, "en")
    material = next(section for section in document.sections if section.anchor == "cards")
    told = " ".join(block.text for block in material.blocks if isinstance(block, Paragraph))
    assert f"A pack has {sum(copies)} cards: " in told
    for n in setting.programs:
        program = bind(rules, n)
        packs = program.planner.constant(rules.cards.packs)
        counted = Counter(program.kind_of)
        assert isinstance(packs, int)
        assert [counted[kind] for kind in range(len(program.kinds))] == [packs * n for n in copies]
        if packs > 1:
            assert f"{program.cards} cards in all" in told or row(document, n, str(packs), str(program.cards))


def row(document: Document, players: int, *cells: str) -> bool:
    """Does the table by the number of players say this for so many?"""
    section = next(section for section in document.sections if section.anchor == "preparing")
    for block in section.blocks:
        if isinstance(block, Grid):
            for head, *rest in block.rows:
                first, _, last = head.replace(" or ", " to ").partition(" to ")
                if int(first) <= players <= int(last or first):
                    return rest[: len(cells)] == list(cells)
    return False


@pytest.mark.parametrize("game", GAMES)
def test_tables_have_no_equal_rows_side_by_side(game: str) -> None:
    """Rows next to each other differ in what they give."""
    todo: list[Section] = list(printed(game, "en").sections)
    grids = 0
    while todo:
        section = todo.pop()
        todo.extend(section.sections)
        for block in section.blocks:
            if isinstance(block, Grid):
                grids += 1
                assert all(a[1:] != b[1:] for a, b in zip(block.rows, block.rows[1:], strict=False))
    assert grids


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_list_has_more_than_one_point(game: str, language: str) -> None:
    """What is one plain thing alone is a sentence: no line of the course of play leads to a numbered list of one."""
    lists = 0
    todo = [section for section in printed(game, language).sections if section.anchor == "play"]
    while todo:
        section = todo.pop()
        todo.extend(section.sections)
        for block in section.blocks:
            if isinstance(block, Items) and block.ordered:
                lists += 1
                assert len(block.items) > 1 or block.items[0].below
    assert lists


@pytest.mark.parametrize(("language", "told"), [("en", "a number from 2 to 3"), ("fr", "un nombre de 2 à 3")])
def test_a_number_is_chosen_between_bounds(language: str, told: str) -> None:
    """A choice of a number says from where to where it may be."""
    assert any(told in piece for piece in words(printed("rami-deep", language)))


DOMAINS = """
croupier: 1
game: domains
players: 2
options: {most: 1..9 starting 6}
cards: {deck: french52}
zones: {stock: pile seen by nobody, hand of player: set seen by owner}
state: {called of player: number}
play:
  begin: move deck to stock
  steps: {turn: {by: players, times: 9, moves: [act]}}
moves:
  act:
    choose: {what: WHAT}
    do: set called to COUNT
result: {score: called}
"""


@pytest.mark.parametrize(
    ("domain", "count", "english", "french"),
    [
        ("one of 0..3", "what", "a number from 0 to 3.", "un nombre de 0 à 3."),
        ("one of 2..most", "what", "a number from 2 to 6.", "un nombre de 2 à 6."),
        ("one of 0..13 where it is not 3", "what", "from 0 to 13, that is not 3.", "de 0 à 13, qui n'est pas 3."),
        ("one of 0/1/2", "what", "a number among 0, 1 and 2.", "un nombre parmi 0, 1 et 2."),
        ("1.. of 0..3", "count of what", "one or more numbers from 0 to 3.", "un ou plusieurs nombres de 0 à 3."),
        ("1..2 of 0/1/2", "count of what", "1 or 2 of the numbers among", "1 ou 2 nombres parmi"),
        ("one of values of rank", "1", "Choose a rank.", "Choisissez un rang."),
        ("one of players", "1", "a player (that may", "un joueur (ce peut"),
        ("one of hand where suit is hearts", "1", "whose suit is hearts.", "dont la couleur est cœur."),
    ],
)
def test_every_form_of_domain_says_what_it_holds(domain: str, count: str, english: str, french: str) -> None:
    """What is chosen from is told with its bounds, for one thing and for several, filtered or not."""
    rules, found = check_text(DOMAINS.replace("WHAT", domain).replace("COUNT", count), "domains.yaml")
    assert rules is not None, found
    for language, told in (("en", english), ("fr", french)):
        pieces = words(rulebook(rules, {}, None, language, with_example=False))
        assert any(told in piece for piece in pieces), [piece for piece in pieces if piece.startswith("Cho")]


SUITS = """
croupier: 1
game: suits
players: 2
cards: {deck: french52}
tables: {worth of card by rank: {A: 11, 2..10: 2..10, J..K: 10}}
zones: {stock: pile seen by nobody, shown: slot seen by everyone, hand of player: set seen by owner}
state: {points of player: number}
define:
  best of player: highest of worth of (hand where suit is hearts) + highest of worth of (hand where suit is spades)
  full of player: none of values of suit as wanted where none of hand where suit is wanted
play:
  begin: move deck to stock
  steps: {turn: {by: players, times: 9, begin: set direction to -1, moves: [act]}}
moves:
  act:
    choose: {card: one of (hand if possible where suit is hearts) where rank is A}
    when: worth of card > worth of shown
    do:
      - move card to shown
      - if full: set points to best
result: {score: points}
text:
  zones.shown.noun: the table
  define.best.noun: the best pair
  define.full.says: has every suit
"""


def test_what_may_be_missing_is_told() -> None:
    """A sum of what may not be there says so, and so does a comparison; scopes, places and directions are right."""
    rules, found = check_text(SUITS, "suits.yaml")
    assert rules is not None, found
    english = words(rulebook(rules, with_example=False))
    french = " ".join(words(rulebook(rules, {}, None, "fr", with_example=False)))
    text = " ".join(english)
    assert any(piece.endswith("If one of these numbers is missing, the result is missing too.") for piece in english)
    assert "A missing value is neither more nor less" in text
    assert "Ce qui manque n'est ni supérieur ni inférieur" in french
    assert "for each suit this holds: their zone “hand” holds at least one card whose suit is that suit." in text
    assert "is more than the value “worth” of the card on the table" in text
    assert "but one whose suit is hearts if there is one, and of these one whose rank is ace." in text
    assert "play goes to the right from now on" in text
    assert "on joue désormais vers la droite" in french


def test_no_comparison_with_what_is_always_there_is_warned_of() -> None:
    """Where nothing can be missing, nothing is said of it."""
    assert not any("missing" in piece for piece in words(printed("trio", "en")))


def test_rows_are_reckoned_out() -> None:
    """A row that gives a sum of its key and numbers shows what that comes to."""
    document = printed("three-thirteen-down", "en")
    material = next(section for section in document.sections if section.anchor == "cards")
    grid = next(block for block in material.sections[0].blocks if isinstance(block, Grid))
    assert [row[1] for row in grid.rows] == [str(n) for n in range(13, 2, -1)]


def test_a_title_within_an_option_is_its_name() -> None:
    """An option that a variant adds, with words of its own in its body, goes by them in both languages."""
    for language, told in (("en", "Points to win the match: "), ("fr", "Points pour gagner le match\u00a0: ")):
        assert any(piece.startswith(told) for piece in words(printed("trio-match", language)))


def test_an_option_called_by_its_name() -> None:
    """What an option needs is said with the words for it, without their explanation in brackets; then why."""
    document = rulebook(find("rami"), with_example=False)
    told = [piece for piece in words(document) if piece.startswith("Only possible if")]
    assert (
        "Only possible if “points that end the game” is more than 0 or “rounds” is more than 0. If not: a game without "
        "a limit of points needs a number of rounds."
    ) in told
    assert all("agreed" not in piece and " is not yes" not in piece for piece in told)


def test_who_cannot_lose_is_not_said_to() -> None:
    """Losers that the options rule out are no condition that never holds: nobody is said to have lost."""
    rules, given = find("rami"), {"limit": "0", "rounds": "2"}
    english = words(rulebook(rules, given, None, "en", with_example=False))
    french = words(rulebook(rules, given, None, "fr", with_example=False))
    assert "No player loses: those who do not win are neither winners nor losers." in english
    assert "Nul n'est dit perdant\u00a0: qui ne gagne pas ne gagne pas, sans plus." in french
    assert not any("has lost" in piece for piece in english)
    assert not any("never holds" in piece for piece in english)


def test_what_readers_had_to_guess_is_told() -> None:
    """Where a `must` holds and what it bars; jokers without a suit; free places; the first seat; cards onto a pile."""
    rami = " ".join(words(rulebook(find("rami"), {"starter": "seat"}, None, "en", with_example=False)))
    assert "Throughout the turn, at whatever step, a move is only allowed if after it you can still" in rami
    assert "make all of this hold when the turn ends:" in rami
    assert "A move that is barred by this counts as not possible." in rami
    assert "No two of its cards have the same suit, and at most one of them has none." in rami
    assert "A card is added at free places only" in rami
    assert "The dealer is the player to the right of the player in seat 1." in rami
    for game, several in (("drei", True), ("trio", False), ("rami", False), ("three-thirteen", False)):
        assert (
            any(piece.startswith("Cards that go onto a pile together") for piece in words(printed(game, "en")))
            is several
        )


def test_the_best_of_players_come_in_the_order_of_what_they_are_best_by() -> None:
    """Side pots are shared from the smallest stake on, not by seat."""
    for language, stake in (
        ("en", "(as many as the number of players still in), the lowest first"),
        ("fr", "(autant que le nombre de joueurs encore en jeu), en allant du plus bas au plus haut"),
    ):
        assert stake in " ".join(
            words(rulebook(find("texas-holdem"), {}, None, language, with_example=False, exact=True))
        )


def test_of_some_cards_is_said_with_one_word_in_french() -> None:
    """What is defined of cards, of which nobody has spoken yet: `le reste de cartes`, and never `de des`."""
    assert French().of(Thing("des cartes", True, True), Noun("reste", "restes")).text == "le reste de cartes"
    assert French().of(Thing("des as", True), Noun("reste", "restes")).text == "le reste d'as"


COMBOS = """
croupier: 1
game: groups
players: 2
cards: {deck: french52}
zones: {hand of player: set seen by owner, laid: melds seen by everyone}
combos:
  lone: {same: rank, size: 1}
  three: {same: rank, size: 3}
  topped: {sequence: 2..K, of: three, size: 1, beside: 1}
play: {steps: {turn: {by: players, times: 9, moves: [lay, lay_one]}}}
moves:
  lay: {choose: {what: one of topped of hand}, do: move what to laid}
  lay_one: {choose: {what: one of lone of hand}, do: move what to laid}
result: {score: count of hand}
"""


def test_a_single_card_or_group_is_told_as_one() -> None:
    """Neither is counted in the plural."""
    rules, found = check_text(COMBOS, "groups.yaml")
    assert rules is not None, found
    told = " ".join(words(rulebook(rules, with_example=False)))
    assert "It is exactly one card" in told
    assert "It has one group, which is " in told
    assert "exactly 1" not in told


KINDS = """
croupier: 1
game: kinds
players: 2
cards: {attributes: {rank: 8/9/A, suit: clubs/spades}, packs: 2}
zones: {hand of player: set seen by owner, heap: pile seen by everyone}
state:
  side of player: red/black
  bids of side: number
define: {gone: not (AC in hand of players)}
play:
  begin: [move deck to heap, move top 2 of heap to hand of first of players]
  steps: {turn: {by: players, times: 9, moves: [lay]}}
moves:
  lay:
    choose: {card: one of hand}
    do:
      - move card to heap
      - if card is 8C/AS: add 1 to bids of red
      - if gone: set side to black
result: {score: bids of side}
text: {state.bids.noun: the bid}
"""


def test_kinds_of_card_and_what_is_of_a_word_have_their_articles() -> None:
    """*An ace*, *an 8*; the bid of a side, and not *bid of red*; and that nobody holds a card is not that somebody
    does not hold it."""
    rules, found = check_text(KINDS, "kinds.yaml")
    assert rules is not None, found
    told = markdown(rulebook(rules, with_example=False))
    assert "is an 8 of clubs or an ace of spades, 1 is added to the bid of red" in told
    assert "If it is not so that any player's" in told
    assert "S'il n'est pas vrai que" in markdown(rulebook(rules, language="fr", with_example=False))


ALONE = """
croupier: 1
game: alone
players: 2
cards: {deck: french52}
zones: {stock: pile seen by nobody, hand of player: set seen by owner}
state: {leader: player starting first of players, done in choosing: no/yes}
play:
  begin: move deck to stock
  steps:
    choosing: {by: leader, until: done, moves: [draw, stop]}
    drawing: {by: leader, times: 3, moves: [draw]}
moves:
  draw: {do: move top of stock to hand}
  stop: {do: set done to yes}
result: {score: count of hand}
"""


def test_one_player_again_and_again_takes_no_turns() -> None:
    """Where one player acts as often as is said, nobody is next, and nothing is counted for all together."""
    rules, found = check_text(ALONE, "alone.yaml")
    assert rules is not None, found
    english = words(rulebook(rules, with_example=False))
    assert english.count("Each time the one who acts here is the player “leader”.") == 2
    told = " ".join(english)
    assert not [phrase for phrase in ("take turns", "first to play", "taken together") if phrase in told]
    french = words(rulebook(rules, {}, None, "fr", with_example=False))
    assert french.count("Chaque fois, celui qui agit ici est le joueur « leader ».") == 2


COUNTED = """
croupier: 1
game: counted
players: 2
options:
  size: {is: 1..9 starting 3, needs: {enough: 2 * size < (count of players + 1) * 9, some: 2 * size > 1}}
cards: {deck: french52}
zones: {stock: pile seen by nobody, hand of player: set seen by owner}
state: {coins of player: number}
play:
  begin: move deck to stock
  steps: {turn: {by: players, times: size, moves: [draw]}}
moves: {draw: {do: [move top of stock to hand, add 1 to coins]}}
result: {score: coins, best: BEST}
text:
  state.coins.noun: {en: the number of coins/numbers of coins, fr: le nombre d'écus/nombres d'écus}
  options.size.needs.enough: {en: there are not so many, fr: il n'y en a pas autant}
  SAYS
"""
WON = {
    ("highest", "en"): "The player with the most coins at the end wins.",
    ("lowest", "en"): "The player with the fewest coins at the end wins.",
    ("highest", "fr"): "Qui a le plus d'écus à la fin gagne.",
    ("lowest", "fr"): "Qui a le moins d'écus à la fin gagne.",
}


def counted(language: str, best: str = "highest", says: str = "") -> list[str]:
    text = COUNTED.replace("BEST", best).replace("SAYS", says)
    rules, found = check_text(text, "counted.yaml")
    assert rules is not None, found
    return words(rulebook(rules, {}, None, language, with_example=False))


@pytest.mark.parametrize(("best", "language"), WON)
def test_who_has_most_of_what_is_counted_wins(best: str, language: str) -> None:
    """Nobody has the highest number of coins: somebody has the most; or what the ruleset says of who wins. What is
    best is told at the end all the same."""
    assert WON[best, language] in counted(language, best)
    told = counted("en", best, "result.says: {en: is the richest, fr: est le plus riche}")
    assert "Whoever is the richest wins." in told
    assert f"The {best} score is best and wins." in told
    assert "Qui est le plus riche gagne." in counted(
        "fr", best, "result.says: {en: is the richest, fr: est le plus riche}"
    )


def test_both_sides_of_a_comparison_are_told_in_signs() -> None:
    """Where one is, the other is too; alone a product is told in words. What the ruleset says against it follows."""
    told = counted("en")
    formula = "2 × “size” is less than (the number of players + 1) × 9"
    assert f"Only possible if {formula}. If not: there are not so many." in told
    assert "Only possible if 2 times “size” is more than 1." in told
    assert any(piece.endswith(". Sinon\u00a0: il n'y en a pas autant.") for piece in counted("fr"))


ORDERED = """
croupier: 1
game: ordered
players: 2..4
cards: {deck: french52}
zones: {stock: pile seen by nobody, hand of player: set seen by owner}
state: {dealer: player starting first of players, total of player: number}
define: {poor: players where total < 3}
play:
  begin: [move deck to stock, shuffle stock]
  steps: {turn: {by: players, times: 4, moves: [deal]}}
moves: {deal: {do: [for each of COLLECTION: move top of stock to hand]}}
result: {score: total}
"""
BY_SEATS = ("in the order of seats", "dans l'ordre des places")
AS_LISTED = ("in this order", "dans cet ordre")


@pytest.mark.parametrize(
    ("collection", "order"),
    [
        ("players", BY_SEATS),
        ("players where total < 3", BY_SEATS),
        ("poor", BY_SEATS),
        ("players without dealer", BY_SEATS),
        ("(left of dealer)/dealer", AS_LISTED),
        ("(left of dealer)/dealer where total < 3", AS_LISTED),
        ("left of (dealer/(right of dealer))", AS_LISTED),
        ("left of players", ()),
    ],
)
def test_the_order_of_players_is_that_of_the_list(collection: str, order: tuple[str, ...]) -> None:
    """Only what goes by seats is said to go by seats; a list is gone through as it is written."""
    rules, found = check_text(ORDERED.replace("COLLECTION", collection), "ordered.yaml")
    assert rules is not None, found
    for number, language in enumerate(LANGUAGES):
        pieces = words(rulebook(rules, {}, None, language, with_example=False))
        told = next(piece for piece in pieces if piece.startswith(("For each", "Pour chaque")))
        for said in (BY_SEATS[number], AS_LISTED[number]):
            assert (said in told) == (said in order), told
