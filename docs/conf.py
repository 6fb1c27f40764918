"""The site: these pages by Sphinx, MyST and Furo. `docs/build` makes it; GitHub shows the same files without it.

The navigation is made from the lists in `index.md`, and links to files outside this folder become plain text, or lead
to CROUPIER_SOURCE (the address of the repository's files) if it is set.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from pygments.lexer import RegexLexer, bygroups, words
from pygments.lexers.special import TextLexer
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Text, Whitespace

sys.path.insert(0, str(Path(__file__).parents[1]))
from croupier_dsl.signatures import BUILTINS, CONNECTING_WORDS, VERBS

if TYPE_CHECKING:
    from sphinx.application import Sphinx

project, author, language = "croupier", "the authors of croupier", "en"
extensions = ["myst_parser", "sphinx_copybutton"]
html_theme, html_title = "furo", "croupier"
html_extra_path = [name for name in ("llms.txt",) if (Path(__file__).parent / name).is_file()]
exclude_patterns = ["editors/**"]
myst_heading_anchors = 4
copybutton_prompt_text, copybutton_prompt_is_regexp = r"\$ |>>> |\.\.\. ", True
HERE = Path(__file__).parent
PLAIN = ("editor", "ebnf")
"""The kinds of fences that are not highlighted."""
SOURCE = os.environ.get("CROUPIER_SOURCE", "")


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
        if "://" in found[2] or (target.is_relative_to(HERE) and target.suffix in (".md", ".png")):
            return found[0]
        return f"[{found[1]}]({SOURCE}/{target.relative_to(HERE.parent).as_posix()})" if SOURCE else found[1]

    return re.sub(r"(?<!!)\[([^]\n]+)\]\(([^)\s#]+)(?:#[^)\s]*)?\)", link, text)


def landing(text: str) -> str:
    """Return the index with the ruleset and the game of the front page, and a way to try it."""
    front = (HERE.parent / "README.md").read_text(encoding="utf-8")
    shown = front.partition("\n\n")[2].partition("\n\n")[2].partition("\n## ")[0].replace("](docs/", "](")
    play = "" if os.environ.get("CROUPIER_PLAY") == "no" else '<a href="play/">Try it in the browser</a>.\n\n'
    title, _, rest = text.partition("\n\n")
    first, _, rest = rest.partition("\n\n")
    return (
        f"{title}\n\n{first}\n\n{play}{rest.replace(chr(10) + '## ', chr(10) + shown + chr(10) + chr(10) + '## ', 1)}"
    )


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

    text = errors(whole=True) if name == "reference/errors" else source[0]
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
