"""What people expect of a command line: help, completion, colours, widths, progress, an end without noise."""

from __future__ import annotations

import io
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
import pytest

import adjudicator.cli.progress
from adjudicator.cli.progress import busy, make_way, watched
from adjudicator.report.safe_text import display_width, folded
from adjudicator.report.verdict_colours import painted
from tests.support.command_line import Outcome, command, run_with
from tests.support.command_reference import OUTLINES, PROGRAMS, REFERENCE, commands_of, outlines, reference
from tests.support.programs import RUN
from tests.support.raw_games import piece, raw_file

from .support.pages import ALL_PAGES, PAGES

ROOT = Path(__file__).resolve().parents[1]
EXAMPLES = ROOT / "examples"
MAILS = EXAMPLES / "italians_attack"
COMMANDS = {name: found for program, group in PROGRAMS.items() for name, found in commands_of(group, program)}
ESCAPES = re.compile(r"\x1b\[[\d;]*m")
POSITION = [piece("11", "Red Guard"), piece("12", "Blue Horse", "Main Map;300;100"), "PLAYER\tword\tAnna\tRed"]


def of(program: str, *arguments: str | Path) -> Outcome:
    """Run one of the programs."""
    return run_with(RUN[program], *arguments)


# every option is documented


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_its_arguments_and_its_options_are_explained(name: str) -> None:
    found = COMMANDS[name]
    assert found.help
    for parameter in found.params:
        if isinstance(parameter, click.Option):
            assert parameter.help, f"{name} {parameter.opts[0]}"
        else:
            words = re.findall(r"[A-Z]+", parameter.metavar or str(parameter.name).upper())
            text = f"{found.help} {found.epilog}"
            assert any(re.search(rf"\b{word}\b", text) for word in words), f"{name} {parameter.metavar}"


def test_the_reference_and_the_outlines_of_all_commands_are_what_the_programs_have() -> None:
    """If not: ``python -m tests.renew_golden --commands``."""
    assert REFERENCE.read_text(encoding="utf-8") == reference()
    assert OUTLINES.read_text(encoding="utf-8") == outlines()
    assert "docs/commands.md" in PAGES["README.md"]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_stands_in_the_reference(name: str) -> None:
    text = REFERENCE.read_text(encoding="utf-8")
    section = text.partition(f"\n### {name}\n")[2].partition("\n### ")[0] + text.partition("\n## ")[0]
    for parameter in COMMANDS[name].params:
        for option in parameter.opts if isinstance(parameter, click.Option) else ():
            assert re.search(rf"`{option}[ `]", section), option


@pytest.mark.parametrize("name", [*COMMANDS, *PROGRAMS])
@pytest.mark.parametrize("option", ["-h", "--help"])
def test_each_command_has_help(name: str, option: str) -> None:
    program, *path = name.split()
    outcome = of(program, *path, option)
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.startswith(f"Usage: {name} ")
    assert max(map(len, outcome.out.splitlines())) <= 110


@pytest.mark.parametrize("program", PROGRAMS)
def test_the_version_tells_the_program_the_rules_and_the_data(program: str) -> None:
    lines = of(program, "--version").out.splitlines()
    assert re.fullmatch(rf"{program} \d+\.\d+\.\d+", lines[0])
    told = command("audit", MAILS / "mail-01.vlog", "--json").out
    hashes = re.findall(r"\b[0-9a-f]{12}\b", "\n".join(lines[1:]))
    assert len(hashes) == 2
    assert all(f'"{each}' in told for each in hashes)


# the shell completes


