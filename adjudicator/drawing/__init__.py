"""Game data drawn as SVG: counters, the map sheet, cards. The module and the reports show the same pictures."""
