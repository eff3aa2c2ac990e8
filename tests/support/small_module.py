"""A small module made in code: two boards side by side, a zoned one, a private map, and one of everything."""

from __future__ import annotations

import struct
from pathlib import Path

from adjudicator.vassal.archive import pack_archive

MAP = "VASSAL.build.module.map"
BOARD = f"{MAP}.boardPicker"
GRID = f"{BOARD}.board"
NUMBERING = f"{GRID}.mapgrid"
PIECE = "+/null/mark;Side\tpiece;;;a.svg;Gun/Axis\tnull;0;0;{};0"

BUILD_FILE = f"""<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<VASSAL.build.GameModule name=" Small " version="1.2" VassalVersion="3.7.10" description="For tests"
    nextPieceSlotId="40">
  <VASSAL.build.module.PlayerRoster buttonText="Retire">
    <entry>Axis</entry><entry> French </entry>
  </VASSAL.build.module.PlayerRoster>
  <VASSAL.build.module.properties.GlobalProperties>
    <VASSAL.build.module.properties.GlobalProperty name="Ruleset" initialValue="NQOS"/>
  </VASSAL.build.module.properties.GlobalProperties>
  <VASSAL.build.module.PrototypesContainer>
    <VASSAL.build.module.folder.PrototypeFolder name="Units">
      <VASSAL.build.module.PrototypeDefinition name="Unit" description="all units">
        +/null/markmoved;moved\tpiece;;;;/false\tnull;0;0;;0
      </VASSAL.build.module.PrototypeDefinition>
    </VASSAL.build.module.folder.PrototypeFolder>
  </VASSAL.build.module.PrototypesContainer>
  <VASSAL.build.module.PieceWindow name="Pieces">
    <VASSAL.build.widget.TabWidget entryName="Counters">
      <VASSAL.build.widget.PanelWidget entryName="Guns">
        <VASSAL.build.widget.PieceSlot entryName="Gun" gpid="1">{PIECE.format(1)}</VASSAL.build.widget.PieceSlot>
      </VASSAL.build.widget.PanelWidget>
    </VASSAL.build.widget.TabWidget>
  </VASSAL.build.module.PieceWindow>
  <VASSAL.build.module.DiceButton name="1d10" text="d10" nDice="1" nSides="10" plus="-1" reportTotal="true"
      reportFormat="$name$: $result$"/>
  <VASSAL.build.module.DiceButton label="2d6"/>
  <VASSAL.build.module.SpecialDiceButton name="Weather" format="$result1$">
    <VASSAL.build.module.SpecialDie name="Sky">
      <VASSAL.build.module.SpecialDieFace text="Clear" value="1" icon="clear.svg"/>
      <VASSAL.build.module.SpecialDieFace text="Sand" value="2" icon="sand.svg"/>
    </VASSAL.build.module.SpecialDie>
  </VASSAL.build.module.SpecialDiceButton>
  <VASSAL.build.module.turn.TurnTracker name="Turn" turnFormat="$level1$" reportFormat="">
    <VASSAL.build.module.turn.CounterTurnLevel property="Day" start="26" incr="2" loop="true" loopLimit="30">
      <VASSAL.build.module.turn.ListTurnLevel property="Part" list="Dawn,Noon\\, hot,Dusk"/>
    </VASSAL.build.module.turn.CounterTurnLevel>
  </VASSAL.build.module.turn.TurnTracker>
  <tdc.TdcMap mapName="Map" edgeWidth="30" edgeHeight="20">
    <{MAP}.BoardPicker>
      <setup>MapBoardPicker\tWest\t0\t0\tEast/rev\t1\t0</setup>
      <{BOARD}.Board name="West" image="west.png" reversible="true">
        <terrain.TerrainHexGrid x0="50" y0="60" dx="50.0" dy="60.0">
          <tdc.ObliqueHexGridNumbering sep="." stagger="false"/>
        </terrain.TerrainHexGrid>
      </{BOARD}.Board>
      <{BOARD}.Board name="East" image="east.svg" reversible="true">
        <{GRID}.SquareGrid x0="25" y0="25" dx="50.0" dy="50.0">
          <{NUMBERING}.SquareGridNumbering first="V" vType="A" hDescend="true"/>
        </{GRID}.SquareGrid>
      </{BOARD}.Board>
    </{MAP}.BoardPicker>
    <VASSAL.build.module.properties.GlobalProperties>
      <VASSAL.build.module.properties.GlobalProperty name="Weather" initialValue="Clear"/>
    </VASSAL.build.module.properties.GlobalProperties>
    <{MAP}.GlobalMap scale="0.2"/>
    <{MAP}.MapSubFolder name="Decks">
      <{MAP}.DrawPile name="Events" owningBoard="East" x="100" y="75">
        <VASSAL.build.widget.CardSlot entryName="Storm" gpid="2">{PIECE.format(2)}</VASSAL.build.widget.CardSlot>
      </{MAP}.DrawPile>
    </{MAP}.MapSubFolder>
    <{MAP}.DrawPile name="Chits" owningBoard="" x="5" y="6"/>
    <{MAP}.DrawPile owningBoard="&lt;any&gt;" x="80" y="80"/>
    <{MAP}.SetupStack name="First" owningBoard="West" useGridLocation="true" location="05.02" x="1" y="1">
      <VASSAL.build.widget.PieceSlot entryName="Gun" gpid="3">{PIECE.format(3)}</VASSAL.build.widget.PieceSlot>
    </{MAP}.SetupStack>
    <{MAP}.SetupStack name="Second" x="7" y="8"/>
  </tdc.TdcMap>
  <VASSAL.build.module.PrivateMap mapName="French Reserves" side="French,Umpire\\, too" visible="false">
    <{MAP}.BoardPicker>
      <{BOARD}.Board name="Reserves" width="400" height="300">
        <{GRID}.ZonedGrid>
          <{NUMBERING}.Zone name="Box" path="0,0;200,0;200,200;0,200">
            <VASSAL.build.module.properties.ZoneProperty name="Full" initialValue="0" isNumeric="true" min="0"
                max="3" wrap="true"/>
            <{GRID}.RegionGrid><{GRID}.Region name="Town" originx="40" originy="40"/></{GRID}.RegionGrid>
          </{NUMBERING}.Zone>
        </{GRID}.ZonedGrid>
      </{BOARD}.Board>
    </{MAP}.BoardPicker>
    <{MAP}.SetupStack name="Garrison" owningBoard="Reserves" useGridLocation="true" location="Town"/>
  </VASSAL.build.module.PrivateMap>
</VASSAL.build.GameModule>
"""


def png(width: int, height: int) -> bytes:
    """Return the beginning of a PNG image."""
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sIIB", 13, b"IHDR", width, height, 8) + b"rest"


def svg(attributes: str, before: str = "") -> bytes:
    """Return an SVG with these attributes on its root."""
    return f'{before}<svg xmlns="http://www.w3.org/2000/svg" {attributes}><g/></svg>'.encode()


IMAGES = {
    "images/west.png": png(600, 400),
    "images/east.svg": svg('width="300px" height="50%" viewBox="0 0 300 500"'),
}


def write_module(path: Path, build_file: str = BUILD_FILE, entry: str = "buildFile.xml") -> Path:
    """Write the module as an archive at *path*, which is returned."""
    path.write_bytes(pack_archive({entry: build_file.encode(), **IMAGES}))
    return path
