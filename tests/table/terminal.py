"""A command in a terminal of its own: what is typed goes in, what is on the screen comes out."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from types import TracebackType
from typing import Self

_ESCAPE = re.compile(r"\x1b(\[[0-9;?>=]*[a-zA-Z]|[=>]|\][^\x07]*\x07|\([A-Z])")


class Terminal:
    """`with Terminal("play", …) as screen:` `screen.see("P1> ")`, `screen.type("1")`."""

    def __init__(self, *words: object, **environment: str) -> None:
        self._main, other = pty.openpty()
        fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 80, 0, 0))
        self.raw = ""
        self._read = 0
        env = os.environ | {"TERM": "dumb", "COLUMNS": "80", "LINES": "40", "LC_ALL": "C.UTF-8"} | environment
        command = [sys.executable, "-m", "croupier", *map(str, words)]
        self.process = subprocess.Popen(command, stdin=other, stdout=other, stderr=other, env=env, close_fds=True)
        os.close(other)

    def see(self, *texts: str, seconds: float = 60) -> str:
        """Wait until one of the texts comes; what has come since last time."""
        end = time.monotonic() + seconds
        while True:
            new = _ESCAPE.sub("", self.raw)[self._read :]
            places = [new.find(text) + len(text) for text in texts if text in new]
            if places:
                self._read += min(places)
                return new[: min(places)]
            ready, _, _ = select.select([self._main], [], [], 0.1)
            if ready:
                try:
                    data = os.read(self._main, 65536)
                except OSError:
                    data = b""
                self.raw += data.decode("utf-8", "replace")
                if b"\x1b[6n" in data:
                    os.write(self._main, b"\x1b[1;1R")
            assert time.monotonic() < end, f"{texts} did not come:\n{new[-3000:]}"

    def type(self, text: str) -> None:
        os.write(self._main, f"{text}\r".encode())

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self._main)
