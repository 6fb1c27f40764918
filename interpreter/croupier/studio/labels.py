"""What the page of the studio itself says."""

from __future__ import annotations

from croupier.base.language import tr


def labels() -> dict[str, str]:
    """The texts of the page in the language spoken, by the names that it knows them by."""
    return {
        "title": tr("Studio"),
    }
