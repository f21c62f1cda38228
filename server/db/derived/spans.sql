-- Contract 10, as contract/spans.ts has it: a span is in effect in a term that lies in it; an end that is open never ends.
create function derived.in_effect(start_term text, end_term text, term text) returns boolean
  language sql immutable parallel safe
  return coalesce(start_term collate "C" <= term, true) and coalesce(end_term collate "C" >= term, true);

-- Of years, against the year that the term begins with.
create function derived.year_in_effect(year_start integer, year_end integer, term text) returns boolean
  language sql immutable parallel safe
  return coalesce(year_start <= left(term, 4)::integer, true) and coalesce(year_end >= left(term, 4)::integer, true);
