"""A game played step by step: what a seat is told is what it may know."""

from __future__ import annotations

import json

import pytest

from croupier.assistant.playing import Room, Sitting

GAMES = ("three-thirteen", "trio", "crazy-eights", "golf", "kuhn-poker")


def without_news(sitting: Sitting) -> dict[str, object]:
    return {key: value for key, value in sitting.view().items() if key != "news"}


@pytest.mark.costly
@pytest.mark.parametrize("ruleset", GAMES)
def test_hidden_cards_change_nothing_in_a_view(ruleset: str) -> None:
    """In a game that the seat cannot tell from the true one, it is told the same; and never the seed."""
    room = Room()
    answer = room.start({"seat": 2, "seed": 5}, ruleset, ())
    sitting = room.games[1]
    compared = 0
    for step in range(12):
        if sitting.game.over:
            break
        other = sitting.game.imagined(sitting.seat, step)
        if other is not None:
            compared += 1
            twin = Sitting(other, sitting.seat, {}, sitting.words)
            assert without_news(twin) == without_news(sitting)
        assert "seed" not in answer
        moves = sitting.moves()
        answer = room.answer("play_move", {"game": 1, "move": moves[step % len(moves)]})
        assert answer["played"]
    assert compared


@pytest.mark.costly
def test_a_game_is_played_to_its_end() -> None:
    """The news of all answers together are the log; the end has ranks and the seed."""
    room = Room()
    answer = room.start({"others": "random", "seed": 3}, "trio", ())
    news = list(answer["news"])
    for _ in range(500):
        if "over" in answer:
            break
        (first, *_rest) = answer["legal_moves"]
        answer = room.answer("play_move", {"game": 1, "move": first})
        news += answer["news"]
    assert answer["seed"] == "3"
    assert {each["rank"] for each in answer["over"]} >= {1}
    assert room.answer("play_log", {"game": 1})["log"] == news
    assert room.answer("play_moves", {"game": 1}) == {"legal_moves": []}
    json.dumps(answer)


def test_moves_that_are_none_are_answered() -> None:
    """Not played, with the reason, the candidates or the moves that there are."""
    room = Room()
    room.start({"seed": 7}, "three-thirteen", ())
    refused = room.answer("play_move", {"game": 1, "move": "throw_away AS"})
    assert (refused["played"], refused["why_not"]["reason"]) == (False, "not_offered")
    unknown = room.answer("play_move", {"game": 1, "move": "fly"})
    assert (unknown["played"], unknown["legal_moves"]) == (False, ["draw_stock", "draw_discard"])
    assert room.answer("play_why_not", {"game": 1, "move": "draw_stock"}) == {"legal": True, "reasons": []}


@pytest.mark.costly
def test_old_games_are_dropped() -> None:
    """As many are kept as are promised."""
    room = Room()
    for _ in range(20):
        room.start({"seed": 1}, "trio", ())
    assert [*room.games] == list(range(5, 21))
