"""Why a move may not be made: the condition that fails, the facts of this position, and the clause the condition
comes from.

Reads what the checker allows a move to read, which is what its seat knows, and so tells it nothing new.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.combos.lying import casting_of
from croupier.describe import facts
from croupier.flow import move_env, to_act
from croupier.language import said, tr
from croupier.legal import elements, keyer, one_key
from croupier.lookahead import TooFar
from croupier.notation import NotThere, Wanted, find_value
from croupier.options import at_least, between
from croupier.values import Env, Value

if TYPE_CHECKING:
    from croupier.lookahead import Ahead
    from croupier.program import Program
    from croupier.stages import ChoicePlan, ConditionPlan, MovePlan
    from croupier.state import State


@dataclass(frozen=True, slots=True)
class WhyNot:
    """The answer. `reason`: the name of the condition that fails, or one of `not_your_turn`, `not_offered`,
    `not_in_domain`, `how_many`, `over`, `incomplete`. `path`: the part of the ruleset. `condition`: its sentence.
    `facts`: (sentence, what it stands at now). `clauses`: clause and ruling ids it comes from. `where`: file:line of
    the condition.
    """

    move: str
    reason: str
    path: str
    condition: str
    facts: tuple[tuple[str, str], ...]
    clauses: tuple[str, ...]
    where: str
    message: str

    def __str__(self) -> str:
        told = "; ".join(f"{thing}: {value}" for thing, value in self.facts)
        cited = f" [{', '.join(self.clauses)}]" if self.clauses else ""
        return f"{self.move}: {self.message}{f' ({told})' if told else ''}{cited}"

    def to_json(self) -> dict[str, object]:
        """The answer as one plain object."""
        return {
            "move": self.move, "reason": self.reason, "path": self.path, "condition": self.condition,
            "facts": [list(fact) for fact in self.facts], "clauses": list(self.clauses), "where": self.where,
            "message": self.message,
        }  # fmt: skip


def why_not(s: State, seat: int, wanted: Wanted) -> WhyNot | None:
    """What stands against the move; None if nothing does. InvalidMove if its choices name nothing in the game."""
    program = s.program
    asked = wanted.name + "".join(f" {n}={v}" if n else f" {v}" for n, v in wanted.choices)

    def plainly(reason: str, path: str, message: str) -> WhyNot:
        return WhyNot(asked, reason, path, "", (), sources(program, path), "", message)

    if s.over:
        return plainly("over", "", tr("the game is over"))
    if seat not in to_act(s):
        others = (
            ", ".join(program.names[other] for other in to_act(s))
            if s.frames[-1].pending is None
            else tr("somebody else")
        )
        message = tr("it is not {player}'s turn; {others} has to act", player=program.names[seat], others=others)
        return plainly("not_your_turn", _stage_path(s), message)
    move = program.moves[program.move_index[wanted.name]]
    if s.asking and s.task is not None:
        if s.task.move != move.index:
            doing = program.moves[s.task.move].name
            return plainly("not_offered", f"moves.{doing}", tr("{move} has to be finished first", move=doing))
        env = list(s.task.env)
        failed_choice = _fill(s, asked, move, s.task.code.asks[s.task.pc], wanted, env, seat)
        return failed_choice or _too_late(s, asked, None, env, seat)
    stage = s.frames[-1].stage
    if move not in stage.moves:
        offered = ", ".join(other.name for other in stage.moves)
        told = stage.name
        message = tr("{stage} offers {moves}, not {move}", stage=told, moves=offered, move=move.name)
        return plainly("not_offered", f"moves.{move.name}", message)
    env = move_env(move, seat)
    failed = next((gate for gate in move.gates if not gate.test(s, env)), None)
    if failed is not None:
        return _failure(s, asked, failed, env)
    return _fill(s, asked, move, move.choices, wanted, env, seat) or _too_late(s, asked, move, env, seat)


def _too_late(s: State, asked: str, move: MovePlan | None, env: Env, seat: int) -> WhyNot | None:
    """Would the stage be out of reach of what it must end with?"""
    lookahead = s.program.lookahead
    ahead = None if lookahead is None else lookahead.ahead(s, seat)
    if ahead is None:
        return None
    try:
        found = ahead.verdict(move, env)
    except TooFar:
        return _out_of_reach(s, asked, ahead, None) if ahead.sure_of_any() else None
    return None if found.ok else _out_of_reach(s, asked, ahead, found.failing)


def _out_of_reach(s: State, asked: str, ahead: Ahead, failing: frozenset[int] | None) -> WhyNot:
    must = ahead.stage.stage.must
    if not failing:
        path = f"{ahead.stage.stage.path}.must"
        message = tr("after that {stage} could not end as it must", stage=ahead.stage.name)
        return WhyNot(asked, "must", path, "", (), sources(s.program, path), "", message)
    condition = must[min(failing)]
    told = _titled(s.program, condition.path) or condition.text
    message = tr("after that it could not come about that {condition}", condition=told)
    where = "" if condition.where is None else f"{condition.where.file}:{condition.where.line}"
    name = condition.path.rsplit(".", 1)[-1]
    env = s.frames[ahead.depth].env
    return WhyNot(
        asked, name, condition.path, condition.text, tuple(facts(s, condition.expr, env)),
        sources(s.program, condition.path), where, message,
    )  # fmt: skip


def _fill(
    s: State, asked: str, move: MovePlan, choices: list[ChoicePlan], wanted: Wanted, env: Env, seat: int
) -> WhyNot | None:
    """Make the choices one by one; the first condition that fails answers."""
    given = dict(wanted.choices)
    if "" in given and len(choices) == 1:
        given = {choices[0].choice.name: given[""]}
    for choice in choices:
        name = choice.choice.name
        path = f"moves.{move.name}.choose.{name}"
        if name not in given:
            asks = tr(" and ").join(c.choice.name for c in choices)
            message = tr("{move} asks for {choices}; {name} is missing", move=move.name, choices=asks, name=name)
            return WhyNot(asked, "incomplete", path, "", (), (), "", message)
        try:
            value = find_value(s, choice, given[name], env, seat)
        except NotThere as error:
            return WhyNot(asked, "not_in_domain", path, "", (), sources(s.program, path), "", str(error))
        failed = _of_choice(s, asked, choice, value, env, seat, path)
        if failed is not None:
            return failed
    return None


def _of_choice(s: State, asked: str, choice: ChoicePlan, value: Value, env: Env, seat: int, path: str) -> WhyNot | None:
    items = value if isinstance(value, list) else [value]
    if isinstance(value, list):
        low, high = choice.low(s, env) or 0, None if choice.high is None else choice.high(s, env)
        if len(items) < low or (high is not None and len(items) > high):
            span = f"{low}" if high == low else at_least(low) if high is None else between(low, high)
            message = tr("{choice} takes {span}, not {n}", choice=choice.choice.name, span=span, n=len(items))
            return WhyNot(asked, "how_many", path, "", (), sources(s.program, path), "", message)
    twins = list(_alike(s, choice, value, env, seat))
    first: WhyNot | None = None
    for candidate in twins:
        env[choice.slot] = candidate
        if choice.casts:
            s.casting = casting_of(env)
        failed = next((c for c in choice.conditions if not c.test(s, env)), None)
        if failed is None:
            return None
        first = first or _failure(s, asked, failed, env)
    if first is not None:
        return first
    for item in items:
        env[choice.slot] = item
        if choice.casts:
            s.casting = casting_of(env)
        failed = next((c for c in choice.filters if not c.test(s, env)), None)
        if failed is not None:
            return _failure(s, asked, failed, env)
    message = tr("{choice} cannot be that now", choice=choice.choice.name)
    return WhyNot(asked, "not_in_domain", path, "", (), sources(s.program, path), "", message)


def _alike(s: State, choice: ChoicePlan, value: Value, env: Env, seat: int) -> Iterator[Value]:
    """The value, and others that read the same, if the choice's own filters let them through."""
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


def _failure(s: State, asked: str, plan: ConditionPlan, env: Env) -> WhyNot:
    condition = plan.condition
    name = condition.path.rsplit(".", 1)[-1]
    where = "" if condition.where is None else f"{condition.where.file}:{condition.where.line}"
    title = _titled(s.program, condition.path)
    message = title or tr("{condition} does not hold", condition=condition.text or name)
    return WhyNot(
        asked, name, condition.path, condition.text, tuple(facts(s, condition.expr, env)),
        sources(s.program, condition.path), where, message,
    )  # fmt: skip


def _titled(program: Program, path: str) -> str:
    """What the ruleset calls a part of itself; empty if it says nothing."""
    return next((said(words) for known, words in program.rules.texts if known == path), "")


def sources(program: Program, path: str) -> tuple[str, ...]:
    """The clauses and rulings of a part, or of the nearest part around it that names any."""
    known = {because.path: because.sources for because in program.rules.because}
    while path:
        if path in known:
            return known[path]
        path = path.rpartition(".")[0]
    return ()


def _stage_path(s: State) -> str:
    return s.frames[-1].stage.stage.path if s.frames else ""
