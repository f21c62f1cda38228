-- The same checks in PL/pgSQL, because a connection prepares them once; SQL was put in place of each call, again for each statement.
-- Calls name their schema, so that the checks hold under any search path. Text of printable ASCII, as most is, needs one comparison.
create or replace function clean_text(given text, most integer) returns boolean
language plpgsql immutable strict parallel safe as $$
begin
  if given collate "C" ~ '^[!-~]([ -~]*[!-~])?$' then
    return octet_length(given) <= most;
  end if;
  return char_length(given) between 1 and most
    and given is nfc normalized
    and given = public.plain_spaces(given)
    and given collate "C" !~ '[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]'
    and given collate "C" ~ ('[^\s\ufeff\u2800'
      '\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200d\u2060-\u206f\u3164\ufe00-\ufe0f\uffa0\ufff0-\ufff8'
      '\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]')
    and given = btrim(given, U&' \FEFF');
end
$$;

create or replace function clean_lines(given text, most integer) returns boolean
language plpgsql immutable strict parallel safe as $$
begin
  return public.clean_text(replace(given, e'\n', ' '), most);
end
$$;
