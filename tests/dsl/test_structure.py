"""The JSON Schema: fit for editors, and every failure of it in words."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
import yaml

from croupier_dsl.diagnostics import Diagnostics
from croupier_dsl.outline import parse_text
from croupier_dsl.structure import schema

SKETCHES = Path(__file__).parents[2] / "tests" / "sketches" / "first"


def test_schema_is_a_schema() -> None:
    """The schema is valid itself, and what is shipped is what is used."""
    jsonschema.Draft7Validator.check_schema(schema())
    json.dumps(schema())


@pytest.mark.parametrize("path", sorted(SKETCHES.glob("*.yaml")), ids=lambda path: path.stem)
def test_editors_agree(path: Path) -> None:
    """An editor, which reads numbers and truth values into YAML, finds nothing to remark in a game either."""
    if path.stem == "rami-71":
        pytest.skip("a variant")
    values = yaml.load(path.read_text("utf-8"), Loader=yaml.SafeLoader)
    names_as_text = json.loads(json.dumps(values))
    assert not list(jsonschema.Draft7Validator(schema()).iter_errors(names_as_text))


def mutants() -> list[tuple[str, str]]:
    """A sketch with each key misspelt in turn, and with each value replaced by others of the wrong shape."""
    lines = (SKETCHES / "hearts.yaml").read_text("utf-8").splitlines()
    made = []
    for number, line in enumerate(lines):
        key, colon, value = line.partition(":")
        if colon and not line.lstrip().startswith(("#", "-")):
            for instead in (" [[a]]", " {a: {b: {c: d e}}}", *[""] * bool(value.strip())):
                made.append(
                    (f"{number}:{instead}", "\n".join([*lines[:number], f"{key}:{instead}", *lines[number + 1 :]]))
                )
    return made


@pytest.mark.costly
def test_wrong_shapes_are_all_found() -> None:
    """No value of the wrong shape passes in silence, and none is a crash."""
    for name, text in mutants():
        diagnostics = Diagnostics()
        parse_text(text, "hearts.yaml", diagnostics)
        assert diagnostics.errors, name
