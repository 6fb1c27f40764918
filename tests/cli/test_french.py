"""What a user who speaks French meets: help, lists, mistakes in a call and in a ruleset."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from croupier.cli import COMMANDS, MODULES, main
from croupier.cli.board import wrapped
from croupier.cli.frames import spoken

BAD = """\
croupier: 1
game: bad
players: 2..4
cards: {deck: french52}
zones: {stock: pile seen by nobody, hand of player: set seen by owner, heap: pile}
play:
  begin: [move deck to stock, shuffle stock, move top of stok to heap]
  steps: {turn: {by: players, times: 3, moves: [lay]}}
moves:
  lay: {choose: {card: one of hand}, when: hand, do: [move card to heap]}
result: {score: 1, best: lowest}
"""
CHECKED = """\
erreur[E519] : la zone `heap` ne dit pas qui la voit
 --> bad.yaml:5:78
  |
5 | …es: {stock: pile seen by nobody, hand of player: set seen by owner, heap: pile}
  |                                                                            ^^^^
  = aide : ajoutez `seen by everyone`, ou nobody, owner, team, others

erreur[E301] : `stok` n'est pas déclaré
 --> bad.yaml:7:58
  |
7 |   begin: [move deck to stock, shuffle stock, move top of stok to heap]
  |                                                          ^^^^
  = aide : écrivez `stock`

erreur[E402] : `when` : type attendu oui ou non, trouvé plusieurs cartes
  --> bad.yaml:10:44
   |
10 |   lay: {choose: {card: one of hand}, when: hand, do: [move card to heap]}
   |                                            ^^^^

bad.yaml : 3 erreurs
Pour en savoir plus : croupier explain E301 E402 E519
"""


def french(*words: str, lang: str = "fr_FR.UTF-8") -> Result:
    return CliRunner(env={"LC_ALL": lang}).invoke(main, [*words], prog_name="croupier")


def test_a_bad_ruleset(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is wrong with it is told in French, the words of the language of rules as they are; as JSON in English."""
    monkeypatch.chdir(tmp_path)
    Path("bad.yaml").write_text(BAD, encoding="utf-8")
    assert french("check", "bad.yaml").output == CHECKED
    assert french("check", "bad.yaml", "--lang", "fr", lang="C").output == CHECKED
    assert "erreur" not in french("check", "bad.yaml", "--lang", "en").output
    assert french("check", "bad.yaml", "--json").output == french("check", "bad.yaml", "--json", lang="C").output


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("check", "--nope"), "Erreur : Il n'y a pas d'option '--nope'"),
        (("check",), "Erreur : Il manque l'argument 'RÈGLES'"),
        (("play",), "Erreur : Il manque l'argument 'RÈGLES'"),
        (("chek",), "Erreur : Commande chek inconnue ; vouliez-vous dire check ?"),
        (("simulate", "nothing", "--games", "many"), "'many' n'est pas un nombre entier."),
        (("simulate", "nothing", "--games", "0"), "0 n'est pas dans l'intervalle x>=1."),
        (
            ("list", "--lang", "xx"),
            "Erreur : Valeur impossible pour '--lang' : inconnu : xx ; les possibilités sont en, fr",
        ),
        (("check", "nothing"), "Erreur : règles nothing introuvables : ni fournies, ni un fichier"),
    ],
)
def test_a_wrong_call(words: tuple[str, ...], told: str) -> None:
    """What click says of it is in French too, and so is the usage above it."""
    output = french(*words).output
    assert told in output
    assert "Utilisation : croupier" in output or words == ("check", "nothing")


@pytest.mark.costly
def test_the_list_of_games() -> None:
    """Games and variants have their French titles."""
    assert "\nthree-thirteen  2-8    45-60 min  Trois-treize. Onze manches" in french("list", "--search", "onze").output
    assert "Jeux de rami\n" in french("list").output
    assert "Rummy\n" in french("list", "--lang", "en").output


@pytest.mark.parametrize("name", COMMANDS)
def test_help_of_every_command(name: str) -> None:
    """No paragraph of help and no line on an option is in English; examples stand on lines of their own."""
    english: list[str] = []
    command = import_module(f"croupier.cli.{MODULES[name]}").command
    spoken(command, lambda text: english.append(text) or text)
    shown = french(name, "--help").output
    told = " ".join(shown.split())
    assert told.startswith(f"Utilisation : croupier {name} [OPTIONS]")
    assert "-h, --help Montrer cette aide et sortir." in told
    assert [text for text in english if len(text) > 12 and text in told] == []
    examples = {line.strip() for line in command.help.splitlines() if line.strip().startswith("croupier ")}
    assert examples
    assert examples <= {line.strip() for line in shown.splitlines()}


