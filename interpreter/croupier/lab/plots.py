"""Plot the figures of a survey as SVG, with matplotlib."""

from __future__ import annotations

import io
import itertools
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from statistics import quantiles
from typing import TYPE_CHECKING

from croupier.base.faults import SetupError
from croupier.base.language import ntr, tr
from croupier.lab.surveyed import Mean, Survey, scores_of
from croupier.lab.telling import ordinal

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from croupier.lab.rungs import Ladder
    from croupier.lab.tuning import Tuned

INK, FAINT = "#2f5d73", "#b9c7ce"
OTHER = "#c8743c"
MANY = 20
"""The number of values from which outliers are left off an axis."""


def needs_matplotlib() -> None:
    """Raise SetupError with the command to install matplotlib, if it is missing."""
    if find_spec("matplotlib") is None:
        raise SetupError(tr("plots need matplotlib; install it with: pip install 'croupier[lab]'"))


def drawn(draw: Callable[[Axes], None], height: float = 2.6) -> str:
    """Return a picture of its own, as the text of an `svg` element. The same figures give the same text."""
    needs_matplotlib()
    import matplotlib as mpl
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    with mpl.rc_context({"svg.hashsalt": "croupier", "svg.fonttype": "none", "font.family": "sans-serif"}):
        figure = Figure(figsize=(7.0, height), layout="constrained")
        FigureCanvasSVG(figure)
        axes = figure.add_subplot()
        axes.spines[["top", "right"]].set_visible(False)
        draw(axes)
        text = io.StringIO()
        figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
    svg = text.getvalue()
    return svg[svg.index("<svg") :]


def who_wins(found: Survey) -> str:
    """Return a plot of the shares of wins by order of play, with the fair share."""
    places = found.places()

    def draw(axes: Axes) -> None:
        _dots(axes, places, [ordinal(at + 1) for at in range(len(places))])
        axes.axvline(100 * found.fair, color=OTHER, linestyle="--", linewidth=1)
        axes.set_xlabel(tr("% of wins, with the 95 % interval; dashed: fair share"))

    return drawn(draw, 0.9 + 0.35 * len(places))


def _dots(axes: Axes, means: Sequence[Mean], names: Sequence[str]) -> None:
    at = range(len(means))
    middles = [100 * mean.mean for mean in means]
    below = [100 * (mean.mean - max(0.0, mean.low)) for mean in means]
    above = [100 * (min(1.0, mean.high) - mean.mean) for mean in means]
    axes.errorbar(middles, at, xerr=(below, above), fmt="o", color=INK, capsize=3)
    axes.set_yticks(at, names)
    axes.set_ylim(len(means) - 0.5, -0.5)


def lengths(found: Survey) -> str:
    """Return the distribution of decisions per game, as SVG."""

    def draw(axes: Axes) -> None:
        values = [each.decisions for each in found.walks]
        axes.hist(within(values), bins="auto" if len({*values}) > 20 else 20, color=INK, rwidth=0.92)
        axes.set_xlabel(_named(tr("decisions per game"), values))
        axes.set_ylabel(tr("games"))

    return drawn(draw)


def scores(found: Survey) -> str:
    """Return a plot of the scores of winners and of the other players."""

    def draw(axes: Axes) -> None:
        won = [score for each in found.finished for seat in each.outcome.winners
               if (score := each.outcome.scores[seat][0]) is not None]  # fmt: skip
        every = [score for each in found.finished for score in scores_of(each)]
        if not every:
            return
        low, high = min(within(every)), max(within(every))
        steps = min(30, high - low + 1)
        edges = [low - 0.5 + (high - low + 1) * at / steps for at in range(steps + 1)]
        axes.hist(within(every), bins=edges, color=FAINT, rwidth=0.92, label=tr("everybody"))
        axes.hist(won, bins=edges, color=INK, rwidth=0.92, label=tr("winners"))
        axes.set_xlabel(_named(tr("final score"), every))
        axes.legend(frameon=False)

    return drawn(draw)


