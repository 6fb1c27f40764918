"""The texts of a site's first page, and of the bar above the others."""

from __future__ import annotations

from croupier.base.language import tr


def labels() -> dict[str, str]:
    """Return the texts in the current language, by the names that the page knows them by."""
    return {
        "broken": tr("The engine has stopped; load the page again."),
        "change": tr("Change the rules"),
        "download": tr("Download"),
        "drop": tr("Delete"),
        "elsewhere": tr("This goes on in another tab. Nothing is lost."),
        "fetching": tr("Fetching, once …"),
        "find": tr("Find a game"),
        "games": tr("Games"),
        "here": tr("Go on here"),
        "language": tr("Language"),
        "left": tr("Go on with"),
        "moves": tr("moves"),
        "offline": tr("This page works without the network now."),
        "options": tr("Options"),
        "others": tr("The others"),
        "over": tr("it is over"),
        "own": tr("Your rules"),
        "play": tr("Play"),
        "players": tr("players"),
        "preset": tr("Preset"),
        "starting": tr("The engine starts …"),
        "studio": tr("Studio"),
        "unkept": tr("This browser keeps nothing; download what you want to keep."),
        "unsaved": tr("not saved yet"),
    }
