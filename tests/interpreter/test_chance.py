"""Chance follows `docs/reference/chance.md`: reproducible from a seed, fair, resumable, open to a caller's results."""

import json
import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.base.chance import HALF, MASK, Seed, Stream, Supplied, resume, word

DOC = Path(__file__).parents[2] / "docs" / "reference" / "chance.md"
WHOLE = st.integers(0, MASK)


VECTORS = json.loads(Path(__file__).with_name("chance.json").read_text(encoding="utf-8"))
"""The test vectors to which the document links."""


class Plain:
    """A second reading of `docs/reference/chance.md`, step by step and with no thought of speed."""

    def __init__(self, seed: int, game: int) -> None:
        self.key = self.word(self.word(seed, 0), game)
        self.drawn = 0

    @staticmethod
    def word(key: int, index: int) -> int:
        state = (key + (index + 1) * 0x9E3779B97F4A7C15) % 2**64
        z = ((state ^ (state // 2**30)) * 0xBF58476D1CE4E5B9) % 2**64
        z = ((z ^ (z // 2**27)) * 0x94D049BB133111EB) % 2**64
        return z ^ (z // 2**31)

    def below(self, count: int) -> int:
        half = self.word(self.key, self.drawn) // 2**32
        self.drawn += 1
        if (half * count) % 2**32 < 2**32 % count:
            return self.below(count)
        return (half * count) // 2**32

    def shuffle(self, cards: list[int]) -> list[int]:
        if len(cards) < 2:
            return cards
        other = self.below(len(cards))
        swapped = list(cards)
        swapped[-1], swapped[other] = swapped[other], swapped[-1]
        return [*self.shuffle(swapped[:-1]), swapped[-1]]


def test_the_generator_is_the_published_one() -> None:
    """The words of key 1234567 are those that splitmix64 is known by, and the document lists them."""
    words = [word(1234567, index) for index in range(5)]
    assert words == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
    sentence = re.search(r"word\(1234567, 0\).*?\.\n", DOC.read_text(encoding="utf-8"), re.DOTALL)
    assert sentence is not None
    assert [int(digits) for digits in re.findall(r"\d{19,}", sentence[0])] == words


def test_first_words_are_golden() -> None:
    """The first words of four games are the recorded ones."""
    assert len(VECTORS["words"]) == 4
    for row in VECTORS["words"]:
        seed = Seed.parse(row["seed"])
        key = word(word(seed.number, 0), seed.game)
        assert [f"{word(key, index):016x}" for index in range(3)] == row["words"]


def test_picks_are_golden() -> None:
    """Picks, and the words they draw, are the recorded ones; one row makes the rejection happen."""
    assert len(VECTORS["picks"]) == 5
    for row in VECTORS["picks"]:
        stream = Seed.parse(row["seed"]).stream()
        assert [stream.below(row["n"]) for _ in range(8)] == row["picks"]
        assert stream.drawn == row["words"]
    assert any(row["words"] > 8 for row in VECTORS["picks"])


def test_shuffles_are_golden() -> None:
    """The first shuffle of four games is the recorded one."""
    assert len(VECTORS["shuffles"]) == 4
    for row in VECTORS["shuffles"]:
        stream = Seed.parse(row["seed"]).stream()
        assert stream.shuffle(range(52)) == row["order"]
        assert stream.drawn == 51


def test_the_document_shows_recorded_vectors() -> None:
    """Its table repeats one game of the file, and it links to the rest."""
    text = DOC.read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\S+) \| ([0-9a-f]{16}) \| ([\d, ]+) \|$", text, re.MULTILINE)
    first = [row["words"][0] for row in VECTORS["words"] if row["seed"] == "0"]
    picks = [row["picks"] for row in VECTORS["picks"] if (row["seed"], row["n"]) == ("0", 6)]
    assert [(seed, words, [int(pick) for pick in each.split(",")]) for seed, words, each in rows] == [
        ("0", first[0], picks[0])
    ]
    assert "](../../tests/interpreter/chance.json)" in text


@pytest.mark.costly
@given(WHOLE, WHOLE, st.lists(st.integers(1, HALF) | st.sampled_from([1, 2, HALF // 2 + 1, HALF - 1]), max_size=12))
def test_picks_agree_with_a_plain_reading(seed: int, game: int, counts: list[int]) -> None:
    """The fast stream picks what a literal reading of the document picks, and draws as many words."""
    stream, plain = Stream(seed, game), Plain(seed, game)
    assert [stream.below(count) for count in counts] == [plain.below(count) for count in counts]
    assert stream.drawn == plain.drawn


@given(WHOLE, WHOLE, st.lists(st.integers(), max_size=40))
def test_shuffles_agree_with_a_plain_reading(seed: int, game: int, cards: list[int]) -> None:
    """The fast stream shuffles as a literal reading of the document does, and leaves the cards it was given alone."""
    before = list(cards)
    assert Stream(seed, game).shuffle(cards) == Plain(seed, game).shuffle(cards)
    assert cards == before


@pytest.mark.parametrize("count", [2, 3, 7, 52, 104])
def test_picks_are_even(count: int) -> None:
    """Over 200 picks for each answer, chi-square stays within five deviations of what fair picks give."""
    stream = Stream(20, count)
    seen = Counter(stream.below(count) for _ in range(200 * count))
    chi_square = sum((seen[answer] - 200) ** 2 / 200 for answer in range(count))
    freedom = count - 1
    assert abs(chi_square - freedom) < 5 * (2 * freedom) ** 0.5


def test_rejection_removes_the_bias() -> None:
    """Below 3/4 of 2**32, the multiples of 3 come up a third of the time; without rejection it would be half."""
    stream = Stream(3)
    answers = [stream.below(3 * HALF // 4) for _ in range(20_000)]
    assert max(answers) < 3 * HALF // 4
    for remainder in range(3):
        assert abs(sum(answer % 3 == remainder for answer in answers) - 20_000 / 3) < 5 * (20_000 * 2 / 9) ** 0.5


def test_all_orders_are_even() -> None:
    """Each of the 24 orders of four cards comes about equally often over the first shuffles of 12000 games."""
    seen = Counter(tuple(Stream(5, game).shuffle(range(4))) for game in range(12_000))
    assert len(seen) == 24
    assert sum((times - 500) ** 2 / 500 for times in seen.values()) < 23 + 5 * 46**0.5


@pytest.mark.costly
def test_every_card_goes_everywhere() -> None:
    """Where the first of 52 cards lands is even over the games of one seed and over the seeds of one game."""
    for streams in ((Stream(9, k) for k in range(5200)), (Stream(s, 9) for s in range(5200))):
        seen = Counter(stream.shuffle(range(52)).index(0) for stream in streams)
        assert sum((seen[place] - 100) ** 2 / 100 for place in range(52)) < 51 + 5 * 102**0.5


def test_games_are_independent() -> None:
    """Neighbouring games of one seed pick the same of 52 about once in 52, and no two of 20000 begin alike."""
    alike = 0
    for game in range(200):
        one, next_one = Stream(11, game), Stream(11, game + 1)
        alike += sum(one.below(52) == next_one.below(52) for _ in range(52))
    assert abs(alike - 200) < 5 * 200**0.5
    assert len({(s.below(HALF), s.below(HALF)) for s in (Stream(11, game) for game in range(20_000))}) == 20_000


@given(WHOLE, WHOLE, st.lists(st.integers(1, HALF), max_size=8), st.integers(0, 20))
def test_a_stream_resumes(seed: int, game: int, counts: list[int], cards: int) -> None:
    """A stream made from its three integers, a copy, and a position sent through JSON go on as the stream does."""
    stream = Stream(seed, game)
    for count in counts:
        stream.below(count)
    others = [
        Stream(stream.seed, stream.game, stream.drawn),
        stream.copy(),
        resume(json.loads(json.dumps(stream.position))),
    ]
    deal = stream.shuffle(range(cards)), stream.below(HALF)
    for other in others:
        assert (other.shuffle(range(cards)), other.below(HALF)) == deal
        assert other.position == stream.position


def test_a_copy_goes_its_own_way() -> None:
    """Drawing from a copy leaves the original where it stood."""
    stream = Stream(1)
    stream.copy().shuffle(range(52))
    assert repr(stream) == "Stream(1, 0, 0)"


@pytest.mark.parametrize("count", [0, -1, HALF + 1])
def test_a_pick_needs_something_to_pick_from(count: int) -> None:
    """A pick from nothing, or from more than half a word can tell apart, is refused and draws nothing."""
    stream = Stream(1)
    with pytest.raises(ValueError, match=f"cannot pick one of {count}"):
        stream.below(count)
    assert stream.drawn == 0


@given(WHOLE, WHOLE)
def test_seeds_round_trip(number: int, game: int) -> None:
    """What a seed prints is read back as the same seed."""
    seed = Seed(number, game)
    assert Seed.parse(str(seed)) == seed
    assert Seed.parse(f"{number}:{game}") == seed


def test_game_zero_is_printed_short() -> None:
    """Game 0 goes by the number alone."""
    assert [str(Seed.parse(text)) for text in ("7", "7:0", "007:00", "7:12")] == ["7", "7", "7", "7:12"]


@pytest.mark.parametrize(
    "text", ["", "x", "-1", "+1", "1.5", "1:", ":1", "1:2:3", " 1", "1 ", "1_0", "٣", "1:-2", "9" * 30]
)
def test_what_is_not_a_seed_is_refused(text: str) -> None:
    """The refusal quotes what was written and shows what to write."""
    with pytest.raises(ValueError, match=r"invalid seed .*such as 7, or 7:12") as refusal:
        Seed.parse(text)
    assert repr(text) in str(refusal.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (str(MASK + 1), "the seed must be a whole number from 0 to 18446744073709551615; found 18446744073709551616"),
        (f"1:{MASK + 1}", "the game number must be .* found 18446744073709551616"),
    ],
)
def test_a_seed_fits_in_64_bits(text: str, message: str) -> None:
    """A number that is too large is named."""
    with pytest.raises(ValueError, match=message):
        Seed.parse(text)


def test_a_stream_refuses_what_no_position_can_be() -> None:
    """Neither a negative seed nor a negative number of words makes a stream."""
    with pytest.raises(ValueError, match=r"the seed must be .* found -1"):
        Stream(-1)
    with pytest.raises(ValueError, match="-1 is not a number of words drawn"):
        Stream(1, 0, -1)


def test_a_fresh_seed_is_short() -> None:
    """A seed that nobody chose is game 0 of a number of at most ten digits."""
    assert re.fullmatch(r"[0-9]{1,10}", str(Seed.fresh()))


def test_supplied_results_come_first() -> None:
    """Fixed results are told in order; what is left open and what follows is the stream's, from its first word."""
    chance = Supplied(["alpha", None, [3, 1]], Stream(7))
    assert [chance.next_result() for _ in range(5)] == ["alpha", None, [3, 1], None, None]
    assert chance.shuffle(range(9)) == Stream(7).shuffle(range(9))
    assert chance.below(6) == Stream(7, 0, 8).below(6)


def test_supplied_results_nest() -> None:
    """What the outer results leave open is asked of the inner ones."""
    chance = Supplied([None, "outer"], Supplied(["inner", "last"], Stream(7)))
    assert [chance.next_result() for _ in range(4)] == ["inner", "outer", "last", None]


def test_supplied_results_that_nobody_asked_for_can_be_seen() -> None:
    """A caller can find out that a result it fixed was never used."""
    chance = Supplied(["a", "b"], Stream(7))
    chance.next_result()
    assert chance.left == ("b",)


def test_supplied_chance_resumes() -> None:
    """A copy, and a position sent through JSON, tell the results that are left and then go on with the stream."""
    chance = Supplied(["a", None, "c"], Stream(7, 2))
    chance.next_result()
    chance.next_result()
    chance.below(6)
    for other in (chance.copy(), resume(json.loads(json.dumps(chance.position)))):
        assert repr(other) == repr(chance) == "Supplied(['c'], Stream(7, 2, 1))"
        assert [other.next_result(), other.next_result()] == ["c", None]
    assert chance.left == ("c",)


@pytest.mark.parametrize("position", [None, {}, {"seed": 7, "drawn": 0}, {"seed": "7"}, {"results": [], "then": None}])
def test_what_is_not_a_position_is_refused(position: object) -> None:
    """A broken record is refused in words."""
    with pytest.raises(ValueError, match="is not a position of chance"):
        resume(position)
