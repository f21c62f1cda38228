-- Checks the change log's hashes and compares the tables with it. `derived.faults` is empty if all is well; otherwise it
-- names each set, entry or row that is wrong, and the fault.

-- The end of the hash chain. Only programs up to step 7 ask for it: without them it can go.
create view derived.log_head (head) as
select number || ':' || hash from change_set order by number desc limit 1;

-- Whether two states of a row agree. Fields that only one of them has do not count: a migration has added them since, or
-- dropped them.
create function derived.agree(one jsonb, other jsonb) returns boolean language sql immutable parallel safe
return one is not distinct from other or one is not null and other is not null and not exists (
  select from jsonb_each(one) a join jsonb_each(other) b using (key) where a.value <> b.value
);

create view derived.set_faults (place, fault) as
select 'change set ' || number || ' of ' || derived.iso(at) || ' (' || id || ')', fault
from (
  select *, lag(number, 1, 0::bigint) over in_order as number_before, lag(at) over in_order as at_before
  from change_set window in_order as (order by number)
) s
cross join lateral derived.sum_of_set(number) counted
cross join lateral (values
  (number <> number_before + 1, 'does not follow directly on the set before it'),
  (at <= at_before, 'is not later than the one before it'),
  (s.hash is null, 'was never sealed'),
  (s.hash <> counted.hash, 'does not match its hash: it or a set before it has been changed'),
  ((s.created, s.updated, s.deleted) <> (counted.created, counted.updated, counted.deleted),
    'has wrong counts')
) as asked (is_wrong, fault)
where is_wrong
union all
select 'entry ' || place || ' of change set ' || set_number, 'belongs to no set'
from change_entry where not exists (select from change_set where number = set_number);

create view derived.entry_faults (place, fault) as
select 'entry ' || place || ' of change set ' || set_number || ', ' || kind || ' ' || concat_ws('/', first_key, second_key), fault
from (
  select *, lag(after) over lives as after_before, lag(version) over lives as version_before
  from change_entry window lives as (partition by kind, first_key, second_key order by set_number)
) e
cross join lateral (values
  (not derived.agree(before, after_before), 'does not start from the state that the entry before it left'),
  (version <= version_before, 'has a version that is not above that of the entry before it')
) as asked (is_wrong, fault)
where is_wrong;

create view derived.row_faults (place, fault) as
select coalesce(r.kind, e.kind) || ' ' || concat_ws('/', coalesce(r.first_key, e.first_key), coalesce(r.second_key, e.second_key)),
  case
    when r.kind is null then 'is missing from its table, but not deleted in the log'
    when e.kind is null then 'is in its table, but not in the log'
    else 'differs from the log'
  end
from derived.stored r
full join (
  select * from (
    select distinct on (kind, first_key, second_key) * from change_entry order by kind, first_key, second_key, set_number desc
  ) latest
  where after is not null
) e on (e.kind, e.first_key, coalesce(e.second_key, '')) = (r.kind, r.first_key, coalesce(r.second_key, ''))
where not derived.agree(r.fields, e.after)
  or (r.version, r.saved_at, r.saved_by) is distinct from (e.version, e.saved_at, e.saved_by);

create view derived.state_faults (place, fault) as
select 'known state of ' || coalesce(s.kind, l.kind) || ' ' || coalesce(s.first_key, l.first_key)
    || coalesce('/' || nullif(coalesce(s.second_key, l.second_key), ''), '')
    || ' from ' || derived.iso(coalesce(s.known_from, l.known_from)),
  'differs from the log: npm run upgrade makes it anew'
from known_state s
full join derived.state_of_log l using (kind, first_key, second_key, known_from)
where (s.known_until, s.label, s.version, s.saved_at, s.saved_by, s.fields)
  is distinct from (l.known_until, l.label, l.version, l.saved_at, l.saved_by, l.fields);

create view derived.faults (place, fault) as
select * from derived.set_faults union all select * from derived.entry_faults union all select * from derived.row_faults
union all select * from derived.state_faults;
