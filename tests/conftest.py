"""Where the suite keeps what it has compiled."""

from __future__ import annotations

import os

import pytest

from croupier.cache import FOLDER


def pytest_configure(config: pytest.Config) -> None:
    """Rules that were compiled are kept beside what pytest keeps, for all processes of the suite."""
    if config.cache is not None:
        os.environ.setdefault(FOLDER, str(config.cache.mkdir("rules")))
