-- DAT-06: a position of an imported track, or one that a terminal sends long after, stays as long as if it were of the day
-- on which it was stored. Null: stored within an hour of its time.

alter table positions add column stored_at timestamptz;
