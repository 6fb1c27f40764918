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

from . import blocks

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
    assert '<a href="play/">' in text
    assert all((DOCS / image).is_file() for image in re.findall(r"!\[[^]]*\]\(([^)]+)\)", text))
    monkeypatch.setenv("CROUPIER_PLAY", "no")
    assert "play/" not in read(conf, DOCS / "index.md")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_stay_within_the_site(conf: ModuleType, page: Path) -> None:
    """A link leads to a page, an image, or an address; headings of links within a page are tested elsewhere."""
    text = re.sub(r"^```.*?^```$", "", read(conf, page), flags=re.MULTILINE | re.DOTALL)
    for target in re.findall(r"\]\(([^)\s#]+)", text):
        assert "://" in target or (page.parent / target).resolve().is_relative_to(DOCS), target
        assert "://" in target or target.endswith((".md", ".png")), target


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


def test_the_extra_has_what_is_used(conf: ModuleType) -> None:
    """Every extension and the theme come with `pip install croupier[docs]`."""
    extras = tomllib.loads((blocks.ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    names = {re.split(r"[>=<]", each)[0] for each in extras["docs"]}
    assert {name.replace("_", "-") for name in [*conf.extensions, conf.html_theme, "sphinx"]} == names


def test_the_script_can_be_run() -> None:
    """It is executable, and Bash reads it."""
    script = DOCS / "build"
    assert os.access(script, os.X_OK)
    subprocess.run(["bash", "-n", str(script)], check=True, timeout=60)
