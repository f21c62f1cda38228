-- What was known from when until when (contract 10), derived from the change log.

-- The states that the log tells of.
create view derived.state_of_log as
select kind, first_key, second_key, known_from, known_until, label, version, saved_at, saved_by, after as fields
from (
  select kind, first_key, coalesce(second_key, '') as second_key, at as known_from,
    coalesce(lead(at) over (partition by kind, first_key, second_key order by set_number), 'infinity') as known_until,
    label, version, saved_at, saved_by, after
  from change_entry join change_set on number = set_number
) state
where after is not null;

-- Makes the states anew from the log.
create function derived.remake_known_states() returns void language sql as $$
  delete from known_state;
  insert into known_state select * from derived.state_of_log;
$$;

-- Records the states that a set has left. Runs before the set is sealed. Looks up the state of today of each entry by its key,
-- whatever the planner knows of the tables: it would otherwise read those of the whole catalog at each save.
create function derived.record_states(wanted change_set) returns void
-- In PL/pgSQL, a connection plans the two statements once; in SQL, at each change.
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  update known_state s set known_until = wanted.at
    from change_entry e, lateral (
      select t.ctid as place from known_state t
      where t.known_until = 'infinity'
        and (t.kind, t.first_key, t.second_key) = (e.kind, e.first_key, coalesce(e.second_key, ''))
      -- Keeps this query apart from the one around it.
      offset 0
    ) today
    where e.set_number = wanted.number and e.before is not null and s.ctid = today.place;
  insert into known_state (kind, first_key, second_key, known_from, label, version, saved_at, saved_by, fields)
    select e.kind, e.first_key, coalesce(e.second_key, ''), wanted.at, e.label, e.version, e.saved_at, e.saved_by, e.after
    from change_entry e where e.set_number = wanted.number and e.after is not null;
end
$$;
