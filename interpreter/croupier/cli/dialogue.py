"""A short dialogue before the game: the rules, the number of players, and each option that was not given."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from croupier.base.faults import SetupError
from croupier.base.language import said, tr
from croupier.cli.list import numbers
from croupier.cli.paint import KEY, shows_signs
from croupier.cli.screen import Screen
from croupier.compile.options import allowed
from croupier.scene import Words
from croupier.table.catalogue import locate, playable, variants_of
from croupier.table.game import Rules
from croupier.words.short import option_meaning

Load = Callable[[int | None, Mapping[str, str]], Rules]
"""The function that loads the rules, for a number of players and these options."""


@dataclass(frozen=True, slots=True)
class Picked:
    """The selection before the game: a preset, the file of a variant, or to set the options."""

    preset: str | None = None
    variant: Path | None = None
    ask: bool = False


def picked(screen: Screen, ruleset: str) -> Picked:
    """Return the rules as printed, a preset, a variant or options of one's own: one prompt, and Enter plays."""
    rules, _ = playable(ruleset)
    ways: dict[str, tuple[str, Picked]] = {}
    for preset in rules.presets:
        words = said(preset.title) or preset.name
        ways[preset.name] = (tr("preset {name}: {title}", name=preset.name, title=words), Picked(preset=preset.name))
    for variant in variants_of(locate(ruleset)):
        words = said(variant.title) or variant.name
        told = tr("variant {name}: {title}", name=variant.name, title=words)
        ways.setdefault(variant.name, (told, Picked(variant=variant.path)))
    if not ways and not rules.options:
        return Picked()
    numbered = [*ways.values()]
    screen.show([said(rules.title) or rules.name])
    screen.show(f"  {KEY}{number}  {words}" for number, (words, _) in enumerate(numbered, 1))
    if rules.options:
        words = tr("set the options one by one")
        screen.show([f"  {KEY}o  {words}"])
    while True:
        answer = screen.ask(tr("Enter plays the rules as printed: "))
        if not answer:
            return Picked()
        if answer.casefold() == "o" and rules.options:
            return Picked(ask=True)
        if answer in ways:
            return ways[answer][1]
        if answer.isascii() and answer.isdigit() and 0 < int(answer[:4]) <= len(numbered):
            return numbered[int(answer[:4]) - 1][1]
        screen.say(tr("{answer} is not one of the choices.", answer=answer))


def asked(
    screen: Screen, load: Load, players: int | None, options: Mapping[str, str]
) -> tuple[int | None, dict[str, str]]:
    """Ask for the number of players and each option; Enter takes the value in brackets."""
    rules = load(players, {})
    screen.show([Words(rules, shows_signs()).title, tr("Enter accepts the value in brackets.")])
    if players is None and len(rules.ir.players) > 1:
        players, rules = _players(screen, load, rules)
    chosen = dict(options)
    words = Words(rules, shows_signs())
    for option in rules.ir.options:
        if option.name in chosen:
            continue
        default = words.choice(option.name, rules.options[option.name])
        values = _values(rules, option.name, words)
        if meaning := option_meaning(rules.program, option.name):
            screen.show([meaning])
        while True:
            may_be = ", ".join(values) or allowed(rules.program, option)
            answer = screen.ask(f"{words.option(option.name)} ({may_be}) [{default}]: ")
            if not answer:
                break
            try:
                load(players, chosen | {option.name: values.get(answer.casefold(), answer)})
            except SetupError as error:
                screen.say(str(error))
                continue
            chosen[option.name] = values.get(answer.casefold(), answer)
            break
    return players, chosen


def _players(screen: Screen, load: Load, rules: Rules) -> tuple[int | None, Rules]:
    while True:
        many = numbers([*rules.ir.players])
        answer = screen.ask(tr("players ({numbers}) [{default}]: ", numbers=many, default=rules.seats))
        if not answer:
            return None, rules
        if answer.isascii() and answer.isdigit() and int(answer[:4]) in rules.ir.players:
            return int(answer), load(int(answer), {})
        screen.say(tr("This game is not for {answer} players.", answer=answer))


def _values(rules: Rules, name: str, words: Words) -> dict[str, str]:
    """Return the words that may be typed for the values of an option, if they are listed, with what they mean."""
    option = next(option for option in rules.ir.options if option.name == name)
    if option.type.enum:
        return {words.choice(name, value).casefold(): value for value in rules.program.enums[option.type.enum]}
    if option.type.name == "truth":
        return {tr("yes"): "yes", tr("no"): "no"}
    return {}
