"""Actions and observations on the reference: every move has actions and comes back from them, each action means one
move wherever it is offered, and an observation says nothing that the view does not say."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from croupier import Game, Rules, load
from croupier.base.chance import Stream
from croupier.learn import Actions, Observations, catalogue
from croupier.model.encoded import relative

SHELF = [
    json.loads(line)["name"]
    for line in (Path(__file__).parents[2] / "rulesets" / "index.jsonl").read_text(encoding="utf-8").splitlines()
]
SAMPLE = ("crazy-eights", "drei", "freecell", "hearts", "leduc-poker", "rami", "rummy-500", "scopa", "skat", "trio")
MOST_LISTED = 300
"""The most legal moves of a decision at which all ways back are tried."""


def wander(rules: Rules, seed: int, most: int) -> list[tuple[Game, int, int]]:
    """Return a game by chance: before each decision a copy, the deciding seat, and the move that it makes."""
    game, chance, found = Game(rules, str(seed)), Stream(seed, 1), []
    while game.to_act and len(found) < most:
        seat = game.to_act[0]
        moves = game.legal_moves(seat)
        index = chance.below(len(moves))
        found.append((game.copy(), seat, index))
        game.play(seat, moves[index])
    return found


def face_up(observations: Observations, seen: list[int], seat: int) -> dict[str, Counter[str]]:
    """Return the cards turned up, by zone into which the seat does not see."""
    program, found = observations.rules.program, dict[str, Counter[str]]()
    for zone in observations.sight.zones:
        if zone.up and not (zone.place.viewers | zone.place.top_viewers) >> seat & 1:
            many = program.seats if zone.place.zone.per == "player" else program.teams
            at = (
                zone.at
                + (0 if zone.owner < 0 else zone.step * relative(zone.owner, seat, many))
                + len(program.kinds)
                + 1
            )
            told = zip(program.kinds, seen[at : at + len(program.kinds)], strict=True)
            found[program.place_name(zone.place.index)] = +Counter({kind.notation: number for kind, number in told})
    return {name: cards for name, cards in found.items() if cards}


def visible_among_hidden(observations: Observations, game: Game, seat: int) -> dict[str, Counter[str]]:
    """Return what a view shows of such zones."""
    view, found = game.view(seat), dict[str, Counter[str]]()
    for place in observations.rules.program.places:
        if not (place.viewers | place.top_viewers) >> seat & 1:
            name = observations.rules.program.place_name(place.index)
            found[name] = Counter(card.partition("(")[0] for card in view.cards(name))
    return {name: cards for name, cards in found.items() if cards}


def check(name: str, seeds: int = 2, most: int = 40) -> None:
    rules = load(name)
    actions, observations = Actions(rules), Observations(rules)
    assert len(actions.words) == len(set(actions.words)) == actions.size
    assert all(observations.labels)
    meant: dict[int, str] = {}
    for seed in range(seeds):
        for game, seat, index in wander(rules, seed, most):
            moves = game.legal_moves(seat)
            for other in range(rules.seats):
                seen = observations.of(game, other)
                assert len(seen) == observations.size
                assert all(abs(number) < 1 << 15 for number in seen)
                assert face_up(observations, seen, other) == visible_among_hidden(observations, game, other)
            if len(moves) > MOST_LISTED:
                continue
            path = actions.path_of(game, seat, index)
            assert all(0 <= action < actions.size for action in path)
            assert actions.made(game, seat, path) == index
            assert all(actions.made(game, seat, path[:end]) is None for end in range(1, len(path)))
            for at in range(len(path)):
                mask = actions.mask(game, seat, path[:at])
                assert mask[path[at]]
                assert sum(mask) == len(actions.offered(game, seat, path[:at]))
            if len(path) == 1:
                said = str(moves[index])
                assert meant.setdefault(path[0], said) == said or "@" in said or ":" in said or "(" in said


@pytest.mark.costly
@pytest.mark.parametrize("name", SAMPLE)
def test_every_move_comes_back_from_its_actions(name: str) -> None:
    check(name)


@pytest.mark.in_turn(24)
@pytest.mark.parametrize("name", SHELF)
def test_every_move_of_the_shelf_comes_back_from_its_actions(name: str) -> None:
    check(name)


@pytest.mark.costly
@pytest.mark.parametrize("name", ["crazy-eights", "drei", "gin-rummy", "rami", "texas-holdem", "trio", "whist"])
def test_an_observation_says_only_what_its_seat_knows(name: str) -> None:
    """Hands that a seat cannot tell apart are exchanged: its observation, and its actions, stay the same."""
    rules = load(name)
    actions, observations = Actions(rules), Observations(rules)
    exchanged = 0
    for game, seat, _ in wander(rules, 3, 25):
        for other in range(rules.seats):
            world = game.imagined(other, 7)
            if world is None:
                continue
            exchanged += [*world._state.home] != [*game._state.home]
            assert observations.of(world, other) == observations.of(game, other)
            if other == seat:
                assert actions.offered(world, seat).keys() == actions.offered(game, seat).keys()
    assert exchanged


def test_an_observation_changes_with_what_its_seat_sees() -> None:
    """Positions in which a seat's cards differ give it different observations."""
    rules = load("crazy-eights")
    observations = Observations(rules)
    seen = {tuple(observations.of(Game(rules, str(seed)), 0)) for seed in range(20)}
    assert len(seen) == 20
    labels, one = observations.labels, observations.of(Game(rules, "1"), 0)
    held = {label.removeprefix("hand of own: "): number for label, number in zip(labels, one, strict=True)
            if label.startswith("hand of own: ")}  # fmt: skip
    view = Game(rules, "1").view(0)
    assert sorted(card for card, number in held.items() if number and card != "hidden") == sorted(
        view.cards("hand of P1")
    )
    assert held["hidden"] == 0
    assert one[labels.index("hand of +1: hidden")] == view.zones["hand of P2"].count


