"""What is legal and what it does: pure functions of a position and an action. Knows no files and no terminal."""
