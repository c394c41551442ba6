"""Where tables are kept: their records, one row and one result each, stored before told."""
