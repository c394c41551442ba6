CREATE TABLE owner (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    epoch INTEGER NOT NULL,
    has_erased INTEGER NOT NULL
) STRICT;
CREATE TABLE tables (
    number INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    state TEXT NOT NULL,
    wake_ms INTEGER,
    code TEXT,
    listed_ms INTEGER,
    summary BLOB NOT NULL
) STRICT;
CREATE INDEX tables_by_state ON tables (state);
CREATE INDEX tables_by_wake ON tables (wake_ms) WHERE wake_ms IS NOT NULL;
CREATE INDEX tables_by_code ON tables (code) WHERE code IS NOT NULL;
CREATE INDEX tables_by_listed ON tables (listed_ms) WHERE listed_ms IS NOT NULL;
CREATE TABLE records (
    place INTEGER PRIMARY KEY,
    number INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    record BLOB NOT NULL
) STRICT;
CREATE UNIQUE INDEX records_of_table ON records (number, seq);
CREATE TABLE results (
    number INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    counts_ms INTEGER NOT NULL,
    body BLOB NOT NULL
) STRICT;
CREATE TABLE players (
    number INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    key TEXT NOT NULL,
    share REAL NOT NULL,
    score INTEGER NOT NULL,
    PRIMARY KEY (number, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX players_by_key ON players (key);
CREATE TABLE marks (
    key TEXT PRIMARY KEY,
    value BLOB NOT NULL
) STRICT, WITHOUT ROWID;
