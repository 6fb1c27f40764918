"""Expressions of the IR to words that people say, in the language spoken now and with the titles of the ruleset.

What a ruleset gives no words to is called by its name, without underscores; the words of the language itself are in
the catalogs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, assert_never

from croupier.base.language import SOURCE, current, said, tr
from croupier.base.values import Meld, Value
from croupier_dsl import ir

if TYPE_CHECKING:
    from croupier.model.program import Program

DEEPEST = 3
"""Definitions within definitions that are put into words."""
_ELISION = {"fr": (re.compile(r"\b([Dd])e (?=[aeiouyâàéèêëîïôùûœAEIOUYÂÀÉÈÊÎÔŒ])"), r"\1’")}
"""Where a language shortens a word before the next one."""

_Many = (
    ir.Map | ir.Filter | ir.Exists | ir.Count | ir.Sum | ir.ExtremeValue | ir.ExtremeThing | ir.Pick | ir.TopSome
    | ir.Combine | ir.ListOf | ir.Span
)  # fmt: skip
_Truth = (
    ir.Not | ir.Logic | ir.IsEmpty | ir.Same | ir.IsKind | ir.IsCombo | ir.HasKind | ir.Within | ir.Fits | ir.Order
    | ir.Arithmetic | ir.Negative | ir.IfThenElse
)  # fmt: skip


_ENDINGS = re.compile(r"\s*\([a-z]{1,3}\)")
"""What a noun of the rulebook says of its gender and number."""


def title(program: Program, path: str) -> str:
    """What the ruleset calls a part of itself; empty if it says nothing."""
    return said(program.words.get(path, ()))


def called(program: Program, path: str, many: bool = False) -> str:
    """The title of a part, or what the rulebook calls it, one or several, or its bare name in words."""
    one, _, several = title(program, f"{path}.noun").partition("/")
    noun = (several or one) if many else one
    return title(program, path) or _ENDINGS.sub("", noun).strip() or bare(path.rpartition(".")[2])


def bare(name: str) -> str:
    """A name of the ruleset as words: no underscores, and what many decks have in the language spoken."""
    return {
        "rank": tr("rank"), "suit": tr("suit"), "joker": tr("joker"), "clubs": tr("clubs"),
        "diamonds": tr("diamonds"), "hearts": tr("hearts"), "spades": tr("spades"),
    }.get(name) or name.replace("_", " ").strip()  # fmt: skip


def quoted(words: str) -> str:
    """Words between the quotes of the language."""
    return tr("“{words}”", words=words)


def listed(words: Iterable[str], most: int = 20) -> str:
    """Words one after another; what is beyond the bound is left out, and that is shown."""
    found = list(dict.fromkeys(words))
    return ", ".join(found[:most]) + (", …" if len(found) > most else "")


def choice_words(program: Program, move: str, choice: ir.Choice) -> str:
    """What is chosen: its title, else its name, in another language than the names' the kind of thing it is."""
    path = f"moves.{move}.choose.{choice.name}"
    own = _ENDINGS.sub("", title(program, f"{path}.noun").partition("/")[0]).strip() or title(program, path)
    if own or current() == SOURCE:
        return own or bare(choice.name)
    match choice.type.name:
        case "card":
            return tr("card") if choice.single else tr("cards")
        case "player":
            return tr("player") if choice.single else tr("players")
        case "meld":
            return tr("combination")
        case "number" if not choice.type.enum:
            return tr("number")
    return bare(choice.name)


def value_words(program: Program, type_: ir.Type, value: Value) -> str:
    """A value as people say it; cards and seats as they are written."""
    if isinstance(value, list):
        return " ".join(value_words(program, type_, item) for item in value) or tr("none")
    if value is None:
        return tr("none")
    if isinstance(value, Meld):
        return program.spell_meld(value)
    if type_.enum:
        word = program.enums[type_.enum][value]
        for section in ("options", "state", "cards.attributes"):
            if own := title(program, f"{section}.{type_.enum}.{word}"):
                return own
        return bare(word)
    if type_.name == "truth":
        return tr("yes") if value else tr("no")
    return program.spell(type_, value)


def phrase(program: Program, expr: ir.Expr, move: str = "") -> str:
    """The expression in words. `move`: the move that it is a part of, for the titles of what is chosen."""
    told = _unwrapped(_Speaker(program, move).say(expr))
    if current() in _ELISION:
        pattern, shorter = _ELISION[current()]
        told = pattern.sub(shorter, told)
    return told


