"""What differs between two rulesets is told, all of it, and nothing else."""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path

import pytest
import yaml

from croupier.base.language import speaking
from croupier.cli import main
from croupier.table import catalogue
from croupier.workbench.difference import GROUPS, Written, differences
from croupier_dsl import compile_text, ir, outline
from croupier_dsl.diagnostics import Diagnostics
from croupier_dsl.parts import parts_of
from croupier_dsl.resolver import resolve
from tests.printed import GAMES

pytestmark = pytest.mark.in_turn(14)

FREE = {"tables", "zones", "combos", "define", "moves"}
"""Sections whose entries may stand in any order."""


def read(name: str) -> str:
    return (catalogue.directory() / f"{name}.yaml").read_text(encoding="utf-8")


def written(text: str) -> Written:
    """Rules in a text, as `diff` reads them from a file."""
    syntax = outline.parse_text(text, "text", Diagnostics())
    assert syntax is not None
    return Written(compile_text(text), parts_of(resolve(syntax, Diagnostics())))


def changed(text: str, *swaps: tuple[str, str]) -> Written:
    for old, new in swaps:
        assert text.count(old) == 1, (text.count(old), old)
        text = text.replace(old, new)
    return written(text)


SMALL = """
croupier: 1
game: small
title: Small
players: 2..4
limit: 500
options:
  dealt: {is: 2..9 starting 3, needs: {enough: dealt < 9}}
  hot: no/yes
cards: {deck: french52, wild: rank is 2}
tables:
  worth of card by rank: {A: if hot then 2 else 1, 2..10: 2..10, J..K: 10}
  share by count of players: {2: 5, else: 3}
zones:
  stock: pile seen by nobody
  heap: pile seen by everyone
  hand of player: set seen by owner
state:
  dealer: player starting random of players
  total of player: number
  mood of player: calm/angry
combos:
  set: {same: rank, size: 3.., wilds: 0..1}
  run: {same: suit, sequence: A..K, size: 3..5}
  any_combo: set/run
define:
  heavy of card: worth > 5 and not wild
  rival of player: left
play:
  begin:
    - move deck to stock
    - shuffle stock
    - for each of players: move top dealt of stock to hand
  steps:
    round:
      times: 3
      steps:
        turn:
          by: players from left of dealer
          until: {out: hand is empty, dry: stock is empty and heap is not empty}
          moves: [throw, draw, lay]
          else: end round
        counting:
          by: players
          end: [add sum of worth of hand to total, add share to total]
      end: set dealer to left of dealer
moves:
  throw:
    choose: {card: one of hand where worth > 1 and not heavy, back: one of no/yes}
    when: {light: not heavy of card, calm: mood is calm, dull: count of hand > 0}
    do:
      - let before be count of hand
      - move card to heap
      - if back:
          - move top of stock to hand
        else if before > 2: set mood to angry
        else: set mood of rival to angry
  draw: {when: stock is not empty and count of hand < 8, do: move top of stock to hand}
  lay: {choose: {meld: one of any_combo of hand}, do: move cards of meld to heap}
whenever:
  calmer: {each: players, when: mood is angry and hand is empty, do: set mood to calm}
result: {score: [total, seat], best: lowest}
"""

