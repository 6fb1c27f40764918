"""Open piles that lie side by side by number are columns: each of their cards is to be seen, and under them lies what
is turned over onto them."""

from __future__ import annotations

import pytest

from croupier import Game, load
from croupier.base.chance import Stream
from croupier.base.language import speaking
from croupier.cli.table import shown
from croupier.scene import Scene, Words, scene


def played(game: str, decisions: int, **options: object) -> tuple[Game, Words, Scene]:
    rules = load(game, None, options)
    words, table, stream = Words(rules), Game(rules, 3), Stream(4)
    while table.to_act and table.decisions < decisions:
        moves = table.legal_moves(0)
        index = stream.below(len(moves))
        table.play(0, moves[index] if moves[index].name != "give_up" else moves[0])
    return table, words, scene(table, 0, words)


@pytest.mark.parametrize("game", ["klondike", "spider"])
def test_what_lies_face_down_is_told_with_its_column(game: str) -> None:
    """As a number: which cards these are nobody sees; and it is not drawn by itself."""
    table, words, drawn = played(game, 20)
    columns = {zone.id: zone for zone in drawn.zones if zone.lay == "column"}
    hidden = {zone.over: zone for zone in drawn.zones if zone.over}
    assert set(hidden) == set(columns)
    assert any(zone.beneath for zone in columns.values())
    for name, zone in columns.items():
        assert zone.beneath == hidden[name].count == table.view(0).zones[hidden[name].id].count
        assert hidden[name].cards == ()
        assert [card.face for card in zone.cards] == ["up"] * zone.count
    with speaking("en"):
        lines = "\n".join(shown(drawn, words))
    deepest = max(columns.values(), key=lambda zone: zone.beneath)
    assert f"{deepest.beneath} hidden, {' '.join(card.text for card in deepest.cards)}" in lines
    assert "hidden cards" not in lines


def test_each_card_of_a_long_column_is_seen() -> None:
    """Where more lie than a pile is told by, too; the piles on which suits are built are told by the topmost card."""
    _, words, drawn = played("freecell", 12)
    columns = [zone for zone in drawn.zones if zone.lay == "column"]
    assert len(columns) == 8
    assert max(zone.count for zone in columns) > 6
    lines = [*shown(drawn, words)]
    for zone in columns:
        cards = " ".join(card.text for card in zone.cards) or "–"
        assert any(line.strip() == f"{zone.title}  {cards}" for line in lines), zone
    assert {zone.lay for zone in drawn.zones if zone.id.startswith("foundation")} == {"pile"}


@pytest.mark.costly
def test_what_is_somebodys_own_is_no_column() -> None:
    """Nor what is dealt out unseen beside something that is not turned over onto it."""
    for game in ("spite-and-malice", "speed"):
        rules = load(game)
        drawn = scene(Game(rules, 3), 0, Words(rules))
        assert all(zone.lay != "column" for zone in drawn.zones if zone.owner is not None)
        assert not any(zone.over or zone.beneath for zone in drawn.zones)
