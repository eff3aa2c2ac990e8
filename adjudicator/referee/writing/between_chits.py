"""What players do between the chits of a turn and at its ends, told as deeds: dice, purchases, arrivals, events.

What each action leaves in a log, in the order of the sequence of play (R4.1). Words in ``code`` are ids of the game's
data; *calendar* is the mat of arrivals, *card* a division's card. A line in brackets may be missing: the rest tells it.
Dice have no unit: the next one is what is due next. A step that a table does not show is passed over without a trace
(chits that nobody bought, Susan Travers' outcome).

===================  ===================================================================================================
action               in the log
===================  ===================================================================================================
Weather              0500: a die for the day; `weather` dragged along the track `weather` (if it lies elsewhere).
                     A day of sand storms: a die each turn, 0500 included (thrown singly or with the first one); if there
                     is a storm, a `sand-storm` marker is put into the box `sand-storm-now`; deleted when the turn ends.
                     Mist: a die, and `weather` goes to Clear if it lifts. No die where it lifts by itself: see EndTurn.
                     Air strikes that the weather forbids: their `raf-air-strike` markers are deleted.
Airpower             the French die, then the Axis die (singly or both with one button), then one die for each strike.
                     French Dispatch Points are set; or for each strike a `raf-air-strike` marker is put onto the space
                     of its turn on the track `turn`, for this very turn into the box `raf-air-strikes`.
Supply               a die; `supply` dragged along its track; wrong ammo off by the menu, or `french-morale` dragged.
BuyChit this-turn    the division's Dispatch Points set, then the chit put into the mug; in either order.
BuyChit next-turn    the same, but the chit is sent to the space *Next turn* of the mat of the chits.
BuyChit free         the chit put into the mug, no points.
Arrive               [`arrive`], unit and leaders dragged from the calendar (or a card) to the entry hex or park; `column`
                     and `mounted` by the menu, before or after.
AirStrike            `target` of the unit, a die, what it suffers; the `raf-air-strike` marker in the box is deleted.
PlayChit, random     the chit drawn; a die; on a 0 a second one. An event for once (a day) that happens: an `event-used`
                     marker is put onto the space of its name on the mat of the chits. Then what comes of it:
                     - rommel, ammo-dump, relief-1, indian-gun, surrender-requested: see CarryOutEvent;
                     - relief-2: as a formation that withdraws;
                     - wrong-ammo: the state on each gun; radio-lines: contact off;
                     - travers-injured: its marker onto the French card, space *Markers*;
                     - artillery-leader-killed: its marker onto the card of Trieste, space *Markers*.
CarryOutEvent        - rommel: the marker put onto the space of the leader's formation on its division's card;
                     - ammo-dump: a `target-hex` marker put into the hex, checks of those in it, the marker deleted;
                     - relief-1: a die, then each formation chosen withdraws;
                     - indian-gun: dragged from the French card into the hex;
                     - surrender-requested: a die; if it is above Morale [`surrender` of each] units and leader of the
                       formation dragged to the space *Gone for good* of the calendar, `french-morale` dragged to 0.
WithdrawalRoll       [`withdrawal-roll` of a unit of the formation; never missing if more than one formation owes a roll],
                     a die; for a Command Point the points are set before the die, or right after it.
a formation          [`withdraw` of each], its units and leader, and those who go along, dragged to the calendar's space
withdraws            of 0700 of the next day, without their states; *Gone for good* after the last day. Other leaders who
                     stand alone are dragged to their formation. Contacts off.
LeaveMap             [`leave-by-entry-hex`], after the turn's last chit: unit and leaders dragged to the calendar's space
                     two turns later, states off but for losses.
EndTurn              [chits sent to *Played*], the last chit of the mug dragged into play; chits that are free and those of
                     *Next turn* into the mug; bought ones that were played to *Available* of their side. The turn is
                     set, `turn` and `date` dragged; barrages and Counterbattery Fired off. `sand-storm` deleted; mist
                     that lifts by itself: `weather` to Clear. Strikes of this turn that were not made: deleted; those of
                     the new one dragged from the track into the box, or deleted if weather or night forbid them. After
                     Night `rommel`, `travers-injured`, `artillery-leader-killed` and the `event-used` of Rommel deleted,
                     and strikes that are still planned. `weather` stays until it is rolled anew.
Scenario 3           whenever a chit is drawn or the turn ends: `control` in 17.10 placed with its Axis face when the Axis
                     was there last, turned over when the French were.
BreakOut             `susan-travers` dragged from the French card to a minefield door and hex by hex to an entry hex;
                     without a way out the marker is deleted from the card.
===================  ===================================================================================================

By mail the log is in the hands of the side that decides: the buyer, who arrives or leaves, the Axis for Rommel, the
ammunition dump, relief and withdrawal, the French for supply, the Indian Gun, surrender and break-out.
"""
