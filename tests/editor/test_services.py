"""What helps somebody who writes a ruleset: from open texts and a place in one to data."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from croupier_dsl import check_file
from croupier_dsl.services import (
    CannotRename,
    Desk,
    applied,
    completions,
    definition,
    examples,
    hover,
    outline,
    quick_fixes,
    references,
    rename,
)

from . import table

SHIPPED = Path(__file__).parents[2] / "rulesets"


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    table.write(tmp_path)
    return Desk()


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return tmp_path / "high.yaml"


def at(desk: Desk, path: Path, words: str, word: str = "") -> int:
    """Where a word stands within some words of a file."""
    return desk.text(path).index(words) + words.index(word or words) + 1


# ---------------------------------------------------------------- what is wrong


def test_the_files_are_valid(desk: Desk, game: Path) -> None:
    assert [desk.sight(path).found for path in (game, game.with_name("low.yaml"))] == [(), ()]


def test_an_open_text_is_read_before_the_file(desk: Desk, game: Path) -> None:
    """What is wrong is told of what the editor shows, in the ruleset and in the files beside it."""
    desk.put(game, desk.text(game).replace("to trick\n", "to track\n"))
    assert [(found.code, found.span and found.span.text) for found in desk.sight(game).found] == [("E301", "track")]
    desk.close(game)
    assert desk.sight(game).found == ()
    beside = game.with_name("high.scenarios.yaml")
    desk.put(beside, desk.text(beside).replace("Bob: play_card AS", "Bob: play_cart AS"))
    found = desk.sight(beside).found
    assert [(each.code, each.span and each.span.source.path) for each in found] == [("E314", beside)]


def test_a_text_that_lies_nowhere_yet_is_read(desk: Desk, game: Path) -> None:
    new = game.with_name("new.yaml")
    desk.put(new, "croupier: 1\nvariant: new\nof: high\nremove: [moves.play_cart]\n")
    assert [found.code for found in desk.sight(new).found] == ["E155"]


def test_what_is_told_is_what_check_tells(desk: Desk, game: Path) -> None:
    """The same diagnostics, out of open texts and out of files."""
    wrong = desk.text(game).replace("pile seen by nobody", "heap seen by nobody").replace("size: 2", "sise: 2")
    desk.put(game, wrong)
    told = [(found.code, found.message, found.help) for found in desk.sight(game).found]
    game.write_text(wrong, encoding="utf-8")
    assert told == [(found.code, found.message, found.help) for found in check_file(game)[1]]
    assert told


def test_a_name_that_was_meant_mends_what_is_wrong(desk: Desk, game: Path) -> None:
    desk.put(game, desk.text(game).replace("move deck to stock", "move deck to stok"))
    [mending] = quick_fixes(desk, game, 0, len(desk.text(game)))
    assert (mending.edit.span.text, mending.edit.text) == ("stok", "stock")
    desk.put(game, applied([mending.edit])[game])
    assert desk.sight(game).found == ()


# ---------------------------------------------------------------- hover


@pytest.mark.parametrize(
    ("words", "word", "told"),
    [
        ("trick to tricks of", "tricks", ("state.tricks", "state", "number", "tricks of player: number")),
        ("move top rounds", "rounds", ("options.rounds", "option", "number", "rounds: 1..9 starting 2")),
        ("one of hand}", "hand", ("zones.hand", "zone", "many card", "hand of player: set seen by owner")),
        ("ties is nobody", "nobody", ("options.ties.nobody", "value", "ties", "ties: nobody/first")),
        ("rank of card is", "card", ("moves.play_card.choose.card", "choice", "card", "card: one of hand")),
        ("worth of best", "worth", ("tables.worth", "table", "number", "worth of card by suit: {spades: 2, else: 1}")),
        ("from leader", "leader", ("state.leader", "state", "player", "leader: player starting random of players")),
        ("tricks of who", "who", ("who", "name", "player", "rich of player as who: tricks of who > 2")),
    ],
)
def test_a_hover_tells_what_a_name_is(
    desk: Desk, game: Path, words: str, word: str, told: tuple[str, str, str, str] | None
) -> None:
    """Its path, its sort, its type and the line that declares it."""
    found = hover(desk, game, at(desk, game, words, word))
    assert (None if found is None else (found.path, found.sort, found.type, found.written)) == told


def test_a_hover_tells_texts_comments_and_clauses(desk: Desk, game: Path) -> None:
    option = hover(desk, game, at(desk, game, "times: rounds", "rounds"))
    move = hover(desk, game, at(desk, game, "moves: [play_card]", "play_card"))
    assert option is not None
    assert option.note == "how many there are"
    assert move is not None
    assert move.title == "jouer une carte"
    assert move.clauses == (("follow", "Each plays a card."),)


@pytest.mark.parametrize(
    ("words", "word", "told"),
    [
        ("  begin:\n", "begin", "What happens first in each performance."),
        ("left of", "left", ""),
    ],
)
def test_a_hover_tells_of_the_language(desk: Desk, game: Path, words: str, word: str, told: str) -> None:
    """Keys, and what things have by themselves."""
    path = game if words in desk.text(game) else game.with_name("low.yaml")
    found = hover(desk, path, at(desk, path, words, word))
    assert found is not None
    assert found.note == told


# ---------------------------------------------------------------- completion


@pytest.mark.parametrize(
    ("file", "line", "first", "among"),
    [
        ("high", "        - if ties is |", ["nobody", "first"], []),
        ("high", "        - set leader to |", ["taker"], ["players", "best", "none", "left"]),
        ("high", "    do: move card to |", ["stock", "trick", "hand"], ["card"]),
        ("high", "    do: move card to bottom of |", ["stock", "trick", "hand"], ["card"]),
        ("high", "    do: move card to stock under |", ["rounds"], ["count"]),
        ("high", "    do: move |", ["card"], ["trick", "players"]),
        ("high", "    do: shuffle |", ["stock", "trick", "hand"], ["card", "leader"]),
        ("high", "        - set |", ["leader", "tricks"], ["stock"]),
        ("high", "        - if ties is first: add 1 to |", ["tricks"], ["leader"]),
        ("high", "        - if ties is first: add |", ["rounds"], ["stock"]),
        ("high", "      times: |", ["rounds"], ["stock"]),
        ("high", "  rich of player as who: tricks of |", ["who"], ["card", "trick"]),
        ("high", "    do: mov|", ["add", "end"], ["move", "shuffle"]),
        ("high", "  trick: pile seen by |", ["nobody", "owner", "team", "others", "everyone"], []),
        ("high", "  leader: |", ["no/yes", "number", "truth", "player"], ["rank", "ties"]),
        ("high", "        turn: {by: players from leader, moves: [|", ["play_card"], []),
        ("high", "        turn: {by: players from leader, mov|", ["when", "by", "times"], ["moves"]),
        ("high", "  play_card:|", [], []),
        ("high", "cards: {deck: |", ["french52"], []),
        ("high", "result: {score: tricks, best: |", ["lowest", "highest"], []),
        ("high", "  moves.play_card: |", ["follow", "lead", "A1"], []),
        ("high", "  moves.pl|", [], ["moves.play_card", "zones.hand", "play.round.end"]),
        ("high", "uses: {helps: [|", ["worth"], []),
        ("high", "tit|", ["croupier", "game"], ["title", "whenever"]),
        ("high.scenarios", "      - Ann: |", ["play_card"], []),
        ("high.scenarios", "    options: {|", ["rounds", "ties"], []),
        ("high.scenarios", "    options: {ties: |", ["nobody", "first"], []),
        ("high.scenarios", "    given: {at: turn of Ann, |", [], ["leader", "hand", "stock"]),
        ("high.fr", "  zones.|", [], ["zones.hand", "zones.hand.noun"]),
        ("low", "of: |", ["helps", "high"], []),
        ("low", "options: {ties: |", ["nobody", "first"], []),
        ("low", "  moves.play_card.when.not_rich: not |", [], ["rich", "tricks", "me"]),
        ("low", "  define.best: lowest by |", [], ["rank", "suit"]),
        ("low", "  define.best: lowest by rank of |", ["stock", "trick", "hand"], ["leader"]),
    ],
)  # fmt: skip
def test_a_completion(desk: Desk, game: Path, file: str, line: str, first: list[str], among: list[str]) -> None:
    """What belongs in a place comes first, whatever else of the line, or behind it, is missing."""
    path = game.with_name(f"{file}.yaml")
    desk.sight(path)
    text, offset = table.before(desk.text(path), line)
    desk.put(path, text)
    found = [each.word for each in completions(desk, path, offset)]
    assert found[: len(first)] == first
    assert set(among) <= set(found)
    assert bool(found) == bool(first or among)


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ("for each of players ", {"at", "as", "where"}),
        ("for each of players at ", {"once"}),
        ("move stock to hand of players ", {"from", "where"}),
        ("move stock to hand of players from ", {"leader"}),
    ],
)
def test_a_completion_of_a_deal(desk: Desk, game: Path, written: str, words: set[str]) -> None:
    """Words that go on with a deal round the table, or with what all do at once."""
    desk.sight(game)
    text = desk.text(game)
    old = "for each of players: move top rounds of stock to hand"
    desk.put(game, text.replace(old, written))
    found = [each.word for each in completions(desk, game, text.index(old) + len(written))]
    assert words <= set(found)
    assert found[0] in words or len(words) > 1


def test_a_completion_takes_the_place_of_the_word_before_it(desk: Desk, game: Path) -> None:
    desk.sight(game)
    text, offset = table.before(desk.text(game), "    do: move card to tri|")
    desk.put(game, text)
    found = {each.word: each.instead_of for each in completions(desk, game, offset)}
    assert found["trick"] == 3


@pytest.mark.costly
def test_every_beginning_of_a_text_is_understood(desk: Desk, game: Path) -> None:
    """Whatever stands before the cursor, and nothing behind it: services answer, and break on nothing."""
    whole = desk.text(game)
    desk.sight(game)
    told = 0
    for end in range(0, len(whole), 11):
        desk.put(game, whole[:end])
        told += bool(completions(desk, game, end))
        hover(desk, game, end)
        definition(desk, game, end)
    assert told > len(whole) / 11 / 4


def test_names_are_known_while_a_sentence_is_broken(desk: Desk, game: Path) -> None:
    """Also of a text that has never been right."""
    desk.put(game, desk.text(game).replace("times: rounds", "times: rounds rounds").replace("size: 2", "size: of"))
    found = hover(desk, game, at(desk, game, "from leader", "leader"))
    assert found is not None
    assert found.path == "state.leader"


def test_names_are_known_while_the_file_is_no_yaml(desk: Desk, game: Path) -> None:
    desk.sight(game)
    desk.put(game, desk.text(game).replace("[play_card]}", "[play_card"))
    assert desk.sight(game).understood.written is None
    found = hover(desk, game, at(desk, game, "from leader", "leader"))
    assert found is not None
    assert found.path == "state.leader"


# ---------------------------------------------------------------- where names stand


@pytest.mark.parametrize(
    ("file", "words", "word", "declared"),
    [
        (
            "high",
            "move top rounds",
            "rounds",
            "high: rounds: 1..9 starting 2",
        ),
        ("high", "worth of best", "worth", "helps: worth of card by suit: {spades: 2, else: 1}"),
        ("high", "  moves.play_card: f", "play_card", "high: play_card:"),
        ("high", "[lead, A1]", "lead", 'high.clauses: lead: {place: Play, en: "The highest card takes the trick."}'),
        ("high", "pair of trick to tricks of taker", "taker", "high: - let taker be owner of best"),
        ("high.scenarios", "Bob: play_card", "play_card", "high: play_card:"),
        ("high.scenarios", "card=7S", "card", "high: choose: {card: one of hand}"),
        (
            "high.scenarios",
            "at: turn of Ann, leader",
            "turn",
            "high: turn: {by: players from leader",
        ),
        ("high.fr", "zones.hand", "hand", "high: hand of player: set seen by owner"),
        ("low", "not rich\n", "rich", "high: rich of player as who: tricks of who > 2"),
        ("low", "of: high", "high", "high: croupier: 1"),
    ],
)
def test_a_name_leads_to_where_it_is_declared(
    desk: Desk, game: Path, file: str, words: str, word: str, declared: str
) -> None:
    path = game.with_name(f"{file}.yaml")
    [span] = definition(desk, path, at(desk, path, words, word))
    assert span.source.path is not None
    assert f"{span.source.path.stem}: {span.source.line(span.line).strip()}".startswith(declared)


def test_references_are_in_every_file(desk: Desk, game: Path) -> None:
    """In the ruleset, beside it, and in what is made of it."""
    found = references(desk, game, at(desk, game, "  play_card:\n", "play_card"))
    places = [f"{Path(span.source.name).name}:{span.line}" for span in found]
    assert places == [
        "high.fr.yaml:2", "high.scenarios.yaml:8", "high.scenarios.yaml:9", "high.scenarios.yaml:15",
        "high.yaml:38", "high.yaml:47", "high.yaml:55", "low.yaml:8",
    ]  # fmt: skip
    assert {span.text for span in found} == {"play_card"}


@pytest.mark.costly
def test_every_name_in_a_condition_of_the_shipped_games_is_found() -> None:
    """Every word of conditions and definitions that the ruleset declares is a place that names it."""
    desk = Desk(SHIPPED)
    for path in (SHIPPED / "rami.yaml", SHIPPED / "tricks" / "skat.yaml"):
        sight = desk.sight(path)
        names = sight.understood.references.names
        assert names is not None
        found = {(m.span.source, m.span.start): m.span.text for m in sight.mentions}
        lost = []
        for node in sight.nodes.values():
            if node.path.split(".")[0] not in ("moves", "define", "play") or ".when." not in f"{node.path}.":
                continue
            if node.kind == "sentence" and node.node.span.source.path == path.resolve():
                for word in re.finditer(r"\w+", node.node.span.text):
                    key = node.node.span.source, node.node.span.start + word.start()
                    if word[0] in names.declared and key not in found:
                        lost.append((node.path, word[0]))
        assert lost == []


# ---------------------------------------------------------------- other names


NAMED = [
    ("high", "  rounds:", "rounds"),
    ("high", "  ties:", "ties"),
    ("high", "nobody/first", "first"),
    ("high", "  hand of player", "hand"),
    ("high", "  leader:", "leader"),
    ("high", "  best:", "best"),
    ("high", "  rich of", "rich"),
    ("high", "player as who", "who"),
    ("high", "    round:", "round"),
    ("high", "        turn:", "turn"),
    ("high", "let taker", "taker"),
    ("high", "  play_card:\n", "play_card"),
    ("high", "{card: one", "card"),
    ("high", "{holding:", "holding"),
    ("high.clauses", "  follow:", "follow"),
    ("high.clauses", "  A1:", "A1"),
    ("high.scenarios", "  no_card_left:", "no_card_left"),
    ("low", "when.not_rich:", "not_rich"),
    ("helps", "  worth of", "worth"),
]


@pytest.mark.in_turn(14)
@pytest.mark.parametrize(("file", "words", "word"), NAMED)
def test_another_name_and_back(desk: Desk, game: Path, file: str, words: str, word: str) -> None:
    """Whatever has a name of the ruleset's own can have another, in every file, and its old one again; all the while
    the ruleset and its variant are as valid as before."""
    path = game.with_name(f"{file}.yaml")
    start = at(desk, path, words, word)
    before = {each: desk.text(each) for each in game.parent.iterdir()}
    edits = rename(desk, path, start, "another_9")
    assert word in {edit.span.text for edit in edits}
    for home, text in applied(edits).items():
        desk.put(home, text)
    assert desk.text(path) != before[path]
    assert [desk.sight(each).found for each in (game, game.with_name("low.yaml"))] == [(), ()]
    assert not re.search(rf"\bof {word}\b(?! as)", desk.text(game)) or file != "high" or word == "card"
    for home, text in applied(rename(desk, path, start, word)).items():
        desk.put(home, text)
    assert {each: desk.text(each) for each in game.parent.iterdir()} == before


@pytest.mark.costly
def test_what_a_text_names_in_braces_gets_its_other_name(desk: Desk, game: Path) -> None:
    """In each language, folded or not, also where several are meant."""
    short = """
