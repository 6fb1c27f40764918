"""`croupier explain`: every diagnostic has a page, and its examples are what they are said to be."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import yaml

import croupier_dsl
from croupier_dsl import Explanation, all_explanations, check_text
from croupier_dsl.explanations import example
from croupier_dsl.language import speaking

from .conftest import Run

PAGES = all_explanations()
HERE = Path(croupier_dsl.__file__).parent / "explanations"
PROVED = [page for page in PAGES.values() if not page.shown]

UNREACHED = {"E330", "E426", "E510", "E540", "E553"}
"""Second lines of defence: something before them finds the same mistake."""
SHOWN = {
    "E100",
    "E101",
    "E104",
    "E135",
    "E137",
    "E138",
    "E139",
    "E152",
    "E153",
    "E154",
    "E159",
    "E164",
    "E172",
    "E173",
    "E174",
    "E175",
    "E205",
    "E570",
    "E572",
    "E574",
    "E617",
} | UNREACHED
"""What takes several files, bytes that are no text, or a text too long to print."""


def codes() -> set[str]:
    """Every code that the wording of diagnostics knows."""
    folder = Path(croupier_dsl.__file__).parent / "errors"
    return {code for file in folder.glob("*.py") for code in re.findall(r'"([EW]\d{3})"', file.read_text("utf-8"))}


def spliced(place: str, part: str, text: str) -> str:
    """The text with a part in the place of another, indented as that was."""
    lines = place.splitlines()
    pattern = r"(?m)^(?P<pad>[ ]*)(?P<before>.*?)" + r"\n(?P=pad)".join(map(re.escape, lines))
    found = re.findall(pattern, text)
    assert len(found) == 1, f"{place!r} stands {len(found)} times in the example"
    return re.sub(pattern, lambda m: m["pad"] + m["before"] + part.replace("\n", "\n" + m["pad"]), text)


def found_in(page: Explanation, part: str) -> list[str]:
    """The codes that a part gives in its place."""
    if page.whole:
        return [d.code for d in check_text(part, bundled=HERE)[1]]  # a variant is `of: example`
    added = f"{page.after}\n{part}" if page.after else part
    text = spliced(page.after or page.place or page.right, added, example())
    for place, other in page.also.items():
        text = spliced(place, other, text)
    return [d.code for d in check_text(text, bundled=HERE)[1]]


def test_every_code_has_a_page() -> None:
    """No diagnostic is without a page, and no page without a diagnostic."""
    assert set(PAGES) == codes()
    assert {page.code for page in PAGES.values() if page.shown} == SHOWN


def test_the_example_is_valid() -> None:
    """The ruleset that the examples are parts of has nothing wrong with it."""
    assert [str(d) for d in check_text(example())[1]] == []


@pytest.mark.in_turn(28)
@pytest.mark.parametrize("page", PROVED, ids=lambda page: page.code)
def test_wrong_is_wrong_and_right_is_right(page: Explanation) -> None:
    """The wrong example gives just this diagnostic; with the right one the ruleset passes `check`."""
    wrong, right = found_in(page, page.wrong), found_in(page, page.right)
    if page.code.startswith("E"):
        assert {code for code in wrong if code.startswith("E")} == {page.code}
    else:
        assert page.code in wrong
        assert [code for code in wrong if code.startswith("E")] == []
    assert [code for code in right if code.startswith("E") or code == page.code] == []


def test_right_examples_can_be_read_alone() -> None:
    """What is printed as right is YAML, indented like any file, and differs from what is wrong."""
    for page in PAGES.values():
        yaml.load(page.right, Loader=yaml.CSafeLoader)
        assert page.right != page.wrong, page.code
        assert not re.search(r"(?m)^ {9}", page.right), page.code


def test_pages_can_be_read(run: Run) -> None:
    """Pages are printed each with its code, a paragraph and both examples."""
    result = run("explain", *sorted(PAGES))
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert [line for line in lines if line in PAGES] == sorted(PAGES)
    assert (lines.count("Wrong:"), lines.count("Right:")) == (len(PAGES), len(PAGES))
    assert [code for code, page in PAGES.items() if len(page.text) <= 40 or not page.text.endswith(".")] == []


def test_code_in_small_letters(run: Run) -> None:
    """Nobody has to reach for the shift key."""
    assert run("explain", "e301").output == run("explain", "E301").output


def test_several_codes_at_once(run: Run) -> None:
    """Each page is printed in the order of the codes, once; as JSON they are a list."""
    result = run("explain", "w601", "E301", "W601")
    assert result.output == f"{run('explain', 'W601').output}\n{run('explain', 'E301').output}"
    assert [page["code"] for page in json.loads(run("explain", "W601", "E301", "--json").output)] == ["W601", "E301"]
    assert json.loads(run("explain", "W601", "--json").output)["code"] == "W601"
    assert run("explain", "E301", "E3O1").exit_code == 2


@pytest.mark.parametrize("code", ["E399", "E3O1", "301", "nonsense", ""])
def test_unknown_code(run: Run, code: str) -> None:
    """A code that does not exist is misuse; what may be meant is said."""
    result = run("explain", code)
    assert result.exit_code == 2
    assert re.search(r"did you mean E\d{3}\?|the choices are E", result.stderr)


@pytest.mark.costly
def test_pages_are_in_french_too(run: Run) -> None:
    """A page in French says the same with words of the language as they are, and has the same examples."""
    with speaking("fr"):
        french = all_explanations()
    quoted = re.compile(r"`[^`]+`")
    for code, page in french.items():
        assert page.text != PAGES[code].text, code
        assert page.text.endswith("."), code
        assert (page.wrong, page.right) == (PAGES[code].wrong, PAGES[code].right), code
        assert set(quoted.findall(PAGES[code].text)) <= set(quoted.findall(page.text)), code
    lines = run("explain", *sorted(PAGES), "--lang", "fr").output.splitlines()
    assert (lines.count("Faux :"), lines.count("Juste :")) == (len(PAGES), len(PAGES))


def test_no_translation_is_left_over() -> None:
    """What is in French is the text of a page that there is."""
    texts = [yaml.safe_load(file.read_text("utf-8")) for file in (HERE / "fr").glob("*.yaml")]
    assert {code for each in texts for code in each} == set(PAGES)
