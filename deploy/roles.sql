-- Creates a database and, if they are missing, its two roles: the owner upgrades the schema (npm run upgrade), the
-- application can only read and write data. Run this as a superuser:
--   psql -v ON_ERROR_STOP=1 -v owner_password=… -v password=… -f deploy/roles.sql
-- For a second database of the same roles, for example to restore a backup into, leave out the passwords:
--   psql -v ON_ERROR_STOP=1 -v database=major_degree_restored -f deploy/roles.sql

\if :{?database}
\else
  \set database major_degree
\endif
select
  not exists (select from pg_roles where rolname = 'major_degree_owner') as no_owner,
  not exists (select from pg_roles where rolname = 'major_degree') as no_application
\gset
\if :no_owner
  create role major_degree_owner login password :'owner_password';
\endif
\if :no_application
  create role major_degree login password :'password';
\endif
create database :"database" owner major_degree_owner encoding 'UTF8' template template0;
revoke all on database :"database" from public;
grant connect on database :"database" to major_degree;

\connect :"database"

revoke all on schema public from public;
grant usage, create on schema public to major_degree_owner;
grant usage on schema public to major_degree;
-- Without truncate, references and trigger, so that the application cannot disable the change log.
alter default privileges for role major_degree_owner grant select, insert, update, delete on tables to major_degree;
alter default privileges for role major_degree_owner grant usage, update on sequences to major_degree;

-- The application sets these limits itself. Here they apply to every client that connects as this role.
alter role major_degree in database :"database" set statement_timeout = '4500ms';
alter role major_degree in database :"database" set idle_in_transaction_session_timeout = '3s';
-- Compiling a statement takes longer here than running it.
alter role major_degree in database :"database" set jit = off;
-- Ends a statement that the application has given up. A connection pooler does not pass that on otherwise.
alter role major_degree in database :"database" set client_connection_check_interval = '500ms';
