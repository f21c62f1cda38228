-- What the API tells about the change log (contract 8).

-- The latest undo of a set that is not itself undone; null if the set is in force. Walks all undos of undos, newest first:
-- each of them that is in force takes what it undoes out of force.
create function derived.undone_by(given text) returns text
language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare
  undo record;
  undone text[] := '{}';
begin
  for undo in
    with recursive undos as (
      select number, id, undoes from change_set where undoes = given
      union all
      select s.number, s.id, s.undoes from undos u join change_set s on s.undoes = u.id
    )
    select id, undoes from undos order by number desc
  loop
    if undo.id <> all (undone) then
      if undo.undoes = given then
        return undo.id;
      end if;
      undone := undone || undo.undoes;
    end if;
  end loop;
  return null;
end
$$;

-- A person of a change set, with the name by which they are known today. The account of a command has no name.
create function derived.person_json(given text, origin text) returns json
language sql stable set search_path = pg_catalog, public, pg_temp
return (
  select json_build_object('uciNetId', given, 'name', case when origin = 'command' then 'Command' else coalesce(
    (select nullif(concat_ws(' ', first_name, last_name), '') from app_user where uci_net_id = given), given
  ) end)
  where given is not null
);

create view derived.change_set_answer as
select number, id, derived.iso(at) as at, request_id as "requestId", derived.person_json(actor, origin) as actor,
  derived.person_json(acting_as, 'form') as "actingAs", origin, title, reason, undoes,
  derived.undone_by(id) as "undoneBy", created, updated, deleted
from change_set;

-- The fields in which two states of a row differ; of a row that was created or deleted those that are not null.
create function derived.fields_json(before jsonb, after jsonb) returns json
language sql immutable parallel safe
return (
  select coalesce(json_agg(json_build_object('name', key, 'before', before -> key, 'after', after -> key) order by key), '[]')
  from jsonb_object_keys(coalesce(before, '{}') || coalesce(after, '{}')) key
  where coalesce(before -> key, 'null') <> coalesce(after -> key, 'null')
);