MUTATIONS: list[tuple[str, str, str, set[tuple[str, str]]]] = [
    ("players", "players: 2..4", "players: 2..5", {("players", "changed")}),
    ("default number of players", "players: 2..4", "players: 2..4 starting 3", {("players", "new")}),
    ("limit", "limit: 500", "limit: 400", {("limit", "changed")}),
    ("shown", "limit: 500", "limit: 500\nshow: [dealer, total]", {("show", "new")}),
    ("teams", "limit: 500", "limit: 500\nteams: 2", {("teams", "new")}),
    ("default", "2..9 starting 3", "2..9 starting 4", {("options.dealt", "changed")}),
    ("values", "2..9 starting 3", "2..8 starting 3", {("options.dealt", "changed")}),
    ("need", "{enough: dealt < 9}", "{enough: dealt < 8}", {("options.dealt.needs.enough", "changed")}),
    ("need gone", ", needs: {enough: dealt < 9}", "", {("options.dealt.needs.enough", "gone")}),
    ("new option", "  hot: no/yes", "  hot: no/yes\n  cold: no/yes", {("options.cold", "new")}),
    ("deck", "french52, wild: rank is 2}\ntables:\n  worth of card by rank: {A",
     "french54, wild: rank is 2}\ntables:\n  worth of card by rank: {joker: 0, A",
     {("cards.deck", "changed"), ("tables.worth.joker", "new")}),
    ("packs", "{deck: french52, ", "{deck: french52, packs: 2, ", {("cards.packs", "changed")}),
    ("wild", "wild: rank is 2", "wild: rank is 3", {("cards.wild", "changed")}),
    ("row", "J..K: 10", "J: 11, Q..K: 10", {("tables.worth.J", "changed")}),
    ("row of an option", "if hot then 2 else 1", "if hot then 3 else 1", {("tables.worth.A", "changed")}),
    ("new row", "{2: 5, else: 3}", "{2: 5, 3: 4, else: 3}", {("tables.share.3", "new")}),
    ("zone", "heap: pile seen by everyone", "heap: pile top seen by everyone", {("zones.heap", "changed")}),
    ("new zone", "  hand of player: set",
     "  side: pile seen by nobody\n  hand of player: set", {("zones.side", "new")}),
    ("state", "total of player: number", "total of player: number starting 5", {("state.total", "changed")}),
    ("words of state", "mood of player: calm/angry", "mood of player: calm/wry/angry", {("state.mood", "changed")}),
    ("combo", "size: 3..5", "size: 3..6", {("combos.run.size", "changed")}),
    ("order of a combo", "sequence: A..K,", "sequence: A..K/A,", {("combos.run.sequence", "changed")}),
    ("combo's wilds", ", wilds: 0..1", "", {("combos.set.wilds", "gone")}),
    ("declared wilds", "wilds: 0..1}", "wilds: 0..1, declared: yes}", {("combos.set.declared", "new")}),
    ("either", "any_combo: set/run", "any_combo: {same: rank, size: 2}", {("combos.any_combo", "changed")}),
    ("definition", "worth > 5 and not wild", "worth > 6 and not wild", {("define.heavy", "changed")}),
    ("deal", "    - shuffle stock\n", "", {("play.begin", "changed")}),
    ("times", "times: 3", "times: 4", {("play.round.times", "changed")}),
    ("by", "by: players from left of dealer", "by: players from dealer", {("play.round.turn.by", "changed")}),
    ("until", "out: hand is empty,", "out: count of hand < 2,", {("play.round.turn.until.out", "changed")}),
    ("until gone", "{out: hand is empty, dry:", "{dry:", {("play.round.turn.until.out", "gone")}),
    ("offer", "[throw, draw, lay]", "[throw, draw, lay, pass]", {("moves.pass", "new")}),
    ("else", "          else: end round\n", "", {("play.round.turn.else", "gone")}),
    ("end", "end: set dealer to left of dealer", "end: set dealer to right of dealer", {("play.round.end", "changed")}),
    ("stage", "        counting:\n",
     "        nap: {when: hot, begin: shuffle stock}\n        counting:\n", {("play.round.nap", "new")}),
    ("choice", "one of hand where worth > 1", "one of hand where worth > 2", {("moves.throw.choose.card", "changed")}),
    ("condition", "calm: mood is calm", "calm: mood is angry", {("moves.throw.when.calm", "changed")}),
    ("condition gone", "calm: mood is calm, ", "", {("moves.throw.when.calm", "gone")}),
    ("new condition", "calm: mood is calm",
     "early: round is 1, calm: mood is calm", {("moves.throw.when.early", "new")}),
    ("statement", "- move card to heap", "- move card to stock", {("moves.throw.do", "changed")}),
    ("branch", "else if before > 2", "else if before > 3", {("moves.throw.do", "changed")}),
    ("one of two conditions", "count of hand < 8", "count of hand < 9", {("moves.draw.when.2", "changed")}),
    ("rule that fires", "mood is angry and hand is empty", "mood is angry", {("whenever.calmer.when.2", "gone")}),
    ("score", "score: [total, seat]", "score: total", {("result.score", "changed")}),
    ("best", "best: lowest", "best: highest", {("result.best", "changed")}),
    ("losers", "best: lowest", "best: lowest, losers: players where total > 9", {("result.losers", "new")}),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "paths"), [m[1:] for m in MUTATIONS], ids=[m[0] for m in MUTATIONS])
