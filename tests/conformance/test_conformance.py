"""Every case of tests/conformance/*.yaml holds (README.md says how a case is written)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import reduce
from itertools import zip_longest
from pathlib import Path
from typing import Any, get_args

import pytest

import croupier_dsl
from croupier.base.faults import PositionError, RulesFault, SetupError
from croupier.compile.binding import bind
from croupier.table import display
from croupier.table.catalogue import directory
from croupier.table.game import Game, Rules
from croupier.workbench.scenarios import _knows, _say, compare, run_scenario, start
from croupier_dsl import ir
from croupier_dsl.analysis.walk import nodes
from croupier_dsl.compiler import check_text

from .rulesets import Tree, merged, read, written

HERE = Path(__file__).parent
SCHEMA = Path(croupier_dsl.__file__ or "").parent / "schema.json"
FAULTS = {"rules": RulesFault, "setup": SetupError, "position": PositionError}
OWN = ("value", "type", "legal", "view", "log", "unseen", "acts", "shown")
"""The steps of a case that no scenario of a ruleset has."""
Case = dict[str, Tree]


def cases() -> Iterator[tuple[str, Case]]:
    for file in sorted(HERE.glob("*.yaml")):
        section = read(file.read_text(encoding="utf-8"))
        assert isinstance(section["cases"], dict)
        for name, case in section["cases"].items():
            assert isinstance(case, dict)
            shared = {key: section[key] for key in ("base", "libraries") if key in section}
            yield f"{file.stem}.{name}", {"base": {}, **shared, **case}


CASES = dict(cases())


def steps(case: Case) -> list[tuple[str, Tree]]:
    return [pair for step in listed(case.get("then", [])) if isinstance(step, dict) for pair in step.items()]


def listed(tree: Tree) -> list[Tree]:
    return tree if isinstance(tree, list) else [tree]


def ruleset(case: Case) -> tuple[str, dict[str, str]]:
    """The text of the case's ruleset, with a definition for each expression whose value or type it asks for."""
    if "text" in case:
        return str(case["text"]), {}
    asked = [
        expr for what, body in steps(case) if what in ("value", "type") and isinstance(body, dict) for expr in body
    ]
    probes = {expr: f"probe_{number}" for number, expr in enumerate(dict.fromkeys(asked), 1)}
    base, added = case["base"], case.get("rules", {})
    assert isinstance(base, dict)
    assert isinstance(added, dict)
    own = {key: case[key] for key in ("options", "given", "chance", "refused") if key in case}
    told: list[Tree] = [{what: body} for what, body in steps(case) if what not in OWN]
    scenario: dict[str, Tree] = {"seats": case.get("seats", "Ann Bob"), **own}
    if told:
        scenario["then"] = told
    if "variant" in case:
        return written(_variant(case, scenario, probes)), probes
    extra: dict[str, Tree] = {"define": {name: expr for expr, name in probes.items()}}
    if "warning" not in case and ("error" not in case or own):  # else what is wrong is in the rules
        extra["scenarios"] = {"case": scenario}
    return written(merged(base, added, extra)), probes


def _variant(case: Case, scenario: Tree, probes: dict[str, str]) -> dict[str, Tree]:
    """The variant that a case is about, with the definitions that it asks for and its scenario."""
    own = case["variant"]
    assert isinstance(own, dict)
    added = own.get("add", {})
    assert isinstance(added, dict)
    head: dict[str, Tree] = {"croupier": "1", "variant": "case", "of": "small"}
    made: dict[str, Tree] = {**head, **own}
    if probes:
        made["add"] = {**added, **{f"define.{name}": expr for expr, name in probes.items()}}
    if "error" not in case and "warning" not in case:
        scenarios = own.get("scenarios", {})
        assert isinstance(scenarios, dict)
        made["scenarios"] = {"case": scenario, **scenarios}
    return made


