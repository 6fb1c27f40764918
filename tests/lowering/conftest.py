"""Every program that these tests lower is checked for names that are read where they need not have a value."""

from __future__ import annotations

from .assigned import verified  # noqa: F401  # a fixture
