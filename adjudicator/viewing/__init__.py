"""The knowledge of a viewer: one type for who looks at a game, and the units that are taken out of the game for him."""
