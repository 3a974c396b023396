-- GPS-03: rules on fences are judged where positions land.

-- One row for each binding with such rules: compared and set by the statement that stores its positions. `last` has the
-- newest judged position of each lane, present and late.
create table place_marks (
  binding integer primary key,
  version bigint not null default 0,
  last jsonb not null default '[null, null]'
) with (fillfactor = 50);

-- Why a fence alarm fired, and where.
alter table rule_changes
  add column reason text,
  add column latitude float8,
  add column longitude float8;
