"""Jamaica: two to six pirates race once around the island."""