def below(case: Case) -> dict[str, str]:
    """The files that a case needs beside its own: libraries by name; of a variant, the base of the case as `small`, and
    other variants by name."""
    libraries, others = case.get("libraries", {}), case.get("variants", {})
    assert isinstance(libraries, dict)
    assert isinstance(others, dict)
    made: dict[str, str] = {}
    for name, body in libraries.items():
        assert isinstance(body, dict)
        made[name] = written({"croupier": "1", "library": name, **body})
    if "variant" not in case:
        return made
    assert isinstance(case["base"], dict)
    made["small"] = written(case["base"])
    for name, body in others.items():
        assert isinstance(body, dict)
        made[name] = written({"croupier": "1", "variant": name, "of": "small", **body})
    return made


@pytest.mark.in_turn(16)
@pytest.mark.parametrize("name", CASES)
def test_case(name: str, tmp_path: Path) -> None:
    """What the case says is so."""
    case = CASES[name]
    text, probes = ruleset(case)
    for other, body in below(case).items():
        (tmp_path / f"{other}.yaml").write_text(body, encoding="utf-8")
    rules, found = check_text(text, name, bundled=tmp_path)
    told = [f"{d.code}: {d.message}" for d in found]
    if "error" in case:
        assert rules is None
        assert {d.code for d in found if d.severity.value == "error"} == set(str(case["error"]).split()), told
        return
    assert rules is not None, told
    if "warning" in case:
        assert {d.code for d in found} == set(str(case["warning"]).split()), told
        return
    if "fault" in case:
        with pytest.raises(FAULTS[str(case["fault"])]):
            play(rules, case, probes)
        return
    if "refused" in case:
        assert run_scenario(rules, rules.scenarios[0]).failure == ""
        return
    play(rules, case, probes)


def play(rules: ir.Rules, case: Case, probes: dict[str, str]) -> None:
    scenario = rules.scenarios[0]
    game = start(Rules(bind(rules, None, dict(scenario.options), names=scenario.seats)), scenario)
    plain = iter(scenario.then)
    for what, body in steps(case):
        if what not in OWN:
            step = next(plain)
            if isinstance(step, ir.Now):
                for fact in step.facts:
                    compare(game, fact)
            elif isinstance(step, ir.Knows):
                _knows(game, step)
            else:
                _say(game, step)
        elif what == "acts":
            assert " ".join(game.rules.program.names[seat] for seat in game.to_act) == str(body).replace("nobody", "")
        else:
            assert isinstance(body, dict)
            for thing, wanted in body.items():
                check(game, what, thing, wanted, probes)


def check(game: Game, what: str, thing: str, wanted: Tree, probes: dict[str, str]) -> None:
    names = game.rules.program.names
    if what in ("value", "type"):
        found = asked(game, what, probes[thing])
        assert found == wanted, f"{what} of {thing!r} is {found!r}, not {wanted!r}"
        return
    seat = names.index(thing)
    if what == "legal":
        found = [str(move) for move in game.legal_moves(seat)]
        assert found == [move for move in listed(wanted) if move != "none"], f"legal for {thing}: {found}"
    elif what == "shown":
        spell = game.rules.program.spell
        facts = [
            f"{part}{f' of {whose}' if whose else ''}: {spell(of, value)}"
            for part, whose, of, value in display.shown(game, seat)
        ]
        assert facts == [fact for fact in listed(wanted) if fact != "none"], f"{thing} is shown {facts}"
    elif what == "view":
        assert isinstance(wanted, dict)
        found = {part: seen(game, seat, part) for part in wanted}
        assert found == wanted, f"{thing} sees {found}"
    else:
        events = [" ".join(map(str, [event.kind, *event.data.values()])) for event in game.log(seat)]
        told = [event for event in events if event in listed(wanted)]
        assert told == ([] if what == "unseen" else listed(wanted)), events


def asked(game: Game, what: str, probe: str) -> str:
    """The value, or the type, of the definition by this name, `me` being the seat that has to act."""
    program, state = game.rules.program, game._state
    type_ = next(made.type for made in program.rules.definitions if made.name == probe)
    if what == "type":
        return str(type_)
    me = game.to_act[0] if game.to_act else None
    value = program.planner.plan(ir.Defined(type_, probe, None))(state, [me])
    return program.spell(type_, value)


