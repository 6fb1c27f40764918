"""Find rules that leak hidden information, by play: hidden cards are exchanged, and a seat's information may change
only by cards that it is shown and by choices of others.
"""

from __future__ import annotations

from croupier.workbench.secrets.verdict import GAMES, Finding, Verdict, examine

__all__ = ["GAMES", "Finding", "Verdict", "beside", "examine"]
