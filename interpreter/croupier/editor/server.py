"""The language server: passes open texts to the desk, and the services' answers to the editor.

Requests while typing (completions, hovers, places of names) are answered at once, from the last known state; the check
of the whole ruleset runs in parallel, a moment after the last keystroke.
"""

from __future__ import annotations

import asyncio
import logging
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Protocol, cast

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

from croupier.base.language import tr
from croupier.editor import wire
from croupier.editor.protocol import Measured, Patient, can_be_named
from croupier.table import catalogue
from croupier_dsl import SourceFile
from croupier_dsl.services import (
    CannotRename,
    Desk,
    Sight,
    completions,
    definition,
    examples,
    formatting,
    hover,
    outline,
    quick_fixes,
    references,
    rename,
    renamed_at,
)

if TYPE_CHECKING:
    from croupier.workbench.scenarios import ScenarioResult

RUN = "croupier.runScenario"
"""The command that plays a scenario: the file and the name."""
MOMENT = 0.15
"""The delay of the full check after the last keystroke, in seconds."""
_RULESET = re.compile(r"^(croupier|game|variant|library)\s*:", re.MULTILINE)


class AtPlace(Protocol):
    """A question that is asked of a place in a text."""

    @property
    def text_document(self) -> types.TextDocumentIdentifier: ...

    @property
    def position(self) -> types.Position: ...


class RulesServer(LanguageServer):
    """A desk, with its pending checks."""

    def __init__(self) -> None:
        super().__init__("croupier", "1", protocol_cls=Patient)
        self.desk = Desk(catalogue.directory())
        self.lock = asyncio.Lock()
        self.waiting: dict[Path, asyncio.Task[None]] = {}
        self.shown: dict[Path, set[str]] = {}
        """By ruleset, the files that something was said of."""
        self.versions: dict[Path, dict[str, int | None]] = {}
        """By ruleset, of each open text the version that it was read in, or one before that."""
        self.failed: dict[Path, list[types.Diagnostic]] = {}
        """By file, what the scenarios that were run do not hold."""

    @property
    def encoding(self) -> wire.Encoding:
        return self.workspace.position_encoding or types.PositionEncodingKind.Utf16

    def source(self, uri: str) -> tuple[Path, SourceFile]:
        path = wire.path_of(uri)
        return path, SourceFile(path.name, self.desk.text(path), path)

    def place(self, at: AtPlace) -> tuple[Path, int]:
        path, source = self.source(at.text_document.uri)
        return path, wire.offset(source, at.position, self.encoding)

    def is_of_rules(self, path: Path) -> bool:
        """Return whether the file is a ruleset or a sidecar file. Editors open other YAML too."""
        return _RULESET.search(self.desk.text(self.desk.ruleset_of(path))) is not None

    def report_server_error(self, error: Exception, source: object) -> None:
        """Write an error in a line of the editor's log."""
        told = str(error).strip().partition("\n")[0] or type(error).__name__
        sys.stderr.write(f"croupier lsp: {told}\n")
        sys.stderr.flush()

    def serve(self) -> None:
        """Serve the editor that has started this process, until it ends."""
        logging.getLogger("pygls").setLevel(logging.CRITICAL)
        self.start_io(stdin=cast("BinaryIO", Measured(sys.stdin.buffer)))

    # ------------------------------------------------------------ checks

    def changed(self, path: Path) -> None:
        """Check what a file belongs to, a moment from now; and every open ruleset that is made of it."""
        self.failed.pop(path.resolve(), None)
        mains = {self.desk.ruleset_of(path)}
        mains |= {main for main, (_, sight) in self.desk.seen.items() if path.resolve() in _files(sight)}
        for main in mains:
            if (before := self.waiting.pop(main, None)) is not None:
                before.cancel()
            if self.is_of_rules(main):
                self.waiting[main] = asyncio.ensure_future(self.check(main))

    async def check(self, main: Path) -> None:
        await asyncio.sleep(MOMENT)
        await self.fresh(main)
        self.waiting.pop(main, None)

    async def fresh(self, path: Path) -> Sight:
        """Return the current analysis of a file's ruleset, and show its diagnostics."""
        async with self.lock:
            main = self.desk.ruleset_of(path)
            known = self.desk.seen.get(main)
            if known is not None and known[0] == self.desk.changes:
                return known[1]
            versions = {
                wire.uri_of(wire.path_of(uri).resolve()): text.version
                for uri, text in self.workspace.text_documents.items()
            }
            sight = await asyncio.to_thread(self.understood, main)
            self.versions[main] = versions
            self.show(main, sight)
            return sight

    def understood(self, main: Path) -> Sight:
        """Return all that is asked of a ruleset, found out before it is asked."""
        sight = self.desk.sight(main)
        if sight.mentions:
            _ = sight.parts, sight.nodes, sight.types
        return sight

    def show(self, main: Path, sight: Sight) -> None:
        """Publish all diagnostics, file by file, and an empty list for files that had some."""
        found: dict[str, list[types.Diagnostic]] = {uri: [] for uri in self.shown.get(main, set())}
        own = {main, *(path for path in _files(sight) if self.desk.ruleset_of(path) == main)}
        for path in own:
            found.setdefault(wire.uri_of(path), []).extend(self.failed.get(path, []))
        for each in sight.found:
            home = each.span.source.path if each.span is not None else main
            found.setdefault(wire.uri_of((home or main).resolve()), []).append(wire.diagnostic(each, self.encoding))
        self.shown[main] = {uri for uri, told in found.items() if told}
        versions = self.versions.get(main, {})
        for uri, told in found.items():
            self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, told, versions.get(uri)))


