"""Parse one sentence, with its place in the file, into syntax; Lark's trees and tokens do not leave this module."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal, cast

from lark import Token, Tree
from lark.exceptions import UnexpectedInput

from croupier_dsl import syntax as s
from croupier_dsl.diagnostics import CompileError, Diagnostic
from croupier_dsl.errors import reading as errors
from croupier_dsl.errors.keys import keys_come_first
from croupier_dsl.grammar import keywords, tables
from croupier_dsl.kinds import SPOKEN, Kind
from croupier_dsl.literals import is_number
from croupier_dsl.source import SourceFile, Span
from croupier_dsl.syntax_errors import explain

MAX_LENGTH = 4000
MAX_TREE_DEPTH = 80
_FLAT = 160
"""A sentence up to this length cannot nest deeper than a sentence may."""

_WORD = re.compile(r"[A-Za-z_]\w*", re.ASCII)

_Tree = Tree[Token]


class SentenceError(Exception):
    """A sentence that cannot be read, with what to say about it."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


Block = s.Branch | s.ForEach | s.Name
"""The key of a block, with an empty body; a name is a label."""

Sentence = (
    s.Expr | s.Domain | s.Statement | Block | s.Each | s.Actors | s.Head | s.Thing | s.RowKey
    | s.Speaker | s.Action | s.Contents
)  # fmt: skip


def parse_sentence(kind: Kind, text: str, name: str = "sentence") -> Sentence:
    """Return a single parsed sentence. Raise CompileError if it cannot be read."""
    try:
        return parse(kind, Span(SourceFile(name, text), 0, len(text)))
    except SentenceError as error:
        raise CompileError([error.diagnostic]) from None


def parse(kind: Kind, span: Span) -> Sentence:
    """Return the parsed sentence at a place. Raise SentenceError if it is invalid."""
    if not span.text.strip():
        raise SentenceError(errors.empty_sentence(span, SPOKEN[kind]))
    if span.end - span.start > MAX_LENGTH:
        raise SentenceError(errors.sentence_too_long(span))
    short = span.end - span.start <= _FLAT
    try:
        tree = _kept(kind, span.text) if short else _tree(kind, span.text)
    except UnexpectedInput:
        raise SentenceError(explain(kind, span)) from None
    if not short and _depth(tree) > MAX_TREE_DEPTH:
        raise SentenceError(errors.sentence_too_deep(span))
    return _Reader(span).sentence(kind, tree)


def readable(kind: Kind, span: Span) -> bool:
    """Return whether the sentence at a place can be parsed, without diagnostics."""
    if not span.text.strip() or span.end - span.start > MAX_LENGTH:
        return False
    try:
        _tree(kind, span.text)
    except UnexpectedInput:
        return False
    return True


def _tree(kind: Kind, text: str) -> _Tree:
    """Return the tree of a sentence. Raise UnexpectedInput if it is invalid, or if two words are written as one.

    Lark splits `tohand` into `to` and `hand`, where no name may come.
    """
    tree = tables().parse(text, start=kind)
    words = [word for word in _WORD.finditer(text) if word[0] not in keywords()]
    if words:
        read = [(token.start_pos or 0, token.end_pos or 0) for token in tree.scan_values(_is_token)]
        for word in words:
            if not any(start <= word.start() and word.end() <= end for start, end in read):
                raise UnexpectedInput(text)
    return tree


def _is_token(value: object) -> bool:
    return isinstance(value, Token)


_kept = lru_cache(4096)(_tree)
"""The same words come again: in the examples of a game, and in each of its variants."""


def _depth(tree: _Tree) -> int:
    deepest, todo = 0, [(tree, 1)]
    while todo:
        node, depth = todo.pop()
        deepest = max(deepest, depth)
        todo.extend((child, depth + 1) for child in node.children if isinstance(child, Tree))
    return deepest


