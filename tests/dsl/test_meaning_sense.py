"""What sentences mean: nearest subjects, lifting, literals, conditions, and who may know what."""

from __future__ import annotations

import pytest

from croupier_dsl import check_text, compile_text, ir

from .meaning_game import GAME, changed

ME = ir.Local(ir.PLAYER, 0, "me")


def condition(sentence: str) -> ir.Expr:
    """The meaning of a sentence, as the condition of a move."""
    rules = compile_text(changed("when: count of discard > 3", f"when: {sentence}"))
    (found,) = next(move for move in rules.moves if move.name == "pass").conditions
    return found.expr


def test_bare_zone_is_mine() -> None:
    """A property without `of` belongs to who acts where nothing is nearer."""
    assert condition("hand is not empty") == ir.Not(
        ir.TRUTH, ir.IsEmpty(ir.TRUTH, ir.ZoneContents(ir.CARDS, "hand", ME))
    )


def test_nearest_subject() -> None:
    """In `players where …` a hand is theirs."""
    meant = condition("some of players where hand is empty")
    assert isinstance(meant, ir.Exists)
    each = ir.Local(ir.PLAYER, meant.slot, "it")
    assert meant.condition == ir.IsEmpty(ir.TRUTH, ir.ZoneContents(ir.CARDS, "hand", each))


def test_alias_keeps_an_outer_thing() -> None:
    """`as` names the element, so that an inner filter can speak of it."""
    meant = condition("some of hand as a where some of discard where rank is rank of a")
    assert isinstance(meant, ir.Exists)
    inner = meant.condition
    assert isinstance(inner, ir.Exists)
    assert isinstance(inner.condition, ir.Same)
    assert inner.condition.right == ir.Attribute(ir.Type("enum", "rank"), "rank", ir.Local(ir.CARD, meant.slot, "a"))


def test_lifting() -> None:
    """The property of many is the property of each."""
    meant = condition("sum of points of hand > 3")
    assert isinstance(meant, ir.Order)
    assert isinstance(meant.left, ir.Sum)
    assert isinstance(meant.left.collection, ir.Map)
    assert meant.left.collection.type == ir.Type("number", many=True)


def test_where_filters_the_innermost_collection() -> None:
    """`count of hand of … where` filters the hand of one player."""
    meant = condition("count of (hand of me where not wild) > 3")
    assert isinstance(meant, ir.Order)
    assert isinstance(meant.left, ir.Count)
    assert isinstance(meant.left.collection, ir.Filter)


def test_literal_takes_the_type_wanted() -> None:
    """`7` beside a rank is a rank, beside a number a number."""
    meant = condition("some of hand where rank is 7")
    assert isinstance(meant, ir.Exists)
    assert isinstance(meant.condition, ir.Same)
    assert meant.condition.right == ir.Constant(ir.Type("enum", "rank"), 6)


def test_literal_on_the_left() -> None:
    """It does so on either side."""
    meant = condition("7 in rank of hand")
    assert isinstance(meant, ir.Within)
    assert meant.left == ir.Constant(ir.Type("enum", "rank"), 6)


def test_kinds() -> None:
    """A kind of card after `is`, among several, and in a zone."""
    assert isinstance(condition("QS in hand"), ir.HasKind)
    one_of = condition("some of hand where it is QS")
    several = condition("some of hand where it in QS/QH")
    assert isinstance(one_of, ir.Exists)
    assert isinstance(several, ir.Exists)
    assert isinstance(one_of.condition, ir.IsKind)
    assert isinstance(several.condition, ir.IsKind)
    assert several.condition.notations == ("QS", "QH")


def test_conditions_fall_apart_at_and() -> None:
    """An unnamed sentence is as many conditions as it joins, numbered from 1; parentheses hold together."""
    text = changed("when: count of discard > 3", "when: count of discard > 3 and (open_hand or stock is empty)")
    found = next(move for move in compile_text(text).moves if move.name == "pass").conditions
    assert [(c.path, c.text) for c in found] == [
        ("moves.pass.when.1", "count of discard > 3"),
        ("moves.pass.when.2", "(open_hand or stock is empty)"),
    ]


def test_named_conditions() -> None:
    """Named conditions keep their names, whole."""
    found = next(move for move in compile_text(GAME).moves if move.name == "go_out").conditions
    assert [c.path for c in found] == ["moves.go_out.when.nobody_is_out", "moves.go_out.when.not_the_leader"]


def test_option_of_listed_numbers() -> None:
    """`11/1` is a number that is 11 unless said otherwise, and may be nothing else than 11 or 1."""
    bonus = next(option for option in compile_text(GAME).options if option.name == "bonus")
    assert bonus.type == ir.NUMBER
    assert bonus.among == (11, 1)
    assert bonus.default == ir.Constant(ir.NUMBER, 11)


def test_setting_of_many() -> None:
    """`set p of MANY to v` has all of them as its subject."""
    rules = compile_text(changed("- set out to me", "- set total of players to 3"))
    statement = next(move for move in rules.moves if move.name == "go_out").do[2]
    assert isinstance(statement, ir.SetVariable)
    assert statement.subject == ir.Players(ir.PLAYERS)