text:
  combos.pair.noun: pair/pairs
  zones.trick.noun: the trick
  game.short:
    en: >-
      Play to {zones.trick},
      make {combos.pair.many}, take { zones.trick }.
    fr: "Faites {zones.trick}."
"""
    desk.put(game, desk.text(game) + short)
    before = desk.sight(game).found
    for words, word, name in (("  trick:", "trick", "heap"), ("  pair:", "pair", "duo")):
        for home, text in applied(rename(desk, game, at(desk, game, words, word), name)).items():
            desk.put(home, text)
    told = desk.text(game).partition("game.short")[2]
    assert re.findall(r"\{(.*?)\}", told) == ["zones.heap", "combos.duo.many", " zones.heap ", "zones.heap"]
    assert [each.code for each in desk.sight(game).found] == [each.code for each in before]


@pytest.mark.parametrize(
    ("words", "word", "name", "why"),
    [
        ("  rounds:", "rounds", "hand", "this would cause an error: "),
        ("  rounds:", "rounds", "of", "this would cause an error: "),
        (
            "  rounds:",
            "rounds",
            "two words",
            "`two words` is not a valid name: use one word of letters, digits and `_`",
        ),
        ("by rank of trick", "rank", "value", "`rank` is not declared in these files"),
        ("  begin:", "begin", "start", "no name declared by the ruleset is at this place"),
    ],
)
def test_a_name_that_would_be_wrong_is_refused(
    desk: Desk, game: Path, words: str, word: str, name: str, why: str
) -> None:
    with pytest.raises(CannotRename) as refused:
        rename(desk, game, at(desk, game, words, word), name)
    assert str(refused.value).startswith(why)


@pytest.mark.costly
def test_what_comes_along_is_not_renamed_from_a_ruleset_of_ones_own(tmp_path: Path) -> None:
    mine = tmp_path / "mine.yaml"
    mine.write_text("croupier: 1\nvariant: mine\nof: rami\nchange: {moves.lay_off.do: move card to table}\n", "utf-8")
    desk = Desk(SHIPPED)
    with pytest.raises(CannotRename, match="which is bundled"):
        rename(desk, mine, at(desk, mine, "to table", "table"), "middle")


# ---------------------------------------------------------------- pages


def test_the_outline_has_sections_and_what_they_declare(desk: Desk, game: Path) -> None:
    found = {each.name: [inner.name for inner in each.inner] for each in outline(desk, game)}
    assert found["zones"] == ["stock", "trick", "hand of player"]
    assert found["moves"] == ["play_card"]
    play = next(each for each in outline(desk, game) if each.name == "play")
    assert [each.name for each in play.inner] == ["begin", "steps"]
    assert [each.name for each in play.inner[1].inner] == ["round"]


def test_scenarios_can_be_run_where_they_stand(desk: Desk, game: Path) -> None:
    found = examples(desk, game.with_name("high.scenarios.yaml"))
    assert [(each.name, each.span.line) for each in found] == [("the_higher_card", 2), ("no_card_left", 11)]


AGREED = """\
croupier: 1
game: agreed
players: 2..4
options: {won_seen: owner/everyone, rounds: 1..3}
cards: {deck: french52}
tables: {points of card by rank: {A: 11, else: 1}}
zones:
  stock: pile seen by nobody
  won of player: pile seen by won_seen
