"""Variants: what they change, add, remove and choose, and what they keep of the game that they are of."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier_dsl import check_text, compile_text, flatten_file, ir

from .variant_files import bare, game, read, rules, standing_alone, variant, write


@pytest.fixture
def base(tmp_path: Path) -> ir.Rules:
    return rules(game(tmp_path))


def move(found: ir.Rules, name: str) -> ir.MoveRule:
    return next(move for move in found.moves if move.name == name)


def stage(found: ir.Rules, *names: str) -> ir.Stage:
    here = found.play
    for name in names:
        here = next(step for step in here.steps if step.name == name)
    return here


def texts(found: ir.Rules) -> dict[str, ir.Texts]:
    return dict(found.texts)


def sources(found: ir.Rules) -> dict[str, tuple[str, ...]]:
    return {because.path: because.sources for because in found.because}


def test_nothing_changed(tmp_path: Path, base: ir.Rules) -> None:
    """A variant that changes nothing means what the game means, under a name and title of its own, without examples."""
    found = rules(variant(tmp_path, "title: {en: Mine}"))
    assert (found.name, found.title, found.of, found.scenarios) == ("mine", (("en", "Mine"),), ("example",), ())
    for part in ("players", "options", "cards", "tables", "zones", "variables", "combos", "play", "moves", "result"):
        assert bare(getattr(found, part)) == bare(getattr(base, part)), part
    assert (found.books, found.clauses, found.rulings) == (base.books, base.clauses, base.rulings)
    whose = ("game.short.of", base.title)
    assert (found.because, found.texts) == (base.because, (base.texts[0], whose, *base.texts[1:]))


def test_change(tmp_path: Path, base: ir.Rules) -> None:
    """What stands under `change` takes the place of what the path leads to, down to one condition or row."""
    found = rules(
        variant(
            tmp_path,
            """change:
  limit: 300
  tables.points.J..K: 12
  moves.go_out.when.not_the_leader: open_hand
  moves.draw.when.1: count of stock > 2
  moves.draw.choose.card: one of hand where not wild
  combos.set.size: 4..
  zones.hand: set seen by everyone
  state.secret: number seen by everyone
  define.leader: last of players
  play.round.times: 3
  play.round.turn.until: out is not none
  result.best: highest
""",
        )
    )
    assert found.limit == 300
    points = next(table for table in found.tables if table.name == "points")
    assert points.rows[-1].value == ir.Constant(ir.NUMBER, 12)
    assert [c.text for c in move(found, "go_out").conditions] == ["out is none", "open_hand"]
    assert [(c.path, c.text) for c in move(found, "draw").conditions] == [("moves.draw.when.1", "count of stock > 2")]
    assert [f.path for f in move(found, "draw").choices[0].filters] == ["moves.draw.choose.card.1"]
    assert next(zone for zone in found.zones if zone.name == "hand").seen == "everyone"
    assert stage(found, "round").times == ir.Constant(ir.NUMBER, 3)
    assert [c.text for c in stage(found, "round", "turn").until] == ["out is not none"]
    assert found.result.best == "highest"
    assert bare(move(found, "pass")) == bare(move(base, "pass"))


def test_one_of_several_joined(tmp_path: Path) -> None:
    """A condition in the middle of a sentence is changed by its number; the others keep theirs."""
    path = write(
        tmp_path,
        "example",
        game(tmp_path)
        .read_text("utf-8")
        .replace(
            "when: stock is not empty", "when: stock is not empty and (me is leader or open_hand) and hand is not empty"
        ),
    )
    assert len(move(rules(path), "draw").conditions) == 3
    found = rules(variant(tmp_path, "change: {moves.draw.when.2: not open_hand}"))
    assert [(c.path, c.text) for c in move(found, "draw").conditions] == [
        ("moves.draw.when.1", "stock is not empty"),
        ("moves.draw.when.2", "not open_hand"),
        ("moves.draw.when.3", "hand is not empty"),
    ]
    found = rules(variant(tmp_path, "remove: moves.draw.when.2"))
    assert [c.path for c in move(found, "draw").conditions] == ["moves.draw.when.1", "moves.draw.when.3"]


def test_another_head(tmp_path: Path) -> None:
    """A declaration may be changed with its whole head; its name stays."""
    game(tmp_path)
    found = rules(variant(tmp_path, "change: {tables.points of card by suit: {hearts: 1, else: 0}}"))
    points = next(table for table in found.tables if table.name == "points")
    assert isinstance(points.key, ir.Attribute)
    assert points.key.name == "suit"


def test_add(tmp_path: Path) -> None:
    """What stands under `add` is new: declarations, moves and their place in a list, stages, conditions, statements."""
    game(tmp_path)
    found = rules(
        variant(
            tmp_path,
            """add:
  zones.extra of player: pile seen by owner
  options.length: {is: 1..4, needs: {even: length mod 2 is 0}, starting: 2}
  tables.worth of card by suit: {hearts: length, else: 0}
  moves.keep: {do: move highest by rank of hand to extra}
  play.round.turn.moves: keep
  moves.draw.when.worthy: sum of worth of hand > 0
  moves.pass.do: shuffle stock
  moves.draw.do.again: shuffle stock
  play.round.end: shuffle stock
  play.round.early before turn: {by: players, moves: [pass]}
