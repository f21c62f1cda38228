-- Folds upper and lower case and all kinds of spaces, with the same result on every cluster. ICU alone would map a final sigma to a different
-- letter, and a dotted capital I to two characters. It is asked only where there is more than ASCII, as it is slow. Not
-- `strict`: otherwise the planner could not write this in place of the call.
do $$
begin
  execute format(
    $function$
      create function derived.fold(given text) returns text language sql immutable parallel safe
      return case when octet_length(given) = char_length(given) then lower(given collate "C")
        else translate(lower(translate(plain_spaces(given), U&'\0130', 'i') collate %I), U&'\03C2', U&'\03C3') collate "C" end
    $function$,
    (select collname from pg_collation where collname in ('pg_c_utf8', 'und-x-icu') order by collname limit 1)
  );
end
$$;