def test_setting_of_the_cards_of_melds() -> None:
    """Melds stand for their cards there, however deep they lie."""
    rules = compile_text(changed("- set out to me", "- set mark of melds of discard to yes"))
    statement = next(move for move in rules.moves if move.name == "go_out").do[2]
    assert isinstance(statement, ir.SetVariable)
    assert statement.subject is not None
    assert statement.subject.type == ir.CARDS


def test_jokers() -> None:
    """A pack of 54 has two cards of its last kind, which has no suit."""
    text = changed("deck: french52", "deck: french54").replace("J..K: 10}", "J..K: 10, joker: 20}")
    cards = compile_text(text).cards
    assert len(cards.kinds) == 53
    assert cards.kinds[-1] == ir.Kind("joker", (13, None))
    assert isinstance(cards.copies, ir.IfThenElse)


@pytest.mark.parametrize(
    "sentence",
    [
        "count of stock > 3",
        "hand of left of me is not empty",
        "some of hand where rank is 7",
        "rank of top of discard is 7",
        "some of stock where revealed and rank is 7",
        "count of (hand of left of me where not revealed) > 2",
        "total of left of me > 3",
        "some of players where hand is empty",
        "leader is me",
    ],
)
def test_what_a_chooser_sees_may_decide(sentence: str) -> None:
    """Counts, open cards, one's own."""
    assert condition(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "some of stock where rank is 7",
        "rank of top of stock is 7",
        "deadwood of hand of left of me is empty",
        "sum of points of hand of left of me > 3",
        "some of players where 7 in rank of hand",
        "secret > 3",
        "owner of top of stock is me and top of stock is QS",
        "(set of hand of left of me) is not empty",
        "some of deck where rank is 7 and owner is left of me",
        "top of stock is top of discard",
    ],
)
def test_what_a_chooser_does_not_see_may_not(sentence: str) -> None:
    """Hidden cards and hidden state, straight or through a definition."""
    found = check_text(changed("when: count of discard > 3", f"when: {sentence}"))[1]
    assert "E560" in {d.code for d in found}, found


def test_a_hidden_card_may_be_chosen_by_position() -> None:
    """But then nothing of it may be asked, unless it has been laid open first."""
    blind = changed("    choose: {card: one of hand}\n", "    choose: {card: one of stock}\n")
    assert check_text(blind)[1] == []
    read = blind.replace("    when: stock is not empty\n", "    when: rank of card is 7\n")
    assert {d.code for d in check_text(read)[1]} == {"E560"}
    ask = "      - choose: {other: one of hand where rank is rank of card}\n      - move other to discard\n"
    do = "    do:\n      - move card to discard\n      - set mark"
    assert do in blind
    early = blind.replace(do, f"    do:\n{ask}      - move card to discard\n      - set mark")
    late = blind.replace(do, f"    do:\n      - reveal card\n{ask}      - move card to discard\n      - set mark")
    assert {d.code for d in check_text(early)[1]} == {"E560"}
    assert check_text(late)[1] == []


KINDS = """
croupier: 1
game: kinds
players: 2
cards: {attributes: {value: 1..7}, copies: 3}
zones: {stock: pile seen by nobody, pile: pile seen by everyone}
state: {x: number}
play: {steps: {turn: {by: players, times: 9, moves: [go]}}}
moves: {go: {when: ASKED, do: move top of stock to pile}}
result: {score: x}
"""


@pytest.mark.parametrize(
    ("sentence", "node"),
    [
        ("top of pile is 7", ir.IsKind),
        ("top of pile is 6/7", ir.IsKind),
        ("top of pile in 6/7", ir.IsKind),
        ("7 in pile", ir.HasKind),
        ("value of top of pile is 7", ir.Same),
        ("x is 7", ir.Same),
    ],
)
def test_a_number_is_a_kind_of_card_where_cards_are_written_so(sentence: str, node: type) -> None:
    """`7` beside a card names a kind, as `QS` does; beside a number it is a number."""
    (found,) = compile_text(KINDS.replace("ASKED", sentence)).moves[0].conditions
    assert isinstance(found.expr, node)


def test_a_number_is_no_card_of_a_pack_with_suits() -> None:
    """Where no card is written with a number alone, a card and a number do not go together."""
    found = check_text(changed("when: count of discard > 3", "when: top of discard is 7"))[1]
    assert [each.code for each in found if each.code.startswith("E")] == ["E401"]


@pytest.mark.parametrize(
    ("seen", "do", "warned"),
    [
        ("", "add 1 to told", False),
        (" seen by owner", "set told to 3", False),
        (" seen by nobody", "add 1 to told", True),
        ("", "move top of pile to stock", True),
    ],
)
def test_state_that_is_only_shown_is_of_use(seen: str, do: str, warned: bool) -> None:
    """What is set and seen by somebody tells people something; what nothing sets, or nobody sees, is left over."""
    text = KINDS.replace("state: {", f"state: {{told of player: number{seen}, ")
    found = check_text(text.replace("{when: ASKED, do: move top of stock to pile}", f"{{do: [{do}]}}"))[1]
    assert ("W601" in {each.code for each in found if "told" in each.message}) == warned
