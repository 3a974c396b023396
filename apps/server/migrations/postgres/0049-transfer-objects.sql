-- FIL-06: objects of downloads and imports in the bucket of S3_URL. A row is there before its object and goes after it. No
-- foreign keys: the object of a deleted task or tenant goes first.
create table transfer_objects (
  name text primary key,
  tenant_id uuid not null,
  task_id uuid not null,
  -- Of a piece of an uploaded log: where it begins. Null: a made file.
  file_offset bigint,
  created_at timestamptz not null default now()
);
create index transfer_objects_of_task on transfer_objects (tenant_id, task_id, file_offset);
