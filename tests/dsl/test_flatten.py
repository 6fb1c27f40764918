"""`flatten`: a variant as a text that stands alone and means the same, in the words of those who wrote it."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from croupier_dsl import check_file, compile_file, compile_text, flatten_file
from croupier_dsl.diagnostics import Diagnostics
from croupier_dsl.layout import formatted
from croupier_dsl.source import SourceFile

from .variant_files import game, rules, standing_alone, variant, write

pytestmark = pytest.mark.in_turn(14)

BUNDLED = Path(__file__).parents[2] / "rulesets"
SHIPPED = sorted(path.stem for path in BUNDLED.glob("*.yaml") if "." not in path.stem)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow if at % 4 else ()) for at, name in enumerate(SHIPPED)]
)
def test_every_bundled_ruleset(name: str) -> None:
    """Every bundled ruleset, and every variant among them, flattened, means what it means."""
    path = BUNDLED / f"{name}.yaml"
    found = compile_file(path, bundled=BUNDLED)
    text = flatten_file(path, bundled=BUNDLED)
    assert standing_alone(compile_text(text)) == standing_alone(found)
    assert path.suffix == ".yaml"


def flat(path: Path, *stack: Path) -> str:
    """The text, which means what was flattened, and which flattening leaves as it is."""
    text = flatten_file(path, variants=stack)
    assert standing_alone(compile_text(text)) == standing_alone(rules(path, *stack))
    again = write(path.parent, "again", text)
    assert flatten_file(again) == text
    return text


def test_it_is_laid_out(tmp_path: Path) -> None:
    """However the ruleset and its variant were."""
    base = game(tmp_path)
    base.write_text(base.read_text("utf-8").replace(": ", ":   ", 4) + "\n\n\n", encoding="utf-8")
    text = flat(variant(tmp_path, "options:  {rounds:   3}\n\n\ntitle: {en:  Short}\n"))
    assert formatted(SourceFile("again.yaml", text), Diagnostics()) == text
    assert "title: {en: Short}" in text


def test_layout_and_comments(tmp_path: Path) -> None:
    """What is not touched stays as it was written, line by line; comments stay with what they are about."""
    base = write(
        tmp_path,
        "example",
        "# A game to explain with.\n"
        + game(tmp_path)
        .read_text("utf-8")
        .replace("limit: 5000", "limit: 5000      # long enough")
        .replace("  pass:\n", "  # nothing to do\n  pass:         # rarely\n"),
    )
    text = flat(
        variant(
            tmp_path,
            """# Shorter evenings.
title: {en: Short}
options: {rounds: 3}   # the last one counts
change:
  # nobody waits for that
  limit: 300   # enough
  moves.go_out.do:
    # all of it
    - move card to discard
    - set out to me      # and done
