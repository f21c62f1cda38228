-- Accepted findings of data quality, and the number of findings after each day with changes. No part of the catalog, so the
-- change log has none of it.
create table quality_waiver (
  id integer generated always as identity primary key,
  rule text collate "C" not null,
  fingerprint text collate "C" not null,
  note text collate "C" not null constraint quality_waiver_note check (clean_text(note, 500)),
  waived_at timestamptz(3) not null default clock_timestamp(),
  waived_by text collate "C" not null references app_user,
  -- An ended waiver is kept.
  ended_at timestamptz(3),
  ended_by text collate "C" references app_user,
  constraint quality_waiver_ended check ((ended_at is null) = (ended_by is null))
);
create unique index quality_waiver_in_force on quality_waiver (rule, fingerprint) where ended_at is null;

create table quality_count (
  day date not null,
  rule text collate "C" not null,
  open integer not null,
  -- The last change set of the day.
  set_number bigint not null,
  primary key (day, rule)
);
