-- What the API tells about the change log (contract 8).

-- Which of these sets are undone, each by the latest undo of it that is in force. An undo is in force unless an undo of it is.
-- Looks at each undo once, newest first, however long the chain of undos of undos is.
create function derived.undone(given bigint[]) returns table (number bigint, undone_by text)
language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare
  numbers bigint[];
  ids text[];
  targets integer[];
  undoing text[];
begin
  with recursive found as (
    select s.number, s.id, s.undoes from change_set s where s.number = any (given)
    union
    select s.number, s.id, s.undoes from found f join change_set s on s.undoes = f.id
  ), placed as (
    select *, (row_number() over (order by f.number desc))::integer as place from found f
  )
  select array_agg(p.number order by p.place), array_agg(p.id order by p.place), array_agg(target.place order by p.place)
  into numbers, ids, targets
  from placed p left join placed target on target.id = p.undoes;
  undoing := array_fill(null::text, array[coalesce(cardinality(ids), 0)]);
  for place in 1 .. coalesce(cardinality(ids), 0) loop
    if undoing[place] is null and undoing[targets[place]] is null and targets[place] is not null then
      undoing[targets[place]] := ids[place];
    end if;
  end loop;
  return query select * from unnest(numbers, undoing) as of (n, by) where of.n = any (given) and of.by is not null;
end
$$;

-- The same of one set. Only programs up to step 7 ask for it: without them it can go.
create function derived.undone_by(given text) returns text
language sql stable set search_path = pg_catalog, public, pg_temp
return (select u.undone_by from change_set s, derived.undone(array[s.number]) u where s.id = given);

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
