-- Who has signed in, and their sessions.

create table app_user (
  uci_net_id text collate "C" primary key constraint app_user_uci_net_id check (clean_text(uci_net_id, 100)),
  first_name text constraint app_user_first_name check (clean_text(first_name, 200)),
  last_name text constraint app_user_last_name check (clean_text(last_name, 200)),
  email text constraint app_user_email check (clean_text(email, 320)),
  groups jsonb not null default '[]' constraint app_user_groups check (jsonb_typeof(groups) = 'array'),
  last_sign_in timestamptz(3)
);
-- One account in either case.
create unique index app_user_folded on app_user (lower(uci_net_id));

-- Whose groups, and so whose rights, were others from when on. Written by trigger only, never changed.
create table person_log (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null,
  uci_net_id text collate "C" not null,
  before jsonb,
  after jsonb
);

-- One row from sign-in to sign-out; the id that the browser holds changes in between.
create table session (
  session_key bigint generated always as identity primary key,
  id_hash text not null unique,
  uci_net_id text collate "C" not null references app_user,
  acting_as text collate "C" references app_user,
  acting_since timestamptz(3),
  id_token text,
  created_at timestamptz(3) not null default now(),
  seen_at timestamptz(3) not null default now(),
  constraint session_acting check ((acting_as is null) = (acting_since is null))
);
create index session_uci_net_id on session (uci_net_id);
create index session_seen_at on session (seen_at);
