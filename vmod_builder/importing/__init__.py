"""A game's data from the module that its owner has: ratings, leaders and terrain merged into the game's own data.

The way of a figure: :mod:`.official_module` reads the module's pieces, :mod:`adjudicator.vassal.series_ratings` their
traits' fields, :mod:`.counters` finds which unit a piece is, :mod:`.unit_overlay` puts its figures into that unit's
row. The map goes by :mod:`.terrain_file`, :mod:`.numbering`, :mod:`.map_growth`, :mod:`.map_overlay` and
:mod:`.trail_paths`; counters of the predefined setups make room for it (:mod:`.start_hexes`). What could not be taken
over is an :class:`~.findings.ImportFinding`. Rows are changed in the text of the files (:mod:`.toml_edit`), so that
comments and layout stay.
"""
