"""The texts of a site's first page, and of the bar above the others."""

from __future__ import annotations

from croupier.base.language import tr
from croupier.web.labels import kinds


def labels() -> dict[str, str]:
    """Return the texts in the current language, by the names that the page knows them by."""
    return kinds() | {
        "broken": tr("The engine has stopped; reload the page."),
        "change": tr("Change the rules"),
        "download": tr("Download"),
        "drop": tr("Delete"),
        "elsewhere": tr("This page is now open in another tab. Nothing is lost."),
        "fetching": tr("Downloading the engine (first time only) …"),
        "find": tr("Find a game"),
        "games": tr("Games"),
        "here": tr("Continue here"),
        "language": tr("Language"),
        "left": tr("Continue with"),
        "moves": tr("moves"),
        "offline": tr("This page works without the network now."),
        "options": tr("Options"),
        "others": tr("Other players"),
        "over": tr("it is over"),
        "own": tr("Your rules"),
        "play": tr("Play"),
        "players": tr("players"),
        "preset": tr("Preset"),
        "starting": tr("The engine starts …"),
        "studio": tr("Studio"),
        "unkept": tr("This browser saves nothing; download the files that you want to keep."),
        "unsaved": tr("not saved yet"),
    }
