"""The shape of the code: imports point down, no host code knows a game by name, files are short and well named."""

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from textwrap import dedent

import pytest
import yaml

ROOT = Path(__file__).parents[2]
SOURCES = [ROOT / "dsl", ROOT / "interpreter"]
PLAYERS_MAY_IMPORT = {"base.chance", "base.limits", "base.moves", "players", "seat.views"}
VAGUE = {"util", "utils", "helper", "helpers", "common", "manager", "managers", "misc"}

# Rulesets whose name is also an ordinary word of card play: of these only a string that says nothing else is suspect.
ORDINARY = {
    "bluff", "bridge", "cheat", "colours", "court", "doubt", "golf", "letters", "memory", "palace", "patience",
    "president", "rows", "sevens", "speed", "spider", "switch", "war",
}  # fmt: skip
OF_CARDS = {"clubs", "diamonds", "hearts", "spades"}
"""Names that nobody can be suspected for: those of suits."""


def host_files(*suffixes: str) -> list[Path]:
    """The files of both packages with one of these suffixes."""
    found = sorted(path for source in SOURCES for path in source.rglob("*") if path.suffix in suffixes)
    assert found
    return found


def where(path: Path) -> str:
    """A path as a reader of the repository knows it."""
    return path.relative_to(ROOT).as_posix()


def strings(found: object) -> Iterator[str]:
    """A title, or each of its translations."""
    if isinstance(found, str):
        yield found
    elif isinstance(found, dict):
        yield from (text for text in found.values() if isinstance(text, str))


def game_names() -> set[str]:
    """The names and titles of the bundled rulesets, in lower case, words separated by single spaces."""
    names: set[str] = set()
    for path in (ROOT / "rulesets").rglob("*.yaml"):
        titled = re.search(r"^title:.*(\n[ -].*)*", path.read_text(encoding="utf-8"), re.MULTILINE)
        if not re.search(
            "^library:", path.with_name(f"{path.name.split('.')[0]}.yaml").read_text("utf-8"), re.MULTILINE
        ):
            names |= {path.name.split(".")[0], *strings(yaml.safe_load(titled[0])["title"] if titled else "")}
    return {" ".join(re.split(r"[\W_]+", name.lower())).strip() for name in names} - OF_CARDS - {""}


IMPORT = re.compile(r"^[ ]*((?:import|from [\w.]+ import) (?:\([^)]*\)|[^(\n]*))", re.MULTILINE)


def games_named_in(text: str, names: set[str]) -> list[str]:
    """Which of these games a text names, however the words of the name are joined and capitalised."""
    found, plain = [], letters(text)
    for name in sorted(name for name in names if letters(name) in plain):  # to look for each in full takes long
        words = [re.escape(word) for word in name.split()]
        if name in ORDINARY:
            pattern = rf"""(?P<quote>['"]){words[0]}(?P=quote)"""
        else:
            pattern = r"(?<![^\W_])" + r"[\W_]*".join(words) + r"(?![^\W_])"
        if re.search(pattern, text, re.IGNORECASE):
            found.append(name)
    return found


def letters(text: str) -> str:
    """A text without all that may stand between the words of a name, and without capitals."""
    return re.sub(r"[\W_]+", "", text).lower()


def engine_modules_imported(source: str) -> set[str]:
    """The modules below `croupier` that Python source imports, anywhere in it and for types too."""
    imported = []
    for node in only_imports(source).body:
        if isinstance(node, ast.Import):
            imported += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and not node.level:
            imported += [f"{node.module}.{alias.name}" for alias in node.names]
    return {module_of(name.split(".")[1:]) for name in imported if name.split(".")[0] == "croupier"}


def only_imports(source: str) -> ast.Module:
    """The imports of Python source without all else, which takes long to parse."""
    return ast.parse("\n".join(found[1] for found in IMPORT.finditer(source)))


def module_of(parts: list[str]) -> str:
    """Of a dotted name below `croupier`, the part that says which module is meant; of a player's, only the package."""
    return ".".join(parts[:1] if parts[:1] == ["players"] else parts[:2])


def test_imports_point_down() -> None:
    """Every import contract in `pyproject.toml` is kept."""
    pytest.importorskip("importlinter", reason="import-linter comes with the dev extra")
    paths = [*map(str, SOURCES), os.environ.get("PYTHONPATH", "")]
    code = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"
    ran = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, paths))},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr


