-- The history of an item is read set by set, the entries of a set in the order of writing.
create index change_entry_history on change_entry (kind, first_key, set_number, place);
create index change_entry_history_of_second on change_entry (kind, second_key, set_number, place)
  where second_key is not null;
drop index change_entry_second_key;
