"""The language server, as an editor knows it: over standard input and output."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

types = pytest.importorskip("lsprotocol.types", reason="the extra `lsp` is not installed")
pytest.importorskip("pygls", reason="the extra `lsp` is not installed")

from . import table  # noqa: E402  # what needs the extra comes after the question whether it is there
from .session import Session  # noqa: E402  # as above


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return table.write(tmp_path_factory.mktemp("rules"))


@pytest.fixture(scope="module")
def session(game: Path) -> Iterator[Session]:
    made = Session()
    made.start()
    made.open(game)
    made.wait(lambda: game.as_uri() in made.shown)
    yield made
    made.stop()


@pytest.fixture
def editor(session: Session, game: Path) -> Iterator[Session]:
    """The session, with the text of the game as it was."""
    yield session
    if session.texts[game] != table.GAME:
        session.type(game, session.texts[game], table.GAME)
        session.wait(lambda: not session.wrong(game))


@pytest.mark.costly
def test_a_valid_ruleset_has_nothing_wrong(editor: Session, game: Path) -> None:
    assert editor.shown[game.as_uri()] == []


@pytest.mark.costly
def test_what_is_wrong_is_shown_while_one_types(editor: Session, game: Path) -> None:
    """At the place, with the help; and no longer when it is mended."""
    editor.type(game, "move deck to stock", "move deck to stok")
    editor.wait(lambda: bool(editor.wrong(game)))
    assert editor.wrong(game) == ["31: E301 `stok` is not declared\nwrite `stock`"]
    [found] = editor.shown[game.as_uri()]
    assert (found.range.start, found.range.end) == (editor.place(game, "stok\n"), editor.place(game, "stok\n", 4))
    editor.type(game, "move deck to stok", "move deck to stock")
    editor.wait(lambda: not editor.wrong(game))


@pytest.mark.costly
def test_a_change_shows_in_the_files_beside(editor: Session, game: Path) -> None:
    """A move that is gone from the ruleset is missed by its scenarios."""
    beside = game.with_name("high.scenarios.yaml")
    editor.type(game, "  play_card:\n", "  lay_card:\n")
    editor.wait(lambda: bool(editor.wrong(beside)))
    assert any("unknown move `play_card`" in told for told in editor.wrong(beside))


@pytest.mark.costly
def test_places_count_as_editors_do(editor: Session, game: Path) -> None:
    """Behind a sign of two units, too."""
    editor.type(game, "title: {en: High, fr: Haute}", "title: {en: High 🂡, xx: Haute, fr: 1, fr: 2}")
    editor.wait(lambda: bool(editor.wrong(game)))
    found = next(each for each in editor.shown[game.as_uri()] if each.code == "E119")
    assert found.range.start == editor.place(game, "fr: 2")


def test_hover_and_definition(editor: Session, game: Path) -> None:
    at = editor.place(game, "play_card]", 3)
    hovered = editor.run(editor.client.text_document_hover_async(types.HoverParams(editor.named(game), at)))
    assert hovered.contents.value.splitlines()[0] == "**moves.play_card** · move"
    assert "- `follow` Each plays a card." in hovered.contents.value
    asked = types.DefinitionParams(editor.named(game), at)
    [place] = editor.run(editor.client.text_document_definition_async(asked))
    assert (place.uri, place.range.start) == (game.as_uri(), editor.place(game, "play_card:\n"))


@pytest.mark.costly
def test_completion_in_a_line_that_is_not_finished(editor: Session, game: Path) -> None:
    """Answered out of what was known, before the text is checked again."""
    editor.type(game, "if ties is nobody: add", "if ties is ")
    at = editor.place(game, "if ties is  ", 11)
    asked = types.CompletionParams(editor.named(game), at)
    found = editor.run(editor.client.text_document_completion_async(asked))
    first = sorted(found.items, key=lambda item: item.sort_text)[:2]
    assert [(item.label, item.detail) for item in first] == [("nobody", "value"), ("first", "value")]


@pytest.mark.costly
def test_a_suggestion_can_be_taken(editor: Session, game: Path) -> None:
    editor.type(game, "rank of trick", "rank of trik")
    editor.wait(lambda: bool(editor.wrong(game)))
    diagnostics = editor.shown[game.as_uri()]
    asked = types.CodeActionParams(editor.named(game), diagnostics[0].range, types.CodeActionContext(diagnostics))
    [action] = editor.run(editor.client.text_document_code_action_async(asked))
    [edit] = action.edit.changes[game.as_uri()]
    assert (action.title, edit.new_text, edit.range) == ("write `trick`", "trick", diagnostics[0].range)


def test_rename_reaches_every_file(editor: Session, game: Path) -> None:
    at = editor.place(game, "play_card:\n")
    edit = editor.run(editor.client.text_document_rename_async(types.RenameParams(editor.named(game), at, "lay")))
    counts = {Path(uri).name: len(made) for uri, made in edit.changes.items()}
    assert counts == {"high.yaml": 3, "high.scenarios.yaml": 3, "high.fr.yaml": 1, "low.yaml": 1}


def test_a_name_that_cannot_be_is_refused_with_the_reason(editor: Session, game: Path) -> None:
    at = editor.place(game, "play_card:\n")
    with pytest.raises(Exception, match="is not a valid name: use one word"):
        editor.run(editor.client.text_document_rename_async(types.RenameParams(editor.named(game), at, "a b")))


def test_the_outline_of_a_file(editor: Session, game: Path) -> None:
    found = editor.run(
        editor.client.text_document_document_symbol_async(types.DocumentSymbolParams(editor.named(game)))
    )
    zones = next(each for each in found if each.name == "zones")
    assert [each.name for each in zones.children] == ["stock", "trick", "hand of player"]


@pytest.mark.costly
def test_a_file_is_laid_out(editor: Session, game: Path) -> None:
    """By edits that touch nothing else."""
    editor.type(game, "    - move deck to stock", "    -   move deck to stock")
    params = types.DocumentFormattingParams(editor.named(game), types.FormattingOptions(2, True))
    [edit] = editor.run(editor.client.text_document_formatting_async(params))
    assert "- move deck to stock" in edit.new_text
    assert edit.range.start.line == table.GAME.splitlines().index("    - move deck to stock")


@pytest.mark.costly
def test_a_scenario_is_run_from_the_margin(editor: Session, game: Path) -> None:
    """By the rules as they stand in the editor; where it fails, the line says so."""
    beside = game.with_name("high.scenarios.yaml")
    editor.open(beside)
    lenses = editor.run(editor.client.text_document_code_lens_async(types.CodeLensParams(editor.named(beside))))
    assert [lens.command.arguments[1] for lens in lenses] == ["the_higher_card", "no_card_left"]

    def run() -> bool:
        command = lenses[0].command
        asked = types.ExecuteCommandParams(command.command, arguments=command.arguments)
        answer = editor.run(editor.client.workspace_execute_command_async(asked))
        passed = answer["passed"] if isinstance(answer, dict) else answer.passed
        return bool(passed)

    assert run()
    editor.type(game, "highest by rank of trick", "lowest by rank of trick")
    assert not run()
    editor.wait(lambda: bool(editor.wrong(beside)))
    assert editor.wrong(beside)[0].startswith("10: None the scenario fails: ")
    editor.close(beside)


@pytest.mark.costly
def test_other_files_are_left_alone(editor: Session, game: Path) -> None:
    """YAML that is no ruleset is none of the server's business."""
    other = game.with_name("compose.yaml")
    other.write_text("services: {web: [1, 2]}\n", encoding="utf-8")
    editor.open(other)
    asked = types.CompletionParams(editor.named(other), types.Position(0, 9))
    assert not editor.run(editor.client.text_document_completion_async(asked)).items
    found = editor.run(
        editor.client.text_document_document_symbol_async(types.DocumentSymbolParams(editor.named(other)))
    )
    assert not found
    assert not editor.wrong(other)
