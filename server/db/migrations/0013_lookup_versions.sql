-- Terms and award types get a version, and the time and person of their last save. The data migration sets the first ones.
alter table term
  add column version integer not null default 0,
  add column last_modified timestamptz(3) not null default now(),
  add column last_modified_by text not null default 'migration';
alter table award_type
  add column version integer not null default 0,
  add column last_modified timestamptz(3) not null default now(),
  add column last_modified_by text not null default 'migration';
alter table term
  alter column version drop default, alter column last_modified drop default, alter column last_modified_by drop default;
alter table award_type
  alter column version drop default, alter column last_modified drop default, alter column last_modified_by drop default;

-- The application saves them from now on. Earlier steps revoked these rights from each role that may write the catalog.
do $$
declare
  given record;
begin
  for given in
    select privilege_type as privilege, grantee::regrole as role
    from pg_class, aclexplode(relacl)
    where pg_class.oid = 'school'::regclass and privilege_type in ('INSERT', 'UPDATE', 'DELETE') and grantee not in (relowner, 0)
  loop
    execute format('grant %s on term, award_type to %s', given.privilege, given.role);
  end loop;
end
$$;
