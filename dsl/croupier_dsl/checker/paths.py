"""List the paths of a ruleset: of its parts and values, as `because` names them, and of texts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from croupier_dsl import ir, paths, syntax
from croupier_dsl.braces import DESCRIBED, MEANING, SHORT
from croupier_dsl.resolver import Names, StagePlace
from croupier_dsl.source import Span

PAPERWORK = ("books", "clauses", "rulings", "presets")
"""Sections that hold no rules."""


def paths_of(names: Names) -> Iterator[str]:
    """Yield the paths of sections, declarations, stages by nesting, their parts, and words of lists."""
    every = paths.walk(paths.whole(names.ruleset.root))
    yield from (part.path for part in every if part.path and not paths.is_arm(part))
    yield "cards.attributes"
    yield from (path for path, _ in _words(names))


def parts_of(names: Names) -> Iterator[tuple[str, Span]]:
    """Yield the path and place of each part that holds rules, in the order of the file; words of lists have the place
    of their list.

    Unlabelled statements are included only if `because` cites them.
    """
    seen: set[str] = set()
    cited = {cited.path.text for cited in (*names.ruleset.because, *names.ruleset.told)}
    for part in paths.walk(paths.whole(names.ruleset.root)):
        if paths.is_arm(part) or (part.kind == "statement" and part.path not in cited):
            continue
        if part.path and part.path.partition(".")[0] not in PAPERWORK:
            seen.add(part.path)
            yield part.path, part.span
    yield from (word for word in _words(names) if word[0] not in seen)


def _words(names: Names) -> Iterator[tuple[str, Span]]:
    """Yield the values of attributes, options and state that list words."""
    ruleset = names.ruleset
    listed: dict[str, Span] = {}
    if ruleset.cards is not None:
        sections: tuple[syntax.Cards | syntax.CardPart, ...] = (ruleset.cards, *ruleset.cards.parts)
        listed = {name.text: name.span for section in sections for name, _ in section.attributes}
    for attribute, values in names.attributes.items():
        if attribute == ir.PART:
            continue  # the parts are in the tree
        span = listed.get(attribute, ruleset.cards.span if ruleset.cards else ruleset.name.span)
        yield f"cards.attributes.{attribute}", span
        yield from ((f"cards.attributes.{attribute}.{value}", span) for value in values)
    for option in ruleset.options:
        yield from _values(names, "options", option.name)
    for variable in ruleset.state:
        yield from _values(names, "state", variable.head.name)


def _values(names: Names, section: str, name: syntax.Name) -> Iterator[tuple[str, Span]]:
    for value in names.enums.get(name.text, ()):
        yield f"{section}.{name.text}.{value}", name.span


OF_THE_GAME = ("game.line", SHORT, DESCRIBED)
SENTENCE = "sentence"
NUMBERED = re.compile(r"(state|define|tables|options)\.(\w+)\.-?\d+")
"""The path of words for one number as the value of a part."""
PLACE = re.compile(r"\{(\w+)(\.on)?\}")
"""A choice in the sentence of a move: `{card}`, or `{spot.on}` for the meld of a spot."""


def words_of(names: Names) -> Iterator[str]:
    """Yield the paths of texts for lists of games and for printed rules: title, short text and description of the game;
    the name of a part in a sentence (`noun`); what a sentence says about it or about the winner (`says`); a move in the
    log, or a fact at the table, with what they name (`sentence`); what an option decides, or the words that the
    rulebook prints in place of a formula (`meaning`)."""
    yield from OF_THE_GAME
    ruleset = names.ruleset
    nouns = [f"cards.attributes.{attribute}" for attribute in names.attributes if attribute != ir.PART]
    nouns += [f"cards.parts.{part}" for part in names.parts]
    for section, heads in (("zones", ruleset.zones), ("tables", ruleset.tables), ("define", ruleset.definitions)):
        nouns += [f"{section}.{part.head.name.text}" for part in heads]
    nouns += [f"state.{variable.head.name.text}" for variable in ruleset.state]
    nouns += [f"combos.{combo.name.text}" for combo in ruleset.combos]
    for place in names.stages.values():
        nouns += [place.path, *_lets(place)]
    for move in ruleset.moves:
        path = f"moves.{move.name.text}"
        nouns += [f"{path}.choose.{choice.name.text}" for choice in move.choices]
        nouns += _named(move.do, f"{path}.do")
    for effect in ruleset.effects:
        nouns += _named(effect.do, f"effects.{effect.head.name.text}")
    for trigger in ruleset.triggers:
        nouns += _named(trigger.do, f"whenever.{trigger.name.text}.do")
    yield from (f"{path}.noun" for path in nouns)
    says = [f"state.{variable.head.name.text}" for variable in ruleset.state]
    says += [f"define.{definition.head.name.text}" for definition in ruleset.definitions]
    says += [f"tables.{table.head.name.text}" for table in ruleset.tables]
    says += [f"moves.{move.name.text}" for move in ruleset.moves]
    yield from (f"{path}.says" for path in (*says, "result"))
    yield from (f"moves.{move.name.text}.{SENTENCE}" for move in ruleset.moves)
    yield from (f"{names.path_of(name.text)}.{SENTENCE}" for name in shown_names(names))
    yield from (f"{path}{MEANING}" for path in _explained(ruleset))


def _explained(ruleset: syntax.Ruleset) -> Iterator[str]:
    """Yield the parts that may have a meaning: options, formulas and effects."""
    yield from (f"options.{option.name.text}" for option in ruleset.options)
    yield from (f"define.{definition.head.name.text}" for definition in ruleset.definitions)
    yield from (f"tables.{table.head.name.text}" for table in ruleset.tables)
    yield from (f"effects.{effect.head.name.text}" for effect in ruleset.effects)
    yield "result.score"


def shown_names(names: Names) -> list[syntax.Name]:
    """Return the names in `show` that are declared."""
    return [name for name in names.ruleset.show if name.text in names.declared]


def names_a_number(names: Names, path: str) -> bool:
    """Return whether the path names words for a number: `state.stake.2`, `define.height.0`."""
    found = NUMBERED.fullmatch(path)
    declared = names.declared.get(found[2]) if found is not None else None
    if found is None or declared is None or names.path_of(found[2]) != f"{found[1]}.{found[2]}":
        return False
    return declared.type in (None, ir.NUMBER)


def left_open(rules: Iterable[ir.MoveRule], path: str, text: str) -> Iterator[str]:
    """Yield the placeholders in the sentence of a move that are not its choices; `.on` needs a choice of a spot in a
    meld."""
    rule = next((rule for rule in rules if path == f"moves.{rule.name}.{SENTENCE}"), None)
    if rule is None:
        return
    chosen = {choice.name: choice.type.name for choice in rule.choices}
    for name, on in PLACE.findall(text):
        if name not in chosen or (on and chosen[name] != "spot"):
            yield f"{name}{on}"


def _lets(place: StagePlace) -> Iterator[str]:
    """Yield the names given by `let` or by a choice within the lists of a stage."""
    stage = place.stage
    for part, statements in (("begin", stage.begin), ("else", stage.otherwise), ("end", stage.end)):
        yield from _named(statements or (), f"{place.path}.{part}")


def _named(statements: tuple[syntax.Statement, ...], path: str) -> Iterator[str]:
    """Yield the names given within one list."""
    for statement in statements:
        match statement:
            case syntax.Let():
                yield f"{path}.{statement.name.text}"
            case syntax.Labelled():
                yield from _named(statement.body, f"{path}.{statement.label.text}")
            case syntax.If():
                for branch in statement.branches:
                    yield from _named(branch.body, path)
            case syntax.ForEach():
                yield from _named(statement.body, path)
            case syntax.Ask():
                yield from (f"{path}.choose.{choice.name.text}" for choice in statement.choices)
