"""The compact reference and the cheat sheet agree with the grammar, the schema and the checker."""

from __future__ import annotations

import json
import re
import tomllib
from functools import cache
from importlib.resources import files
from pathlib import Path

import lark
import pytest
from click.testing import CliRunner

from croupier import simulate
from croupier.cli import main
from croupier.table.catalogue import guide
from croupier_dsl import signatures
from croupier_dsl.compiler import check_text
from tests.conformance.rulesets import Tree, merged, read, written

from .blocks import ROOT, Block, blocks
from .test_language import BASE, scenarios_hold

PAGE = ROOT / "docs" / "reference" / "compact.md"
TEXT = PAGE.read_text(encoding="utf-8")
SHEET = ROOT / "docs" / "reference" / "cheat-sheet.md"
PROSE = re.sub(r"^```.*?^```$", "", TEXT, flags=re.MULTILINE | re.DOTALL)
INDEX = ROOT / "docs" / "llms.txt"
LANGUAGE = ROOT / "docs" / "reference" / "language"
GRAMMAR = re.sub(r"//.*", "", files("croupier_dsl").joinpath("grammar.lark").read_text("utf-8"))
SENTENCES = GRAMMAR.partition("speaker:")[0]
"""The grammar of rules, without that of scenarios."""


def words(page: Path) -> int:
    return len(page.read_text(encoding="utf-8").split())


def test_the_pages_stay_short() -> None:
    assert words(PAGE) <= 5000
    assert words(SHEET) <= 900
    assert words(INDEX) <= 400


def section(title: str) -> str:
    """The text below a heading, up to the next of its level."""
    return TEXT.split(f"\n## {title}\n")[1].split("\n## ")[0]


def ebnf() -> str:
    return next(block.body for block in blocks(PAGE) if block.kind == "ebnf")


def rules(grammar: str) -> set[str]:
    return set(re.findall(r"^[?!]*([a-z_]+):", grammar, re.MULTILINE))


def keywords(grammar: str) -> set[str]:
    return set(re.findall(r'"([a-z]+)"', grammar))


def test_the_grammar_has_the_keywords_and_rules_of_the_page() -> None:
    """No rule is invented, no keyword is missing, none is too many."""
    assert rules(ebnf()) <= rules(SENTENCES)
    assert keywords(ebnf()) == keywords(SENTENCES)
    used = set(re.findall(r"\b[a-z]+\b", re.sub(r'"[^"]*"', "", ebnf())))
    assert used == rules(ebnf())


@cache
def earley(start: str) -> lark.Lark:
    """A parser of the grammar on the page."""
    terminals = 'NAME: /[0-9]*[A-Za-z_][A-Za-z0-9_]*/\nNUMBER: /-?[0-9]+/\nGRID: /[0-9]+x[0-9]+/\n%ignore " "\n'
    return lark.Lark(f"{ebnf()}\n{terminals}", parser="earley", start=start, lexer="dynamic")


def sentences(block: Block) -> set[tuple[str, str]]:
    """Statements, conditions, domains, actors and declarations of an example, each with the rule that reads it."""
    found: set[tuple[str, str]] = set()
    tree = read(block.body)

    def statements(body: Tree) -> None:
        for item in body if isinstance(body, list) else [body]:
            if isinstance(item, str):
                found.add(("statement", item))
            elif isinstance(item, dict):
                for key, inner in item.items():
                    if key == "choose":
                        choices(inner)
                    else:
                        found.add(("block", key))
                        statements(inner)

    def choices(body: Tree) -> None:
        assert isinstance(body, dict)
        found.update(("domain", str(domain)) for domain in body.values())

    def condition(body: Tree) -> None:
        found.update(("expr", str(sentence)) for sentence in (body.values() if isinstance(body, dict) else [body]))

    def stage(body: Tree) -> None:
        assert isinstance(body, dict)
        for key, inner in body.items():
            match key:
                case "when" | "until" | "must" | "times":
                    condition(inner)
                case "by":
                    found.add(("actors", str(inner)))
                case "begin" | "end" | "else":
                    statements(inner)
                case "steps" if isinstance(inner, dict):
                    for step in inner.values():
                        stage(step)

    def named(key: str) -> dict[str, Tree]:
        body = tree.get(key, {})
        assert isinstance(body, dict)
        return body

    if "play" in tree:
        stage(tree["play"])
    for body in named("stages").values():
        stage(body)
    for body in (*named("moves").values(), *named("whenever").values()):
        assert isinstance(body, dict)
        condition(body.get("when", {}))
        choices(body.get("choose", {}))
        statements(body.get("do", []))
    for key in ("zones", "state", "define", "tables"):
        found.update(("head", head) for head in named(key))
    for key in ("zones", "state"):
        found.update(("thing", str(body)) for body in named(key).values())
    found.update(("expr", str(body)) for body in named("define").values())
    return found


