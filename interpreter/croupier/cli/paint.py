"""Lines of the table to what a terminal shows: red suits, bold headings and numbers, faint asides; or plain text.

Only colours that can be read on white and on black are used, and the text says everything without them.
"""

from __future__ import annotations

import re

BOLD, FAINT, RED, GREEN, PLAIN = "\x1b[1m", "\x1b[2m", "\x1b[31m", "\x1b[32m", "\x1b[0m"
KEY = "\x01"
"""Stands before what can be typed to choose: a number or a letter."""
RULE = "─"
"""A line that begins with it is a heading."""

_PART = re.compile(rf"(?P<key>{KEY}\s*[@-]?\w+)|(?P<red>\w+[♥♦])|(?P<combo>[\[\]])|(?P<aside>\([^()♥♦{KEY}]*\))")


def painted(line: str, colours: bool) -> str:
    """The line as it is to be written."""
    if not colours:
        return line.replace(KEY, "")
    if line.startswith(RULE):
        return f"{BOLD}{line}{PLAIN}"
    return _PART.sub(_paint, line)


def _paint(part: re.Match[str]) -> str:
    match part.lastgroup:
        case "key":
            return f"{BOLD}{part[0].removeprefix(KEY)}{PLAIN}"
        case "red":
            return f"{RED}{part[0]}{PLAIN}"
        case "combo":
            return f"{GREEN}{part[0]}{PLAIN}"
    return f"{FAINT}{part[0]}{PLAIN}"
