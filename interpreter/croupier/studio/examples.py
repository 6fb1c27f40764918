"""A position of the game, and what was done from there, to an example of play in the text of the ruleset."""

from __future__ import annotations

from typing import TypeAlias

from croupier.studio.bench import Bench
from croupier.studio.messages import Record
from croupier.studio.papers import Papers

Json: TypeAlias = dict[str, object]


def example(papers: Papers, bench: Bench, wanted: Record) -> Json:
    return {}