def completed(program: str, line: str, shell: str = "bash", **changes: str) -> list[str]:
    """Return what is completed at the end of a line, as the shells ask for it."""
    name = program.replace("-", "_").upper()
    words = line.split(" ")
    asked = {
        f"_{name}_COMPLETE": f"{shell}_complete", "COMP_WORDS": line,
        "COMP_CWORD": words[-1] if shell == "fish" else str(len(words) - 1), **changes,
    }  # fmt: skip
    with pytest.MonkeyPatch.context() as patch:
        for key, value in asked.items():
            patch.setenv(key, value)
        outcome = of(program)
    assert (outcome.code, outcome.err) == (0, "")
    return outcome.out.splitlines()


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("adjudicator an", ["plain,annotate"]),
        ("adjudicator desert o", ["plain,ordnance", "plain,overlays"]),
        ("adjudicator resolve c", ["plain,check"]),
        ("adjudicator audit --ge", ["plain,--generic"]),
        ("adjudicator verify x --si", ["plain,--side"]),
        ("adjudicator verify x --side a", ["plain,axis"]),
        ("adjudicator verify x --scenario ", ["plain,1", "plain,2", "plain,3", "plain,4"]),
        ("adjudicator verify x --waive s5.", ["plain,S5.0", "plain,S5.1", "plain,S5.2"]),
        ("adjudicator rules R9.2", ["plain,R9.2", "plain,R9.20", "plain,R9.21", "plain,R9.22"]),
        ("adjudicator moves x 5/2", ["plain,5/2/13-DBLE"]),
        ("adjudicator resolve fire x --from m/2", ["plain,M/2/13-DBLE"]),
        ("adjudicator inspect x --limit te", ["plain,text_bytes="]),
        ("adjudicator audit --color n", ["plain,never"]),
        ("adjudicator roll air", ["plain,airpower"]),
        ("vmod-builder p", ["plain,preview"]),
        ("vmod-builder build --g", ["plain,--game"]),
        ("vmod-builder check no", ["dir,no", "plain,no-question-of-surrender"]),
        ("vmod-builder init ", ["dir,"]),
    ],
)
def test_words_are_completed(line: str, wanted: list[str]) -> None:
    found = completed(line.split()[0], line)
    assert found[: len(wanted)] == wanted


def test_files_are_completed_by_their_endings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("a.vlog", "b.vsav", "c.vmod", "d.toml", ".hidden.vlog", "e.txt"):
        Path(name).touch()
    Path("games").mkdir()
    assert completed("adjudicator", "adjudicator verify ") == ["plain,a.vlog", "plain,games/"]
    assert completed("adjudicator", "adjudicator diff a.vlog ") == ["plain,a.vlog", "plain,b.vsav", "plain,games/"]
    assert completed("adjudicator", "adjudicator audit x --module ") == ["plain,c.vmod", "plain,games/"]
    assert completed("adjudicator", "adjudicator audit x --house-rules d") == ["plain,d.toml"]
    assert completed("adjudicator", "adjudicator verify ga") == ["file,ga"], "the shell completes directories better"
    assert completed("adjudicator", "adjudicator verify nowhere/") == ["file,nowhere/"]
    Path("a b.vlog").touch()
    assert completed("adjudicator", "adjudicator verify ") == ["file,"], "the shell knows how to quote"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
@pytest.mark.parametrize("program", PROGRAMS)
def test_each_shell_has_its_script_and_a_page_tells_how(program: str, shell: str) -> None:
    variable = f"_{program.replace('-', '_').upper()}_COMPLETE"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(variable, f"{shell}_source")
        script = of(program)
    assert script.code == 0
    assert f"{variable}={shell}_complete" in script.out
    assert f"{variable}={shell}_source {program}" in ALL_PAGES
    assert any("annotate" in line or "preview" in line for line in completed(program, f"{program} ", shell))


# wrong use


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("adjudicator auditt", "No such command 'auditt'. Did you mean 'audit'?"),
        (
            "adjudicator examples/italians_attack/mail-03.vlog",
            "type: adjudicator verify examples/italians_attack/mail-03.vlog (try: adjudicator --help)",
        ),
        ("adjudicator help verifi", "No such command 'verifi'. Did you mean 'verify'?"),
        ("adjudicator desert mov", "No such command 'mov'. Did you mean 'move'?"),
        ("adjudicator resolve fir", "No such command 'fir'. Did you mean 'fire'?"),
        ("adjudicator verify x --afer y", "--after"),
        ("adjudicator audit --color=blue", "'blue' is not one of"),
        ("vmod-builder biuld", "No such command 'biuld'. Did you mean 'build'?"),
        ("vmod-builder build --outptu x", "--output"),
        ("vmod-builder build", "Missing option"),
        ("vmod-builder frobnicate", "No such command 'frobnicate'. ("),
    ],
)
def test_what_was_mistyped_is_guessed(line: str, says: str) -> None:
    program, *arguments = line.split()
    outcome = of(program, *arguments)
    assert (outcome.code, outcome.out) == (64, "")
    assert says in outcome.err
    assert outcome.err.count("\n") == 1


