-- Makes other spaces ordinary ones in all text that is stored.

-- The key of an award type never changes: a new one takes over its degrees, unless there is one with that key already.
insert into award_type
  select distinct on (plain_spaces(degree_short))
    plain_spaces(degree_short), plain_spaces(degree_code), plain_spaces(title), program_cred_level
  from award_type where degree_short <> plain_spaces(degree_short)
  order by plain_spaces(degree_short), degree_short
  on conflict do nothing;
update award_type set degree_code = plain_spaces(degree_code), title = plain_spaces(title)
  where degree_short = plain_spaces(degree_short)
    and (degree_code, title) <> (plain_spaces(degree_code), plain_spaces(title));
update degree set
    degree_awarded = plain_spaces(degree_awarded), degree_title_rc = plain_spaces(degree_title_rc),
    degree_title_abbr = plain_spaces(degree_title_abbr), degree_comments = plain_spaces(degree_comments)
  where (degree_awarded, degree_title_rc, degree_title_abbr, degree_comments) is distinct from
    (plain_spaces(degree_awarded), plain_spaces(degree_title_rc), plain_spaces(degree_title_abbr), plain_spaces(degree_comments));
delete from award_type where degree_short <> plain_spaces(degree_short);

update term set term_letter_year = plain_spaces(term_letter_year) where term_letter_year <> plain_spaces(term_letter_year);
update cip_code set title = plain_spaces(title) where title <> plain_spaces(title);

update school set title = plain_spaces(title), title8 = plain_spaces(title8), comments = plain_spaces(comments)
  where (title, title8, comments) is distinct from (plain_spaces(title), plain_spaces(title8), plain_spaces(comments));
update department set title7 = plain_spaces(title7), title = plain_spaces(title), comments = plain_spaces(comments)
  where (title7, title, comments) is distinct from (plain_spaces(title7), plain_spaces(title), plain_spaces(comments));
update major set
    title7 = plain_spaces(title7), title20 = plain_spaces(title20), title_long = plain_spaces(title_long),
    hegis_code = plain_spaces(hegis_code), comments = plain_spaces(comments)
  where (title7, title20, title_long, hegis_code, comments) is distinct from
    (plain_spaces(title7), plain_spaces(title20), plain_spaces(title_long), plain_spaces(hegis_code), plain_spaces(comments));

update app_user set
    first_name = plain_spaces(first_name), last_name = plain_spaces(last_name), email = plain_spaces(email)
  where (first_name, last_name, email) is distinct from
    (plain_spaces(first_name), plain_spaces(last_name), plain_spaces(email));
