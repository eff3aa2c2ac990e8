"""The texts of a game's files while they are changed, and the game that they describe at each moment.

What did not change since it was last looked at is neither parsed nor validated again.
"""

from __future__ import annotations

from typing import Any, Final

from adjudicator.game.game_data import GameData
from adjudicator.game.loading import GameFiles, GameFolder, checked_game
from adjudicator.game.loading.files import read_folder
from adjudicator.game.loading.toml_text import parse_toml

__all__ = ["GameTexts"]


class GameTexts:
    """The files of a game's folder as texts, by name; the game in it has been loaded, so they are sound.

    Raises GameDataErrors if they cannot be read.
    """

    def __init__(self, folder: GameFolder) -> None:
        self.before: Final = read_folder(folder)
        """The documents as they were in the folder."""
        names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".toml"))
        self.texts: dict[str, str] = {
            name: folder.joinpath(name).read_bytes().decode("utf-8-sig") for name in names
        }  # fmt: skip
        self._parsed = {name: (self.texts[name], document) for name, document in self.before.documents.items()}
        self._sound = self.before
        self._game: GameData | None = None

    def documents(self) -> GameFiles:
        """Return the documents as the texts say now. Raises GameDataError."""
        return GameFiles({name: self._document(name) for name in self.before.documents})

    def game(self) -> GameData:
        """Return the game as the texts say now. Raises GameDataErrors."""
        files = self.documents()
        same = all(self._sound[name] is document for name, document in files.documents.items())
        if self._game is None or not same:
            self._game = checked_game(files, self._sound)
            self._sound = files
        return self._game

    def _document(self, name: str) -> dict[str, Any]:
        text = self.texts[name]
        known, document = self._parsed.get(name, ("", {}))
        if text != known:
            document = parse_toml(text.encode(), name)
            self._parsed[name] = text, document
        return document
