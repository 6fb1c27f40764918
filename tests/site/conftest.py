"""Pages in a browser, for the slow tests."""

from tests.web.browsers import browser

__all__ = ["browser"]