def test_exactly_what_was_touched_is_told(old: str, new: str, paths: set[tuple[str, str]]) -> None:
    """One change of the text is told as that change, from either side."""
    text = SMALL.replace("moves:\n  throw:", "moves:\n  pass: {}\n  throw:") if "pass" in new else SMALL
    before, after = written(SMALL), changed(text, (old, new))
    there, back = differences(before, after), differences(after, before)
    assert {(one.path, one.change) for one in there} == paths
    turned = {"new": "gone", "gone": "new", "changed": "changed"}
    assert {turned[one.change] for one in back} == {change for _, change in paths}
    for one in (*there, *back):
        assert one.group in GROUPS
        assert one.lead
        assert one.was != one.now
        assert not (one.was if one.change == "new" else one.now if one.change == "gone" else ())


HEADS: list[tuple[str, str, str, set[str]]] = [
    ("key of a table", "worth of card by rank: {A: if hot then 2 else 1, 2..10: 2..10, J..K: 10}",
     "worth of card by wild: {yes: 25, no: 3}", {"worth of card by wild", "yes: 25", "no: 3"}),
    ("key of a table by number", "share by count of players: {2: 5, else: 3}",
     "share by (if hot then 1 else 0): {0: 7, else: 8}", {"0: 7", "else: 8"}),
    ("whose a zone is", "heap: pile seen by everyone", "heap of player: pile seen by everyone",
     {"heap of player: pile seen by everyone"}),
    ("zones by number", "side: pile seen by nobody", "side of 1..3: pile seen by nobody",
     {"side of 1..3: pile seen by nobody"}),
    ("form of a zone", "side: pile seen by nobody", "side: row 3 seen by nobody", {"row 3 seen by nobody"}),
    ("whose state is", "spare of player: calm/angry", "spare of team: calm/angry", {"spare of team: calm/angry"}),
    ("state by number", "spare of player: calm/angry", "spare of 1..2: calm/angry", {"spare of 1..2: calm/angry"}),
    ("how long state lasts", "mood of player: calm/angry", "mood of player in round: calm/angry",
     {"mood of player in round: calm/angry"}),
    ("what a definition is about", "apart of player: 3", "apart of team: 3", {"apart of team: 3"}),
    ("a split", "any_combo: set/run", "any_combo: {split: set/run, least: worth}", {"split: set/run", "least: worth"}),
    ("a pattern of an alternative", "any_combo: set/run", "any_combo: {same: rank, size: 2}",
     {"same: rank", "size: 2"}),
    ("an alternative of a pattern", "run: {same: suit, sequence: A..K, size: 3..5}", "run: set", {"set"}),
    ("what an effect is about", "  tidy of card: move it to heap",
     "  tidy of player: [move hand to heap, shuffle heap]",
     {"tidy of player", "move hand to heap", "shuffle heap"}),
    ("all of a move", "lay: {choose: {meld: one of any_combo of hand}, do: move cards of meld to heap}",
     "lay: {choose: {far: one of players}, when: far is not me, do: set mood of far to calm}",
     {"one of players", "far is not me", "set mood of far to calm"}),
    ("an option of words", "hot: no/yes", "hot: mild/fierce", {"mild/fierce"}),
    ("moves for steps", "          moves: [throw, draw, lay]\n          else: end round\n",
     "          steps: {early: {moves: [throw, draw]}, late: {moves: lay}}\n", {"moves: throw, draw", "moves: lay"}),
    ("what a rule watches", "calmer: {each: players, when: mood is angry and hand is empty, do: set mood to calm}",
     "calmer: {enters: heap, do: hide it}", {"heap", "hide it"}),
    ("the order of an attribute", "cards: {deck: french52, ",
     "cards: {deck: french52, order: {suit: spades/hearts/diamonds/clubs}, ", {"spades/hearts/diamonds/clubs"}),
    ("its own attributes", "cards: {deck: french52, wild: rank is 2}",
     "cards: {attributes: {rank: A/2/3/4/5/6/7/8/9/10/J/Q/K, suit: clubs/hearts}, wild: rank is 2}",
     {"clubs/hearts"}),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "lines"), [head[1:] for head in HEADS], ids=[head[0] for head in HEADS])
