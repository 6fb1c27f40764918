"""Games kept in files: every acknowledged move is on disk, and any game can be played again from its record alone."""

from __future__ import annotations

from croupier.record.digest import digest
from croupier.record.errors import RecordError
from croupier.record.header import Header
from croupier.record.record import Record
from croupier.record.transcript import Recorded, Replayed, Transcript, read

__all__ = ["Header", "Record", "RecordError", "Recorded", "Replayed", "Transcript", "digest", "read"]
