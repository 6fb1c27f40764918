"""The texts of the page itself, for buttons and screen readers."""

from __future__ import annotations

from croupier.base.language import tr
from croupier.words import players


def kinds() -> dict[str, str]:
    """Return the names of computer players."""
    return {f"kind_{who}": name for who, name in players.kinds().items()}


def of_lobby() -> dict[str, str]:
    """Return the texts of a lobby: the choice of a game, its options and players."""
    return {
        "chat": tr("Chat"),
        "copied": tr("Copied."),
        "copy": tr("Copy"),
        "find": tr("Find a game"),
        "free": tr("free"),
        "games": tr("Games"),
        "invite": tr("Invite people"),
        "local": tr("Only this machine can open this link. To invite others, start with --host 0.0.0.0."),
        "lobby": tr("End the game"),
        "name": tr("Your name"),
        "options": tr("Options"),
        "person": tr("a person"),
        "play": tr("Play"),
        "players": tr("players"),
        "preset": tr("Preset"),
        "rules": tr("Rules"),
        "say": tr("Send"),
        "seat": tr("Seat"),
        "seats": tr("Players"),
        "sit": tr("Sit here"),
        "stand": tr("Only watch"),
        "talk": tr("Allow chat"),
        "wait": tr("The host chooses the game."),
        "watching": tr("Watching"),
    }


def labels() -> dict[str, str]:
    """Return the texts of the page in the current language, by the names that it knows them by."""
    return {
        "again": tr("Play again"),
        "back": tr("Back"),
        "begin": tr("To the beginning"),
        "cancel": tr("Choose something else"),
        "cards": tr("cards"),
        "close": tr("Close"),
        "dark": tr("Dark"),
        "down": tr("face down"),
        "dropped": tr("The connection is lost. Trying again …"),
        "earlier": tr("Earlier"),
        "empty": tr("empty"),
        "gap": tr("empty place"),
        "click": tr("until you click"),
        "fast": tr("fast"),
        "hint": tr("Hint"),
        **kinds(),
        "hold": tr("Pause"),
        "language": tr("Language"),
        "later": tr("Later"),
        "light": tr("Light"),
        "log": tr("Log"),
        "look": tr("Colours"),
        "makes": tr("Combinations"),
        "moves": tr("Your moves"),
        "normal": tr("normal"),
        "now": tr("Back to now"),
        "off": tr("off"),
        "opened": tr("face up for all"),
        "others": tr("Other players"),
        "partner": tr("your team"),
        "spectator": tr("You watch this game: you see what all players see."),
        "pace": tr("Motion"),
        "past": tr("You are looking at an earlier position; the game is unchanged."),
        "place": tr("place"),
        "proceed": tr("Continue"),
        "remembered": tr("you remember"),
        "retake": tr("Continue here"),
        "recalled": tr("seen before"),
        "review": tr("Best and worst moves"),
        "sheet": tr("Score sheet"),
        "sound": tr("Sound on your turn"),
        "slow": tr("slow"),
        "system": tr("Same as system"),
        "table": tr("Table"),
        "then": tr("Position"),
        "thinks": tr("thinks …"),
        "told": tr("{place}: {what}"),
        "undo": tr("Undo"),
        "redo": tr("Redo"),
        "restart": tr("Start this deal over"),
        "finish": tr("Finish"),
        "sure": tr("The game ends with this. Do it?"),
        "sort": tr("Sort by"),
        "waiting": tr("waiting for"),
        "why": tr("Why not?"),
        "wild": tr("wild"),
        "yours": tr("Your cards"),
        "you": tr("you"),
        "away": tr("is not here"),
        "turn": tr("It is your turn."),
    }
