"""Open a ruleset and its sidecar files, and convert them to one syntax.Ruleset."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

from croupier_dsl import syntax as s
from croupier_dsl.diagnostics import Diagnostic, Diagnostics
from croupier_dsl.errors import reading as errors
from croupier_dsl.files import Files
from croupier_dsl.outline import paperwork, play, sections
from croupier_dsl.outline.beside import sources
from croupier_dsl.outline.libraries import is_library
from croupier_dsl.outline.opening import Opener
from croupier_dsl.outline.reading import Reading, is_language
from croupier_dsl.outline.variants.blame import Blame
from croupier_dsl.outline.variants.lines import Line, line_of
from croupier_dsl.outline.variants.merging import merged
from croupier_dsl.paths import in_short
from croupier_dsl.reader import Document, Mapping, Scalar
from croupier_dsl.source import SourceFile, Span
from croupier_dsl.structure import validate


def parse_text(text: str, name: str, diagnostics: Diagnostics, bundled: Path | None = None) -> s.Ruleset | None:
    """Return the ruleset in a text; None if it is unusable. `bundled`: the folder of possible base games."""
    opener = Opener(diagnostics, bundled)
    return _sorted(_ruleset(opener, opener.text(text, name), ()), diagnostics)


def parse_file(
    path: Path,
    diagnostics: Diagnostics,
    bundled: Path | None = None,
    variants: tuple[Path, ...] = (),
    looked: list[Path] | None = None,
    without: frozenset[Path] = frozenset(),
    files: Files | None = None,
) -> s.Ruleset | None:
    """Return the ruleset in a file, with its sidecar files; None if it is unusable.

    `variants` are applied to it, in this order. `looked` receives every file that was opened or looked for. `without`:
    sidecar files, of it or of its base, that are left out. `files`: the source of texts.
    """
    opener = Opener(diagnostics, bundled, without=without, files=files or Files())
    found = _sorted(_ruleset(opener, opener.file(path), variants), diagnostics)
    if looked is not None:
        looked.extend(opener.looked)
    return found


def _sorted(ruleset: s.Ruleset | None, diagnostics: Diagnostics) -> s.Ruleset | None:
    """Sort the diagnostics by place, because structure and sentences are checked one after the other; return the
    ruleset."""
    files = list(dict.fromkeys(d.span.source for d in diagnostics.found if d.span))
    diagnostics.found.sort(key=lambda d: (files.index(d.span.source), d.span.start) if d.span else (-1, 0))
    return ruleset


def _ruleset(opener: Opener, document: Document | None, variants: tuple[Path, ...]) -> s.Ruleset | None:
    """Return the syntax of a game as it is, or of the tree merged from a variant, its base, and further variants."""
    if document is None:
        return None
    diagnostics = opener.diagnostics
    if is_library(document) and isinstance(document.root, Mapping):
        _game(document, document.root, diagnostics)  # reports unreadable parts
    line = line_of(opener, document, variants)
    if line is None or not isinstance(document.root, Mapping):
        return None
    used = line.game.used
    if len(line.layers) == 1:
        return replace(_game(document, line.game.root, diagnostics), below=_of_libraries(line), used=used)
    if diagnostics.errors:  # in one of the files, whatever they make together
        return None
    return _variant(line, line.top.document if line.top else document, frozenset(), diagnostics)


def _variant(line: Line, top: Document, left: frozenset[Span], diagnostics: Diagnostics) -> s.Ruleset | None:
    """Return the syntax of the tree merged from a line of layers, without the entries in `left`."""
    made = merged(line, diagnostics, left)
    if made is None:
        return None
    whole = Document(top.source, made.root, top.comments)
    below = _below(line) | _of_libraries(line)
    if not validate(whole, diagnostics):
        if not left:
            blame = Blame(made.touched, below, made.root, partial(_invalid, line, top))
            diagnostics.found[:] = blame.told(diagnostics.found)
        return None
    return replace(
        _game(whole, made.root, diagnostics), lineage=line.lineage, below=below, touched=made.touched,
        used=line.game.used, without=partial(_variant, line, top),
    )  # fmt: skip


def _invalid(line: Line, top: Document, left: frozenset[Span]) -> list[Diagnostic]:
    """Return the errors in the structure of the same without some entries."""
    diagnostics = Diagnostics()
    _variant(line, top, left, diagnostics)
    return diagnostics.errors


def parse_library(path: Path, files: Files) -> s.Ruleset | None:
    """Return the rules in the file of a library, as if they were a game; None of anything else."""
    diagnostics = Diagnostics()
    document = Opener(diagnostics, files=files).file(path)
    if document is None or not is_library(document) or not isinstance(document.root, Mapping):
        return None
    return _game(document, document.root, diagnostics)


def again(ruleset: s.Ruleset, root: Mapping, diagnostics: Diagnostics) -> s.Ruleset:
    """Return the same ruleset, with another tree."""
    made = _game(Document(ruleset.source, root, ruleset.comments), root, diagnostics)
    return replace(
        made, lineage=ruleset.lineage, below=ruleset.below, touched=ruleset.touched, used=ruleset.used,
        without=ruleset.without,
    )  # fmt: skip


def read_with(reading: Reading, document: Document, root: Mapping) -> s.Ruleset:
    """Return the sections of a tree, read in their order."""
    root = in_short(root)
    source, get = document.source, root.get
    game = reading.id(get("game"))
    return s.Ruleset(
        source=source,
        name=game or s.Name(Span(source, 0, 0), Path(source.name).stem),
        title=reading.text(get("title")),
        family=reading.id(get("family")),
        minutes=reading.expr(get("minutes")),
        players=reading.thing(get("players")),
        teams=reading.expr(get("teams")),
        limit=reading.expr(get("limit")),
        options=sections.options(reading, get("options")),
        presets=sections.presets(reading, get("presets")),
        cards=sections.cards(reading, root.entry("cards")),
        tables=sections.tables(reading, get("tables")),
        zones=sections.declarations(reading, get("zones")),
        state=sections.declarations(reading, get("state")),
        combos=sections.combos(reading, get("combos")),
        definitions=sections.definitions(reading, get("define")),
        effects=play.effects(reading, get("effects")),
        play=play.stage(reading, root.entry("play")),
        stages=play.stages(reading, get("stages")),
        moves=play.moves(reading, get("moves")),
        triggers=play.triggers(reading, get("whenever")),
        result=sections.result(reading, root.entry("result")),
        show=reading.ids(get("show")),
        text=paperwork.texts(reading, get("text")),
        books=paperwork.books(reading, get("books")),
        clauses=paperwork.clauses(reading, get("clauses")),
        rulings=paperwork.rulings(reading, get("rulings")),
        because=paperwork.because(reading, get("because")),
        told=paperwork.because(reading, get("told")),
        scenarios=paperwork.scenarios(reading, get("scenarios")),
        comments=document.comments,
        root=root,
        equivalents=paperwork.equivalents(reading, get("equivalent")),
        seldom=paperwork.seldom(reading, get("seldom")),
        questions=paperwork.questions(reading, get("questions")),
    )


def _game(document: Document, root: Mapping, diagnostics: Diagnostics) -> s.Ruleset:
    return read_with(Reading(document.source, diagnostics, _language(root, diagnostics)), document, root)


def _below(line: Line) -> frozenset[SourceFile]:
    """Return the files by other authors, sidecar files included, which a variant is not responsible for."""
    own = set(line.stacked) if line.top is None else {line.top}
    return frozenset(
        source
        for layer in line.layers
        if layer not in own or not layer.variant
        for source in sources(layer.document, layer.root)
    )


def _of_libraries(line: Line) -> frozenset[SourceFile]:
    """Return the files of libraries that the game uses."""
    return frozenset(source for use in line.game.used for source in use.sources)


def _language(root: Mapping, diagnostics: Diagnostics) -> str:
    node = root.get("language")
    if not isinstance(node, Scalar) or node.empty:
        return "en"
    if not is_language(node.text):
        diagnostics.add(errors.unknown_language(node.span))
        return "en"
    return node.text