@pytest.mark.parametrize("seat", range(3))
def test_an_observation_says_which_cards_lie_face_up(seat: int) -> None:
    """Of a known card it makes a difference, to every seat, whether it is still turned up."""
    rules = load("trio", 3)
    observations = Observations(rules)
    game = Game(rules, "1")
    words, before = observations.labels, observations.of(game, seat)
    actor = game.to_act[0]
    flip = next(move for move in game.legal_moves(actor) if move.name == "flip")
    lowest = next(move for move in game.legal_moves(actor) if str(move).startswith("reveal_lowest"))
    up = [number for number, word in enumerate(words) if "face up" in word]
    for move, zone, marks in ((flip, "centre: ", 2), (lowest, "hand of ", 1)):
        there = game.copy()
        there.play(actor, move)
        after = observations.of(there, seat)
        changed = [words[number] for number in up if before[number] != after[number]]
        assert len(changed) == marks  # the kind; in a row also the place
        assert all(word.startswith(zone) for word in changed)


def test_a_set_of_cards_is_taken_one_by_one() -> None:
    rules = load("drei")
    actions, game = Actions(rules), Game(rules, "1")
    seat = game.to_act[0]
    assert "arrange; then the cards of kept one by one, and done" in actions.describe()
    taken: tuple[int, ...] = ()
    said: list[str] = []
    while True:
        action = min(actions.offered(game, seat, taken))
        taken = (*taken, action)
        said.append(actions.words[action])
        index = actions.made(game, seat, taken)
        if index is not None:
            break
    assert said[0] == "arrange"
    assert all(word.startswith("+ ") for word in said[1:4])
    cards = game.legal_moves(seat)[index].value("kept").replace("hand:", "").replace("row:", "").split()
    assert sorted(cards) == sorted(word.removeprefix("+ ") for word in said[1:4])
    assert game.decisions == 0
    with pytest.raises(ValueError, match="not legal now"):
        actions.made(game, seat, (actions.size - 1,))


def test_a_catalogue_lists_the_game_before_play() -> None:
    found = catalogue(load("crazy-eights", 3))
    assert len(found.cards) == 52
    assert {card.copies for card in found.cards} == {1}
    zones = {zone.name: zone for zone in found.zones}
    assert [*zones] == ["stock", "discard", "hand of P1", "hand of P2", "hand of P3"]
    assert zones["hand of P2"].viewers == (1,)
    assert zones["stock"].size == 52
    state = {each.name: each for each in found.state}
    assert (state["named"].values, state["named"].optional) == (("clubs", "diamonds", "hearts", "spades"), True)
    assert state["plays"].low == 0
    moves = {move.name: move for move in found.moves}
    assert (moves["lay"].actions, moves["draw"].actions) == (52, 1)
    assert moves["name_suit"].slots == (("next_suit", "suit", "value", 4),)