def examples() -> list[tuple[str, str]]:
    pages = [PAGE, *sorted(LANGUAGE.glob("*.md"))]
    kinds = ("ruleset", "part")
    return sorted(
        {
            sentence
            for page in pages
            for block in blocks(page)
            if block.kind == "yaml" and block.words[0] in kinds
            for sentence in sentences(block)
        }
    )


def test_the_grammar_of_the_page_reads_every_example() -> None:
    """What the examples of the language write, the short grammar allows."""
    refused = []
    for rule, sentence in examples():
        try:
            earley(rule).parse(sentence)
        except lark.exceptions.LarkError:
            refused.append((rule, sentence))
    assert refused == []


def marked() -> set[str]:
    """The words of the page that are set as code within its text."""
    return {word for code in re.findall(r"`([^`]+)`", PROSE) for word in re.findall(r"\w+", code)}


def test_every_key_is_on_the_page() -> None:
    schema = json.loads(files("croupier_dsl").joinpath("schema.json").read_text("utf-8"))
    left_out = {"clause", "library", "clauses_file"}
    parts = [schema, *(part for name, part in schema["$defs"].items() if name not in left_out)]
    keys = {key for part in parts for key in part.get("properties", {})}
    examples = "\n".join(block.body for block in blocks(PAGE) if block.kind == "yaml")
    assert sorted(keys - marked() - set(re.findall(r"(\w+):", examples))) == []


def test_every_builtin_is_on_the_page() -> None:
    needed = {*signatures.BUILTINS, *signatures.NOUNS, *signatures.ZONE_FORMS, *signatures.VIEWERS}
    assert sorted(needed - marked()) == []


PLACES = {
    "a sentence": "define: {{odd of player: {}}}",
    "a statement": "moves: {{pass: {{do: [{}]}}}}",
    "a condition": "moves: {{pass: {{when: {}}}}}",
    "a choice": "moves: {{throw: {{choose: {{card: {}}}, do: move card to discard}}}}",
    "`state`": "state: {{{}}}\ndefine: {{odd: count of (discard where suit is trump)}}",
    "`zones`": "zones: {{{}}}",
    "`tables`": "tables: {{worth of card by suit: {}}}",
    "a stage": "play: {{steps: {{turn: {}}}}}",
    "a stage's `begin`": "play: {{begin: {}, steps: {{turn: {{by: players, moves: [throw, pass]}}}}}}",
}


def traps() -> list[tuple[str, str, str, str]]:
    """Where a trap is, the wrong text, the right text, the code."""
    found = []
    for place, rows in re.findall(r"^In (.+):\n\n((?:- .+\n)+)", section("Traps"), re.MULTILINE):
        for row in rows.splitlines():
            told = re.match(r"- (?P<code>[EW]\d+) `(?P<wrong>.+?)` → `(?P<right>.+?)`", row)
            assert told is not None, row
            found.append((place, told["wrong"], told["right"], told["code"]))
    return found


def codes(place: str, text: str) -> set[str]:
    part = read(PLACES[place].format(text))
    if place == "`state`" and not text.startswith("trump"):
        del part["define"]
    _, found = check_text(written(merged(BASE, part)))
    return {diagnostic.code for diagnostic in found if diagnostic.code < "W"}


@pytest.mark.parametrize(("place", "wrong", "right", "code"), traps())
def test_a_trap_is_one(place: str, wrong: str, right: str, code: str) -> None:
    """The wrong text has the error that the table names, the right one has none."""
    assert codes(place, wrong) == {code}
    assert codes(place, right) == set()


def test_no_trap_is_left_out() -> None:
    assert len(traps()) == section("Traps").count("→") - 1


IDIOMS = [block for block in blocks(PAGE) if block.kind == "yaml" and block.words[0] in ("part", "ruleset")]


@pytest.mark.costly
@pytest.mark.parametrize("block", IDIOMS, ids=lambda block: str(block.line))
def test_an_idiom_plays(block: Block, tmp_path: Path) -> None:
    """Games with the fragment in them come to an end."""
    path = tmp_path / "idiom.yaml"
    part = read(block.body)
    dealt: dict[str, Tree] = {
        "begin": ["move deck to stock", "shuffle stock", {"for each of players": "move top 7 of stock to hand"}]
    }
    rules = part if "game" in part else merged(BASE, part)
    play = rules["play"]
    assert isinstance(play, dict)
    if "begin" not in json.dumps(play):
        rules["play"] = {**play, **dealt}
    path.write_text(written(rules), encoding="utf-8")
    for policy in ("random", "greedy"):
        assert simulate(path, 5, policy=policy).finished == 5


def test_explain_prints_it() -> None:
    result = CliRunner().invoke(main, ["explain", "--reference"])
    assert result.exit_code == 0
    assert result.output == TEXT


GAME = read(next(block.body for block in blocks(SHEET) if block.words == ("ruleset",)))


