-- DAT-03: a file tells what it could not take over. Frames that got the nearest time that its format can hold, and frames
-- that are there without something that the format has no place for.
alter table download_tasks
  add column adjusted bigint not null default 0,
  add column reduced bigint not null default 0;
