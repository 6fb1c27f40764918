"""Parts that the rulebook prints in the author's words, and parts that need no words of their own then.

`text` may give a definition, a table, an effect or the score a `meaning`. The rulebook prints it in place of the
sentences made from the rules, and leaves out the definitions, tables, effects and state that only such parts read,
unless a meaning calls a definition or a table by its noun: then the reader looks for it. A
table whose numbers are added up, as the points of cards are, is left out only if the words have all of its numbers.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass

from croupier.words.nouns import noun
from croupier_dsl import MEANING, ir
from croupier_dsl.analysis import inside

SCORE = "result.score"


@dataclass(frozen=True)
class Meanings:
    """`texts`: the words by the path of their part. `covered`: for each such path the paths that it makes needless."""

    texts: Mapping[str, str]
    covered: Mapping[str, tuple[str, ...]]

    @property
    def needless(self) -> frozenset[str]:
        """Return the parts that are not printed."""
        return frozenset(path for paths in self.covered.values() for path in paths)

    def paths(self, path: str) -> tuple[str, ...]:
        """Return the part at a path, and the parts that its meaning makes needless."""
        return (path, *self.covered.get(path, ()))


NONE = Meanings({}, {})


def meanings(rules: ir.Rules, texts: Mapping[str, str], language: str) -> Meanings:
    """Return the meanings among the texts of a language, and what only explained parts read and no meaning names."""
    told = {path.removesuffix(MEANING): text for path, text in texts.items() if path.endswith(MEANING) and text}
    parts: dict[str, object] = {f"define.{made.name}": made.body for made in rules.definitions}
    parts |= {f"tables.{table.name}": (table.key, table.rows) for table in rules.tables}
    parts |= {effect.path: effect.do for effect in rules.effects}
    parts |= {variable.path: () for variable in rules.variables}
    result = rules.result
    parts[SCORE] = result.scores[:1]
    added = _added(rules)
    others = (result.losers, result.won, result.scores[1:])
    setup = (rules.teams, rules.cards, rules.zones, rules.variables, rules.combos, rules.shown)
    printed = _reached((setup, rules.play, rules.stages, rules.moves, rules.triggers, others), parts, told)
    printed.update(_reached(parts[SCORE], parts, told) if SCORE not in told else {SCORE: None})
    names = {path: noun(language, texts[f"{path}.noun"]).one for path in parts if texts.get(f"{path}.noun")}
    covered: dict[str, tuple[str, ...]] = {}
    todo = [path for path in printed if path in told]
    while todo:
        path = todo.pop(0)
        own = {
            each: None
            for each in _reached(parts[path], parts, told)
            if (each in added and not _tells(told[path], added[each]))
            or (names.get(each) != names.get(path) and _is_named(told[path], names.get(each), each))
        }
        own |= _reached(tuple(parts[each] for each in own if each not in told), parts, told)
        found = [each for each in _reached(parts[path], parts, told) if each not in printed]
        todo += [each for each in {**own, **dict.fromkeys(found)} if each in told and each not in printed]
        printed.update(own)
        covered[path] = tuple(each for each in found if each not in own)
        printed.update((each, None) for each in found if each in told)
    bare = frozenset(printed)
    return Meanings(told, {path: tuple(each for each in paths if each not in bare) for path, paths in covered.items()})


def _is_named(text: str, name: str | None, path: str) -> bool:
    """Return whether a text has the name of a definition or a table, which its reader then looks up.

    A name of one word, as `the place`, may be meant as any word is.
    """
    if name is None or " " not in name or not path.startswith(("define.", "tables.")):
        return False
    return re.search(rf"\b{re.escape(name)}\b", text, re.IGNORECASE) is not None


def _added(rules: ir.Rules) -> dict[str, ir.Table]:
    """Return the tables of numbers of cards, by an attribute, that are added up, as points are; by their paths.

    A sum that is only asked to be equal to something is a pattern of cards, as a straight is, and no points.
    """
    opened = {made.name: made.body for made in rules.definitions}
    found: set[str] = set()
    todo: list[object] = [rules]
    while todo:
        node = todo.pop()
        if not isinstance(node, ir.Same):
            todo += inside(node)
        if isinstance(node, ir.Sum) and isinstance(node.collection, ir.Map):
            body: ir.Expr = node.collection.body
            while isinstance(body, ir.Defined):
                body = opened[body.name]
            if isinstance(body, ir.TableValue):
                found.add(body.name)
    of_cards = (table for table in rules.tables if isinstance(table.key, ir.Attribute))
    return {f"tables.{table.name}": table for table in of_cards if table.name in found}


def _tells(text: str, table: ir.Table) -> bool:
    """Return whether a text has every number of a table."""
    numbers = {int(word) for word in re.findall(r"\d+", text)}
    return all(
        row.value.value in numbers for row in table.rows if isinstance(row.value, ir.Constant) and row.value.value
    )


def _reached(root: object, parts: Mapping[str, object], told: Container[str]) -> dict[str, None]:
    """Return the paths of the parts that are read, directly or through parts that have no meaning of their own."""
    found: dict[str, None] = {}
    todo = list(_read(root))
    while todo:
        path = todo.pop(0)
        if path in parts and path not in found:
            found[path] = None
            if path not in told:
                todo += _read(parts[path])
    return found


def _read(part: object) -> Iterator[str]:
    """Yield the paths of definitions, tables, effects and state named in a part; an effect includes its statements."""
    todo = [part]
    while todo:
        node = todo.pop()
        match node:
            case ir.Defined(name=name):
                yield f"define.{name}"
            case ir.TableValue(name=name):
                yield f"tables.{name}"
            case ir.VariableValue(name=name) | ir.SetVariable(name=name) | ir.AddToVariable(name=name):
                yield f"state.{name}"
            case ir.Perform(name=name, about=about):
                yield f"effects.{name}"
                todo.append(about)
                continue
        todo += reversed(inside(node))