remove: [moves.pass]     # dull
""",
        )
    )
    head = "# the last one counts\n# dull\n# A game to explain with.\ncroupier: 1\ngame: mine\n"
    assert text.startswith(f"{head}# Shorter evenings.\ntitle: {{en: Short}}\n")
    assert "# nobody waits for that\nlimit: 300   # enough\n" in text
    assert "    do:\n      # all of it\n      - move card to discard\n      - set out to me      # and done\n" in text
    assert "long enough" not in text
    assert "rarely" not in text
    old, new = base.read_text("utf-8").splitlines(), text.splitlines()
    assert [line for line in old if line not in new] == [
        "game: example",
        "title: {en: An example, fr: Un exemple}",
        "limit: 5000      # long enough",
        "  rounds: 1..3 starting 2",
        "          moves: [draw, go_out, pass]",
        "      - move melds of hand to laid",
        "      - set out to me",
        "      - let best be highest by points of discard where mark",
        "      - if best is not none: set next to left of me",
        "  # nothing to do",
        "  pass:         # rarely",
        "    when: {enough: count of discard > 3}",
        *old[old.index("scenarios:") :],
    ]


@pytest.mark.parametrize(("part", "stays"), [("", False), (".needs.more", True), (".starting", True)])
def test_the_meaning_of_an_option(tmp_path: Path, part: str, stays: bool) -> None:
    """It goes with another range of the option, in the flattened text too; it stays with other needs and defaults."""
    base = game(tmp_path)
    text = base.read_text("utf-8").replace("\ntext:\n", "\ntext:\n  options.rounds.meaning: Two will do.\n")
    text = text.replace("  rounds: 1..3 starting 2", "  rounds: {is: 1..3, starting: 2, needs: {more: rounds > 0}}")
    base.write_text(text, encoding="utf-8")
    value = {"": "2..3", ".needs.more": "rounds > 1", ".starting": "3"}[part]
    text = flat(variant(tmp_path, f"change: {{options.rounds{part}: {value}}}\n"))
    assert ("Two will do." in text) is stays


def test_what_lay_beside(tmp_path: Path) -> None:
    """What stood in files beside the rulesets stands in the text."""
    game(tmp_path)
    write(tmp_path, "example.fr", "text: {moves.draw: piocher}\noptions: {rounds: manches}\n")
    write(tmp_path, "example.clauses", "# the book\nclauses:\n  one: {en: One.}   # first\n  two: {en: Two.}\n")
    write(tmp_path, "mine.scenarios", "scenarios:\n  mine:\n    seats: Ann Bob\n    then: [now: {round: 1}]\n")
    write(tmp_path, "mine.fr", "title: Le mien\n")
    text = flat(
        variant(tmp_path, "title: Mine\ntext: {moves.draw: draw}\nlanguage: fr\n".replace("language: fr\n", ""))
    )
    assert "title: {en: Mine, fr: Le mien}" in text
    assert "  one: {en: One.}   # first\n" in text
    assert "scenarios:\n  mine:\n    seats: Ann Bob\n" in text


def test_a_stack(tmp_path: Path) -> None:
    """Several variants on top of a game make one text."""
    first = variant(game(tmp_path).parent, "change: {limit: 3}\ntitle: {en: 'One, first'}", "first")
    second = variant(tmp_path, "options: {rounds: 3}\ntitle: {en: 'Two: second'}", "second")
    text = flat(tmp_path / "example.yaml", first, second)
    assert "game: first-with-second" in text
    assert 'title: {en: "One, first + Two: second"}' in text


ODD = [
    "change: {moves.draw.when: 'hand is not empty'}",
    'change:\n  moves.draw.when:\n    one: "hand is not empty"\n    two: >\n      stock is\n      not empty\n',
    "change:\n  moves.pass:\n    {when: {a: hand is empty,\n     b: stock is empty},\n     do: shuffle stock}",
    "add:\n  moves.pass.do:\n    - if hand is empty:\n        - shuffle stock # 1\n      else: shuffle discard # 2\n",
    "add:\n  moves.draw.do.again: shuffle stock",
    "change: {play.round.turn.moves: draw}",
    "change:\n  play.round.turn.moves:\n    - draw    # always\n    - go_out\n",
    "add: {result.score: count of hand}",
    "add:\n  result.losers:\n    players where hand is empty\n",
    "options:\n  rounds:\n    3\n  open_hand: yes",
    "add: {'options.y': {is: 'no/yes', text: {en: 'Yes: do', fr: \"Oui, s'il te plaît\"}}, moves.draw.when.y: y}",
    "change:\n\n  # far away\n\n  tables.points:\n    A: 1     # one\n\n    else: 3\n",
    "remove:\n- moves.go_out.when.not_the_leader\n- whenever\n",
    "change: {? tables.points : {else: 1}}",
    'change: {"limit": 7, "moves.draw.when.1": "hand is not empty"}',
    "change:\n  whenever.too_many.do:\n  - move top of discard to stock\n  -   shuffle stock\n",
    "add:\n  play.round.early before turn:   # first of all\n    by: players\n    moves: [pass]\n",
    "text:\n  moves.draw: {en: 'draw, or not', fr: «piocher»}\n  moves.pass: >-\n    pass on\n    to the next\n",
    "change:\r\n  limit: 9   # dos\r\n  moves.pass.when:\r\n    a: hand is empty\r\n    b: stock is empty\r\n",
]


@pytest.mark.parametrize("body", ODD)
def test_odd_layouts(tmp_path: Path, body: str) -> None:
    """However the entries of a variant are laid out, the text means the same."""
    game(tmp_path)
    path = tmp_path / "mine.yaml"
    path.write_bytes(f"croupier: 1\nvariant: mine\nof: example\n{body}".encode())
    flat(path)


CONDITIONS = [
    "hand is not empty",
    "count of discard > 2",
    "me is not leader or open_hand",
    "(stock is empty or open_hand) and hand is not empty",
]
STATEMENTS = [
    "shuffle stock",
    "[shuffle stock, shuffle discard]",
    "{tidy: shuffle stock}",
    "{if hand is empty: shuffle stock}",
    "[{for each of players: [shuffle stock]}, set out to none]",
]
MENU: dict[str, dict[str, list[str]]] = {
    "change": {
        "limit": ["30", "'31'"],
        "players": ["2..3", "2/4"],
        "tables.points.A": ["7", "if open_hand then 1 else 2"],
        "tables.points.J..K": ["12"],
        "tables.points of card by suit": ["{hearts: 1, else: 2}"],
        "zones.laid": ["melds seen by nobody"],
        "combos.set": ["{same: rank, size: 4..}"],
        "combos.run.size": ["4.."],
        "moves.draw.when": CONDITIONS,
        "moves.draw.when.1": CONDITIONS,
        "moves.go_out.when.nobody_is_out": CONDITIONS,
        "moves.go_out.when": [*CONDITIONS, "{a: hand is empty, b: open_hand}"],
        "moves.go_out.choose.card": ["one of hand where not wild"],
        "moves.pass": ["{}", "{when: hand is not empty}", "{do: shuffle stock, when: {a: hand is empty}}"],
        "moves.pass.when.enough": CONDITIONS,
        "play.round.turn.until": ["stock is empty", "{a: out is not none, b: hand is empty}"],
        "play.round.turn.moves": ["[draw, go_out]", "[pass, draw]"],
        "play.round.begin": ["[move deck to stock, shuffle stock]"],
        "play.round.turn.else": ["end turn"],
        "whenever.too_many.when": CONDITIONS[:2],
        "options.bonus": ["9/8/7", "{is: 1..20, starting: 3, text: {en: 'extra, maybe'}}"],
        "result.best": ["highest"],
    },
    "add": {
        "moves.draw.when.late": CONDITIONS,
        "moves.pass.when.late before enough": CONDITIONS,
        "moves.pass.do": STATEMENTS,
        "moves.draw.do": STATEMENTS,
        "moves.draw.do.last": STATEMENTS,
        "play.round.end": STATEMENTS,
        "play.round.turn.begin": STATEMENTS,
        "play.round.late": ["{by: players, moves: [pass]}"],
        "play.round.early before turn": ["{by: players, moves: [pass, draw], else: shuffle stock}"],
        "zones.attic of player": ["set seen by owner"],
        "state.marks of player in round": ["number or none"],
        "options.extra": ["no/yes", "{is: 1..3, needs: {odd: extra mod 2 is 1}}"],
        "tables.worth of card by suit": ["{hearts: 1, else: 2}"],
        "moves.keep": ["{do: shuffle stock}"],
        "result.score": ["count of hand"],
        "rulings.Z9": ["So it is.", "{en: 'So, it is', fr: Voilà}"],
    },
    "options": {"rounds": ["1", "3"], "ace": ["high"], "open_hand": ["yes"], "bonus": ["1"]},
    "text": {"moves.draw": ["draw", "{en: 'draw: one', fr: piocher}"], "moves.pass.when.enough": ["too few"]},
}  # fmt: skip
REMOVED = ["moves.pass", "moves.go_out.when.nobody_is_out", "moves.draw.when", "moves.draw.when.1", "whenever",
           "limit", "whenever.too_many.each",
           "play.round.turn.moves.pass", "combos.set.wilds", "options.ace.needs", "cards.wild",
           "play.round.turn.else", "moves.go_out.when", "text", "state.secret", "moves.draw.do"]  # fmt: skip


@st.composite
def entries(draw: st.DrawFn) -> str:
    """The sections of a variant that touch a few places, in one layout or another."""
    lines: list[str] = []
    for section, menu in MENU.items():
        keys = draw(st.lists(st.sampled_from(sorted(menu)), max_size=3, unique=True))
        pairs = [(key, draw(st.sampled_from(menu[key]))) for key in keys]
        if not pairs:
            continue
        if draw(st.booleans()):
            lines.append(f"{section}: {{{', '.join(f'{key}: {value}' for key, value in pairs)}}}")
            continue
        lines.append(f"{section}:")
        for key, value in pairs:
            lines += ["  # above"] * draw(st.integers(0, 1)) + [
                f"  {key}: {value}{draw(st.sampled_from(['', '  # behind']))}"
            ]
    removed = draw(st.lists(st.sampled_from(REMOVED), max_size=2, unique=True))
    if removed:
        lines.append(f"remove: [{', '.join(removed)}]")
    return "\n".join(lines)


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(first=entries(), second=entries())
def test_any_variant(first: str, second: str) -> None:
    """Whatever a variant changes, and another on top of it: if it is valid, the text means the same."""
    with tempfile.TemporaryDirectory() as name:
        folder = game(Path(name)).parent
        one = variant(folder, first, "one")
        two = variant(folder, second, "two", "one")
        for path in (one, two):
            found, _ = check_file(path)
            event("valid" if found is not None else "not valid")
            if found is not None:
                flat(path)
