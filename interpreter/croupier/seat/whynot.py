"""Explain why a move is illegal: the failing conditions, the facts of this position, and their clauses.

Reads only what the checker allows a move to read, which its seat knows, so it leaks nothing. Messages are in the
current language; docs/reference/api.md describes each part of an answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING

from croupier.base.faults import InvalidMove
from croupier.base.language import tr
from croupier.base.values import Env, Meld, Value, as_list
from croupier.combos.layout import casting_of
from croupier.compile.groups import overdrawn
from croupier.model.visibility import sees
from croupier.play.flow import move_env, to_act
from croupier.play.legal import elements, keyer, one_key
from croupier.words.facts import facts
from croupier.words.notation import NotThere, Wanted, choice_pool, find_value, speller
from croupier.words.phrases import called, choice_words, listed, phrase, quoted, title
from croupier_dsl import ir
from croupier_dsl.analysis import rebuilt

if TYPE_CHECKING:
    from croupier.model.plans import ChoicePlan, ConditionPlan, MovePlan
    from croupier.model.program import Program
    from croupier.model.state import State
    from croupier.play.must import Ahead

MOST_TRIED = 200
"""The number of things tried for a choice that is left out, to find whether any of them is legal."""
MOST_TOLD = 20
"""The number of failing conditions reported; a move may have thousands of choices, but a person reads a few lines."""

Facts = tuple[tuple[str, str], ...]
Unsure = list[tuple["ChoicePlan", str, tuple[str, ...]]]
"""Words that may be several things of a choice, and these."""


@dataclass(frozen=True, slots=True)
class Against:
    """A reason against a move; its parts are those in `WhyNot`."""

    reason: str
    path: str
    message: str
    condition: str = ""
    facts: Facts = ()
    clauses: tuple[str, ...] = ()
    where: str = ""


@dataclass(frozen=True, slots=True)
class WhyNot:
    """The reasons against a move.

    `reason`: the name of the condition that fails, or one of `not_your_turn`, `not_offered`,
    `not_in_domain`, `how_many`, `over`, `incomplete`. `path`: the part of the ruleset. `condition`: its sentence.
    `facts`: pairs (value, present amount), both in words. `clauses`: clause and ruling ids it comes from. `where`:
    file:line of the condition. `others`: the other reasons against the move. `nearest`: the legal move that is most
    like the requested one, None without legal moves.
    """

    move: str
    reason: str
    path: str
    condition: str
    facts: Facts
    clauses: tuple[str, ...]
    where: str
    message: str
    others: tuple[Against, ...] = ()
    nearest: str | None = None

    def __str__(self) -> str:
        told = "; ".join(f"{thing}: {value}" for thing, value in self.facts)
        cited = f" [{', '.join(self.clauses)}]" if self.clauses else ""
        near = "; " + tr("closest legal move: {move}", move=self.nearest) if self.nearest else ""
        return f"{self.move}: {self.message}{f' ({told})' if told else ''}{cited}{near}"

    def placed(self) -> WhyNot:
        """Return the same answer, led by the reason that the requested thing is not there, if that is among the
        reasons.
        """
        lacking = next((other for other in self.others if other.reason == "not_in_domain"), None)
        if lacking is None or self.reason == "not_in_domain":
            return self
        was = Against(
            self.reason, self.path, self.message, self.condition, self.facts, self.clauses, self.where
        )  # fmt: skip
        return replace(
            self, reason=lacking.reason, path=lacking.path, condition=lacking.condition, facts=lacking.facts,
            clauses=lacking.clauses, where=lacking.where, message=lacking.message,
            others=(was, *(other for other in self.others if other is not lacking)),
        )  # fmt: skip

    def to_json(self) -> dict[str, object]:
        """Return the answer as a plain object."""
        return {
            "move": self.move, "reason": self.reason, "path": self.path, "condition": self.condition,
            "facts": [list(fact) for fact in self.facts], "clauses": list(self.clauses), "where": self.where,
            "message": self.message, "nearest": self.nearest,
            "others": [{"reason": o.reason, "path": o.path, "message": o.message} for o in self.others],
        }  # fmt: skip


def why_not(s: State, seat: int, wanted: Wanted) -> WhyNot | None:
    """Return the reasons against the move; None if it is legal. Raise InvalidMove if its choices name nothing in the
    game.

    `nearest` is not filled in: that is for who has the list of legal moves.
    """
    asked = wanted.name + "".join(f" {n}={v}" if n else f" {v}" for n, v in wanted.choices)
    found = list(islice(_against(s, seat, wanted, []), MOST_TOLD))
    if not found:
        return None
    first = found[0]
    kept = {other.path: other for other in reversed(found) if other.path != first.path}
    return WhyNot(
        asked, first.reason, first.path, first.condition, first.facts, first.clauses, first.where, first.message,
        tuple(reversed(kept.values())),
    )  # fmt: skip


def understood(s: State, seat: int, wanted: Wanted) -> tuple[MovePlan | None, Env] | None:
    """Return the move that is meant (None for an answer) with its choices; None if there is a reason against it."""
    meant: list[tuple[MovePlan | None, Env]] = []
    return meant[0] if not any(_against(s, seat, wanted, meant)) else None


def _against(s: State, seat: int, wanted: Wanted, meant: list[tuple[MovePlan | None, Env]]) -> Iterator[Against]:
    """Yield all reasons against the move, in the order in which they are tested.

    `meant` receives the understood readings.
    """
    program = s.program
    if s.over:
        yield Against("over", "play", tr("the game is over"))
        return
    if seat not in to_act(s):
        yield _not_your_turn(s, seat)
        return
    move = program.move(wanted.name)
    assert move is not None, "a move that is read has a name of the rules"
    if s.asking and s.task is not None:
        if s.task.move != move.index:
            path = f"moves.{program.moves[s.task.move].name}"
            message = tr("finish {move} first", move=quoted(called(program, path)))
            yield Against("not_offered", path, message, clauses=sources(program, path))
            return
        env = list(s.task.env)
        meant.append((None, env))
        yield from _filled(s, None, move, s.task.code.asks[s.task.pc], wanted, env)
        return
    written = s.frames[-1].stage.stage
    if move.name not in written.moves:
        path = f"moves.{move.name}"
        offered = tr(" or ").join(quoted(called(program, f"moves.{other}")) for other in written.moves)
        message = tr(
            "you cannot {move} now; you can {moves}", moves=offered, move=quoted(called(program, path))
        )  # fmt: skip
        yield Against("not_offered", path, message, clauses=sources(program, path))
        return
    env = move_env(move, seat)
    meant.append((move, env))
    shut = False
    for gate in move.gates:
        if not gate.test(s, env):
            shut = True
            yield _failure(s, move, gate, env)
    if not shut:
        yield from _filled(s, move, move, move.choices, wanted, env)
    elif wanted.choices:
        yield from _choices(s, move, move.choices, wanted, env, True, [])


def _filled(
    s: State, asked: MovePlan | None, move: MovePlan, choices: list[ChoicePlan], wanted: Wanted, env: Env
) -> Iterator[Against]:
    """Yield the reasons against the choices; if there are none, test whether the stage could still end as it must.

    `asked`: the move, None if only an answer in the middle of a move is requested.
    """
    unsure: Unsure = []
    found = list(_choices(s, move, choices, wanted, env, False, unsure))
    yield from found or _too_late(s, asked, env)
    for choice, word, things in unsure[:1]:
        path = f"moves.{move.name}.choose.{choice.choice.name}"
        message = tr("{word} is ambiguous; it fits: {things}", word=quoted(word), things=listed(things))
        yield Against("not_in_domain", path, message)


def _too_late(s: State, move: MovePlan | None, env: Env) -> Iterator[Against]:
    """Yield a reason if the stage's `must` would become unreachable."""
    lookahead = s.program.lookahead
    judged = None if lookahead is None else lookahead.judged(s, env[0], move, env)
    if lookahead is not None and judged is not None and not judged.found.ok:
        ahead = lookahead.ahead(s, env[0])
        assert ahead is not None
        yield _out_of_reach(s, ahead, env[0], judged.found.failing or frozenset())


