-- What a search of devices looks in (DEV-10): folded once, since folding 10,000 names at every search takes longer than
-- all the rest of it.
alter table things add column search_text text generated always as (lower(name || ' ' || third_things_id)) stored;
