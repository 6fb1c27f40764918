"""The screen of fixed height for every game that comes along: fewest and most players, in both languages."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from croupier import Game, load
from croupier.base.chance import Stream
from croupier.base.language import speaking
from croupier.cli.board import Row, board, texts
from croupier.cli.menu import Menu, menu
from croupier.cli.paint import KEY
from croupier.cli.story import told as story
from croupier.cli.table import where
from croupier.scene import Scene, Words, scene, told
from croupier.table import catalogue

SIZES = [(80, 23), (60, 23), (200, 50)]
DECISIONS, EACH = 46, 9


def tables(game: str) -> Iterator[tuple[str, Words, Scene, Menu, list[str]]]:
    """Some positions of a game at random: what it is, and what is drawn there."""
    players = catalogue.find(game).players
    for seats in sorted({players[0], players[-1]}):
        for language in ("en", "fr"):
            with speaking(language):
                rules = load(game, seats)
                words, table, stream = Words(rules), Game(rules, 3), Stream(5, seats)
                while table.to_act and table.decisions < DECISIONS:
                    seat = table.to_act[0]
                    moves = table.legal_moves(seat)
                    if table.decisions % EACH == EACH // 2:
                        offered = menu(moves, words, lambda _: pytest.fail("nobody asks for more"))
                        news = [*story(table.log(seat)[-40:], seat, words)]
                        at = f"{seats} players, {language}, after {table.decisions} decisions"
                        yield at, words, scene(table, seat, words), offered, news
                    table.play(seat, moves[stream.below(len(moves))])


@pytest.mark.in_turn(28)
@pytest.mark.parametrize("game", catalogue.games())
def test_nothing_is_hidden(game: str) -> None:
    """Where play stands, who has to do what, what is to be known, the own cards, each that plays; and each line of the
    menu is there or can be come to with the arrows."""
    wrong = [
        f"{at}, {size[0]} x {size[1]}: {each}"
        for at, words, table, offered, news in tables(game)
        for size in SIZES
        for each in hidden(words, table, offered, news, *size)
    ]
    assert wrong == []


def hidden(words: Words, table: Scene, offered: Menu, news: list[str], width: int, height: int) -> Iterator[str]:
    """What should be seen, and is not."""
    lines = [*offered.lines(width)]
    rows = board(table, words, width, height, lines, news)
    seen = texts(rows)
    assert len(rows) == height
    yield from (f"too wide: {line}" for line in seen if len(line) > width)
    flat = plain(" ".join(seen))
    status = table.status
    whole = [where(status), status.step]
    whole += [told(fact, words) for owner in (status, table.you) for fact in owner.facts]
    yield from (f"heading: {text}" for text in whole if plain(text) not in flat)
    for owner in (*table.others, *table.teams):
        missing = [text for fact in owner.facts if plain(text := told(fact, words)) not in flat]
        if missing and (width >= 80 or not any(line.endswith("·…") for line in seen)):
            yield f"facts: {missing}"
    places = {target for row in rows for *_, target in row.places}
    hand = {card.id for zone in table.zones if zone.lay == "hand" for card in zone.cards}
    yield from (f"card: {card}" for card in sorted(hand - places))
    yield from (f"person: {person.name}" for person in table.others if person.id not in places)
    for key in offered.keys:
        wanted = f"{KEY}{key}"
        if wanted not in places:
            places |= {target for row in reached(words, table, lines, news, width, height, wanted)
                       for *_, target in row.places}  # fmt: skip
            if wanted not in places:
                yield f"entry: {key}"


def reached(
    words: Words, table: Scene, lines: list[str], news: list[str], width: int, height: int, key: str
) -> list[Row]:  # fmt: skip
    """The screen when the arrows have come to an entry."""
    return board(table, words, width, height, lines, news, focused=key)


def plain(text: str) -> str:
    """Without what separates lines."""
    return " ".join(text.replace("─", " ").split())
