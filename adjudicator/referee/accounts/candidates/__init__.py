"""From segments to actions: what a player can have meant, one file a kind of action."""
