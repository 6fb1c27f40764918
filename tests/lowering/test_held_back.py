"""Each row of the table of capabilities has a ruleset that is held back by exactly this row."""

from __future__ import annotations

import pytest

from croupier.base.chance import Stream
from croupier.compile.binding import bind
from croupier.compile.watcher import Watcher
from croupier.lowering.capabilities import CAPABILITIES, Mode, Unlowered
from croupier.lowering.whole import lowered
from croupier.players.greedy import Greedy
from croupier.table.game import Game, Rules
from croupier_dsl import elements_of

from .test_let_through import cases, rules_of

UNSHOWN = {
    "cast_long", "spots_long", "spots_cards", "many_stages", "several_values", "many_musts",
    "must_conditions", "too_long", "too_deep", "combos_counted", "ahead_owners", "sieves_counted", "one_by_one_counted",
}  # fmt: skip
"""Limits of size, and rows for which no ruleset is known."""


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
    shown = {key for key, row in CAPABILITIES.items() if row.mode is not Mode.INTERNAL} - UNSHOWN
    assert set(map(row_of, cases("held_back.yaml"))) == shown


@pytest.mark.parametrize("name", cases("held_back.yaml"))
def test_the_row_holds_its_ruleset_back(name: str) -> None:
    mode = CAPABILITIES[row_of(name)].mode
    rules = rules_of("held_back.yaml", name)
    assert held_back(rules, mode) == row_of(name)
    if mode in (Mode.COUNTED, Mode.AHEAD):
        assert held_back(rules, Mode.ALWAYS) == ""


@pytest.mark.parametrize("name", cases("held_back.yaml"))
def test_the_reference_plays_it(name: str) -> None:
    game, chance = Game(rules_of("held_back.yaml", name), "1:0"), Stream(5)
    while game.to_act and game.decisions < 12:
        moves = game.legal_moves(game.to_act[0])
        game.play(game.to_act[0], moves[chance.below(len(moves))])


@pytest.mark.parametrize("name", cases("held_back.yaml"))
def test_players_who_look_ahead_play_it(name: str) -> None:
    game, players = Game(rules_of("held_back.yaml", name), "1:0"), [Greedy(1, 0, seat) for seat in range(2)]
    while game.to_act and game.decisions < 8:
        seat = game.to_act[0]
        game.play(seat, players[seat].choose(game.offer(seat)))
