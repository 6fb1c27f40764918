"""How much the reference has noted: compiled rules note nothing, and count it to the last note."""

from __future__ import annotations

from croupier.base.events import MOST_NOTES
from croupier.lowering.base import Base


class Noting(Base):
    """The part of the lowering that counts notes."""

    def note(self, number: int | str) -> None:
        """The reference notes so many things here."""
        self.line(f"{self.layout.cell('notes')} += {number}")

    def stop_at_limit(self) -> None:
        """Written where a decision is due: the game is over if it has had as many as it may have, or if its log is
        full."""
        notes = self.layout.cell("notes")
        with self.block(f"if {self.layout.cell('decisions')} >= {self.program.limit} or {notes} >= {MOST_NOTES}:"):
            self.over(1)
        self.line(f"{self.layout.cell('noted')} = {notes}")

    def over(self, how: int) -> None:
        """The game is over, at its limit (1) or at its end (2), if nothing was at fault. Where more has been noted
        since the last decision than may be, the reference says what is wrong."""
        layout = self.layout
        self.line(f"{layout.cell('over')} = {how}")
        self.note(1)
        many = f"{layout.cell('notes')} - {layout.cell('noted')} > {MOST_NOTES}"
        self.line(f"return -1 if {layout.cell('fault')} or {many} else 0")