def _out_of_reach(s: State, ahead: Ahead, seat: int, failing: frozenset[int]) -> Against:
    """Return the first condition that the stage could no longer end with.

    The stage itself where it is several together.
    """
    program, stage = s.program, ahead.stage.stage
    if not failing:
        path = f"{stage.path}.must"
        message = tr(
            "after that the goal of this stage would be out of reach: {stage}", stage=called(program, stage.path)
        )
        return Against("must", path, message, clauses=sources(program, path))
    condition = stage.must[min(failing)]
    told = title(program, condition.path) or phrase(program, condition.expr)
    message = tr("after that this would be impossible: {condition}", condition=told)
    where = "" if condition.where is None else f"{condition.where.file}:{condition.where.line}"
    known = tuple(facts(s, condition.expr, [seat, *s.frames[ahead.depth].env[1:]]))
    name = condition.path.rsplit(".", 1)[-1]
    return Against(name, condition.path, message, condition.text, known, sources(program, condition.path), where)


def _not_your_turn(s: State, seat: int) -> Against:
    program = s.program
    path = s.frames[-1].stage.stage.path if s.frames else "play"
    in_turn = s.frames[-1].pending is None
    others = ", ".join(program.names[other] for other in to_act(s)) if in_turn else tr("another player")
    message = tr("it is not {player}'s turn, but {others}'s", player=program.names[seat], others=others)
    return Against("not_your_turn", path, message, clauses=sources(program, path))