# terminals


class Terminal(io.TextIOWrapper):
    """A stream that says that it is a terminal."""

    def isatty(self) -> bool:
        return True

    def text(self) -> str:
        self.flush()
        assert isinstance(self.buffer, io.BytesIO)
        return self.buffer.getvalue().decode()


def terminal() -> Terminal:
    return Terminal(io.BytesIO(), encoding="utf-8", newline="\n")


def on_terminal(columns: int, *arguments: str | Path, program: str = "adjudicator", **changes: str) -> str:
    """Return what a command prints on a terminal of some width."""
    screen = terminal()
    with pytest.MonkeyPatch.context() as patch:
        for name in ("NO_COLOR", "FORCE_COLOR", "TERM"):
            patch.delenv(name, raising=False)
        for key, value in {"COLUMNS": str(columns), **changes}.items():
            patch.setenv(key, value)
        patch.setattr(sys, "stdout", screen)
        patch.setattr(sys, "stderr", io.TextIOWrapper(io.BytesIO()))
        with pytest.raises(SystemExit):
            RUN[program]([str(argument) for argument in arguments])
    return screen.text()


VERIFY = ("verify", MAILS / "mail-03.vlog", "--after", MAILS / "mail-02.vlog")
AUDIT = ("audit", EXAMPLES / "skirmish-turn-2-again.vlog", "--after", EXAMPLES / "skirmish-turn-1.vlog")


def test_a_verdict_is_coloured_on_a_terminal_only() -> None:
    plain = command(*VERIFY).out
    shown = on_terminal(110, *VERIFY)
    assert "\x1b" not in plain
    assert "Verdict: \x1b[1;31mILLEGAL\x1b[0m (" in shown
    assert "   5  \x1b[32mlegal\x1b[0m " in shown
    words = " ".join(ESCAPES.sub("", shown).split())
    assert words == " ".join(plain.split()), "a colour says no more than the word"


@pytest.mark.parametrize(
    ("options", "environment", "coloured"),
    [
        ([], {}, True), ([], {"NO_COLOR": "1"}, False), ([], {"NO_COLOR": ""}, True), ([], {"TERM": "dumb"}, False),
        (["--color", "never"], {}, False), (["--color", "always"], {"NO_COLOR": "1"}, True),
        (["--color", "auto"], {"NO_COLOR": "1"}, False), ([], {"FORCE_COLOR": "1", "TERM": "dumb"}, True),
    ],
)  # fmt: skip
def test_who_wants_colours_and_who_does_not(options: list[str], environment: dict[str, str], coloured: bool) -> None:
    assert ("\x1b" in on_terminal(110, *AUDIT, *options, **environment)) == coloured
    if options:
        before = on_terminal(110, *options, *AUDIT, **environment)
        assert before == on_terminal(110, *AUDIT, *options, **environment)


def test_a_file_gets_colours_only_if_they_are_forced(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    assert "\x1b" in command(*AUDIT, "--color", "always").out
    assert "\x1b" not in command(*AUDIT, "--color", "auto").out
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b" in command(*AUDIT).out
    assert "\x1b" not in command(*AUDIT, "--json").out
    assert "\x1b" not in command("audit", "--help").out


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("Verdict: nothing found", "nothing found"), ("Verdict: UNDECIDED (1 action)", "UNDECIDED"),
        ("Verdict: there are faults (1 fault)", "there are faults"), ("  fault  it begins elsewhere", "fault"),
        ("   7  waived     the turn ends", "waived"), ("game.vlog: all legal (1 action: 1 legal)", "all legal"),
        ("Module: nothing found", "nothing found"), ("a.vlog: cannot be read: it is empty", "cannot be read"),
        ("  note   1 of 19 steps", ""), ("Anna says that it is legal", ""), ("   5  Anna  says: legal", ""),
        ("             legal  matters", ""),
    ],
)  # fmt: skip
def test_only_verdicts_are_painted(line: str, word: str) -> None:
    assert ESCAPES.sub("", painted(line)) == line
    assert re.findall(r"\x1b\[[\d;]+m([^\x1b]*)\x1b\[0m", painted(line)) == [word] * bool(word)


USES = (
    VERIFY,
    ("audit", MAILS / "mail-06.vlog"),
    AUDIT,
    ("inspect", EXAMPLES / "skirmish-turn-1.vlog"),
    ("rules", "4.3"),
    ("status", "--scenario", "4"),
)


