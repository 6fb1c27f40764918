"""The trace: every clause to parts and scenarios, and parts to clauses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from croupier.table.catalogue import directory, find
from croupier.workbench.trace import trace
from croupier.workbench.trace.reach import reached
from croupier_dsl import compile_text, from_json, ir, to_json
from tests.cli.conftest import Run
from tests.printed import GAMES, VARIANTS

from .small import GAME

pytestmark = pytest.mark.in_turn(10)

RULES = compile_text(GAME, "small.yaml")


def line_of(sentence: str) -> int:
    return GAME[: GAME.index(sentence)].count("\n") + 1


def test_parts_and_scenarios_of_a_clause() -> None:
    """A clause has the parts that cite it, where they stand, and the scenarios that cite it."""
    found = {traced.clause.id: traced for traced in trace(RULES).clauses}
    thanks = found["thanks"]
    assert [(part.path, part.where and part.where.line) for part in thanks.elements] == [
        ("define.rival", line_of("rival of player: first")),
        ("moves.draw.do.thanks", line_of("thanks: add 1")),
    ]
    assert thanks.scenarios == ("a_card_is_drawn",)
    assert found["three"].elements[0].where == ir.Where("small.yaml", line_of("when: {three"), 12)
    assert found["drawing"].clause.books == ("fr", "en")
    assert found["three"].clause.books == ("en",)
    assert not found["fun"].needed
    assert trace(RULES).complete


def test_what_no_clause_explains() -> None:
    """A part stands for itself unless a clause stands behind it or a part around it; its rulings are its reason."""
    found = {part.element.path: part for part in trace(RULES).unexplained}
    assert list(found) == ["players", "cards", "zones.stock", "zones.hand", "state.gift", "play", "play.turn",
                           "moves.pass", "limit"]  # fmt: skip
    assert found["zones.hand"].rulings == ("A1",)
    assert found["zones.stock"].rulings == ()
    assert found["limit"].engine
    assert found["limit"].element.where is None


@pytest.mark.parametrize(
    ("old", "new", "lacks"),
    [
        ("  moves.draw: [drawing]\n", "", {"drawing": ("element",)}),
        ("    because: [winner]\n", "", {"winner": ("scenario",)}),
        ("  result: [winner]\n", "  nowhere: [winner, fun]\n", {"winner": ("element",)}),
        ("kind: flavour", "kind: rule", {"fun": ("element", "scenario")}),
        ("kind: flavour", "kind: table", {"fun": ("element", "scenario")}),
        ("kind: flavour", "kind: example", {}),
        ("kind: flavour", "kind: advice", {}),
    ],
)
def test_what_a_clause_lacks(old: str, new: str, lacks: dict[str, tuple[str, ...]]) -> None:
    """Clauses of kind rule and table need a part and a scenario; `nowhere` is no part; others need nothing."""
    text = GAME.replace("  nowhere: [fun]\n", "") if "nowhere" in new else GAME
    assert old in text
    found = trace(compile_text(text.replace(old, new)))
    assert {traced.clause.id: traced.lacks for traced in found.lacking} == lacks
    assert found.complete == (not lacks)


@pytest.mark.parametrize("game", GAMES)
def test_bundled_games_are_traced(game: str) -> None:
    """Every clause of a bundled game that holds a rule has a part that carries it and a scenario that shows it."""
    found = trace(find(game))
    assert found.clauses
    assert [(traced.clause.id, traced.lacks) for traced in found.lacking] == []
    assert all(traced.clause.books for traced in found.clauses)
    assert all(element.where for traced in found.clauses for element in traced.elements)


@pytest.mark.parametrize("game", GAMES)
def test_what_no_clause_explains_has_a_reason(run: Run, game: str) -> None:
    """What a bundled game has beyond its book cites a ruling; the engine's own limit is the only other thing."""
    silent = [part.element.path for part in trace(find(game)).unexplained if not part.rulings and not part.engine]
    assert silent == []
    assert " parts come from no clause, each with its reason" in run("trace", game).output


@pytest.mark.parametrize("variant", VARIANTS[:2])
def test_a_variant_is_asked_nothing(variant: str) -> None:
    """A variant has the clauses of its game, which answers for them; the variant's own scenarios need not."""
    found = trace(find(variant))
    assert found.clauses
    assert found.complete
    assert not any(traced.needed for traced in found.clauses)


def test_a_rule_that_is_taken_out_is_missed(tmp_path: Path, run: Run) -> None:
    """Without the rule that the deal passes on, the trace names the clause, and a scenario fails."""
    source = directory() / "three-thirteen.yaml"
    for part in ("", ".clauses", ".scenarios"):
        text = (source.parent / f"three-thirteen{part}.yaml").read_text(encoding="utf-8")
        for rule in ("      end: set dealer to left of dealer\n", "  play.round.end: [dealer-rotates]\n"):
            assert part or text.count(rule) == 1
            text = text.replace(rule, "")
        (tmp_path / f"copy{part}.yaml").write_text(text, encoding="utf-8")
    assert run("check", tmp_path / "copy.yaml").exit_code == 0
    traced = run("trace", tmp_path / "copy.yaml")
    assert traced.exit_code == 1
    assert "1 of " in traced.output.splitlines()[0]
    assert next(line for line in traced.output.splitlines() if line.startswith("dealer-rotates")).split()[2] == "NONE"
    tested = run("test", tmp_path / "copy.yaml")
    assert tested.exit_code == 1
    assert "deal_passes_to_the_left" in tested.output


