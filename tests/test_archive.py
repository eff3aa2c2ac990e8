"""Archives: what VASSAL wrote, what it never would, and files that appear whole or not at all."""

from __future__ import annotations

import io
import os
import socket
import stat
import struct
import tracemalloc
import zipfile
from pathlib import Path

import pytest

from adjudicator.vassal.archive import check_output, open_archive, pack_archive, read_file, write_file
from adjudicator.vassal.errors import ArchiveError, FileAccessError, LimitExceeded, OutputExists, VassalError
from adjudicator.vassal.limits import Limits
from adjudicator.vassal.saved_game import open_game
from tests.support.synthetic import archive, small_save

MEBIBYTE = 1024 * 1024
ENTRIES = {"savedGame": b"begin_save\x1bend_save", "savedata": b"<data/>" * 50}


def zipped(entries: dict[str, bytes], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", compression) as target:
        for name, data in entries.items():
            target.writestr(name, data)
    return buffer.getvalue()


def central_directory(data: bytes | bytearray) -> int:
    return data.index(b"PK\x01\x02")


def test_entries_in_their_order() -> None:
    opened = open_archive(pack_archive(ENTRIES))
    assert opened.names == ("savedGame", "savedata")
    assert {name: opened.read(name) for name in opened.names} == ENTRIES
    assert dict(opened.read_each(reversed(opened.names))) == ENTRIES
    assert opened.has("savedata")
    assert not opened.has("moduledata")
    with pytest.raises(ArchiveError, match="entry 'moduledata'"):
        opened.read("moduledata")


def test_the_same_entries_give_the_same_bytes() -> None:
    assert pack_archive(ENTRIES) == pack_archive(dict(ENTRIES))
    info = zipfile.ZipFile(io.BytesIO(pack_archive(ENTRIES))).infolist()[0]
    assert info.date_time == (1980, 1, 1, 0, 0, 0)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "the file is empty"),
        (b"PK", "not a zip"),
        (b"%PDF-1.4 something else", "not a VASSAL file"),
        (bytes(1000), "not a VASSAL file"),
        (b"PK\x05\x06" + b"\xff" * 18, "damaged|limit"),
    ],
)
def test_what_is_no_archive(data: bytes, words: str, tmp_path: Path) -> None:
    path = tmp_path / "x.vsav"
    path.write_bytes(data)
    for source in (data, path):
        with pytest.raises((ArchiveError, LimitExceeded), match=words):
            open_archive(source)


