"""Effects: lists of statements with a name, made when one is first performed, and put in wherever one is."""

from __future__ import annotations

from abc import abstractmethod

from croupier_dsl import ir, syntax
from croupier_dsl.analysis.performing import put_in, size
from croupier_dsl.analysis.statements import bodies
from croupier_dsl.analysis.walk import nodes
from croupier_dsl.checker.base import Poisoned, many, place
from croupier_dsl.checker.choices import Choices
from croupier_dsl.checker.scope import ME, SUBJECT_SLOT, Scope, Slots
from croupier_dsl.diagnostics import Diagnostics
from croupier_dsl.errors import effects as errors
from croupier_dsl.language import later
from croupier_dsl.literals import Invalid
from croupier_dsl.resolver import Names
from croupier_dsl.source import Span

LARGEST = 10_000
"""So many statements may come of performing effects, each counted wherever it is performed."""
DEEPEST = 60
"""So deep may lists stand in lists, through the effects that are performed in them."""


class Effects(Choices):
    """Layer 8: effects, for statements to perform."""

    def __init__(
        self,
        names: Names,
        diagnostics: Diagnostics,
        kinds: dict[str, tuple[int | None, ...]],
        players: tuple[int, ...],
    ) -> None:
        super().__init__(names, diagnostics, kinds, players)
        self.effects_made: dict[str, ir.Effect | None] = {}
        self.performing: list[str] = []
        self.put = 0

    @abstractmethod
    def statements(self, written: tuple[syntax.Statement, ...], scope: Scope, path: str) -> tuple[ir.Statement, ...]:
        """A list; a name that one statement introduces is known to those after it."""

    def whole(self, written: syntax.Expr, scope: Scope, want: ir.Type | None = None) -> ir.Expr:
        return self.sentence(self.expression(written, scope, want), written)

    def effects(self) -> tuple[ir.Effect, ...]:
        """All of them, in the order written."""
        found = (self.effect(name, effect.head.name.span) for name, effect in self.names.effects.items())
        return tuple(effect for effect in found if effect is not None)

    def effect(self, name: str, span: Span) -> ir.Effect | None:
        """The effect by this name; None where its head is wrong."""
        if name in self.performing:
            way = [*self.performing[self.performing.index(name) :], name]
            raise Invalid(errors.performs_itself(span, way))
        if name not in self.effects_made:
            self.performing.append(name)
            depth, self.depth = self.depth, 0
            self.effects_made[name] = self.attempt(lambda: self.effect_meant(self.names.effects[name]))
            self.depth = depth
            self.performing.pop()
        return self.effects_made[name]

    def effect_meant(self, written: syntax.Effect) -> ir.Effect:
        """What it does, wherever it is performed; whether it can be there is asked there."""
        head, name = written.head, written.head.name.text
        self.bare_head(head)
        self.no_place(head)
        scope = self.about_subject(head)
        scope = Scope(
            Slots(SUBJECT_SLOT + 1), True, scope.subjects, scope.names, chance=True, asks=True,
            stages=tuple(self.names.stages), goes_round=True,
        )  # fmt: skip
        do = self.statements(written.do, scope, f"effects.{name}")
        self.all_said(head, scope)
        title = self.title(f"effects.{name}", name)
        return ir.Effect(name, self.subject(head), do, scope.slots.used, title, place(head.name.span))

    # ------------------------------------------------------------ where one is performed

    def perform(self, written: syntax.Perform, scope: Scope) -> ir.Perform:
        name, span = written.name.text, written.name.span
        if name not in self.names.effects:
            raise Invalid(errors.unknown_effect(span, name, self.names.effects, self.names.moves))
        self.read_names.add(name)
        self.heard.named(span, f"effects.{name}")
        effect = self.effect(name, span)
        if effect is None:
            raise Poisoned
        about = self.performed_of(written, effect.subject, scope)
        self.may_perform(effect, span, scope)
        full = self.put > LARGEST
        self.put += 0 if full else size(effect.do)
        if full:
            raise Poisoned  # that is said once
        if self.put > LARGEST or _depth(effect.do) >= DEEPEST:
            raise Invalid(errors.too_much_performed(span, name, LARGEST, DEEPEST))
        offset = scope.slots.take() - 1
        scope.slots.used += effect.slots - SUBJECT_SLOT - 1
        return put_in(ir.Perform(name, offset, (), place(written.span)), effect, about, self.same_place)

    def same_place(self, part: object, made: object) -> None:
        """What is made of a part stands where that was written."""
        if id(part) in self.spans:
            self.spans[id(made)] = (made, self.spans[id(part)][1])

    def performed_of(self, written: syntax.Perform, wanted: ir.Type | None, scope: Scope) -> ir.Expr | None:
        """The things that an effect is about: what is said, or the nearest subject that it may be."""
        name, span = written.name.text, written.span
        if wanted is None:
            if written.of is not None:
                raise Invalid(errors.about_nothing(written.of.span, name))
            return None
        if written.of is None:
            subjects = (*reversed(scope.subjects), *((ME,) if scope.acts else ()))
            meant: ir.Expr | None = next((subject for subject in subjects if subject.type == wanted), None)
            if meant is None:
                raise Invalid(errors.about_what(span, name, wanted))
        else:
            meant = self.whole(written.of, scope, wanted)
            if wanted != many(meant.type) and meant.type == many(wanted):
                self.gone_through(meant, written.of.span)
                return meant
            meant = self.fit(meant, wanted, written.of.span, scope, later("what an effect is performed of"))
        return meant if wanted.many else ir.ListOf(many(wanted), (meant,))

    def may_perform(self, effect: ir.Effect, span: Span, scope: Scope) -> None:
        """What an effect does must be possible where it is performed."""
        for node in nodes(effect.do):
            match node:
                case ir.Ask() if not scope.asks:
                    raise Invalid(errors.asks_here(span, effect.name))
                case ir.EndStage(stage=stage) if stage not in scope.stages:
                    raise Invalid(errors.ends_here(span, effect.name, stage))
                case ir.SetNext() | ir.SetDirection() | ir.NextActor() | ir.Neighbour(side="successor") if (
                    not scope.goes_round
                ):
                    raise Invalid(errors.goes_round_here(span, effect.name))
                case ir.Local(slot=0) if not scope.acts:
                    raise Invalid(errors.speaks_of_me_here(span, effect.name))
                case ir.Defined(name=used) | ir.TableValue(name=used) if not scope.acts and self.acts_for(used):
                    raise Invalid(errors.speaks_of_me_here(span, effect.name))


def _depth(statements: tuple[ir.Statement, ...]) -> int:
    """How deep lists stand in lists."""
    deepest, todo = 0, [(statements, 1)]
    while todo:
        listed, depth = todo.pop()
        deepest = max(deepest, depth)
        todo += [(body, depth + 1) for statement in listed for body in bodies(statement)]
    return deepest
