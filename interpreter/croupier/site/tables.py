"""Tables in a page: each new game is saved in a record, and a table is made from its record again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from croupier.base.chance import Seed
from croupier.base.faults import CroupierError, SetupError
from croupier.base.language import said, tr
from croupier.table import catalogue, kept
from croupier.table.game import Game, Rules, load
from croupier.table.record import Record, read
from croupier.web import Host, Sitting

YOU = "you"
PLAYERS = ("greedy", "random")
"""The possible players at a table, besides the person; the first is the default.

Search players need compiled rules: in a page some of their decisions take minutes.
"""
TOKEN = "here"
"""The token of a page's seat, which is not secret since a page has one user."""


@dataclass(frozen=True, slots=True)
class Left:
    """A game that is kept: its file, what it is, who plays, how many moves, is it over?"""

    file: str
    title: str
    names: tuple[str, ...]
    moves: int
    when: str
    over: bool

    def to_json(self) -> dict[str, object]:
        return {"file": self.file, "title": self.title, "names": list(self.names), "moves": self.moves,
                "when": self.when, "over": self.over}  # fmt: skip


def begin(
    game: str | Path, players: int | None, preset: str, options: Mapping[str, str], who: Sequence[str], seed: str = "",
) -> Path:  # fmt: skip
    """Return the record of a new game.

    Raise CroupierError if there can be none. `who`: a word by seat; `you` for the person. `seed`: of its deal, empty
    for a new one.
    """
    rules = load(game, players, options, preset=preset or None)
    by = seated(rules, who)
    if [*by.values()].count(YOU) != 1 or not {*by.values()} <= {YOU, *PLAYERS}:
        raise SetupError(tr("one seat must be yours, and each other seat one of {names}", names=", ".join(PLAYERS)))
    try:
        sitting = _sitting(rules, by, Seed.parse(seed) if seed else Seed.fresh())
    except ValueError as error:
        raise SetupError(str(error)) from error
    assert sitting.record is not None
    sitting.record.close()
    return sitting.record.path


def seated(rules: Rules, who: Sequence[str] = ()) -> dict[int, str]:
    """Return the word of each seat: as given, else `you` for the first and the usual player for the others."""
    return {seat: who[seat] if seat < len(who) else YOU if not seat else PLAYERS[0] for seat in range(rules.seats)}


def lay(path: Path, moved: Callable[[Path], None]) -> Host:
    """Return the table of a saved game, at its last position.

    `moved`: called with the record of a new game at the table.
    """
    record = Record.open(path)
    try:
        transcript = record.transcript()
        game = transcript.begin()
        words = [*record.header.who]
        who = {seat: words[seat] if seat < len(words) else PLAYERS[0] for seat in range(game.rules.seats)}
        seed = Seed.parse(record.header.seed) if record.header.seed is not None else None
        return _host(Sitting(game, who, seed, record, transcript.replay(game=game)), moved)
    except CroupierError:
        record.close()
        raise


def left() -> Iterator[Left]:
    """Yield the games that are kept, the newest first."""
    for path in kept.games():
        try:
            transcript = read(path)
        except CroupierError:  # it was cut
            continue
        header = transcript.header
        title = said(dict(header.rules.title).items()) or header.rules.name
        yield Left(
            path.name, title, header.names, len(transcript.moves), path.stem[:10], transcript.outcome is not None
        )


def find(game: str, rules: Path) -> str | Path:
    """Return a bundled game by its name, or a person's own ruleset by its file name.

    Raise SetupError if there is neither.
    """
    if game in catalogue.names():
        return game
    own = rules / game
    if own.parent == rules and own.suffix == ".yaml" and own.is_file():
        return own
    raise SetupError(tr("unknown game {name}", name=game))


def _sitting(rules: Rules, who: dict[int, str], seed: Seed) -> Sitting:
    path = kept.fresh(rules.name)
    if path is None:
        raise SetupError(tr("no folder for saved games is available; name a file with --save FILE"))
    game = Game(rules, str(seed))
    return Sitting(game, who, seed, Record.create(path, game, who=[*who.values()]))


def _host(sitting: Sitting, moved: Callable[[Path], None]) -> Host:
    def another() -> Sitting:
        found = _sitting(sitting.game.rules, dict(sitting.who), Seed.fresh())
        assert found.record is not None
        moved(found.record.path)
        return found

    return host(sitting, another)


def host(sitting: Sitting, another: Callable[[], Sitting]) -> Host:
    """Return the table of a sitting, with one person. `another`: makes the sitting of the next game."""
    seat = next((seat for seat, who in sitting.who.items() if who == YOU), 0)
    patient = count(step=3600).__next__  # no other user is waiting
    return Host(sitting, {seat: TOKEN}, patient, again=another)