def test_with_another_head_everything_is_told(old: str, new: str, lines: set[str]) -> None:
    """Where the head or the kind of a part changes, all that is new in it is told, from either side."""
    text = SMALL.replace("define:", "effects:\n  tidy of card: move it to heap\ndefine:\n  apart of player: 3")
    text = text.replace("state:", "  side: pile seen by nobody\nstate:\n  spare of player: calm/angry")
    text = text.replace("if hot then 2 else 1", "2") if "mild" in new else text
    before, after = written(text), changed(text, (old, new))
    there, back = differences(before, after), differences(after, before)
    now = {line.strip() for one in there for line in one.now}
    assert lines <= now, now
    assert lines <= {line.strip() for one in back for line in one.was}
    assert all(one.was or one.now for one in there)


def test_a_move_that_is_gone_is_told_once() -> None:
    """The lists that offered it are not told of besides."""
    after = changed(
        SMALL,
        ("throw, draw, lay", "throw, lay"),
        ("  draw: {when: stock is not empty and count of hand < 8, do: move top of stock to hand}\n", ""),
    )
    assert [one.lead for one in differences(written(SMALL), after)] == ["the move draw is gone"]


@pytest.mark.parametrize("name", GAMES)
def test_nothing_differs_from_itself(name: str) -> None:
    """A ruleset and itself."""
    one = Written(*catalogue.written(name))
    assert differences(one, Written(*catalogue.written(name))) == []


def test_bundled_games_differ() -> None:
    """Two games have little in common, and every difference has its group and its sentence."""
    first, second = GAMES[:2]
    found = differences(Written(*catalogue.written(first)), Written(*catalogue.written(second)))
    assert {one.group for one in found} >= {"options", "material", "moves"}
    assert all(one.lead for one in found)


SAME = [
    ("order of and", "mood is angry and hand is empty", "hand is empty and mood is angry"),
    ("order of is", "mood is calm", "calm is mood"),
    ("order of a sum", "worth > 5 and not wild", "(not wild) and (worth > 5)"),
    ("parts of a combo", "set/run", "run/set"),
    ("a name given", "let before be count of hand", "let earlier be count of hand"),
    ("a condition's name", "calm: mood is calm", "quiet: mood is calm"),
    ("a label", "- move card to heap", "- away: move card to heap"),
    ("rows taken apart", "J..K: 10", "J/Q: 10, K: 10"),
    ("comment", "times: 3", "times: 3   # three of them"),
    ("an alias", "hand where worth > 1 and not heavy", "hand as mine where worth of mine > 1 and not heavy of mine"),
    ("the order of offers", "[throw, draw, lay]", "[lay, draw, throw]"),
    ("words", "title: Small", "title: {en: Small, fr: Petit}\ntext: {moves.throw: throw it}"),
]


@pytest.mark.parametrize(("old", "new"), [one[1:] for one in SAME], ids=[one[0] for one in SAME])
def test_what_means_the_same_is_the_same(old: str, new: str) -> None:
    """Order, names within a sentence, labels, layout and words are no rules."""
    text = SMALL.replace("before > 2", "earlier > 2") if "earlier" in new else SMALL
    if "calm is mood" in new:
        text = text.replace("mood is calm", "mood is calm", 1)
    assert differences(written(SMALL), changed(text, (old, new))) == []


@pytest.mark.parametrize("flow", [False, True], ids=["block", "flow"])
@pytest.mark.parametrize("name", ["", *GAMES])
def test_a_copy_in_another_order_and_layout_is_the_same(name: str, flow: bool) -> None:
    """Sections, declarations, rows, conditions and offers turned round, and the whole file laid out anew."""
    text = read(name) if name else SMALL
    tree = yaml.load(text, yaml.BaseLoader)

    def turned(node: object, path: tuple[str, ...]) -> object:
        if isinstance(node, dict):
            items = [(key, turned(value, (*path, key))) for key, value in node.items()]
            free = not path or path[-1] in {*FREE, "when", "until"} or (path[0] == "tables" and len(path) == 2)
            return dict(reversed(items) if free else items)
        if isinstance(node, list):
            return node[::-1] if path[-1] == "moves" else [turned(one, (*path, "-")) for one in node]
        return node

    again = yaml.dump(turned(tree, ()), sort_keys=False, default_flow_style=flow, width=9999)
    assert again != text
    assert differences(written(text), written(again)) == []


