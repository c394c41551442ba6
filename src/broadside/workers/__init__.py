"""Worker processes: how they are started and ended, and the pool in which bots think."""
