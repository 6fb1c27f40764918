"""Do the rules tell a seat what it may not know? Found by play: hidden cards are exchanged, and nothing it is told may
change but by cards that it is shown and by what others choose."""

from __future__ import annotations

from croupier.workbench.secrets.verdict import GAMES, Finding, Verdict, examine

__all__ = ["GAMES", "Finding", "Verdict", "beside", "examine"]
