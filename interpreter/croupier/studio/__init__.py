"""The studio: rules are written and played at once, with editor services for the texts, and a table of these rules.

It knows no network and starts no thread: messages go in, messages come out (`Workshop`), and what takes long is done in
small pieces (`due`, `advance`). Files are reached through a `Folder`, on disk or kept by who hosts it.
"""

from croupier.studio.folder import Folder, Kept, OnDisk, Refused
from croupier.studio.messages import MOST
from croupier.studio.papers import Papers
from croupier.studio.workshop import Workshop

__all__ = ["MOST", "Folder", "Kept", "OnDisk", "Papers", "Refused", "Workshop"]
