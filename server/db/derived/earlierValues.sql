-- An earlier value belongs to an item. Runs before the trigger that records the change, which needs the label of the item. The
-- writer's lock is held, so nobody else changes the items.
create function derived.belongs_to_item() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
begin
  if exists (
    select from new_rows where not case item_kind
      when 'school' then exists (select from school where school_code = item_key)
      when 'department' then exists (select from department where dept_key = item_key::integer)
      when 'degree' then exists (select from degree where degree_key = item_key::integer)
      when 'major' then exists (select from major where major_key = item_key::integer)
    end
  ) then
    raise exception 'An earlier value belongs to an item'
      using errcode = 'foreign_key_violation', table = 'earlier_value', constraint = 'earlier_value_item_known';
  end if;
  return null;
end
$$;
create trigger belongs_to_item after insert on earlier_value referencing new table as new_rows
  for each statement execute function derived.belongs_to_item();
alter table earlier_value enable always trigger belongs_to_item;

-- Before its item: the change log labels it with the item's label.
create function derived.delete_earlier_values() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from earlier_value where item_kind = tg_argv[0] and item_key = to_jsonb(old) ->> tg_argv[1];
  return old;
end
$$;
create trigger delete_earlier_values before delete on school
  for each row execute function derived.delete_earlier_values('school', 'school_code');
alter table school enable always trigger delete_earlier_values;
create trigger delete_earlier_values before delete on department
  for each row execute function derived.delete_earlier_values('department', 'dept_key');
alter table department enable always trigger delete_earlier_values;
create trigger delete_earlier_values before delete on degree
  for each row execute function derived.delete_earlier_values('degree', 'degree_key');
alter table degree enable always trigger delete_earlier_values;
create trigger delete_earlier_values before delete on major
  for each row execute function derived.delete_earlier_values('major', 'major_key');
alter table major enable always trigger delete_earlier_values;
