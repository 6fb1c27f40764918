"""The Python API for one sitting of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Self

from croupier.base.chance import Chance, Seed, Supplied
from croupier.base.effort import EFFORT
from croupier.base.events import Event
from croupier.base.faults import InvalidMove, SetupError
from croupier.base.frames import table
from croupier.base.language import tr
from croupier.base.moves import Move, Moves, next_words
from croupier.base.values import Env, Value
from croupier.compile.binding import bind, option_values
from croupier.compile.options import chosen_by
from croupier.knowledge.remembered import Knowledge
from croupier.knowledge.worlds import world
from croupier.model.plans import MovePlan
from croupier.model.program import Program
from croupier.model.state import State
from croupier.play import flow, must
from croupier.play.setup import empty_state
from croupier.position import read, write
from croupier.seat import views
from croupier.seat.foresight import Foresight, going
from croupier.seat.inference import Inference
from croupier.seat.outcome import Outcome, outcome
from croupier.seat.whynot import WhyNot
from croupier.table import understanding
from croupier.table.catalogue import playable
from croupier.table.understanding import Deciding, Legal, spell
from croupier.words.notation import Spellers, read_move
from croupier_dsl import ir


class Rules:
    """A ruleset bound to options and a number of players: what `Game` and `simulate` take.

    `name`, `title` (by language), `seats` and `options` (as plain values) describe it; `of` names the variants and the
    game that a variant is made from, the nearest first; `preset` is the chosen preset, if any; `ir` is the checked
    ruleset itself. `left_out`: invalid sidecar files (scenarios, clauses, translations); they are not read, since
    nothing in play depends on them.
    """

    __slots__ = ("left_out", "options", "preset", "program")

    def __init__(self, program: Program, preset: str = "", left_out: Sequence[Path] = ()) -> None:
        self.program = program
        self.preset = preset
        self.left_out = tuple(left_out)
        self.options: Mapping[str, Value] = option_values(program)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the arguments: plans are closures, so another process makes them again."""
        program = self.program
        made_from = program.rules, program.seats, dict(self.options), program.limit, program.names
        return _bound, (*made_from, self.preset, self.left_out)

    @property
    def ir(self) -> ir.Rules:
        return self.program.rules

    @property
    def name(self) -> str:
        return self.program.rules.name

    @property
    def title(self) -> dict[str, str]:
        return dict(self.program.rules.title)

    @property
    def of(self) -> tuple[str, ...]:
        return self.program.rules.of

    @property
    def seats(self) -> int:
        return self.program.seats

    def __repr__(self) -> str:
        chosen = ", ".join(f"{name}={value!r}" for name, value in self.options.items())
        return f"<Rules {self.name}, {self.seats} players{', ' + chosen if chosen else ''}>"

    def _repr_html_(self) -> str:
        rows = [{"option": name, "value": value} for name, value in self.options.items()]
        return table(rows, f"{self.title.get('en') or self.name}: {', '.join(self.program.names)}")


def load(
    name_or_path: str | Path,
    players: int | None = None,
    options: Mapping[str, object] | None = None,
    *,
    variants: Sequence[str | Path] = (),
    preset: str | None = None,
    limit: int | None = None,
    names: Sequence[str] | None = None,
) -> Rules:
    """Return the rules of a bundled game or of a file, for this number of players and these options.

    Raise CompileError if the ruleset is invalid, SetupError if it does not exist or cannot be played so. `variants`: of
    the ruleset, bundled, next to it or by path, applied in this order. `preset`: a named set of options of the ruleset;
    those in `options` override it. `limit`: decisions after which a game counts as unfinished (default: the ruleset's
    limit, else 100,000). `names`: the names of the seats in moves and views.
    """
    rules, left_out = playable(name_or_path, variants)
    chosen = {**chosen_by(rules, preset), **(options or {})}
    return Rules(bind(rules, players, chosen, limit=limit, names=names), preset or "", left_out)