play:
  begin: [move deck to stock, shuffle stock]
  steps: {turn: {by: players, times: 12 * rounds, moves: [take, pass]}}
moves: {take: {do: move top of stock to won}, pass: {}}
define: {best_card: highest by points then rank of stock}
result: {won: rank of best_card is A}
"""


def test_options_that_say_who_sees_are_offered_and_renamed(tmp_path: Path) -> None:
    """Behind `seen by` only those; such an option is found where a zone names it."""
    path, desk = tmp_path / "agreed.yaml", Desk()
    path.write_text(AGREED, encoding="utf-8")
    assert not [found for found in desk.sight(path).found if found.severity.value == "error"]
    offered = [each.word for each in completions(desk, path, AGREED.index("by won_seen") + 3)]
    assert {"everyone", "owner", "won_seen"} <= set(offered)
    assert "rounds" not in offered
    start = at(desk, path, "by won_seen", "won_seen")
    assert "owner" in str(hover(desk, path, start))
    [text] = applied(rename(desk, path, start, "visible")).values()
    assert text == AGREED.replace("won_seen", "visible")


def test_what_breaks_ties_is_known(tmp_path: Path) -> None:
    """Each key is a name as any other: it is hovered and renamed; so is what all win by."""
    path, desk = tmp_path / "agreed.yaml", Desk()
    path.write_text(AGREED, encoding="utf-8")
    [text] = applied(rename(desk, path, at(desk, path, "by points then", "points"), "worth")).values()
    assert text == AGREED.replace("points", "worth")
    assert "rank" in str(hover(desk, path, at(desk, path, "then rank", "rank")))
    [text] = applied(rename(desk, path, at(desk, path, "rank of best_card", "best_card"), "last_card")).values()
    assert text == AGREED.replace("best_card", "last_card")
