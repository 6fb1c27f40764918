"""Colour lines of the table for a terminal: red suits, bold headings and numbers, faint asides; or plain text.

Only colours that can be read on white and on black are used, and the text says everything without them.
"""

from __future__ import annotations

import re
import sys

BOLD, FAINT, RED, GREEN, PLAIN = "\x1b[1m", "\x1b[2m", "\x1b[31m", "\x1b[32m", "\x1b[0m"
LINED = "\x1b[4m"
KEY = "\x01"
"""The mark before a key that can be typed: a number or a letter."""
LIT = "\x02"
"""The mark before a thing that can be pointed at."""
RULE = "─"
"""A line that begins with it is a heading."""

_PART = re.compile(
    rf"(?P<lit>{LIT}[^\s\]]+)|(?P<key>{KEY}\s*[@-]?\w+)|(?P<red>\w+[♥♦])|(?P<combo>[\[\]])"
    rf"|(?P<aside>\([^()♥♦{KEY}{LIT}]*\))"
)


def painted(line: str, colours: bool) -> str:
    """Return the line as it is to be written."""
    if not colours:
        return line.replace(KEY, "").replace(LIT, "")
    if line.startswith(RULE):
        return f"{BOLD}{line.replace(LIT, '')}{PLAIN}"
    return _PART.sub(_paint, line)


def _paint(part: re.Match[str]) -> str:
    match part.lastgroup:
        case "key":
            return f"{BOLD}{part[0].removeprefix(KEY)}{PLAIN}"
        case "lit":
            card = part[0].removeprefix(LIT)
            return f"{LINED}{RED if card[-1] in '♥♦' else ''}{card}{PLAIN}"
        case "red":
            return f"{RED}{part[0]}{PLAIN}"
        case "combo":
            return f"{GREEN}{part[0]}{PLAIN}"
    return f"{FAINT}{part[0]}{PLAIN}"


def shows_signs() -> bool:
    """Return whether stdout can show the signs of suits."""
    try:
        "♠♥♦♣ · → ─ …".encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except (UnicodeError, LookupError):
        return False
    return True
