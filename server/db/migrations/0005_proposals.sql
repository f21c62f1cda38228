-- The proposals that were saved in the last day, by the ID that the sender gave them: one that is sent again is not saved
-- again, and is told the same.
create table applied_proposal (
  uci_net_id text collate "C" not null,
  id uuid not null,
  -- SHA-256 in hex of what was sent.
  body_hash text collate "C" not null,
  -- The change set, in JSON, as it was told.
  answer text not null,
  at timestamptz(3) not null default clock_timestamp(),
  primary key (uci_net_id, id)
);
create index applied_proposal_at on applied_proposal (at);
