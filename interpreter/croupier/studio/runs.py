"""Long tasks, step by step: scenarios, differences, the printed rules, a simulation, coverage."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import ceil
from pathlib import Path
from typing import TypeAlias

from croupier.base.chance import Seed
from croupier.base.language import current, said, tr
from croupier.compile.options import chosen_by
from croupier.lab import Survey, engine_for, measure_rows, sentences, stepping
from croupier.rulebook import rulebook, to_json
from croupier.simulate import seating
from croupier.studio.bench import Bench
from croupier.studio.messages import Run
from croupier.studio.papers import Papers
from croupier.table import catalogue
from croupier.workbench.coverage import Measuring, Tally, by_line_of, counts_of, tint_of
from croupier.workbench.difference import Difference, Written, differences
from croupier.workbench.scenarios import run_scenario
from croupier_dsl import ir
from croupier_dsl.services import Desk, Sight

MOST_BARS = 24


def places(found: Survey) -> list[dict[str, float]]:
    """Return the share of wins by order of first decisions, with the interval; empty for a single side."""
    if found.teams < 2:
        return []
    return [
        {"mean": mean.mean, "low": max(0.0, mean.low), "high": min(1.0, mean.high)} for mean in found.places()
    ]  # fmt: skip


def lengths(found: Survey) -> list[dict[str, int]]:
    """Return the distribution of decisions per game."""
    values = [each.decisions for each in found.walks]
    return [
        {"from": low, "to": high, "count": _within(values, low, high)} for low, high in steps(values)
    ]  # fmt: skip


def scores(found: Survey) -> list[dict[str, int]]:
    """Return the distribution of final scores, for all and for winners."""
    rows = [(score, seat in each.outcome.winners) for each in found.finished
            for seat, (score, *_) in enumerate(each.outcome.scores)]  # fmt: skip
    every = [score for score, _ in rows if score is not None]
    won = [score for score, wins in rows if wins and score is not None]
    return [
        {"from": low, "to": high, "count": _within(every, low, high), "won": _within(won, low, high)}
        for low, high in steps(every)
    ]  # fmt: skip


def steps(values: Sequence[int]) -> list[tuple[int, int]]:
    """Return ranges of whole numbers, of equal width, that cover all values, both ends included."""
    if not values:
        return []
    low, high = min(values), max(values)
    width = max(1, ceil((high - low + 1) / MOST_BARS))
    return [(start, start + width - 1) for start in range(low, high + 1, width)]


def _within(values: Iterable[int], low: int, high: int) -> int:
    return sum(low <= value <= high for value in values)


Json: TypeAlias = dict[str, object]
_VARIANT = re.compile(r"^variant:", re.MULTILINE)
OFTEN = 0.4
"""The interval between partial results, in seconds."""
GAMES = 200
"""The default number of games."""


def run(wanted: Run, papers: Papers, rules: ir.Rules, bench: Bench, clock: Callable[[], float]) -> Iterator[Json]:
    """Return the results, one after another; an empty one if nothing has changed."""
    match wanted.what:
        case "scenarios":
            return _scenarios(papers, clock)
        case "differences":
            return _differences(papers)
        case "rulebook":
            return _rulebook(rules, bench)
        case "simulation":
            return _simulation(wanted, bench, clock)
        case _:
            return _coverage(wanted, papers, rules, clock)


def _scenarios(papers: Papers, clock: Callable[[], float]) -> Iterator[Json]:
    """Yield each scenario of the current text, with its result and its place."""
    rules = papers.sight().understood.rules
    if rules is None:
        yield {"refused": tr("fix the errors in the rules first")}
        return
    found: list[Json] = []
    last = clock()
    for scenario in rules.scenarios:
        result = run_scenario(rules, scenario)
        where = result.where or scenario.where
        file = papers.named(where.file) if where is not None else None
        line = where.line if where is not None else 0
        found.append(
            {"name": result.name, "passed": result.passed, "failure": result.failure, "file": file, "line": line}
        )
        if clock() - last > OFTEN:
            last = clock()
            yield {"results": list(found), "of": len(rules.scenarios)}
        else:
            yield {}
    yield {"results": found, "of": len(rules.scenarios)}


# ---------------------------------------------------------------- what differs


def _differences(papers: Papers) -> Iterator[Json]:
    """Yield the differences of the text from the saved one, or from the bundled game that it copies.

    From its base; and of each known variant from it.
    """
    sight = papers.sight()
    now = _written(sight)
    found: list[Json] = []
    for name, title, one, other in _pairs(papers, sight):
        if now is None:
            yield {"refused": tr("fix the errors in the rules first")}
            return
        yield {}
        a, b = (
            now if side is None else _written(side.sight(papers.desk.ruleset_of(path))) for side, path in (one, other)
        )
        told: Json = {"name": name, "title": title}
        if a is None or b is None:
            told["refused"] = tr("it has errors, so it cannot be compared")
        else:
            told["differences"] = [_difference(each) for each in differences(a, b)]
        found.append(told)
        yield {"compared": list(found)}
    yield {"compared": found}


Side: TypeAlias = tuple[Desk | None, Path]
"""The desk of a text, and its file; None: the open one."""


def _pairs(papers: Papers, sight: Sight) -> Iterator[tuple[str, str, Side, Side]]:
    main = papers.path(papers.main)
    here: Side = None, main
    saved = Desk(papers.desk.bundled)
    saved.files.within = papers.folder.path
    for name, paper in papers.open.items():
        if paper.saved is not None:
            saved.put(papers.path(name), paper.saved)
    paper = papers.open[papers.main]
    bundled = catalogue.directory()
    stem = main.stem
    if paper.saved is not None:
        if any(each.text != each.saved for each in papers.open.values()):
            yield "", tr("Unsaved changes"), (saved, main), here
    elif stem in catalogue.names():
        yield stem, tr("Compared with the bundled game"), (Desk(bundled), catalogue.locate(stem)), here
    rules = sight.understood.rules
    if rules is not None and rules.of:
        base = _base(papers, rules.of[0])
        if base is not None:
            title = tr("Compared with {game}, its base game", game=rules.of[0])
            yield rules.of[0], title, (papers.desk, base), here
    for name in papers.folder.names():
        text = papers.desk.text(papers.path(name))
        if _VARIANT.search(text) and re.search(rf"^of:.*\b{re.escape(stem)}\b", text, re.MULTILINE):
            yield name, tr("Variant {name}", name=Path(name).stem), here, (papers.desk, papers.path(name))
    for variant in catalogue.variants_of(main):
        if variant.of[:1] == (stem,) and variant.path.parent != main.parent:
            title = tr("Variant {name}", name=said(variant.title) or variant.name)
            yield variant.name, title, (papers.desk, catalogue.locate(stem)), (papers.desk, variant.path)


def _base(papers: Papers, of: str) -> Path | None:
    """Return the base of a variant: in the folder, or among the bundled."""
    if f"{of}.yaml" in papers.folder.names():
        return papers.path(f"{of}.yaml")
    return catalogue.locate(of) if of in catalogue.names() else None


def _written(sight: Sight) -> Written | None:
    rules, tree = sight.understood.rules, sight.tree
    return None if rules is None or tree is None else Written(rules, tree)


def _difference(one: Difference) -> Json:
    return {"group": one.group, "path": one.path, "lead": one.lead, "was": list(one.was), "now": list(one.now)}


# ---------------------------------------------------------------- the printed rules


def _rulebook(rules: ir.Rules, bench: Bench) -> Iterator[Json]:
    chosen = {name: str(value) for name, value in chosen_by(rules, bench.preset).items()}
    yield {}
    yield {"document": to_json(rulebook(rules, chosen | bench.options, bench.players, current()))}


# ---------------------------------------------------------------- a small simulation


def _simulation(wanted: Run, bench: Bench, clock: Callable[[], float]) -> Iterator[Json]:
    """Yield the survey of games at the table with its settings, by players that are not persons, up to the limits."""
    rules = bench.rules
    if rules is None:
        yield {"refused": tr("the table is not open yet: the rules have errors")}
        return
    policy = wanted.policy if wanted.policy != "mixed" else "greedy"
    found = Survey(rules, policy, 0)
    seated = seating(rules, policy, None, 0)
    yield {}
    engine = engine_for(rules, seated)
    games = wanted.games or GAMES
    begun = last = clock()
    for number in range(games):
        playing = stepping(rules, engine, Seed(0, number), seated)
        while found.games == number:
            try:
                next(playing)
            except StopIteration as end:
                found.walks.append(end.value)
            if found.walks and clock() - begun > wanted.seconds:
                yield {"simulated": _simulated(found, games)}
                return
            yield {}
        if clock() - last > OFTEN:
            last = clock()
            yield {"simulated": _simulated(found, games)}
    yield {"simulated": _simulated(found, games)}


def _simulated(found: Survey, games: int) -> Json:
    return {
        "games": found.games, "of": games, "policy": found.policy, "sentences": sentences(found), "fair": found.fair,
        "places": places(found), "lengths": lengths(found), "scores": scores(found), "leading": found.leading(),
        "measures": [list(row) for row in measure_rows(found)],
    }  # fmt: skip


# ---------------------------------------------------------------- coverage


def _coverage(wanted: Run, papers: Papers, rules: ir.Rules, clock: Callable[[], float]) -> Iterator[Json]:
    """Play games over numbers of players and options, and the scenarios; yield which lines fire, and which never do."""
    measuring = Measuring(rules, "0", policy=wanted.policy, seconds=wanted.seconds)
    last = clock()
    for tally in measuring.games(wanted.games or GAMES):
        if clock() - last > OFTEN:
            last = clock()
            yield {"covered": _covered(tally, papers)}
        else:
            yield {}
    tally = measuring.done()
    yield {"covered": _covered(tally, papers)}
    if tally.fault is not None:
        yield {"refused": str(tally.fault)}


def _covered(tally: Tally, papers: Papers) -> Json:
    lines: dict[str, dict[str, Json]] = {}
    for path, by_line in by_line_of(tally).items():
        name = papers.named(path)
        for number, elements in by_line.items() if name is not None else ():
            count = max(tally.counts.get(element.path, 0) for element in elements)
            line: Json = {"tint": tint_of(tally, elements), "count": count, "text": counts_of(tally, elements)}
            lines.setdefault(str(name), {})[str(number)] = line
    never = [
        {"path": element.path, "file": papers.named(element.where.file), "line": element.where.line}
        for element in tally.never() if element.where is not None
    ]  # fmt: skip
    reached, expected = tally.share()
    told = tr("{k} of {n} parts of the rules used", k=f"{reached:,}", n=f"{expected:,}")
    return {"games": tally.played, "told": told, "lines": lines, "never": never}
