-- Functions that stamp rows, write the change log and raise counters. Only they write the log: they belong to the owner
-- and run with the owner's rights, whichever role changes a row. They read only a few rows by their keys. Sequential scans
-- are off because the planner would otherwise choose one for a log that consists mainly of one large set.

-- Returns the change set of this transaction and creates it at the first change. An unsealed set is always that of the
-- current transaction, because each set is sealed at commit. `app.change` is JSON that says who makes the change and why,
-- and may name the ID of the set (db/changeTransaction.ts, contract 8). Has the rights, search path and settings of the triggers that
-- call it: settings of its own would take half of the time of a stamp, which calls it for each row.
create function derived.current_set() returns change_set
language plpgsql as $$
declare
  given jsonb;
  asked_origin text;
  now timestamptz(3);
  newest change_set;
begin
  select * into newest from change_set order by number desc limit 1;
  if newest.number is not null and newest.hash is null then
    return newest;
  end if;
  given := nullif(current_setting('app.change', true), '');
  asked_origin := coalesce(given ->> 'origin', 'form');
  if given ->> 'actor' is null and asked_origin not in ('migration', 'sample') then
    raise exception 'No acting person is set for this transaction' using errcode = 'insufficient_privilege';
  end if;
  -- Rows of these two keep the time and person that they come with.
  if asked_origin = 'migration' and not derived.is_owner()
    or asked_origin = 'sample' and exists (select from change_entry where kind not in ('term', 'awardType'))
  then
    raise exception 'The origin % is not for this transaction', asked_origin using errcode = 'insufficient_privilege';
  end if;
  -- The lock of the only writer. Most callers hold it already (db/changeTransaction.ts).
  perform pg_advisory_xact_lock(5402118093);
  select * into newest from change_set order by number desc limit 1;
  now := clock_timestamp();
  insert into change_set
    (number, id, at, request_id, actor, acting_as, origin, title, reason, undoes, form, created, updated, deleted)
  values (
    coalesce(newest.number, 0) + 1, coalesce((given ->> 'id')::uuid, gen_random_uuid()), greatest(now, newest.at + interval '1 millisecond'),
    given ->> 'requestId', given ->> 'actor', given ->> 'actingAs', asked_origin, given ->> 'title', given ->> 'reason',
    given ->> 'undoes', case when asked_origin = 'migration' then 1 else 2 end, 0, 0, 0
  )
  returning * into newest;
  if not exists (select from change_set where number = newest.number) then
    raise exception 'Constraints are not deferred: a set is sealed when all of it is written' using errcode = 'insufficient_privilege';
  end if;
  return newest;
end
$$;

-- Runs before the statement: otherwise a foreign key could reject a deletion with a less helpful error.
create function derived.need_person() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('app.change', true), '') = '' then
    raise exception 'No acting person is set for this transaction' using errcode = 'insufficient_privilege';
  end if;
  return null;
end
$$;

-- Whether the connected role owns the log.
create function derived.is_owner() returns boolean
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
  return (select pg_has_role(session_user, relowner, 'member') from pg_class where oid = 'public.change_set'::regclass);

-- Writers cannot choose the version, time or person of a save. A migration leaves the time and person unchanged.
create function derived.stamp_update() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
declare
  this change_set := derived.current_set();
begin
  new.version := old.version + 1;
  if this.origin <> 'migration' then
    new.last_modified := this.at;
    new.last_modified_by := this.actor;
  end if;
  return new;
end
$$;

create function derived.refuse() returns trigger language plpgsql as $$
begin
  raise exception '% of % is refused: changes are kept for ever', tg_op, tg_table_name using errcode = 'insufficient_privilege';
end
$$;

-- Only triggers may write the log, whichever role is connected.
create function derived.refuse_unless_written_by_trigger() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' or pg_trigger_depth() < 2 then
    raise exception '% of % is refused: changes are kept for ever', tg_op, tg_table_name using errcode = 'insufficient_privilege';
  end if;
  return null;
end
$$;

-- A sealed set never changes. The trigger argument is the column that holds the set's number.
create function derived.refuse_when_sealed() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
begin
  if not exists (select from change_set where number = (to_jsonb(old) ->> tg_argv[0])::bigint and hash is null) then
    raise exception '% of % is refused: changes are kept for ever', tg_op, tg_table_name using errcode = 'insufficient_privilege';
  end if;
  return coalesce(new, old);
end
$$;

-- Whether a set counts and shows its entries of a kind. A set of form 2 has all of its rows. Form 1, of earlier steps and of
-- upgrades, leaves out terms and award types: these were not part of what users change.
create function derived.is_counted(form integer, kind text) returns boolean
  language sql immutable parallel safe
  return form > 1 or kind not in ('term', 'awardType');

