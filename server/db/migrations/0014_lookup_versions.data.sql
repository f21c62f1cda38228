-- The first versions of terms and award types, with the time and person of the last change that the log has of each.
update term set last_modified = latest.at, last_modified_by = latest.by
  from (
    select distinct on (first_key) first_key, at, coalesce(actor, origin) as by
    from change_entry join change_set on number = set_number
    where kind = 'term' order by first_key, set_number desc
  ) latest
  where latest.first_key = term_yyyyst;
update award_type set last_modified = latest.at, last_modified_by = latest.by
  from (
    select distinct on (first_key) first_key, at, coalesce(actor, origin) as by
    from change_entry join change_set on number = set_number
    where kind = 'awardType' order by first_key, set_number desc
  ) latest
  where latest.first_key = degree_short;
