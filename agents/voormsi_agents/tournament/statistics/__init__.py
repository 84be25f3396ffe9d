"""What a tournament's outcomes say."""