def within(values: Sequence[int]) -> list[int]:
    """Return the values without the few that would crush the others: further from the middle half than four times its
    width."""
    if len(values) < MANY:
        return [*values]
    low, _, high = quantiles(values, n=4)
    reach = 4 * max(high - low, 1)
    return [value for value in values if low - reach <= value <= high + reach]


def _named(what: str, values: Sequence[int]) -> str:
    """Return the name of an axis, with the number of values beyond it."""
    beyond = len(values) - len(within(values))
    if not beyond:
        return what
    games = ntr("{n} value beyond the axis, up to {most}", "{n} values beyond the axis, up to {most}", beyond,
                most=f"{max(values):,}")  # fmt: skip
    return f"{what} ({games})"


def tension(found: Survey) -> str:
    """Return a plot of the share of games in which the winner leads, over the course of the game."""
    leading = found.leading()

    def draw(axes: Axes) -> None:
        parts = len(leading) - 1
        axes.plot([100 * at / parts for at in range(parts + 1)], [100 * share for share in leading], color=INK)
        axes.axhline(100 * found.fair, color=OTHER, linestyle="--", linewidth=1)
        axes.set_ylim(0, 103)
        axes.set_xlabel(tr("game progress (% of turns)"))
        axes.set_ylabel(tr("% of games in which\nthe winner leads alone"))

    return drawn(draw)


def options(found: Survey) -> str:
    """Return the distribution of legal moves per decision, as SVG."""
    names, shares = zip(*spread_of_options(found), strict=True)

    def draw(axes: Axes) -> None:
        axes.bar(names, [100 * share for share in shares], color=[OTHER, *([INK] * (len(shares) - 1))])
        axes.set_xlabel(tr("legal moves per decision (one: forced)"))
        axes.set_ylabel(tr("% of the decisions"))

    return drawn(draw)


def spread_of_options(found: Survey) -> list[tuple[str, float]]:
    """Return the shares of decisions, by ranges of numbers of legal moves."""
    counts: dict[int, int] = {}
    for each in found.walks:
        for many, times in each.options.items():
            counts[many] = counts.get(many, 0) + times
    bins = [1, 2, 3, 4, 5, 7, 10, 15, 20, 30, 50, 100, 300, 1000, 10**9]
    total, shares = sum(counts.values()) or 1, list[tuple[str, float]]()
    for low, high in itertools.pairwise(bins):
        name = str(low) if high == low + 1 else f"{low}+" if high == 10**9 else f"{low}-{high - 1}"
        shares.append((name, sum(times for many, times in counts.items() if low <= many < high) / total))
    while len(shares) > 1 and not shares[-1][1]:
        shares.pop()
    return shares


def rungs(skill: Ladder) -> str:
    """Return the share of wins of each player among those below it, as SVG."""

    def draw(axes: Axes) -> None:
        means = [Mean(rung.share, rung.low, rung.high) for rung in skill.rungs]
        names = [tr("{player} among {others}", player=rung.player, others=rung.others) for rung in skill.rungs]
        _dots(axes, means, names)
        axes.axvline(100 * skill.rungs[0].fair, color=OTHER, linestyle="--", linewidth=1)
        axes.set_xlim(0, 100)
        axes.set_xlabel(tr("% of wins; dashed: expected by chance"))

    return drawn(draw, 0.9 + 0.4 * len(skill.rungs))


def trade_off(found: Tuned) -> str:
    """Return the settings by their means for the first two goals, as SVG.

    The Pareto front is highlighted, and the goals are shaded.
    """
    one, other = found.goals[:2]
    points = [(s, s.means[0], s.means[1]) for s in found.tried]

    def draw(axes: Axes) -> None:
        front = found.front
        for setting, x, y in points:
            if x is not None and y is not None:
                among = setting in front
                axes.plot(x.mean, y.mean, "o", color=OTHER if among else FAINT, markersize=7 if among else 4)
        for goal, shade in ((one, axes.axvspan), (other, axes.axhspan)):
            low, high = axes.get_xlim() if goal is one else axes.get_ylim()
            shade(max(low, goal.low), min(max(high, goal.low), goal.high), color=INK, alpha=0.12)
        axes.set_xlabel(one.words)
        axes.set_ylabel(other.words)

    return drawn(draw, 4.5)
