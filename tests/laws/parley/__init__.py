"""Parley: a complete small game, not for players; the first resident of the laws, and the template
for new games (`docs/guides/add-a-game.md`).

Six rounds, two to four seats. The captain sets a course. The others may mutiny, or bribe somebody
with a card. In a mutiny all back a side with a sealed card, or abstain; the stronger side decides
who is captain, a tie is the captain's. Then the ship lands: a fort pays the captain the die on 4 or
more, a port gives everyone a card. Most gold wins.

It has what Jolly & Roger has not: hands, sealed answers, reactions, interruptions, dice, shuffles.
"""
