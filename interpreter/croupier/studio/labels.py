"""What the page of the studio itself says, on its buttons and to those who hear it read."""

from __future__ import annotations

from croupier.base.language import tr
from croupier.web import labels as of_table


def labels() -> dict[str, str]:
    """The texts of the page in the language spoken, by the names that it knows them by; those of a table as well."""
    return of_table() | _desk() | _bench() | _panels() | _figures()


def _desk() -> dict[str, str]:
    return {
        "begin_title": tr("What do you want to write?"),
        "checking": tr("checking …"),
        "clash": tr("Somebody else has changed these files since they were opened; nothing was written:"),
        "copies": tr("A game that comes along, as a copy of your own"),
        "done": tr("Do it"),
        "files": tr("Files"),
        "find": tr("Find"),
        "format": tr("Lay out"),
        "fresh": tr("Something new"),
        "invalid": tr("not valid"),
        "kept": tr("In this folder"),
        "leave": tr("Leave it"),
        "name": tr("Name"),
        "overwrite": tr("Write mine over them"),
        "own": tr("nothing: a small game of its own"),
        "plays": tr("(it is played all the same: what is wrong stands beside the rules)"),
        "rename": tr("Another name"),
        "reread": tr("Take theirs"),
        "save": tr("Save"),
        "saved": tr("Saved:"),
        "start": tr("Begin"),
        "texts": tr("The texts"),
        "valid": tr("valid"),
        "variant_of": tr("as a variant of"),
        "write": tr("write"),
    }


def _bench() -> dict[str, str]:
    return {
        "all": tr("Play every seat"),
        "bots": tr("Let others play"),
        "deal": tr("Deal anew"),
        "follow": tr("whoever has to decide"),
        "here": tr("Play on from here"),
        "last_moves": tr("how many moves before"),
        "notable": tr("There is no table until the rules are valid."),
        "onwards": tr("Play on under these rules"),
        "parted": tr("The new rules part after so many decisions:"),
        "record": tr("Make this position a scenario"),
        "recorded": tr("The scenario stands in the text:"),
        "right": tr("What the rules come to"),
        "view": tr("Seen by"),
    }


def _panels() -> dict[str, str]:
    return {
        "clear": tr("Take the marks away"),
        "coverage_told": tr("Many games are played, with various options, and each line says how much of it happened."),
        "fail": tr("fails"),
        "games": tr("Games"),
        "games_played": tr("games played"),
        "never": tr("never"),
        "never_title": tr("Never happened"),
        "nothing_differs": tr("There is nothing to compare it with yet."),
        "often": tr("happened"),
        "options_told": tr("Each change begins another game with the same rules."),
        "panel_coverage": tr("Coverage"),
        "panel_differences": tr("Differences"),
        "panel_options": tr("Options"),
        "panel_rules": tr("Printed rules"),
        "panel_scenarios": tr("Scenarios"),
        "panel_simulation": tr("Many games"),
        "panel_table": tr("Table"),
        "partly": tr("in part never"),
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
        "running": tr("at work …"),
        "same": tr("The rules are the same."),
        "seats": tr("Who plays"),
        "seed": tr("Seed"),
        "stop": tr("Stop"),
    }


def _figures() -> dict[str, str]:
    return {
        "decisions": tr("decisions in a game"),
        "interval": tr("95 % interval"),
        "leading": tr("Who leads on the way"),
        "leading_told": tr("% of the turns that have been played; in how many games the winner leads"),
        "lengths": tr("How long it takes"),
        "mean": tr("mean"),
        "measure": tr("measure"),
        "scores": tr("What is scored"),
        "scores_told": tr("score at the end; darker: winners"),
        "wins": tr("Who wins"),
        "wins_told": tr("% of the wins by order of play; dashed: fair"),
    }
