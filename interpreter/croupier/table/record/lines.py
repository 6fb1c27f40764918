"""Parse and write lines of a record, with the checks that apply to every line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path

from croupier.base.language import tr
from croupier.table.record import errors

MOST_HEADER = 16 << 20
"""The maximum length of the first line, in bytes."""
MOST_LINE = 32 << 10
"""The maximum length of any other line, in bytes."""
MOST_LINES = 1_000_000
SUM = 12
"""The number of digits of a line's checksum."""
ROOM = SUM + len(',"sum":""')
"""The room of the checksum in a line, in characters."""
_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")


def written(data: Mapping[str, object]) -> bytes:
    """Return a line: one object, UTF-8, its newline at the end. ValueError or TypeError for what JSON cannot hold."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.encode() + b"\n"


def summed(data: Mapping[str, object], before: str) -> tuple[bytes, str]:
    """Return a line with a `sum` that chains it to a line with the sum `before`, and that `sum`."""
    own = sum_of(data, before)
    return written({**data, "sum": own}), own


def sum_of(data: Mapping[str, object], before: str) -> str:
    """Return the checksum that reveals a changed, lost or moved line: `docs/reference/records.md` is the norm."""
    said = {key: value for key, value in data.items() if key != "sum"}
    text = json.dumps(said, sort_keys=True, separators=(",", ":"))
    return sha256(f"{before}\n{text}".encode()).hexdigest()[:SUM]


def split(path: Path, data: bytes) -> Iterator[tuple[int, int, dict[str, object]]]:
    """Yield (number of the line from 1, its end, its contents) for each complete line."""
    start = number = 0
    while (end := data.find(b"\n", start)) >= 0:
        number += 1
        most = MOST_LINE if number > 1 else MOST_HEADER
        if end - start > most:
            raise errors.bad_line(path, number, tr("the line is longer than {n} bytes", n=most))
        if number > MOST_LINES:
            raise errors.bad_line(path, number, tr("a record may have at most {n} lines", n=MOST_LINES))
        yield number, end + 1, _object(path, number, data[start:end])
        start = end + 1


def _object(path: Path, number: int, line: bytes) -> dict[str, object]:
    try:
        found = json.loads(line.decode("utf-8", "strict"))
    except UnicodeDecodeError:
        raise errors.bad_line(path, number, tr("the line is not UTF-8")) from None
    except (ValueError, RecursionError):
        raise errors.bad_line(path, number, tr("the line is not JSON")) from None
    if not isinstance(found, dict):
        raise errors.bad_line(path, number, tr("the line is not a JSON object"))
    return found


def printable(value: object) -> bool:
    """Return whether all texts in the data are safe to show on a terminal, without control characters."""
    if isinstance(value, str):
        return _UNPRINTABLE.search(value) is None
    if isinstance(value, dict):
        return all(_UNPRINTABLE.search(key) is None and printable(held) for key, held in value.items())
    return not isinstance(value, list) or all(map(printable, value))
