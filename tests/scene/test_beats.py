"""What happens between two decisions: followed from one position it leads to the next, and nothing that is to be seen
is left out."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from croupier import Game, Rules, load
from croupier.base.chance import Stream
from croupier.compile.binding import bind
from croupier.scene import Beat, Words, played, scene
from croupier.seat.beats import followed
from croupier.table import catalogue
from croupier_dsl import compile_text
from tests.printed import GAMES

CARDS = """
croupier: 1
game: cards
players: 2
cards: {attributes: {rank: 1..8}, copies: 2}
zones:
  stock: pile seen by nobody
  row: row seen by nobody
  gone: pile seen by nobody
  middle: pile seen by everyone
  hand of player: set seen by owner
state: {points of player: number}
play:
  begin:
    - move deck to stock
    - shuffle stock
    - move top 4 of stock to row
    - for each of players: move top 2 of stock to hand
  steps: {turn: {by: players, times: 8, moves: [MOVE]}}
moves:
  MOVE: WHAT
result: {score: points, best: highest}
"""


def ruled(move: str, what: str) -> Rules:
    return Rules(bind(compile_text(CARDS.replace("MOVE", move).replace("WHAT", what), "cards.yaml"), 2))


def random_play(rules: Rules, seed: int, most: int) -> Iterator[tuple[Game, Game]]:
    """Each decision of a game: the position before, and after."""
    game, stream = Game(rules, seed), Stream(11, seed)
    for _ in range(most):
        if not game.to_act:
            return
        before, seat = game.copy(), game.to_act[0]
        legal = game.legal_moves(seat)
        game.play(seat, legal[stream.below(len(legal))])
        yield before, game


def conserved(rules: Rules, seed: int, most: int) -> int:
    """Follow every decision from where it began; how many beats there were."""
    found = 0
    for before, after in random_play(rules, seed, most):
        for seat in range(rules.seats):
            beats, end = followed(before._state, after._state, seat)
            reached, there = Game._of(rules, after.seed, end), after._state
            assert (end.home, end.zones, end.revealed) == (there.home, there.zones, there.revealed)
            assert end.card_variables == there.card_variables
            assert reached.view(seat).zones == after.view(seat).zones
            found += len(beats)
            for beat in beats:
                view = Game._of(rules, after.seed, beat.state).view(seat)
                counts = sum(zone.count for zone in view.zones.values())
                assert counts == sum(home >= 0 for home in beat.state.home)
    return found


FAST = [*GAMES, "hearts", "texas-holdem", "klondike", "pinochle", "go-fish", "cairns", "bridge"]


@pytest.mark.costly
@pytest.mark.parametrize("name", FAST)
def test_what_happens_leads_to_the_next_position(name: str) -> None:
    """To the card, with what is remembered, for every seat."""
    conserved(load(name), 3, 30)


@pytest.mark.slow
@pytest.mark.parametrize("name", catalogue.names())
def test_it_does_in_every_bundled_game(name: str) -> None:
    """On several seeds."""
    rules = load(name)
    for seed in range(4):
        conserved(rules, seed, 60)


def last(rules: Rules, moves: int, seat: int = 0) -> tuple[Beat, ...]:
    """What the seat sees of the last of so many decisions, each the first that is legal."""
    game = Game(rules, 4)
    before = game.copy()
    for _ in range(moves):
        before, actor = game.copy(), game.to_act[0]
        game.play(actor, game.legal_moves(actor)[0])
    return played(game, before, seat, Words(rules))


def faces(beat: Beat, zone: str) -> list[str]:
    assert beat.table is not None
    return [card.text for card in beat.table.zone(zone).cards if card.face == "up"]


def test_a_full_trick_is_seen_before_it_is_gathered() -> None:
    """All four cards, the last one too; then they all leave at once."""
    full, gathered = last(load("whist"), 4)
    assert full.hold
    assert len(faces(full, "trick")) == 4
    assert [(travel.origin, travel.count) for travel in full.travels] == [("hand of P2", 1)]
    assert [(travel.origin, travel.count) for travel in gathered.travels] == [("trick", 4)]
    assert gathered.table is None
    assert not gathered.hold


def test_a_card_that_stays_is_not_held() -> None:
    [only] = last(load("whist"), 2)
    assert not only.hold
    assert [(travel.origin, travel.to) for travel in only.travels] == [("hand of P4", "trick")]


def test_a_failed_turn_is_face_up_before_it_is_turned_back() -> None:
    """Two cards of a row that do not match."""
    rules = ruled(
        "look",
        """
    choose: {first: one of row, second: one of row}
    do: [reveal first, reveal second, hide (row where revealed)]""",
    )
    game = Game(rules, 4)
    before = game.copy()
    game.play(0, "look first=@1 second=@3")
    for seat in 0, 1:
        seen, turned = played(game, before, seat, Words(rules))
        assert seen.hold
        assert len(faces(seen, "row")) == 2
        assert not turned.hold
        assert all(card.face == "down" for card in scene(game, seat, Words(rules)).zone("row").cards)


def test_a_showdown_is_seen() -> None:
    """Hands that are turned up, and go back to the stock within the same decision."""
    rules = load("texas-holdem", 2)
    game = Game(rules, 5)
    while True:
        before, seat = game.copy(), game.to_act[0]
        legal = game.legal_moves(seat)
        game.play(seat, next((move for move in legal if str(move) in ("call", "check")), legal[0]))
        beats = played(game, before, 0, Words(rules))
        if any(beat.hold for beat in beats):
            break
    held = next(beat for beat in beats if beat.hold)
    assert len(faces(held, "hand of P2")) == 2
    assert len(faces(held, "board")) == 5
    of_p2 = f"{' '.join(faces(held, 'hand of P2'))} (P2)"
    assert any("(P1), " in line.text and of_p2 in line.text for line in held.lines)


def test_a_card_shown_to_some_is_seen_by_them_alone() -> None:
    """In its place; for the others nothing is turned."""
    rules = ruled("present", "{choose: {card: one of hand, who: one of players}, do: show card to who}")
    game = Game(rules, 4)
    before = game.copy()
    game.play(0, next(move for move in game.legal_moves(0) if "who=P2" in str(move)))
    shown, _ = played(game, before, 1, Words(rules))
    assert shown.hold
    assert len(faces(shown, "hand of P1")) == 1
    assert played(game, before, 0, Words(rules)) == ()


def test_a_written_score_is_seen_before_the_cards_are_cleared() -> None:
    """It is among the facts then; a card drawn from a hidden pile is no clearing."""
    what = "{choose: {card: one of hand}, do: [add 5 to points, move top of stock to hand, move hand to gone]}"
    rules = ruled("score", what)
    beats = last(rules, 1, seat=1)
    [held] = [beat for beat in beats if beat.hold]
    assert held.table is not None
    owner = next(person for person in held.table.people if person.seat == 0)
    assert [fact.text for fact in owner.facts] == ["5"]
    assert held.table.zone("hand of P1").count == 3


def test_nobody_chooses_during_a_beat() -> None:
    for beat in last(load("whist"), 4)[:-1]:
        assert beat.table is not None
        assert beat.table.step is None
        assert beat.table.status.acting == ()
        assert not any(person.acts for person in beat.table.people)
