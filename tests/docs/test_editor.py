"""The page about editors: its session is one, with a client of the protocol; the files that it shows are right."""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from . import blocks

types = pytest.importorskip("lsprotocol.types", reason="the extra `lsp` is not installed")

from tests.editor.session import Session  # noqa: E402  # what needs the extra comes after the question whether it is there

PAGE = blocks.ROOT / "docs" / "how-to" / "editor.md"
EXTENSION = blocks.ROOT / "docs" / "editors" / "vscode"


def test_the_session_goes_as_shown(tmp_path: Path) -> None:
    """Each line behind `>` is done, and what the server says stands below it."""
    session, files, text = Session(), list[Path](), PAGE.read_text(encoding="utf-8")
    session.start()
    try:
        for block in blocks.blocks(PAGE):
            if block.kind == "yaml" and block.words:
                files.append(tmp_path / block.words[0])
                files[-1].write_text(block.body, encoding="utf-8")
            elif block.kind == "editor":
                acting = Acting(session, files)
                done = [line for line in block.body.splitlines() if line.startswith("> ")]
                said = "".join(f"{line}\n" + "".join(f"  {each}\n" for each in acting(line[2:])) for line in done)
                if blocks.UPDATE:
                    text = text.replace(block.body, said)
                else:
                    assert said == block.body
    finally:
        session.stop()
    if os.environ.get("CROUPIER_UPDATE"):
        PAGE.write_text(text, encoding="utf-8")


class Acting:
    """Somebody at an editor; each deed gives the lines of what is shown."""

    def __init__(self, session: Session, files: list[Path]) -> None:
        self.session, self.files = session, files
        self.path = files[0]

    def __call__(self, line: str) -> Iterator[str]:
        verb, _, rest = line.partition(" ")
        deed: Callable[[str], Iterator[str]] = getattr(self, f"do_{verb}")
        yield from deed(rest)

    def do_open(self, name: str) -> Iterator[str]:
        self.path = next(path for path in self.files if path.name == name)
        self.session.open(self.path)
        self.session.wait(lambda: self.path.as_uri() in self.session.shown)
        yield from self.wrong()

    def do_type(self, rest: str) -> Iterator[str]:
        old, new = rest.split(" => ")
        self.session.shown.pop(self.path.as_uri(), None)
        self.session.type(self.path, old, new)
        self.session.wait(lambda: self.path.as_uri() in self.session.shown)
        yield from self.wrong()

    def wrong(self) -> Iterator[str]:
        for each in self.session.wrong(self.path) or ["nothing is wrong"]:
            yield from each.splitlines()

    def at(self, words: str) -> object:
        """The last word of some, as a place in the file."""
        last = re.split(r"\W+", words)[-1]
        return self.session.place(self.path, words, words.rindex(last) + 1)

    def do_hover(self, words: str) -> Iterator[str]:
        place = self.session.place(self.path, words, 1)
        asked = types.HoverParams(self.session.named(self.path), place)
        found = self.session.run(self.session.client.text_document_hover_async(asked))
        lines = found.contents.value.splitlines()
        yield from (line for line in lines if line and not line.startswith("```"))

    def do_complete(self, words: str) -> Iterator[str]:
        before = words.partition("|")[0]
        place = self.session.place(self.path, before, len(before))
        asked = types.CompletionParams(self.session.named(self.path), place)
        found = self.session.run(self.session.client.text_document_completion_async(asked))
        first = sorted(found.items, key=lambda item: item.sort_text)
        named = [f"{item.label} ({item.detail})" for item in first if item.kind == types.CompletionItemKind.Field]
        yield f"{', '.join(named[:6])}, …"

    def do_definition(self, words: str) -> Iterator[str]:
        asked = types.DefinitionParams(self.session.named(self.path), self.at(words))
        for place in self.session.run(self.session.client.text_document_definition_async(asked)):
            yield f"{Path(place.uri).name}:{place.range.start.line + 1}"

    def do_rename(self, rest: str) -> Iterator[str]:
        words, name = rest.split(" => ")
        place = self.session.place(self.path, words, 1)
        asked = types.RenameParams(self.session.named(self.path), place, name)
        edit = self.session.run(self.session.client.text_document_rename_async(asked))
        for uri, made in sorted(edit.changes.items()):
            lines = sorted({each.range.start.line + 1 for each in made})
            yield f"{Path(uri).name}: {len(made)} places, in lines {', '.join(map(str, lines))}"

    def do_fix(self, _: str) -> Iterator[str]:
        found = self.session.shown[self.path.as_uri()]
        asked = types.CodeActionParams(self.session.named(self.path), found[0].range, types.CodeActionContext(found))
        [action] = self.session.run(self.session.client.text_document_code_action_async(asked))
        [edit] = action.edit.changes[self.path.as_uri()]
        yield action.title
        lines = self.session.texts[self.path].splitlines()
        word = lines[edit.range.start.line][edit.range.start.character : edit.range.end.character]
        yield from self.do_type(f"{word} => {edit.new_text}")

    def do_run(self, name: str) -> Iterator[str]:
        beside = self.path.with_name(f"{self.path.stem}.scenarios.yaml")
        asked = types.ExecuteCommandParams("croupier.runScenario", arguments=[beside.as_uri(), name])
        self.session.told.clear()
        self.session.run(self.session.client.workspace_execute_command_async(asked))
        yield from (line for told in self.session.told for line in told.splitlines())


def test_the_files_of_settings_are_right() -> None:
    """TOML is TOML; the extension names what is there."""
    kinds = {block.kind: block.body for block in blocks.blocks(PAGE)}
    assert tomllib.loads(kinds["toml"])["language-server"]["croupier"] == {"command": "croupier", "args": ["lsp"]}
    package = json.loads((EXTENSION / "package.json").read_text("utf-8"))
    locked = json.loads((EXTENSION / "package-lock.json").read_text("utf-8"))
    root = locked["packages"][""]
    assert root["devDependencies"] == package["devDependencies"]
    assert root["dependencies"] == package["dependencies"]
    page = PAGE.read_text("utf-8")
    assert f"{package['name']}-{package['version']}.vsix" in page
    assert all(f"`{key}`" in page for key in package["contributes"]["configuration"]["properties"])
    source = (EXTENSION / "src" / "extension.ts").read_text("utf-8")
    used = {f"croupier.{key}" for key in re.findall(r"settings\.get<string>\(\"(\w+)\"", source)}
    assert used == {*package["contributes"]["configuration"]["properties"]}
