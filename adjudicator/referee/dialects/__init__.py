"""The dialects of modules: how each tells what happens in the game. One file a dialect."""
