"""Games in files: every acknowledged move is on disk, and a record alone suffices to replay a game."""

from __future__ import annotations

from croupier.table.record.digest import digest
from croupier.table.record.errors import RecordError, reason
from croupier.table.record.header import Header, checksum
from croupier.table.record.lines import written
from croupier.table.record.record import Record
from croupier.table.record.transcript import Recorded, Replayed, Transcript, read

__all__ = [
    "Header",
    "Record",
    "RecordError",
    "Recorded",
    "Replayed",
    "Transcript",
    "checksum",
    "digest",
    "read",
    "reason",
    "written",
]
