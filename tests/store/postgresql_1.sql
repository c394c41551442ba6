-- A database as the first version left it, with one finished and one waiting table.
CREATE TABLE broadside (version bigint NOT NULL);
INSERT INTO broadside VALUES (1);
CREATE TABLE servers (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    address text NOT NULL,
    until timestamptz NOT NULL
);
CREATE TABLE tables (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text COLLATE "C" NOT NULL UNIQUE,
    owner bigint,
    epoch bigint NOT NULL,
    next_seq bigint NOT NULL
) WITH (fillfactor = 70);
CREATE TABLE table_rows (
    number bigint PRIMARY KEY,
    state text COLLATE "C" NOT NULL,
    wake_ms bigint,
    code text COLLATE "C",
    listed_ms bigint,
    summary bytea NOT NULL
) WITH (fillfactor = 70);
CREATE INDEX rows_by_state ON table_rows (state);
CREATE INDEX rows_by_wake ON table_rows (wake_ms, number) WHERE wake_ms IS NOT NULL;
CREATE INDEX rows_by_code ON table_rows (code, number) WHERE code IS NOT NULL;
CREATE INDEX rows_by_listed ON table_rows (listed_ms, number) WHERE listed_ms IS NOT NULL;
CREATE TABLE records (
    number bigint NOT NULL,
    seq bigint NOT NULL,
    record bytea NOT NULL,
    PRIMARY KEY (number, seq)
);
CREATE TABLE results (
    number bigint PRIMARY KEY,
    game text NOT NULL,
    at_ms bigint NOT NULL,
    counts_ms bigint NOT NULL,
    body bytea NOT NULL
);
CREATE TABLE players (
    number bigint NOT NULL,
    seat bigint NOT NULL,
    key text COLLATE "C" NOT NULL,
    share double precision NOT NULL,
    score bigint NOT NULL,
    PRIMARY KEY (number, seat)
);
CREATE INDEX players_by_key ON players (key);
CREATE TABLE marks (
    key text COLLATE "C" PRIMARY KEY,
    value bytea NOT NULL
);
INSERT INTO servers (address, until) VALUES ('10.0.0.1:9001', '2026-11-17 12:00:00+00');
INSERT INTO tables (name, owner, epoch, next_seq) VALUES ('over', 1, 3, 2), ('open', 1, 1, 1);
INSERT INTO table_rows VALUES
    (1, 'over', NULL, NULL, NULL, 'Anne won'),
    (2, 'waiting', 5000, 'K7QM', 20, 'two seats free');
INSERT INTO records VALUES (1, 0, 'opened'), (1, 1, 'ended'), (2, 0, 'opened');
INSERT INTO results VALUES (1, 'jamaica', 1000, 1000, '{"rounds": 9}');
INSERT INTO players VALUES (1, 0, 'anne', 1.0, 42), (1, 1, 'ben', 0.0, -3);
INSERT INTO marks VALUES ('salt', 'pepper');
