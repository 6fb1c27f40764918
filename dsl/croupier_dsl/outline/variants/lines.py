"""Find the files of a variant, in the order in which they are merged: its game first."""

from __future__ import annotations

import re
from collections.abc import Callable
from collections.abc import Sequence as Several
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from croupier_dsl.classes import frozen
from croupier_dsl.diagnostics import Diagnostic
from croupier_dsl.errors import libraries
from croupier_dsl.errors import variants as errors
from croupier_dsl.folders import folders_of, rulesets_below, rulesets_in
from croupier_dsl.outline.libraries import is_library, with_libraries
from croupier_dsl.outline.opening import Opener, is_variant
from croupier_dsl.outline.reading import several
from croupier_dsl.reader import Document, Mapping, Scalar
from croupier_dsl.source import SourceFile, Span
from croupier_dsl.spelling import nearest
from croupier_dsl.syntax import Used

MOST_ABOVE = 8
"""The maximum depth of stacked variants."""
MOST_LAYERS = 32
"""The maximum number of files of one variant."""
_BARE = re.compile(r"[A-Za-z0-9_]+(-[A-Za-z0-9_]+)*")


@dataclass(slots=True, eq=False)
class Layer:
    """One file of several: a game or a variant, and the layers that it builds on."""

    name: str
    document: Document
    root: Mapping
    variant: bool
    game: str = ""
    below: list[Layer] = field(default_factory=list)
    used: tuple[Used, ...] = ()

    def builds_on(self, other: Layer) -> bool:
        """Return whether the other is below this layer. Each layer is visited once, however many paths lead to it."""
        seen, ahead = set[Layer](), [*self.below]
        while ahead and ahead[-1] is not other:
            layer = ahead.pop()
            if layer not in seen:
                seen.add(layer)
                ahead += layer.below
        return bool(ahead)


@frozen
class Line:
    """Layers from the game up. `top`: the variant itself; None: several were put together by whoever asked.

    `stacked`: those that were asked for.
    """

    layers: tuple[Layer, ...]
    stacked: tuple[Layer, ...]
    top: Layer | None

    @property
    def game(self) -> Layer:
        return self.layers[0]

    @property
    def name(self) -> str:
        return self.top.name if self.top else "-with-".join(layer.name for layer in self.stacked)

    @property
    def lineage(self) -> tuple[str, ...]:
        """Return the names of what it is of, the nearest first, the game last."""
        below = self.layers[:-1] if self.top else self.layers
        return tuple(layer.name for layer in reversed(below))


def line_of(opener: Opener, document: Document, stack: Several[Path] = ()) -> Line | None:
    """Return the line of a ruleset with variants applied to it; None if a part is missing or invalid."""
    finder = _Finder(opener)
    first = finder.layer(document, ())
    if first is None:
        return None
    asked = [first]
    for path in stack:
        opened = finder.open(path)
        layer = finder.layer(opened, ()) if opened else None
        if layer is None:
            return None
        if not layer.variant or layer.game != first.game:
            nowhere = Span(SourceFile(str(path), "", path), 0, 0)
            opener.diagnostics.add(errors.not_of_one_game(nowhere, layer.name, layer.game, first.game))
            return None
        asked.append(layer)
    kept = tuple(layer for layer in asked if not any(other.builds_on(layer) for other in asked))
    kept = tuple(dict.fromkeys(kept)) if len(kept) > 1 else kept
    return Line(tuple(finder.layers), kept, kept[0] if len(kept) == 1 else None)


