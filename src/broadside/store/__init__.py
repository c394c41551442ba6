"""Where tables are kept: append-only streams of records, durable before they are acknowledged."""
