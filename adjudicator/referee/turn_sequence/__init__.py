"""The sequence of play between the chits: dice, purchases, arrivals, events, withdrawals, in the order of the rules."""
