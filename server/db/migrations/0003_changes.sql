-- Who changed what: no row of the catalogue changes without a person and a record.

create table change_log (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null default clock_timestamp(),
  actor text not null,
  acting_as text,
  action text not null constraint change_log_action check (action in ('created', 'updated', 'deleted', 'loaded')),
  kind text not null,
  key text collate "C" not null,
  version integer not null,
  before jsonb,
  after jsonb,
  request_id text
);
create index change_log_kind_key on change_log (kind, key);

-- One number for each table that lists and reports are made of; a change raises it in the same transaction.
create table list_version (
  kind text primary key,
  version bigint not null
);
insert into list_version values ('school', 1), ('department', 1), ('degree', 1), ('major', 1), ('majorDegree', 1),
  ('schoolMajor', 1), ('majorDepartment', 1);

-- The person set for this transaction (server/db/changes.ts).
create function acting_person() returns text language plpgsql stable as $$
declare
  person text := nullif(current_setting('app.actor', true), '');
begin
  if person is null then
    raise exception 'No acting person is set for this transaction' using errcode = 'insufficient_privilege';
  end if;
  return person;
end
$$;

-- stamp(column of who): version, time and person of a save are never the writer's to choose, but the loader's.
create function stamp() returns trigger language plpgsql as $$
declare
  person text := acting_person();
begin
  if tg_op = 'DELETE' then
    return old;
  end if;
  new.version := case when tg_op = 'UPDATE' then old.version + 1 else 1 end;
  if current_setting('app.action', true) = 'loaded' and tg_op = 'INSERT' then
    new.last_modified := coalesce(new.last_modified, clock_timestamp());
    person := coalesce(to_jsonb(new) ->> tg_argv[0], person);
  else
    new.last_modified := clock_timestamp();
  end if;
  return jsonb_populate_record(new, jsonb_build_object(tg_argv[0], person));
end
$$;

-- record_change(kind, key columns …): the row before and after, and who.
create function record_change() returns trigger language plpgsql as $$
declare
  before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  one jsonb := coalesce(after, before);
  done text := case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'updated' else 'deleted' end;
begin
  if current_setting('app.action', true) = 'loaded' and tg_op = 'INSERT' then
    done := 'loaded';
  end if;
  insert into change_log (actor, acting_as, action, kind, key, version, before, after, request_id)
  values (
    acting_person(), nullif(current_setting('app.acting_as', true), ''), done, tg_argv[0],
    concat_ws('/', one ->> tg_argv[1], one ->> tg_argv[2]), (one ->> 'version')::integer, before, after,
    nullif(current_setting('app.request_id', true), '')
  );
  return null;
end
$$;

-- check_terms(columns …): a term must exist when it is newly saved; what is stored already may stay.
create function check_terms() returns trigger language plpgsql as $$
declare
  given jsonb := to_jsonb(new);
  kept jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) end;
  name text;
begin
  foreach name in array tg_argv loop
    if given ->> name is distinct from kept ->> name
      and given ->> name is not null
      and not exists (select from term where term_yyyyst = given ->> name)
    then
      raise exception 'Unknown term' using
        errcode = 'foreign_key_violation', table = tg_table_name, column = name,
        constraint = tg_table_name || '_' || name || '_known';
    end if;
  end loop;
  return new;
end
$$;

-- At least to the time in microseconds, so that a number is never given twice, not even after a standby that was
-- behind has taken over or an older state has been restored: what an instance keeps of a number stays true.
create function raise_list_version() returns trigger language plpgsql as $$
begin
  update list_version
    set version = greatest(version + 1, (extract(epoch from clock_timestamp()) * 1000000)::bigint)
    where kind = tg_argv[0];
  return null;
end
$$;

create function refuse() returns trigger language plpgsql as $$
begin
  raise exception '% of % is refused: changes are kept for ever', tg_op, tg_table_name using errcode = 'insufficient_privilege';
end
$$;

-- Every table of the catalogue: what its change log calls it, its keys, who saved, its terms. Written by name so that
-- `enable always` (no replication role passes it by) is never forgotten.
do $$
declare
  of record;
begin
  for of in
    select * from (values
      ('school', 'school', array['school_code'], 'last_modified_by', array[]::text[]),
      ('department', 'department', array['dept_key'], 'last_modified_by', array['start_term', 'end_term']),
      ('degree', 'degree', array['degree_key'], 'last_modified_by', array['degree_start_term_yyyyst', 'degree_end_term_yyyyst']),
      ('major', 'major', array['major_key'], 'last_modified_by', array['start_term_yyyyst', 'end_term_yyyyst']),
      ('degree_department', 'degreeDepartment', array['degree_key', 'dept_key'], 'last_modified_by', array['start_term', 'end_term']),
      ('major_degree', 'majorDegree', array['major_key', 'degree_key'], 'last_modified_by', array['start_term', 'end_term']),
      ('major_department', 'majorDepartment', array['major_key', 'dept_key'], 'last_modified_by', array['start_term', 'end_term']),
      ('school_degree', 'schoolDegree', array['school_code', 'degree_key'], 'last_modified_by', array['start_term', 'end_term']),
      ('school_department', 'schoolDepartment', array['school_code', 'dept_key'], 'last_modified_by', array['start_term', 'end_term']),
      ('school_major', 'schoolMajor', array['school_code', 'major_key'], 'last_modified_by', array['start_term', 'end_term'])
    ) as catalogue (name, kind, keys, saved_by, terms)
  loop
    execute format('create trigger stamp before insert or update or delete on %I for each row execute function stamp(%L)', of.name, of.saved_by);
    execute format(
      'create trigger record_change after insert or update or delete on %I for each row execute function record_change(%s)',
      of.name, (select string_agg(quote_literal(name), ', ') from unnest(of.kind || of.keys) name)
    );
    execute format('create trigger no_truncate before truncate on %I for each statement execute function refuse()', of.name);
    execute format('alter table %I enable always trigger stamp, enable always trigger record_change, enable always trigger no_truncate', of.name);
    if of.terms <> '{}' then
      execute format(
        'create trigger check_terms before insert or update on %I for each row execute function check_terms(%s)',
        of.name, (select string_agg(quote_literal(name), ', ') from unnest(of.terms) name)
      );
      execute format('alter table %I enable always trigger check_terms', of.name);
    end if;
    if exists (select from list_version where kind = of.kind) then
      execute format(
        'create trigger raise_list_version after insert or update or delete on %I for each statement execute function raise_list_version(%L)',
        of.name, of.kind
      );
      execute format('alter table %I enable always trigger raise_list_version', of.name);
    end if;
  end loop;
end
$$;

create trigger append_only before update or delete or truncate on change_log for each statement execute function refuse();
alter table change_log enable always trigger append_only;
