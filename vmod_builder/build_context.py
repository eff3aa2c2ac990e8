"""From a game's folder to its module: reads the data, the style and the lock file, and builds."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from adjudicator.drawing.style import Style, load_style
from adjudicator.game.errors import GameDataError
from adjudicator.game.game_data import GameData
from adjudicator.game.loading import GameFolder, load_game
from adjudicator.vassal.archive import write_file

from .layouts import LAYOUTS_FILE, check_layout, has_version, layouts_text, with_version
from .maps import BoardFormat
from .module_file import ModuleBuild, build_module
from .module_plan import piece_keys, plan_module
from .piece_ids import PIECE_IDS_FILE, PieceIds, piece_ids_text, read_piece_ids
from .setups import scenario_setups

__all__ = ["Workpiece", "built", "lock", "new_piece_keys", "open_workpiece"]

_MAX_LOCK_BYTES = 4 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Workpiece:
    """A game with everything that its module is made from."""

    folder: GameFolder
    game: GameData
    style: Style
    ids: PieceIds
    """The lock file as it is now."""


def open_workpiece(folder: GameFolder) -> Workpiece:
    """Read a game. Raises GameDataError for anything wrong in its files."""
    game = load_game(folder)
    return Workpiece(folder, game, load_style(folder), _read_lock(folder))


def _read_lock(folder: GameFolder) -> PieceIds:
    path = folder.joinpath(PIECE_IDS_FILE)
    try:
        if not path.is_file():
            return PieceIds()
        with path.open("rb") as stream:
            data = stream.read(_MAX_LOCK_BYTES + 1)
        if len(data) > _MAX_LOCK_BYTES:
            raise GameDataError("the file is too large", file=PIECE_IDS_FILE, expected=f"{_MAX_LOCK_BYTES:,} bytes")
        return read_piece_ids(data.decode("utf-8"))
    except UnicodeDecodeError:
        raise GameDataError("the file is not UTF-8 text", file=PIECE_IDS_FILE) from None
    except OSError as error:
        raise GameDataError(f"the file cannot be read: {error.strerror}", file=PIECE_IDS_FILE) from None


def new_piece_keys(work: Workpiece) -> tuple[str, ...]:
    """Return the keys of the pieces that the lock file does not have yet, in the order of the data."""
    return tuple(key for key in piece_keys(work.game) if key not in work.ids.ids)


def lock(work: Workpiece) -> None:
    """Write into the lock files the pieces and the layout that they lack; what they have stays as it is.

    Raises GameDataError for a game that comes with the program: its lock files are not the player's to change.
    """
    if added := new_piece_keys(work):
        text = piece_ids_text(work.ids.extended(piece_keys(work.game)))
        _write_lock(work, PIECE_IDS_FILE, text, ", ".join(added[:5]))
    if not has_version(work.game):
        _write_lock(work, LAYOUTS_FILE, layouts_text(with_version(work.game)), f"version {work.game.version}")


def _write_lock(work: Workpiece, name: str, text: str, lacking: str) -> None:
    if not isinstance(work.folder, Path):
        raise GameDataError("the game's own lock file is not up to date", file=name, found=f"it lacks {lacking}")
    write_file(work.folder / name, text.encode(), force=True)


def built(work: Workpiece, boards: BoardFormat = BoardFormat.SVG) -> ModuleBuild:
    """Return the game's module with its setups.

    Raises GameDataError as :func:`open_workpiece` does, and where things are not in the places that the module's
    version has for them, and RendererMissing for boards as PNG without the extra.
    """
    check_layout(work.game)
    plan = plan_module(work.game, work.ids)
    return build_module(work.game, work.style, plan, scenario_setups(work.game, plan), boards)