def snippets(title: str) -> list[tuple[str, str]]:
    """What the sheet shows below a heading: the key before the colon, if any, and each snippet behind it."""
    text = SHEET.read_text(encoding="utf-8").split(f"\n## {title}\n")[1].split("\n## ")[0]
    lines = re.findall(r"^(?:- `?([a-z]+)`?: )?(`.+`)$", text, re.MULTILINE)
    return [(key, snippet) for key, codes in lines for snippet in re.findall(r"`([^`]+)`", codes)]


def declared() -> dict[str, Tree]:
    """The game of the sheet with everything that its declarations add, and a move to pass."""
    rules = merged(GAME, {"moves": {"pass": {}}, "scenarios": "gone"})
    for key, snippet in snippets("Declarations"):
        if key != "cards":
            rules = merged(rules, {key: read(snippet)})
    return rules


def offering(turn: dict[str, Tree], moves: dict[str, Tree]) -> dict[str, Tree]:
    """The same with that stage as its only one, and with these moves."""
    begin: Tree = ["move deck to stock", "shuffle stock"]
    steps: Tree = {"turn": {"by": "players", "times": "9", "moves": ["lay", "draw", "pass", *moves], **turn}}
    play: Tree = {"begin": begin, "steps": {"round": {"times": "2", "steps": steps}}}
    return merged(declared(), {"moves": moves, "play": play})


def built(title: str, key: str, snippet: str) -> dict[str, Tree]:
    """A ruleset with the snippet where its heading says that it belongs."""
    match title:
        case "Declarations" if key == "cards":
            bank: Tree = {"bank": "set seen by everyone"}
            play: Tree = {"steps": {"turn": {"by": "players", "times": "2", "moves": ["pass"]}}}
            small: dict[str, Tree] = {"croupier": "1", "game": "small", "players": "2", "zones": bank, "play": play}
            return {**small, "cards": read(snippet), "moves": {"pass": {}}, "result": {"score": "count of bank"}}
        case "Declarations":
            return declared()
        case "Stages":
            return offering({key: snippet}, {})
        case "Choices":
            return offering({}, {"pick": {"choose": {"picked": snippet}}})
        case "Statements":
            step = read(f"- {snippet}")
            return offering({}, {"pick": {"do": step}})
        case _:
            return merged(declared(), {"define": {"odd of player": snippet}})


SNIPPETS = [
    (title, key, snippet)
    for title in ("Declarations", "Stages", "Choices", "Statements", "Sentences")
    for key, snippet in snippets(title)
] + [("Statements", "", code) for code in re.findall(r"`(set [^`]+)`[^`,]", SHEET.read_text(encoding="utf-8"))]


@pytest.mark.parametrize(("title", "key", "snippet"), SNIPPETS)
def test_a_snippet_of_the_sheet_checks(title: str, key: str, snippet: str) -> None:
    """Put where it belongs, it is no error."""
    _, found = check_text(written(built(title, key, snippet)))
    assert [diagnostic for diagnostic in found if diagnostic.code < "W"] == []


def test_the_sheet_has_its_snippets() -> None:
    """None is lost because its line is written otherwise."""
    assert len(SNIPPETS) >= 60


def test_the_sheet_lists_forms_and_viewers() -> None:
    text = SHEET.read_text(encoding="utf-8")
    forms, viewers = re.findall(r"^Forms: (.+) Viewers: (.+)$", text, re.MULTILINE)[0]
    assert set(re.findall(r"\w+", forms)) == set(signatures.ZONE_FORMS)
    assert set(re.findall(r"\w+", viewers)) == set(signatures.VIEWERS)


@pytest.mark.parametrize("step", [snippet for _, snippet in snippets("Scenario steps")])
def test_a_step_of_the_sheet_holds(step: str) -> None:
    given: Tree = read(
        "{at: turn of Ann, round: 1, dealer: Bob, wanted: clubs, pile: 9H, hand of Ann: 9S, stock: 5C …}"
    )
    scenario: Tree = {"seats": "Ann Bob", "given": given, "then": [read(step)]}
    rules, found = check_text(written(merged(GAME, {"scenarios": {"one_step": scenario}})))
    assert rules is not None, found
    scenarios_hold(rules)


def test_the_page_is_in_the_package() -> None:
    """An installed croupier has the page where `explain` looks for it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    included = project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    for name in ("compact.md", "cheat-sheet.md", "phrasebook"):
        assert included[guide(name).relative_to(ROOT).as_posix()] == f"croupier/guides/{name}"


def test_links_of_the_index_for_assistants() -> None:
    """Every link of llms.txt names a page."""
    links = re.findall(r"\]\(([^)]+)\)", INDEX.read_text(encoding="utf-8"))
    assert [link for link in links if not (INDEX.parent / link).is_file()] == []
    assert len(links) > 15
