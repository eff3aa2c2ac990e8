"""What the fuzzer finds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Failure"]


@dataclass(frozen=True)
class Failure:
    """A case that a target could not bear."""

    case: str
    target: str
    error: str
    files: Mapping[str, bytes]
    """The damaged files by their names."""

    def save(self, directory: Path) -> None:
        """Write the files below a directory."""
        place = directory / self.case
        place.mkdir(parents=True, exist_ok=True)
        for name, data in self.files.items():
            (place / name).write_bytes(data)
