-- Contract 10, the same rule as in contract/spans.ts: a span is in effect in the terms from its start to its end. A missing
-- start or end is open.
create function derived.in_effect(start_term text, end_term text, term text) returns boolean
  language sql immutable parallel safe
  return coalesce(start_term collate "C" <= term, true) and coalesce(end_term collate "C" >= term, true);

-- The same for years, compared with the year of the term's code.
create function derived.year_in_effect(year_start integer, year_end integer, term text) returns boolean
  language sql immutable parallel safe
  return coalesce(year_start <= left(term, 4)::integer, true) and coalesce(year_end >= left(term, 4)::integer, true);
