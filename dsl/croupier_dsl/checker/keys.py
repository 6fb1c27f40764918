"""Zones and state by a number or a word: which one is meant, `bet of 2 of me`."""

from __future__ import annotations

from typing import cast

from croupier_dsl import ir, syntax
from croupier_dsl.checker.base import Base, element, many
from croupier_dsl.checker.scope import ME, Scope
from croupier_dsl.errors import keys as errors
from croupier_dsl.language import later
from croupier_dsl.literals import Invalid
from croupier_dsl.resolver import Declared
from croupier_dsl.source import Span


class Keys(Base):
    """Layer 0: the keys that declarations list, and those that sentences name."""

    key_lists: dict[str, ir.Expr | None]

    def all_keys(self, name: str) -> ir.Expr | None:
        """What a zone or variable has one for each of; None while that is being found out, or where it is wrong, which
        is said once."""
        if name not in self.key_lists:
            self.key_lists[name] = None
            self.key_lists[name] = self.listed_keys(self.keys_written(name))
        return self.key_lists[name]

    def keys_written(self, name: str) -> syntax.Expr:
        written = self.names.keys_of(self.names.head(name))
        assert written is not None, name
        return written

    def listed_keys(self, written: syntax.Expr) -> ir.Expr:
        span = written.span
        if isinstance(written, syntax.Name):
            named = syntax.Of(span, syntax.Property(span, "values"), written)
            found = self.expression(named, Scope())
        else:
            found = self.expression(written, Scope())
        type = element(found.type)
        if not (type.enum or type == ir.NUMBER) or (isinstance(found, ir.Span) and found.high is None):
            raise Invalid(errors.keys_of_what(span, span.text.strip()))
        if isinstance(found, ir.Span) and isinstance(found.low, ir.Constant) and isinstance(found.high, ir.Constant):
            number = found.high.value - found.low.value + 1
            if number > ir.MOST_KEYS:
                raise Invalid(errors.too_many_keys(span, number, ir.MOST_KEYS))
        return found if found.type.many else ir.ListOf(many(type), (found,))

    # ------------------------------------------------------------ in sentences

    def unit(self, written: syntax.Of, scope: Scope) -> syntax.Of:
        """`bet of 2 of me`: what there is one of by number, of somebody, takes its key to itself."""
        link, thing = written.link, written.thing
        if isinstance(link, syntax.Key):
            raise Invalid(errors.no_keys_before(link.span, isinstance(link.value, syntax.Number | syntax.Range)))
        if not isinstance(link, syntax.Property) or link.key is not None or not isinstance(thing, syntax.Of):
            return written
        declared = self.names.declared.get(link.name)
        if declared is None or declared.key is None or declared.subject is None:
            return written
        owner = thing.thing
        match thing.link:
            case syntax.Key(value=value):
                pass
            case syntax.Property(name="values") if isinstance(owner, syntax.Of) and isinstance(
                owner.link, syntax.Property
            ):
                listed = syntax.Name(owner.link.span, owner.link.name)
                value, owner = syntax.Of(thing.span, thing.link, listed), owner.thing
            case syntax.Property(span, name, None) if name in ("it", *scope.names) or name in self.names.values(
                declared.key
            ):
                value = syntax.Name(span, name)
            case _:
                return written
        return syntax.Of(written.span, syntax.Property(link.span, link.name, value), owner)

    def wanted_by(self, link: syntax.Link) -> ir.Type | None:
        """What a property would like to be asked of, where that may be a literal."""
        declared = self.names.declared.get(link.name) if isinstance(link, syntax.Property) else None
        if declared is None or (isinstance(link, syntax.Property) and link.key is not None):
            return None
        if declared.key is not None:
            return declared.key
        subject = declared.subject
        return subject if subject is not None and (subject.enum or subject == ir.NUMBER) else None

    def keyed(self, declared: Declared, thing: ir.Expr, span: Span, scope: Scope) -> ir.Keyed:
        """The one for a thing, be it the key or who has it; the other is the nearest subject that can be."""
        if thing.type != declared.key:
            return self.one(declared, self.nearest(declared, declared.key, span, scope), thing, span)
        owner = None if declared.subject is None else self.nearest(declared, declared.subject, span, scope)
        return self.one(declared, thing, owner, span)

    def nearest(self, declared: Declared, type: ir.Type | None, span: Span, scope: Scope) -> ir.Expr:
        subjects = (*reversed(scope.subjects), ME) if scope.acts else tuple(reversed(scope.subjects))
        found = next((subject for subject in subjects if subject.type == type), None)
        if found is None:
            raise Invalid(errors.which_of_them(span, declared.name, cast(ir.Type, type)))
        return found

    def one(self, declared: Declared, key: ir.Expr, owner: ir.Expr | None, span: Span) -> ir.Keyed:
        """One of them; a key that is plainly out of the list is a mistake."""
        if isinstance(key, ir.Constant):
            self.refuse_unlisted(declared, key, self.span_of(key, span))
        return ir.Keyed(ir.KEY, declared.name, key, owner)

    def refuse_unlisted(self, declared: Declared, key: ir.Constant, span: Span) -> None:
        head = self.names.head(declared.name)
        keys = None if declared.key is None and head.keys is None else self.all_keys(declared.name)
        ends = (keys.low, keys.high) if isinstance(keys, ir.Span) else ()
        low, high = (end.value if isinstance(end, ir.Constant) else key.value for end in ends or (key, key))
        listed = keys.items if isinstance(keys, ir.ListOf) else ()
        plain = all(isinstance(item, ir.Constant) for item in listed)
        if low <= key.value <= high and (not listed or not plain or key in listed):
            return
        written = self.keys_written(declared.name)
        raise Invalid(errors.out_of_keys(span, declared.name, span.text.strip(), written.span.text.strip()))

    def by_key(self, link: syntax.Property, thing: ir.Expr, scope: Scope) -> ir.Expr:
        """`bet of 2` of somebody, or of many, the keys in order for each of them."""
        declared, span = self.names.declared[link.name], link.span
        assert link.key is not None
        assert declared.key is not None
        if thing.type.many and element(thing.type) == declared.subject:
            each = scope.local(element(thing.type), "it")
            found = self.by_key(link, each, scope)
            return ir.Map(many(found.type), thing, each.slot, found)
        if thing.type != declared.subject:
            raise Invalid(self.not_of(thing.type, link.name, span))
        key = self.expression(link.key, scope, declared.key)
        if key.type == many(declared.key):
            one = scope.local(declared.key, "it")
            found = self.read(declared, self.one(declared, one, thing, span), span, scope)
            return ir.Map(many(found.type), key, one.slot, found)
        key = self.fit(key, declared.key, link.key.span, scope, later("which one"))
        return self.read(declared, self.one(declared, key, thing, link.key.span), span, scope)
