-- Only the owner may write the log, the counters, the record of people's groups and the state of the schema.
-- This removes the default rights that deploy/roles.sql gives to new tables.
grant usage on schema derived to public;
revoke execute on function derived.current_set(), derived.name_operator(), derived.record_states(change_set) from public;
do $$
declare
  of record;
begin
  for of in
    select distinct class.oid::regclass as name, grantee::regrole as role
    from pg_class class, aclexplode(class.relacl)
    where class.oid in (
        'change_set'::regclass, 'change_entry'::regclass, 'known_state'::regclass, 'list_version'::regclass, 'person_log'::regclass,
        'schema_step'::regclass, 'schema_migration'::regclass
      )
      and grantee not in (class.relowner, 0)
  loop
    execute format('revoke insert, update, delete, truncate on %s from %s', of.name, of.role);
  end loop;
end
$$;