def _choices(
    s: State, move: MovePlan, choices: list[ChoicePlan], wanted: Wanted, env: Env, shut: bool, unsure: Unsure
) -> Iterator[Against]:
    """Make the choices one by one, as far as they can be made; whatever fails answers.

    `shut`: the move has another reason against it already, so a choice without a meaning is skipped. `unsure` receives
    ambiguous words.
    """
    seat = env[0]
    given = dict(wanted.choices)
    if "" in given and len(choices) == 1:
        given = {choices[0].choice.name: given[""]}
    for at, choice in enumerate(choices):
        name = choice.choice.name
        if name not in given:
            barred = (
                []
                if shut or given.keys() & {c.choice.name for c in choices[at:]}
                else _nothing_fits(s, move, choices[at:], env, [MOST_TRIED])
            )
            yield from barred or [_missing(s, move, choices, choice, env)]
            return
        several: list[tuple[str, tuple[str, ...]]] = []
        try:
            value = find_value(s, choice, given[name], env, seat, several)
            unsure.extend((choice, *each) for each in several)
        except NotThere as error:
            yield _not_there(s, move, choice, error, env)
            return
        except InvalidMove:
            if shut:
                return
            raise
        against = list(_of_choice(s, move, choice, value, env))
        yield from against
        if against and env[choice.slot] is None:
            return
        shut = shut or bool(against)


def _missing(s: State, move: MovePlan, choices: list[ChoicePlan], choice: ChoicePlan, env: Env) -> Against:
    """Return the reason that something still has to be chosen, with its candidates."""
    program = s.program
    asks = tr(" and ").join(quoted(choice_words(program, move.name, each.choice)) for each in choices)
    does, said = quoted(called(program, f"moves.{move.name}")), quoted(choice_words(program, move.name, choice.choice))
    message = tr("{move} needs {choices}; {name} is missing", move=does, choices=asks, name=said)
    if len(choices) == 1:
        message = tr("{move} needs {choice}, which is missing", move=does, choice=said)
    spell = speller(s, choice, env[0], env)
    pool = tuple(dict.fromkeys(spell(item) for item in choice_pool(s, choice, env)))
    things = phrase(program, choice.choice.collection, move.name)
    known = ((things, listed(pool) or tr("none")),)
    return Against("incomplete", f"moves.{move.name}.choose.{choice.choice.name}", message, facts=known)


def _nothing_fits(
    s: State, move: MovePlan, choices: Sequence[ChoicePlan], env: Env, left: list[int]
) -> list[Against]:  # fmt: skip
    """Return the reasons against every way to make these choices; an empty list if there may be a way.

    `left`: the number of things that may still be tried. The failing conditions come from the first refused thing.
    """
    program, seat, choice = s.program, env[0], choices[0]
    path = f"moves.{move.name}.choose.{choice.choice.name}"
    pool = choice_pool(s, choice, env)
    things = phrase(program, choice.choice.collection, move.name)
    if not pool:
        message = tr("there is nothing to choose from here: {things}", things=things)
        return [Against("not_in_domain", path, message, clauses=sources(program, path))]
    items = elements(s, choice, env, seat)
    if not items:
        refused = [_of_choice(s, move, choice, pool[0] if choice.choice.single else [pool[0]], env)]
        return [against for each in refused for against in each if against.reason != "how_many"]
    if not choice.choice.single:
        low = choice.low(s, env) or 0
        if len(items) >= low:
            return []
        message = _how_many(choice_words(program, move.name, choice.choice), low, None, len(items))
        return [Against("how_many", path, message, clauses=sources(program, path))]
    first: list[Against] = []
    for item in items:
        left[0] -= 1
        found = list(_of_choice(s, move, choice, item, env)) if left[0] >= 0 else []
        if not found and choices[1:] and left[0] >= 0:
            found = _nothing_fits(s, move, choices[1:], env, left)
        if not found:
            env[choice.slot] = None
            return []
        first = first or found
    env[choice.slot] = None
    return first


