"""Choose the language of messages for `croupier_dsl` and for this package."""

from __future__ import annotations

from pathlib import Path

from croupier_dsl.language import (
    SOURCE,
    add_catalogs,
    current,
    languages,
    later,
    ntr,
    preferred,
    said,
    speak,
    speaking,
    tr,
)

__all__ = ["SOURCE", "current", "languages", "later", "ntr", "preferred", "said", "speak", "speaking", "tr"]

CATALOGS = Path(__file__).parents[1] / "locale"
DOMAIN = "croupier"

add_catalogs(DOMAIN, CATALOGS)
