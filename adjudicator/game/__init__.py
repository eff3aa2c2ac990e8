"""The model of the board game: hexes, board, units, positions, actions. Knows neither rules nor VASSAL."""
