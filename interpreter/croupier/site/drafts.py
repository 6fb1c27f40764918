"""Unsaved texts of the studio, which are stored too, so that closing the page loses nothing."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path


class Drafts:
    """Texts that are not saved, by the ruleset that they are typed for, in a folder of their own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def names(self) -> list[str]:
        """Return the rulesets of which something is not saved."""
        return sorted(path.stem for path in self._folder.glob("*.yaml.json"))

    def read(self, main: str) -> dict[str, str]:
        """Return the texts, by file; none if there are none."""
        try:
            found = json.loads(self._path(main).read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        return {str(name): text for name, text in found.items() if isinstance(text, str)}

    def write(self, main: str, texts: Mapping[str, str]) -> None:
        """Save the draft of a ruleset; delete it if no texts are left."""
        if not texts:
            self._path(main).unlink(missing_ok=True)
        elif texts != self.read(main):
            self._path(main).write_text(json.dumps(texts, ensure_ascii=False), "utf-8")

    def _path(self, main: str) -> Path:
        return self._folder / f"{Path(main).name}.json"
