"""Clauses and relative clauses for boolean expressions, affirmed or denied."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import assert_never

from croupier.rulebook.comparing import Comparing
from croupier.rulebook.conditions import is_of, one_of_several, parted, reads, sayable, together
from croupier.rulebook.document import Item
from croupier.rulebook.grammar import MARK, Scope, Thing
from croupier.rulebook.values import DEEP, Case
from croupier.words.nouns import Noun
from croupier_dsl import ir
from croupier_dsl.analysis import children, nodes

_DENIED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}
Part = tuple[ir.Expr, Scope, bool]
"""An expression, its scope, and whether it must hold (True) or fail."""


class Claims(Comparing):
    """Clauses. `yes`: the clause says that it holds; else that it does not."""

    def claim(self, expr: ir.Expr, scope: Scope, yes: bool = True) -> str:
        """Return the clause for a boolean."""
        match expr:
            case ir.Constant(value=value):
                return self.text("always" if bool(value) == yes else "never")
            case ir.Nothing():
                return self.text("never" if yes else "always")
            case ir.Not():
                return self.claim(expr.operand, scope, not yes)
            case ir.Logic():
                return self.joined(expr, scope, yes)
            case ir.Exists() if self.junction(expr, scope, yes) is not None:
                return self.joined(expr, scope, yes)
            case ir.IfThenElse():
                return self.text(
                    "claim_if",
                    claim=self.claim(expr.condition, scope),
                    a=self.claim(expr.then, scope, yes),
                    b=self.claim(expr.otherwise, scope, yes),
                )
            case ir.VariableValue(name=name):
                return self.predicated(f"state.{name}", expr, scope, yes)
            case ir.Defined(name=name):
                if not self.titled(name):
                    return self.claim(self.words.definitions[name].body, self.about(expr, scope), yes)
                return self.predicated(f"define.{name}", expr, scope, yes)
            case ir.TableValue(name=name):
                return self.predicated(f"tables.{name}", expr, scope, yes)
            case ir.CardFact(fact=fact):
                return self.said(f"is_{fact}", yes, x=self.thing(expr.card, scope))
            case ir.SpotFact(fact="empty"):
                return self.said("is_free", yes, x=self.thing(expr.spot, scope))
            case ir.IsEmpty():
                return self.is_empty(expr.collection, scope, yes)
            case ir.Exists() if self.junction(expr, scope, yes) is not None:
                return self.joined(expr, scope, yes)
            case ir.Exists(slot=slot):
                return self.exists(expr.collection, slot, expr.condition, scope, yes)
            case ir.Same():
                return self.same(expr.left, expr.right, scope, yes)
            case ir.IsKind(notations=notations):
                kinds = self.grammar.listed([self.words.a_kind(notation) for notation in notations], "or")
                return self.said("is", yes, x=self.thing(expr.card, scope), y=kinds)
            case ir.HasKind(cards=ir.Map()) if not yes:
                return self.text("not_so", claim=self.claim(expr, scope, True))
            case ir.HasKind(notation=notation):
                return self.said("holds", yes, x=self.container(expr.cards, scope), y=self.words.a_kind(notation))
            case ir.IsCombo(combo=combo):
                key = "is_combo" if expr.cards.type.name == "meld" and not expr.cards.type.many else "make_combo"
                return self.said(key, yes, x=self.thing(expr.cards, scope), combo=self.words.combo(combo))
            case ir.Fits():
                return self.said("fits", yes, x=self.thing(expr.card, scope), y=self.thing(expr.spot, scope))
            case ir.Within():
                return self.within(expr.left, expr.right, scope, yes)
            case ir.Order(op=op):
                if not yes and (self.lacking.may_lack(expr.left) or self.lacking.may_lack(expr.right)):
                    return self.not_in_order(op, expr.left, expr.right, scope)
                return self.order(op if yes else _DENIED[op], expr.left, expr.right, scope)
            case ir.Local():
                return self.said("is_so", yes, x=self.thing(expr, scope))
            case ir.AllPassed():
                return self.said("all_passed", yes)
            case ir.OptionValue(name=name):
                word = self.words.texts.get(f"options.{name}.{'yes' if yes else 'no'}")
                said = self.text("option_value", value=word or self.grammar.phrases["yes" if yes else "no"])
                return self.said("is", True, x=self.value_of(expr, scope), y=said)
            case (
                ir.KindLiteral() | ir.Players() | ir.Teams() | ir.Deck() | ir.Values()
                | ir.ZoneContents() | ir.Keyed() | ir.StageCount() | ir.NextActor() | ir.Direction() | ir.Attribute()
                | ir.RoleAttribute() | ir.MeldFact() | ir.Spots() | ir.SpotFact() | ir.Neighbour() | ir.SeatNumber()
                | ir.TeamOf() | ir.Members()
                | ir.Map() | ir.Filter() | ir.Count() | ir.Sum() | ir.ExtremeValue() | ir.ExtremeThing() | ir.Best()
                | ir.Pick() | ir.TopSome() | ir.ListOf() | ir.Span() | ir.Combine() | ir.Melds()
                | ir.Arithmetic() | ir.Negative()
            ):  # fmt: skip
                return self.said("is", yes, x=self.value_of(expr, scope), y=self.grammar.phrases["yes"])
            case _:
                assert_never(expr)

    def value_of(self, expr: ir.Expr, scope: Scope) -> Thing:
        """Return the thing whose value is a truth: `the option “…”`, an attribute that says yes or no."""
        return (
            self.thing(replace(expr, type=ir.NUMBER), scope) if expr.type.name == "truth" else self.thing(expr, scope)
        )

    def junction(self, expr: ir.Expr, scope: Scope, yes: bool) -> tuple[str, list[Part]] | None:
        """Return `and` or `or` and its operands, through a `not` or an untitled definition around it.

        None if it is neither.
        """
        match expr:
            case ir.Not(operand=operand):
                return self.junction(operand, scope, not yes)
            case ir.Defined(name=name) if not self.titled(name):
                return self.junction(self.words.definitions[name].body, self.about(expr, scope), yes)
            case ir.Exists(slot=slot) if yes and all(found := parted(expr.condition, slot)):
                about, apart = found
                some = replace(expr, condition=together(about, "and"))
                return "and", [part for one in (*apart, some) for part in self.flat(one, scope, True, "and")]
            case ir.Logic(op=op, operands=operands):
                word = op if yes else {"and": "or", "or": "and"}[op]
                if yes and op == "or":
                    operands = one_of_several(operands)
                return word, [part for operand in operands for part in self.flat(operand, scope, yes, word)]
            case ir.Exists(slot=slot, condition=ir.Logic(op="and", operands=operands)) if yes:
                about = [part for part in operands if reads(part, slot)]
                apart = [part for part in operands if not reads(part, slot)]
                if about and apart:
                    such = replace(expr, condition=together(about, "and"))
                    return "and", [part for each in (such, *apart) for part in self.flat(each, scope, True, "and")]
        return None

    def flat(self, expr: ir.Expr, scope: Scope, yes: bool, op: str) -> list[Part]:
        """Return the operands of `op`, flattened through nested junctions of the same kind."""
        found = self.junction(expr, scope, yes)
        return found[1] if found is not None and found[0] == op else [(expr, scope, yes)]

    def joined(self, expr: ir.Expr, scope: Scope, yes: bool, nested: bool = False) -> str:
        """Return a claim; a junction within another gets words that hold it together."""
        found = self.junction(expr, scope, yes)
        if found is None:
            return self.claim(expr, scope, yes)
        op, parts = found
        if len(parts) == 1:
            return self.joined(*parts[0], nested=nested)
        told = self.grammar.clauses([self.joined(*part, nested=True) for part in parts], op)
        return self.text("both" if op == "and" else "one_of", parts=told) if nested else told

    def points(
        self, expr: ir.Expr, scope: Scope, yes: bool = True, depth: int = 0, alone: bool = True
    ) -> tuple[str, tuple[Item, ...]]:
        """Return a claim that is many as a few words with a point for each part; else the claim, and no points.

        `alone`: it is a sentence of its own, so each case of its value may be a point of a list.
        """
        found = self.junction(expr, scope, yes)
        if found is None and alone and not depth and len(cases := self.cases(expr, scope)) > 1:
            return self.text("all_hold"), tuple(self.in_each_case(cases, yes, depth + 1))
        if found is None or depth >= DEEP:
            return self.joined(expr, scope, yes), ()
        op, parts = found
        if len(parts) == 1:
            return self.points(*parts[0], depth=depth)
        if len(parts) == 2 and all(self.junction(*part) is None for part in parts):
            return self.joined(expr, scope, yes), ()
        items = []
        for part in parts:
            told, below = self.points(*part, depth=depth + 1)
            items.append(Item(self.grammar.sentence(told), (), below))
        return self.text("all_hold" if op == "and" else "one_holds"), tuple(items)

    def in_each_case(self, cases: list[Case], yes: bool, depth: int) -> Iterator[Item]:
        """Yield a point for what has to hold in each case, the first that applies."""
        for number, (condition, value, scope) in enumerate(cases):
            told, below = self.points(value, scope, yes, depth)
            if condition is None:
                told = self.text("case_else", x=told)
            else:
                key = "case_if" if number == 0 else "case_else_if"
                told = self.text(key, claim=self.claim(*condition), x=told)
            yield Item(self.grammar.sentence(told), (), below)

    def all_of(self, conditions: tuple[ir.Condition, ...], scope: Scope) -> tuple[str, tuple[Item, ...]]:
        """Several conditions that must all hold, as one claim."""
        return self.points(together([condition.expr for condition in conditions], "and"), scope)

    # ------------------------------------------------------------ truths by name
    def predicated(
        self, path: str, expr: ir.VariableValue | ir.Defined | ir.TableValue, scope: Scope, yes: bool
    ) -> str:
        """Return the words for a boolean applied to its subject, and to its second subject if it takes one."""
        things = [self.thing(about, scope) for about in children(expr)]
        of = things[0] if things else None
        if of is not None and isinstance(children(expr)[0], ir.Constant):
            of = replace(of, plural=False)  # `13 is`, as a number, not an amount
        predicate = self.words.predicate(path)
        if predicate is not None:
            return self.grammar.predicate(predicate.of(things[1:]), of, yes)
        name = self.words.label(path)
        claim = self.said("marked", yes, name=name) if of is None else self.said("marked_of", yes, name=name, x=of)
        return self.text("for", x=Thing(claim), y=things[1]) if len(things) > 1 else claim

    # ------------------------------------------------------------ collections
    def is_empty(self, collection: ir.Expr, scope: Scope, yes: bool) -> str:
        leftover = self.leftover(collection, scope)
        if leftover is not None:
            split, cards = leftover
            return self.said("all_fit", yes, x=self.whole(self.group(cards, scope)), parts=self.parts(split))
        if isinstance(collection, ir.ZoneContents):
            owner, noun = self.whose(self.words.zone(collection.name), collection.subject, scope)
            if owner is not None and noun.plural and not owner.none:
                return self.said("has", not yes, x=owner, noun=noun)
            return self.said("is_empty", yes, x=self.place(collection, scope))
        if not collection.type.many:
            return self.said("exists", not yes, x=self.thing(collection, scope))
        match collection:
            case ir.Map(slot=slot, body=ir.ZoneContents() as zone) if reads(zone, slot):
                many = self.keys(self.group(collection.collection, scope), slot, zone)
                who = self.text("each" if yes else "some", many=many)
                each = Thing(who, feminine=many.noun.feminine, person=many.noun.person)
                if not self.words.zone(zone.name).plural and not each.none:
                    return self.said("is_empty", yes, x=self.place(zone, scope.bind(slot, each)))
        return self.has_of_its_own(collection, scope, "some" if not yes else "none") or self.there_is(
            self.group(collection, scope), not yes
        )

    def parts(self, split: ir.Split) -> str:
        return self.grammar.listed([self.words.combo(part).many for part in split.parts], "and")

    def leftover(self, collection: ir.Expr, scope: Scope) -> tuple[ir.Split, ir.Expr] | None:
        """Return the arrangement and the cards, if the collection is what an arrangement of these cards leaves over."""
        cards: ir.Expr | None = None
        if isinstance(collection, ir.Defined):
            cards, collection = collection.subject, self.words.definitions[collection.name].body
        match collection:
            case ir.Combine(op="without", left=left, right=right):
                melds = next((node for node in nodes(right) if isinstance(node, ir.Melds)), None)
                if melds is None or melds.cards != left or right.type.name == "meld":
                    return None
                split = self.words.combos[melds.combo]
                subject = isinstance(left, ir.Local) and left.slot == 1 and cards is not None
                if isinstance(split, ir.Split) and (subject or cards is None):
                    return split, cards if cards is not None else left
        return None

    def exists(self, collection: ir.Expr, slot: int, condition: ir.Expr, scope: Scope, yes: bool) -> str:
        """Return `at least one` or `no`.

        `none … where not P` becomes `each`, and a condition that does not depend on the element an exception.
        """
        scope = scope.sharing(slot, self.shared(collection, scope))
        if yes:
            told = self.of_such("some", collection, slot, condition, scope)
            found = ir.Filter(collection.type, collection, slot, condition, False)
            if not told and (held := self.held(found, scope)) is not None:
                place, such = held
                return self.said("holds", True, x=place, y=self.text("some", many=such))
            return told or self.there_is(self.group(found, scope), True)
        about, apart = parted(condition, slot)
        if not about:
            none = ir.Filter(collection.type, collection, slot, condition, False)
            return self.there_is(self.group(none, scope), False)
        if all(isinstance(part, ir.Not) for part in about):
            holds = together([part.operand for part in about if isinstance(part, ir.Not)], "or")
            many = self.group(collection, scope)
            told = self.of_such("each", collection, slot, holds, scope)
            if not told and (that := self.after_noun(holds, slot, many.noun, False, scope)):
                told = self.text("each_is", many=many, that=that)
            elif not told:
                inner = self.one_of(many.noun, slot, scope)
                told = self.text("for_each_one", many=many, claim=self.claim(holds, inner))
        else:
            left = ir.Filter(collection.type, collection, slot, together(about, "and"), False)
            told = self.of_such("none", collection, slot, together(about, "and"), scope)
            told = told or self.there_is(self.group(left, scope), False)
        if not apart:
            return told
        unless = self.grammar.clauses([self.claim(part, scope, False) for part in apart], "or")
        return self.text("unless", claim=told, unless=unless)

    def of_such(self, key: str, collection: ir.Expr, slot: int, condition: ir.Expr, scope: Scope) -> str:
        """`At least one player has opened`: a plain condition said of one, each or none; nothing if it is not plain."""
        if isinstance(condition, ir.Logic):
            merged = one_of_several(condition.operands) if condition.op == "or" else condition.operands
            if len(merged) > 1:
                return ""
            condition = merged[0]
        if not sayable(condition, key == "none") or self.junction(condition, scope, True) is not None:
            return ""
        if sum(isinstance(node, ir.Local) and node.slot == slot for node in nodes(condition)) != 1:
            return ""
        many = self.group(collection, scope)
        noun = many.noun
        subject = Thing(self.text(key, many=many), feminine=noun.feminine, person=noun.person, none=key == "none")
        told = self.claim(condition, scope.bind(slot, subject))
        opens = told.startswith(f"{subject.text} ") or (key == "each" and is_of(condition, slot))
        return told if opens and MARK not in told else ""

    def relative(
        self, condition: ir.Expr, slot: int, noun: Noun, plural: bool, scope: Scope, beside: bool = False
    ) -> str:
        """Return a relative clause: `that are wild`, or else `for which …`.

        The flag means that the noun has further clauses, so an alternative is put in brackets.
        """
        if not (beside and _either(condition)) and (told := self.after_noun(condition, slot, noun, plural, scope)):
            return told
        if isinstance(condition, ir.Logic) and condition.op == "and":
            plain = ["" if _either(part) else self.after_noun(part, slot, noun, plural, scope)
                     for part in condition.operands]  # fmt: skip
            rest = [part for part, words in zip(condition.operands, plain, strict=True) if not words]
            if len(rest) < len(plain):
                narrowed = [self.relative(together(rest, "and"), slot, noun, plural, scope, True)] if rest else []
                return self.grammar.listed([*filter(None, plain), *narrowed], "and")
        inner = replace(self.one_of(noun, slot, scope), depth=scope.depth + 1)
        key = "for_which_many" if plural else "for_which"
        template = self.grammar.form(noun, key)
        if not scope.depth and self.junction(condition, inner, True) is None:
            template = template.replace("({claim})", "{claim}")
        return template.format(claim=self.grammar.closed(self.claim(condition, inner)))

    def after_noun(self, condition: ir.Expr, slot: int, noun: Noun, plural: bool, scope: Scope) -> str:
        """Return a relative clause that a pronoun opens; nothing if it cannot."""
        match condition:
            case ir.Logic(op="or", operands=operands) if len(merged := one_of_several(operands)) < len(operands):
                return self.after_noun(together(list(merged), "or"), slot, noun, plural, scope)
            case ir.Fits(spot=ir.Local(slot=used)) if used == slot and not reads(condition.card, slot):
                return self.text("fitted", x=self.thing(condition.card, scope))
        if scope.depth <= DEEP:
            who = self.text("relative_person" if noun.person else "relative")
            pronoun = Thing(MARK + who, plural, noun.feminine, relative=True, person=noun.person)
            inner = replace(scope.bind(slot, pronoun), depth=scope.depth + 1)
            split = isinstance(condition, ir.Logic)
            told = [
                self.claim(p, inner) for p in (condition.operands if isinstance(condition, ir.Logic) else (condition,))
            ]
            parts = condition.operands if isinstance(condition, ir.Logic) else ()
            mixed = any((found := self.junction(part, inner, True)) and len(found[1]) > 1 for part in parts)
            if not mixed and all(part.startswith(MARK) and part.count(MARK) == 1 for part in told):
                words = [part.removeprefix(MARK) for part in told]
                return (
                    self.grammar.listed(words, condition.op) if split and isinstance(condition, ir.Logic) else words[0]
                )
        return ""


def _either(part: ir.Expr) -> bool:
    """Return whether the part is an alternative that cannot be merged, and so needs brackets next to others."""
    return isinstance(part, ir.Logic) and part.op == "or" and len(one_of_several(part.operands)) > 1
