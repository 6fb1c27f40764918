"""The frame of a command in the current language: its help, its options, and click's usage errors."""

from __future__ import annotations

import gettext
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from inspect import cleandoc
from itertools import pairwise
from typing import TypeVar

import click

from croupier.base.language import CATALOGS, DOMAIN, languages, preferred, speaking, tr

Say = Callable[[str], str]
Framed = TypeVar("Framed", bound=click.Command)
FLAG = "--lang"


def wanted(words: Sequence[str]) -> str:
    """Return the language that the words of a command request, anywhere among them; else that from the environment.

    It has to be known before they are parsed, since parse errors use it too.
    """
    asked = [word.partition("=")[2] for word in words if word.startswith(f"{FLAG}=")]
    asked += [after for word, after in pairwise(words) if word == FLAG]
    return next((language for language in asked if language in languages()), preferred())


class Page(click.HelpFormatter):
    """A page of help; its headings end as headings do in the language spoken."""

    def write_heading(self, heading: str) -> None:
        self.write(" " * self.current_indent + tr("{title}:", title=heading) + "\n")


class Call(click.Context):
    """A command that was called."""

    formatter_class = Page


@contextmanager
def framed(language: str) -> Iterator[None]:
    """Use a language within the context, also for click, which takes its words from gettext's catalog."""
    before = gettext.textdomain(), os.environ.get("LANGUAGE")
    gettext.bindtextdomain(DOMAIN, str(CATALOGS))
    gettext.textdomain(DOMAIN)
    os.environ["LANGUAGE"] = language
    try:
        with speaking(language):
            yield
    finally:
        gettext.textdomain(before[0])
        if before[1] is None:
            del os.environ["LANGUAGE"]
        else:
            os.environ["LANGUAGE"] = before[1]


def spoken(command: Framed, say: Say = tr) -> Framed:
    """Return the command with its help in the words of `say`, paragraph by paragraph; examples of commands stay.

    It is a copy in every language, since click keeps the help option that a command has made once.
    """
    told = copy(command)
    told.context_class = Call
    told.help = _paragraphs(command.help, say)
    told.epilog = _paragraphs(command.epilog, say)
    told.options_metavar = say(command.options_metavar) if command.options_metavar else command.options_metavar
    told.params = [_parameter(param, say) for param in command.params]
    if isinstance(told, click.Group):
        told.subcommand_metavar = say(told.subcommand_metavar)
    return told


def _parameter(param: click.Parameter, say: Say) -> click.Parameter:
    told = copy(param)
    if param.metavar is not None and len(param.metavar) > 1:  # one letter is the same everywhere
        told.metavar = say(param.metavar)
    if isinstance(told, click.Option) and told.help:
        told.help = say(told.help)
    if isinstance(told.type, click.IntRange | click.FloatRange):
        told.type = copy(told.type)
        told.type.name = say(told.type.name)
    return told


def _paragraphs(text: str | None, say: Say) -> str | None:
    return None if text is None else "\n\n".join(_paragraph(part, say) for part in cleandoc(text).split("\n\n"))


def _paragraph(text: str, say: Say) -> str:
    """Translate the heading after click's mark that keeps lines; the following lines are the same in every language."""
    mark, heading, *lines = text.split("\n") if text.startswith("\b\n") else ("", " ".join(text.split()))
    return "\n".join([*([mark] if mark else []), say(heading), *lines])
