-- Creates the database and its two roles: the owner upgrades the schema (npm run upgrade), the application can only read
-- and write data. Run this once, as a superuser:
--   psql -v ON_ERROR_STOP=1 -v owner_password=… -v password=… -f deploy/roles.sql

create role major_degree_owner login password :'owner_password';
create role major_degree login password :'password';
create database major_degree owner major_degree_owner encoding 'UTF8' template template0;
revoke all on database major_degree from public;
grant connect on database major_degree to major_degree;

\connect major_degree

revoke all on schema public from public;
grant usage, create on schema public to major_degree_owner;
grant usage on schema public to major_degree;
-- Without truncate, references and trigger, so that the application cannot disable the change log.
alter default privileges for role major_degree_owner grant select, insert, update, delete on tables to major_degree;
alter default privileges for role major_degree_owner grant usage, select, update on sequences to major_degree;

-- The application sets these limits itself. Here they apply to every client that connects as this role.
alter role major_degree in database major_degree set statement_timeout = '4500ms';
alter role major_degree in database major_degree set idle_in_transaction_session_timeout = '3s';
