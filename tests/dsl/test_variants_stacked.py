"""Several variants put together: what goes together, in which order, and what does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier_dsl import ir

from .variant_files import bare, game, read, rules, standing_alone, variant, write

pytestmark = pytest.mark.in_turn(10)


@pytest.fixture(autouse=True)
def _example(tmp_path: Path) -> None:
    game(tmp_path)


def both(folder: Path, first: str, second: str) -> tuple[Path, Path]:
    return variant(folder, first, "first"), variant(folder, second, "second")


def codes(folder: Path, first: str, second: str, order: str = "[first, second]") -> list[str]:
    both(folder, first, second)
    return [d.code for d in read(variant(folder, "", of=order))[1]]


APART = [
    ("change: {limit: 9}", "change: {moves.draw.when: hand is empty}"),
    ("change: {tables.points.A: 3}", "change: {tables.points.J..K: 4}"),
    ("change: {moves.go_out.when.nobody_is_out: hand is empty}", "remove: [moves.go_out.when.not_the_leader]"),
    ("options: {rounds: 3}", "options: {bonus: 1}"),
    ("remove: [moves.pass]", "change: {moves.draw.do: shuffle stock, whenever.too_many.do: shuffle stock}"),
    ("change: {moves.draw.when.1: hand is empty}", "add: {moves.draw.when.more: discard is empty}"),
    ("text: {moves.draw: draw}", "text: {moves.pass: pass}"),
    (
        "change: {play.round.begin.shuffle stock: hide deck}",
        "add: {play.round.begin before move top of stock: hide stock}",
    ),
    ("remove: [play.round.begin.for each of players.set secret]", "change: {play.round.end.set dealer: shuffle stock}"),
    ("change: {play.round.times: 3}", "add: {play.round.early before turn: {by: players, moves: [pass]}}"),
]


@pytest.mark.parametrize(("first", "second"), APART, ids=[first for first, _ in APART])
def test_what_goes_together(tmp_path: Path, first: str, second: str) -> None:
    """Variants that touch different places go together, and their order is all one."""
    both(tmp_path, first, second)
    one = rules(variant(tmp_path, "", "one", "[first, second]"))
    other = rules(variant(tmp_path, "", "other", "[second, first]"))
    assert (one.of, other.of) == (("second", "first", "example"), ("first", "second", "example"))
    for part in ("limit", "options", "tables", "play", "moves", "triggers"):
        assert bare(getattr(one, part)) == bare(getattr(other, part)), part
    assert set(one.texts) == set(other.texts)
    alone = rules(variant(tmp_path, "", "alone", "example"))
    assert standing_alone(one) != standing_alone(alone)


CLASHES = [
    ("change: {limit: 9}", "change: {limit: 8}"),
    ("change: {moves.draw.when: hand is empty}", "add: {moves.draw.when.more: discard is empty}"),
    ("remove: [moves.pass]", "change: {moves.pass.when: hand is empty}"),
    ("remove: [moves]", "change: {moves.pass.when.enough: hand is empty}"),
    ("options: {rounds: 3}", "options: {rounds: 1}"),
    ("options: {rounds: 3}", "change: {options.rounds: 1..5}"),
    ("add: {zones.attic: pile seen by nobody}", "add: {zones.attic: set seen by nobody}"),
    ("add: {moves.new: {do: shuffle stock}}", "add: {moves.new: {do: shuffle discard}}"),
    ("text: {moves.draw: draw}", "text: {moves.draw: take}"),
    ("rulings: {A1: One.}", "rulings: {A1: Two.}"),
    ("change: {play.round.turn.moves: [draw]}", "remove: [play.round.turn.moves.pass]"),
    ("change: {play.round.begin.shuffle stock: hide deck}", "remove: [play.round.begin.shuffle stock]"),
    ("remove: [play.round.begin.for each of players]", "remove: [play.round.begin.for each of players.set secret]"),
]


@pytest.mark.parametrize(("first", "second"), CLASHES, ids=[first for first, _ in CLASHES])
@pytest.mark.parametrize("order", ["[first, second]", "[second, first]"])
def test_conflicts(tmp_path: Path, first: str, second: str, order: str) -> None:
    """Variants that touch one place, or one something within what the other replaces, do not go together."""
    both(tmp_path, first, second)
    _, found = read(variant(tmp_path, "", of=order))
    assert [d.code for d in found] == ["E159"]
    assert "`first`" in found[0].message
    assert "`second`" in found[0].message
    files = [label.span.source.name.rpartition("/")[2] for label in found[0].labels]
    assert sorted(files) == ["first.yaml", "second.yaml"]


SAME = [
    "change: {limit: 9}", "remove: [moves.pass]", "options: {rounds: 3}", "add: {zones.attic: pile seen by everyone}",
    "text: {moves.draw: draw}", "change: {moves.draw.when: {a: hand is empty}}", "add: {moves.pass.do: shuffle stock}",
    "remove: [moves.go_out.when.nobody_is_out]",
]  # fmt: skip


@pytest.mark.parametrize("body", SAME)
def test_the_same_twice(tmp_path: Path, body: str) -> None:
    """Two variants may do the same to the same place; it is done once."""
    both(tmp_path, body, body)
    twice, once = rules(variant(tmp_path, "", of="[first, second]")), rules(variant(tmp_path, "", of="first"))
    assert standing_alone(twice) == standing_alone(once)


def test_one_upon_the_other_is_no_conflict(tmp_path: Path) -> None:
    """A variant may change what the variant below it changed, also where both stand in one list."""
    variant(tmp_path, "change: {limit: 9}", "first")
    variant(tmp_path, "change: {limit: 8}", "second", "first")
    assert rules(variant(tmp_path, "", of="[first, second]")).limit == 8
    assert rules(variant(tmp_path, "change: {limit: 7}", of="[second]")).limit == 7


def test_a_variant_over_a_stack(tmp_path: Path) -> None:
    """What a variant itself changes holds, whatever the variants below it do to the place."""
    both(tmp_path, "change: {limit: 9}", "options: {rounds: 3}")
    found = rules(variant(tmp_path, "change: {limit: 7}\noptions: {rounds: 1}", of="[first, second]"))
    assert found.limit == 7
    assert found.options[0].default == ir.Constant(ir.NUMBER, 1)


SETTLED = [
    ("change: {limit: 9}", "change: {limit: 8}", "change: {limit: 7}"),
    ("change: {limit: 9}", "change: {limit: 8}", "change: {limit: 9}"),
    ("change: {limit: 9}", "change: {limit: 8}", "change: {limit: 8}"),
    ("change: {moves.draw.when: hand is empty}", "add: {moves.draw.when.more: discard is empty}",
     "change: {moves.draw.when: stock is empty}"),
    ("remove: [moves.pass]", "change: {moves.pass.when: hand is empty}",
     "change: {moves.pass: {when: stock is empty}}"),
    ("remove: [moves.pass]", "change: {moves.pass.when: hand is empty}", "remove: [moves.pass]"),
    ("options: {rounds: 3}", "options: {rounds: 1}", "options: {rounds: 3}"),
    ("options: {rounds: 3}", "change: {options.rounds: 2..3}", "options: {rounds: 2}"),
    ("add: {zones.attic: pile seen by nobody}", "add: {zones.attic: set seen by nobody}",
     "change: {zones.attic: pile seen by everyone}"),
    ("add: {moves.new: {do: shuffle stock}}", "add: {moves.new: {do: shuffle discard}}", "remove: [moves.new]"),
    ("text: {moves.draw: draw}", "text: {moves.draw: take}", "text: {moves.draw: have}"),
    ("rulings: {A1: One.}", "rulings: {A1: Two.}", "rulings: {A1: Three.}"),
    ("change: {play.round.turn.moves: [draw]}", "remove: [play.round.turn.moves.pass]",
     "change: {play.round.turn.moves: [go_out, pass]}"),
    ("remove: [moves.go_out.when.nobody_is_out]", "change: {moves.go_out.when.nobody_is_out: hand is empty}",
     "change: {moves.go_out.when: {other: stock is empty}}"),
]  # fmt: skip


@pytest.mark.parametrize(("first", "second", "own"), SETTLED)
def test_what_the_variant_itself_says_settles_it(tmp_path: Path, first: str, second: str, own: str) -> None:
    """Two variants collide, and one that is of both says what holds: that, in whatever order they stand."""
    both(tmp_path, first, second)
    found, turned = (rules(variant(tmp_path, own, of=order)) for order in ("[first, second]", "[second, first]"))
    assert standing_alone(found) == standing_alone(turned)
    variant(tmp_path, "", "plain", "example")
    assert standing_alone(found) != standing_alone(rules(tmp_path / "plain.yaml"))


NOT_SETTLED = [
    ("change: {limit: 9}", "change: {limit: 8}", "options: {rounds: 3}"),
    ("remove: [moves.pass]", "change: {moves.pass.when: hand is empty}", "change: {moves.pass.when: stock is empty}"),
    ("add: {moves.new: {do: shuffle stock}}", "add: {moves.new: {do: shuffle discard}}",
     "change: {moves.new.do: shuffle stock}"),
]  # fmt: skip


@pytest.mark.parametrize(("first", "second", "own"), NOT_SETTLED)
def test_what_settles_nothing(tmp_path: Path, first: str, second: str, own: str) -> None:
    """What the variant says of another place, or of a part of the place, leaves open what holds there."""
    both(tmp_path, first, second)
    assert "E159" in {d.code for d in read(variant(tmp_path, own, of="[first, second]"))[1]}


def test_what_is_settled_further_up(tmp_path: Path) -> None:
    """The one that says what holds may be of them by way of others, and what is of it stays as it says."""
    both(tmp_path, "change: {limit: 9}", "change: {limit: 8}")
    variant(tmp_path, "options: {rounds: 3}", "third", "first")
    variant(tmp_path, "change: {limit: 6}", "fourth", "[second, third]")
    assert rules(tmp_path / "fourth.yaml").limit == 6
    assert rules(variant(tmp_path, "change: {players: 2..3}", of="fourth")).limit == 6
    assert rules(variant(tmp_path, "change: {limit: 5}", of="fourth")).limit == 5
    variant(tmp_path, "", "open", "[second, third]")
    assert rules(variant(tmp_path, "change: {limit: 4}", of="open")).limit == 4
    assert [d.code for d in read(variant(tmp_path, "options: {bonus: 1}", of="open"))[1]] == ["E159"]


def test_three_that_clash_and_one_that_settles_it(tmp_path: Path) -> None:
    """However many collide, one word of the variant that is of all of them is enough."""
    for name, body in (("a", "change: {limit: 7}"), ("b", "remove: [limit]"), ("c", "change: {limit: 9}")):
        variant(tmp_path, body, name)
    for order in ("[a, b, c]", "[b, c, a]", "[c, b, a]"):
        assert rules(variant(tmp_path, "change: {limit: 5}", of=order)).limit == 5


def test_a_label_in_a_block_and_the_block(tmp_path: Path) -> None:
    """The path of a label leaves out the block that it stands in; neither is lost without a word all the same."""
    game = tmp_path / "example.yaml"
    text = game.read_text(encoding="utf-8").replace("- set secret to 3", "- hidden: set secret to 3")
    assert "hidden:" in text
    game.write_text(text, encoding="utf-8")
    one, other = "remove: [play.round.begin.for each of players]", "change: {play.round.begin.hidden: set secret to 2}"
    assert codes(tmp_path, other, one) == ["E159"]
    assert codes(tmp_path, one, other) == ["E155"]


def test_of_another_game(tmp_path: Path) -> None:
    """Only variants of one game are put together."""
    write(tmp_path, "other", (tmp_path / "example.yaml").read_text("utf-8").replace("game: example", "game: other"))
    variant(tmp_path, "", "first")
    second = variant(tmp_path, "", "second", "other")
    assert [d.code for d in read(variant(tmp_path, "", of="[first, second]"))[1]] == ["E154"]
    assert [d.code for d in read(tmp_path / "example.yaml", second)[1]] == ["E154"]
    assert [d.code for d in read(tmp_path / "example.yaml", tmp_path / "other.yaml")[1]] == ["E154"]


def test_put_on_top_by_hand(tmp_path: Path) -> None:
    """One variant on top of its game is that variant; several are a ruleset that no file holds."""
    scenario = "scenarios: {{{}: {{seats: Ann Bob, then: [now: {{round: 1}}]}}}}"
    first, second = both(
        tmp_path,
        f"title: {{en: First, fr: Un}}\nchange: {{limit: 9}}\n{scenario.format('one')}",
        f"title: {{en: Second}}\noptions: {{rounds: 3}}\n{scenario.format('two')}",
    )
    game_file = tmp_path / "example.yaml"
    assert rules(game_file, first) == rules(first)
    found = rules(game_file, first, second)
    assert found == rules(first, second)
    assert (found.name, found.of) == ("first-with-second", ("second", "first", "example"))
    assert found.title == (("en", "First + Second"),)
    assert found.limit == 9
    assert [scenario.name for scenario in found.scenarios] == ["one", "two"]
    assert rules(game_file, first, first) == rules(first)


def test_three_that_clash(tmp_path: Path) -> None:
    """Every pair that does not go together is told."""
    for name, limit in (("a", 7), ("b", 8), ("c", 9)):
        variant(tmp_path, f"change: {{limit: {limit}}}", name)
    _, found = read(variant(tmp_path, "", of="[a, b, c]"))
    assert {d.code for d in found} == {"E159"}
