-- OPS-03: when the newest backup ended, for whoever watches that there are some. Not in the backup itself.
create table last_backup (
  is_only boolean primary key default true check (is_only),
  finished_at timestamptz not null,
  -- Files that the installation itself lacks.
  problems integer not null
);
