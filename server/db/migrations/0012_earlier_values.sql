-- Names and codes that items had in earlier terms (contract 14): the field had the value through the last term.
create table earlier_value (
  -- As in paths: major/12/titleLong/201992.
  key text collate "C" primary key,
  item_kind text collate "C" not null generated always as (split_part(key, '/', 1)) stored,
  item_key text collate "C" not null generated always as (split_part(key, '/', 2)) stored,
  field text collate "C" not null generated always as (split_part(key, '/', 3)) stored,
  last_term text collate "C" not null generated always as (split_part(key, '/', 4)) stored,
  value text collate "C" constraint earlier_value_value check (clean_text(value, 60)),
  version integer not null,
  last_modified timestamptz(3) not null,
  last_modified_by text not null,
  constraint earlier_value_key check (key = concat_ws('/', item_kind, item_key, field, last_term)),
  constraint earlier_value_field check ((item_kind, field) in (
    ('school', 'title'), ('school', 'title8'),
    ('department', 'title7'), ('department', 'title'),
    ('degree', 'degreeTitleRc'), ('degree', 'degreeTitleAbbr'), ('degree', 'programCredLevel'),
    ('major', 'majorCode'), ('major', 'title7'), ('major', 'title20'), ('major', 'titleLong'), ('major', 'ucDiscipline'),
    ('major', 'hegisCode'), ('major', 'cipCode')
  ))
);
-- Those of an item, and the value of each of its fields in a term.
create unique index earlier_value_item on earlier_value (item_kind, item_key, field, last_term);
