"""The configuration of the site, as far as it can be tested without Sphinx; `docs/build` makes the site itself."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest
from pygments.lexers import get_lexer_by_name
from pygments.token import Error, Keyword, Name
from pygments.util import ClassNotFound

from croupier import rulebook
from croupier.table import catalogue

from . import blocks
from . import python as public

DOCS = blocks.ROOT / "docs"
PAGES = [page for page in sorted(DOCS.rglob("*.md")) if "editors" not in page.parts]


@pytest.fixture(scope="module")
def conf() -> ModuleType:
    """Return `docs/conf.py` as a module."""
    spec = spec_from_file_location("conf", DOCS / "conf.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    path = sys.path[:]
    try:
        spec.loader.exec_module(module)
    finally:
        sys.path[:] = path
    return module


def read(conf: ModuleType, page: Path) -> str:
    """Return a page as Sphinx reads it."""
    source = [page.read_text(encoding="utf-8")]
    conf.read(None, page.relative_to(DOCS).with_suffix("").as_posix(), source)
    return source[0]


def test_every_page_is_in_the_navigation(conf: ModuleType) -> None:
    """The lists of the index name them, but those for contributors, which are read in the repository."""
    listed = {""}
    for index in (page for page in PAGES if page.stem == "index"):
        text = read(conf, index)
        for tree in re.findall(r"^```\{toctree\}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
            listed |= {(index.parent / f"{name}.md").as_posix() for name in re.findall(r" <(.+)>$", tree, re.MULTILINE)}
    missing = [page for page in PAGES if page.as_posix() not in listed and "contributing" not in page.parts]
    assert missing == [DOCS / "index.md"]
    assert listed - {page.as_posix() for page in PAGES} == {""}


def test_the_index_shows_a_ruleset_and_its_game(conf: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are those of the front page, with images that are there; `play/` is linked if it is built."""
    text = read(conf, DOCS / "index.md")
    assert text.count("```{code-block} yaml\n:caption: trade.yaml\n") == text.count("$ croupier play trade.yaml") == 1
    assert f'<a href="play/#play={conf.FIRST}">' in text
    assert conf.FIRST in catalogue.games()
    assert all((DOCS / image).is_file() for image in re.findall(r"!\[[^]]*\]\(([^)]+)\)", text))
    monkeypatch.setenv("CROUPIER_PLAY", "no")
    assert "play/" not in read(conf, DOCS / "index.md")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_stay_within_the_site(conf: ModuleType, page: Path) -> None:
    """A link leads to a page, an image, or an address; headings of links within a page are tested elsewhere."""
    text = re.sub(r"^```.*?^```$", "", read(conf, page), flags=re.MULTILINE | re.DOTALL)
    for target in re.findall(r"\]\(([^)\s#]+)", text):
        assert "://" in target or (page.parent / target).resolve().is_relative_to(DOCS), target
        assert "://" in target or target.endswith((".md", ".webp")), target