def _of_choice(s: State, move: MovePlan, choice: ChoicePlan, value: Value, env: Env) -> Iterator[Against]:
    """Yield the reasons against one choice.

    The choice is written to `env` if it is in its domain, whatever else fails.
    """
    seat, slot = env[0], choice.slot
    path = f"moves.{move.name}.choose.{choice.choice.name}"
    if isinstance(value, list):
        low, high = choice.low(s, env) or 0, None if choice.high is None else choice.high(s, env)
        if len(value) < low or (high is not None and len(value) > high):
            message = _how_many(choice_words(s.program, move.name, choice.choice), low, high, len(value))
            yield Against("how_many", path, message, clauses=sources(s.program, path))
    worst: tuple[Value, list[ConditionPlan]] | None = None
    for candidate in _alike(s, choice, value, env, seat):
        melds = [each for each in as_list(candidate) if isinstance(each, Meld)]
        if choice.group is not None and (card := overdrawn(s, choice.group, melds, env)) is not None:
            message = tr("{card} would be in two of these; a card belongs to one", card=s.program.notation(card))
            yield Against("not_in_domain", path, message, clauses=sources(s.program, path))
            return
        env[slot] = candidate
        if choice.cast is not None:
            env[choice.cast] = casting_of(env, choice.cast)
        failed = [condition for condition in choice.conditions if not condition.test(s, env)]
        if not failed:
            return
        worst = worst or (candidate, failed)
    if worst is not None:
        env[slot] = worst[0]
        if choice.cast is not None:
            env[choice.cast] = casting_of(env, choice.cast)
        yield from (_failure(s, move, condition, env) for condition in worst[1])
        return
    refused = False
    for item in value if isinstance(value, list) else [value]:
        env[slot] = item
        if choice.cast is not None:
            env[choice.cast] = casting_of(env, choice.cast)
        for condition in choice.filters:
            if not refused and not condition.test(s, env):
                refused = True
                yield _failure(s, move, condition, env, speller(s, choice, seat, env)(item))
    env[slot] = None
    if not refused:
        message = tr("{choice} cannot be that now", choice=quoted(choice_words(s.program, move.name, choice.choice)))
        yield Against("not_in_domain", path, message, clauses=sources(s.program, path))


def _alike(s: State, choice: ChoicePlan, value: Value, env: Env, seat: int) -> Iterator[Value]:
    """Yield the value, and others that read the same, if the choice's own filters let them through."""
    allowed = elements(s, choice, env, seat)
    if isinstance(value, list):
        kind = choice.choice.type.name
        wanted = Counter(one_key(s, seat, item, kind) for item in value)
        found: list[Value] = []
        for item in allowed:
            key = one_key(s, seat, item, kind)
            if wanted[key]:
                wanted[key] -= 1
                found.append(item)
        if len(found) == len(value):
            yield found
        return
    key_of = keyer(s, seat, choice)
    key = key_of(value)
    yield from (item for item in allowed if key_of(item) == key)


# ---------------------------------------------------------------- in words


def _failure(s: State, move: MovePlan, plan: ConditionPlan, env: Env, about: str = "") -> Against:
    """Return a condition that fails. `about`: the one thing of those chosen that it fails for."""
    condition, program = plan.condition, s.program
    name = condition.path.rsplit(".", 1)[-1]
    where = "" if condition.where is None else f"{condition.where.file}:{condition.where.line}"
    message = title(program, condition.path)
    if not message:
        message = tr("this must be true: {condition}", condition=phrase(program, condition.expr, move.name))
    if about and name.isdigit():
        message = f"{about}: {message}"
    known = tuple(facts(s, condition.expr, env, move.name))
    return Against(name, condition.path, message, condition.text, known, sources(program, condition.path), where)