UNSAID = {"name", "title", "text", "where", "slots", "slot", "path"}
COMPARED = {
    ir.Option: {"type", "low", "high", "default", "needs", "among"},
    ir.Cards: {"attributes", "kinds", "copies", "packs", "wild"},
    ir.Zone: {"per", "form", "seen", "seen_by", "top_only", "keys", "size", "edgeless"},
    ir.Variable: {"per", "type", "optional", "life", "start", "seen", "seen_by", "keys"},
    ir.Table: {"subject", "further", "type", "key", "rows"},
    ir.Definition: {"subject", "further", "type", "body"},
    ir.Pattern: {
        "same", "different", "along", "sequence", "smallest", "largest", "wild_most", "declared", "whole",
        "of", "beside", "beside_of",
    },
    ir.Either: {"parts"},
    ir.Split: {"parts", "least"},
    ir.Effect: {"subject", "do"},
    ir.MoveRule: {"choices", "conditions", "do"},
    ir.Stage: {"when", "by", "times", "until", "must", "begin", "steps", "performs", "moves", "otherwise", "end"},
    ir.Trigger: {"each", "enters", "conditions", "do"},
    ir.Result: {"scores", "best", "losers", "won"},
    ir.Rules: {
        "players", "starting", "teams", "limit", "enums", "options", "cards", "tables", "zones", "variables", "combos",
        "definitions", "effects", "play", "stages", "moves", "triggers", "result", "shown",
    },
}  # fmt: skip
PAPERWORK = {"texts", "books", "clauses", "rulings", "because", "scenarios", "version", "of", "presets"}
PAPERWORK |= {"parts", "equivalents", "seldom", "told"}  # what is reckoned from the rules, and notes on testing them
PAPERWORK |= {"family", "minutes"}  # what lists say of a game: nothing in play asks


@pytest.mark.parametrize("part", COMPARED, ids=lambda part: part.__name__)
def test_nothing_that_rules_can_say_is_passed_over(part: type[object]) -> None:
    """Whoever gives the IR a field has to say here that `differences` compares it, or that it is no rule."""
    names = {f.name for f in fields(part)} - UNSAID
    assert names - (PAPERWORK if part is ir.Rules else set()) == COMPARED[part]


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It tells each difference in its group with path, before and after, in two languages; its status is as of diff."""
    a, b = tmp_path / "a.yaml", tmp_path / "b.yaml"
    a.write_text(SMALL, encoding="utf-8")
    b.write_text(SMALL.replace("J..K: 10", "J: 11, Q..K: 10"), encoding="utf-8")

    def run(*words: str) -> tuple[int, str]:
        with pytest.raises(SystemExit) as ended:
            main(["diff", *words], prog_name="croupier")
        return int(ended.value.code or 0), capsys.readouterr().out

    assert run(str(a), str(a)) == (0, "The rules are the same.\n")
    assert run(str(a), str(b), "--lang", "en") == (
        1,
        "Small → Small  (1 difference)\n\nScoring\n  the row J of worth: 11 (was 10)\n"
        "    tables.worth.J\n    - 10\n    + 11\n",
    )
    assert "la ligne J de worth" in run(str(a), str(b), "--lang", "fr")[1]
    code, out = run(str(a), str(b), "--json")
    told = json.loads(out)
    assert (code, told["same"]) == (1, False)
    assert told["differences"][0]["now"] == ["11"]


def test_an_invalid_ruleset_is_no_difference(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What cannot be compared ends with 2, its diagnostics shown."""
    bad = tmp_path / "bad.yaml"
    bad.write_text(SMALL.replace("to heap", "to nowhere_at_all"), encoding="utf-8")
    with pytest.raises(SystemExit) as ended:
        main(["diff", catalogue.names()[0], str(bad)], prog_name="croupier")
    assert ended.value.code == 2
    assert "nowhere_at_all" in capsys.readouterr().err


def test_leads_are_spoken_in_french() -> None:
    """Whatever differs is said in the language spoken."""
    with speaking("fr"):
        found = differences(written(SMALL), changed(SMALL, ("2..9 starting 3", "2..9 starting 4")))
    assert [one.lead for one in found] == ["dealt commence désormais à 4 (avant : 3)"]
