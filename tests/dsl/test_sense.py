"""What the checker says of rules that can be played and make no sense; and nothing where it cannot know."""

from __future__ import annotations

import pytest

from croupier_dsl import check_text

GAME = """
croupier: 1
game: sense
players: 2..4
options:
  rounds: 1..3 starting 2
  ace: low/high
cards: {deck: french52, order: {rank: 2..K/A}}
tables:
  points of card by rank: {A: if ace is low then 1 else 11, 2..10: 2..10, J..K: 10}
zones:
  stock: pile seen by nobody
  discard: pile seen by everyone
  hand of player: set seen by owner
state:
  dealer: player starting random of players
  total of player: number
  out in round: player or none
play:
  steps:
    round:
      times: rounds
      begin:
        - move deck to stock
        - shuffle stock
        - for each of players: move top 5 of stock to hand
        - move top of stock to discard
      steps:
        turn:
          by: players from left of dealer
          until: out is not none or stock is empty
          moves: [draw, throw]
      end:
        - for each of players: add sum of points of hand to total
        - set dealer to left of dealer
moves:
  draw:
    when: stock is not empty
    do: move top of stock to hand
  throw:
    choose: {card: one of hand}
    do:
      - move card to discard
      - if hand is empty: set out to me
result: {score: total, best: lowest}
"""
DRAW, THROW, UNTIL = "when: stock is not empty", "one of hand}", "until: out is not none or stock is empty"


def told(*changes: str) -> dict[str, str]:
    """What is said of the game with some of its text in other words, by code."""
    text = GAME
    for old, new in zip(changes[::2], changes[1::2], strict=True):
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return {found.code: f"{found.message} ({found.help})" for found in check_text(text)[1]}


def test_the_game_makes_sense() -> None:
    """Nothing is said of the game that the others are made from."""
    assert told() == {}


@pytest.mark.parametrize(
    "condition",
    [
        "{many: count of stock > 9, few: count of stock < 5}",
        "{none_left: stock is empty, some_left: stock is not empty}",
        "{seven: rank of top of discard is 7, cheap: points of top of discard < 5}", "round > 1 and round < 2",
        "{odd: total is 3, even: total in 4/6/8}", "{nobody: out is none, me: out is me}",
        "{one: not (total > 3), other: total is 5}", "{either: total is 1 or total is 2, other: total > 2}",
    ],
)  # fmt: skip
def test_conditions_that_leave_each_other_nothing(condition: str) -> None:
    """Each may hold, and never all of them: the move is never made."""
    assert "the move `draw` is impossible" in told(DRAW, f"when: {condition}")["W606"]


@pytest.mark.parametrize(
    "condition",
    [
        "count of stock > 52", "round > rounds", "round is 0", "turn < 1",
        "stock is empty and count of stock > 3", "points of top of discard > 11",
        "rank of top of discard is 7 and rank of top of discard > 9",
    ],
)  # fmt: skip
def test_conditions_that_never_hold(condition: str) -> None:
    """Not with so many cards, not in a stage that is performed so often, not of any card."""
    found = told(DRAW, f"when: {{never: ({condition})}}")
    assert "the move `draw` is impossible" in found["W605"]


@pytest.mark.parametrize(
    "condition",
    [
        "count of stock <= 52", "round > 0", "round <= rounds", "count of discard >= 0",
        "suit of top of discard is not hearts or suit of top of discard is not spades", "total < 5 or not (total < 5)",
        "stock is empty or stock is not empty",
    ],
)  # fmt: skip
def test_conditions_that_always_hold(condition: str) -> None:
    """In every position."""
    assert "W604" in told(DRAW, f"when: {condition}")


@pytest.mark.parametrize(
    "condition",
    [
        "total >= 0", "total < 5 or total >= 5 and round > 1", "count of stock < 52", "round > 1", "round < rounds",
        "rank of top of discard is 7 and suit of top of discard is hearts", "out is none", "out is not me",
        "rank of top of discard is not 7 or suit of top of discard is not hearts", "points of top of discard > 10",
        "{one: rank of top of discard is 7, other: rank of bottom of discard is 8}", "turn > 1",
        "{one: count of hand > 3, other: count of hand of left < 2}", "{one: total is 3, other: total of left is 4}",
        "dealer is me or dealer is left of me", "top of discard is QS or rank of top of discard is Q",
    ],
)  # fmt: skip
def test_nothing_is_said_of_what_play_decides(condition: str) -> None:
    """Where it cannot be told, there is no remark."""
    assert not {"W604", "W605", "W606"} & told(DRAW, f"when: {condition}").keys()


