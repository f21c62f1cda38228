-- What each row held from change set to change set, made from the change log beside it: reading the last entry of each
-- row from a long log is too slow for a report as it was known on a day. What writes here is derived/states.sql.
create table known_state (
  -- As in change_entry, but the second key is empty for what has only one.
  kind text collate "C" not null,
  first_key text collate "C" not null,
  second_key text collate "C" not null,
  -- The times of the set that left this state, and of the one that replaced or deleted it.
  known_from timestamptz(3) not null,
  known_until timestamptz(3) not null default 'infinity',
  label text not null,
  version integer,
  saved_at timestamptz(3),
  saved_by text,
  fields jsonb not null,
  primary key (kind, first_key, second_key, known_from)
);
-- The state of today: at most one of each row.
create unique index known_state_now on known_state (kind, first_key, second_key) where known_until = 'infinity';
-- All states of a kind at a moment.
create index known_state_at on known_state (kind, known_until, known_from);