def test_a_file_cut_off_anywhere() -> None:
    data = archive(small_save())
    for tenth in range(10):
        with pytest.raises(VassalError):
            open_game(data[: len(data) * tenth // 10])
    for size in range(len(data) - 60, len(data)):
        with pytest.raises(VassalError):
            open_game(data[:size])


def test_a_deflate_bomb_stops_early() -> None:
    data = zipped({"savedGame": bytes(64 * MEBIBYTE)})
    assert len(data) < 80_000
    limits = Limits(entry_bytes=2 * MEBIBYTE)
    opened = open_archive(data, limits)
    with pytest.raises(LimitExceeded, match="entry_bytes"):
        opened.read("savedGame")


def test_a_deflate_bomb_with_a_lying_size_stops_early() -> None:
    data = bytearray(zipped({"savedGame": bytes(64 * MEBIBYTE)}))
    struct.pack_into("<I", data, central_directory(data) + 24, 100)
    tracemalloc.start()
    with pytest.raises(VassalError):
        open_archive(bytes(data), Limits(entry_bytes=2 * MEBIBYTE)).read("savedGame")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 8 * MEBIBYTE


@pytest.mark.parametrize(
    ("offset", "layout", "value", "words"),
    [
        (8, "<H", 0x1, "encrypted"),
        (8, "<H", 0x20, "damaged"),
        (8, "<H", 0x40, "damaged|encrypted"),
        (10, "<H", 12, "method 12"),
        (10, "<H", 99, "method 99"),
        (16, "<I", 0xDEADBEEF, "damaged"),
        (20, "<I", 3, "damaged"),
        (24, "<I", 0xFFFFFFF0, "limit"),
        (42, "<I", 0x7FFFFFFF, "damaged"),
        (42, "<I", 10, "damaged"),
    ],
)
def test_headers_that_lie(offset: int, layout: str, value: int, words: str) -> None:
    data = bytearray(pack_archive(ENTRIES))
    struct.pack_into(layout, data, central_directory(data) + offset, value)
    with pytest.raises(VassalError, match=words):
        open_archive(bytes(data)).read("savedGame")


def test_too_many_entries() -> None:
    data = zipped({f"e{number}": b"" for number in range(60_000)}, zipfile.ZIP_STORED)
    with pytest.raises(LimitExceeded, match="archive_entries"):
        open_archive(data)


def test_many_small_entries_are_read_in_one_go() -> None:
    """A save with thousands of other entries is odd, and must not take minutes."""
    entries = {"savedGame": b"begin_save\x1bend_save", **{f"e{number}": b"x" for number in range(5_000)}}
    assert len(open_game(zipped(entries)).entries) == 5_000


def test_the_other_entries_of_a_save_share_one_limit() -> None:
    entries = {"savedGame": b"begin_save\x1bend_save", "a": bytes(600), "b": bytes(600)}
    with pytest.raises(LimitExceeded, match="other entries"):
        open_game(zipped(entries), Limits(text_bytes=1000))


def test_a_gigantic_central_directory_is_not_believed() -> None:
    data = bytearray(pack_archive(ENTRIES))
    end = data.index(b"PK\x05\x06")
    struct.pack_into("<I", data, end + 12, 0x7FFFFFFF)
    with pytest.raises((ArchiveError, LimitExceeded)):
        open_archive(bytes(data))
    padded = bytes(data[:end]) + bytes(9 * MEBIBYTE)
    lying = bytearray(padded + data[end:])
    struct.pack_into("<I", lying, len(padded) + 12, 9 * MEBIBYTE)
    with pytest.raises(LimitExceeded, match="list of entries"):
        open_archive(bytes(lying))


def test_of_two_entries_of_one_name_the_last_counts() -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as target:
        target.writestr("savedGame", b"first")
        with pytest.warns(UserWarning, match="Duplicate name"):
            target.writestr("savedGame", b"second")
    opened = open_archive(buffer.getvalue())
    assert opened.names == ("savedGame",)
    assert opened.read("savedGame") == b"second"


@pytest.mark.parametrize("name", ["../../evil", "/etc/evil", "C:\\evil", "a/../../evil", "ü/日本", " ", "x" * 5000])
def test_odd_entry_names_are_names_and_no_paths(name: str, tmp_path: Path) -> None:
    data = zipped({"savedGame": b"begin_save\x1bend_save", name: b"content"})
    path = tmp_path / "odd.vsav"
    path.write_bytes(data)
    game = open_game(path)
    assert list(game.entries.values()) == [b"content"]
    again = open_game(game.archive_bytes())
    assert again.entries == game.entries
    assert [p.name for p in tmp_path.iterdir()] == ["odd.vsav"]


def test_an_entry_name_with_nul() -> None:
    data = zipped({"savedGame": b"begin_save\x1bend_save", "aaaXbbb": b""}).replace(b"aaaXbbb", b"aaa\0bbb")
    assert open_game(data).entries == {"aaa": b""}


def test_a_directory_entry_is_left_out() -> None:
    assert open_game(zipped({"images/": b"", "savedGame": b"end_save"})).entries == {}


# what is no readable file


def test_things_that_are_no_files(tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "socket"))
    for path in (tmp_path, fifo, tmp_path / "socket", Path(os.devnull), Path("/dev/zero")):
        for read in (open_archive, read_file):
            with pytest.raises(FileAccessError, match=r"directory|regular file"):
                read(path)


@pytest.mark.parametrize("name", ["missing.vsav", "missing/x.vsav", "x" * 300, "a\0b"])
def test_files_that_cannot_be_there(name: str, tmp_path: Path) -> None:
    for read in (open_archive, read_file):
        with pytest.raises(FileAccessError, match="cannot be opened"):
            read(tmp_path / name)


def test_an_unreadable_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "locked.vsav"
    path.write_bytes(archive(small_save()))

    def refuse(*_arguments: object, **_options: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    for read in (open_archive, read_file):
        with pytest.raises(FileAccessError, match="Permission denied") as caught:
            read(path)
        assert caught.value.file == str(path)


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is unreadable to the superuser")
def test_a_file_without_permission(tmp_path: Path) -> None:
    path = tmp_path / "locked.vsav"
    path.write_bytes(archive(small_save()))
    path.chmod(0)
    with pytest.raises(FileAccessError, match="ermission"):
        open_archive(path)


def test_a_file_that_is_too_large(tmp_path: Path) -> None:
    path = tmp_path / "large"
    path.write_bytes(bytes(1001))
    with pytest.raises(LimitExceeded, match="large"):
        read_file(path, Limits(entry_bytes=1000))
    with pytest.raises(LimitExceeded, match="archive_bytes"):
        open_archive(path, Limits(archive_bytes=1000))
    assert read_file(path) == bytes(1001)


# writing


def test_a_file_is_written(tmp_path: Path) -> None:
    path = tmp_path / "new.vsav"
    write_file(path, b"content")
    assert path.read_bytes() == b"content"
    assert list(tmp_path.iterdir()) == [path]
    assert stat.S_IMODE(path.stat().st_mode) & 0o444 == 0o444 & ~_umask()


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def test_an_existing_file_is_kept_unless_forced(tmp_path: Path) -> None:
    path = tmp_path / "old.vsav"
    path.write_bytes(b"old")
    for attempt in (check_output, lambda p: write_file(p, b"new")):
        with pytest.raises(OutputExists, match="--force"):
            attempt(path)
    assert path.read_bytes() == b"old"
    write_file(path, b"new", force=True)
    assert path.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_that_somebody_makes_meanwhile_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "old.vsav"
    real = os.fsync

    def interfere(descriptor: int) -> None:
        path.write_bytes(b"theirs")
        real(descriptor)

    monkeypatch.setattr(os, "fsync", interfere)
    with pytest.raises(OutputExists):
        write_file(path, b"ours")
    assert path.read_bytes() == b"theirs"
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_is_replaced_and_not_followed(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link.vsav"
    target.write_bytes(b"keep")
    link.symlink_to(target)
    with pytest.raises(OutputExists):
        write_file(link, b"new")
    write_file(link, b"new", force=True)
    assert (target.read_bytes(), link.read_bytes(), link.is_symlink()) == (b"keep", b"new", False)
    dangling = tmp_path / "dangling.vsav"
    dangling.symlink_to(tmp_path / "nowhere")
    with pytest.raises(OutputExists):
        write_file(dangling, b"new")


@pytest.mark.parametrize("force", [False, True])
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_device_and_a_pipe_are_never_replaced(force: bool, tmp_path: Path) -> None:
    pipe, link = tmp_path / "pipe", tmp_path / "link"
    os.mkfifo(pipe)
    link.symlink_to(pipe)
    for path in (pipe, link):
        with pytest.raises(FileAccessError, match="device or a pipe"):
            check_output(path, force=force)
    for name in (
        "null",
        "full",
        "stdout",
        "a-new-name",
    ):  # only asked: as root a mistake here costs the system its device
        with pytest.raises(FileAccessError, match="device or a pipe"):
            check_output(Path("/dev", name), force=force)


def test_links_in_a_circle_are_no_place_to_write(tmp_path: Path) -> None:
    (tmp_path / "circle").symlink_to("circle")
    with pytest.raises(VassalError):
        write_file(tmp_path / "circle" / "file", b"new", force=True)


def test_without_hard_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_arguments: object) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(Path, "hardlink_to", refuse)
    path = tmp_path / "new.vsav"
    write_file(path, b"content")
    assert (path.read_bytes(), list(tmp_path.iterdir())) == (b"content", [path])


@pytest.mark.parametrize("force", [False, True])
def test_nothing_is_left_behind_when_writing_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, force: bool
) -> None:
    path = tmp_path / "old.vsav"
    if force:
        path.write_bytes(b"old")

    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(FileAccessError, match="No space left"):
        write_file(path, b"new", force=force)
    assert list(tmp_path.iterdir()) == ([path] if force else [])
    assert not force or path.read_bytes() == b"old"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("", "directory"),
        ("missing/new.vsav", "does not exist"),
        ("file/new.vsav", "does not exist"),
        ("x" * 300, "cannot be written"),
        ("a\0b", "cannot be written"),
    ],
)
def test_places_that_cannot_be_written_to(name: str, words: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    for force in (False, True):
        with pytest.raises(FileAccessError, match=words):
            write_file(tmp_path / name, b"new", force=force)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_long_name_is_no_obstacle(tmp_path: Path) -> None:
    path = tmp_path / ("ü" * 120 + ".vsav")
    write_file(path, b"content")
    assert path.read_bytes() == b"content"