def _unwrapped(told: str) -> str:
    """Words without parentheses around all of them."""
    depth = 0
    for at, sign in enumerate(told):
        depth += (sign == "(") - (sign == ")")
        if not depth and at + 1 < len(told):
            return told
    return told[1:-1] if told.startswith("(") else told


class _Speaker:
    """Says expressions of one move of one program."""

    def __init__(self, program: Program, move: str) -> None:
        self.program = program
        rule = next((rule for rule in program.rules.moves if rule.name == move), None)
        self.it, self.depth = "", 0
        self.bodies = {one.path: one.body for one in program.special.definitions}
        self.choices = {} if rule is None else {c.name: choice_words(program, move, c) for c in rule.choices}

    def of(self, word: str, inner: ir.Expr | None) -> str:
        """A property of a thing; one's own, and that of what is spoken of, by the property alone."""
        if self.depth and isinstance(inner, ir.Local) and inner.slot == 1:
            return tr("{property} of {thing}", property=word, thing=self.it)
        if inner is None or (isinstance(inner, ir.Local) and (inner.slot == 0 or inner.name in ("it", ""))):
            return word
        return tr("{property} of {thing}", property=word, thing=self.closed(inner))

    def claim(self, path: str, type_: ir.Type, inner: ir.Expr | None) -> str:
        """A property; a truth as what it says of its thing, where the ruleset has words for that."""
        says = _ENDINGS.sub("", title(self.program, f"{path}.says"))
        if says and type_.name == "truth" and inner is not None and not title(self.program, path):
            return f"{self.closed(inner)} {says}"
        named = title(self.program, path) or title(self.program, f"{path}.noun")
        if not named and current() != SOURCE and self.depth < DEEPEST and path in self.bodies:
            return self.inlined(path, inner)
        return self.of(called(self.program, path, type_.many), inner)

    def inlined(self, path: str, inner: ir.Expr | None) -> str:
        """What a definition means with these options, where its name would be a word of another language."""
        before = self.it, self.depth, self.choices
        self.it, self.depth, self.choices = "" if inner is None else self.closed(inner), self.depth + 1, {}
        told = self.say(self.bodies[path])
        self.it, self.depth, self.choices = before
        return f"({told})"

    def closed(self, expr: ir.Expr) -> str:
        """An expression as a part of another one; in parentheses it reads as the rules have it: `(hand with row)`."""
        if isinstance(expr, ir.Combine) and expr.op == "with":
            both = tr("{things} with {others}", things=self.closed(expr.left), others=self.closed(expr.right))
            return f"({both})"
        told = self.say(expr)
        loose = isinstance(expr, ir.Combine | ir.Logic | ir.Filter | ir.Arithmetic | ir.IfThenElse | ir.Exists)
        return f"({told})" if loose else told

    def say(self, expr: ir.Expr) -> str:
        program = self.program
        match expr:
            case ir.Constant(type=type_, value=value):
                return value_words(program, type_, value)
            case ir.Nothing():
                return tr("none")
            case ir.KindLiteral(notation=notation):
                return notation
            case ir.Local(slot=0):
                return tr("you")
            case ir.Local(slot=1) if self.depth and self.it:
                return self.it
            case ir.Local(name=name):
                return self.choices.get(name) or (tr("it") if name in ("it", "") else bare(name))
            case ir.OptionValue(name=name):
                return called(program, f"options.{name}")
            case ir.StageCount(stage=stage):
                return called(program, program.stage_paths.get(stage, stage))
            case ir.VariableValue(type=type_, name=name, subject=inner):
                return self.claim(f"state.{name}", type_, inner)
            case ir.ZoneContents(name=name, subject=inner):
                return self.of(called(program, f"zones.{name}"), inner)
            case ir.TableValue(name=name, subject=inner):
                return self.of(called(program, f"tables.{name}"), inner)
            case ir.Defined(type=type_, name=name, subject=inner):
                return self.claim(f"define.{name}", type_, inner)
            case ir.Melds(combo=combo, cards=inner):
                return self.of(called(program, f"combos.{combo}"), inner)
            case ir.Attribute(name=name, card=inner):
                return self.of(called(program, f"cards.attributes.{name}"), inner)
            case ir.RoleAttribute(name=name, card=inner):
                role = tr("what {thing} stands for", thing=self.closed(inner))
                return tr("{property} of {thing}", property=called(program, f"cards.attributes.{name}"), thing=role)
            case ir.MeldFact(fact="cards", meld=inner):
                return self.say(inner)
            case ir.CardFact(fact=fact, card=inner) | ir.MeldFact(fact=fact, meld=inner):
                return self.of(_fact(fact), inner)
            case ir.Neighbour(side=side, player=inner):
                return self.of(_side(side), inner)
            case ir.SeatNumber(player=inner):
                return self.of(tr("seat"), inner)
            case ir.TeamOf(player=inner):
                return self.of(tr("team"), inner)
            case ir.Members(team=inner):
                return self.of(tr("members"), inner)
            case ir.Players():
                return tr("players")
            case ir.Teams():
                return tr("teams")
            case ir.Deck():
                return tr("all cards")
            case ir.NextActor():
                return tr("the next player")
            case ir.Direction():
                return tr("direction of play")
            case ir.Values(enum=enum):
                sections = ("options", "state", "cards.attributes")
                paths = [path for part in sections if {path := f"{part}.{enum}", f"{path}.noun"} & {*program.words}]
                return tr("values of {thing}", thing=called(program, paths[0]) if paths else bare(enum))
            case _:
                return self._many(expr)

    def _many(self, expr: _Many | _Truth) -> str:
        """What is said of collections."""
        match expr:
            case ir.Map(collection=many, body=body):
                return tr("{property} of {thing}", property=self._property(body), thing=self.closed(many))
            case ir.Filter(collection=many, condition=condition):
                return tr("{things} where {condition}", things=self.say(many), condition=self.say(condition))
            case ir.Exists(collection=many, condition=condition):
                return tr("one of {things} where {condition}", things=self.say(many), condition=self.say(condition))
            case ir.Count(collection=inner):
                return tr("number of {things}", things=self.closed(inner))
            case ir.Sum(collection=inner):
                return tr("sum of {things}", things=self.closed(inner))
            case ir.ExtremeValue(which=which, collection=inner):
                template = tr("highest {things}") if which == "highest" else tr("lowest {things}")
                return template.format(things=self.closed(inner))
            case ir.ExtremeThing(which=which, collection=inner, key=key):
                by, things = self._property(key), self.closed(inner)
                if which == "highest":
                    return tr("highest by {key} of {things}", key=by, things=things)
                return tr("lowest by {key} of {things}", key=by, things=things)
            case ir.Pick(which=which, collection=inner):
                return tr("{property} of {thing}", property=_pick(which), thing=self.closed(inner))
            case ir.TopSome(count=count, collection=inner):
                return tr("top {n} of {things}", n=self.say(count), things=self.closed(inner))
            case ir.Combine(op="with", left=left, right=right):
                return tr("{things} and {others}", things=self.closed(left), others=self.closed(right))
            case ir.Combine(left=left, right=right):
                return tr("{things} without {others}", things=self.closed(left), others=self.closed(right))
            case ir.ListOf(items=items):
                return " / ".join(self.say(item) for item in items) or tr("none")
            case ir.Span(low=low, high=high):
                if high is None:
                    return tr("{low} or more", low=self.say(low))
                return tr("{low} to {high}", low=self.say(low), high=self.say(high))
            case _:
                return self._truth(expr)

    def _truth(self, expr: _Truth) -> str:
        """What holds or does not, and sums."""
        match expr:
            case ir.Not(operand=operand):
                return self._denied(operand)
            case ir.Logic(op=op, operands=operands):
                joint = tr(" and ") if op == "and" else tr(" or ")
                return joint.join(self._joined(operand) for operand in operands)
            case ir.IsEmpty(collection=inner):
                return tr("{things} is empty", things=self.closed(inner))
            case ir.Same(left=left, right=right):
                return tr("{a} is {b}", a=self.say(left), b=self.say(right))
            case ir.IsKind(card=inner, notations=notations):
                return tr("{a} is {b}", a=self.say(inner), b=" / ".join(notations))
            case ir.IsCombo(combo=combo, cards=inner):
                return tr("{a} is {b}", a=self.say(inner), b=called(self.program, f"combos.{combo}"))
            case ir.HasKind(notation=notation, cards=inner):
                return tr("{a} is in {b}", a=notation, b=self.say(inner))
            case ir.Within(left=left, right=right):
                return tr("{a} is in {b}", a=self.say(left), b=self.say(right))
            case ir.Fits(card=left, spot=right):
                return tr("{a} fits {b}", a=self.say(left), b=self.say(right))
            case ir.Order(op=op, left=left, right=right):
                return _order(op).format(a=self.say(left), b=self.say(right))
            case ir.Arithmetic(op=op, left=left, right=right):
                sign = {"div": tr("divided by"), "mod": tr("modulo"), "-": "−", "*": "×"}.get(op, op)
                return f"{self.closed(left)} {sign} {self.closed(right)}"
            case ir.Negative(operand=inner):
                return f"−{self.closed(inner)}"
            case ir.IfThenElse(condition=condition, then=left, otherwise=right):
                return tr(
                    "if {condition}, {a}, else {b}",
                    condition=self.say(condition), a=self.say(left), b=self.say(right),
                )  # fmt: skip
            case _:
                assert_never(expr)

    def _joined(self, operand: ir.Expr) -> str:
        return f"({self.say(operand)})" if isinstance(operand, ir.Logic) else self.say(operand)

    def _denied(self, operand: ir.Expr) -> str:
        match operand:
            case ir.IsEmpty(collection=inner):
                return tr("{things} is not empty", things=self.closed(inner))
            case ir.Same(left=left, right=right):
                return tr("{a} is not {b}", a=self.say(left), b=self.say(right))
            case ir.IsKind(card=inner, notations=notations):
                return tr("{a} is not {b}", a=self.say(inner), b=" / ".join(notations))
            case ir.IsCombo(combo=combo, cards=inner):
                return tr("{a} is not {b}", a=self.say(inner), b=called(self.program, f"combos.{combo}"))
            case ir.Within(left=left, right=right):
                return tr("{a} is not in {b}", a=self.say(left), b=self.say(right))
            case ir.HasKind(notation=notation, cards=inner):
                return tr("{a} is not in {b}", a=notation, b=self.say(inner))
            case ir.Exists(collection=many, condition=condition):
                return tr("none of {things} where {condition}", things=self.say(many), condition=self.say(condition))
        return tr("not: {condition}", condition=self.say(operand))

    def _inner(self, path: str) -> str:
        """What a definition reads of each element, where its own name would be a word of another language."""
        if self.depth >= DEEPEST:
            return called(self.program, path)
        before, self.depth = self.depth, self.depth + 1
        told = self._property(self.body(path))
        self.depth = before
        return told

    def _property(self, body: ir.Expr) -> str:
        """What is read of each element, by its name alone."""
        match body:
            case ir.Attribute(name=name):
                return called(self.program, f"cards.attributes.{name}")
            case ir.TableValue(name=name):
                return called(self.program, f"tables.{name}")
            case ir.Defined(name=name):
                path = f"define.{name}"
                told = title(self.program, path) or title(self.program, f"{path}.noun")
                return called(self.program, path) if told or current() == SOURCE else self._inner(path)
            case ir.VariableValue(name=name):
                return called(self.program, f"state.{name}")
            case ir.ZoneContents(name=name):
                return called(self.program, f"zones.{name}")
            case ir.MeldFact(fact=fact) | ir.CardFact(fact=fact):
                return _fact(fact)
            case ir.Map(collection=ir.MeldFact(fact="cards", meld=ir.Local()), body=inner):  # a meld is its cards
                return self._property(inner)
        return self.say(body)


def _order(op: str) -> str:
    return {
        "<": tr("{a} is less than {b}"), "<=": tr("{a} is at most {b}"),
        ">": tr("{a} is more than {b}"), ">=": tr("{a} is at least {b}"),
    }[op]  # fmt: skip


def _fact(fact: str) -> str:
    return {
        "owner": tr("owner"), "revealed": tr("turned up"), "wild": tr("wild"), "meld": tr("combination"),
        "spot": tr("place in a combination"), "role": tr("what it stands for"), "place": tr("place"),
        "cards": tr("cards"), "wilds": tr("wild cards"), "naturals": tr("natural cards"), "spots": tr("free places"),
    }.get(fact) or bare(fact)  # fmt: skip


def _side(side: str) -> str:
    return {"left": tr("left neighbour"), "right": tr("right neighbour"), "across": tr("player opposite"),
            "successor": tr("player who comes after")}[side]  # fmt: skip


def _pick(which: str) -> str:
    return {
        "first": tr("first"), "last": tr("last"), "top": tr("top card"), "bottom": tr("bottom card"),
        "random": tr("any one"),
    }[which]  # fmt: skip