TYPED = {
    "aide": "annuler",
    "indice": "score attendu",
    "pourquoi": "Ajoutez le coup",
    "pourquoi pioche": "possible",
    "annuler": "Il n'y a rien à annuler.",
    "journal": "manche 1",
    "regles": "`règles tout`",
    "Règles tout": "manches : 11",
    "coups": "draw_stock",
    "table": "défausse",
    "hint": "score attendu",
}
"""What may be typed at a table in French, besides moves, and a part of what is answered."""


@pytest.mark.costly
@pytest.mark.parametrize("typed", TYPED)
def test_commands_of_play(typed: str) -> None:
    """They are understood in French, with or without accents, beside the English words."""
    words = ("play", "three-thirteen", "--seed", "3", "--lang", "fr")
    result = CliRunner().invoke(main, [*words], input=f"{typed}\nquitter\n", prog_name="croupier")
    answer = result.output.partition("P1> ")[2].partition("P1> ")[0]
    assert TYPED[typed] in answer
    assert "Vous êtes parti" in result.output


def test_french_words_are_moves_elsewhere() -> None:
    """At a table that speaks English the French words mean nothing of their own, and more words make a move."""
    words = ("play", "three-thirteen", "--seed", "3", "--lang", "en")
    result = CliRunner().invoke(main, [*words], input="indice\nundo the deal\nquit\n", prog_name="croupier")
    assert "unknown move indice" in result.output
    assert "unknown move undo the deal" in result.output


def test_the_listing_of_compiled_rules() -> None:
    """Its headings and counts are in French; the rest is in words of the language of rules, the same everywhere."""
    told, english = french("compile", "trio").output, french("compile", "trio", lang="C").output
    headings = [line for line in told.splitlines()[1:] if line and not line.startswith(" ")]
    assert headings[0] == "joueurs 3/4/5/6, au plus 100000 décisions"
    assert {"cartes", "coups", "définitions", "résultat"} <= set(headings)
    assert not {"cards", "moves", "definitions", "result"} & set(headings)
    assert [line for line in told.splitlines() if "ZoneContents" in line] == [
        line for line in english.splitlines() if "ZoneContents" in line
    ]


def test_titles_without_their_accents() -> None:
    """Who cannot type them is understood."""
    words = ("play", "trio", "--seed", "5", "--players", "3", "--lang", "fr")
    result = CliRunner().invoke(main, [*words], input="reveler la plus grande carte de P2\nq\n", prog_name="croupier")
    assert "Vous : révéler la plus grande carte de P2" in result.output


def test_why_there_is_no_table(tmp_path: Path) -> None:
    """What cannot be set up is told with its reason in French, and so is how many may play."""
    assert "trio est pour 3 à 6 joueurs, pas 99" in french("simulate", "trio", "--players", "99").output
    path = tmp_path / "bad.yaml"
    good = BAD.replace("heap: pile", "heap: pile seen by everyone").replace("stok", "stock").replace("when: hand, ", "")
    path.write_text(good + "combos: {set: {same: rank, size: 3..(count of players)}}\n", encoding="utf-8")
    assert "la plus petite taille, 3, dépasse la plus grande, 2" in french("check", str(path)).output


def test_signs_stay_with_their_words() -> None:
    """No line ends with an opening quote or begins with a sign that a space precedes."""
    told = "  coup inconnu ; les coups sont « tourner le talon », « retourner le rebut » : lequel ?"
    for width in range(20, 80):
        lines = wrapped(told, width)
        assert " ".join(line.strip() for line in lines) == told.strip()
        assert not [line for line in lines if line.endswith("«") or line.strip()[0] in "»;:?"]


@pytest.mark.costly
def test_players_that_search_are_named() -> None:
    """With their level in words, or with the figures that somebody gave."""
    words = ("play", "trio", "--seed", "5", "--players", "3", "--lang", "fr", "--seat", "2=search:easy")
    result = CliRunner().invoke(main, [*words, "--seat", "3=search:20"], input="q\n", prog_name="croupier")
    assert "P2 réfléchi, facile, P3 réfléchi (20)" in result.output


@pytest.mark.parametrize(("game", "example"), [("trio", "retourner @1"), ("klondike", "à la fondation AC")])
def test_the_example_in_the_help_has_the_words_of_the_language(game: str, example: str) -> None:
    """And it makes that move when it is typed."""
    result = CliRunner().invoke(main, ["play", game, "--seed", "5", "--lang", "fr"], f"aide\n{example}\nquitter\n")
    assert f"Par exemple : {example}\n" in result.output
    assert f"\nVous : {example.split()[0]}" in result.output
