"""Whole games, and what is told of each: a row of numbers."""

from __future__ import annotations

from dataclasses import dataclass

from croupier.lowering.choosing import GREEDY, HASTY, Choosing


@dataclass(frozen=True, slots=True)
class Results:
    """Where things stand in a row of `playouts`: how many decisions were made (-1: the rules are at fault), then what
    the cells `TOLD` hold, the cell that was asked for, when each seat first decided (from 1; nought: never), the scores
    seat by seat, whether each seat has lost, and how often each element fired that is counted."""

    seats: int
    scores: int
    counted: int = 0
    TOLD = ("over", "stuck", "cuts", "short")

    @property
    def cell(self) -> int:
        return 1 + len(self.TOLD)

    @property
    def order(self) -> int:
        return self.cell + 1

    @property
    def score(self) -> int:
        return self.order + self.seats

    @property
    def lost(self) -> int:
        return self.score + self.seats * self.scores

    @property
    def counts(self) -> int:
        return self.lost + self.seats

    @property
    def row(self) -> int:
        return self.counts + self.counted


KEPT = 64
"""So many legal moves are kept of each of the games that go on together; of more, they are listed again."""


class Playouts(Choosing):
    """The part of the lowering that plays games to their end."""

    def playout(self) -> None:
        """`playout(S, OUT, P, n, cell, anyhow)`: on until the cell changes, or nobody chooses; `anyhow`: where a player
        cannot say what to do, or thinks for too long, chance does, and that player is in haste from there on."""
        layout, players = self.layout, self.playing
        with self.function("playout(S, OUT, P, n, cell, anyhow)"):
            self.line("stands = S[cell]")
            with self.block("while n > 0 and S[cell] == stands:"):
                self.line("p = seat(S)")
                with self.block(f"if P[{players.first} + p] == 0:"):
                    self.line(f"P[{players.came}] += 1")
                    self.line(f"P[{players.first} + p] = P[{players.came}]")
                self.line("RENEW()")
                if self.foresees:
                    with self.block("if anyhow:"):
                        self.line("i = TRY(choose(S, OUT, P, p, n))")
                        with self.block("if i < 0:"):
                            with self.block(f"if P[{players.plays} + p] == {GREEDY}:"):
                                self.line(f"P[{players.plays} + p] = {HASTY}")
                            self.line("i = below(P, 2 * p, n)")
                    with self.block("else:"):
                        self.line("i = choose(S, OUT, P, p, n)")
                    with self.block("if i < 0:"):
                        self.line("return -1")
                    self.line("RENEW()")
                    self.line("n = apply(S, OUT, i)")
                else:
                    self.line("n = apply(S, OUT, below(P, 2 * p, n))")
            self.line(f"return -1 if n < 0 else {layout.cell('decisions')}")
        self._playouts(Results(self.program.seats, len(self.rules.result.scores), len(layout.counted)))

    def _scored(self, told: Results) -> None:
        """`scored(S, R, at)`: the scores, seat by seat, then whether each has lost."""
        over = self.layout.cell("over")
        lost = f"score(S, -1, p) if {over} == 2 else 0" if self.rules.result.losers else "0"
        with self.function("scored(S, R, at)"):
            self.line("RENEW()")
            with self.block(f"for p in range(0, {told.seats}):"):
                for which in range(told.scores):
                    self.line(f"R[at + {which} + p * {told.scores}] = score(S, {which}, p)")
                self.line(f"R[at + {told.lost - told.score} + p] = {lost}")
            self.line(f"return -1 if {self.layout.cell('fault')} else {over}")
        with self.function("rollout(S, OUT, P, R, n, cell)"):
            if self.foresees:
                self.meets_nobody()
            self.line("n = playout(S, OUT, P, n, cell, 1)")
            self.line("return -1 if n < 0 else scored(S, R, 0)")

    def _playouts(self, told: Results) -> None:
        layout, seats, players = self.layout, self.program.seats, self.playing
        self._scored(told)
        with self.function("whole_game(S, OUT, P, R, r, seed, game, salt, cell)"):
            if self.foresees:
                self.seated()
            with self.block(f"for p in range(0, {seats}):"):
                apart = f"(P[{players.salt}] if P[{players.plays} + p] else salt)" if self.foresees else "salt"
                self.line(f"P[2 * p] = KEY(seed ^ ({apart} + p << 32), game)")
                self.line("P[2 * p + 1] = 0")
                self.line(f"P[{players.first} + p] = 0")
            self.line(f"P[{players.came}] = 0")
            self.line("n = new(S, OUT, KEY(seed, game))")
            self.line(f"n = playout(S, OUT, P, n, {layout.at('over')}, 0)")
            with self.block(f"if n < 0 or scored(S, R, r + {told.score}) < 0:"):
                self.line("return -1")
            for i, name in enumerate(told.TOLD, 1):
                self.line(f"R[r + {i}] = {layout.cell(name)}")
            self.line(f"R[r + {told.cell}] = S[cell]")
            with self.block(f"for p in range(0, {seats}):"):
                self.line(f"R[r + {told.order} + p] = P[{players.first} + p]")
            if self.covers:
                with self.block(f"for i in range(0, {told.counted}):"):
                    self.line(f"R[r + {told.counts} + i] = {layout.cell('count of', '', 'i')}")
            self.line("return n")
        with self.function("playouts(S, OUT, P, R, seed, game, games, salt, cell)"):
            with self.block("for g in range(0, games):"):
                self.line(f"n = TRY(whole_game(S, OUT, P, R, g * {told.row}, seed, game + g, salt, cell))")
                self.line(f"R[g * {told.row}] = n")
            self.line("return games")

    def together(self) -> None:
        """`together(S, OUT, P, R, K, games, begin)`: as many positions, one after the other in `S`, go on by one
        decision each."""
        layout, row = self.layout, self.layout.row
        with self.function("one_of(S, OUT, P, R, K, g, games, begin)"):
            self.line("RENEW()")
            self.line("n = R[g]")
            with self.block("if begin:"):
                self.line("n = new(S, OUT, P[g])")
            with self.block("else:"):
                with self.block(f"if n <= {KEPT}:"):
                    self.line(f"COPY(OUT, 0, K, (g * {KEPT} + P[g]) * {row}, {row})")
                    self.line("n = apply(S, OUT, 0)")
                with self.block("else:"):
                    self.line("n = legal(S, OUT)")
                    self.line("n = apply(S, OUT, P[g])")
            with self.block("if n < 0:"):
                self.line("return -1")
            with self.block("if n > 0:"):
                self.line("R[games + g] = seat(S)")
                with self.block(f"if n <= {KEPT}:"):
                    self.line(f"COPY(K, g * {KEPT * row}, OUT, 0, n * {row})")
            self.line("return n")
        with self.function("together(S, OUT, P, R, K, games, begin)"):
            with self.block("for g in range(0, games):"):
                with self.block("if not begin and R[g] > 0 and (P[g] < 0 or P[g] >= R[g]):"):
                    self.line("return -1 - g")
            with self.block("for g in range(0, games):"):
                with self.block("if begin or R[g] > 0:"):
                    self.line("R[games + g] = -1")
                    self.line(f"n = TRY(one_of(PART(S, g, {layout.size}), OUT, P, R, K, g, games, begin))")
                    self.line("R[g] = n")
            self.line("return games")
