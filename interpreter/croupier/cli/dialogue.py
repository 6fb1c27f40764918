"""A short dialogue before the game: how many play, and each option that was not given."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from croupier.cli.list import numbers
from croupier.cli.screen import Screen
from croupier.cli.words import Words
from croupier.faults import SetupError
from croupier.game import Rules
from croupier.language import tr
from croupier.options import allowed

Load = Callable[[int | None, Mapping[str, str]], Rules]
"""The rules that are to be played, for so many players and these options."""


def asked(
    screen: Screen, load: Load, players: int | None, options: Mapping[str, str]
) -> tuple[int | None, dict[str, str]]:
    """The number of players and the options, asked for one by one; Enter takes what stands in brackets."""
    rules = load(players, {})
    screen.show([Words(rules).title, tr("Enter takes what stands in brackets.")])
    if players is None and len(rules.ir.players) > 1:
        players, rules = _players(screen, load, rules)
    chosen = dict(options)
    words = Words(rules)
    for option in rules.ir.options:
        if option.name in chosen:
            continue
        default = words.choice(option.name, rules.options[option.name])
        values = _values(rules, option.name, words)
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
        screen.say(tr("{answer} cannot play this game.", answer=answer))


def _values(rules: Rules, name: str, words: Words) -> dict[str, str]:
    """The words that may be typed for the values of an option, if they are listed, with what they mean."""
    option = next(option for option in rules.ir.options if option.name == name)
    if option.type.enum:
        return {words.choice(name, value).casefold(): value for value in rules.program.enums[option.type.enum]}
    if option.type.name == "truth":
        return {tr("yes"): "yes", tr("no"): "no"}
    return {}
