"""Make the text of a ruleset to start from: a variant of a game, or a small game of its own."""

from croupier.workbench.scaffold.game import new_game
from croupier.workbench.scaffold.names import all_new, checked_name, titled, write_new
from croupier.workbench.scaffold.variant import SEATS, found, new_variant

__all__ = ["SEATS", "all_new", "checked_name", "found", "new_game", "new_variant", "titled", "write_new"]
