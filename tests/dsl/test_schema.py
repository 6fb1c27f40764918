"""The JSON Schema as an editor without the language server reads it: by the keys of a file, and by its name."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml
from jsonschema import Draft7Validator

from croupier_dsl.diagnostics import Diagnostics
from croupier_dsl.reader import read
from croupier_dsl.shapes import Json
from croupier_dsl.source import SourceFile
from croupier_dsl.structure import plain, schema

BUNDLED = Path(__file__).parents[2] / "rulesets"
SHIPPED = sorted(BUNDLED.rglob("*.yaml"))
STORE = Path(__file__).parents[2] / "docs" / "editors" / "schemastore"


def validator(path: Path) -> Draft7Validator:
    """What an editor takes for a file, as docs/how-to/editor.md says."""
    whole = schema()
    if "." not in path.stem:
        return Draft7Validator(whole)
    word = path.stem.partition(".")[2]
    part = f"{word}_file" if word in ("clauses", "scenarios") else "translation_file"
    return Draft7Validator({"$ref": f"#/$defs/{part}", "$defs": whole["$defs"]})


def written(path: Path, text: str) -> Json:
    document = read(SourceFile(path.name, text), Diagnostics())
    assert document is not None
    return plain(document.root)


@pytest.mark.in_turn(24)
@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name)
def test_every_bundled_file_is_valid(path: Path) -> None:
    assert list(validator(path).iter_errors(written(path, path.read_text("utf-8")))) == []


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("mine.yaml", "croupier: 1\ngame: mine\n"),
        ("mine.yaml", "croupier: 1\nvariant: mine\nof: other\nzones: {a: pile}\n"),
        ("mine.yaml", "croupier: 1\nlibrary: mine\nplay: {}\n"),
        ("mine.scenarios.yaml", "scenarios: {a: {then: []}}\n"),
        ("mine.clauses.yaml", "clauses: {a: {kind: prose}}\n"),
        ("mine.fr.yaml", "text: {moves.draw: {fr: piocher}}\n"),
    ],
)
def test_what_is_wrong_is_found(name: str, text: str) -> None:
    """Also in variants, in libraries and in the files beside a ruleset."""
    assert list(validator(Path(name)).iter_errors(written(Path(name), text))) != []


@pytest.mark.parametrize("path", sorted(STORE.rglob("*.yaml")), ids=lambda path: path.name)
def test_schemastore_gets_files_that_are_wrong(path: Path) -> None:
    """By values as YAML libraries read them; `test_editors_agree` has those that are right."""
    found = list(Draft7Validator(schema()).iter_errors(yaml.safe_load(path.read_text("utf-8"))))
    assert len(found) == 1 + ("results" in path.read_text("utf-8"))


def test_schemastore_gets_a_schema_of_its_draft() -> None:
    """With the keys of the draft alone: a newer one would be skipped without a word. `if` names its keys, as Ajv's
    strict mode asks."""
    whole = schema()
    assert whole["$schema"] == "http://json-schema.org/draft-07/schema#"
    newer = {"dependentRequired", "dependentSchemas", "prefixItems", "unevaluatedItems", "unevaluatedProperties"}

    def check(part: object) -> None:
        if isinstance(part, dict):
            assert not newer & {*part}
            if isinstance(condition := part.get("if"), dict):
                assert {*condition["properties"]} == {*condition["required"]}
        for inner in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
            check(inner)

    check(whole)
    entry = json.loads((STORE / "catalog.json").read_text("utf-8"))
    assert {*entry} == {"name", "description", "url"}, "no `fileMatch`: names of rulesets are free"


def test_every_key_is_described() -> None:
    """What an editor shows of a key of the language is a sentence of its own, not that it is a sentence."""
    definitions = schema()["$defs"]
    assert isinstance(definitions, dict)
    plain_words = {"One sentence.", "One word.", ""}
    lacking = []
    for name, shape in definitions.items():
        properties = shape.get("properties", {}) if isinstance(shape, dict) else {}
        assert isinstance(properties, dict)
        for key, inner in properties.items():
            assert isinstance(inner, dict)
            elsewhere = str(inner.get("$ref", "")).startswith("#/$defs/game/")
            if inner.get("description", "") in plain_words and not elsewhere:
                lacking.append(f"{name}.{key}")
    assert lacking == []
