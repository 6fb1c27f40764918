"""The pages without a server: the engine runs in a worker of the page, from a folder that any host of files serves.

`Desk` answers in the worker whatever a page asks: what there is to play, a table, the studio. `build` makes the folder;
what is needed there and not here, Pyodide's core, is handed to it (`core`).
"""

from croupier.site.desk import Desk
from croupier.site.keeping import Keeping

__all__ = ["Desk", "Keeping", "building", "core"]
