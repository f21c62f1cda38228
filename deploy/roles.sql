-- Creates a database and, if they are missing, its two roles: the owner upgrades the schema (npm run upgrade), the
-- application can only read and write data. Run this as a superuser, with psql 15 or later. The passwords come from the
-- environment, because every user of a machine can see its command lines:
--   OWNER_PASSWORD=$(cat FILE) APPLICATION_PASSWORD=$(cat FILE) psql -f deploy/roles.sql
-- For a second database of the same roles, for example to restore a backup into, leave out the passwords:
--   psql -v database=major_degree_restored -f deploy/roles.sql
-- For another installation on the same cluster, name its database and its roles:
--   … psql -v database=NAME -v owner=NAME -v application=NAME -f deploy/roles.sql

\set ON_ERROR_STOP on
\if :{?database}
\else
  \set database major_degree
\endif
\if :{?owner}
\else
  \set owner major_degree_owner
\endif
\if :{?application}
\else
  \set application major_degree
\endif
\set owner_password ''
\getenv owner_password OWNER_PASSWORD
\set application_password ''
\getenv application_password APPLICATION_PASSWORD

-- The log of the server must not contain the passwords.
set log_statement = 'none';
set log_min_duration_statement = -1;
select no_owner, no_application,
  no_owner and :'owner_password' = '' or no_application and :'application_password' = '' as no_password
from (select
  not exists (select from pg_roles where rolname = :'owner') as no_owner,
  not exists (select from pg_roles where rolname = :'application') as no_application) missing
\gset
\if :no_password
  do $$ begin raise exception 'Set OWNER_PASSWORD and APPLICATION_PASSWORD, the passwords of the new roles.'; end $$;
\endif
\if :no_owner
  create role :"owner" login password :'owner_password';
\endif
\if :no_application
  create role :"application" login password :'application_password';
\endif
create database :"database" owner :"owner" encoding 'UTF8' template template0;
revoke all on database :"database" from public;
grant connect on database :"database" to :"application";

\connect :"database"

revoke all on schema public from public;
grant usage, create on schema public to :"owner";
grant usage on schema public to :"application";
-- Without truncate, references and trigger, so that the application cannot disable the change log.
alter default privileges for role :"owner" grant select, insert, update, delete on tables to :"application";
alter default privileges for role :"owner" grant usage, update on sequences to :"application";

-- The application sets these limits itself. Here they apply to every client that connects as this role.
alter role :"application" in database :"database" set statement_timeout = '4500ms';
alter role :"application" in database :"database" set idle_in_transaction_session_timeout = '3s';
-- Compiling a statement takes longer here than running it.
alter role :"application" in database :"database" set jit = off;
-- Ends a statement that the application has given up. A connection pooler does not pass that on otherwise.
alter role :"application" in database :"database" set client_connection_check_interval = '500ms';
