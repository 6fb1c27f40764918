"""The choices at a table before play, as data: players, presets, options with their values and words."""

from __future__ import annotations

from typing import TypeAlias

from croupier.base.language import said, tr
from croupier.compile.options import bounds, chosen_by
from croupier.scene import Words
from croupier.table.game import Rules
from croupier.words.phrases import option_words
from croupier_dsl import ir

Json: TypeAlias = dict[str, object]


def agreed(rules: Rules) -> Json:
    """Return the number of players, the preset and the options that are chosen, and which others there are."""
    words = Words(rules, typed=False)
    return {
        "players": rules.seats,
        "may_play": list(rules.ir.players),
        "preset": rules.preset,
        "presets": [
            {"name": each.name, "title": said(each.title) or each.name, "told": _preset(rules, words, each)}
            for each in rules.ir.presets
        ],
        "options": [_option(rules, option, words.option(option.name)) for option in rules.ir.options],
    }


def _preset(rules: Rules, words: Words, preset: ir.Preset) -> str:
    """Return the options that a preset sets, in words."""
    titles = {option.name: words.option(option.name) for option in rules.ir.options}
    chosen = chosen_by(rules.ir, preset.name)
    told = [
        tr("{place}: {what}", place=titles[name], what=option_words(rules.program, name, str(value)))
        for name, value in chosen.items() if name in titles
    ]  # fmt: skip
    return ", ".join(told)


def _option(rules: Rules, option: ir.Option, title: str) -> Json:
    program = rules.program
    value = program.spell(option.type, program.options[option.name])
    told: Json = {"name": option.name, "title": title, "value": value}
    words: list[str] = []
    if option.type.enum:
        words = list(program.enums[option.type.enum])
    elif option.type.name == "truth":
        words = ["no", "yes"]
    elif option.among:
        words = [str(each) for each in option.among]
    if words:
        return told | {"values": [{"value": each, "title": option_words(program, option.name, each)} for each in words]}
    low, high = bounds(program, option)
    return told | {"low": low, "high": high}