-- Summarises a set: the number of its entries, its counts of rows (contract 8), and its hash, which covers all of its fields
-- and entries and the hash of the set before it.
create function derived.sum_of_set(
  wanted bigint, out entries integer, out created integer, out updated integer, out deleted integer, out hash text
)
language plpgsql stable set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
declare
  words bytea;
begin
  select count(*),
      count(*) filter (where is_counted and before is null),
      count(*) filter (where is_counted and before is not null and after is not null),
      count(*) filter (where is_counted and after is null),
      string_agg(sha256(convert_to(jsonb_build_array(
        place, kind, first_key, second_key, label, version, derived.iso(saved_at), saved_by, before, after
      )::text, 'UTF8')), '' order by place)
    into entries, created, updated, deleted, words
    from change_entry, lateral (
      select derived.is_counted((select form from change_set where number = wanted), kind) as is_counted
    ) of
    where set_number = wanted;
  select encode(sha256(
      convert_to(coalesce(one_before.hash, '') || jsonb_build_array(
        number, id, derived.iso(at), request_id, actor, acting_as, origin, title, reason, undoes, form
      )::text, 'UTF8') || coalesce(words, '')
    ), 'hex')
    into hash
    from change_set s left join lateral (select b.hash from change_set b where b.number = wanted - 1) one_before on true
    where number = wanted;
end
$$;

-- Runs at commit. Drops rows that were created and deleted in the same set, then seals the set, or drops it if it is empty.
create function derived.seal() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
declare
  sum record;
begin
  delete from change_entry where set_number = new.number and before is null and after is null;
  sum := derived.sum_of_set(new.number);
  if sum.entries = 0 then
    delete from change_set where number = new.number;
  else
    update change_set
      set created = sum.created, updated = sum.updated, deleted = sum.deleted, hash = sum.hash
      where number = new.number;
    perform derived.record_states(new);
  end if;
  return null;
end
$$;

create constraint trigger seal after insert on change_set
  deferrable initially deferred for each row execute function derived.seal();
create trigger written_by_trigger before insert or update or delete or truncate on change_set
  for each statement execute function derived.refuse_unless_written_by_trigger();
create trigger not_sealed before update or delete on change_set
  for each row execute function derived.refuse_when_sealed('number');
create trigger written_by_trigger before insert or update or delete or truncate on change_entry
  for each statement execute function derived.refuse_unless_written_by_trigger();
create trigger not_sealed before update or delete on change_entry
  for each row execute function derived.refuse_when_sealed('set_number');
alter table change_set enable always trigger seal, enable always trigger written_by_trigger,
  enable always trigger not_sealed;
alter table change_entry enable always trigger written_by_trigger, enable always trigger not_sealed;

-- Names the database role as the person, for a lookup that an operator changes with SQL. Runs before the statement.
create function derived.name_operator() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
begin
  perform set_config('app.change', jsonb_build_object('origin', 'command', 'actor', session_user)::text, true)
    where coalesce(current_setting('app.change', true), '') = '';
  return null;
end
$$;

-- Records each change of a person's groups, and so of their rights.
create function derived.record_groups() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
begin
  if tg_op = 'UPDATE' and old.groups = new.groups then
    return null;
  end if;
  insert into person_log (at, uci_net_id, before, after)
  values (
    clock_timestamp(), case when tg_op = 'DELETE' then old.uci_net_id else new.uci_net_id end,
    case when tg_op <> 'INSERT' then old.groups end, case when tg_op <> 'DELETE' then new.groups end
  );
  return null;
end
$$;
create trigger record_groups after insert or update of groups or delete on app_user
  for each row execute function derived.record_groups();
create trigger no_truncate before truncate on app_user for each statement execute function derived.refuse();
create trigger written_by_trigger before insert or update or delete or truncate on person_log
  for each statement execute function derived.refuse_unless_written_by_trigger();
create trigger never_changed before update or delete on person_log for each row execute function derived.refuse();
alter table app_user enable always trigger record_groups, enable always trigger no_truncate;
alter table person_log enable always trigger written_by_trigger, enable always trigger never_changed;

-- The log in readable form: one row per changed row, with its state before and after.
create view derived.change_log as
select set_number, place, at, actor, acting_as, origin, title, reason, request_id, kind,
  concat_ws('/', first_key, second_key) as key, label,
  case when before is null then 'created' when after is null then 'deleted' else 'updated' end as action,
  version, before, after
from change_entry join change_set on number = set_number;
