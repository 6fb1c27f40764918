"""A checked ruleset and what is agreed before play to the rulebook that a person reads."""

from __future__ import annotations

from collections.abc import Mapping

from croupier.rulebook import ending, flow, material, moves, secrets, settling, terms
from croupier.rulebook.document import Block, Document, Paragraph, Section
from croupier.rulebook.english import English
from croupier.rulebook.example import example
from croupier.rulebook.french import French
from croupier.rulebook.setting import Setting, settle
from croupier.rulebook.speaker import Speaker
from croupier_dsl import ir

GRAMMARS = {"en": English, "fr": French}


def rulebook(
    rules: ir.Rules,
    options: Mapping[str, str] | None = None,
    players: int | None = None,
    language: str = "en",
    *,
    with_example: bool = True,
) -> Document:
    """The rules in words, for these options (the rest as by default) and so many players, or any number.

    `language`: one of `languages()`. `with_example`: play a few games to tell a turn of one. SetupError if the game
    cannot be played so.
    """
    setting = settle(rules, options or {}, players)
    speaker = Speaker(setting.rules, GRAMMARS[language](), setting)
    sections = [
        ending.aim(speaker),
        material.section(speaker),
        secrets.section(speaker),
        flow.preparing(speaker),
        flow.section(speaker),
        moves.effects(speaker),
        moves.triggers(speaker),
        moves.combos(speaker),
        terms.section(speaker),
        ending.section(speaker),
        settling.section(speaker),
    ]
    if with_example:
        sections.append(example(speaker))
    return Document(speaker.words.title(), language, _lead(setting, speaker), tuple(s for s in sections if filled(s)))


def languages() -> list[str]:
    """The languages a rulebook can be printed in."""
    return sorted(GRAMMARS)


def filled(section: Section) -> bool:
    return bool(section.blocks or section.sections)


def _lead(setting: Setting, speaker: Speaker) -> tuple[Block, ...]:
    ns = sorted(setting.programs)
    many = speaker.ranged([str(n) for n in ns])
    found: list[Block] = [Paragraph(speaker.sentence("for_players", n=many, of=speaker.players_noun(ns)), ("players",))]
    chosen = [f"{speaker.words.label(f'options.{name}')}: {speaker.option_value(name)}" for name in setting.given]
    if chosen:
        found.append(Paragraph(speaker.sentence("agreed", options="; ".join(chosen))))
    return tuple(found)
