"""Rules survive JSON, and JSON that is not rules is refused with a reason."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier_dsl import SerialError, compile_file, compile_text, from_json, to_json

from .meaning_game import GAME

SKETCHES = Path(__file__).parents[2] / "tests" / "sketches" / "first"
PLAYED = ["drei", "go-fish", "hearts", "leduc-poker", "three-thirteen", "trio"]
RULES = compile_text(GAME, "small.yaml")


@pytest.mark.parametrize("name", PLAYED)
def test_round_trip(name: str) -> None:
    """What comes back is equal, and is written the same again."""
    rules = compile_file(SKETCHES / f"{name}.yaml")
    text = to_json(rules)
    assert from_json(text) == rules
    assert to_json(from_json(text)) == text


def test_indented_is_the_same() -> None:
    """White space means nothing."""
    assert from_json(to_json(RULES, indent=2)) == RULES


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "this is not JSON"),
        ("[]", "expected rules: an object"),
        ('{"is": "Rules", "version": 99}', "version 99"),
        ('{"is": "Rules", "version": 1}', "lacks 'name'"),
        ('{"is": "Rules", "version": 1, "name": 3}', "rules.name: expected a text, found 3"),
        ("[" * 100_000, "deeper"),
    ],
)
def test_refused(text: str, message: str) -> None:
    """Each refusal says where and why."""
    with pytest.raises(SerialError, match=message.replace("(", r"\(")):
        from_json(text)


def test_wrong_part() -> None:
    """A part in the wrong place is named by its path."""
    data = json.loads(to_json(RULES))
    data["moves"][0]["do"][0] = {"is": "Constant", "type": {"is": "Type", "name": "number"}, "value": 1}
    with pytest.raises(SerialError, match=r"rules\.moves\[0\]\.do\[0\]"):
        from_json(json.dumps(data))


def test_unknown_field() -> None:
    """Nothing is silently ignored."""
    data = json.loads(to_json(RULES))
    data["cards"]["colour"] = "red"
    with pytest.raises(SerialError, match="Cards has no 'colour'"):
        from_json(json.dumps(data))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@pytest.mark.costly
@settings(max_examples=60)
@given(key=st.sampled_from(sorted(json.loads(to_json(RULES)))), value=JSON)
def test_anything_else_is_refused_politely(key: str, value: object) -> None:
    """Whatever replaces a section, the answer is rules or a SerialError."""
    data = json.loads(to_json(RULES))
    data[key] = value
    with suppress(SerialError):
        assert from_json(json.dumps(data)).name == data["name"]


@pytest.mark.parametrize(
    "text",
    [
        '{"is": "Rules", "version": 1, "name": "x", "cards": {"is": []}}',
        '{"is": "Rules", "version": ' + "9" * 5000 + "}",
    ],
)
def test_hostile_json_is_refused(text: str) -> None:
    """Whatever stands where a part's kind or a number should be, the refusal is a SerialError."""
    with pytest.raises(SerialError):
        from_json(text)


def as_version_1(data: object, most: int) -> object:
    """Rules as version 1 had them: of each value of the attribute, up to `most`, the places that it may take."""
    if isinstance(data, list):
        return [as_version_1(item, most) for item in data]
    if not isinstance(data, dict):
        return data
    old = {key: as_version_1(value, most) for key, value in data.items()}
    if old.get("is") == "Rules":
        old["version"] = 1
    if old.get("is") == "SequencePlaces":
        values = old.pop("values")
        old["places"] = [[at for at, held in enumerate(values) if held == value] for value in range(most)]
        old["length"] = len(values)
    return old


@pytest.mark.parametrize("name", ["drei", "three-thirteen"])
def test_rules_of_version_1_are_read(name: str) -> None:
    """Games that were recorded before can be gone on with: aces at both ends have two places there."""
    rules = compile_file(SKETCHES / f"{name}.yaml")
    text = to_json(rules)
    old = json.dumps(as_version_1(json.loads(text), 14))
    assert '"version": 1' in old
    assert old.count('"length"') == text.count('"SequencePlaces"')
    assert from_json(old) == rules


@pytest.mark.parametrize(
    "sequence",
    [
        {"places": [[0], [1]], "length": 10**9},
        {"places": [[0], [{}]], "length": 2},
        {"places": 3, "length": 1},
        {"length": 1},
        {"places": [[0]]},
    ],
)
def test_sequences_of_version_1_that_are_none(sequence: dict[str, object]) -> None:
    """They are refused at once, however long they say they are."""
    data = {"is": "Rules", "version": 1, "combos": [{"is": "SequencePlaces", "condition": None, **sequence}]}
    with pytest.raises(SerialError, match="a sequence of version 1"):
        from_json(json.dumps(data))