def _bound(
    rules: ir.Rules, players: int, options: Mapping[str, object], limit: int, names: Sequence[str], preset: str,
    left_out: Sequence[Path],
) -> Rules:  # fmt: skip
    return Rules(bind(rules, players, options, limit=limit, names=names), preset, left_out)


class Game:
    """One game from its deal to its outcome. Seats count from 0.

    `seed`: a whole number, or "S:k" for game k of seed S; the same rules, seed and moves give the same game.
    `chance`: results of the first chance events, in order, instead of drawn ones (None leaves one to the seed); see
    docs/reference/api.md.
    """

    def __init__(
        self, rules: Rules, seed: int | str | None = None, *, chance: Sequence[object] | Chance | None = None
    ) -> None:
        self.rules = rules
        self.seed = _seed(seed)
        source = chance if chance is not None and not isinstance(chance, Sequence) else self.seed.stream()
        if isinstance(chance, Sequence):
            source = Supplied(chance, source)
        self._state = empty_state(rules.program, source)
        self._state.knowledge = Knowledge(rules.program)
        self._moves: dict[int, Legal] = {}
        self._heard: dict[int | None, tuple[int, list[Event]]] = {}
        flow.begin(self._state)
        self._inference = Inference(self._state)

    @classmethod
    def at(
        cls, rules: Rules, position: Mapping[str, Value], *, chance: Sequence[object] | Chance | None = None
    ) -> Self:
        """Return a game that goes on from a position (see `position`).

        Raise PositionError if there can be no such position.
        """
        source = Supplied(chance, read.chance_of(position)) if isinstance(chance, Sequence) else chance
        return cls._of(rules, Seed(0), read.read(rules.program, position, source)[0])

    @classmethod
    def _of(cls, rules: Rules, seed: Seed, state: State) -> Self:
        """Return a game that continues from a state, with its knowledge but without its past."""
        game = cls.__new__(cls)
        assert state.knowledge is not None
        game.rules, game.seed, game._state = rules, seed, state
        game._inference, game._moves, game._heard = Inference(state), {}, {}
        return game

    # ------------------------------------------------------------ state of play
    @property
    def to_act(self) -> tuple[int, ...]:
        """Return the seats that have to choose now: none once the game is over, several where they choose at once."""
        return flow.to_act(self._state)

    @property
    def over(self) -> bool:
        """Return whether the game has ended."""
        return self._state.over

    @property
    def outcome(self) -> Outcome | None:
        """Return the outcome; None while the game goes on."""
        return self.standing if self._state.over else None

    @property
    def standing(self) -> Outcome:
        """Return the scores as they are now; a running game has no winners.

        Raise RulesFault if they cannot be computed.
        """
        EFFORT.renew()
        return outcome(self._state)

    @property
    def decisions(self) -> int:
        """Return the number of decisions made."""
        return self._state.decisions

    @property
    def cut_rounds(self) -> int:
        """Return the number of turn loops that ended by their own `times` before their `until` held."""
        return self._state.cuts

    @property
    def stuck(self) -> int:
        """Return the number of times a seat had to choose without a legal move, in a stage without `else` for that
        case.
        """
        return self._state.stuck

    @property
    def short_deals(self) -> int:
        """Return the number of deals of a `begin`, in this sitting, that found fewer cards than they take."""
        return self._state.short

    def performances(self, stage: str) -> int:
        """Return the number of iterations of a stage, within the present or last iteration of its enclosing stage."""
        return self._state.counts[self.rules.program.stage_index[stage]]

    @property
    def _known(self) -> Knowledge:
        """Return the knowledge of the seats about cards, up to now."""
        known = self._state.knowledge
        assert known is not None
        known.follow(self._state.log)
        return known

    def view(self, seat: int | None) -> views.View:
        """Return the seat's view of the position. None: a spectator's view, with what every seat sees."""
        return views.view(self._state, self._eyes(seat), self._known, self.rules.options)

    def log(self, seat: int | None, since: int = 0, until: int | None = None) -> list[Event]:
        """Return the events that the seat may know, or, for None, a spectator.

        `since`: leave out the first events, `until`: those from there on; both as counted by `log_length` earlier.
        """
        s, seat = self._state, self._eyes(seat)
        if since or until is not None:
            return views.log(s, seat, since, until)
        mark, heard = self._heard.get(seat, (0, []))
        until = views.closed(s, mark)
        heard += views.log(s, seat, mark, until)
        self._heard[seat] = until, heard  # the past does not change: it is put into words once
        return [*heard, *views.log(s, seat, until)]

    @property
    def log_length(self) -> int:
        """Return a mark in the log, to read on from."""
        return len(self._state.log)

    def position(self) -> dict[str, Value]:
        """Return the whole position as plain data, hidden cards included; `Game.at` reads it."""
        return write.write(self._state, self._known)

    def chance_results(self) -> list[dict[str, object]]:
        """Return every result of chance so far; given to `Game(rules, chance=…)` they happen again."""
        return views.chance_results(self._state)

    # ------------------------------------------------------------ moves
    def legal_moves(self, seat: int) -> Moves:
        """Return the legal moves of a seat, none if it has not to act.

        In canonical order, no two that read the same.
        """
        return self._legal(self._seat(seat)).moves

    def offered(self, seat: int) -> frozenset[str]:
        """Return the names of the moves in `legal_moves`, without putting the moves into words."""
        s = self._state
        found = self._legal(self._seat(seat)).made
        asked = s.program.moves[s.task.move].name if s.asking and s.task is not None else ""
        return frozenset(asked if plan is None else plan.name for plan, _ in found)

    def _legal(self, seat: int) -> Legal:
        known = self._moves.get(seat)
        if known is not None:
            return known
        s = self._state
        found: list[tuple[MovePlan | None, Env]] = []
        if seat in flow.to_act(s):
            if s.asking and s.task is not None:
                found = [(None, env) for env in must.answers(s, s.task)]
            else:
                found = list[tuple[MovePlan | None, Env]](must.moves(s, s.frames[-1].stage, seat))
        kept: Spellers = {}
        self._moves[seat] = Legal(Moves(len(found), lambda i: spell(s, seat, *found[i], kept=kept)), found)
        return self._moves[seat]

    def _deciding(self, seat: int) -> Deciding:
        seat = self._seat(seat)
        return Deciding(self._state, seat, lambda: self._legal(seat))

    def play(self, seat: int, move: Move | str) -> None:
        """Make a move: one of `legal_moves`, or its text.

        InvalidMove, IllegalMove (with the reason) or AmbiguousMove if it cannot be.
        """
        seat = self._seat(seat)
        legal = self._legal(seat)
        moves = legal.moves
        index = moves.place(move) if isinstance(move, Move) else None
        if index is None:
            index = understanding.match(self._deciding(seat), str(move))
        plan, env = legal.made[index]
        self._moves = {}
        made = None
        if plan is None:
            flow.answer(self._state, env, moves[index].choices)
        else:
            made = self._inference.before(self._state, seat, plan, env)
            flow.play(self._state, seat, plan, env, moves[index].choices)
        self._inference.follow(self._state, made)

    def meant(self, seat: int, text: str) -> Move:
        """Return the legal move that a text means.

        Raise InvalidMove, IllegalMove or AmbiguousMove if it means none, or several.
        """
        return self.legal_moves(seat)[understanding.match(self._deciding(seat), text)]

    def why_not(self, seat: int, text: Move | str) -> WhyNot | None:
        """Return the reasons against a move, with the knowledge of the seat.

        Return None if the move is legal. If the text may mean several moves, explain the one nearest to legal. Raise
        InvalidMove if the text is not a move at all.
        """
        found = self.why_nots(seat, text)
        return found[0] if found else None

    def why_nots(self, seat: int, text: Move | str) -> tuple[WhyNot, ...]:
        """Return the reasons against each move that the text may mean and that is as near to legal as the nearest.

        A text with a move's name means just that move; a text with only its choices means each move that takes them.
        """
        return understanding.why_nots(self._deciding(seat), str(text))

    def fitting(self, seat: int, text: str) -> list[int]:
        """Return the indices of the legal moves that the text fits. Raise InvalidMove if it is not a move at all,
        AmbiguousMove if a number in it is both a visible card and the place of another.

        Of moves that take the same things, only the one in the order of the text is returned, if there is one.
        """
        return understanding.fitting(self._deciding(seat), text)

    def choices(self, seat: int, prefix: str = "") -> tuple[str, ...]:
        """Return the possible next pieces of a move: after "" the names of moves, then `choice=value` for the next
        choice.

        A choice of several things can be built one by one: after `play cards=7` another card, or "" if the choice may
        end there.
        """
        moves = self.legal_moves(seat)
        if not prefix.strip():
            return tuple(dict.fromkeys(move.name for move in moves))
        try:
            wanted = read_move(self.rules.program, prefix)
        except InvalidMove:  # an unknown move has no next pieces
            return ()
        found: dict[str, None] = {}
        for move in moves:
            if move.name == wanted.name:
                found.update(dict.fromkeys(next_words(move, wanted.choices)))
        return tuple(found)

    def copy(self) -> Self:
        """Return an independent game at the same point, with the same chance to come."""
        twin = self._of(self.rules, self.seed, self._state.copy())
        twin._inference = self._inference.copy(twin._state)
        return twin

    def offer(self, seat: int, most: int | None = None) -> views.Offer:
        """Return the offer for a player of this seat. `most`: the number of moves that can be tried, the first ones."""
        legal = self._legal(self._seat(seat))
        return views.Offer(
            seat, legal.moves, lambda: self.view(seat), lambda: self.log(seat),
            lambda: Foresight.of(self._state, self._known, seat, most).consequence, lambda n: self.imagined(seat, n),
            lambda: going(self._state, self._known, seat, self._legal(seat).made),
            next((frame.stage.stage for frame in reversed(self._state.frames)), None),
        )  # fmt: skip

    def imagined(self, seat: int, number: int) -> Self | None:
        """Return a determinization: a game in this seat's information set, fixed by `number` and independent of hidden
        facts.

        Hidden facts are drawn at random (see `knowledge.worlds`), restricted by inferences from others' moves in this
        sitting (see `seat.inference`); without a possible determinization, None.
        """
        told = self._inference.told(self._state, self._seat(seat))
        state = world(self._state, self._known, seat, number, told)
        return None if state is None else self._of(self.rules, Seed(number), state)

    def _eyes(self, seat: int | None) -> int | None:
        """Return the seat whose information is asked for; see `_seat`."""
        EFFORT.renew()
        return None if seat is None else self._seat(seat)

    def _seat(self, seat: int) -> int:
        """Return the seat, with a full budget for what it asks: what the decision before has left depends on hidden
        cards.
        """
        EFFORT.renew()
        if not 0 <= seat < self.rules.seats:
            last = self.rules.seats - 1
            raise SetupError(tr("seat {seat} does not exist; the seats are 0 to {last}", seat=seat, last=last))
        return seat

    def __repr__(self) -> str:
        state = "over" if self.over else f"{', '.join(self.rules.program.names[seat] for seat in self.to_act)} to act"
        return f"<Game of {self.rules.name}, seed {self.seed}, {self.decisions} decisions, {state}>"

    def _repr_html_(self) -> str:
        """Return what a notebook shows: the view of the seat that has to act, and the scores once it is over."""
        if self.outcome is None:
            return self.view(self.to_act[0])._repr_html_()
        names = self.rules.program.names
        ends = zip(names, self.outcome.ranks, self.outcome.scores, strict=True)
        rows = [{"player": name, "rank": rank, "score": score[0]} for name, rank, score in ends]
        return table(rows, f"{self.rules.name}, seed {self.seed}, {self.decisions} decisions")


def _seed(seed: int | str | None) -> Seed:
    if seed is None:
        return Seed.fresh()
    try:
        return Seed.parse(str(seed))
    except ValueError as error:
        raise SetupError(str(error)) from error