class _Reader:
    """Converts the parse tree of a sentence to syntax with places."""

    def __init__(self, where: Span) -> None:
        self.source, self.at = where.source, where.start

    def sentence(self, kind: Kind, tree: _Tree) -> Sentence:
        match kind:
            case "expr" | "fact":
                return self.expr(tree)
            case "domain":
                amount, collection = _trees(tree)
                counted = None if amount.data == "one" else self.expr(amount)
                return s.Domain(self.span(tree), counted, self.expr(collection))
            case "statement":
                return self.statement(tree)
            case "block":
                return self.block(tree)
            case "each":
                return self.each(tree)
            case "actors":
                return self.actors(tree)
            case "head":
                return self.head(tree)
            case "thing":
                return self.thing(tree)
            case "row":
                return s.RowKey(self.span(tree), None if tree.data == "else_row" else self.expr(tree))
            case "speaker":
                verb = {"refused": "cannot", "able": "can", "knowing": "knows", "not_knowing": "knows not"}.get(
                    tree.data, "does"
                )
                return s.Speaker(self.span(tree), self.name(tree.children[0]), verb)
            case "action" | "done":
                return self.action(tree, None)
            case "refusal":
                done, because = tree.children
                return self.action(cast(_Tree, done), self.maybe(because))
            case "contents":
                return self.contents(tree)

    # ------------------------------------------------------------ places and words

    def span(self, part: _Tree | Token) -> Span:
        if isinstance(part, Token):
            return Span(self.source, self.at + (part.start_pos or 0), self.at + (part.end_pos or 0))
        return Span(self.source, self.at + part.meta.start_pos, self.at + part.meta.end_pos)

    def name(self, token: object) -> s.Name:
        assert isinstance(token, Token)
        return s.Name(self.span(token), str(token))

    def maybe(self, token: object) -> s.Name | None:
        return None if token is None else self.name(token)

    def number(self, token: Token) -> int:
        if len(token.lstrip("-")) > 9:
            raise SentenceError(errors.number_too_large(self.span(token)))
        return int(token)

    # ------------------------------------------------------------ expressions

    def expr(self, tree: _Tree) -> s.Expr:
        span, kids = self.span(tree), tree.children
        match tree.data:
            case "name":
                return s.Name(span, str(kids[0]))
            case "card_at":
                return s.Name(span, "".join(span.text.split()))
            case "signed" if not is_number(str(kids[0])):
                return s.Name(span, str(kids[0]))
            case "number" | "signed":
                return s.Number(span, self.number(cast(Token, kids[0])))
            case "none":
                return s.Nothing(span)
            case "group":
                return s.Group(span, self.first(tree))
            case "range":
                ends = [self.expr(end) for end in _trees(tree)]
                return s.Range(span, ends[0], ends[1] if len(ends) > 1 else None)
            case "list":
                return s.Alternatives(span, tuple(self.expr(part) for part in _trees(tree)))
            case "of":
                link, thing = _trees(tree)
                return s.Of(span, self.link(link), self.expr(thing))
            case "for_":
                return s.For(span, *self.both(tree))
            case "or_":
                return s.Logic(span, "or", self.operands(tree))
            case "and_":
                return s.Logic(span, "and", self.operands(tree))
            case "not_":
                return s.Not(span, self.first(tree))
            case "negative":
                return s.Negative(span, self.first(tree))
            case "is_" | "is_not":
                return s.Is(span, *self.both(tree), negated=tree.data == "is_not")
            case "in_" | "not_in":
                return s.In(span, *self.both(tree), negated=tree.data == "not_in")
            case "fits":
                return s.Fits(span, *self.both(tree))
            case "less" | "at_most" | "more" | "at_least":
                return s.Order(span, _ORDER[tree.data], *self.both(tree))
            case "plus" | "minus" | "times" | "div" | "mod":
                return s.Arithmetic(span, _ARITHMETIC[tree.data], *self.both(tree))
            case "with_" | "without":
                return s.Combine(span, "with" if tree.data == "with_" else "without", *self.both(tree))
            case "filter" | "soft_filter":
                named, condition = _trees(tree)
                return s.Where(span, *self.aliased(named), self.expr(condition), tree.data == "soft_filter")
            case "some" | "none_of":
                named, condition = _trees(tree)
                return s.Exists(span, *self.aliased(named), self.expr(condition), tree.data == "none_of")
            case "choice":
                test, then, otherwise = (self.expr(kid) for kid in _trees(tree))
                return s.IfThenElse(span, test, then, otherwise)
            case _:
                raise _unknown(tree)

    def first(self, tree: _Tree) -> s.Expr:
        return self.expr(_trees(tree)[0])

    def both(self, tree: _Tree) -> tuple[s.Expr, s.Expr]:
        left, right = _trees(tree)
        return self.expr(left), self.expr(right)

    def operands(self, tree: _Tree) -> tuple[s.Expr, ...]:
        """Return the operands of the `and`s, or the `or`s, of one level."""
        last: list[_Tree] = []
        left = tree
        while left.data == tree.data:
            left, right = _trees(left)
            last.append(right)
        return tuple(self.expr(part) for part in (left, *reversed(last)))

    def aliased(self, tree: _Tree) -> tuple[s.Expr, s.Name | None]:
        if tree.data == "alias":
            collection, alias = tree.children
            return self.expr(cast(_Tree, collection)), self.name(alias)
        return self.expr(tree), None

    def link(self, tree: _Tree) -> s.Link:
        span, kids = self.span(tree), tree.children
        match tree.data:
            case "property":
                value = self.first(tree)
                return s.Property(span, value.text) if isinstance(value, s.Name) else s.Key(span, value)
            case "extreme_value" | "extreme_thing" | "extreme_values" | "extreme_things" | "extreme_all":
                which = cast(Literal["highest", "lowest"], str(cast(_Tree, kids[0]).children[0]))
                count = self.expr(cast(_Tree, kids[1])) if tree.data.endswith("s") else None
                by = tuple(self.name(kid) for kid in kids if isinstance(kid, Token))
                return s.Extreme(span, which, count, by, tree.data == "extreme_all")
            case "top":
                return s.Top(span, None)
            case "top_some":
                return s.Top(span, self.first(tree))
            case _:
                raise _unknown(tree)

    # ------------------------------------------------------------ the other places

    def head(self, tree: _Tree) -> s.Head:
        """Return a head. Keys come before the owner; a single word may be either."""
        name, *abouts, further, called, place, key = tree.children
        by = self.expr(key) if isinstance(key, Tree) else None
        found: list[tuple[s.Expr, s.Name | None]] = []
        for about in cast(list[_Tree], abouts):
            what, alias = about.children
            found.append((self.expr(cast(_Tree, what)), self.maybe(alias)))
        subject, named = found.pop() if found and isinstance(found[-1][0], s.Name) else (None, None)
        assert subject is None or isinstance(subject, s.Name)
        if len(found) > 1:
            raise SentenceError(keys_come_first(found[1][0].span))
        keys, keys_named = found[0] if found else (None, None)
        more = self.maybe(further), self.maybe(called)
        return s.Head(self.span(tree), self.name(name), subject, named, self.maybe(place), by, keys, keys_named, *more)

    def actors(self, tree: _Tree) -> s.Actors:
        parts = [self.expr(part) for part in _trees(tree)]
        start, served = parts[1] if len(parts) > 1 else None, tree.data == "first_served"
        return s.Actors(self.span(tree), parts[0], start, served or tree.data == "at_once", served)

    def thing(self, tree: _Tree) -> s.Thing:
        sort, absent, starting, seen = cast(list[_Tree | None], tree.children)
        assert sort is not None
        start = self.expr(starting) if starting is not None else None
        watcher = self.name(seen.children[0]) if seen is not None else None
        top_only = seen is not None and seen.data == "top_seen"
        called: s.Expr = self.name(sort.children[0]) if sort.data == "sized" else self.expr(sort)
        places = self.size(cast(_Tree, sort.children[1])) if sort.data == "sized" else ()
        return s.Thing(self.span(tree), called, absent is not None, start, watcher, top_only, places)

    def size(self, tree: _Tree) -> tuple[s.Expr, ...]:
        """Return the number of places, or the numbers of lines and columns."""
        if tree.data != "grid":
            return (self.expr(tree),)
        span = self.span(tree)
        lines, by, columns = span.text.partition("x")
        ends = (span.start, span.start + len(lines)), (span.start + len(lines + by), span.end)
        sides = [Span(self.source, start, end) for start, end in ends]
        if max(len(lines), len(columns)) > 9:
            raise SentenceError(errors.number_too_large(span))
        return tuple(s.Number(side, int(side.text)) for side in sides)

    def statement(self, tree: _Tree) -> s.Statement:
        span, kids = self.span(tree), tree.children
        match tree.data:
            case "move":
                return s.Move(span, *map(self.expr, _trees(tree)))
            case "move_under":
                what, to, under = map(self.expr, _trees(tree))
                return s.Move(span, what, to, under=under)
            case "shuffle":
                return s.Shuffle(span, self.first(tree))
            case "reveal":
                return s.Reveal(span, self.first(tree))
            case "hide":
                return s.Hide(span, self.first(tree))
            case "show":
                return s.Show(span, *self.both(tree))
            case "swap":
                return s.Swap(span, *self.both(tree))
            case "set_":
                return s.SetTo(span, *self.both(tree))
            case "add":
                return s.AddTo(span, *self.both(tree))
            case "let":
                return s.Let(span, self.name(kids[0]), self.expr(cast(_Tree, kids[1])))
            case "end_stage":
                return s.EndStage(span, self.name(kids[0]))
            case "perform":
                return s.Perform(span, self.name(kids[0]), self.expr(kids[1]) if isinstance(kids[1], Tree) else None)
            case _:
                raise _unknown(tree)

    def block(self, tree: _Tree) -> Block:
        span, kids = self.span(tree), tree.children
        match tree.data:
            case "if_" | "else_if":
                return s.Branch(span, self.first(tree), ())
            case "else_":
                return s.Branch(span, None, ())
            case "for_each" | "for_each_at_once":
                return s.ForEach(span, self.each(cast(_Tree, kids[0])), (), tree.data == "for_each_at_once")
            case "label":
                return self.name(kids[0])
            case _:
                raise _unknown(tree)

    def each(self, tree: _Tree) -> s.Each:
        alias = self.name(tree.children[1]) if len(tree.children) > 1 else None
        return s.Each(self.span(tree), self.first(tree), alias)

    # ------------------------------------------------------------ scenarios

    def action(self, tree: _Tree, because: s.Name | None) -> s.Action:
        move, *rest = tree.children
        arguments: list[tuple[s.Name | None, s.Contents]] = []
        key: s.Name | None = None
        for part in rest:
            if isinstance(part, Token):
                key = s.Name(self.span(part), part.removesuffix("="))
            else:
                is_open = part.data == "rest"
                arguments.append((key, s.Contents(self.span(part), () if is_open else self.groups(part), is_open)))
        span = self.span(tree)
        return s.Action(span if because is None else span.to(because.span), self.name(move), tuple(arguments), because)

    def contents(self, tree: _Tree) -> s.Contents:
        parts = [kid for kid in tree.children if isinstance(kid, Tree)]
        told = [lying for part in parts if part.data == "lying" for lying in _trees(part)]
        groups = [group for part in told if (group := self.group(_trees(part)[0]))]
        return s.Contents(self.span(tree), tuple(groups), any(part.data == "rest" for part in parts))

    def groups(self, tree: _Tree) -> tuple[tuple[s.Word, ...], ...]:
        told = (_trees(part)[0] if part.data == "lies_there" else part for part in _trees(tree))
        return tuple(group for words in told if (group := self.group(words)))

    def group(self, tree: _Tree) -> tuple[s.Word, ...]:
        return tuple(self.word(word) for word in _trees(tree) if word.data != "none")

    def word(self, tree: _Tree) -> s.Word:
        """Return the written word, without blanks, and its role separately."""
        span = self.span(tree)
        text, _, stands = "".join(span.text.split()).removesuffix(")").partition("(")
        return s.Word(span, text, stands) if tree.data == "standing_for" else s.Word(span, "".join(span.text.split()))


_ORDER: dict[str, Literal["<", "<=", ">", ">="]] = {"less": "<", "at_most": "<=", "more": ">", "at_least": ">="}
_ARITHMETIC: dict[str, Literal["+", "-", "*", "div", "mod"]] = {
    "plus": "+", "minus": "-", "times": "*", "div": "div", "mod": "mod",
}  # fmt: skip


def _trees(tree: _Tree) -> list[_Tree]:
    return cast(list[_Tree], tree.children)


def _unknown(tree: _Tree) -> AssertionError:
    return AssertionError(f"the grammar has a rule that nothing reads: {tree.data}")