class _Finder:
    """Goes from each variant to what it is of; every file is read once."""

    def __init__(self, opener: Opener) -> None:
        self.opener = opener
        self.layers: list[Layer] = []
        self.known: dict[Path | None, Layer] = {}
        self.documents: dict[Path, Document | None] = {}

    def open(self, path: Path) -> Document | None:
        key = path.resolve()
        if key not in self.documents:
            self.documents[key] = self.opener.file(path)
        return self.documents[key]

    def layer(self, document: Document, above: tuple[tuple[str, Path | None], ...]) -> Layer | None:
        """Return the layer of a document, those that it builds on being made before it."""
        root, path = document.root, document.source.path
        assert isinstance(root, Mapping)
        key = path.resolve() if path else None
        if key in self.known:
            return self.known[key]
        if is_library(document):
            said = root.get("library") or root
            self.opener.diagnostics.add(libraries.not_a_game(said.span, _name(root, "library", document)))
            return None
        variant = is_variant(document)
        made = Layer(_name(root, "variant" if variant else "game", document), document, root, variant)
        if not variant:
            made.game = made.name
            made.root, made.used = with_libraries(root, partial(self.library, document), self.opener.diagnostics)
            return self.keep(key, made)
        here = (*above, (made.name, key))
        for word in several(root.get("of")):
            if not isinstance(word, Scalar):
                return None
            base = self.base(word, document, here)
            if base is None:
                return None
            if made.game not in ("", base.game):
                note = errors.not_of_one_game(word.span, base.name, base.game, made.game)
                self.opener.diagnostics.add(note)
                return None
            made.game = base.game
            made.below.append(base)
        return self.keep(key, made) if made.below else None

    def keep(self, key: Path | None, made: Layer) -> Layer:
        self.known[key] = made
        self.layers.append(made)
        return made

    def base(self, word: Scalar, document: Document, here: tuple[tuple[str, Path | None], ...]) -> Layer | None:
        """Return the layer for a name in `of`."""
        note = self.opener.diagnostics.add
        path = self.named(word, document, errors.unknown_base)
        if path is None:
            return None
        round_again = [number for number, (_, other) in enumerate(here) if other == path]
        if round_again:
            note(errors.circle(word.span, [*(name for name, _ in here[round_again[0] :]), here[round_again[0]][0]]))
            return None
        if len(here) > MOST_ABOVE or len(self.documents) >= MOST_LAYERS:
            note(errors.too_long_a_line(word.span, MOST_ABOVE if len(here) > MOST_ABOVE else MOST_LAYERS))
            return None
        opened = self.open(path)
        return self.layer(opened, here) if opened else None

    def library(self, document: Document, word: Scalar) -> Document | None:
        """Return the library for a name in `uses`."""
        path = self.named(word, document, libraries.unknown_library)
        return self.open(path) if path else None

    def named(
        self, word: Scalar, document: Document, unknown: Callable[[Span, str, str | None, set[str]], Diagnostic]
    ) -> Path | None:
        """Return the file that a document calls by its bare name; what is wrong with the name is said."""
        note, of = self.opener.diagnostics.add, document.source.path
        if not _BARE.fullmatch(word.text):
            note(errors.base_is_a_path(word.span, word.text))
            return None
        path = self.locate(word.text, of)
        if path is None:
            bundled = {*rulesets_below(self.opener.bundled)} if self.opener.bundled else set()
            known = (bundled | {path.stem for path in rulesets_in(of.parent)}) - {of.stem} if of else bundled
            note(unknown(word.span, word.text, nearest(word.text, known), bundled))
        return path

    def locate(self, name: str, of: Path | None) -> Path | None:
        """Return the file for a name: one next to the file that has it, else a bundled one.

        A file cannot refer to itself.
        """
        own = of.resolve() if of else None
        found: Path | None = None
        bundled = folders_of(self.opener.bundled) if self.opener.bundled else []
        for folder in ([of.parent] if of else []) + bundled:
            if found in (None, own):
                path = folder / f"{name}.yaml"
                self.opener.looked.append(path)
                found = path.resolve() if self.opener.files.is_file(path) else found
        return found


def _name(root: Mapping, key: str, document: Document) -> str:
    node = root.get(key)
    if isinstance(node, Scalar) and not node.empty:
        return node.text
    return Path(document.source.name).stem
