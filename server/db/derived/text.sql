-- Times are ISO 8601 in UTC with milliseconds.
create function derived.iso(at timestamptz) returns text
  language sql stable parallel safe
  return to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- Upper and lower case taken as one, with the same answer on every cluster: ICU alone would lower a final sigma to
-- another letter and a dotted I to two.
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
