"""No byte that is sent to a seat tells more than its view.

What it was not shown is exchanged, and every text that it is sent, and every answer that it gets, stays the same to the
letter."""

from __future__ import annotations

import json
from dataclasses import dataclass

import pytest

from croupier import Game, Rules, load
from croupier.base.chance import Seed
from croupier.base.moves import Move
from croupier.compile.binding import bind
from croupier.seat.views import Offer
from croupier.table import catalogue
from croupier.web import Host, Sitting
from croupier.workbench.secrets import beside
from croupier_dsl import compile_text
from tests.printed import VARIANTS

from .tables import AT_ONCE, Clock, Table, ruled

PROBES = {
    "three-thirteen": ["go_out card=7S", "KD", "draw_discard"],
    "trio": ["flip card=@1", "2", "reveal_lowest who=P2", "give card=7"],
    "drei": ["play value=7 cards=7", "@2", "pick_up"],
    "rami": ["open melds=10H JH QH + 7S 7H 7D", "8D", "joker"],
}


@dataclass
class Told:
    """A player who decides what it is told to."""

    move: str = ""

    def choose(self, offer: Offer) -> Move:
        return next(move for move in offer.moves if str(move) == self.move)


@dataclass
class World:
    """A table at which one seat is a person's, and the others do as they are told."""

    table: Table
    line: int
    watching: int
    others: Told

    @classmethod
    def of(cls, game: Game, seat: int) -> World:
        clock = Clock()
        who = {each: "you" if each == seat else "random" for each in range(game.rules.seats)}
        host = Host(Sitting(game, who), {seat: "one"}, clock, spectators="all")
        others = Told()
        host.play.bots = dict.fromkeys(host.play.bots, others)
        table = Table(host, clock)
        return cls(table, table.greet(), table.greet("all"), others)

    def make(self, move: Move, own: bool) -> None:
        if own:
            self.table.choose(self.line, str(move))
        else:
            self.others.move = str(move)
            self.table.sent(self.table.host.advance())

    def ask(self, probes: list[str], step: int) -> None:
        """Ask for all that can be asked."""
        for line in (self.line, self.watching):
            for what in probes:
                self.table.say(line, {"type": "why", "what": what})
            self.table.say(line, {"type": "at", "position": step // 2})
        self.table.say(self.line, {"type": "undo"}) if step % 7 == 6 else None

    def heard(self) -> list[str]:
        """What was sent to the seat and to a spectator since it was asked last."""
        found: list[str] = []
        for line in (self.line, self.watching):
            texts = self.table.texts[line]
            found += texts
            self.table.texts[line] = [text for text in texts if '"live":true' in text][-1:]
        return found


def compare(
    watched: Rules, honest: Rules, seat: int, seed: str, decisions: int, number: int, probes: list[str]
) -> tuple[int, str]:
    """How many positions were compared, and the first text that differs. `honest` says what a seat is shown."""
    game, moves = beside.play(honest, Seed.parse(seed), decisions)
    for pair in beside.pairs(honest, game, Seed.parse(seed), seat, number):
        followed = beside.follow(honest, pair, moves)
        if followed.whole:
            return walk(watched, pair, followed, probes)
    return 0, ""


def walk(watched: Rules, pair: beside.Pair, followed: beside.Followed, probes: list[str]) -> tuple[int, str]:
    """The same game at two tables, where other cards lie hidden."""
    here = World.of(Game(watched, str(pair.seed)), pair.seat)
    there = World.of(pair.other(watched), pair.seat)
    for step in range(len(followed.made) + 1):
        for world in (here, there):
            world.ask(probes, step)
        for a, b in zip(here.heard(), there.heard(), strict=True):
            if a != b:
                return step + 1, f"{pair.seed}, seat {pair.seat}, decision {step}:\n{a}\n{b}"
        if here.table.host.play.game.decisions != step:  # it was taken back: what follows is another game
            return step + 1, ""
        if step < len(followed.made):
            seat, move, twin = followed.made[step]
            here.make(move, seat == pair.seat)
            there.make(twin, seat == pair.seat)
    return len(followed.made) + 1, ""


def positions(rules: Rules, watched: Rules, wanted: int, decisions: int, probes: list[str]) -> tuple[int, str]:
    """How many positions were compared, and the first text that differs: in games of so many decisions, and of an
    eighth of them, since few long ones have a twin where much is asked."""
    compared, number = 0, 0
    while compared < wanted and number < 120:
        length = max(decisions // (1, 8)[number % 2], 12)
        count, found = compare(watched, rules, number // 2 % rules.seats, f"8:{number}", length, number, probes)
        compared, number = compared + count, number + 1
        if found:
            return compared, found
    return compared, ""


FAST = [
    ("three-thirteen", 3, 14),
    ("trio", 3, 14),
    ("drei", 3, 12),
    ("rami", 2, 14),
    ("hearts", 4, 14),
    ("go-fish", 3, 14),
]
TABLES = [pytest.param(*table, 12, id=table[0]) for table in FAST]
TABLES += [
    pytest.param(
        name, players, 120, wanted, id=f"{name}, at length", marks=[pytest.mark.slow, pytest.mark.timeout(1800)]
    )
    for name, players, wanted in [
        *((name, players, 500) for name, players, _ in FAST),
        *((v, None, 120) for v in VARIANTS),
    ]
]


@pytest.mark.costly
@pytest.mark.parametrize(("name", "players", "decisions", "wanted"), TABLES)
def test_no_text_tells_what_its_seat_was_not_shown(name: str, players: int | None, decisions: int, wanted: int) -> None:
    rules = load(name, players)
    compared, found = positions(rules, rules, wanted, decisions, PROBES.get([name, *rules.of][-1], []))
    assert not found, found
    assert compared >= wanted


@pytest.mark.costly
def test_what_is_compared_includes_what_happens_between_decisions() -> None:
    """A trick that is gathered is among the texts."""
    table = Table.of(load("hearts", 4), 3)
    line = table.greet()
    table.play(line, 3)
    beats = [beat for said in table.heard(line) if said["type"] == "scene" for beat in said["beats"]]
    assert sum(beat["hold"] for beat in beats) >= 2
    assert all(set(beat) >= {"travels", "lines", "hold"} for beat in beats)
    first, *_ = [said for said in table.heard(line) if said["type"] == "scene"]
    assert first["beats"] == []


@pytest.mark.costly
def test_a_spectator_is_sent_what_happens_between_decisions() -> None:
    """A trick that is gathered, without a card of any hand; and they see no more than each seat."""
    table = Table.of(load("hearts", 4), 3, spectators="all")
    line, watching = table.greet(), table.greet("all")
    table.play(line, 3)
    said = [said for said in table.heard(watching) if said["type"] == "scene"]
    beats = [beat for each in said for beat in each["beats"]]
    assert sum(beat["hold"] for beat in beats) >= 2
    zones = [zone for each in said for zone in each["scene"]["zones"]]
    zones += [zone for beat in beats for zone in beat.get("zones", ())]
    assert {zone["id"] for zone in zones if zone["id"].startswith("hand")} == {f"hand of P{n}" for n in range(1, 5)}
    assert not [zone for zone in zones if zone["id"].startswith("hand") and zone["cards"]]
    assert [zone for zone in zones if zone["id"] == "trick" and len(zone["cards"]) == 4]


@pytest.mark.costly
def test_nor_where_all_choose_at_once() -> None:
    rules = ruled(AT_ONCE, 3)
    compared, found = positions(rules, rules, 60, 6, ["lay card=1"])
    assert not found, found
    assert compared >= 60


@pytest.mark.costly
def test_a_public_hand_would_be_noticed() -> None:
    """The same check on a copy of a ruleset in which hands lie open finds the difference at once."""
    text = (catalogue.directory() / "three-thirteen.yaml").read_text(encoding="utf-8")
    shut = "hand of player: set seen by owner"
    assert shut in text
    leaky = Rules(bind(compile_text(text.replace(shut, "hand of player: set seen by everyone"), "leaky.yaml"), 3))
    _, found = positions(load("three-thirteen", 3), leaky, 40, 20, [])
    assert found


def test_what_is_sent_holds_no_seed_and_no_token() -> None:
    """Whoever knew the seed could tell every hand."""
    rules = load("three-thirteen", 2)
    table = Table.of(rules, 918273645, {0: "a-token-of-one", 1: "a-token-of-two"})
    lines = [table.greet(token) for token in ("a-token-of-one", "a-token-of-two")]
    for line in lines * 4:
        if table.moves(line):
            table.choose(line, table.moves(line)[0])
    sent = json.dumps(table.texts)
    assert "hand" in sent
    assert not [word for word in ("918273645", "a-token") if word in sent]
