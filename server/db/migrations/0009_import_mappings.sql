-- The column mappings of imports: one for each set of headers. No part of the catalog, so the change log has none of it.
create table import_mapping (
  -- SHA-256 in hex of the set: the headers themselves are too long for an index.
  headers_hash text collate "C" primary key,
  headers jsonb not null constraint import_mapping_headers check (jsonb_typeof(headers) = 'array'),
  kind text collate "C" not null,
  -- The column of the kind by header, empty for a skipped header.
  columns jsonb not null constraint import_mapping_columns check (jsonb_typeof(columns) = 'object'),
  last_modified timestamptz(3) not null,
  last_modified_by text collate "C" not null
);
