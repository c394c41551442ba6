"""Promises that are searched for trouble: short forms here, long ones behind `make torture`."""
