-- The database and its two roles: the owner brings the schema up to date (npm run upgrade), the application works with
-- the data and can do no more. Once, as a superuser:
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
-- No truncate, no references, no trigger: the change log cannot be switched off.
alter default privileges for role major_degree_owner grant select, insert, update, delete on tables to major_degree;
alter default privileges for role major_degree_owner grant usage, update on sequences to major_degree;

-- As the application sets them for itself; here they hold for whoever signs in as it.
alter role major_degree in database major_degree set statement_timeout = '4500ms';
alter role major_degree in database major_degree set idle_in_transaction_session_timeout = '3s';
