"""What a viewer may know of a game: one type for who looks, and the units that are taken out of the game for him."""
