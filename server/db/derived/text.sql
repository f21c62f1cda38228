-- ISO 8601 in UTC with milliseconds.
create function derived.iso(at timestamptz) returns text
  language sql stable parallel safe
  return to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- Folds upper and lower case, with the same result on every cluster. ICU alone would map a final sigma to a different
-- letter, and a dotted capital I to two characters.
do $$
begin
  execute format(
    $function$
      create function derived.fold(given text) returns text language sql immutable strict parallel safe
      return translate(lower(translate(given, U&'\0130', 'i') collate %I), U&'\03C2', U&'\03C3')
    $function$,
    (select collname from pg_collation where collname in ('pg_c_utf8', 'und-x-icu') order by collname limit 1)
  );
end
$$;
