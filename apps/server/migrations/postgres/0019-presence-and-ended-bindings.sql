-- Which ingest process holds a terminal's connection: one that dies leaves its terminals shown as online, and this is how
-- the others know whose they were.
create table ingest_instances (
  id uuid primary key,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);
create table connected_bindings (
  binding integer primary key,
  instance_id uuid not null
);
create index connected_bindings_instance on connected_bindings (instance_id);

-- When everything of an ended binding was deleted: the nightly job does it once.
alter table bindings add column data_gone_at timestamptz;
create index bindings_with_data on bindings (number) where ended_at is not null and data_gone_at is null;
