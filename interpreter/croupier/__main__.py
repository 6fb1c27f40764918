"""Run the command line: `python -m croupier` is `croupier`."""

from __future__ import annotations

from croupier.cli import main

if __name__ == "__main__":
    main(prog_name="croupier")