def seen(game: Game, seat: int, part: str) -> str:
    """A zone, `count of` it, `remembered of` it, or a variable, as the seat sees it; `hidden` if it does not see it."""
    view = game.view(seat)
    for which in ("count", "remembered"):
        if part.startswith(f"{which} of ") and part.removeprefix(f"{which} of ") in view.zones:
            zone = view.zones[part.removeprefix(f"{which} of ")]
            return str(zone.count) if which == "count" else " ".join(zone.remembered) or "none"
    if part in view.zones:
        zone = view.zones[part]
        if zone.melds:
            return " + ".join(zone.melds)
        return " ".join("?" if card is None else card or "_" for card in zone.cards) or "none"
    if part == "decisions":
        return str(view.decisions)
    value = view.state.get(part, "hidden")
    return (
        {True: "yes", False: "no", None: "none"}.get(value, str(value))
        if not isinstance(value, int) or isinstance(value, bool)
        else str(value)
    )


def test_cases_are_many() -> None:
    """The cases are no sample."""
    assert len(CASES) >= 120


def in_mixed_order() -> Iterator[ir.Rules]:
    """The rules of every case that has any: the first of each file, then the second of each, and so on."""
    files: dict[str, list[str]] = {}
    for name in CASES:
        files.setdefault(name.partition(".")[0], []).append(name)
    for names in zip_longest(*files.values()):
        for name in filter(None, names):
            rules = check_text(ruleset(CASES[name])[0], name)[0]
            if rules is not None:
                yield rules


NEVER_LEFT = {"KindLiteral"}
"""Stands only while a sentence is checked."""


def test_every_node_is_met() -> None:
    """Each kind of expression and of statement occurs in the rules of some case."""
    wanted = {kind.__name__ for kind in (*get_args(ir.Expr), *get_args(ir.Statement))} - NEVER_LEFT
    for rules in in_mixed_order():
        wanted -= {type(part).__name__ for part in nodes(rules)}
        if not wanted:
            break
    assert wanted == set()


ELSEWHERE = {("clauses_file", "questions"), ("translation_file", "options")}
"""Nothing that is shipped has them: a game that is finished leaves no question open, and translates options under
`text`. `tests/dsl/test_beside.py` reads both."""


def test_every_key_is_met() -> None:
    """Each key of a ruleset, by the part it belongs to, occurs in some case or in a shipped ruleset.

    What stands in a file beside a ruleset counts as the ruleset's own, which has the same keys, and as that file's.
    """
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    met: set[tuple[str, str]] = set()
    texts = [text for case in CASES.values() for text in (ruleset(case)[0], *below(case).values())]
    for text in texts:
        _keys_of(text, "", schema["$defs"], met)
    for file in sorted(directory().rglob("*.yaml")):
        _keys_of(file.read_text(encoding="utf-8"), file.name, schema["$defs"], met)
    wanted = {(name, key) for name, part in schema["$defs"].items() for key in part.get("properties", {})}
    assert wanted - met == ELSEWHERE


def _keys_of(text: str, file: str, parts: Mapping[str, Any], met: set[tuple[str, str]]) -> None:
    """Note the keys of a file, by what its name or its first key says that it is."""
    found = read(text)
    name = next((kind for kind in ("variant", "library") if kind in found), "game")
    _keys(found, parts[name], name, parts, met)
    beside = file.split(".")[1:-1]
    if beside:
        name = {"clauses": "clauses_file", "scenarios": "scenarios_file"}.get(beside[0], "translation_file")
        _keys(found, parts[name], name, parts, met)


def _keys(tree: Tree, part: Mapping[str, Any], name: str, parts: Mapping[str, Any], met: set[tuple[str, str]]) -> None:
    """Note the keys that a part of the schema names and the tree has."""
    while "$ref" in part:
        *way, name = str(part["$ref"]).removeprefix("#/$defs/").split("/")
        part = reduce(lambda inner, step: inner[step], [*way, name], parts)
    if isinstance(tree, list):
        for item in tree:
            _keys(item, part.get("items", {}), name, parts, met)
    elif isinstance(tree, dict):
        for key, value in tree.items():
            if key in part.get("properties", {}):
                met.add((name, key))
                _keys(value, part["properties"][key], name, parts, met)
            elif isinstance(part.get("additionalProperties"), dict):
                _keys(value, part["additionalProperties"], name, parts, met)
