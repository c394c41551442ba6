"""What every part of the service shares: settings, time, limits, refusals, addresses."""
