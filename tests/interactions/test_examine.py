"""An examination finds each fault, with the smallest setting that shows it, and nothing where nothing is wrong."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from croupier import Game, Rules, SetupError
from croupier.compile.binding import bind
from croupier.workbench.interactions import Examination, Finding, examine
from croupier.workbench.setting import Setting
from croupier_dsl import compile_text, ir

from . import faulty

pytestmark = pytest.mark.in_turn(14)

LIMIT = 300


def examined(rules: str | ir.Rules, **more: int) -> Examination:
    return examine(compile_text(rules) if isinstance(rules, str) else rules, limit=LIMIT, **more)


def found(text: str | ir.Rules) -> list[tuple[str, str, str]]:
    """The findings in short."""
    return [(finding.level, finding.kind, finding.path) for finding in examined(text).findings]


def only(text: str | ir.Rules) -> Finding:
    """The one finding there is."""
    (finding,) = examined(text).findings
    return finding


@pytest.mark.parametrize("text", [faulty.SOUND, faulty.COVERED, faulty.NO_PAIR], ids=["sound", "covered", "no pair"])
def test_nothing_is_reported_where_nothing_is_wrong(text: str) -> None:
    """A ruleset in which all goes well, one whose dead end has an `else`, and one that refuses a pair: no findings, and
    every pair that is allowed was played."""
    report = examined(text)
    assert report.findings == ()
    assert report.complete
    assert not report.missed
    assert report.settings == report.planned > 0
    assert report.never == (("players=3 with pace=fast",) if text == faulty.NO_PAIR else ())


def test_a_dead_end_under_two_options_together() -> None:
    """It is an error with just the two options that it takes, and a seed that shows it."""
    finding = only(faulty.DEAD_END)
    assert (finding.level, finding.kind, finding.path) == ("error", "dead end", "play.turn")
    assert finding.setting == Setting(2, (("calm", "yes"), ("tone", "shrill")))
    assert finding.smallest
    assert finding.chances is not None
    game = Game(Rules(bind(compile_text(faulty.DEAD_END), 2, dict(finding.setting.options))), finding.chances.seed)
    assert game.stuck


def test_a_fault_under_two_options_together() -> None:
    """Rules that go wrong in play are an error with the options that it takes."""
    finding = only(faulty.FAULTY)
    assert (finding.level, finding.kind) == ("error", "fault")
    assert "whenever.again" in finding.text
    assert (finding.path, finding.where is None) == ("whenever.again", False)
    assert finding.setting == Setting(2, (("size", "4"), ("calm", "yes")))


def test_a_deal_that_runs_short() -> None:
    """Where a deal finds too few cards that is a note with the smallest table."""
    found = [each for each in examine(compile_text(faulty.SHORT)).findings if each.kind == "short deal"]
    assert {finding.level for finding in found} == {"note"}
    assert Setting(2, (("size", "4"), ("extra", "yes"))) in [finding.setting for finding in found]
    assert all(dict(finding.setting.options if finding.setting else ())["extra"] == "yes" for finding in found)


@pytest.mark.parametrize(
    ("text", "path", "words"),
    [
        (faulty.UNREACHABLE, "moves.whisper", "this move was never possible"),
        (faulty.DEAD_TRIGGER, "whenever.full", "this rule never fired"),
        (faulty.DEAD_BRANCH, "moves.lay.do", "this was never done"),
    ],
    ids=["move", "trigger", "branch"],
)
def test_what_cannot_happen_is_noted_with_its_line(text: str, path: str, words: str) -> None:
    """A move, a rule and a branch that no setting reaches are notes that point at their lines."""
    finding = only(text)
    assert (finding.level, finding.kind, finding.path) == ("note", "unreached", path)
    assert finding.text.startswith(words)
    line = text.splitlines()[finding.where.line - 1] if finding.where else ""
    assert "> 12" in line or "whisper" in line


def test_needs_that_contradict_each_other() -> None:
    """Where no setting is allowed that is the one thing said, and nothing is played.

    (A ruleset as it is written gets no further than `check`, so it is changed here once it is checked.)
    """
    alone = bounded(faulty.small(options="  pace: {is: 1..3 starting 3, needs: {more: pace > 2}}"), 2)
    finding = only(alone)
    assert (finding.level, finding.path) == ("error", "options.pace.needs.more")
    assert finding.where is not None
    assert finding.where.line == 9
    both = "{some: pace in 1/3, others: pace > 1}"
    report = examined(bounded(faulty.small(options=f"  pace: {{is: 1..3 starting 3, needs: {both}}}"), 2))
    assert [finding.text for finding in report.errors] == ["no setting meets all bounds and `needs` of pace together"]
    assert report.games == {}


def bounded(text: str, most: int) -> ir.Rules:
    """The rules, with the option `pace` at most so high and least by default."""
    rules = compile_text(text)
    high, low = ir.Constant(ir.NUMBER, most), ir.Constant(ir.NUMBER, 1)
    options = [replace(o, high=high, default=low) if o.name == "pace" else o for o in rules.options]
    return replace(rules, options=tuple(options))


def test_a_value_that_no_setting_allows() -> None:
    """It is an error; a pair of which each is allowed by itself is none."""
    finding = only(faulty.NEVER_A_VALUE)
    assert (finding.level, finding.text) == ("error", "no setting allows pace=fast")
    assert finding.command(["x.yaml"], LIMIT) == "croupier simulate x.yaml --players 2 --option pace=fast"


def test_a_table_that_cannot_be_set_up() -> None:
    """A number of players for which binding fails, and of which no need speaks, is an error."""
    finding = only(faulty.TOO_MANY_TEAMS)
    assert (finding.level, finding.kind, finding.setting) == ("error", "contradiction", Setting(3))
    assert "3 players cannot form 4 teams" in finding.text


def test_an_endless_game() -> None:
    """Games without end are noted with the option that makes them so, and by whose play."""
    finding = only(faulty.ENDLESS)
    assert (finding.level, finding.kind) == ("note", "unfinished")
    assert finding.setting == Setting(2, (("tone", "loud"),))
    assert "games by random players" in finding.text
    assert "games by greedy players" in finding.text


def test_a_stage_that_is_cut() -> None:
    """A stage that `times` ends before its `until` holds is noted."""
    finding = only(faulty.CUT)
    assert (finding.level, finding.kind, finding.path) == ("note", "cut", "play.turn")
    assert finding.setting == Setting(2, (("calm", "yes"),))


def test_a_move_that_an_option_makes_impossible_unsaid() -> None:
    """It is noted where no condition of the move reads the option, and not where one does."""
    finding = only(faulty.UNSAID)
    assert (finding.level, finding.kind, finding.path) == ("note", "impossible", "moves.pair_up")
    assert finding.setting == Setting(2, (("size", "1"),))
    said = faulty.UNSAID.replace("choose: {cards: 2 of hand}", "choose: {cards: 2 of hand}, when: {enough: size > 1}")
    assert found(said) == []


def test_defaults_that_are_refused() -> None:
    """A number of players that has to set options before it can play at all is noted."""
    text = faulty.small(options="  pace: {is: fast/slow, needs: {few: pace is slow or count of players is 2}}")
    finding = only(text)
    assert (finding.kind, finding.setting) == ("defaults", Setting(3))


def test_two_causes_are_told_apart() -> None:
    """Where two options lead to the same dead end by themselves, each is told."""
    text = faulty.DEAD_END.replace("calm and tone is shrill", "calm or tone is shrill")
    settings = {finding.setting for finding in examined(text).errors}
    assert settings == {Setting(2, (("calm", "yes"),)), Setting(2, (("tone", "shrill"),))}


# ---------------------------------------------------------------- again, and in time


def test_the_same_seed_finds_the_same() -> None:
    """Once more, or in two processes: the same games and findings; the report is JSON."""
    once, again = examined(faulty.CUT, seed=5), examined(faulty.CUT, seed=5, jobs=2)
    assert replace(once, seconds=0) == replace(again, seconds=0)
    data = once.to_json(["cut.yaml"])
    assert json.loads(json.dumps(data)) == data
    assert once.decisions != examined(faulty.CUT, seed=6).decisions


def test_the_clock_ends_it() -> None:
    """With hardly any time it stops at once, and says which pairs it did not come to."""
    report = examine(compile_text(faulty.ENDLESS), seconds=0.01)
    assert not report.complete
    assert report.missed
    assert report.seconds < 5


def test_nothing_to_play_is_refused() -> None:
    """No games, or games of no decisions, are a mistake of the caller."""
    with pytest.raises(SetupError, match="at least 1"):
        examine(compile_text(faulty.SOUND), games=0)


def test_a_ruleset_without_options_is_played_for_each_number_of_players() -> None:
    """There are no pairs, and every table is played."""
    text = faulty.SOUND
    text = text.replace("  size: 1..4 starting 2\n  calm: no/yes\n  tone: soft/loud/shrill\n", "").replace(
        "options:\n", ""
    )
    text = text.replace("top size", "top 2").replace(" or (calm and tone is soft)", "")
    report = examined(text)
    assert (report.settings, report.pairs, report.findings) == (2, 0, ())
