"""Run the examples of the language reference, and find words and keys of the language that it leaves out.

`yaml ruleset`      a whole ruleset: no diagnostic, and its scenarios hold
`yaml part NAME`    sections added to language_base.yaml (`bare`: without its cards, tables and definitions), and those
                    of language/NAME.yaml if it is named: no error, and its scenarios hold
`yaml values`       a position of it with the values, types and legal moves there, Ann being on turn
`yaml wrong CODE`   sections added to it, or what cannot be read at all: that error and no other
`yaml library`      rules that rulesets on the page use: no diagnostic but that it is no game
`yaml variant`      a variant of it or of a ruleset on the page: no diagnostic (`wrong` ones are told by their key)
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import yaml

import croupier_dsl
from croupier.workbench.scenarios import run_scenarios
from croupier_dsl import ir, signatures
from croupier_dsl.compiler import check_text
from tests.conformance.rulesets import BY_NAME, merged, read, written
from tests.conformance.test_conformance import play, ruleset

from .blocks import ROOT, Block, blocks

TESTS = Path(__file__).parent / "language"
REFERENCE = ROOT / "docs" / "reference"
LANGUAGE = sorted((REFERENCE / "language").glob("*.md"))
PAGES = [*LANGUAGE, REFERENCE / "compact.md", REFERENCE / "cheat-sheet.md", TESTS / "wrong.md", TESTS / "more.md"]
TEXT = "\n".join(page.read_text(encoding="utf-8") for page in LANGUAGE)
BASE = read((Path(__file__).parent / "language_base.yaml").read_text(encoding="utf-8"))
BARE = {key: body for key, body in BASE.items() if key not in ("cards", "tables", "define")}
EXAMPLES = {f"{page.stem}:{block.line}": block for page in PAGES for block in blocks(page) if block.kind == "yaml"}
MARKED = re.compile(r"`([^`]+)`")
PROSE = re.sub(r"^```.*?^```$", "", TEXT, flags=re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("name", EXAMPLES)
def test_example(name: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    """The example is what its fence says."""
    folder = tmp_path_factory.mktemp("rulesets")
    block = EXAMPLES[name]
    match block.words[0]:
        case "ruleset":
            rules, found = check_text(block.body, name, bundled=bases(folder))
            assert rules is not None
            assert found == []
            scenarios_hold(rules)
        case "library":
            assert [diagnostic.code for diagnostic in check_text(block.body, name)[1]] == ["E174"]
        case "part":
            base = BARE if "bare" in block.words else BASE
            tests = [read((TESTS / f"{word}.yaml").read_text("utf-8")) for word in block.words[1:] if word != "bare"]
            rules, found = check_text(written(merged(base, read(block.body), *tests)), name)
            assert rules is not None, found
            scenarios_hold(rules)
        case "variant":
            rules, found = check_text(block.body, name, bundled=bases(folder))
            assert rules is not None, found
            assert found == []
        case "wrong" if "\nvariant:" in block.body:
            rules, found = check_text(block.body, name, bundled=bases(folder))
            assert rules is None
            assert {diagnostic.code for diagnostic in found} == {block.words[1]}
        case "wrong":
            wrong(block)
        case "values":
            values(block, name)
        case other:
            raise AssertionError(f"no such kind of example: {other}")


def bases(folder: Path) -> Path:
    """The folder with what variants on the page are of, and what games use: the base, whole rulesets, libraries."""
    (folder / "base.yaml").write_text(written(BASE), encoding="utf-8")
    for block in EXAMPLES.values():
        if (kind := {"ruleset": "game", "library": "library"}.get(block.words[0])) is not None:
            (folder / f"{read(block.body)[kind]}.yaml").write_text(block.body, encoding="utf-8")
    return folder


def scenarios_hold(rules: ir.Rules) -> None:
    assert [result.failure for result in run_scenarios(rules) if not result.passed] == []


def wrong(block: Block) -> None:
    """What YAML itself refuses is put behind the base as it stands; else it is merged."""
    if block.words[1] < "E120":
        text = written({key: body for key, body in BASE.items() if f"{key}:" not in block.body}) + block.body
    else:
        text = written(merged(BASE, read(block.body)))
    rules, found = check_text(text, "wrong")
    assert rules is None
    assert {diagnostic.code for diagnostic in found if diagnostic.code < "W"} == {block.words[1]}


def values(block: Block, name: str) -> None:
    told = read(block.body)
    given = told["given"]
    assert isinstance(given, dict)
    steps = [{key: told[key]} for key in ("value", "type") if key in told]
    if "legal" in told:
        steps.append({"legal": {"Ann": told["legal"]}})
    case = {"base": BASE, "rules": told.get("rules", {}), "given": {"at": "turn of Ann", **given}, "then": steps}
    text, probes = ruleset(case)  # type: ignore[arg-type]  # a case as its file would hold it
    rules, found = check_text(text, name)
    assert rules is not None, found
    play(rules, case, probes)  # type: ignore[arg-type]  # the same


def test_every_builtin_is_told() -> None:
    """Each builtin word stands in the table of builtins, and each noun, form of zone and viewer on the page."""
    table = TEXT.split("## Builtins")[1].split("\n## ")[0]
    told = {word for marked in MARKED.findall(table) for word in re.findall(r"\w+", marked)}
    assert signatures.BUILTINS - told == set()
    assert set(signatures.NOUNS) - told == set()
    words = {word for marked in MARKED.findall(PROSE) for word in re.findall(r"\w+", marked)}
    assert {*signatures.ZONE_FORMS, *signatures.VIEWERS, *signatures.CONNECTING_WORDS} - words == set()


def test_every_key_is_told() -> None:
    """Each key of the schema stands in the table of keys."""
    schema = json.loads((Path(croupier_dsl.__file__ or "").parent / "schema.json").read_text(encoding="utf-8"))
    table = TEXT.split("## All keys")[1].split("\n## ")[0]
    words = set(re.findall(r"\w+", table))
    keys = {key for part in (schema, *schema["$defs"].values()) for key in part.get("properties", {})}
    assert keys - words == set()


def test_the_base_is_plain() -> None:
    """The base itself is a ruleset without errors, and sections merged by name are sections of it."""
    rules, _ = check_text(yaml.safe_dump(BASE, sort_keys=False), "base")
    assert rules is not None
    assert {"zones", "state", "moves"} <= set(BY_NAME)


def test_every_file_of_tests_is_used() -> None:
    """An example names each file with scenarios for it."""
    named = [word for block in EXAMPLES.values() if block.words[0] == "part" for word in block.words[1:]]
    assert sorted(word for word in named if word != "bare") == sorted(path.stem for path in TESTS.glob("*.yaml"))
