"""The library: what ``import vmod_builder`` offers, a small surface that stays the same from version to version."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from adjudicator.drawing.raster import has_renderer
from adjudicator.game.game_data import GameData
from adjudicator.game.loading import BUILT_IN, GameFolder, find_game
from adjudicator.vassal.archive import check_output, write_file

from .build_context import built, lock, new_piece_keys, open_workpiece
from .layouts import has_version
from .maps import BoardFormat

__all__ = ["WrittenModule", "write_module", "write_module_of"]


_BOARDS: Final = {True: BoardFormat.PNG, False: BoardFormat.SVG}
"""The format of boards, by whether the renderer is there."""


@dataclass(frozen=True, repr=False)
class WrittenModule:
    """A module that was built, and what its files remember since."""

    path: Path
    """The ``.vmod`` file."""
    game: GameData
    """The data that it was made of."""
    size: int
    """Bytes."""
    counters: int
    """The number of counters in its palette."""
    new_pieces: tuple[str, ...]
    """The pieces that ``piece_ids.toml`` did not have before."""
    is_new_version: bool
    """True if ``layouts.toml`` did not have the layout of this version before."""

    def __repr__(self) -> str:
        """Return the file's name, the game and its version."""
        return f"<WrittenModule {self.path.name}: {self.game.name} {self.game.version}, {self.counters} counters>"


def write_module(output: Path | str, game: Path | str = BUILT_IN, *, force: bool = False) -> WrittenModule:
    """Build the module of a game and write it to a new file.

    *game* is a directory with the game's data, or the name of a game that comes with the program. New pieces and the
    layout of a new version are added to ``piece_ids.toml`` and ``layouts.toml`` in its directory. The map and the mats
    are PNG where the extra ``pictures`` is installed, else SVG. The same data give the same file, to the byte. An
    existing file is kept, unless *force*.

    Raises GameDataError for anything wrong in the data, and VassalError (OutputExists, FileAccessError) if the file
    cannot be written; the directory is left as it was then.

    >>> import tempfile, vmod_builder
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     module = vmod_builder.write_module(f"{folder}/two-wells.vmod", "examples/two_wells")
    >>> module.path.name, module.game.name, module.counters > 0
    ('two-wells.vmod', 'Two Wells', True)
    """
    return write_module_of(find_game(str(game)), Path(output), force=force)


def write_module_of(folder: GameFolder, output: Path, *, force: bool = False) -> WrittenModule:
    """Build the module of a game in a folder that was found; like :func:`write_module` else."""
    check_output(output, force=force)
    work = open_workpiece(folder)
    module = built(work, _BOARDS[has_renderer()])
    added, is_new_version = new_piece_keys(work), not has_version(work.game)
    lock(work)
    write_file(output, module.archive, force=force)
    return WrittenModule(output, work.game, len(module.archive), len(module.plan.slots), added, is_new_version)
