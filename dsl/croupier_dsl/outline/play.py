"""Convert the sections on play to syntax: stages, moves, automatic rules, lists of statements."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from croupier_dsl import syntax as s
from croupier_dsl.errors import reading as errors
from croupier_dsl.language import tr
from croupier_dsl.outline.reading import Reading, each, entries, present, several
from croupier_dsl.reader import Entry, Mapping, Node, Scalar, Sequence

_NO_LABELS = {
    "otherwise": "else", "els": "else", "elif": "else if …", "elseif": "else if …", "elsif": "else if …",
    "if": "if …", "when": "if …", "unless": "if …", "while": "for each of …", "repeat": "for each of …",
    "foreach": "for each of …", "for": "for each of …", "do": "a list of statements, without `do`",
    "then": "the statements under `if …`", "ask": "choose", "chose": "choose", "choice": "choose",
}  # fmt: skip


def stage(reading: Reading, entry: Entry | None) -> s.Stage | None:
    """Return a stage and the stages within it."""
    if entry is None:
        return None
    name, body = reading.name(entry.key), entry.value
    if name is None or not isinstance(body, Mapping):
        return None
    get = body.get
    if (steps := body.entry("steps")) and (moves := body.entry("moves")):
        late = max(steps.key, moves.key, key=lambda key: key.span.start)
        help = tr("put the moves into a stage of their own under `steps`")
        reading.note(errors.keys_exclude(late.span, "steps", "moves", tr("a stage"), help))
    return s.Stage(
        name,
        entry.key.span.to(body.span),
        when=reading.conditions(get("when")),
        by=reading.actors(get("by")),
        times=reading.expr(get("times")),
        until=reading.conditions(get("until")),
        must=reading.conditions(get("must")),
        begin=statements(reading, get("begin")),
        steps=stages(reading, get("steps")) if isinstance(get("steps"), Mapping) else None,
        moves=_names(reading, get("moves")) if body.entry("moves") else None,
        otherwise=statements(reading, get("else")) if body.entry("else") else None,
        end=statements(reading, get("end")),
        performs=_names(reading, get("steps")) if isinstance(get("steps"), Scalar | Sequence) else None,
    )


def stages(reading: Reading, node: Node | None) -> tuple[s.Stage, ...]:
    """Return the stages within a stage, or those that are said once."""
    return each(node, partial(stage, reading))


def _names(reading: Reading, node: Node | None) -> tuple[s.Name, ...]:
    return present(reading.name(item) for item in several(node))


def moves(reading: Reading, node: Node | None) -> tuple[s.MoveRule, ...]:
    return each(node, partial(_move, reading))


def _move(reading: Reading, entry: Entry) -> s.MoveRule | None:
    name, body = reading.name(entry.key), entry.value
    if name is None or not isinstance(body, Mapping):
        return None
    return s.MoveRule(
        name,
        reading.choices(body.get("choose")),
        reading.conditions(body.get("when")),
        statements(reading, body.get("do")),
    )


def effects(reading: Reading, node: Node | None) -> tuple[s.Effect, ...]:
    return each(node, partial(_effect, reading))


def _effect(reading: Reading, entry: Entry) -> s.Effect | None:
    head = reading.head(entry.key)
    return None if head is None else s.Effect(head, statements(reading, entry.value))


def triggers(reading: Reading, node: Node | None) -> tuple[s.Trigger, ...]:
    return each(node, partial(_trigger, reading))


def _trigger(reading: Reading, entry: Entry) -> s.Trigger | None:
    name, body = reading.name(entry.key), entry.value
    if name is None or not isinstance(body, Mapping):
        return None
    if (each_ := body.entry("each")) and (enters := body.entry("enters")):
        late = max(each_.key, enters.key, key=lambda key: key.span.start)
        help = tr("keep `each` to try the rule for all of these, or `enters` to try it for each card that comes")
        reading.note(errors.keys_exclude(late.span, "each", "enters", tr("a rule"), help))
    return s.Trigger(
        name,
        reading.each(body.get("each")),
        reading.name(body.get("enters")),
        reading.conditions(body.get("when")),
        statements(reading, body.get("do")),
    )


# ---------------------------------------------------------------- lists of statements


def statements(reading: Reading, node: Node | None) -> tuple[s.Statement, ...]:
    """Return a statement, or a list of statements and blocks."""
    found: list[s.Statement] = []
    for item in several(node):
        match item:
            case Scalar():
                if (made := reading.statement(item)) is not None:
                    found.append(made)
            case Mapping():
                found.extend(_blocks(reading, item))
            case Sequence():
                pass
    return tuple(found)


def _blocks(reading: Reading, node: Mapping) -> list[s.Statement]:
    """Return the blocks of one item: an `if` with its `else`s, a `for each of`, a `choose`, statements under a
    label.
    """
    found: list[s.Statement] = []
    branches: list[s.Branch] = []
    chain = False  # an `if` is open for an `else`, even if it could not be read

    def close() -> None:
        if branches:
            found.append(s.If(branches[0].span.to(branches[-1].span), tuple(branches)))
            branches.clear()

    for entry in node.entries:
        word = entry.key.text.split()[0] if entry.key.text.split() else ""
        is_else = word == "else"
        if is_else and not chain:
            reading.note(errors.else_without_if(entry.key.span))
        if not is_else:
            close()
        chain = word == "if" or (is_else and entry.key.text.split() != ["else"])
        made = _block(reading, entry)
        if isinstance(made, s.Branch):
            branches.append(made)
        elif made is not None:
            if isinstance(made, s.Labelled) and any(isinstance(part, s.If) for part in found):
                reading.note(errors.block_word_as_label(entry.key.span, "else"))
            found.append(made)
    close()
    return found


def _block(reading: Reading, entry: Entry) -> s.Statement | s.Branch | None:
    span = entry.key.span.to(entry.value.span)
    if entry.key.text == "choose":
        return s.Ask(span, reading.choices(entry.value))
    if instead := _NO_LABELS.get(entry.key.text):
        reading.note(errors.block_word_as_label(entry.key.span, instead))
        return None
    opened = reading.block(entry.key)
    body = statements(reading, entry.value)
    if not body and not several(entry.value) and not entries(entry.value):
        reading.note(errors.empty_body(entry.key.span))
    match opened:
        case s.Branch() | s.ForEach():
            return replace(opened, span=span, body=body)
        case s.Name():
            return s.Labelled(span, opened, body)
        case None:
            return None
