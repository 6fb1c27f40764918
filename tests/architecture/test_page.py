"""The page on architecture says what is true: its packages and modules are there, in the order of their layers."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "contributing" / "architecture.md").read_text(encoding="utf-8")
ENGINE = ROOT / "interpreter" / "croupier"
LANGUAGE = ROOT / "dsl" / "croupier_dsl"


def rows(heading: str) -> list[list[str]]:
    """The cells of the first table below a heading, without its head."""
    section = PAGE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    assert len(lines) > 2
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def quoted(cell: str) -> list[str]:
    return re.findall(r"`([a-z_./]+)`", cell)


def is_module(path: Path) -> bool:
    return path.is_dir() or path.with_suffix(".py").is_file() or path.is_file()


def test_the_packages_are_those_of_the_layers() -> None:
    """From top to bottom, as `pyproject.toml` has them."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    layers = next(contract["layers"] for contract in contracts if contract["type"] == "layers")
    assert [quoted(row[0])[0] for row in rows("The engine: `croupier`")] == layers


@pytest.mark.parametrize("row", rows("The engine: `croupier`"), ids=lambda row: row[0].strip("`"))
def test_a_package_holds_what_is_said(row: list[str]) -> None:
    package = quoted(row[0])[0]
    assert [name for name in quoted(row[2]) if not is_module(ENGINE / package / name)] == []


@pytest.mark.parametrize("row", rows("The language: `croupier_dsl`"), ids=lambda row: row[0])
def test_a_module_of_the_language_is_there(row: list[str]) -> None:
    assert quoted(row[0])
    assert [name for name in quoted(row[0]) if not is_module(LANGUAGE / name)] == []


def test_a_sentence_passes_ten_modules() -> None:
    """Each step of the walk names a module that is there, and a function in it."""
    steps = rows("One sentence from file to table")
    assert len(steps) == 10
    for _, module, told in steps:
        name = quoted(module)[0].replace("croupier_dsl.", "dsl/").replace("croupier.", "engine/").replace(".", "/")
        places = [LANGUAGE / name.removeprefix("dsl/"), ENGINE / name.removeprefix("engine/")]
        [path] = [place.with_suffix(".py") for place in places if place.with_suffix(".py").is_file()]
        functions = re.findall(r"`(?:[A-Z]\w+\.|_Reader\.)?([a-z_]+)`", told)
        source = path.read_text(encoding="utf-8")
        assert any(re.search(rf"def {function}\(", source) for function in functions), (name, functions)
