"""Check presets, and the defaults of options: some table must be able to play them."""

from __future__ import annotations

from collections.abc import Mapping

from croupier_dsl import ir, syntax
from croupier_dsl.analysis.settled import Declared, Evaluator, Known, Misfit, settle
from croupier_dsl.analysis.walk import nodes
from croupier_dsl.checker.context import Context, place, title_of, words
from croupier_dsl.diagnostics import Diagnostic
from croupier_dsl.errors import variants as errors
from croupier_dsl.errors.reading import listed
from croupier_dsl.language import said, tr
from croupier_dsl.resolver import Names
from croupier_dsl.source import Span
from croupier_dsl.spelling import nearest


def check_presets(cx: Context, options: tuple[ir.Option, ...], players: tuple[int, ...]) -> tuple[ir.Preset, ...]:
    """Return the presets of a ruleset; report values that no option has, and presets that no number of players can
    play."""
    ruleset = cx.names.ruleset
    if len(options) == len(ruleset.options):
        _check_defaults(cx, options, players)
    found: list[ir.Preset] = []
    for written in ruleset.presets:
        name = written.name.text
        _check_choices(cx, written, options, players)
        chosen = tuple((option.text, value.text) for option, value in written.options)
        title = words(written.title) or title_of(cx, f"presets.{name}", name)
        found.append(ir.Preset(name, title, chosen, place(written.name.span)))
    return tuple(found)


def _check_choices(
    cx: Context, written: syntax.Preset, options: tuple[ir.Option, ...], players: tuple[int, ...]
) -> None:
    note = cx.diagnostics.add
    known = {option.name: option for option in options}
    given: dict[str, int | None] = {}
    spans: dict[str, Span] = {}
    for name, value in written.options:
        if name.text not in known:
            if name.text not in cx.names.options:  # else its own sentence is wrong, and said to be
                near = nearest(name.text, known)
                note(errors.no_preset_option(name.span, written.name.text, name.text, near, known))
            continue
        option = known[name.text]
        meant = value_of(cx.names, option, value.text)
        if meant is None:
            note(errors.bad_choice(value.span, name.text, value.text, allowed(cx.names, option)))
            continue
        given[name.text], spans[name.text] = meant, value.span
    if len(given) == len(written.options) and len(options) == len(cx.names.ruleset.options):
        found = _misfit(cx, options, given, players)
        if found is not None:
            what = f"the preset `{written.name.text}`"
            note(_told(cx, options, found, what, spans, written.name.span))


def _check_defaults(cx: Context, options: tuple[ir.Option, ...], players: tuple[int, ...]) -> None:
    found = _misfit(cx, options, {}, players)
    if found is None:
        return
    ruleset = cx.names.ruleset
    spans = {
        option.name.text: option.thing.starting.span
        for option in ruleset.options
        if option.thing.starting is not None and option.thing.starting.span.source not in ruleset.below
    }
    where = cx.names.options[found[0].option.name].name.span
    cx.diagnostics.add(_told(cx, options, found, tr("the defaults"), spans, where))


def _misfit(
    cx: Context, options: tuple[ir.Option, ...], given: Mapping[str, int | None], players: tuple[int, ...]
) -> tuple[Misfit, Evaluator] | None:
    """Return why the options cannot be combined at any number of players; None if some number can play."""
    first: tuple[Misfit, Evaluator] | None = None
    made = {name: part for name, part in cx.definitions.made.items() if part is not None}
    tables = {name: part for name, part in made.items() if isinstance(part, ir.Table)}
    definitions = {name: part for name, part in made.items() if isinstance(part, ir.Definition)}
    declared = Declared(tables, definitions, cx.names.enums)
    for number in players:
        table, found = settle(declared, options, number, given)
        if found is None:
            return None
        first = first or (found, table)
    return first


def _told(
    cx: Context,
    options: tuple[ir.Option, ...],
    found: tuple[Misfit, Evaluator],
    what: str,
    spans: dict[str, Span],
    otherwise: Span,
) -> Diagnostic:
    """Return the diagnostic, at the value that causes the problem if there is one."""
    misfit, table = found
    option, need = misfit.option, misfit.need
    if need is None:
        value = _spelled(cx, option, table.options[option.name])
        return errors.bad_choice(spans.get(option.name, otherwise), option.name, value, allowed(cx.names, option))
    read = [option.name, *(part.name for part in nodes(need.expr) if isinstance(part, ir.OptionValue))]
    names = list(dict.fromkeys(name for name in read if name in table.options))
    by_name = {each.name: each for each in options}
    values = ", ".join(
        tr("{name} is {value}", name=name, value=_spelled(cx, by_name[name], table.options[name])) for name in names
    )
    at = next((spans[name] for name in names if name in spans), otherwise)
    written = cx.names.options[option.name]
    by_path = {f"options.{option.name}.needs.{c.name.text}": c for c in written.needs if c.name is not None}
    first = written.needs[0].expr.span if written.needs else written.name.span
    needed = by_path[need.path].expr.span if need.path in by_path else first
    title = dict(title_of(cx, need.path, need.path))
    reason = said(title.items()) or tr("`{name}` needs {need}", name=option.name, need=need.text)
    return errors.need_not_met(at, what, reason, values, needed)


def value_of(names: Names, option: ir.Option, word: str) -> int | None:
    """Return the value of a word; None if the option has no such value."""
    if option.type.enum:
        values = names.enums[option.type.enum]
        return values.index(word) if word in values else None
    if option.type == ir.TRUTH:
        return {"yes": True, "no": False, "true": True, "false": False}.get(word.lower())
    digits = word.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 9):
        return None
    number = int(word)
    low, high = ir.number_in(option.low), ir.number_in(option.high)
    inside = not (low is not None and number < low) and not (high is not None and number > high)
    return number if inside and (not option.among or number in option.among) else None


def _spelled(cx: Context, option: ir.Option, value: Known) -> str:
    if value.exact is None:
        return "none"
    if option.type.enum:
        return cx.names.enums[option.type.enum][value.exact]
    return ("no", "yes")[value.exact] if option.type == ir.TRUTH else str(value.exact)


def allowed(names: Names, option: ir.Option) -> str:
    if option.type.enum:
        return listed(names.enums[option.type.enum])
    if option.type == ir.TRUTH:
        return "no or yes"
    if option.among:
        return listed(str(value) for value in option.among)
    thing = names.options[option.name].thing
    return thing.sort.span.text