@pytest.mark.parametrize(
    ("domain", "code"),
    [
        ("one of hand where points > 11}", "W605"), ("one of hand where rank is K and rank is Q}", "W606"),
        ("one of hand where rank > K and points < 10 and ace is high}", "W606"), ("60 of hand}", "W611"),
    ],
)  # fmt: skip
def test_what_nobody_can_choose(domain: str, code: str) -> None:
    """No card is such, or there are never so many: the move is never made."""
    assert "the move `throw` is impossible" in told(THROW, domain)[code]


def test_a_zone_that_stays_empty() -> None:
    """Nothing can be chosen from it, and the reason is said; where nobody needs it, that it stays empty."""
    zones = ("  discard: pile seen by everyone", "  discard: pile seen by everyone\n  spare: pile seen by everyone")
    assert "nothing ever changes `spare`" in told(*zones, THROW, "one of spare}")["W611"]
    assert (
        "nothing is ever moved into it"
        in told(*zones, "sum of points of hand to", "sum of points of (hand with spare) to")["W614"]
    )


def test_state_that_nothing_changes() -> None:
    """It is told where a condition hangs on it, else where it is declared; what begins as the author says is left
    alone."""
    state = "  out in round: player or none"
    never = told(state, f"{state}\n  open: no/yes", DRAW, f"{DRAW} and open")
    assert "nothing ever changes `open`" in never["W605"]
    score = ("sum of points of hand to", "sum of points of hand + bonus to")
    assert "`bonus`" in told(state, f"{state}\n  bonus of player: number", *score)["W614"]
    assert told(state, f"{state}\n  bonus of player: number starting 3", *score) == {}


def test_a_step_without_a_legal_move() -> None:
    """None of its moves can ever be made, and nothing is said of what happens then; `else` says it."""
    changes = ("moves: [draw, throw]", "moves: [draw]", DRAW, "when: count of stock > 60")
    assert "`draw` is never possible, and it has no `else`" in told(*changes)["W612"]
    assert "W612" not in told(*changes[:1], "moves: [draw]\n          else: end round", *changes[2:])


def test_a_move_that_the_stage_does_not_wait_for() -> None:
    """A stage that ends when the stock is empty never offers what is for an empty stock."""
    assert "`draw`" in told(DRAW, "when: stock is empty")["W611"]
    assert "W611" not in told(DRAW, "when: stock is empty", UNTIL, "until: out is not none")


def test_a_stage_that_nothing_ends() -> None:
    """Nothing within it changes what its `until` asks; an `end`, `times`, or a rule that does, and nothing is said."""
    until = (UNTIL, "until: dealer is first of players")
    assert "`turn`" in told(*until)["W613"]
    assert "W613" not in told(*until, "moves: [draw, throw]", "moves: [draw, throw]\n          else: end round")
    assert "W613" not in told(UNTIL, "until: dealer is first of players\n          times: 50")
    assert "W613" not in told(*until, "move card to discard", "move card to discard\n      - set dealer to me")
    assert "W613" not in told(UNTIL, "until: dealer is me")


def test_until_that_never_holds() -> None:
    """It never ends the stage."""
    assert "never ends the stage `turn`" in told(UNTIL, "until: count of discard > 60")["W605"]


def test_moves_that_look_alike() -> None:
    """The same words, or the same deeds; two that never can both be made may be called alike."""
    text = ("result: {", "text: {moves.draw: {en: take}, moves.throw: {en: take, fr: poser}}\nresult: {")
    assert "both are called take" in told(*text)["W615"]
    other = "  draw_too:\n    when: CONDITION\n    do: move top of stock to hand\n  throw:\n"
    twice = ("  throw:\n", other.replace("CONDITION", "stock is not empty"), "[draw, throw]", "[draw, draw_too, throw]")
    assert "`draw` and `draw_too` are identical" in told(*twice)["W615"]
    longer = other.replace("    do:", "    do:\n      - add 1 to total\n      -")
    apart = longer.replace("CONDITION", "stock is not empty")
    words = "text: {moves.draw: take, moves.draw_too: take}\nresult: {"
    both = ("  throw:\n", apart, *twice[2:], "result: {", words)
    assert "W615" in told(*both)
    low = ("  throw:\n", longer.replace("CONDITION", "count of stock < 9"), *twice[2:], "result: {", words)
    assert "W615" not in told(*low, DRAW, "when: count of stock > 9")


