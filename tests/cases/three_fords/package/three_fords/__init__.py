"""The exclusive rules of a throw-away game, as an owner of a game of the series would write them."""