@pytest.mark.parametrize("width", [60, 80, 200])
@pytest.mark.parametrize("use", USES, ids=lambda use: str(use[0]))
def test_lines_are_as_wide_as_the_terminal(use: tuple[str | Path, ...], width: int) -> None:
    shown = ESCAPES.sub("", on_terminal(width, *use))
    assert max(map(display_width, shown.splitlines())) <= width
    assert "".join(shown.split()) == "".join(command(*use).out.split())
    assert shown == "\n".join(line.rstrip() for line in shown.splitlines()) + "\n"


def test_a_wide_terminal_is_used_and_a_pipe_has_no_width(monkeypatch: pytest.MonkeyPatch) -> None:
    as_ever = command(*VERIFY).out
    assert max(map(len, on_terminal(200, *VERIFY, "--color", "never").splitlines())) > 120
    monkeypatch.setenv("COLUMNS", "60")
    assert command(*VERIFY).out == as_ever


@pytest.mark.parametrize("use", [VERIFY, *USES[1:3], *USES[4:]], ids=lambda use: str(use[0]))
def test_json_does_not_know_the_terminal(use: tuple[str | Path, ...]) -> None:
    assert on_terminal(60, *use, "--json") == command(*use, "--json").out


def test_rulings_in_a_log_do_not_know_the_terminal(tmp_path: Path) -> None:
    outputs = [tmp_path / name for name in ("a.vlog", "b.vlog")]
    command("annotate", *VERIFY[1:], "-o", outputs[0])
    on_terminal(60, "annotate", *VERIFY[1:], "-o", outputs[1])
    assert outputs[0].read_bytes() == outputs[1].read_bytes()


def test_a_line_is_folded_with_a_hanging_indent() -> None:
    assert folded("Assumed: the artillery is in command", 20) == ["Assumed: the", "  artillery is in", "  command"]
    assert folded("    set in as well", 12) == ["    set in", "      as", "      well"]


# progress


@contextmanager
def errors_shown(delay: float = 0.0) -> Iterator[Terminal]:
    """Return a terminal where errors go; work is shown there after some seconds."""
    shown = terminal()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stderr", shown)
        patch.setattr(adjudicator.cli.progress, "DELAY", delay)
        yield shown


def wait_for(condition: Callable[[], bool]) -> None:
    """Wait until something is so, for a minute at most."""
    for _ in range(6_000):
        if condition():
            return
        time.sleep(0.01)
    pytest.fail("it never came")


def visible(screen: Terminal) -> str:
    """Return what stands in the row of a terminal."""
    row = ""
    for part in screen.text().split("\r"):
        row = part + row[len(part) :]
    return row.rstrip()


def test_long_work_is_shown_and_wiped_out() -> None:
    with errors_shown() as screen:
        with busy("reading turn.vlog"):
            wait_for(lambda: visible(screen).startswith("reading turn.vlog … "))
            with busy("a part of it"):
                pass
            assert "a part of it" not in screen.text()
            make_way()
        assert visible(screen) == ""


def test_progress_is_counted() -> None:
    with errors_shown() as screen:
        items = watched(range(3), "turn.vlog", 3)
        next(items)
        wait_for(lambda: visible(screen).startswith("turn.vlog: 0 of 3 … "))
        assert list(items) == [1, 2]
        assert visible(screen) == ""


def test_an_error_wipes_the_line_out_as_well() -> None:
    with errors_shown() as screen:
        with pytest.raises(ValueError, match="no"):
            fail(screen)
        assert visible(screen) == ""


def fail(screen: Terminal) -> None:
    """Begin to work, and fail when it is seen."""
    with busy("work"):
        wait_for(lambda: "work" in visible(screen))
        raise ValueError("no")


def test_short_work_shows_nothing() -> None:
    with errors_shown(600.0) as screen:
        with busy("reading turn.vlog"):
            pass
        assert screen.text() == ""


def test_a_pipe_has_no_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adjudicator.cli.progress, "DELAY", 0.0)
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    with busy("reading turn.vlog"):
        assert list(watched([1], "x", 1)) == [1]
    assert stream.getvalue() == ""


# an end without noise


