"""Name the players of seats, in the current language."""

from __future__ import annotations

from croupier.base.language import tr

YOU = "you"


def kinds() -> dict[str, str]:
    """Return the names of computer players, by their names in commands."""
    return {
        "greedy": tr("greedy"),
        "random": tr("random"),
        "search": tr("thoughtful"),
        "search:easy": tr("thoughtful, easy"),
        "search:fair": tr("thoughtful, fair"),
        "search:strong": tr("thoughtful, strong"),
    }


def player(name: str) -> str:
    """Return the player of a seat; one with figures of its own, such as `search:400`, with these."""
    found = kinds() | {YOU: tr("you")}
    kind, colon, figures = name.partition(":")
    if name not in found and colon and kind in found:
        return f"{found[kind]} ({figures})"
    return found.get(name, name)
