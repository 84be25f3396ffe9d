"""What a position, a deal, a card is worth."""
