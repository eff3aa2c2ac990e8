"""The referee: replays a log, checks that it continues the one before, and watches the dice."""
