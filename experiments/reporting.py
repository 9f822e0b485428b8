"""The standard experiments, run and written up: the function behind `report`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from experiments import runner, running, store
from experiments.playing import CuttleUnit
from experiments.running import Outcome

Watch = Callable[[str], AbstractContextManager[runner.Progress]]
Say = Callable[[str], None]
LEAST_VALUES = 3
"""Values of a weight that make a curve."""


def report(
    out: Path,
    command: str,
    *,
    preset: str = "quick",
    seed: int | None = None,
    workers: int | None = None,
    watch: Watch | None = None,
    say: Say = lambda message: None,
) -> Path:
    """Run the standard experiments and write the report; return its page.

    The folder appears only once it is complete: page, Markdown, figures, tables, `counts/` (the
    whole numbers that all estimates follow from) and `manifest.json`.

    Parameters
    ----------
    out : Path
    command : str
        What was typed, for the manifest.
    preset, seed, workers
        As `running.run_spec`.
    watch : callable, optional
        Gives a context with a progress callback, for an experiment's name.
    say : callable
        Told what is being done besides playing.

    Raises
    ------
    ValueError
        If the folder is refused.
    runner.InterruptedRun
        On Ctrl-C.
    """
    with store.new_folder(out) as folder:
        outcomes = list(_outcomes(preset, seed, workers, watch))
        say("working out the estimates …")
        tables = standard_tables(outcomes)
        say("writing the report …")
        from reports import build, write_report

        page = write_report(build(tables, provenance(outcomes, preset)), folder)
        for outcome in outcomes:
            store.write_tables(folder / "counts" / outcome.spec.name, outcome.counts)
        record = {
            "preset": preset,
            "experiments": [outcome.record() for outcome in outcomes],
        }
        store.write_manifest(folder, store.manifest(command, **record))
        name = page.relative_to(folder)
    return out / name


def _outcomes(
    preset: str, seed: int | None, workers: int | None, watch: Watch | None
) -> Iterable[Outcome]:
    for spec in running.standard_experiments():
        if watch is None:
            yield running.run_spec(spec, preset=preset, seed=seed, workers=workers)
            continue
        with watch(spec.name) as progress:
            yield running.run_spec(
                spec, preset=preset, seed=seed, workers=workers, progress=progress
            )


def standard_tables(outcomes: Iterable[Outcome]) -> dict[str, Any]:
    """Estimates of the standard experiments, by the names that the report takes."""
    found: dict[str, Any] = {}
    for outcome in outcomes:
        found |= _TABLES_OF[outcome.spec.name](outcome)
    return found


def _deal_position(outcome: Outcome) -> dict[str, Any]:
    from analyzer import tables as standard
    from experiments import tables

    units = {
        name: {key: row[key] for key in ("first", "second", "rules")}
        for name, row in outcome.described.items()
    }
    return standard.deal_position(tables.pair_tables(outcome.spec, outcome.tally), units)


def _king_count(outcome: Outcome) -> dict[str, Any]:
    from analyzer import tables as standard
    from experiments import tables

    spec, tally = outcome.spec, outcome.tally
    counts = {table.name: tables.table_counts(table, tally) for table in spec.tables}
    (contrast,) = spec.contrasts
    return standard.king_count(
        counts["king dealt"],
        counts["king most"],
        tables.contrast_frame(contrast, tally["contrast", contrast.name]),
    )


def _rule_sets(outcome: Outcome) -> dict[str, Any]:
    import pandas as pd

    from analyzer import tables as standard
    from experiments import rule_texts, tables

    spec = outcome.spec
    found = standard.rule_sets(
        tables.moments(outcome.tally),
        [pair for one in spec.comparisons if one.base is not None for pair in one.pairs],
        [one.units for one in spec.comparisons if one.base is None],
        {unit.name: rule_texts.columns(unit) for unit in spec.units},
    )
    return {**found, "rule_idle": pd.DataFrame(rule_texts.idle_switches())}


def _search_strength(outcome: Outcome) -> dict[str, Any]:
    from analyzer import tables as standard
    from experiments import tables

    pairs = tables.pair_tables(outcome.spec, outcome.tally)
    return standard.search_strength(pairs, _swept_units(outcome, "playouts"))


def _realism(outcome: Outcome) -> dict[str, Any]:
    from experiments import tables

    return {"action_mix": tables.action_frame(outcome.spec, outcome.tally, outcome.described)}


def _cuckoo_seat(outcome: Outcome) -> dict[str, Any]:
    from analyzer import tables as standard
    from experiments import tables

    return standard.cuckoo_seat(*tables.seat_frames(outcome.spec, outcome.tally))


def _cuckoo_thresholds(outcome: Outcome) -> dict[str, Any]:
    from analyzer import tables as standard
    from experiments import tables

    return standard.cuckoo_responses(tables.deviation_frame(outcome.spec, outcome.tally))


_TABLES_OF: dict[str, Callable[[Outcome], dict[str, Any]]] = {
    "deal-position": _deal_position,
    "king-count": _king_count,
    "rule-sets": _rule_sets,
    "search-strength": _search_strength,
    "realism": _realism,
    "cuckoo-seat": _cuckoo_seat,
    "cuckoo-thresholds": _cuckoo_thresholds,
}
"""What each experiment of the report (`running.STANDARD`) has to say there."""


def _switches(rules: Any) -> dict[str, str]:
    """All switches of a profile; of rules that depart from theirs only those that do."""
    departures = [name for name in rules.values if rules.departs(name)]
    return {name: rules.value_text(name) for name in departures or rules.values}


def swept_weight(outcome: Outcome) -> str | None:
    """Weight that is all the first-named policies of an experiment differ in, if there is one."""
    if outcome.spec.game != "cuttle" or len(outcome.spec.units) < LEAST_VALUES:
        return None
    matches = [unit.match for unit in _cuttle_units(outcome)]
    swept = {tuple(match.first.values) for match in matches}
    same = {(match.first.name, match.second.text, match.rules.hash) for match in matches}
    (names, *others) = swept
    return str(names[0]) if not others and len(names) == 1 and len(same) == 1 else None


def _cuttle_units(outcome: Outcome) -> list[CuttleUnit]:
    return [unit for unit in outcome.work.units if isinstance(unit, CuttleUnit)]


def _swept_units(outcome: Outcome, weight: str) -> dict[str, dict[str, str | float]]:
    """What the units of a sweep of `weight` differ in, by their names."""
    return {
        unit.name: {
            "first": unit.match.first.name,
            "second": unit.match.second.short,
            "rules": unit.match.rules.text,
            "weight": weight,
            "value": float(unit.match.first.values[weight]),
        }
        for unit in _cuttle_units(outcome)
    }


def sweep_page(outcome: Outcome, weight: str, folder: Path) -> Path:
    """Write the page with the curve of an experiment that sweeps `weight`; return it."""
    from analyzer import tables as standard
    from experiments import tables
    from reports import build, write_report

    units = _swept_units(outcome, weight)
    found = standard.weight_sweep(tables.pair_tables(outcome.spec, outcome.tally), units)
    report = build(found, provenance([outcome]), outcome.spec.title)
    return write_report(report, folder)


def provenance(outcomes: Iterable[Outcome], preset: str | None = None) -> dict[str, Any]:
    """What the report's appendix says: how to get the same numbers again (`reports.report`).

    Holds no time of day, so that the same command on the same machine gives the same page.
    """
    from engine_fast.jit import engine_digest

    outcomes = list(outcomes)
    rules: dict[str, dict[str, Any]] = {}
    policies: dict[tuple[str, str], dict[str, Any]] = {}
    runs = []
    for outcome in outcomes:
        game = outcome.spec.game
        for rule_set in outcome.work.rule_sets():
            rules[rule_set.hash] = {
                "game": game,
                "text": rule_set.text,
                "hash": rule_set.hash,
                "switches": _switches(rule_set),
            }
        for policy in outcome.work.policies():
            policies[game, policy.text] = {
                "game": game,
                "name": policy.short,
                "text": policy.text,
                "weights": {
                    weight.name: float(value)
                    for weight, value in zip(policy.weights, policy.vector, strict=False)
                },
            }
        for unit in outcome.spec.units:
            for what, count in (("games", outcome.games), ("rounds", outcome.rounds)):
                if count:
                    runs.append(
                        {
                            "experiment": outcome.spec.name,
                            "unit": unit.name,
                            "what": what,
                            "first": 0,
                            "stop": count,
                        }
                    )
    seeds = {outcome.seed for outcome in outcomes}
    again = [f"cuttlelab report --preset {preset} --seed {seed}" for seed in sorted(seeds)]
    if len(seeds) > 1:
        again = [f"cuttlelab report --preset {preset}"]
    commands = ([] if preset is None else again) + [
        f"cuttlelab run {outcome.spec.name} --games {outcome.total_games or outcome.total_rounds} "
        f"--seed {outcome.seed}"
        for outcome in outcomes
    ]
    head = {} if preset is None else {"preset": preset}
    return {
        **head,
        "seed": min(seeds) if len(seeds) == 1 else ", ".join(map(str, sorted(seeds))),
        "version": store.program_version(),
        "rules": list(rules.values()),
        "policies": list(policies.values()),
        "runs": runs,
        "commands": commands,
        "versions": store.versions(),
        "engine": engine_digest(),
        "machine": store.machine(),
    }
