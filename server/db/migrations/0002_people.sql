-- Who has signed in, and their sessions.

create table app_user (
  uci_net_id text collate "C" primary key constraint app_user_uci_net_id check (clean_text(uci_net_id, 100)),
  first_name text,
  last_name text,
  email text,
  groups jsonb not null default '[]' constraint app_user_groups check (jsonb_typeof(groups) = 'array'),
  last_sign_in timestamptz(3)
);

create table session (
  id_hash text primary key,
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