def modules_of_the_language() -> dict[str, ast.Module]:
    """Return the modules of the language by name, without front doors, which import nothing until they are asked."""
    folder = ROOT / "dsl"
    texts = {path.relative_to(folder): path.read_text(encoding="utf-8") for path in folder.rglob("*.py")}
    parts = {path.with_suffix("").parts: text for path, text in texts.items() if "__getattr__ = door(" not in text}
    return {".".join(part for part in path if part != "__init__"): only_imports(text) for path, text in parts.items()}


def test_modules_of_the_language_stand_in_an_order() -> None:
    """No module needs one above it, in functions and for annotations neither: what both name is in a third."""
    modules = modules_of_the_language()
    needs: dict[str, set[str]] = {name: set() for name in modules}
    for name, tree in modules.items():
        for node in tree.body:
            if isinstance(node, ast.ImportFrom) and node.module is not None:
                found = {f"{node.module}.{alias.name}" for alias in node.names}
                needs[name] |= {one if one in modules else node.module for one in found} & modules.keys()
    assert sum(map(len, needs.values())) > 500
    while ready := {name for name, others in needs.items() if not others & needs.keys()}:
        for name in ready:
            del needs[name]
    assert {name: others & needs.keys() for name, others in needs.items()} == {}


def test_a_player_reaches_nothing_but_views_and_moves() -> None:
    """A player's code imports views, moves and chance of its own, and so cannot look at the state of a game."""
    paths = sorted((ROOT / "interpreter" / "croupier" / "players").rglob("*.py"))
    reached = {where(path): engine_modules_imported(path.read_text(encoding="utf-8")) for path in paths}
    assert {path: found - PLAYERS_MAY_IMPORT for path, found in reached.items() if found - PLAYERS_MAY_IMPORT} == {}


def test_only_views_read_notes() -> None:
    """What happened is put into words in one place, and followed to positions, which only views leave, in another; who
    knows which card is asked of the sights. Who looks for leaks plays a game again with what chance brought in it."""
    readers = set()
    for path in host_files(".py"):
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if ".notes" in text else ():
            if isinstance(node, ast.Attribute) and node.attr == "notes" and ast.unparse(node.value).endswith("log"):
                readers.add(where(path))
    assert readers == {
        "interpreter/croupier/seat/beats.py",
        "interpreter/croupier/seat/views.py",
        "interpreter/croupier/workbench/secrets/beside.py",
    }


def test_the_search_for_imports_finds_them() -> None:
    """Every way to import a module of the engine is seen, inside functions too; other packages are not."""
    source = """
        import croupier, croupier.model.state, croupier_dsl.ir
        from croupier.table import game
        from croupier.seat.views import View
        from croupier.players.greedy import Greedy
        from . import greedy
        def f():
            from croupier.play.flow.steps import go
    """
    assert engine_modules_imported(dedent(source)) == {
        "",
        "model.state",
        "table.game",
        "seat.views",
        "players",
        "play.flow",
    }


def test_no_host_code_knows_a_game_by_name() -> None:
    """Neither Python nor the grammar names a bundled ruleset, not even in a comment: games live in rulesets alone."""
    names = game_names()
    assert names
    texts = {where(path): path.read_text(encoding="utf-8") for path in host_files(".py", ".lark")}
    assert {path: found for path, text in texts.items() if (found := games_named_in(text, names))} == {}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("def fast_fish_pond(): ...", ["fast fish"]),
        ("class FastFish: ...", ["fast fish"]),
        ('if name == "fast-fish":', ["fast fish"]),
        ("# as in Fast Fish!", ["fast fish"]),
        ("breakfast fishing", []),
        ("at war with memory", []),
        ('load("war")', ["war"]),
    ],
)
def test_the_search_for_names_finds_them(text: str, found: list[str]) -> None:
    """A name is found in any spelling, not inside other words; an ordinary word only as a whole string."""
    assert games_named_in(text, {"fast fish", "war"}) == found


def test_files_are_short() -> None:
    """No source file is longer than 1,200 lines: a longer one is more than one thing."""
    lengths = {where(path): len(path.read_text(encoding="utf-8").splitlines()) for path in host_files(".py", ".lark")}
    assert {path: length for path, length in lengths.items() if length > 1_200} == {}


def test_modules_are_named_for_what_they_do() -> None:
    """No module or package goes by a name that could hold anything."""
    paths = [where(path) for path in host_files(".py")]
    assert [path for path in paths if VAGUE & set(re.split(r"[/_.]", path))] == []