def test_the_summary_comes_first(run: Run, small: Path) -> None:
    """One line tells all; tables follow; a clause with many parts is cut short unless all are asked for."""
    lines = run("trace", small).output.splitlines()
    assert lines[0] == (
        f"{small}: 5 clauses (3 rule, 1 table, 1 flavour); all 4 rules and tables have a part and a scenario; "
        "9 parts come from no clause, 7 of them state no reason"
    )
    assert not lines[1]
    assert "In a turn one card" not in "\n".join(lines)
    full = run("trace", small, "--full", "--lang", "fr").output
    assert "À son tour, on peut piocher une carte." in full
    assert "fr, en, page 1" in full


def test_json_has_everything(run: Run, small: Path) -> None:
    """What programs read says as much as the trace does."""
    told = json.loads(run("trace", small, "--json").output)
    assert told["complete"] is True
    assert [book["id"] for book in told["books"]] == ["fr", "en"]
    drawing = told["clauses"][0]
    assert drawing["books"] == ["fr", "en"]
    assert drawing["text"]["fr"].startswith("À son tour")
    assert drawing["elements"][0]["where"]["line"] == line_of("  draw:\n")
    assert [part["path"] for part in told["unexplained"] if part["rulings"]] == ["zones.hand"]
    assert told["rulings"][0]["elements"][0]["path"] == "zones.hand"


def test_what_play_reaches() -> None:
    """Scenarios that come to a part are told apart from those that cite its clause; games are counted, and the same
    seed gives the same counts."""
    play = reached(RULES, 6, "3")
    found = {traced.clause.id: traced for traced in trace(RULES, play).clauses}
    assert found["drawing"].scenarios == ("a_card_is_drawn",)
    assert found["drawing"].also == ("most_points",)
    assert found["three"].also == ("a_card_is_drawn", "most_points")
    assert all(found[clause].reached for clause in ("drawing", "three", "thanks", "winner"))
    assert found["thanks"].reached == sum(element.reached or 0 for element in found["thanks"].elements)
    assert reached(RULES, 6, "3") == play
    assert reached(RULES, 6, "4").counts != play.counts
    untold = {traced.clause.id: traced for traced in trace(RULES).clauses}
    assert untold["drawing"].reached is None


def test_what_play_does_not_reach(run: Run, small: Path) -> None:
    """A rule that no game comes to is told, in the summary and beside its clause."""
    bar = "    when: {three_at_most: count of hand < 3}\n"
    small.write_text(GAME.replace(bar, bar.replace("< 3}", "< 3, big: count of hand > 4}")), encoding="utf-8")
    result = run("trace", small, "--games", "3", "--jobs", "1")
    lines = result.output.splitlines()
    assert "of them not reached in 3 games" in lines[0]
    assert next(line for line in lines if line.startswith("thanks")).split()[-1] == "never"
    told = json.loads(run("trace", small, "--games", "3", "--jobs", "1", "--json").output)
    assert told["games"] == 3
    assert next(clause for clause in told["clauses"] if clause["id"] == "three")["reached"] > 0


def test_options_that_do_not_fit_together(run: Run, small: Path) -> None:
    """An option that would do nothing is a mistake."""
    for words in (["--seed", "3"], ["--jobs", "2"], ["--only", "moves"], ["--games", "3", "--mutate"]):
        assert run("trace", small, *words).exit_code == 2


def test_a_ruleset_without_a_rulebook(run: Run, tiny: Path) -> None:
    """There is nothing to trace, and nothing wrong with that; but nothing can be changed for its sake."""
    result = run("trace", tiny)
    assert (result.exit_code, "cites no rulebook" in result.output) == (0, True)
    assert f"{tiny.stem}.clauses.yaml" in result.output
    assert ".yaml.clauses" not in result.output
    result = run("trace", tiny, "--mutate")
    assert result.exit_code == 2
    assert "nothing to mutate" in result.output


@pytest.fixture
def tiny() -> Path:
    return Path(__file__).parents[1] / "cli" / "data" / "tiny.yaml"


def test_an_invalid_ruleset(run: Run, tmp_path: Path) -> None:
    """What is wrong with it is told, as by `check`."""
    path = tmp_path / "wrong.yaml"
    path.write_text(GAME.replace("book: en,", "book: [en, de, en],"), encoding="utf-8")
    result = run("trace", path)
    assert result.exit_code == 1
    assert "error[E322]: unknown book `de`" in result.output
    assert "error[E328]: `en` is listed twice" in result.output


def test_rules_written_before_there_were_traces() -> None:
    """JSON of rules without the newer fields is still read."""
    plain = json.loads(to_json(RULES))
    for field in ("parts", "equivalents"):
        del plain[field]
    for entry in (*plain["because"], *plain["clauses"], *plain["rulings"]):
        entry.pop("also_in", None)
        del entry["where"]
    old = from_json(json.dumps(plain))
    assert old.parts == ()
    assert old.clauses[0].books == ("fr",)
    assert from_json(to_json(RULES)) == RULES