def _files(sight: Sight) -> set[Path]:
    return {path.resolve() for path in sight.understood.looked}


def server() -> RulesServer:
    """Return a server with all that it answers."""
    made = RulesServer()
    _texts(made)
    _words(made)
    _names(made)
    _pages(made)
    return made


def _texts(made: RulesServer) -> None:
    """Register the notifications about texts."""

    @made.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: types.DidOpenTextDocumentParams) -> None:
        path = wire.path_of(params.text_document.uri)
        made.desk.put(path, params.text_document.text)
        made.changed(path)

    @made.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: types.DidChangeTextDocumentParams) -> None:
        path = wire.path_of(params.text_document.uri)
        made.desk.put(path, made.workspace.get_text_document(params.text_document.uri).source)
        made.changed(path)

    @made.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: types.DidCloseTextDocumentParams) -> None:
        path = wire.path_of(params.text_document.uri)
        made.desk.close(path)
        made.changed(path)

    @made.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: types.DidSaveTextDocumentParams) -> None:
        made.desk.stir()
        made.changed(wire.path_of(params.text_document.uri))

    @made.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def stirred(params: types.DidChangeWatchedFilesParams) -> None:
        made.desk.stir()
        for change in params.changes:
            made.changed(wire.path_of(change.uri))


def _words(made: RulesServer) -> None:
    """Register the requests about the word at a place."""

    @made.feature(types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=[" ", ".", "/", "["]))
    def complete(params: types.CompletionParams) -> types.CompletionList:
        path, at = made.place(params)
        found = completions(made.desk, path, at) if made.is_of_rules(path) else []
        items = [wire.completion(each, number, params.position) for number, each in enumerate(found)]
        return types.CompletionList(is_incomplete=False, items=items)

    @made.feature(types.TEXT_DOCUMENT_HOVER)
    def hovered(params: types.HoverParams) -> types.Hover | None:
        path, at = made.place(params)
        told = hover(made.desk, path, at) if made.is_of_rules(path) else None
        return wire.hover(told, made.encoding) if told is not None else None

    @made.feature(types.TEXT_DOCUMENT_DEFINITION)
    def defined(params: types.DefinitionParams) -> list[types.Location]:
        path, at = made.place(params)
        spans = definition(made.desk, path, at) if made.is_of_rules(path) else []
        return [place for span in spans if (place := wire.location(span, made.encoding)) is not None]


def _names(made: RulesServer) -> None:
    """Register the requests about all uses of a name."""

    @made.feature(types.TEXT_DOCUMENT_REFERENCES)
    async def referred(params: types.ReferenceParams) -> list[types.Location]:
        path, at = made.place(params)
        if not made.is_of_rules(path):
            return []
        await made.fresh(path)
        spans = await asyncio.to_thread(references, made.desk, path, at)
        return [place for span in spans if (place := wire.location(span, made.encoding)) is not None]

    @made.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
    def prepare(params: types.PrepareRenameParams) -> types.Range:
        path, at = made.place(params)
        try:
            return wire.range_of(renamed_at(made.desk, path, at), made.encoding)
        except CannotRename as error:
            raise _refused(error) from None

    @made.feature(types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True))
    async def renamed(params: types.RenameParams) -> types.WorkspaceEdit:
        path, source = made.source(params.text_document.uri)
        at = wire.offset(source, params.position, made.encoding)
        await made.fresh(path)
        try:
            edits = await asyncio.to_thread(rename, made.desk, path, at, params.new_name)
        except CannotRename as error:
            raise _refused(error) from None
        return wire.edits(edits, made.encoding)