@pytest.mark.parametrize(
    ("head", "times", "told_of"),
    [
        ("size by count of players - 1: {1: 5, 2: 4}", "rounds", "3 with 4 players"),
        ("size by rounds + 1: {2: 5, 3: 4}", "rounds", "4 with 2 players, rounds=3"),
        ("size by round: {1: 5, 2: 4}", "count of players + rounds", "3 with 2 players, rounds=1"),
    ],
)
def test_a_table_with_a_hole(head: str, times: str, told_of: str) -> None:
    """With some number of players, or some options, there is no row; `else` fills it."""
    tables, deal = "  points of card", ("move top 5 of", "move top size of", "times: rounds", f"times: {times}")
    assert told_of in told(tables, f"  {head}\n{tables}", *deal)["W616"]
    assert "W616" not in told(tables, f"  {head.replace('}', ', else: 3}')}\n{tables}", *deal)


def test_what_where_swallows() -> None:
    """What `or` joins to a `none of` and does not speak of its elements; parentheses say that it is meant."""
    swallowed = told(DRAW, "when: none of hand where rank is 7 or stock is empty")
    assert "write `stock is empty or none of … where …`" in swallowed["W617"]
    for meant in (
        "none of hand where (rank is 7 or stock is empty)", "stock is empty or none of hand where rank is 7",
        "none of hand where rank is 7 or suit is hearts", "none of hand where rank is 7 and stock is empty",
        "some of hand where rank is 7 or stock is empty",
    ):  # fmt: skip
        assert "W617" not in told(DRAW, f"when: {meant}")


@pytest.mark.parametrize(
    ("said", "fix"),
    [
        ("some of top 2 of discard where rank is 7", "write `(top 2 of discard) where …`, or remove `top 2 of`"),
        ("none of highest 2 by points of hand where red", "write `(highest 2 by points of hand) where …`"),
        (
            "some of top 2 of all lowest by points of discard where red",
            "write `(top 2 of all lowest by points of discard) where …`, or remove `top 2 of all lowest by points of`",
        ),
        ("some of (top 2 of discard) where rank is 7", ""),
        ("some of discard where rank is 7", ""),
        ("count of (top 2 of discard where rank is 7) > 1", ""),
        ("some of hand of highest 2 by total of players where total > 3", ""),
    ],
)
def test_a_selection_after_the_filter(said: str, fix: str) -> None:
    """`some of top 2 of discard where …` asks the whole pile, so the selection changes nothing."""
    found = told(DRAW, f"when: {said.replace('red', 'suit is hearts')}")
    assert ("W619" in found) == bool(fix), found
    assert fix in found.get("W619", "")


def test_a_name_that_hides_a_word() -> None:
    """Where a word of a list could stand, it is told that something else is meant."""
    table = ("  points of card", "  strong by rounds: {1..3: 1..3}\n  points of card", "move top 5", "move top strong")
    found = told("ace: low/high", "ace: low/strong", *table, DRAW, "when: ace is strong")
    assert "`strong` refers to the table" in found["W618"]
    assert "W618" not in told("ace: low/high", "ace: low/strong", *table)


@pytest.mark.parametrize(
    ("choice", "code"),
    [("card: one of hand", "E402"), ("card: one of values of lately", ""), ("other: one of hand", "")],
)
def test_a_choice_that_hides_a_word(choice: str, code: str) -> None:
    """What a choice names stands before the words of lists, which is told even where the types do not fit."""
    name = choice.partition(":")[0]
    text = (
        "croupier: 1\ngame: hiding\nplayers: 2\ncards: {deck: french52}\n"
        "zones: {stock: pile seen by nobody, hand of player: set seen by owner}\nstate: {lately: card/pass or none}\n"
        "play: {begin: [move deck to stock], steps: {turn: {by: players, times: 6, moves: [draw]}}}\n"
        f"moves: {{draw: {{choose: {{{choice}}}, do: [set lately to card]}}}}\nresult: {{score: count of hand}}\n"
    )
    _, found = check_text(text, "hiding.yaml")
    codes = [one.code for one in found]
    assert ("W618" in codes) == (name == "card")
    assert (code in codes) == bool(code)


@pytest.mark.parametrize(
    ("domain", "advice"),
    [
        ("one of hand where rank is 7S}", "write `7`"), ("one of hand where QS}", "write `it is QS`"),
        ("one of hand where suit is QS}", "write `spades`"),
    ],
)  # fmt: skip
def test_a_kind_of_card_for_a_value(domain: str, advice: str) -> None:
    """It is told what was probably meant."""
    assert advice in told(THROW, domain)["E344"]


