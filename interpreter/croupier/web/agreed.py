"""The choices at a table before play, as data: players, presets, options with their values and words."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from croupier.base.language import said, tr
from croupier.compile.options import bounds, chosen_by
from croupier.scene import Words
from croupier.table.game import Rules
from croupier.words.phrases import option_words
from croupier.words.short import option_meaning
from croupier_dsl import ir


class Valued(TypedDict):
    """A value of an option, and its words."""

    value: str
    title: str


class Choice(TypedDict):
    """An option: the value it has, and the possible ones, as a list or as a range without an upper end (None) or with
    one. `told`: what it decides; empty if the ruleset says nothing."""

    name: str
    title: str
    told: str
    value: str
    values: NotRequired[list[Valued]]
    low: NotRequired[int]
    high: NotRequired[int | None]


class Preset(TypedDict):
    """A preset; `told`: the options that it sets, in words."""

    name: str
    title: str
    told: str


class Agreed(TypedDict):
    """The choices before a game, and the possible ones."""

    players: int
    may_play: list[int]
    preset: str
    presets: list[Preset]
    options: list[Choice]


def agreed(rules: Rules) -> Agreed:
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


def _option(rules: Rules, option: ir.Option, title: str) -> Choice:
    program = rules.program
    value = program.spell(option.type, program.options[option.name])
    found: Choice = {
        "name": option.name, "title": title, "told": option_meaning(program, option.name), "value": value,
    }  # fmt: skip
    words: list[str] = []
    if option.type.enum:
        words = list(program.enums[option.type.enum])
    elif option.type.name == "truth":
        words = ["no", "yes"]
    elif option.among:
        words = [str(each) for each in option.among]
    if words:
        found["values"] = [{"value": each, "title": option_words(program, option.name, each)} for each in words]
    else:
        found["low"], found["high"] = bounds(program, option)
    return found
