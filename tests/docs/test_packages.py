"""What goes with the repository: hooks, workflows, the action, the container, the extension of VS Code."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

from croupier.cli import COMMANDS
from croupier_dsl.signatures import BUILTINS, CONNECTING_WORDS, VERBS

from . import blocks

ROOT = blocks.ROOT
EXTENSION = ROOT / "docs" / "editors" / "vscode"
GRAMMAR = EXTENSION / "syntaxes" / "croupier.tmLanguage.json"
YAML = [*sorted((ROOT / ".github").rglob("*.yml")), ROOT / "action.yml", ROOT / ".pre-commit-hooks.yaml"]
GAME = (ROOT / "rulesets" / "trio.yaml").read_text(encoding="utf-8")


def grammar() -> str:
    """Return the grammar that editors highlight by, from the words of the language."""
    patterns = [
        ("comment.line.number-sign", r"#.*$"),
        ("string.quoted.double", r'"[^"]*"'),
        ("string.quoted.single", "'[^']*'"),
        ("entity.name.tag", r"[\w.-]+(?: (?:of|in|as|by|for|to) [\w. -]*?\w)*(?=:(?:\s|$))"),
        ("keyword.control", _any(CONNECTING_WORDS | VERBS | {"no", "yes"})),
        ("support.function", _any(BUILTINS)),
        ("constant.numeric", r"\b\d+\b"),
    ]
    data = {
        "name": "croupier",
        "scopeName": "source.croupier",
        "patterns": [{"name": f"{scope}.croupier", "match": match} for scope, match in patterns],
    }
    return json.dumps(data, indent=2) + "\n"


def _any(words: frozenset[str] | set[str]) -> str:
    return rf"\b(?:{'|'.join(sorted(words))})\b"


def test_the_grammar_has_the_words_of_the_language() -> None:
    """CROUPIER_UPDATE=1 writes it; the extension names it, and the language that it is for."""
    if blocks.UPDATE:
        GRAMMAR.write_text(grammar(), encoding="utf-8")
    assert GRAMMAR.read_text(encoding="utf-8") == grammar()
    contributed = json.loads((EXTENSION / "package.json").read_text(encoding="utf-8"))["contributes"]
    assert [(EXTENSION / each["path"]).resolve() for each in contributed["grammars"]] == [GRAMMAR]
    assert contributed["grammars"][0]["language"] == contributed["languages"][0]["id"] == "croupier"
    assert re.search(contributed["languages"][0]["firstLine"], GAME)


def test_the_grammar_marks_keys_and_words() -> None:
    """Its patterns are tried in order, as an editor does."""
    line = "beats of card: rank > count of hand  # why"
    patterns = json.loads(GRAMMAR.read_text(encoding="utf-8"))["patterns"]
    found: dict[str, str] = {}
    at = 0
    while at < len(line):
        hits = [(hit, each["name"]) for each in patterns if (hit := re.compile(each["match"]).match(line, at))]
        if hits:
            found.setdefault(hits[0][0][0], hits[0][1].removesuffix(".croupier"))
        at = hits[0][0].end() if hits else at + 1
    assert found["beats of card"] == "entity.name.tag"
    assert found["count"] == "support.function"
    assert found["of"] == "keyword.control"
    assert found["# why"] == "comment.line.number-sign"


@pytest.mark.parametrize("file", YAML, ids=lambda file: file.name)
def test_it_is_yaml_without_invented_addresses(file: Path) -> None:
    """It can be read, and names no repository but those of its steps."""
    data = yaml.safe_load(file.read_text(encoding="utf-8"))
    assert data
    assert "://" not in file.read_text(encoding="utf-8")


def test_hooks_run_commands(tmp_path: Path) -> None:
    """Each hook calls a command; it fails if one of the files does, and names of files with blanks are whole."""
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    assert [hook["id"] for hook in hooks] == ["croupier-check", "croupier-test", "croupier-fmt"]
    good, bad = tmp_path / "a good.yaml", tmp_path / "bad.yaml"
    good.write_text(GAME, encoding="utf-8")
    bad.write_text(GAME.replace("players: 3..6", "players: 0"), encoding="utf-8")
    for hook in hooks:
        command = re.search(r"croupier (\w+)", hook["entry"])
        assert command is not None
        assert command[1] in COMMANDS
        assert re.search(hook["files"], "games/trio.yaml")
        assert not re.search(hook["files"], "games/trio.scenarios.yaml")
        assert re.search(hook["exclude"], ".pre-commit-config.yaml")
    check = hooks[0]["entry"].removeprefix("bash -c '").removesuffix("' --")
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    env = os.environ | {"XDG_CACHE_HOME": str(tmp_path), "PATH": path}
    for files, status in (([good], 0), ([bad, good], 1)):
        done = subprocess.run(["bash", "-c", check, "--", *map(str, files)], env=env, capture_output=True, check=False)
        assert done.returncode == status, done.stdout


def test_workflows_run_what_the_project_says() -> None:
    """CI runs `.ci/run`, on the oldest version of Python that the package supports."""
    jobs = yaml.safe_load((ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8"))["jobs"]
    steps = jobs["all"]["steps"]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert {"run": "bash .ci/run"} in steps
    assert (
        ">=" + next(step["with"]["python-version"] for step in steps if "setup-python" in step.get("uses", ""))
        == (project["requires-python"])
    )


def test_actions_are_pinned_and_renewed() -> None:
    """A tag can be moved, a commit cannot; Dependabot reads the version after it."""
    for file in YAML:
        for action in re.findall(r"^ *(?:- )?uses: (.+)$", file.read_text(encoding="utf-8"), re.MULTILINE):
            assert re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", action), f"{file.name}: {action}"
    renewed = yaml.safe_load((ROOT / ".github" / "dependabot.yml").read_text(encoding="utf-8"))["updates"]
    assert "github-actions" in {each["package-ecosystem"] for each in renewed}


def test_the_container_hosts_a_table() -> None:
    """Its entry point is a command with options that exist."""
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    entry = re.search(r"^ENTRYPOINT (.+)$", text, re.MULTILINE)
    assert entry is not None
    words = json.loads(entry[1])
    told = blocks.run(f"{words[1]} --help")
    assert [word for word in words if word.startswith("--") and word not in told] == []


def test_the_changelog_has_this_version() -> None:
    """A release has a heading of its own."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert f"\n## {project['version']}\n" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
