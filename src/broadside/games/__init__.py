"""The games: rules live here and nowhere else."""