def process(code: str, *arguments: str | Path, cwd: Path, **settings: Any) -> subprocess.Popen[bytes]:
    """Start a program that heeds SIGINT, also where the tests themselves run in the background and may not."""
    heard = f"import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n{code}"
    return subprocess.Popen(  # noqa: S603
        [sys.executable, "-c", heard, *map(str, arguments)], cwd=cwd, env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, **settings,
    )  # fmt: skip


INTERRUPTED = """
import sys, os, signal
from pathlib import Path
from tests.support.programs import RUN
import adjudicator.vassal.archive as archive
program, *arguments = sys.argv[1:]
def interrupted(descriptor):
    os.kill(os.getpid(), signal.SIGINT)
archive.os.fsync = interrupted
RUN[program](arguments)
"""
"""A program that is interrupted while it writes a file."""


@pytest.mark.skipif(os.name != "posix", reason="signals are sent otherwise elsewhere")
@pytest.mark.parametrize(
    ("program", "arguments"),
    [
        ("adjudicator", ("annotate", MAILS / "mail-03.vlog", "-o", "new.vlog")),
        ("adjudicator", ("export", MAILS / "mail-03.vlog", "-o", "new.xml")),
        ("vmod-builder", ("build", EXAMPLES / "two_wells", "-o", "new.vmod")),
        ("vmod-builder", ("preview", EXAMPLES / "two_wells", "-o", "new")),
    ],
    ids=["annotate", "export", "build", "preview"],
)
def test_an_interruption_is_one_line_and_leaves_nothing_half_written(
    program: str, arguments: tuple[str | Path, ...], tmp_path: Path
) -> None:
    with process(INTERRUPTED, program, *arguments, cwd=tmp_path) as running:
        out, err = running.communicate(timeout=120)
    lines = [line for line in err.decode().splitlines() if ": note: " not in line]
    assert (running.returncode, out, lines) == (130, b"", [f"{program}: interrupted"])
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name != "posix", reason="signals are sent otherwise elsewhere")
def test_many_games_at_once_are_interrupted_together(tmp_path: Path) -> None:
    (tmp_path / "0.vlog").write_bytes(b"damaged")
    for number in range(1, 60):
        (tmp_path / f"{number}.vlog").write_bytes(raw_file([piece(str(number), "Guard")], ["CHAT<Anna> - done"]))
    code = "import sys; from adjudicator.cli.main import run\nif __name__ == '__main__': run(sys.argv[1:])"
    arguments = ("audit", "--each", ".", "--jobs", "2")
    with process(code, *arguments, cwd=tmp_path, start_new_session=True) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        assert running.stdout.readline()
        os.killpg(running.pid, signal.SIGINT)
        assert running.stderr.read().decode() == "adjudicator: interrupted\n"
    assert running.returncode == 130


@pytest.mark.parametrize(
    ("program", "arguments"),
    [
        ("adjudicator", ("audit", "--each", "log.vlog", "log.vlog", "--jobs", "2")),
        ("vmod-builder", ("check", "--estimated")),
        ("adjudicator", ("--help",)),
    ],
    ids=["each", "check", "help"],
)
def test_a_reader_that_has_seen_enough_is_no_error(program: str, arguments: tuple[str, ...], tmp_path: Path) -> None:
    steps = [f"CHAT<Anna> - line {number}" for number in range(3_000)]
    (tmp_path / "log.vlog").write_bytes(raw_file(POSITION, steps))
    code = (
        "import sys; from tests.support.programs import RUN\nif __name__ == '__main__': RUN[sys.argv[1]](sys.argv[2:])"
    )
    with process(code, program, *arguments, cwd=tmp_path) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        assert running.stderr.read() == b""
    assert running.returncode == 0


@pytest.mark.parametrize("command", ["verify", "audit"])
def test_a_page_is_written_although_the_text_is_not_read_to_its_end(command: str, tmp_path: Path) -> None:
    mails = EXAMPLES / "two_wells" / "mails"
    arguments = (command, str(mails), "--game", str(EXAMPLES / "two_wells"), "--html", "page.html")
    code = "import sys; from tests.support.programs import RUN; RUN['adjudicator'](sys.argv[1:])"
    with process(code, *arguments, cwd=tmp_path) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        assert running.stderr.read() == b""
    assert running.returncode == 0
    assert (tmp_path / "page.html").read_bytes().endswith(b"</html>\n")
