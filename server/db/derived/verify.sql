-- Whether the log is as it was written and the tables are as it says: nothing, or each place and what is wrong there.

-- The head of the chain: who has written it down elsewhere can tell later that nothing up to it is another, or missing.
create view derived.log_head (head) as
select number || ':' || hash from change_set order by number desc limit 1;

create view derived.set_faults (place, fault) as
select 'change set ' || number || ' of ' || derived.iso(at) || ' (' || id || ')', fault
from (
  select *, lag(number, 1, 0::bigint) over in_order as number_before, lag(at) over in_order as at_before
  from change_set window in_order as (order by number)
) s
cross join lateral derived.sum_of_set(number) counted
cross join lateral (values
  (number <> number_before + 1, 'is missing sets before it'),
  (at <= at_before, 'is not later than the one before it'),
  (s.hash is null, 'was never sealed'),
  (s.hash <> counted.hash, 'is not as it was written, nor is what it was written after'),
  ((s.created, s.updated, s.deleted) <> (counted.created, counted.updated, counted.deleted),
    'counts other rows than it has')
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
  (before is distinct from after_before, 'does not begin with what the entry before it left'),
  (version <= version_before, 'has no higher version than the entry before it')
) as asked (is_wrong, fault)
where is_wrong;

create view derived.row_faults (place, fault) as
select coalesce(r.kind, e.kind) || ' ' || concat_ws('/', coalesce(r.first_key, e.first_key), coalesce(r.second_key, e.second_key)),
  case
    when r.kind is null then 'is gone, but the log has it'
    when e.kind is null then 'is there, but the log does not have it'
    else 'is not as the log has it'
  end
from derived.stored r
full join (
  select * from (
    select distinct on (kind, first_key, second_key) * from change_entry order by kind, first_key, second_key, set_number desc
  ) latest
  where after is not null
) e on (e.kind, e.first_key, coalesce(e.second_key, '')) = (r.kind, r.first_key, coalesce(r.second_key, ''))
where (r.fields, r.version, r.saved_at, r.saved_by) is distinct from (e.after, e.version, e.saved_at, e.saved_by);

create view derived.faults (place, fault) as
select * from derived.set_faults union all select * from derived.entry_faults union all select * from derived.row_faults;
