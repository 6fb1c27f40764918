"""Make the rulebook of a checked ruleset with its options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from croupier.base.language import speaking
from croupier.rulebook import ending, flow, material, moves, secrets, settling, terms
from croupier.rulebook.blocks import option_in_short, option_value, players_noun
from croupier.rulebook.context import Context, context_of
from croupier.rulebook.document import Block, Document, Paragraph, Section
from croupier.rulebook.english import English
from croupier.rulebook.example import example
from croupier.rulebook.french import French
from croupier.rulebook.meanings import meanings
from croupier.rulebook.setting import Setting, settle
from croupier.rulebook.values import ranged_words
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
    cx = context_of(setting, GRAMMARS[language]())
    if not exact:
        with speaking(language):
            word = part_word(next(iter(setting.programs.values())), partial(option_value, cx))
            texts = {
                path: filled(text, word) if path.endswith(MEANING) else text for path, text in cx.words.texts.items()
            }
        cx = replace(cx, meanings=meanings(setting.rules, texts, language))
    sections = [
        short(cx),
        ending.aim(cx),
        material.section(cx),
        secrets.section(cx),
        flow.preparing(cx),
        flow.section(cx),
        moves.effects(cx),
        moves.triggers(cx),
        moves.combos(cx),
        terms.section(cx),
        ending.section(cx),
        settling.section(cx),
    ]
    if with_example:
        sections.insert(1, example(cx))
    return Document(cx.words.title(), language, _lead(setting, cx), tuple(s for s in sections if told(s)))


def languages() -> list[str]:
    """Return the languages a rulebook can be printed in."""
    return sorted(GRAMMARS)


def short(cx: Context) -> Section:
    """Return the ruleset's own summary of the game; for a variant also its differences."""
    program = next(iter(cx.setting.programs.values()))
    with speaking(cx.grammar.code):
        found = [Paragraph(text, (path,)) for path, text in in_short(program, partial(option_in_short, cx)).items()]
    return Section(cx.title("title_short"), "short", tuple(found))


def told(section: Section) -> bool:
    return bool(section.blocks or section.sections)


def _lead(setting: Setting, cx: Context) -> tuple[Block, ...]:
    ns = sorted(setting.programs)
    many = ranged_words(cx, [str(n) for n in ns])
    rules = cx.rules
    usual = cx.rules.usual
    key = "for_players" if usual == ns[0] else "for_players_usually"
    told = [cx.sentence(key, n=many, of=players_noun(cx, ns), usual=str(usual))]
    if rules.minutes:
        low, high = rules.minutes
        told.append(cx.sentence("for_minutes_to" if low < high else "for_minutes", a=str(low), b=str(high)))
    if rules.family:
        told.append(cx.sentence("of_family", family=family(rules.family, cx.grammar.code)))
    found: list[Block] = [Paragraph(" ".join(told), ("players", "minutes", "family"))]
    chosen = [f"{cx.words.label(f'options.{name}')}: {option_value(cx, name)}" for name in setting.given]
    if chosen:
        found.append(Paragraph(cx.sentence("agreed", options="; ".join(chosen))))
    return tuple(found)