def _not_there(s: State, move: MovePlan, choice: ChoicePlan, error: NotThere, env: Env) -> Against:
    """Return the reason that a chosen thing is in the game but not available from its place."""
    program, seat = s.program, env[0]
    path = f"moves.{move.name}.choose.{choice.choice.name}"
    things = phrase(program, choice.choice.collection, move.name)
    if error.again:
        message = tr("there are not that many {thing} here: {things}", thing=error.word, things=things)
    elif choice.choice.type.name != "card" or _kind(program, error.word) in {_kind(program, w) for w in error.pool}:
        message = tr("{thing} is not among these: {things}", thing=quoted(error.word), things=things)
    elif lies := _lies(s, seat, error.word):
        message = tr(
            "{thing} is not here: {things}; it is here: {places}",
            thing=error.word, things=things, places=lies,
        )  # fmt: skip
    else:
        message = tr("{thing} is not here: {things}", thing=error.word, things=things)
    known = (*_together(s, choice, error.word, env), (things, listed(error.pool) or tr("none")))
    return Against("not_in_domain", path, message, facts=known, clauses=sources(program, path))


def _together(s: State, choice: ChoicePlan, words: str, env: Env) -> Facts:
    """Return the sums of these cards, where a combo has a condition on all its cards together."""
    program, collection = s.program, choice.choice.collection
    if not isinstance(collection, ir.Melds):
        return ()
    lying = as_list(program.planner.plan(collection.cards)(s, list(env)))
    cards: list[int] = []
    for word in words.split():
        kind = _kind(program, word)
        card = next((c for c in lying if program.kind_of[c] == kind and sees(s, env[0], c) and c not in cards), None)
        if card is None:
            return ()
        cards.append(card)
    asked = program.combos.asked_of_all(collection.combo)
    return tuple(fact for sentence in asked for fact in facts(s, rebuilt(sentence, _of_these), [env[0], cards]))


def _of_these(part: object) -> object:
    """Return a part of a sentence about cards in slot 1, in which they are called so."""
    if isinstance(part, ir.Local) and part.slot == 1:
        return replace(part, name=tr("these cards"))
    return rebuilt(part, _of_these)


def _kind(program: Program, word: str) -> int | None:
    """Return the kind of card that a word names, whatever its place and its markers."""
    return program.kind_index.get(word.rpartition(":")[2].partition("@")[0].partition("(")[0])


def _lies(s: State, seat: int, word: str) -> str:
    """Return the places where the seat sees such a card, in words."""
    program = s.program
    kind = _kind(program, word)
    found: list[str] = []
    for card in range(program.cards if kind is not None else 0):
        if program.kind_of[card] == kind and sees(s, seat, card):
            place = program.places[s.home[card]]
            zone = called(program, f"zones.{place.zone.name}")
            which = ", ".join(program.slot_words(place.zone, place.slot))
            found.append(f"{zone} ({which})" if which else zone)
    return listed(found)


def _how_many(what: str, low: int, high: int | None, n: int) -> str:
    """Return the message that the number of chosen things is wrong."""
    if high is None:
        wanted = tr("at least {n}", n=_number(low))
    elif low == high:
        wanted = tr("exactly {n}", n=_number(low))
    else:
        wanted = tr("{low} to {high}", low=_number(low), high=_number(high))
    return tr("{choice}: choose {wanted}, not {n}", choice=quoted(what), wanted=wanted, n=_number(n))


def _number(n: int) -> str:
    """Return a small number as a word."""
    words = (
        tr("none"), tr("one"), tr("two"), tr("three"), tr("four"), tr("five"), tr("six"), tr("seven"), tr("eight"),
        tr("nine"), tr("ten"), tr("eleven"), tr("twelve"),
    )  # fmt: skip
    return words[n] if 0 <= n < len(words) else str(n)


def sources(program: Program, path: str) -> tuple[str, ...]:
    """Return the clauses and rulings of a part, or of the nearest part around it that names any."""
    known = {because.path: because.sources for because in program.rules.because}
    while path:
        if path in known:
            return known[path]
        path = path.rpartition(".")[0]
    return ()


_DISTANCES = {"not_in_domain": 1, "how_many": 1, "incomplete": 2, "not_offered": 3, "not_your_turn": 3, "over": 3}
"""The distance of a move from being legal, by the reason against it; 0 if a condition of the ruleset forbids it."""


def distance(why: WhyNot) -> int:
    found = max(_DISTANCES.get(reason, 0) for reason in (why.reason, *(other.reason for other in why.others)))
    return found if why.reason in _DISTANCES else min(found, 1)  # forbidden, whatever is still to be chosen


def forbidden(why: WhyNot) -> bool:
    """Return whether only conditions of the ruleset forbid the move."""
    return not distance(why)
