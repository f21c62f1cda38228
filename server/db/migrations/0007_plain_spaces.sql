-- Text has ordinary spaces only, as contract/text.ts makes them: no other character of Unicode's category Zs.

-- A text with ordinary spaces in place of the others. Not `strict`, so that the planner can write it in place of the call.
create function plain_spaces(given text) returns text
language sql immutable parallel safe
return translate(given,
  U&'\00A0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200A\202F\205F\3000', repeat(' ', 16));

-- What contract/text.ts lets through: ordinary spaces only, no control or direction characters, trimmed, NFC, at most so
-- many code points, and something in it that can be seen.
create or replace function clean_text(given text, most integer) returns boolean
language sql immutable strict parallel safe
return char_length(given) between 1 and most
  and given is nfc normalized
  and given = plain_spaces(given)
  and given collate "C" !~ '[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]'
  and given collate "C" ~ ('[^\s\ufeff\u2800'
    '\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200d\u2060-\u206f\u3164\ufe00-\ufe0f\uffa0\ufff0-\ufff8'
    '\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]')
  and given = btrim(given, U&' \FEFF');

-- What was recorded before stays as it is, and so do the IDs of people, which the records name.
alter table change_set
  drop constraint change_set_title,
  add constraint change_set_title check (clean_text(plain_spaces(title), 200)),
  drop constraint change_set_reason,
  add constraint change_set_reason check (clean_text(plain_spaces(reason), 500));
alter table app_user
  drop constraint app_user_uci_net_id,
  add constraint app_user_uci_net_id check (clean_text(plain_spaces(uci_net_id), 100));
