"""Each row of the table of capabilities has a ruleset that is held back by exactly this row."""

from __future__ import annotations

import pytest

from croupier.base.chance import Stream
from croupier.compile.binding import bind
from croupier.compile.watcher import Watcher
from croupier.fast import NotCompiled, compiled
from croupier.lowering import layout
from croupier.lowering.capabilities import (
    CAPABILITIES,
    MOST_COMBOS,
    MOST_CONDITIONS,
    MOST_MUSTS,
    MOST_STAGES,
    Mode,
    Unlowered,
    said,
)  # fmt: skip
from croupier.lowering.whole import lowered
from croupier.players.greedy import Greedy
from croupier.table.game import Game, Rules
from croupier_dsl import elements_of
from tests.conformance.rulesets import merged, read, written

from .small import ruled
from .test_let_through import HERE, cases, rules_of

STAGES = "play: {{begin: [move deck to stock, shuffle stock, for each of players: move top 7 of stock to hand], {}}}"
WORDS = "/".join(f"word{number}" for number in range(70))


def listed(number: int, line: str) -> str:
    return ", ".join(line.format(number) for number in range(number))


def in_turns(moves: str, must: str) -> str:
    return STAGES.format(f"steps: {{turn: {{by: players, times: 8, must: {{{must}}}, moves: [{moves}]}}}}")


LARGE = {
    "many_stages": STAGES.format(
        "steps: {" + listed(MOST_STAGES + 1, "stage{}: {{by: players, times: 1, moves: [act, pass]}}") + "}"
    ),
    "many_musts": STAGES.format(
        "steps: {"
        + listed(
            MOST_MUSTS + 1,
            "stage{}: {{by: players, times: 1, must: some of gone where rank is 7, moves: [act, pass]}}",
        )
        + "}"
    ),
    "must_conditions": in_turns("act, pass", listed(MOST_CONDITIONS + 1, "less{0}: total < 5{0}")),
    "too_long": in_turns(f"{listed(900, 'act{}')}, pass", "less: total < 999")
    + "\nmoves: {pass: {}, "
    + listed(900, "act{0}: {{choose: {{cards{0}: 2 of hand}}, do: [move cards{0} to gone, add 1 to total]}}")
    + "}",
    "several_values": f"state: {{last_word: {WORDS}}}\n"
    f"moves: {{act: {{choose: {{some_words: 2 of {WORDS}}}, do: add count of some_words to total}}}}",
    "combos_counted": "combos: {"
    + listed(MOST_COMBOS, "set{0}: {{same: rank, size: 2, where: sum of points > {0}}}")
    + "}",
    "spots_cards": "moves: {act: {do: add count of spots of table to total}}",
}
"""Changes to the rules of the file that exceed a limit of size."""
DEEP = "moves: {act: {when: DEEP some0 > total, do: add 1 to total}}".replace(
    "DEEP", " ".join(f"some of 1..{number + 2} as some{number} where" for number in range(25))
)
"""As deep as sentences may be, and deeper than Python nests loops."""
APPLIES = {"ahead_owners": Mode.AHEAD, "combos_counted": Mode.COUNTED}
"""The players or counters with which a limit of size applies, where it does not always."""


def row_of(name: str) -> str:
    """The row that a ruleset shows: of several for one row, the names go on behind its key."""
    return max((key for key in CAPABILITIES if name.startswith(key)), key=len)


def held_back(rules: Rules, mode: Mode) -> str:
    """The row that holds these rules back, "" if none does."""
    program = rules.program
    covers: tuple[str, ...] = ()
    if mode is Mode.COUNTED:
        program = bind(program.rules, program.seats, rules.options, names=program.names, watcher=Watcher(whole=True))
        covers = tuple(elements_of(program.rules).all)
    try:
        lowered(program, covers, foresees=mode is Mode.AHEAD)
    except Unlowered as error:
        return error.key
    return ""


def test_every_row_has_a_ruleset() -> None:
    """All rows but those that the checker excludes."""
    shown = {key for key, row in CAPABILITIES.items() if row.mode is not Mode.INTERNAL}
    assert {*map(row_of, cases("held_back.yaml")), *LARGE, "too_deep"} == shown


def large(changes: str) -> Rules:
    base = read((HERE / "held_back.yaml").read_text(encoding="utf-8"))["base"]
    assert isinstance(base, dict)
    return ruled(written(merged(base, read(changes))))


@pytest.mark.parametrize(
    "key", [*(key for key in LARGE if key != "too_long"), pytest.param("too_long", marks=pytest.mark.slow)]
)
def test_a_limit_of_size_holds_larger_rules_back(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One stage, condition or combo more than the limit."""
    if key == "spots_cards":  # in full it takes 230,000 zones
        monkeypatch.setattr(layout, "MOST", 1 << 20)
    rules, mode = large(LARGE[key]), APPLIES.get(key, Mode.ALWAYS)
    assert held_back(rules, mode) == key
    if mode is not Mode.ALWAYS:
        assert held_back(rules, Mode.ALWAYS) == ""


@pytest.mark.costly
def test_sentences_that_python_cannot_nest_are_held_back() -> None:
    with pytest.raises(NotCompiled) as caught:
        compiled(large(DEEP), "python")
    assert caught.value.what == said("too_deep")


@pytest.mark.parametrize("name", cases("held_back.yaml"))
def test_the_row_holds_its_ruleset_back(name: str) -> None:
    mode = APPLIES.get(row_of(name), CAPABILITIES[row_of(name)].mode)
    rules = rules_of("held_back.yaml", name)
    assert held_back(rules, mode) == row_of(name)
    if mode in (Mode.COUNTED, Mode.AHEAD):
        assert held_back(rules, Mode.ALWAYS) == ""


@pytest.mark.costly
@pytest.mark.parametrize("name", cases("held_back.yaml"))
def test_the_reference_plays_it(name: str) -> None:
    game, chance = Game(rules_of("held_back.yaml", name), "1:0"), Stream(5)
    while game.to_act and game.decisions < 12:
        moves = game.legal_moves(game.to_act[0])
        game.play(game.to_act[0], moves[chance.below(len(moves))])


@pytest.mark.costly
@pytest.mark.parametrize("name", cases("held_back.yaml"))
def test_players_who_look_ahead_play_it(name: str) -> None:
    game = Game(rules_of("held_back.yaml", name), "1:0")
    players = [Greedy(1, 0, seat) for seat in range(game.rules.seats)]
    while game.to_act and game.decisions < 8:
        seat = game.to_act[0]
        game.play(seat, players[seat].choose(game.offer(seat)))
