"""``vmod-builder import`` on modules that mean harm, or are broken: one clear line, and nothing is written."""

from __future__ import annotations

import io
import random
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from adjudicator.game.loading import BUILT_IN, find_game, load_game
from adjudicator.vassal.archive import pack_archive
from adjudicator.vassal.properties import piece_properties
from tests.support.official_module import BOARD, MAP, OfficialCounter, OfficialModule, official_module
from vmod_builder.trait_building import Level, basic_piece, definition, trait

from .test_import import builder

OURS = load_game(find_game(BUILT_IN))
Entries = dict[str, bytes]


def _entries() -> Entries:
    return official_module(OURS).entries()


def _without_build_file(entries: Entries) -> bytes:
    return pack_archive({name: data for name, data in entries.items() if name != "buildFile.xml"})


def _with_build_file(change: Callable[[bytes], bytes]) -> Callable[[Entries], bytes]:
    return lambda entries: pack_archive(entries | {"buildFile.xml": change(entries["buildFile.xml"])})


def _cut(entries: Entries) -> bytes:
    data = pack_archive(entries)
    return data[: len(data) // 2]


def _doctype(data: bytes) -> bytes:
    return data.replace(b"<VASSAL", b'<!DOCTYPE x [<!ENTITY a "aaaa">]><VASSAL', 1)


def _extension(data: bytes) -> bytes:
    return data.replace(b"VASSAL.build.GameModule", b"VASSAL.build.module.ModuleExtension")


def _bomb(entries: Entries) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as zipped:
        for name, data in entries.items():
            zipped.writestr(name, data)
        zipped.writestr(f"terrainMaps/{BOARD}.txt", b"h,1,1,Desert\n" * 6_000_000)
    return buffer.getvalue()


FATAL: dict[str, tuple[Callable[[Entries], bytes], str]] = {
    "empty": (lambda _entries: b"", "the file is empty"),
    "no-build-file": (_without_build_file, "not a module: the archive holds no build file"),
    "half": (_cut, "the archive is damaged"),
    "not-xml": (_with_build_file(lambda _data: b"<VASSAL"), "not well-formed XML"),
    "latin-1": (_with_build_file(lambda data: data.decode().encode("latin-1", "replace")), "not well-formed XML"),
    "utf-16": (_with_build_file(lambda data: data.decode().encode("utf-16")), "is not UTF-8"),
    "doctype": (_with_build_file(_doctype), "document type"),
    "extension": (_with_build_file(_extension), "this is an extension, not a module"),
    "deep": (_with_build_file(lambda data: data.replace(b"</VASSAL.build.GameModule>", b"<a>" * 70 + b"</a>" * 70
                                                        + b"</VASSAL.build.GameModule>")), "nests too deeply"),
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(FATAL))
def test_a_broken_file_ends_in_one_line(name: str, tmp_path: Path) -> None:
    change, says = FATAL[name]
    path = tmp_path / "m.vmod"
    path.write_bytes(change(_entries()))
    _assert_refused(path, tmp_path, says)


def _assert_refused(path: Path, tmp_path: Path, says: str, *options: str) -> None:
    outcome = builder("import", path, "-o", tmp_path / "game", *options)
    assert (outcome.code, outcome.out, len(outcome.err.splitlines())) == (3, "", 1)
    assert says in outcome.err
    assert "Traceback" not in outcome.err
    assert {entry.name for entry in tmp_path.iterdir()} == {"m.vmod"}


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_terrain_file_that_unpacks_without_end_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "m.vmod"
    path.write_bytes(_bomb(_entries()))
    _assert_refused(path, tmp_path, "the entry's unpacked size is above the limit")


def test_pieces_that_grow_without_end_are_told_and_left(tmp_path: Path) -> None:
    module = official_module(OURS)
    uses = [trait("prototype", name=f"Grow {number}") for number in range(9)]
    for number in range(9):
        levels = [uses[number + 1]] * 8 if number < 8 else [Level("mark;A", "1")] * 8
        module.prototypes[f"Grow {number}"] = definition([*levels, basic_piece("", "", 0)])
    module.prototypes["Round"] = definition([trait("prototype", name="Round"), basic_piece("", "", 0)])
    module.counter("5-bm2").extra = (uses[0],)
    module.counter("6-bm2").extra = (trait("prototype", name="Round"),)
    outcome = builder("import", module.write(tmp_path / "m.vmod"), "-o", tmp_path / "game")
    assert outcome.code == 0
    told = " ".join(outcome.out.split())
    assert "5/BM2 the number of a piece's traits is above the limit" in told
    assert "6/BM2 prototype 'Round': a prototype uses itself" in told


def test_too_many_traits_together_are_refused(tmp_path: Path) -> None:
    path = _crowded().write(tmp_path / "m.vmod")
    _assert_refused(path, tmp_path, "the pieces of the module have too many traits together", "--limit", "traits=15")


def _crowded() -> OfficialModule:
    """Return a module with 1,500 units that the game does not have."""
    module = official_module(OURS)
    nobody = [OfficialCounter(f"x{number}", f"Nobody {number}", {"Type": "Unit"}) for number in range(1_500)]
    module.extra_slots = [module.slot(counter, 10_000 + number) for number, counter in enumerate(nobody)]
    return module


def test_thousands_of_unknown_pieces_are_counted(tmp_path: Path) -> None:
    outcome = builder("import", _crowded().write(tmp_path / "m.vmod"), "-o", tmp_path / "game")
    assert outcome.code == 0
    assert "Units of the module that the game does not have (1,500)" in outcome.out
    assert "  … and 1,492 more" in outcome.out
    report = (tmp_path / "game" / "import_report.txt").read_text(encoding="utf-8")
    assert "  … and 500 more" in report
    assert len(report.splitlines()) < 1_200


NASTY = (
    "\u202eELBD", "a\tb", "\u009b31mred", "'quoted\\", '"""', "# no comment", "Ω" * 300, "{ a = 1 }", "/" * 200, "\n",
    "99999999999999999999", "-",
)  # fmt: skip


@pytest.mark.parametrize("seed", range(6))
def test_nonsense_in_any_text_harms_nothing(seed: int, tmp_path: Path) -> None:
    """Names, properties and ratings of any kind: it comes out as data that load, and a report without tricks."""
    chance = random.Random(seed)  # noqa: S311 - the same each time
    module = official_module(OURS, seed)
    for counter in chance.sample(module.counters, 60):
        spoiled = chance.choice(["name", "properties", "ratings", "slot"])
        if spoiled == "name":
            counter.name += chance.choice(NASTY)
        elif spoiled == "slot":
            counter.slot_name = chance.choice(NASTY)
        elif spoiled == "properties":
            key = chance.choice(["Type", "Class", "Step", "Division", "Formation"])
            counter.properties[key] = chance.choice(NASTY).strip() or "x"
        elif not counter.leader:
            for key, value in vars(counter.front).items():
                if isinstance(value, str):
                    setattr(counter.front, key, chance.choice([value, *NASTY]))
    module.name = f'GTS \u202e {"x" * 500} \n # " ='
    outcome = builder("import", module.write(tmp_path / "m.vmod"), "-o", tmp_path / "game")
    assert outcome.code == 0, outcome.err
    load_game(tmp_path / "game")
    for text in (outcome.out, (tmp_path / "game" / "import_report.txt").read_text(encoding="utf-8")):
        assert all(character.isprintable() or character == "\n" for character in text)
    for file in ("units.toml", "map.toml"):
        first = (tmp_path / "game" / file).read_text(encoding="utf-8").splitlines()[0]
        assert first.startswith('# Figures with the source "module"')
        assert len(first) < 200


def test_a_map_that_no_board_could_have_is_left(tmp_path: Path) -> None:
    entries = _entries()
    entries["buildFile.xml"] = (
        entries["buildFile.xml"]
        .replace(b'dx="83.138"', b'dx="1e308"')
        .replace(b'hOff="1"', b'hOff="99999999999999999999"')
    )
    (tmp_path / "m.vmod").write_bytes(pack_archive(entries))
    outcome = builder("import", tmp_path / "m.vmod", "-o", tmp_path / "game")
    assert outcome.code == 0
    assert "the board 'Bir Hacheim' has no hex grid that is numbered" in " ".join(outcome.out.split())
    assert load_game(tmp_path / "game").map == OURS.map


def test_markers_and_maps_of_the_writer_are_those_of_the_notes() -> None:
    """What the other tests rest on: prototypes, nested palettes, the module's own classes, its properties."""
    text = _entries()["buildFile.xml"].decode()
    for name in ("tdc.TdcCommandEncoder", "tdc.TdcMap", "terrain.TerrainHexGrid", "terrain.AttributeTerrain"):
        assert f"<{name}" in text
    assert f'mapName="{MAP}"' in text
    module = official_module(OURS)
    by_prototype = next(counter for counter in module.counters if counter.by_prototype)
    assert f"prototype;Ratings {by_prototype.id}" in text
    for counter in module.counters:
        piece = module.piece(counter.id)
        properties = piece_properties(piece)
        assert properties["BasicName"] == counter.name
        assert counter.properties.items() <= properties.items()
        assert [each.id for each in piece.traits].count("leader" if counter.leader else "ratings") == 1
        if not counter.leader:
            assert properties["Column_Active"] == "false"
            assert ("Trn_Active" in properties) == counter.organic
