"""The section on options before play."""

from __future__ import annotations

from functools import partial

from croupier.base.language import speaking
from croupier.compile.options import allowed
from croupier.rulebook.blocks import option_value, option_word
from croupier.rulebook.context import Context
from croupier.rulebook.document import Block, Item, Items, Paragraph, Section
from croupier.rulebook.grammar import Scope
from croupier.rulebook.tables import clause_of
from croupier.rulebook.values import for_each_number
from croupier.words.nouns import plain
from croupier.words.short import option_meaning
from croupier_dsl import ir


def section(cx: Context) -> Section:
    """Return a point for each option: what it may be, what it is by default and in this text, and what it decides."""
    options = cx.setting.source.options
    if not options:
        return Section(cx.title("title_options"), "options")
    items = tuple(_option(cx, option) for option in options)
    blocks: list[Block] = [Paragraph(cx.sentence("about_options")), Items(items)]
    presets = tuple(_preset(cx, preset) for preset in cx.setting.source.presets)
    if presets:
        blocks += [Paragraph(cx.sentence("about_presets")), Items(presets)]
    return Section(cx.title("title_options"), "options", tuple(blocks))


def _preset(cx: Context, preset: ir.Preset) -> Item:
    """Options that go by one name, each with its value."""
    words = cx.words
    options = {option.name: option for option in cx.setting.source.options}
    told = []
    for name, value in preset.options:
        values = words.enums.get(options[name].type.enum)
        word = option_word(cx, name, values.index(value)) if values else _plain(cx, name, value)
        told.append(cx.text("preset_option", name=words.label(f"options.{name}"), value=word))
    titles = dict(preset.title)
    title = titles.get(cx.grammar.code) or titles.get("en") or plain(preset.name)
    return Item(cx.sentence("preset", name=title, options="; ".join(told)), (f"presets.{preset.name}",))


def _plain(cx: Context, name: str, value: str) -> str:
    if value in ("yes", "no", "true", "false"):
        return option_word(cx, name, value in ("yes", "true"))
    return cx.words.texts.get(f"options.{name}.{value}") or value


def _option(cx: Context, option: ir.Option) -> Item:
    path = f"options.{option.name}"
    words = cx.words
    if option.type.enum:
        values = "; ".join(words.label(f"{path}.{value}") for value in words.enums[option.type.enum])
    elif option.type.name == "truth":
        values = "; ".join(option_word(cx, option.name, value) for value in (False, True))
    else:
        values = _range(cx, option)
    told = cx.sentence("option_is", name=words.label(path), values=values)
    default = cx.sentence("default_is", value=_default(cx, option))
    now = "" if option.name not in cx.setting.given else " " + cx.sentence(
        "here_is", value=option_value(cx, option.name)
    )  # fmt: skip
    program = next(iter(cx.setting.programs.values()))
    with speaking(cx.grammar.code):
        meaning = option_meaning(program, option.name, partial(option_value, cx))
    text = f"{told} {default}{now} {meaning}".rstrip()
    return Item(text, (path,), tuple(_need(cx, need) for need in option.needs))


def _need(cx: Context, need: ir.Condition) -> Item:
    """Return the condition on the options, with the ruleset's reason for it."""
    told = [cx.sentence("option_needs", claim=clause_of(cx, need.expr, Scope()))]
    if reason := cx.words.texts.get(need.path):
        told.append(cx.sentence("option_if_not", reason=reason))
    return Item(" ".join(told), (need.path,))


def _range(cx: Context, option: ir.Option) -> str:
    return for_each_number(cx, {n: _allowed(cx, option, n) for n in cx.setting.programs})


def _allowed(cx: Context, option: ir.Option, players: int) -> str:
    if option.among:
        return "; ".join(option_word(cx, option.name, value) for value in option.among)
    with speaking(cx.grammar.code):
        return allowed(cx.setting.programs[players], option)


def _default(cx: Context, option: ir.Option) -> str:
    """Return the default of an option, for each number of players."""
    values = {}
    for n, program in cx.setting.programs.items():
        values[n] = option_word(cx, option.name, program.planner.constant(option.default))
    return for_each_number(cx, values)
