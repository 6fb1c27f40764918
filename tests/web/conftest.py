"""Pages in a browser, for the slow tests."""

from tests.web.browsers import browser, look, serve

__all__ = ["browser", "look", "serve"]