""",
        )
    )
    assert [zone.name for zone in found.zones][-1] == "extra"
    assert [option.name for option in found.options][-1] == "length"
    assert found.options[-1].default == ir.Constant(ir.NUMBER, 2)
    assert stage(found, "round", "turn").moves == ("draw", "go_out", "pass", "keep")
    assert [c.path for c in move(found, "draw").conditions] == ["moves.draw.when.1", "moves.draw.when.worthy"]
    assert isinstance(move(found, "pass").do[0], ir.Shuffle)
    assert isinstance(move(found, "draw").do[-1], ir.Labelled)
    assert isinstance(stage(found, "round").end[-1], ir.Shuffle)
    assert [step.name for step in stage(found, "round").steps] == ["early", "turn"]


@pytest.mark.parametrize(
    ("key", "steps"),
    [("late", ["turn", "late"]), ("late after turn", ["turn", "late"]), ("late before turn", ["late", "turn"])],
)
def test_where_a_stage_stands(tmp_path: Path, key: str, steps: list[str]) -> None:
    """`before` and `after` say where something new stands; it is the last otherwise."""
    game(tmp_path)
    found = rules(variant(tmp_path, f"add: {{play.round.{key}: {{by: players, moves: [pass]}}}}"))
    assert [step.name for step in stage(found, "round").steps] == steps


def test_where_a_statement_stands(tmp_path: Path) -> None:
    """A statement may stand before or after one that has a label, in a list that is there or not."""
    game(tmp_path)
    body = "add:\n  play.round.end.tidy: shuffle stock\n"
    first = variant(tmp_path, body, "first")
    body = "add: {play.round.end before tidy: shuffle discard, play.round.turn.begin: shuffle discard}"
    found = rules(variant(tmp_path, body, of="first"))
    assert found.of == ("first", "example")
    end = stage(found, "round").end
    assert [type(part).__name__ for part in end] == ["ForEach", "SetVariable", "Perform", "Shuffle", "Labelled"]
    assert isinstance(stage(found, "round", "turn").begin[0], ir.Shuffle)
    assert first.is_file()


@pytest.mark.costly
def test_remove(tmp_path: Path) -> None:
    """What is removed is gone, a move from every list too, and with it what was said of it."""
    game(tmp_path)
    body = "change: {moves.go_out.when.nobody_is_out: hand is not empty}\nremove: [moves.pass, whenever, state.mark]\n"
    _, found = read(variant(tmp_path, body))
    assert {(d.code, d.labels[0].span.text, d.labels[0].text) for d in found} == {
        ("E301", "state.mark", "`state.mark` is removed here"),
        ("E305", "state.mark", "`state.mark` is removed here"),
    }
    found = rules(variant(tmp_path, "remove: [moves.pass, whenever]"))
    assert [m.name for m in found.moves] == ["draw", "go_out"]
    assert stage(found, "round", "turn").moves == ("draw", "go_out")
    assert found.triggers == ()


def test_remove_from_one_list(tmp_path: Path) -> None:
    """A move may leave one list alone."""
    game(tmp_path)
    body = "add: {play.round.late: {by: players, moves: [pass, draw]}}\nremove: play.round.turn.moves.pass"
    found = rules(variant(tmp_path, body))
    assert stage(found, "round", "turn").moves == ("draw", "go_out")
    assert stage(found, "round", "late").moves == ("pass", "draw")


def test_defaults(tmp_path: Path, base: ir.Rules) -> None:
    """`options` are other defaults; what may be chosen stays."""
    found = rules(variant(tmp_path, "options: {rounds: 3, open_hand: yes, bonus: 1}"))
    defaults = {option.name: option.default for option in found.options}
    assert defaults["rounds"] == ir.Constant(ir.NUMBER, 3)
    assert defaults["open_hand"] == ir.Constant(ir.TRUTH, True)
    assert defaults["bonus"] == ir.Constant(ir.NUMBER, 1)
    assert defaults["ace"] == next(option.default for option in base.options if option.name == "ace")
    assert [(o.low, o.high, o.among, o.needs) for o in bare(found.options)] == [
        (o.low, o.high, o.among, o.needs) for o in bare(base.options)
    ]


TEXTS = """
text:
  zones.hand: {en: hand, fr: main}
  moves.pass: {en: pass, fr: passer}
  pass: {en: pass, fr: passer}
  moves.pass.when.enough: {en: too few, fr: trop peu}
  moves.go_out.when.nobody_is_out: {en: somebody is out, fr: quelqu'un est sorti}
  options.ace: {en: aces}
  options.ace.low: {en: low}
  options.ace.high: {en: high}
"""
SOURCES = """
because:
  zones.hand: [points-of-cards]
  moves.pass: [points-of-cards]
  moves.pass.when: [A1]
  moves.go_out: [A1]
"""


@pytest.fixture
def told(tmp_path: Path) -> Path:
    text = game(tmp_path).read_text("utf-8").replace("\ntext:\n", TEXTS)
    text = text.replace("because:\n  tables.points: [points-of-cards]\n", SOURCES)
    return write(tmp_path, "example", text)


def test_paperwork_of_what_is_removed(told: Path) -> None:
    """Texts, translations and sources of what is removed are gone; all the others are kept."""
    before, found = rules(told), rules(variant(told.parent, "remove: moves.pass"))
    gone = {"moves.pass", "pass", "moves.pass.when.enough"}
    kept = {path: words for path, words in before.texts if path not in gone}
    assert texts(found) == {**kept, "game.short.of": before.title}
    assert set(sources(found)) == {"zones.hand", "moves.go_out"}
    assert found.clauses == before.clauses


def test_paperwork_of_what_is_changed(told: Path) -> None:
    """A changed part no longer comes from its clauses, a changed condition no longer says what it said; names stay."""
    body = """change:
  zones.hand: set seen by everyone
  moves.pass.when.enough: count of discard > 5
  moves.go_out.when.nobody_is_out: hand is not empty
  options.ace: low/both
  tables.points.A: bonus
  moves.go_out.when.not_the_leader: open_hand
"""
    found = rules(variant(told.parent, body))
    assert set(sources(found)) == {"moves.pass", "moves.pass.when", "moves.go_out"}
    said = {"game.short", "game.short.of", "zones.hand", "moves.pass", "pass", "options.ace", "options.ace.low"}
    assert set(texts(found)) == said


def test_own_paperwork(told: Path) -> None:
    """A variant's own texts, sources, clauses and rulings take the place of those below."""
    body = """text: {moves.pass: {en: wait}, moves.draw: draw}
because: {zones.hand: B1, moves.draw: [B1, points-of-cards]}
rulings: {B1: Ours., A1: Counted once and no more.}
clauses: {ours: {kind: rule, en: We draw.}}
scenarios: {one: {seats: Ann Bob, then: [now: {round: 1}]}}
"""
    found = rules(variant(told.parent, body))
    assert texts(found)["moves.pass"] == (("en", "wait"),)
    assert texts(found)["moves.draw"] == (("en", "draw"),)
    assert sources(found)["zones.hand"] == ("B1",)
    assert {ruling.id: dict(ruling.text)["en"] for ruling in found.rulings} == {
        "A1": "Counted once and no more.",
        "B1": "Ours.",
        "who-deals": "The seat to the left.",
    }
    assert [clause.id for clause in found.clauses] == ["points-of-cards", "ours"]
    assert [scenario.name for scenario in found.scenarios] == ["one"]


def test_files_beside(told: Path) -> None:
    """Files beside a variant are read with it, those beside its game too."""
    folder = told.parent
    write(folder, "example.fr", "text: {moves.draw: piocher}\noptions: {rounds: manches}")
    write(folder, "mine.fr", "title: Le mien\ntext: {moves.go_out: sortir}")
    write(folder, "mine.scenarios", "scenarios: {one: {seats: Ann Bob, then: [now: {round: 1}]}}")
    found = rules(variant(folder, "title: Mine\noptions: {rounds: 3}"))
    assert dict(found.title) == {"en": "Mine", "fr": "Le mien"}
    assert texts(found)["moves.draw"] == (("fr", "piocher"),)
    assert texts(found)["moves.go_out"] == (("fr", "sortir"),)
    assert found.options[0].title == (("fr", "manches"),)
    assert [scenario.name for scenario in found.scenarios] == ["one"]


def test_another_language(told: Path) -> None:
    """The texts of a variant are in its own language, whatever the language of its game."""
    body = "language: fr\ntitle: Le mien\ntext: {moves.draw: piocher}\nadd: {options.x: {is: no/yes, text: Croix}}"
    found, _ = read(variant(told.parent, body))
    assert found is not None
    assert found.title == (("fr", "Le mien"),)
    assert texts(found)["moves.draw"] == (("fr", "piocher"),)
    assert found.options[-1].title == (("fr", "Croix"),)


def test_what_is_not_used_any_more(tmp_path: Path) -> None:
    """Who changes a game need not tidy it up; what the variant itself brings and nobody uses is reported."""
    game(tmp_path)
    body = """change: {tables.points: {A: 1, else: 2}, moves.go_out.when.not_the_leader: hand is not empty}
add: {zones.attic: pile seen by nobody}"""
    found, diagnostics = read(variant(tmp_path, body))
    assert found is not None
    assert [(d.code, d.message) for d in diagnostics] == [("W601", "the zone `attic` is never read")]


def test_variants_of_variants(tmp_path: Path) -> None:
    """Each variant changes what those below it have made."""
    game(tmp_path)
    variant(tmp_path, "change: {moves.draw.when: count of stock > 1}\noptions: {rounds: 1}", "one")
    variant(tmp_path, "change: {moves.draw.when: count of stock > 2}\noptions: {rounds: 3}", "two", "one")
    found = rules(variant(tmp_path, "add: {moves.draw.when.more: count of stock > 3}", of="two"))
    assert [c.text for c in move(found, "draw").conditions] == ["count of stock > 2", "count of stock > 3"]
    assert next(o.default for o in found.options if o.name == "rounds") == ir.Constant(ir.NUMBER, 3)
    assert found.of == ("two", "one", "example")


@pytest.mark.costly
def test_rules_do_not_depend_on_layout(tmp_path: Path) -> None:
    """A variant written with { } means what it means line by line."""
    game(tmp_path)
    flow = rules(variant(tmp_path, "change: {limit: 9, moves.pass.when: {a: hand is empty}}\nremove: [whenever]"))
    lines = "change:\n  moves.pass.when:\n    a: hand is empty\n  limit:\n    9\nremove:\n  - whenever"
    assert bare(rules(variant(tmp_path, lines))) == bare(flow)


LISTED = """croupier: 1
game: listed
title: Listed
players: 2
options: {mode: soft/hard, speed: slow/fast, depth: 1..3}
cards: {deck: french52}
tables: {taken by mode: {soft: depth, hard: if speed is slow then 1 else 2}}
zones: {hand of player: set seen by owner, stock: pile seen by nobody}
play:
  begin: [move deck to stock, {for each of players: move top 3 of stock to hand}]
  until: stock is empty
  steps: {turn: {by: players, moves: draw}}
moves: {draw: {when: stock is not empty, do: move top taken of stock to hand}}
result: {score: count of hand}
text: {options.mode: how it goes, options.mode.soft: gently, options.mode.hard: roughly}
because: {options.mode: here}
clauses: {here: {en: It goes gently or roughly.}}
"""
ONLY_THE_LIST = """
add:
  state.mood of player: mode or none
  moves.be: {choose: {how: one of values of mode}, do: set mood to how}
  play.turn.moves: be
change: {moves.draw.do: move top of stock to hand}
remove: tables.taken
"""


def test_a_list_of_words_outlives_its_option(tmp_path: Path) -> None:
    """Where a variant replaces the only reader of an option and uses its words, these stay, with what they are called;
    the option and all others that nothing reads any more are gone."""
    write(tmp_path, "listed", LISTED)
    path = variant(tmp_path, ONLY_THE_LIST, of="listed")
    found, diagnostics = read(path)
    assert [(d.code, d.message) for d in diagnostics] == []
    assert found is not None
    assert [option.name for option in found.options] == []
    assert ("mode", ("soft", "hard")) in [(enum.name, enum.values) for enum in found.enums]
    told = dict(found.texts)
    assert "options.mode" not in told
    assert told["options.mode.hard"] == (("en", "roughly"),)
    assert "options.mode" not in {because.path for because in found.because}
    text = flatten_file(path)
    assert standing_alone(compile_text(text)) == standing_alone(found)
    assert [(d.code, d.span.text) for d in check_text(text)[1] if d.span] == [("W601", "mode")]


def test_a_list_of_words_is_no_question(tmp_path: Path) -> None:
    """Of a game too: an option of which only the words are used is not asked for, with a warning; one that a preset
    sets is."""
    text = LISTED.replace("taken by mode: {soft: depth, hard:", "taken by depth: {1: 1, 2..3:")
    text = text.replace("zones:", "state: {mood of player: mode}\nshow: mood\nzones:")
    found, diagnostics = check_text(text)
    assert found is not None
    assert [option.name for option in found.options] == ["speed", "depth"]
    assert [(d.code, d.span.text) for d in diagnostics if d.span] == [("W601", "mode")]
    found, diagnostics = check_text(text + "presets: {rough: {title: Rough, options: {mode: hard}}}\n")
    assert found is not None
    assert [option.name for option in found.options] == ["mode", "speed", "depth"]


@pytest.mark.costly
def test_options_that_decide_nothing(tmp_path: Path) -> None:
    """An option that nothing reads any more is gone with what was said of it, unless the variant speaks of it."""
    text = game(tmp_path).read_text("utf-8")
    write(tmp_path, "example", text.replace("\ntext:\n", "\ntext:\n  options.open_hand: open\n"))
    body = "change: {moves.go_out.when.not_the_leader: hand is not empty}"
    found = rules(variant(tmp_path, body))
    assert [option.name for option in found.options] == ["rounds", "ace", "bonus"]
    assert "options.open_hand" not in texts(found)
    again, diagnostics = read(variant(tmp_path, f"{body}\noptions: {{open_hand: yes}}"))
    assert again is not None
    assert [option.name for option in again.options] == ["rounds", "ace", "open_hand", "bonus"]
    assert [(d.code, d.span.text) for d in diagnostics if d.span] == [("W601", "open_hand")]