def test_a_deal_in_a_step_of_its_own() -> None:
    """Cards that each player takes in a stage before the first decision are counted together."""
    deal = ("        - for each of players: move top 5 of stock to hand\n", "", "      steps:\n        turn:")
    step = "      steps:\n        deal: {by: players, begin: move top SO_MANY of stock to hand}\n        turn:"
    short = told(*deal, step.replace("SO_MANY", "20"))["W609"]
    assert "with 3 players it finds 11 of 20 cards" in short
    assert told(*deal, step.replace("SO_MANY", "12")) == {}


def test_a_list_that_a_property_is_taken_of() -> None:
    """`left of dealer/dealer` is one player twice: where both readings go together, parentheses say which is meant."""
    each = "- for each of players: move top 5 of stock to hand"
    help = told(each, "- for each of left of dealer/dealer: move top of stock to hand")["W620"]
    assert "(left of dealer)/dealer" in help
    assert "left of (dealer/dealer)" in help
    filtered = "- for each of left of dealer/dealer where total > 1: move top of stock to hand"
    assert "W620" in told(each, filtered)
    for meant in ("(left of dealer)/dealer", "left of (dealer/dealer)"):
        assert "W620" not in told(each, f"- for each of {meant}: move top of stock to hand")
    for plain in ("highest of 0/rounds", "sum of 1/rounds", "count of hand of dealer/out", "count of stock/discard"):
        assert "W620" not in told("top 5 of stock", f"top ({plain}) of stock")


def test_state_that_a_stage_asks_for_before_it_begins() -> None:
    """`until`, `when`, `times` and `by` see what the last performance left, where play arrives at the stage again."""
    state, out = "  out in round: player or none", "  out in round: player or none\n  drawn in turn: number"
    do = ("  draw:\n    when: stock is not empty\n    do: move top of stock to hand",
          "  draw:\n    when: stock is not empty\n    do: [move top of stock to hand, add 1 to drawn]")  # fmt: skip
    until = (UNTIL, "until: out is not none or stock is empty or drawn > 3")
    assert "`drawn in round`" in told(state, out, *do, *until)["W621"]
    assert "W621" in told(state, out, *do, UNTIL, f"{UNTIL}\n          when: drawn < 3")
    assert "W621" in told(state, out, *do, "by: players from left of dealer", "by: players where drawn < 3")
    around = out.replace("drawn in turn", "drawn in round")
    assert "W621" not in told(state, around, *do, *until)
    ended = ("          moves: [draw, throw]", "          moves: [draw, throw]\n          end: set drawn to 0")
    assert "W621" not in told(state, out, *do, *until, *ended)


CALM = """croupier: 1
game: until
players: 2
cards: {deck: french52}
zones: {stock: pile seen by nobody, hand of player: set seen by owner}
state: {calm in asking: no/yes}
play:
  begin: [move deck to stock, shuffle stock]
  steps:
    turn:
      by: players
      times: 6
      steps:
        asking: {until: calm, begin: set calm to yes, moves: [draw, pass]}
moves:
  draw: {do: [move top of stock to hand, set calm to no]}
  pass: {}
result: {score: count of hand, best: highest}
"""


def test_what_the_last_performance_left_is_told_with_both_ways_out() -> None:
    """State that `begin` sets is asked for by `until` before that: it may live around, or be set in `end`."""
    (found,) = check_text(CALM)[1]
    assert (found.code, found.labels[0].span.text) == ("W621", "calm")
    assert found.help == "declare it in the surrounding stage, `calm in turn`, or set it under `end`"
    for changed in (("calm in asking", "calm in turn"), ("begin: set", "end: set")):
        assert "W621" not in {each.code for each in check_text(CALM.replace(*changed))[1]}


@pytest.mark.parametrize(
    ("said", "fix"),
    [
        ("count of worth of hand > 3", "; or declare `tables: {worth of card by rank: {…}}`"),
        ("wealth of me > 3", "; or declare `define: {wealth of player: …}`"),
        ("sum of pionts of hand > 3", "write `points`"),
        ("sum of total of hand > 3", "`total` is a property of player: name one after `of`"),
        ("dealer of hand is me", "`dealer` exists once: write it without `of`"),
        ("size of hand > 3", "write `count of …`"),
        ("team of top of discard is team", "`team` is a property of player: name one after `of`"),
    ],
)
def test_an_unknown_property_has_a_fix(said: str, fix: str) -> None:
    """The nearest name, whose it is, that it has no owner, or how to declare it."""
    _, found = check_text(GAME.replace(DRAW, f"when: {said}"), "sense.yaml")
    (missing,) = (one for one in found if one.code == "E305")
    assert missing.message.startswith("type `")
    assert str(missing.help).endswith(fix)
