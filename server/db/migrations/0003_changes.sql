-- Who changed what: no row of the catalogue changes without a person and a record. What writes here is derived/log.sql.

-- All that one transaction changes. Written by triggers only, never changed, each sealed by a hash over the one before.
create table change_set (
  -- Without gaps, in the order of `at`.
  number bigint primary key,
  id text collate "C" not null unique,
  -- Taken while the writer's lock is held; rises strictly.
  at timestamptz(3) not null unique,
  request_id text collate "C",
  -- Who really sat there, and who that person acted as.
  actor text collate "C",
  acting_as text collate "C",
  origin text collate "C" not null constraint change_set_origin
    check (origin in ('form', 'import', 'bulk', 'undo', 'command', 'migration', 'sample')),
  title text constraint change_set_title check (clean_text(title, 200)),
  reason text constraint change_set_reason check (clean_text(reason, 500)),
  undoes text collate "C" references change_set (id),
  -- How the rest is to be read and hashed; a later program that writes otherwise counts on.
  form integer not null,
  -- Rows of the catalogue, by their state before and after the set.
  created integer not null,
  updated integer not null,
  deleted integer not null,
  -- SHA-256 in hex; null until the transaction ends.
  hash text collate "C",
  constraint change_set_actor check ((actor is null) = (origin in ('migration', 'sample')))
);
create index change_set_request_id on change_set (request_id);
create index change_set_undoes on change_set (undoes) where undoes is not null;

-- One row in one set. No foreign key: it would be asked once more for each row, and nobody but the triggers writes here.
create table change_entry (
  set_number bigint not null,
  -- The order of writing within the set.
  place integer not null,
  -- As contract 8 names them, and term and awardType.
  kind text collate "C" not null,
  -- As in paths; the second one is a relationship's only.
  first_key text collate "C" not null,
  second_key text collate "C",
  -- As it was after the change, of a deletion before it.
  label text not null,
  -- After the change; a deletion counts. Null where rows have none.
  version integer,
  -- When and by whom the row says that it was last saved: not always when and by whom the set was.
  saved_at timestamptz(3),
  saved_by text,
  -- The stored fields by their JSON names, codes unresolved, without keys, version, time and person.
  before jsonb,
  after jsonb,
  primary key (set_number, place),
  constraint change_entry_row unique nulls not distinct (set_number, kind, first_key, second_key)
);
create index change_entry_first_key on change_entry (kind, first_key, second_key, set_number);
create index change_entry_second_key on change_entry (kind, second_key, set_number) where second_key is not null;

-- One number for each table that answers are made of; a change raises it in the same transaction.
create table list_version (
  kind text primary key,
  version bigint not null
);
insert into list_version values ('school', 1), ('department', 1), ('degree', 1), ('major', 1),
  ('degreeDepartment', 1), ('majorDegree', 1), ('majorDepartment', 1), ('schoolDegree', 1), ('schoolDepartment', 1),
  ('schoolMajor', 1), ('term', 1), ('awardType', 1);
