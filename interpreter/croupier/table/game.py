"""The Python API for one sitting of a game."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Self

from croupier.base.chance import Chance, Seed, Supplied
from croupier.base.effort import EFFORT
from croupier.base.events import Event
from croupier.base.faults import AmbiguousMove, IllegalMove, InvalidMove, RulesFault, SetupError
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
from croupier.seat.arrangement import Arrangement, arrangements
from croupier.seat.beats import beats
from croupier.seat.foresight import Foresight, going
from croupier.seat.inference import Inference
from croupier.seat.outcome import Outcome, outcome
from croupier.seat.pointing import Going, Pointed, courses, origins, pointed
from croupier.seat.whynot import WhyNot, distance, forbidden, understood, why_not
from croupier.table.catalogue import playable
from croupier.words import meaning
from croupier.words.nearest import nearest
from croupier.words.notation import (
    Spellers,
    Wanted,
    also_a_card,
    card_or_place,
    read_move,
    spell_choices,
    spell_move,
    tidy,
)
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
        self._moves: dict[int, tuple[Moves, list[tuple[MovePlan | None, Env]]]] = {}
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
        return outcome(self._state) if self._state.over else None

    @property
    def standing(self) -> Outcome:
        """Return the scores as they are now; a running game has no winners.

        Raise RulesFault if they cannot be computed.
        """
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

    def arrangements(self, seat: int | None) -> list[Arrangement]:
        """Return the combos that the cards before the seat make, as far as it knows them."""
        EFFORT.renew()
        return arrangements(self._state, self._known, self._eyes(seat))

    def shown(self, seat: int | None) -> list[tuple[str, str, ir.Type, Value]]:
        """Return the values that the rules show at the table besides the cards:

        (part, owner, type, value), the important first.
        """
        return views.shown(self._state, self._eyes(seat), self._known)

    def placed(self, seat: int | None, zones: Collection[str]) -> dict[str, tuple[int | None, ...]]:
        """Return the players that put the cards into these piles, by pile and card, where the seat sees every card."""
        return views.placed(self._state, self._eyes(seat), zones)

    def at_start(self, seat: int | None) -> dict[str, dict[str, Value]]:
        """Return the start values of visible variables of cards: by variable and card, both named as in the view."""
        return views.at_start(self._state, self._eyes(seat), self._known)

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

    def beats(self, before: Game, seat: int | None, score: str = "") -> list[tuple[Game, int, bool]]:
        """Return what the seat could see between an earlier position of this game and now, in order.

        Each as a position that only its view may leave, the mark in the log there, and whether something can be seen
        that goes away again. `score`: the variable on the score sheet.
        """
        found = beats(before._state, self._state, self._eyes(seat), score)
        return [(Game._of(self.rules, self.seed, beat.state), beat.until, beat.held) for beat in found]

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
        return self._legal(self._seat(seat))[0]

    def offered(self, seat: int) -> frozenset[str]:
        """Return the names of the moves in `legal_moves`, without putting the moves into words."""
        s = self._state
        _, found = self._legal(self._seat(seat))
        asked = s.program.moves[s.task.move].name if s.asking and s.task is not None else ""
        return frozenset(asked if plan is None else plan.name for plan, _ in found)

    def _legal(self, seat: int) -> tuple[Moves, list[tuple[MovePlan | None, Env]]]:
        known = self._moves.get(seat)
        if known is not None:
            return known
        s = self._state
        EFFORT.renew()
        found: list[tuple[MovePlan | None, Env]] = []
        if seat in flow.to_act(s):
            if s.asking and s.task is not None:
                found = [(None, env) for env in must.answers(s, s.task)]
            else:
                found = list[tuple[MovePlan | None, Env]](must.moves(s, s.frames[-1].stage, seat))
        kept: Spellers = {}
        moves = Moves(len(found), lambda i: self._spell(seat, *found[i], kept=kept))
        self._moves[seat] = (moves, found)
        return moves, found

    def _spell(
        self, seat: int, move: MovePlan | None, env: Env, full: int = 0, kept: Spellers | None = None
    ) -> Move:  # fmt: skip
        s = self._state
        if move is not None:
            return spell_move(s, move, env, seat, full, kept)
        assert s.task is not None
        name = s.program.moves[s.task.move].name
        return Move(name, spell_choices(s, s.task.code.asks[s.task.pc], env, seat, full, kept))

    def pointed(self, seat: int, index: int) -> tuple[Pointed, ...]:
        """Return the things that each choice of a legal move takes, with their places; `index`: of the move in
        `legal_moves`.
        """
        s = self._state
        plan, env = self._legal(self._seat(seat))[1][index]
        choices = plan.choices if plan is not None else [] if s.task is None else s.task.code.asks[s.task.pc]
        return tuple(pointed(s, seat, choice, env) for choice in choices)

    def courses(self, seat: int) -> Callable[[int], tuple[Going, ...]]:
        """Return a function from the index of a legal move to the cards that it takes elsewhere, as far as the seat can
        know before it is made.
        """
        found = self._legal(self._seat(seat))[1]
        made = courses(self._state, self._known, seat)
        return lambda index: made(*found[index])

    def origins(self, seat: int, move: str) -> list[str]:
        """Return the zones, named as in views, from which a move without choices takes cards."""
        return origins(self.rules.program, self._seat(seat), move)

    def adds_up_to(self, seat: int, move: Move) -> int | None:
        """Return the contribution of a legal move of several melds to the sum that its conditions require, such as
        points.

        None if it takes no group of melds, or nothing is summed up over them.
        """
        moves, found = self._legal(self._seat(seat))
        index = moves.place(move)
        if index is None:
            index = next((i for i, other in enumerate(moves) if other == move), None)
        plan, env = found[index] if index is not None else (None, [])
        for choice in plan.choices if plan is not None else ():
            if choice.group is not None and choice.group.adding:
                total: int | None = choice.group.adding[0].sum(self._state, env)
                return total
        return None

    def play(self, seat: int, move: Move | str) -> None:
        """Make a move: one of `legal_moves`, or its text.

        InvalidMove, IllegalMove (with the reason) or AmbiguousMove if it cannot be.
        """
        seat = self._seat(seat)
        moves, found = self._legal(seat)
        index = moves.place(move) if isinstance(move, Move) else None
        if index is None:
            index = self._match(seat, moves, str(move))
        plan, env = found[index]
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
        moves = self.legal_moves(seat)
        return moves[self._match(seat, moves, text)]

    def _match(self, seat: int, moves: Moves, text: str) -> int:
        """Return the legal move that the text means."""
        written = meaning.as_legal(self.rules.program, text, moves)
        if written is not None:
            return written
        wanted = meaning.read(self.rules.program, text)
        found, told = self._fitting(seat, wanted)
        self._no_card_for_place(seat, wanted, found, text)
        found = meaning.in_order(text, found, told)
        if not wanted.name:  # it may be meant for other moves with the same choices
            found = list(dict.fromkeys([*found, *meaning.holding(wanted, moves)])) if found else found
        if len(found) == 1 and meaning.settled(wanted, told[found[0]]):
            return found[0]
        why = () if found else self.why_nots(seat, text)
        if not wanted.name and not found and not (why and forbidden(why[0])):
            found = meaning.holding(wanted, moves)
        if found:
            raise AmbiguousMove(" ".join(text.split()), tuple(str(moves[i]) for i in found))
        if why:
            raise IllegalMove(why[0])
        read_move(self.rules.program, text)  # reports an unknown move
        return self._found(seat, wanted, text)

    def _found(self, seat: int, wanted: Wanted, text: str) -> int:
        """Return the index of the legal move that these words mean, if they are in another form than moves are written
        in.
        """
        s = self._state
        moves, found = self._legal(seat)
        for asked, left in meaning.readings(s, seat, wanted):
            made = None if left else understood(s, seat, asked)
            if made is not None:
                plan, env = made
                task = s.task
                choices = plan.choices if plan is not None else task.code.asks[task.pc] if task is not None else []
                reading = spell_choices(s, choices, env, seat)
                return next(i for i, (other, _) in enumerate(found) if other is plan and moves[i].choices == reading)
        raise InvalidMove(tr("{text} is not a move here", text=repr(text)))

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
        EFFORT.renew()
        seat = self._seat(seat)
        program = self.rules.program
        wanted = meaning.read(program, str(text))
        legal, told = self._fitting(seat, wanted)
        self._no_card_for_place(seat, wanted, legal, str(text))
        legal = meaning.in_order(str(text), legal, told)
        if len(legal) == 1 or (legal and not wanted.name):
            return ()
        if legal:  # that something is missing; which of several it is, is for the player to say
            return self._against(seat, wanted)
        found: list[tuple[tuple[int, ...], WhyNot]] = []
        wrong: InvalidMove | None = None
        for number, (asked, left) in enumerate(meaning.readings(self._state, seat, wanted)):
            try:
                against = self._against(seat, asked)
            except InvalidMove as error:
                wrong = error
                continue
            if not against and not left:
                return ()
            unseen = meaning.out_of_sight(self._state, seat, asked)
            melded = meaning.takes_melds(program, asked)
            for why in against:
                rank = (number,) if wanted.name else (melded, bool(left), len(why.others))
                said = why if any(name for name, _ in wanted.choices) else why.placed()
                found.append(((max(distance(why), 2 * unseen), *rank), said))
        if not found:
            if wrong is not None and wanted.name:
                raise wrong
            if wanted.name:
                return self._against(seat, wanted)
            read_move(program, str(text))  # reports an unknown move
        nearest = min(distance for distance, _ in found)
        said_once = {why.message: why for distance, why in reversed(found) if distance == nearest}
        return tuple(reversed(said_once.values()))

    def fitting(self, seat: int, text: str) -> list[int]:
        """Return the indices of the legal moves that the text fits. Raise InvalidMove if it is not a move at all,
        AmbiguousMove if a number in it is both a visible card and the place of another.

        Of moves that take the same things, only the one in the order of the text is returned, if there is one.
        """
        seat, wanted = self._seat(seat), meaning.read(self.rules.program, text)
        found, told = self._fitting(seat, wanted)
        self._no_card_for_place(seat, wanted, found, text)
        alike = len({tuple((name, tidy(value)) for name, value in told[i].choices) for i in found}) == 1
        return meaning.in_order(text, found, told) if alike else found

    def _fitting(self, seat: int, wanted: Wanted) -> tuple[list[int], Sequence[Move]]:
        """Return the moves that the text fits, and all legal moves with as many words as it has; both empty if they are
        too many.
        """
        try:
            moves, found = self._legal(seat)
        except RulesFault:
            return [], ()
        told: Sequence[Move] = moves
        fits = meaning.fitting(wanted, told)
        for full in (1, 2) if wanted.full else ():
            if not fits:
                kept: Spellers = {}
                told = [self._spell(seat, *one, full, kept) for one in found]
                fits = meaning.fitting(wanted, told)
        return fits, told

    def _no_card_for_place(self, seat: int, wanted: Wanted, fits: Sequence[int], text: str) -> None:
        """Raise AmbiguousMove if a number means both the place of a hidden card and a visible card."""
        s = self._state
        for index in fits:
            moves, found = self._legal(seat)
            plan, env = found[index]
            asked = plan.choices if plan is not None else s.task.code.asks[s.task.pc] if s.task is not None else []
            for choice in asked:
                said = " ".join(words for name, words in wanted.choices if name in ("", choice.choice.name))
                number = also_a_card(s, choice, env[choice.slot], said, env, seat)
                if number:
                    told = tuple(str(moves[i]) for i in fits)
                    raise AmbiguousMove(" ".join(text.split()), told, card_or_place(number))

    def _against(self, seat: int, wanted: Wanted) -> tuple[WhyNot, ...]:
        why = why_not(self._state, seat, wanted)
        return () if why is None else (replace(why, nearest=self._nearest(seat, wanted)),)

    def _nearest(self, seat: int, wanted: Wanted) -> str | None:
        """Return the most similar legal move; None if there are too many to list."""
        try:
            found = nearest(wanted, self._legal(seat)[0])
        except RulesFault:
            return None
        return None if found is None else str(found)

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
        moves, _ = self._legal(self._seat(seat))
        return views.Offer(
            seat, moves, lambda: self.view(seat), lambda: self.log(seat),
            lambda: Foresight.of(self._state, self._known, seat, most).consequence, lambda n: self.imagined(seat, n),
            lambda: going(self._state, self._known, seat, self._legal(seat)[1]),
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
        return None if seat is None else self._seat(seat)

    def _seat(self, seat: int) -> int:
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
