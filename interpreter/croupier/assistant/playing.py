"""Games that an assistant plays, each as one seat; the other seats belong to computer players."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from time import monotonic
from typing import TypeAlias

from croupier.base.chance import Seed
from croupier.base.faults import AmbiguousMove, IllegalMove, InvalidMove, SetupError
from croupier.base.language import tr
from croupier.players import Player
from croupier.scene import Words, lines
from croupier.table.game import Game, load
from croupier.thinking import player

Json: TypeAlias = dict[str, object]

MOST = 16
"""The number of games that are kept; then the oldest one is dropped."""
LISTED = 60
"""The number of legal moves in a view; `moves` lists all."""
PATIENCE = 10.0
"""The time in seconds that the other players may take in one call; the next call continues."""


@dataclass(slots=True)
class Sitting:
    """A game, the seat of the assistant, and the part of the log that it has been told."""

    game: Game
    seat: int
    others: dict[int, Player]
    words: Words
    told: int = 0

    def advance(self) -> None:
        """Let the others move until it is the seat's turn, the game is over, or the time is up."""
        end = monotonic() + PATIENCE
        while self.waiting and monotonic() < end:
            seat = self.game.to_act[0]
            offer = self.game.offer(seat)
            self.game.play(seat, self.others[seat].choose(offer))

    @property
    def waiting(self) -> bool:
        """Return whether another player has to move before this seat."""
        return bool(self.game.to_act) and self.seat not in self.game.to_act

    def log(self, since: int) -> list[str]:
        """Return the log in words, from a mark on, as the seat knows it."""
        return [line.text for line in lines(self.game.log(self.seat, since), self.seat, self.words)]

    def view(self) -> Json:
        """Return what the seat may see, its legal moves, and the news since the last view."""
        game, names = self.game, self.game.rules.program.names
        seen = game.view(self.seat)
        news, self.told = self.log(self.told), game.log_length
        found: Json = {
            "you": names[self.seat], "players": list(names), "to_act": [names[seat] for seat in seen.to_act],
            "stages": [name for name, *_ in seen.stages], "zones": _zones(seen.to_json()), "state": dict(seen.state),
            "news": news,
        }  # fmt: skip
        if self.waiting:
            found["waiting"] = tr("the other players need more time; call play_view again")
        elif game.outcome is not None:
            scores = zip(names, game.outcome.ranks, game.outcome.scores, strict=True)
            found["over"] = [{"player": name, "rank": rank, "score": list(score)} for name, rank, score in scores]
            found["seed"] = str(game.seed)
        elif not game.over:
            moves = self.moves()
            found["legal_moves"] = moves[:LISTED]
            if len(moves) > LISTED:
                found["more_moves"] = len(moves) - LISTED
        return found

    def moves(self) -> list[str]:
        """Return all legal moves of the seat; none while others have to move."""
        return [str(move) for move in self.game.legal_moves(self.seat)] if self.seat in self.game.to_act else []


def _zones(view: Mapping[str, object]) -> Json:
    """Return the zones of a view by name, which says whose they are."""
    zones = view["zones"]
    assert isinstance(zones, dict)
    return {name: {k: v for k, v in zone.items() if k not in ("owner", "form")} for name, zone in zones.items()}


@dataclass(slots=True)
class Room:
    """The games by number."""

    games: OrderedDict[int, Sitting] = field(default_factory=OrderedDict)
    begun: int = 0

    def start(self, given: Mapping[str, object], ruleset: str, variants: tuple[str, ...]) -> Json:
        """Start a game. Raise SetupError or CompileError if that is impossible."""
        options, players, preset = given.get("options"), given.get("players"), given.get("preset")
        rules = load(
            ruleset, players if isinstance(players, int) else None, options if isinstance(options, dict) else {},
            variants=variants, preset=None if preset is None else str(preset),
        )  # fmt: skip
        asked = given.get("seat", 1)
        seat = asked - 1 if isinstance(asked, int) else 0
        if not 0 <= seat < rules.seats:
            raise SetupError(tr("seat {seat} does not exist; the seats are 1 to {last}", seat=asked, last=rules.seats))
        seed = Seed.fresh() if given.get("seed") is None else Seed.parse(str(given["seed"]))
        make = player(str(given.get("others", "greedy")))
        others = {each: make(seed.number, seed.game, each) for each in range(rules.seats) if each != seat}
        sitting = Sitting(Game(rules, str(seed)), seat, others, Words(rules, signs=False))
        sitting.advance()
        self.begun += 1
        self.games[self.begun] = sitting
        while len(self.games) > MOST:
            self.games.popitem(last=False)
        return {"game": self.begun, **sitting.view()}

    def answer(self, tool: str, given: Mapping[str, object]) -> Json:
        """Answer a tool about a game. Raise SetupError for an unknown game."""
        number = given["game"]
        sitting = self.games.get(number) if isinstance(number, int) else None
        if sitting is None:
            raise SetupError(tr("unknown game {n}; start one with play_start", n=number))
        move = str(given.get("move", ""))
        match tool:
            case "play_moves":
                return {"legal_moves": sitting.moves()}
            case "play_log":
                return {"log": sitting.log(0)}
            case "play_why_not":
                return self._why_not(sitting, move)
            case "play_move":
                return self._move(sitting, move)
        sitting.advance()
        return sitting.view()

    def _move(self, sitting: Sitting, text: str) -> Json:
        try:
            sitting.game.play(sitting.seat, text)
        except IllegalMove as error:
            return {"played": False, "error": str(error), "why_not": error.why.to_json()}
        except AmbiguousMove as error:
            return {"played": False, "error": str(error), "candidates": list(error.candidates)}
        except InvalidMove as error:
            return {"played": False, "error": str(error), "legal_moves": sitting.moves()[:LISTED]}
        sitting.advance()
        return {"played": True, **sitting.view()}

    def _why_not(self, sitting: Sitting, text: str) -> Json:
        reasons = sitting.game.why_nots(sitting.seat, text)
        return {"legal": not reasons, "reasons": [why.to_json() for why in reasons]}
