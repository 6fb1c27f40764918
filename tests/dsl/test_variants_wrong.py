"""What can be wrong with a variant: each with its code, its place and what helps, and no harm done by any of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier_dsl import Diagnostic, check_text, render
from tests.work import calls

from .variant_files import game, read, rules, variant, write

pytestmark = pytest.mark.in_turn(10)


def wrong(path: Path, *stack: Path) -> list[Diagnostic]:
    found, diagnostics = read(path, *stack)
    assert found is None
    return diagnostics


def one(folder: Path, body: str) -> Diagnostic:
    """The one thing that is wrong with a variant of the example."""
    game(folder)
    found = wrong(variant(folder, body))
    assert len(found) == 1, [f"{d.code} {d.message}" for d in found]
    return found[0]


STALE = [
    ("change: {moves.drew.when: hand is empty}", "no `drew` in `moves`", "did you mean `moves.draw.when`?"),
    ("change: {moves.draw.wen: hand is empty}", "no `wen` in `moves.draw`", "did you mean `moves.draw.when`?"),
    ("change: {turn.until: hand is empty}", "no `turn` in a ruleset", "did you mean `play.round.turn.until`?"),
    ("remove: [moves.pass.when.3]", "no `3` in `moves.pass.when`", "`moves.pass.when` has enough"),
    ("remove: [pass]", "no `pass` in a ruleset", "did you mean `moves.pass`?"),
    ("change: {moves.zzzzzzzzz: {}}", "no `zzzzzzzzz` in `moves`", "`moves` has draw, go_out, pass"),
    ("add: {moves.zzzzzzzzz.when: hand is empty}", "no `zzzzzzzzz` in `moves`", "`moves` has draw, go_out, pass"),
    ("change: {combos.set.different: rank}", "no `different` in `combos.set`", "`combos.set` has same, size, wilds"),
    ("change: {cards.packs: 2}", "no `packs` in `cards`", "`cards` has deck, wild"),
    ("remove: [limit.x]", "no `x` in `limit`", "`limit` has no parts"),
]


@pytest.mark.parametrize(("body", "label", "help"), STALE, ids=[body for body, _, _ in STALE])
def test_stale_paths(tmp_path: Path, body: str, label: str, help: str) -> None:
    """A path that leads nowhere is told what it was probably meant to be, or what there is, and where to look."""
    found = one(tmp_path, body)
    assert (found.code, found.labels[0].text) == ("E155", label)
    ended = help if help.endswith("?") else f"{help}."
    assert found.help == f"{ended} `croupier outline example` lists every part"
    assert found.span is not None
    assert found.span.text in body


CASES = [
    ("change: {title: Other}", "E155", "title"),
    ("remove: [scenarios.ann_goes_on]", "E155", "scenarios.ann_goes_on"),
    ("add: {zones.hand of player: set seen by everyone}", "E156", "zones.hand of player"),
    ("add: {play.round.turn.moves: pass}", "E156", "pass"),
    ("add: {moves.go_out.when.nobody_is_out: hand is empty}", "E156", "moves.go_out.when.nobody_is_out"),
    ("change: {limit: 5000}", "E157", "limit"),
    ("change: {moves.draw.when: 'stock is  not empty'}", "E157", "moves.draw.when"),
    ("change: {moves.draw.when.1: stock is not empty}", "E157", "moves.draw.when.1"),
    ("change: {play.round.turn.moves: [draw, go_out, pass]}", "E157", "play.round.turn.moves"),
    ("options: {rounds: 2}", "E157", "rounds"),
    ("options: {open_hand: no}", "E157", "open_hand"),
    ("options: {bonus: 11}", "E157", "bonus"),
    ("change: {moves.pass: {}, moves.pass.when.enough: hand is empty}", "E158", "moves.pass.when.enough"),
    ("remove: moves.pass\nchange: {moves.pass.when: hand is empty}", "E158", "moves.pass.when"),
    ("options: {rounds: 3}\nchange: {options.rounds: 1..5}", "E158", "options.rounds"),
    ("add: {moves.new: {}, moves.new.when: hand is empty}", "E158", "moves.new.when"),
    ("remove: [moves.go_out.choose.card.2]", "E160", "moves.go_out.choose.card.2"),
    ("change: {moves.go_out.choose.card.1: open_hand}", "E160", "moves.go_out.choose.card.1"),
    ("remove: [cards]", "E160", "cards"),
    ("add: {play.round.late after trun: {by: players, moves: [pass]}}", "E161", "play.round.late after trun"),
    ("add: {moves.draw.do before tidy: shuffle stock}", "E161", "moves.draw.do before tidy"),
    ("add: {moves.draw.do.if stock is empty: shuffle stock}", "E160", "moves.draw.do.if stock is empty"),
    ("options: {ronds: 3}", "E162", "ronds"),
    ("remove: [moves.draw, moves.go_out, moves.pass]", "E163", "moves.pass"),
    ("zones: {attic: pile seen by nobody}", "E136", "zones"),
    ("options: {rounds: {is: 3}}", "E122", "is"),
    ("options: {rounds: 7}", "E532", "7"),
    ("change: {moves.draw: hand is empty}", "E122", "hand is empty"),
    ("change: {moves.draw.when: }", "E123", "moves.draw.when"),
    ("add: {moves.new: {whn: hand is empty}}", "E120", "whn"),
    ("add: {moves.draw.when.new: handd is empty}", "E301", "handd"),
    ("change: {moves.pass.when: is is}", "E201", ""),
    ("presets: {a: {options: {ronds: 1}}}", "E165", "ronds"),
    ("presets: {a: {options: {rounds: 7}}}", "E166", "7"),
    ("presets: {a: {options: {ace: lo}}}", "E166", "lo"),
    ("presets: {a: {options: {open_hand: maybe}}}", "E166", "maybe"),
    ("presets: {a: {options: {bonus: 5}}}", "E166", "5"),
    ("presets: {a: {options: {rounds: 3, ace: high}}}", "E167", "high"),
    ("presets: {a: {title: A}}", "E121", "a"),
    ("options: {rounds: 3, ace: high}", "E167", "high"),
    ("remove: [play.round.end.set leader]", "E155", "play.round.end.set leader"),
    ("add: {play.round.begin before shuffle stick: hide deck}", "E161", "play.round.begin before shuffle stick"),
    (
        "change: {play.round.begin.for each of players.set secrat: set secret to 2}",
        "E155",
        "play.round.begin.for each of players.set secrat",
    ),
    ("because: {moves.gone: A1}", "E320", "moves.gone"),
    ("text: {moves.gone: A1}", "E320", "moves.gone"),
]


@pytest.mark.parametrize(("body", "code", "place"), CASES, ids=[f"{code}-{body}" for body, code, _ in CASES])
def test_what_is_wrong(tmp_path: Path, body: str, code: str, place: str) -> None:
    """Each mistake has its own diagnostic, in the file of the variant, at the entry that it is in."""
    found = one(tmp_path, body)
    assert found.span is not None
    assert (found.code, found.span.text) == (code, place)
    assert found.span.source.name.endswith("mine.yaml")
    assert render.terminal(found)


def test_no_base(tmp_path: Path) -> None:
    """What it is of has to be there; the nearest is suggested."""
    game(tmp_path)
    found = wrong(variant(tmp_path, "", of="exampel"))
    assert [(d.code, d.help.split("?")[0]) for d in found] == [("E150", "did you mean `example`")]
    assert [d.code for d in check_text("croupier: 1\nvariant: x\nof: example\n")[1]] == ["E150"]
    assert [d.code for d in wrong(write(tmp_path, "x", "croupier: 1\nvariant: x\n"))] == ["E121"]
    assert [d.code for d in wrong(write(tmp_path, "x", "croupier: 1\nof: example\nchange: {limit: 3}\n"))] == ["E121"]


@pytest.mark.parametrize(
    "name", ["../example", "./example", "/etc/passwd", "a/b", "example.yaml", "C:\\x", "''", "a b"]
)
def test_no_paths(tmp_path: Path, name: str) -> None:
    """`of` never leads out of the folder."""
    inner = tmp_path / "inner"
    inner.mkdir()
    game(tmp_path)
    game(inner)
    assert [d.code for d in wrong(variant(inner, "", of=name))] == ["E151"]


def test_circles(tmp_path: Path) -> None:
    """A variant that leads back to itself is told the way round."""
    game(tmp_path)
    variant(tmp_path, "", "a", "c")
    variant(tmp_path, "", "b", "a")
    found = wrong(variant(tmp_path, "", "c", "b"))
    assert [(d.code, d.message) for d in found] == [
        ("E152", "a variant cannot be based on itself: `c` is based on `b` is based on `a` is based on `c`")
    ]
    assert [d.code for d in wrong(variant(tmp_path, "", "self", "self"))] == ["E152"]


def test_a_variant_may_hide_its_base(tmp_path: Path) -> None:
    """A file may be a variant of the bundled ruleset of its own name."""
    bundled, mine = tmp_path / "bundled", tmp_path / "mine"
    bundled.mkdir()
    mine.mkdir()
    game(bundled)
    from croupier_dsl import compile_file

    assert compile_file(variant(mine, "change: {limit: 7}", "example"), bundled=bundled).limit == 7


def test_too_long_a_line(tmp_path: Path) -> None:
    """Eight variants stand on a game, not nine."""
    game(tmp_path)
    below = "example"
    for number in range(1, 10):
        path = variant(tmp_path, f"change: {{limit: {number}}}", f"v{number}", below)
        below = f"v{number}"
        if number <= 8:
            assert rules(path).limit == number
    assert [d.code for d in wrong(path)] == ["E153"]


def test_too_many(tmp_path: Path) -> None:
    """A variant is made of so many files and no more, however they are put together."""
    game(tmp_path)
    names = [f"v{number}" for number in range(40)]
    for name in names:
        variant(tmp_path, f"add: {{zones.{name}: pile seen by nobody}}", name)
    assert [d.code for d in wrong(variant(tmp_path, "", of=f"[{', '.join(names)}]"))] == ["E153"]


def test_a_wide_lattice_is_quick(tmp_path: Path) -> None:
    """Each file is read once, though there are thousands of ways through them."""
    game(tmp_path)
    above = ["example"]
    for level in range(5):
        names = [f"v{level}_{n}" for n in range(5)]
        for name in names:
            variant(tmp_path, f"add: {{zones.{name}: pile seen by nobody}}", name, f"[{', '.join(above)}]")
        above = names
    with calls(500_000):
        found = rules(variant(tmp_path, "", of=f"[{', '.join(above)}]"))
    assert len(found.zones) == 4 + 25


def test_hostile_sizes(tmp_path: Path) -> None:
    """Thousands of entries are read or refused in a moment."""
    game(tmp_path)
    with calls(6_000_000):
        many = "\n".join(f"  moves.nothing_{n}.when: hand is empty" for n in range(3000))
        assert [d.code for d in wrong(variant(tmp_path, f"change:\n{many}"))] == ["E164"]
        many = "\n".join(f"  moves.nothing_{n}.when: hand is empty" for n in range(500))
        assert {d.code for d in wrong(variant(tmp_path, f"change:\n{many}"))} == {"E155", "E139"}  # and how many more
        many = "\n".join(f"  zones.z{n}: pile seen by nobody" for n in range(500))
        assert len(rules(variant(tmp_path, f"add:\n{many}")).zones) == 504
        deep = "a." * 5000
        assert [d.code for d in wrong(variant(tmp_path, f"remove: [{deep}b]"))] == ["E155"]
        assert [d.code for d in wrong(variant(tmp_path, f"of_: {'[' * 50}"))][-1:] == ["E105"]


@pytest.mark.parametrize(
    "body",
    ["change: []", "add: x", "remove: {a: b}", "options: [a]", "change: {[a]: b}", "change: {'': 1}", "remove: ['']",
     "add: {' before x': 1}", "add: {a before b: 1}", "change: {.: 1}", "change: {a..b: 1}", "of: {a: b}",
     "remove: [options, options.rounds]", "change: {play: 1}", "change: {play.round: []}", "change: {options: 3}",
     "change: {tables.points: 3}", "change: {zones: [a]}", "add: {play.round.turn.moves: {a: b}}",
     "add: {result.score: {a: b}}",
     "change: {moves.draw.do: {if: x}}", "presets: 3", "presets: {a: 3}", "presets: {a: {options: 3}}",
     "remove: [play.round.turn.moves]", "change: {cards: {}}", "add: {language: fr}",
     "remove: [result.score]", "add: {options.rounds.needs: x}", "add: {limit.x: 1}", "add: {cards.attributes.x: a/b}"],
)  # fmt: skip
def test_odd_variants(tmp_path: Path, body: str) -> None:
    """Whatever stands in a variant, it is told and not thrown."""
    game(tmp_path)
    text = f"croupier: 1\nvariant: mine\n{'' if body.startswith('of') else 'of: example'}\n{body}\n"
    found = wrong(write(tmp_path, "mine", text))
    assert found
    assert all(render.terminal(diagnostic) for diagnostic in found)


def test_mistakes_of_the_base_are_told_there(tmp_path: Path) -> None:
    """A game that is wrong is wrong in its own file, whichever variant is read."""
    text = game(tmp_path).read_text("utf-8").replace("when: stock is not empty", "when: stokc is not empty")
    write(tmp_path, "example", text)
    found = wrong(variant(tmp_path, "options: {rounds: 3}"))
    assert [(d.code, d.span.source.name.rpartition("/")[2]) for d in found if d.span] == [("E301", "example.yaml")]


def test_nothing_there_to_stand_beside(tmp_path: Path) -> None:
    """Where nothing has a name, the help says what to do without one."""
    found = one(tmp_path, "add: {state.held before total: number, moves.pass.do.more before last: shuffle stock}")
    assert (found.code, found.help) == (
        "E161",
        "nothing there has a name: remove `before …` or `after …` to put it last",
    )


FAR = [
    ("change: {options.open_hand: 1..3}", "open_hand", "E402"),
    ("change: {'state.out in round': number}", "out", "E402"),
    ("change: {define.leader: count of players}", "leader", "E401"),
]


@pytest.mark.parametrize(("body", "name", "code"), FAR, ids=[name for _, name, _ in FAR])
def test_an_error_of_the_game_points_at_the_line_that_makes_it_one(
    tmp_path: Path, body: str, name: str, code: str
) -> None:
    """It is made by what the variant changed: that is told first, then the sentence that no longer fits it."""
    game(tmp_path)
    found = wrong(variant(tmp_path, body))
    told = next(each for each in found if each.code == code)
    files = [label.span.source.name.rpartition("/")[2] for label in told.labels]
    assert files == ["mine.yaml", "example.yaml"]
    assert told.labels[0].span.text in body
    assert f".{name}` is changed here" in told.labels[0].text
    assert told.help
