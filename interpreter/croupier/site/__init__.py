"""Pages without a server: the engine runs in a worker of the page, from a folder on any static host.

`Desk` answers a page's requests in the worker: the list of games, a table, the studio. `build` makes the folder;
Pyodide's core, which is not part of the project, is passed in (`core`).
"""

from croupier.site.desk import Desk
from croupier.site.keeping import Keeping

__all__ = ["Desk", "Keeping", "building", "core"]
