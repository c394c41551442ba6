"""What the service teaches: guided first games, puzzles, and what a captain thinks of a game."""
