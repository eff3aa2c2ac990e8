"""The dialects of modules: how each one shows what happens in the game. One file for each dialect."""
