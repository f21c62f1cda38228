-- Tokens with which other systems read. No part of the catalog, so the change log has none of them. None is ever deleted, so
-- that who created, renewed and revoked each one is kept.
create table token (
  id text collate "C" primary key,
  name text collate "C" not null constraint token_name check (clean_text(name, 100)),
  contact text collate "C" not null constraint token_contact check (clean_text(contact, 100)),
  scopes jsonb not null constraint token_scopes check (jsonb_typeof(scopes) = 'array'),
  created_at timestamptz(3) not null default clock_timestamp(),
  created_by text collate "C" not null references app_user,
  -- The last days of the newest secret, and of any use, in the time zone of the university.
  expires_on date not null,
  last_used_on date,
  revoked_at timestamptz(3),
  revoked_by text collate "C" references app_user,
  constraint token_revoked check ((revoked_at is null) = (revoked_by is null))
);

-- The secrets of a token: the first one, and one for each renewal. Only their hashes are stored.
create table token_secret (
  hash text collate "C" primary key,
  token_id text collate "C" not null references token,
  created_at timestamptz(3) not null default clock_timestamp(),
  created_by text collate "C" not null references app_user,
  expires_on date not null
);
create index token_secret_token_id on token_secret (token_id);
