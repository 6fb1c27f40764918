"""A setting of a game: who plays, and with which options."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Setting:
    """A number of players and the options that are not at their defaults, in words; `policy` and `seats` as `simulate`
    takes them."""

    players: int
    options: tuple[tuple[str, str], ...] = ()
    policy: str = "random"
    seats: tuple[tuple[int, str], ...] = ()

    def words(self) -> tuple[str, ...]:
        """Return the setting as arguments of a command: `--players 3 --option ace=low`."""
        words = ["--players", str(self.players)]
        for name, value in self.options:
            words += ["--option", f"{name}={value}"]
        for seat, who in self.seats:
            words += ["--seat", f"{seat + 1}={who}"]
        if self.policy != "random":
            words += ["--policy", self.policy]
        return tuple(words)
