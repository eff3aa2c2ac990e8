"""The archive around the build file: metadata, engine versions, and files that nothing names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from adjudicator.vassal.errors import MetadataError
from adjudicator.vassal.metadata import Metadata, parse_metadata, version_numbers
from adjudicator.vassal.module import BUILD_FILE_ENTRIES

from .checked_module import CheckedModule

__all__ = ["check_archive", "check_reachability"]

_NEW_BUILD_FILE = (3, 5)
"""VASSAL reads ``buildFile.xml`` of modules made with this version or a later one."""
_NEWEST = (3, 8)
"""The first version that VASSAL 3.7 calls too new."""
_DELIMITERS = re.compile(r"[;,\"<>\t\r\n\\/|=&{}]+")
_CSS_URL = re.compile(r"url\(['\"]?([^)'\"]*)")
_TEXTS = (".html", ".htm", ".css", ".svg")
_CHARTS = (".html", ".htm", ".pdf", ".txt")
_TAKEN_FOR_GRANTED = ("META-INF/", "terrainMaps/", "tiles/")
_TAKEN_ENDINGS = (".class", ".properties", "/")


def check_archive(module: CheckedModule) -> None:
    """Compare the metadata with the build file."""
    entry = "extensiondata" if module.is_extension else "moduledata"
    if not module.archive.has(entry):
        module.found("metadata-missing", entry, "the archive has no such entry")
        return
    try:
        metadata = parse_metadata(module.archive.read(entry), entry=entry)
    except MetadataError as error:
        module.found("metadata-missing", entry, error.problem)
        return
    if not module.is_extension:
        _compare(module, entry, "name", metadata.title, module.definition.name)
    _compare(module, entry, "version", metadata.version, module.definition.version)
    _check_versions(module, entry, metadata)


def _compare(module: CheckedModule, entry: str, what: str, said: str, meant: str) -> None:
    if said != meant:
        module.found("metadata-differs", entry, f"the {what} is {said!r}, but {meant!r} in the build file")


def _check_versions(module: CheckedModule, entry: str, metadata: Metadata) -> None:
    for place, version in ((entry, metadata.vassal_version), (module.build_entry, module.definition.vassal_version)):
        numbers = version_numbers(version)
        if numbers >= _NEWEST:
            module.found("newer-engine", place, f"it was made with VASSAL {version}; VASSAL 3.7 warns of that")
        elif numbers < _NEW_BUILD_FILE:
            made = f"with VASSAL {version}" if version else "with a VASSAL that it does not name"
            module.found("older-engine", place, f"it was made {made}, before 3.5")
    is_new = version_numbers(metadata.vassal_version) >= _NEW_BUILD_FILE
    expected = BUILD_FILE_ENTRIES[0] if is_new else BUILD_FILE_ENTRIES[1]
    if module.build_entry != expected and not module.archive.has(expected):
        made = f"made with VASSAL {metadata.vassal_version or '?'}"
        module.found("build-file-misplaced", module.build_entry, f"VASSAL looks for {expected!r} in a module {made}")


def check_reachability(module: CheckedModule) -> None:
    """Find charts and other files of the archive that nothing names."""
    named = _named(module)
    for entry in module.archive.names:
        path = PurePosixPath(entry)
        if entry in (*BUILD_FILE_ENTRIES, "moduledata", "extensiondata") or _is_taken_for_granted(entry):
            continue
        without_ending = {path.stem} if path.suffix == ".gif" else set()  # as old modules name their images
        if ({path.name, entry} | without_ending) & named:
            continue
        if path.suffix.lower() in _CHARTS or "chart" in path.name.lower():
            module.found("unreachable-chart", entry, "no window of the module shows it")
        else:
            module.found("unused-file", entry, "nothing in the module names it")


def _is_taken_for_granted(entry: str) -> bool:
    return entry.startswith(_TAKEN_FOR_GRANTED) or entry.endswith(_TAKEN_ENDINGS)


def _named(module: CheckedModule) -> set[str]:
    """Return every word of the build file, and of the pages and drawings, that could be a file's name."""
    words: set[str] = set()
    for text in _texts(module):
        words.update(word.strip() for word in _DELIMITERS.split(text))
        words.update(PurePosixPath(url).name for url in _CSS_URL.findall(text))
    words |= {word[1:] for word in words if word.startswith("G")}  # a mask's picture comes after a letter G
    return words - {""}


def _texts(module: CheckedModule) -> Iterator[str]:
    yield module.build_text
    pages = [name for name in module.archive.names if name.lower().endswith(_TEXTS)]
    for _name, data in module.archive.read_each(pages):
        yield data.decode("utf-8", "replace")
