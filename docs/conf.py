"""The site: these pages by Sphinx, MyST and Furo. `docs/build` makes it; GitHub shows the same files without it.

The navigation is made from the lists in `index.md`, and links to files outside this folder become plain text, or lead
to CROUPIER_SOURCE (the address of the repository's files) if it is set. After the pages, the rulebooks of all bundled
games are written in each language, and the source of each page next to it, which `llms.txt` links to.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from pygments.lexer import RegexLexer, bygroups, words
from pygments.lexers.special import TextLexer
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Text, Whitespace

sys.path.insert(0, str(Path(__file__).parents[1]))
from croupier import rulebook
from croupier.table import catalogue
from croupier_dsl.signatures import BUILTINS, CONNECTING_WORDS, VERBS

if TYPE_CHECKING:
    from sphinx.application import Sphinx

project, author, language = "croupier", "the authors of croupier", "en"
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_copybutton"]
html_theme, html_title = "furo", "croupier"
html_extra_path = [name for name in ("llms.txt",) if (Path(__file__).parent / name).is_file()]
exclude_patterns = ["editors/**"]
myst_heading_anchors = 4
autodoc_member_order, autodoc_typehints_format, python_use_unqualified_type_names = "bysource", "short", True
add_module_names = False
nitpick_ignore_regex = [(r"py:.*", r".*")]  # annotations name types of all modules; public ones have a place
copybutton_prompt_text, copybutton_prompt_is_regexp = r"\$ |>>> |\.\.\. ", True
HERE = Path(__file__).parent
PLAIN = ("editor", "ebnf")
"""The kinds of fences that are not highlighted."""
SOURCE = os.environ.get("CROUPIER_SOURCE", "")
FIRST = "three-thirteen"
"""The game that *Try it* on the first page opens."""
LANGUAGES = {"en": "English", "fr": "Français"}
RULES = {"en": "Rules", "fr": "Règles"}
PLAY = {"en": "Play this game", "fr": "Jouer à ce jeu"}
GAMES = {"en": "All games", "fr": "Tous les jeux"}
"""Words of links, by language."""


class Sentences(RegexLexer):
    """Highlight YAML whose values are sentences of the language."""

    name = "croupier"
    aliases: ClassVar[list[str]] = ["yaml"]
    tokens: ClassVar[dict[str, list[object]]] = {
        "root": [
            (r"\s+", Whitespace),
            (r"#.*", Comment),
            (r"([\w.-]+(?: (?:of|in|as|by|for|to) [\w. -]*?\w)*)(:)(?=\s|$)", bygroups(Name.Tag, Punctuation)),
            (r'"[^"\n]*"|\'[^\'\n]*\'', String),
            (words(sorted(CONNECTING_WORDS | VERBS | {"no", "yes"}), prefix=r"\b", suffix=r"\b"), Keyword),
            (words(sorted(BUILTINS), prefix=r"\b", suffix=r"\b"), Name.Builtin),
            (r"-?\b\d+\b", Number),
            (r"\w+", Text),
            (r"[-+*/<>=]+", Operator),
            (r".", Punctuation),
        ]
    }


def toctrees(text: str, *, captions: bool) -> str:
    """Return the hidden trees of contents that the lists of an index stand for: one for each of its headings."""
    found = []
    for heading, part in re.findall(r"^#+ ([^\n]*)\n(.*?)(?=^#|\Z)", text, re.MULTILINE | re.DOTALL):
        pages = re.findall(r"^- \[([^]]*)\]\(([\w/.-]+)\.md\)", part, re.MULTILINE)
        shown = [f"{title} <{page}>" for title, page in pages if not page.startswith(("contributing/", ".."))]
        caption = f":caption: {heading.partition(':')[0]}\n" if captions else ""
        if shown:
            found.append(f"```{{toctree}}\n:hidden:\n{caption}\n" + "\n".join(shown) + "\n```\n")
    return "\n" + "\n".join(found)


def outside(page: Path, text: str) -> str:
    """Return the text without links to files that are not pages of the site, or with links to SOURCE."""

    def link(found: re.Match[str]) -> str:
        target = (page.parent / found[2]).resolve()
        if "://" in found[2] or (target.is_relative_to(HERE) and target.suffix in (".md", ".webp")):
            return found[0]
        return f"[{found[1]}]({SOURCE}/{target.relative_to(HERE.parent).as_posix()})" if SOURCE else found[1]

    return re.sub(r"(?<!!)\[([^]\n]+)\]\(([^)\s#]+)(?:#[^)\s]*)?\)", link, text)


def landing(text: str) -> str:
    """Return the index with the ruleset and the game of the front page, and a way to try it."""
    front = (HERE.parent / "README.md").read_text(encoding="utf-8")
    shown = front.partition("\n\n")[2].partition("\n\n")[2].partition("\n## ")[0].replace("](docs/", "](")
    play = f'<a href="play/#play={FIRST}">Try it in the browser</a>, or <a href="play/">choose a game</a>.\n\n'
    play = play if played() else ""
    title, _, rest = text.partition("\n\n")
    first, _, rest = rest.partition("\n\n")
    return (
        f"{title}\n\n{first}\n\n{play}{rest.replace(chr(10) + '## ', chr(10) + shown + chr(10) + chr(10) + '## ', 1)}"
    )


def played() -> bool:
    """Return whether the site has `play/`."""
    return os.environ.get("CROUPIER_PLAY") != "no"


def games(text: str) -> str:
    """Return the list of games with links to the rulebooks of each, and to a table of it."""

    def row(found: re.Match[str]) -> str:
        name = found[2]
        links = [(f"../rulebooks/{code}/{name}.html", word, code) for code, word in RULES.items()]
        links += [(f"../play/#play={name}", "Play", "en")] if played() else []
        told = " · ".join(f'<a href="{to}" hreflang="{code}" lang="{code}">{word}</a>' for to, word, code in links)
        return f"| {found[1]} (`{name}`) {told} |"

    return re.sub(r"^\| ([^|]+) \(`([\w-]+)`\) \|", row, text, flags=re.MULTILINE)


def rulebooks(folder: Path, names: Iterable[str]) -> None:
    """Write the rulebook of each game in each language, with a link to the other languages and to a table."""
    for name in names:
        rules = catalogue.find(name)
        for code in rulebook.languages():
            others = [other for other in rulebook.languages() if other != code]
            links = [rulebook.Link(LANGUAGES[other], f"../{other}/{name}.html", other, same=True) for other in others]
            links += [rulebook.Link(PLAY[code], f"../../play/?lang={code}#play={name}", code)] if played() else []
            links.append(rulebook.Link(GAMES[code], "../../reference/games.html", "en"))
            document = rulebook.rulebook(rules, {}, None, code, with_example=False)
            file = folder / "rulebooks" / code / f"{name}.html"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(rulebook.html(document, links), encoding="utf-8")


def finish(app: Sphinx, problem: Exception | None) -> None:
    """Write what is not made of pages: the rulebooks, and the source of each page, for programs that read it."""
    if problem is not None or app.builder.format != "html":
        return
    rulebooks(Path(app.outdir), catalogue.games())
    for page in HERE.rglob("*.md"):
        if "editors" not in page.parts:
            file = Path(app.outdir) / page.relative_to(HERE)
            file.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(page, file)


def docstring(app: Sphinx, what: str, name: str, of: object, options: object, lines: list[str]) -> None:
    """Make reStructuredText of a docstring, in which `one` backtick marks code and nothing else is a mark."""
    text = re.sub(r"(?<!`)`([^`]+)`(?!`)", r"\0\1\0", "\n".join(lines))
    parts = text.split("\0")
    parts[::2] = [re.sub(r"[*|]|(?<=\w)_(?=\W|$)", r"\\\g<0>", part) for part in parts[::2]]
    parts[1::2] = [f"``{part}``" for part in parts[1::2]]
    lines[:] = "".join(parts).split("\n")


def captions(text: str) -> str:
    """Return the text with the name of each file above its fence, as in ```yaml trade.yaml."""
    return re.sub(
        r"^```(yaml|diff|text|python) (\S+\.\w+)(?: once)?\n(.*?)^```$",
        lambda found: f"```{{code-block}} {found[1]}\n:caption: {found[2]}\n\n{found[3]}```",
        text,
        flags=re.MULTILINE | re.DOTALL,
    )


def read(app: Sphinx, name: str, source: list[str]) -> None:
    """Prepare a page: its trees of contents, its links, and the whole text of the errors."""
    from tests.docs.generated import errors
    from tests.docs.python import python

    whole = {"reference/errors": lambda: errors(whole=True), "reference/python": lambda: python(site=True)}
    text = whole[name]() if name in whole else source[0]
    if name == "reference/games":
        text = games(text)
    if name.rpartition("/")[2] == "index":
        text += toctrees(text, captions=name == "index")
    if name == "index":
        text = landing(text)
    orphan = "---\norphan: true\n---\n\n" if name.startswith("contributing/") else ""
    source[0] = orphan + captions(outside(HERE / f"{name}.md", text))


def setup(app: Sphinx) -> None:
    """Register the lexer and the preparation of pages."""
    app.add_lexer("yaml", Sentences)
    for name in PLAIN:
        app.add_lexer(name, TextLexer)
    app.connect("source-read", read)
    app.connect("autodoc-process-docstring", docstring)
    app.connect("build-finished", finish)
