-- An import that somebody gave up, in whatever state.
alter table import_tasks add column cancelled_at timestamptz;
