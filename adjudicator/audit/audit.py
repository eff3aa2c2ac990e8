"""The audit of a log of any module: who did what in each step, the dice, and what is worth a question."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ..vassal.commands import NullCommand
from ..vassal.module_definition import ModuleDefinition
from ..vassal.replay import Contradiction, Replay, UnknownSeen
from ..vassal.saved_game import SavedGame
from ..vassal.stream import is_step, leaves
from ..vassal.table import Table
from .continuity import Continuity, Ends, Link, compare_files
from .dice import KnownDie, LogPatterns, dice_samples
from .dice_statistics import DieReport, significance
from .findings import FINDING_KINDS, Finding, Weight, worst
from .roll_findings import roll_findings, statistics_findings, step_list
from .steps import AuditedStep, Observer, Watch, look_away, read_steps
from .undone_steps import undo_findings

__all__ = ["Audit", "audit_log", "known_dice"]


@dataclass(frozen=True)
class Audit:
    """The result for one log."""

    game: SavedGame
    steps: tuple[AuditedStep, ...]
    start: Table
    """The table before the first step."""
    end: Table
    """The table after the last step."""
    dice: tuple[DieReport, ...]
    continuity: Continuity | None
    """The link between the log and the previous file; None if there is none."""
    findings: tuple[Finding, ...]

    @property
    def weight(self) -> Weight:
        """The weight of the gravest finding."""
        return worst(self.findings)


def known_dice(module: ModuleDefinition) -> dict[str, KnownDie]:
    """Return what a module's dice buttons roll, by the buttons' names.

    Buttons that ask the player for the numbers at each roll are left out.
    """
    return {
        button.name: KnownDie(
            sides=button.sides, dice=button.dice, plus=button.plus, added=button.add_to_total, sorted=button.sort
        )
        for button in module.dice_buttons
        if not button.prompt
    }


def audit_log(
    game: SavedGame,
    patterns: LogPatterns,
    *,
    previous: SavedGame | None = None,
    ends: Ends | None = None,
    module: ModuleDefinition | None = None,
    dice: Mapping[str, KnownDie] | None = None,
    watch: Watch = iter,
    observe: Observer = look_away,
) -> Audit:
    """Audit one log.

    *previous* is the file that it should continue, *ends* are its tables where they are known already. *module* gives
    the dice; where it does not, *dice* are what is known of them, by their buttons. *watch* is handed the steps as they
    are replayed and passes them on, to show progress; *observe* is shown each of them with the table after it. Raises
    LimitExceeded.
    """
    replay = Replay(game)
    told = {**(dice or {}), **(known_dice(module) if module else {})}
    steps = read_steps(replay, patterns, told, watch, observe)
    continuity = None
    if previous is not None:
        continuity = compare_files(previous, game, before=ends, start=replay.initial)
    continues = continuity is not None and continuity.link is Link.CONTINUES
    reports = tuple(significance(dice_samples([(s.player, roll) for s in steps for roll in s.rolls])))
    findings = (
        *(continuity.findings if continuity else ()),
        *_module_findings(game, module),
        *undo_findings(steps),
        *roll_findings(steps, continuity.previous_end.properties if continuity and continues else None),
        *statistics_findings(reports),
        *_step_findings(steps),
        *_file_findings(game),
    )
    named = tuple(finding if finding.file else replace(finding, file=game.file) for finding in findings)
    return Audit(game, steps, replay.initial, replay.table, reports, continuity, named)


def _module_findings(game: SavedGame, module: ModuleDefinition | None) -> Iterator[Finding]:
    metadata = game.module_metadata
    if module is None or metadata is None:
        return
    if metadata.title != module.name:
        yield Finding(
            FINDING_KINDS["other-module"],
            f"the log was made with {metadata.title!r}, the module given is {module.name!r}",
        )
    elif metadata.version != module.version:
        yield Finding(FINDING_KINDS["other-module-version"],
                      f"the log was made with version {metadata.version} of the module, the one given is "
                      f"{module.version}")  # fmt: skip


def _step_findings(steps: Sequence[AuditedStep]) -> Iterator[Finding]:
    """Yield what is odd about single steps: contradictions, copied pieces, changes without a line."""
    for audited in steps:
        wrong = tuple(fact for fact in audited.step.facts if isinstance(fact, Contradiction))
        if wrong:
            pieces = len({fact.piece_id for fact in wrong})
            yield Finding(FINDING_KINDS["contradiction"],
                          f"step {audited.number} says of {pieces} piece{'s' * (pieces > 1)} what was not so",
                          (audited.number,), facts=wrong)  # fmt: skip
    copies = tuple(fact for audited in steps for fact in audited.copies)
    if copies:
        copying = [s.number for s in steps if s.copies]
        made = "1 piece was" if len(copies) == 1 else f"{len(copies)} pieces were"
        yield Finding(
            FINDING_KINDS["copied-piece"],
            f"{made} made as a copy of another one: {step_list(copying)}",
            tuple(copying),
            facts=copies,
        )
    silent = [s.number for s in steps if s.step.changes_pieces and not s.step.chat and not s.step.is_undo]
    if silent:
        yield Finding(FINDING_KINDS["silent-change"],
                      f"{len(silent)} of {len(steps)} steps change pieces without a line in the log: "
                      f"{step_list(silent)}", tuple(silent))  # fmt: skip
    unknown = [s.number for s in steps if any(isinstance(fact, UnknownSeen) for fact in s.step.facts)]
    if unknown:
        yield Finding(
            FINDING_KINDS["not-understood"],
            f"commands of the module's own making are in {step_list(unknown)}",
            tuple(unknown),
        )


def _file_findings(game: SavedGame) -> Iterator[Finding]:
    late = (token for token in game.tokens[game.position_end :] if not is_step(token))
    commands = (leaf.command for token in late for leaf in leaves(token))
    outside = [command.NAME for command in commands if not isinstance(command, NullCommand)]
    if outside:
        yield Finding(
            FINDING_KINDS["outside-steps"],
            f"after the saved position there are commands that are no steps: "
            f"{', '.join(sorted(set(outside)))}; VASSAL carries them out when the file is opened",
        )
    yield from (Finding(FINDING_KINDS["damaged"], problem) for problem in game.problems)
