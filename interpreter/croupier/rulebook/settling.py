"""The section on options before play."""

from __future__ import annotations

from croupier.base.language import speaking
from croupier.compile.options import allowed
from croupier.rulebook.document import Block, Item, Items, Paragraph, Section
from croupier.rulebook.grammar import Scope
from croupier.rulebook.speaker import Speaker
from croupier.words.nouns import plain
from croupier_dsl import ir


def section(speaker: Speaker) -> Section:
    """Return a point for each option: what it may be, what it is by default, and what it is in this text."""
    options = speaker.setting.source.options
    if not options:
        return Section(speaker.title("title_options"), "options")
    items = tuple(_option(speaker, option) for option in options)
    blocks: list[Block] = [Paragraph(speaker.sentence("about_options")), Items(items)]
    presets = tuple(_preset(speaker, preset) for preset in speaker.setting.source.presets)
    if presets:
        blocks += [Paragraph(speaker.sentence("about_presets")), Items(presets)]
    return Section(speaker.title("title_options"), "options", tuple(blocks))


def _preset(speaker: Speaker, preset: ir.Preset) -> Item:
    """Options that go by one name, each with its value."""
    words = speaker.words
    options = {option.name: option for option in speaker.setting.source.options}
    told = []
    for name, value in preset.options:
        values = words.enums.get(options[name].type.enum)
        word = speaker.option_word(name, values.index(value)) if values else _plain(speaker, name, value)
        told.append(speaker.text("preset_option", name=words.label(f"options.{name}"), value=word))
    titles = dict(preset.title)
    title = titles.get(speaker.grammar.code) or titles.get("en") or plain(preset.name)
    return Item(speaker.sentence("preset", name=title, options="; ".join(told)), (f"presets.{preset.name}",))


def _plain(speaker: Speaker, name: str, value: str) -> str:
    return speaker.option_word(name, value in ("yes", "true")) if value in ("yes", "no", "true", "false") else value


def _option(speaker: Speaker, option: ir.Option) -> Item:
    path = f"options.{option.name}"
    words = speaker.words
    if option.type.enum:
        values = "; ".join(words.label(f"{path}.{value}") for value in words.enums[option.type.enum])
    elif option.type.name == "truth":
        values = "; ".join(speaker.option_word(option.name, value) for value in (False, True))
    else:
        values = _range(speaker, option)
    told = speaker.sentence("option_is", name=words.label(path), values=values)
    default = speaker.sentence("default_is", value=_default(speaker, option))
    now = "" if option.name not in speaker.setting.given else " " + speaker.sentence(
        "here_is", value=speaker.option_value(option.name)
    )  # fmt: skip
    return Item(f"{told} {default}{now}", (path,), tuple(_need(speaker, need) for need in option.needs))


def _need(speaker: Speaker, need: ir.Condition) -> Item:
    """Return the condition on the options, with the ruleset's reason for it."""
    told = [speaker.sentence("option_needs", claim=speaker.claim(need.expr, Scope()))]
    if reason := speaker.words.texts.get(need.path):
        told.append(speaker.sentence("option_if_not", reason=reason))
    return Item(" ".join(told), (need.path,))


def _range(speaker: Speaker, option: ir.Option) -> str:
    return speaker.for_each_number({n: _allowed(speaker, option, n) for n in speaker.setting.programs})


def _allowed(speaker: Speaker, option: ir.Option, players: int) -> str:
    if option.among:
        return "; ".join(map(str, option.among))
    with speaking(speaker.grammar.code):
        return allowed(speaker.setting.programs[players], option)


def _default(speaker: Speaker, option: ir.Option) -> str:
    """Return the default of an option, for each number of players."""
    values = {}
    for n, program in speaker.setting.programs.items():
        values[n] = speaker.option_word(option.name, program.planner.constant(option.default))
    return speaker.for_each_number(values)