def test_links_to_files_may_lead_to_the_repository(conf: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the address of its files; without, their text is left."""
    page, text = (
        DOCS / "reference" / "chance.md",
        "See [the case](../../tests/law/x.py#L3), [here](#seeds), [api](api.md).",
    )
    assert conf.outside(page, text) == "See the case, [here](#seeds), [api](api.md)."
    monkeypatch.setattr(conf, "SOURCE", "https://example.org/files")
    assert conf.outside(page, text).startswith("See [the case](https://example.org/files/tests/law/x.py),")


def test_the_lexer_knows_sentences(conf: ModuleType) -> None:
    """It knows keys with a head, keywords and builtins, and has a token for every character of the pages."""
    tokens = list(conf.Sentences().get_tokens("beats of card: rank > count of hand  # why\n"))
    assert (Name.Tag, "beats of card") in tokens
    assert (Name.Builtin, "count") in tokens
    assert (Keyword, "of") in tokens
    for page in PAGES:
        for block in blocks.blocks(page):
            if block.kind == "yaml":
                assert Error not in {kind for kind, _ in conf.Sentences().get_tokens(block.body)}, (
                    f"{page}:{block.line}"
                )


def test_every_fence_has_a_lexer(conf: ModuleType) -> None:
    """Of Pygments, which can read what is in it, or of the configuration; anything else is a warning of Sphinx."""
    for page in PAGES:
        for block in blocks.blocks(page):
            kind = "pycon" if block.kind == "python" and ">>>" in block.body else block.kind
            if kind in ("", "yaml", *conf.PLAIN):
                continue
            try:
                found = {token for token, _ in get_lexer_by_name(kind).get_tokens(block.body)}
            except ClassNotFound:
                pytest.fail(f"{page.name}:{block.line}: no lexer for {kind}")
            assert Error not in found, f"{page.name}:{block.line}"


def test_the_list_links_the_rulebooks_of_every_game(conf: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each row has a link for each language, and one to a table if `play/` is built."""
    for plays in ("yes", "no"):
        monkeypatch.setenv("CROUPIER_PLAY", plays)
        text = read(conf, DOCS / "reference" / "games.md")
        for name in catalogue.games():
            for code in rulebook.languages():
                assert text.count(f'<a href="../rulebooks/{code}/{name}.html" hreflang="{code}"') == 1, name
            assert text.count(f'"../play/#play={name}"') == (plays == "yes")


def test_a_rulebook_leads_to_the_same_in_the_other_language(conf: ModuleType, tmp_path: Path) -> None:
    """Its switch of languages, and the address that browsers are told, are files that are written too."""
    conf.rulebooks(tmp_path, ["trio"])
    books = {code: tmp_path / "rulebooks" / code / "trio.html" for code in rulebook.languages()}
    for code, book in books.items():
        text = book.read_text(encoding="utf-8")
        assert f'<html lang="{code}">' in text
        assert f'href="../../play/?lang={code}#play=trio"' in text
        same = re.findall(r'<link rel="alternate" hreflang="(\w+)" href="([^"]+)"/>', text)
        assert {other: (book.parent / address).resolve() for other, address in same} == {
            other: file.resolve() for other, file in books.items() if other != code
        }
        assert all(f'<a href="{address}" hreflang="{other}" lang="{other}">' in text for other, address in same)


def test_links_of_the_list_for_programs_are_pages(conf: ModuleType) -> None:
    """The site has `llms.txt` at its root, and the source of every page at the address that it names."""
    assert conf.html_extra_path == ["llms.txt"]
    targets = re.findall(r"\]\(([^)]+)\)", (DOCS / "llms.txt").read_text(encoding="utf-8"))
    assert len(targets) > 15
    assert [target for target in targets if DOCS / target not in PAGES] == []


@pytest.mark.parametrize(
    ("written", "made"),
    [
        ("Return `a_b`, or 2 * 3.", "Return ``a_b``, or 2 \\* 3."),
        ("``code`` and | and end_.", "``code`` and \\| and end\\_."),
    ],
)
def test_a_docstring_becomes_markup(conf: ModuleType, written: str, made: str) -> None:
    """Backticks mark code; marks of reStructuredText are escaped."""
    lines = [written]
    conf.docstring(None, "function", "f", None, None, lines)
    assert lines == [made]


def test_every_public_name_is_documented() -> None:
    """The page of names has all of `__all__` and all that the guide imports, and each has a docstring of its own."""
    names = set(public.listed())
    for package in public.PACKAGES:
        offered = {name for module, name in names if module.startswith(package.__name__)}
        assert set(package.__all__) - offered == set()
    guide = (DOCS / "reference" / "api.md").read_text(encoding="utf-8")
    for module, imported in re.findall(r"from (croupier[\w.]*) import ([\w, ]+)", guide):
        for name in imported.split(", "):
            assert any(name == other and module.startswith(home.split(".")[0]) for home, other in names), name
    bare = [f"{module}.{name}" for module, name in names if len(public.docstring(module, name)) < 15]
    assert bare == []


def test_the_site_shows_every_docstring() -> None:
    """There is one directive for each public name, and a summary for each in the repository."""
    site, table = public.python(site=True), public.python()
    assert site.count("```{eval-rst}\n") == table.count("\n| `croupier") == len([*public.listed()])
    assert "`help(" not in site


def test_the_extra_has_what_is_used(conf: ModuleType) -> None:
    """Every extension and the theme come with `pip install croupier[docs]`."""
    extras = tomllib.loads((blocks.ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    names = {re.split(r"[>=<]", each)[0] for each in extras["docs"]}
    used = {name.partition(".")[0].replace("_", "-") for name in [*conf.extensions, conf.html_theme, "sphinx"]}
    assert used == names


def test_the_script_can_be_run() -> None:
    """It is executable, and Bash reads it."""
    script = DOCS / "build"
    assert os.access(script, os.X_OK)
    subprocess.run(["bash", "-n", str(script)], check=True, timeout=60)
