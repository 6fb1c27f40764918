"""The texts of the studio's page itself, for buttons and screen readers."""

from __future__ import annotations

from croupier.base.language import tr
from croupier.web import labels as of_table


def labels() -> dict[str, str]:
    """Return the texts of the page in the current language, by key; those for a table included."""
    return of_table() | _desk() | _bench() | _panels() | _figures()


def _desk() -> dict[str, str]:
    return {
        "begin_title": tr("What do you want to write?"),
        "checking": tr("checking …"),
        "clash": tr("These files have changed on disk since you opened them; nothing was written:"),
        "copies": tr("A copy of a bundled game"),
        "discard": tr("Discard it"),
        "done": tr("OK"),
        "drafted": tr("Not saved yet, kept in this browser"),
        "files": tr("Files"),
        "find": tr("Find"),
        "format": tr("Format"),
        "fresh": tr("Something new"),
        "invalid": tr("not valid"),
        "kept": tr("In this folder"),
        "leave": tr("Cancel"),
        "name": tr("Name"),
        "offered": tr("This browser has unsaved text for a file that has changed since:"),
        "overwrite": tr("Keep my version"),
        "own": tr("nothing: a small new game"),
        "plays": tr("(the game can still be played; see the problems next to the rules)"),
        "rename": tr("Another name"),
        "reread": tr("Use their version"),
        "restarted": tr(
            "The studio was started again with another URL. Your text is kept in this browser: open the new URL."
        ),
        "restored": tr("Unsaved text was restored from this browser."),
        "save": tr("Save"),
        "saved": tr("Saved:"),
        "split": tr("Width of the texts"),
        "start": tr("Start"),
        "texts": tr("The texts"),
        "undrafted": tr("This browser cannot keep unsaved text; save often."),
        "unsent": tr("Not saved: the connection is lost. The text is kept in this browser."),
        "use_draft": tr("Use the unsaved text"),
        "valid": tr("valid"),
        "variant_of": tr("as a variant of"),
        "write": tr("write"),
    }


def _bench() -> dict[str, str]:
    return {
        "all": tr("Play every seat"),
        "bots": tr("Let others play"),
        "deal": tr("New deal"),
        "follow": tr("the current player"),
        "here": tr("Continue from here"),
        "last_moves": tr("number of moves offered"),
        "notable": tr("The table opens when the rules are valid."),
        "onwards": tr("Continue with these rules"),
        "parted": tr("The new rules first differ after this many decisions:"),
        "record": tr("Make this position a scenario"),
        "recorded": tr("The scenario is in the text:"),
        "right": tr("Statistics"),
        "view": tr("Seen by"),
    }


def _panels() -> dict[str, str]:
    return {
        "clear": tr("Remove the marks"),
        "coverage_told": tr("Plays many games with various options and counts how often each line was used."),
        "fail": tr("fails"),
        "games": tr("Games"),
        "games_played": tr("games played"),
        "never": tr("never"),
        "never_title": tr("Never used"),
        "nothing_differs": tr("There is nothing to compare yet."),
        "often": tr("used"),
        "options_told": tr("Each change starts a new game with the same rules."),
        "panel_coverage": tr("Coverage"),
        "panel_differences": tr("Differences"),
        "panel_options": tr("Options"),
        "panel_rules": tr("Printed rules"),
        "panel_scenarios": tr("Scenarios"),
        "panel_simulation": tr("Many games"),
        "panel_table": tr("Table"),
        "partly": tr("partly unused"),
        "pass": tr("passes"),
        "passed": tr("scenarios pass"),
        "players": tr("Players"),
        "policy": tr("played by"),
        "preset": tr("Preset"),
        "rare": tr("rarely"),
        "run_coverage": tr("Play and count"),
        "run_differences": tr("Compare again"),
        "run_rulebook": tr("Print again"),
        "run_scenarios": tr("Play the scenarios"),
        "run_simulation": tr("Play many games"),
        "running": tr("working …"),
        "same": tr("The rules are the same."),
        "seats": tr("Who plays"),
        "seed": tr("Seed"),
        "stop": tr("Stop"),
    }


def _figures() -> dict[str, str]:
    return {
        "decisions": tr("decisions per game"),
        "interval": tr("95 % interval"),
        "leading": tr("Lead during the game"),
        "leading_told": tr("game progress (% of turns) and share of games in which the winner leads"),
        "lengths": tr("Length"),
        "mean": tr("mean"),
        "measure": tr("measure"),
        "scores": tr("Scores"),
        "scores_told": tr("score at the end; darker: winners"),
        "wins": tr("Wins"),
        "wins_told": tr("% of wins by seat order; dashed: fair share"),
    }
