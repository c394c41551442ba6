"""Jolly Roger, rule by rule."""
