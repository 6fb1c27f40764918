"""Make the rulebook of a checked ruleset with its options."""

from __future__ import annotations

from collections.abc import Mapping

from croupier.base.language import speaking
from croupier.rulebook import ending, flow, material, moves, secrets, settling, terms
from croupier.rulebook.document import Block, Document, Paragraph, Section
from croupier.rulebook.english import English
from croupier.rulebook.example import example
from croupier.rulebook.french import French
from croupier.rulebook.meanings import meanings
from croupier.rulebook.setting import Setting, settle
from croupier.rulebook.speaker import Speaker
from croupier.words.short import in_short, part_word
from croupier.workbench.shelf import family
from croupier_dsl import MEANING, filled, ir

GRAMMARS = {"en": English, "fr": French}


def rulebook(
    rules: ir.Rules,
    options: Mapping[str, str] | None = None,
    players: int | None = None,
    language: str = "en",
    *,
    with_example: bool = True,
    exact: bool = False,
) -> Document:
    """Return the rules in words, for these options (defaults for the rest) and this number of players, or any number.

    `language`: one of `languages()`. `with_example`: play a few games to describe a turn of one. `exact`: print
    formulas also where the ruleset gives their meaning in words. Raise SetupError if the game cannot be played so.
    """
    setting = settle(rules, options or {}, players)
    speaker = Speaker(setting.rules, GRAMMARS[language](), setting)
    if not exact:
        with speaking(language):
            word = part_word(next(iter(setting.programs.values())), speaker.option_value)
            texts = {path: filled(text, word) for path, text in speaker.words.texts.items() if path.endswith(MEANING)}
        speaker.meanings = meanings(setting.rules, texts)
    sections = [
        short(speaker),
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
        sections.insert(1, example(speaker))
    return Document(speaker.words.title(), language, _lead(setting, speaker), tuple(s for s in sections if told(s)))


def languages() -> list[str]:
    """Return the languages a rulebook can be printed in."""
    return sorted(GRAMMARS)


def short(speaker: Speaker) -> Section:
    """Return the ruleset's own summary of the game; for a variant also its differences."""
    program = next(iter(speaker.setting.programs.values()))
    with speaking(speaker.grammar.code):
        found = [Paragraph(text, (path,)) for path, text in in_short(program, speaker.option_value).items()]
    return Section(speaker.title("title_short"), "short", tuple(found))


def told(section: Section) -> bool:
    return bool(section.blocks or section.sections)


def _lead(setting: Setting, speaker: Speaker) -> tuple[Block, ...]:
    ns = sorted(setting.programs)
    many = speaker.ranged([str(n) for n in ns])
    rules = speaker.rules
    told = [speaker.sentence("for_players", n=many, of=speaker.players_noun(ns))]
    if rules.minutes:
        low, high = rules.minutes
        told.append(speaker.sentence("for_minutes_to" if low < high else "for_minutes", a=str(low), b=str(high)))
    if rules.family:
        told.append(speaker.sentence("of_family", family=family(rules.family, speaker.grammar.code)))
    found: list[Block] = [Paragraph(" ".join(told), ("players", "minutes", "family"))]
    chosen = [f"{speaker.words.label(f'options.{name}')}: {speaker.option_value(name)}" for name in setting.given]
    if chosen:
        found.append(Paragraph(speaker.sentence("agreed", options="; ".join(chosen))))
    return tuple(found)