PUBLIC = ("analysis", "ir", "language", "reader", "saying", "services")
DOORS = {"croupier_dsl", *(f"croupier_dsl.{name}" for name in PUBLIC)}
"""Where the engine may enter the language."""


def imports(source: str) -> Iterator[tuple[str, list[str]]]:
    """Each module that Python source imports from, with the names; of relative imports none, which stay inside."""
    for node in only_imports(source).body:
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module, [alias.name for alias in node.names]


def by_the_back_door(path: Path) -> Iterator[str]:
    """What a module of the engine imports past the `__all__` of a package that it is not part of."""
    own = ("croupier", *path.relative_to(SOURCES[1] / "croupier").parts[:-1])
    for module, names in imports(path.read_text(encoding="utf-8")):
        if module.split(".")[0] == "croupier_dsl" and module not in DOORS:
            yield module
        if module.split(".")[0] != "croupier":
            continue
        for name in names:
            steps = (*module.split("."), name)
            for depth in range(1, len(steps)):
                package = steps[:depth]
                if package == own[:depth] or not SOURCES[1].joinpath(*package).is_dir():
                    continue
                if steps[depth] not in getattr(import_module(".".join(package)), "__all__", ()):
                    yield ".".join(steps)


def test_packages_are_entered_by_their_front_doors() -> None:
    """A package says in `__all__` what others may use; the engine knows the language by its public modules alone."""
    found = {where(path): list(by_the_back_door(path)) for path in sorted(SOURCES[1].rglob("*.py"))}
    assert {path: past for path, past in found.items() if past} == {}


@pytest.mark.parametrize("name", sorted(DOORS - {"croupier_dsl.language", "croupier_dsl.reader"} | {"croupier"}))
def test_a_front_door_opens(name: str) -> None:
    """Every name that a front door promises is there."""
    package = import_module(name)
    assert package.__all__
    assert [public for public in package.__all__ if getattr(package, public, None) is None] == []


APART = {
    "YOU": "the name of the person at a seat, of three front ends that do not import each other",
    "SHORT": "the length of a line, and of a word",
    "WIDTH": "how wide each command prints where the terminal does not say; one may change alone",
    "POLICIES": "the command line names them before it loads what plays",
    "MOST": "the most of different things: bars and moves, cards and programs, bytes of two protocols",
    "MOST_JOBS": "the most processes of two commands, which do different work",
    "SUBJECT": "the slot of a subject, and a part of a sentence",
    "MOST_GAMES": "the most games of a comparison, and of a request",
    "SECONDS": "the time of a search, and of a trace",
    "VERSION": "each format counts its own versions",
    "PLAYERS": "the name of a column, and of what rules read",
    "MOST_BYTES": "the size of two kinds of files",
    "LONG": "the time of two measurements",
}
"""Constants of one name and value in several modules that mean different things, and what they mean."""


def constants(source: str) -> Iterator[tuple[str, str]]:
    """The constants of a module whose values are written out, and these values."""
    for node in ast.parse(source).body:
        match node:
            case ast.Assign(targets=[target], value=value):
                pass
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                pass
            case _:
                continue
        several = isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple)
        for name, each in zip(target.elts, value.elts, strict=True) if several else [(target, value)]:
            if (
                isinstance(name, ast.Name)
                and name.id.isupper()
                and not any(isinstance(part, ast.Name) for part in ast.walk(each))
            ):
                yield name.id, ast.unparse(each)


def test_no_constant_is_typed_twice() -> None:
    """What two modules have to agree on is defined in one of them: of two copies one is changed, and nobody notices."""
    found: dict[tuple[str, str], list[str]] = {}
    for path in sorted((ROOT / "interpreter").rglob("*.py")):
        for constant in constants(path.read_text(encoding="utf-8")):
            found.setdefault(constant, []).append(where(path))
    twice = {constant: paths for constant, paths in found.items() if len(paths) > 1}
    assert {constant: paths for constant, paths in twice.items() if constant[0] not in APART} == {}
    assert {name for name, _ in twice} == set(APART), "an exception that is none any more"


def test_the_search_for_constants_finds_them() -> None:
    """Typed or not, alone or several in a line; names that stand for others are none."""
    source = "MOST = 1 << 3\nA, B = 1, (2, 3)\nC: int = 4\nD = MOST\nsmall = 5\ndef f():\n    E = 6\n"
    assert [*constants(source)] == [("MOST", "1 << 3"), ("A", "1"), ("B", "(2, 3)"), ("C", "4")]
