"""The values that a number can have, where the rules alone say so."""

from __future__ import annotations

from croupier_dsl import ir, syntax
from croupier_dsl.literals import Invalid, is_number, spelled, ungroup
from croupier_dsl.resolver import Names

LARGEST = 500


def values_of(names: Names, players: tuple[int, ...], key: ir.Expr) -> set[int] | None:
    """Every value that the key of a table can take, or None where there is no telling."""
    if isinstance(key, ir.RoleAttribute):
        return None
    if key.type.enum:
        return set(range(len(names.values(key.type))))
    if key.type == ir.TRUTH:
        return {0, 1}
    match key:
        case ir.Count(collection=ir.Players()):
            return set(players)
        case ir.Attribute(name=name) if name in names.number_values:
            return set(names.number_values[name])
        case ir.Arithmetic(op="mod", right=ir.Constant(value=value)) if 0 < value <= LARGEST:
            return set(range(value))
        case ir.OptionValue(name=name) if name in names.options:
            return _listed(names.options[name].thing.sort)
        case ir.StageCount(stage=stage) if stage in names.stages:
            return _performances(names, names.stages[stage].stage)
    return None


def _listed(sort: syntax.Expr) -> set[int] | None:
    """The numbers that a sort lists, if it lists any end."""
    try:
        found = {int(word) for word, _ in spelled(sort) if is_number(word)}
    except Invalid:
        return None
    return found if found and max(found) <= LARGEST else None


def _performances(names: Names, stage: syntax.Stage) -> set[int] | None:
    """The ordinals of a stage, where `times` bounds them: by a number or by an option."""
    times = ungroup(stage.times) if stage.times is not None else None
    if isinstance(times, syntax.Number):
        return set(range(1, times.value + 1)) if times.value <= LARGEST else None
    if isinstance(times, syntax.Name) and times.text in names.options:
        listed = _listed(names.options[times.text].thing.sort)
        return set(range(1, max(listed) + 1)) if listed else None
    return None