def _refused(error: CannotRename) -> JsonRpcException:
    return JsonRpcException(message=str(error), code=types.LSPErrorCodes.RequestFailed.value)


def _pages(made: RulesServer) -> None:
    """Register the requests about a whole file: its outline, quick fixes, runnable scenarios."""

    @made.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    async def outlined(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        path = wire.path_of(params.text_document.uri)
        if not made.is_of_rules(path):
            return []
        await made.fresh(path)
        return [wire.symbol(each, made.encoding) for each in outline(made.desk, path)]

    @made.feature(types.TEXT_DOCUMENT_FORMATTING)
    def laid_out(params: types.DocumentFormattingParams) -> list[types.TextEdit]:
        path = wire.path_of(params.text_document.uri)
        found = formatting(made.desk, path) if made.is_of_rules(path) else []
        return [types.TextEdit(wire.range_of(edit.span, made.encoding), edit.text) for edit in found]

    @made.feature(
        types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix])
    )
    async def fixed(params: types.CodeActionParams) -> list[types.CodeAction]:
        path, source = made.source(params.text_document.uri)
        if not made.is_of_rules(path):
            return []
        await made.fresh(path)
        start, end = (wire.offset(source, at, made.encoding) for at in (params.range.start, params.range.end))
        return [
            types.CodeAction(
                tr("write `{word}`", word=each.edit.text),
                kind=types.CodeActionKind.QuickFix,
                diagnostics=[wire.diagnostic(each.diagnostic, made.encoding)],
                is_preferred=True,
                edit=wire.edits([each.edit], made.encoding),
            )
            for each in quick_fixes(made.desk, path, start, end)
        ]

    @made.feature(types.TEXT_DOCUMENT_CODE_LENS)
    async def lenses(params: types.CodeLensParams) -> list[types.CodeLens]:
        path = wire.path_of(params.text_document.uri)
        if not made.is_of_rules(path):
            return []
        await made.fresh(path)
        title = tr("run this scenario")
        return [
            types.CodeLens(
                wire.range_of(each.span, made.encoding),
                types.Command(title, RUN, arguments=[params.text_document.uri, each.name]),
            )
            for each in examples(made.desk, path)
        ]

    @made.command(RUN)
    async def run(ls: RulesServer, *asked: object) -> dict[str, str | bool]:
        uri, name = _words_of(asked)
        path = wire.path_of(uri)
        sight = await made.fresh(path)
        result = await asyncio.to_thread(_run, sight, name)
        if result is None:
            told = tr("{name} was not run: the rules have errors", name=name)
        elif result.passed:
            told = tr("{name}: passed", name=name)
        else:
            told = tr("{name}: {failure}", name=name, failure=result.failure)
        good = result is not None and result.passed
        kind = types.MessageType.Info if good else types.MessageType.Error
        made.window_show_message(types.ShowMessageParams(kind, told))
        made.failed[path.resolve()] = []
        if result is not None and not good and result.where is not None:
            made.failed[path.resolve()] = [wire.failure(result.failure, result.where.line)]
        made.show(made.desk.ruleset_of(path), sight)
        return {"name": name, "passed": good, "told": told}


def _words_of(asked: tuple[object, ...]) -> tuple[str, str]:
    """Return the file and the name of a scenario that is to be run."""
    match asked:
        case (str(uri), str(name)) if can_be_named(uri):
            return uri, name
    raise JsonRpcException(tr("name a file and a scenario"), types.ErrorCodes.InvalidParams.value)


def _run(sight: Sight, name: str) -> ScenarioResult | None:
    """Return a scenario, played by the rules as they are in the editor; None if they, or it, are not there."""
    from croupier.workbench.scenarios import run_scenario

    rules = sight.understood.rules
    wanted = next((each for each in rules.scenarios if each.name == name), None) if rules is not None else None
    return run_scenario(rules, wanted) if rules is not None and wanted is not None else None
