"""The rules of each game, case by case."""
