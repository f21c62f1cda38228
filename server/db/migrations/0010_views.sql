-- Saved views of screens. No part of the catalog, so the change log has none of it.
create table view (
  id text collate "C" primary key,
  owner text collate "C" not null references app_user,
  screen text collate "C" not null,
  -- Unique for its owner and screen ignoring case, too: the program checks that while it holds the writer lock.
  name text collate "C" not null constraint view_name check (clean_text(name, 60)),
  query text collate "C" not null constraint view_query check (char_length(query) <= 2000),
  is_shared boolean not null,
  version integer not null,
  last_modified timestamptz(3) not null,
  last_modified_by text collate "C" not null,
  constraint view_owner_screen_name unique (owner, screen, name),
  -- For the key of view_default.
  constraint view_id_screen unique (id, screen)
);

-- The view that a user's menu opens a screen with: their own or a shared one, of that screen.
create table view_default (
  uci_net_id text collate "C" not null references app_user,
  screen text collate "C" not null,
  view_id text collate "C" not null,
  primary key (uci_net_id, screen),
  foreign key (view_id, screen) references view (id, screen) on delete cascade
);
create index view_default_view_id on view_default (view_id);
