"""The page of public names: a table of summaries in the repository, docstrings by Sphinx on the site."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from importlib import import_module
from itertools import pairwise
from typing import get_origin

import croupier
import croupier_dsl

GROUPS = {
    "Games": ("croupier", "load Rules Game"),
    "Moves": ("croupier", "Move Moves WhyNot"),
    "What a seat receives": ("croupier", "View ZoneView Event Offer Outcome"),
    "Records": ("croupier", "Record RecordError"),
    "Exceptions": (
        "croupier",
        "CroupierError SetupError PositionError MoveError InvalidMove IllegalMove AmbiguousMove RulesFault",
    ),
    "Simulations": (
        "croupier.simulate",
        "simulate Report Share GameResult play_game play_games compare Compared Spread",
    ),
    "Players": ("croupier.players", "Uniform Greedy POLICIES"),
    "Players by name": ("croupier.thinking", "player hint review"),
    "Training": ("croupier.learn", "vector Vector rewards Actions Observations catalogue Catalogue"),
    "The lab": ("croupier.lab", "survey Survey Mean Side verdict Comparison Effect tune Tuned"),
    "Tools": (
        "croupier",
        "base.chance.Seed base.language.speaking table.catalogue.names table.catalogue.find table.record.read "
        "workbench.scenarios.run_scenarios workbench.interactions.examine",
    ),
    "Check and compile a ruleset": (
        "croupier_dsl",
        "compile_file compile_text check_file check_text playable_file written_file flatten_file laid_out Laid "
        "rulesets_in rulesets_below ir",
    ),
    "Diagnostics": (
        "croupier_dsl",
        "CompileError Diagnostic Diagnostics Severity Span SourceFile render Explanation all_explanations nearest",
    ),
    "Rules as JSON": ("croupier_dsl", "to_json from_json SerialError Json plain"),
    "Parts of a ruleset": (
        "croupier_dsl",
        "Part Element Elements elements_of never_empty Mutation mutations_of row_path",
    ),
    "The grammar for other programs": ("croupier_dsl", "exported Form FORMS KINDS"),
    "Texts and marks": (
        "croupier_dsl",
        "filled of_part DESCRIBED MEANING SHORT DECKS Mark DIGEST_LENGTH SKETCH_LENGTH LETTERS door frozen",
    ),
}
"""By heading, the module that a reader imports from, and the names."""
HEAD = """\
<!-- generated: CROUPIER_UPDATE=1 pytest tests/docs/test_generated.py -->

# Public names

Every class, function and constant that a program may import, by topic. [Python API](api.md) introduces them with
examples; `help(croupier.Game)` prints the whole docstring.
"""


def python(*, site: bool = False) -> str:
    """Return the page: a table for each topic, or on the `site` what Sphinx makes of the docstrings."""
    found = [HEAD if not site else HEAD.partition("\n\n")[2].replace("; `help(croupier.Game)` prints", "; here is")]
    if site:
        found = [found[0].replace(" the whole docstring.", " each docstring.")]
    for heading, (module, names) in GROUPS.items():
        found.append(f"\n## {heading}\n\n")
        if site:
            found += [directive(module, name) for name in names.split()]
        else:
            found.append("| | |\n|---|---|\n")
            found += [f"| `{module}.{name}` | {_cell(summary(module, name))} |\n" for name in names.split()]
    return "".join(found)


def listed() -> Iterator[tuple[str, str]]:
    """Yield every name on the page, with the module that it is imported from."""
    for module, names in GROUPS.values():
        for name in names.split():
            below, _, last = name.rpartition(".")
            yield (f"{module}.{below}" if below else module), last


def value(module: str, name: str) -> object:
    """Return what a name of the page refers to."""
    below, _, last = name.rpartition(".")
    return getattr(import_module(f"{module}.{below}" if below else module), last)


def summary(module: str, name: str) -> str:
    """Return the first sentence about a name: of its docstring, or of the string below a constant."""
    text = docstring(module, name)
    first = " ".join(text.split("\n\n")[0].split())
    return first.split(". ")[0].rstrip(".") + "."


def docstring(module: str, name: str) -> str:
    """Return the whole docstring of a name. A constant has the string below it, in the module where it is assigned."""
    thing = value(module, name)
    if inspect.ismodule(thing) or inspect.isclass(thing) or inspect.isfunction(thing):
        return inspect.cleandoc(thing.__doc__ or "")
    statements = ast.parse(inspect.getsource(home(module, name))).body
    for statement, after in pairwise(statements):
        targets = statement.targets if isinstance(statement, ast.Assign) else [getattr(statement, "target", None)]
        if any(isinstance(target, ast.Name) and target.id == name for target in targets):
            said = after.value if isinstance(after, ast.Expr) else None
            return said.value if isinstance(said, ast.Constant) and isinstance(said.value, str) else ""
    return ""


def home(module: str, name: str) -> object:
    """Return the module where a constant is assigned, which the package that offers it looks up."""
    package = import_module(module)
    below = next((part for part, names in getattr(package, "_HOMES", {}).items() if name in names.split()), "")
    if below:
        return import_module(f"{module}.{below}")
    source = ast.parse(inspect.getsource(package))
    for node in ast.walk(source):
        if isinstance(node, ast.ImportFrom) and node.module and any(each.name == name for each in node.names):
            return import_module(node.module)
    return package


def directive(module: str, name: str) -> str:
    """Return the directive of Sphinx that shows the docstring of a name."""
    thing = value(module, name)
    full = f"{module}.{name}"
    if inspect.ismodule(thing):
        lines = [f".. py:module:: {full}", "", *docstring(module, name).partition("\n\n")[0].splitlines()]
    elif inspect.isclass(thing) and get_origin(thing) is None:
        kind = "exception" if issubclass(thing, BaseException) else "class"
        lines = [f".. auto{kind}:: {full}", "   :members:"]
    elif inspect.isfunction(thing):
        lines = [f".. autofunction:: {full}"]
    else:
        told = docstring(module, name).splitlines()
        lines = [f".. py:data:: {full}", "", *(f"   {line}" for line in told)]
    return "```{eval-rst}\n" + "\n".join(lines) + "\n```\n\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


PACKAGES = (croupier, croupier_dsl)
"""The packages whose whole `__all__` is on the page."""
