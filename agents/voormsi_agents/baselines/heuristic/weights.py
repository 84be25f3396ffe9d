"""The numbers by which the heuristic player weighs plays.

They were found by letting players with other numbers play many thousands of duplicate games
against each other and against the greedy player. Chances are 0 to 1; what cards are worth is
counted in tricks.
"""

# What others are taken to do.
OPPONENT_TAKES = 0.73  # an opponent who can beat our single card does
PARTNER_TAKES = 0.71  # the partner who can beat an opponent's play does
PARTNER_RESCUES = 0.71  # the partner beats an opponent's play that is still to come
OPPONENT_RESCUES = 0.31  # an opponent playing last beats our partner's play still to come

# What cards kept are worth.
TOP_CARD = 0.67  # a card that no unseen card beats
TOP_CARD_DECAY = 0.27  # how fast that falls with the number of cards that beat it
SEVEN = 0.38  # a Seven that no unseen card beats in a seven trick
SEVEN_DECAY = 0.13  # how fast that falls with the number of cards that beat it there
THREE = 0.91  # the 3D
KING_OF_CLUBS = 0.13  # KC whatever is still out
KING_OF_CLUBS_PER_SEVEN = 0.085  # and for each unseen Seven that it might take
KING_OF_SPADES = 0.11  # KS while KC is unseen
TOQUTSIT = 0.27  # Toqutsit, more than any top card, while Voormsi is unseen
VOORMSI = 0.19  # Voormsi, more than any top card
AVERAGE_CARD = 0.22  # a card drawn from the stock

# Dangers.
VOORMSI_CAUTION = 2.5  # how much more than the points lost it weighs that Voormsi is taken
LAST_MATADOR = 0.12  # chance that a matador kept as the last card makes an own goal
