-- DAT-03: what somebody asked to download of a device, and the file that came of it. How far it is stands in its job.
create table download_tasks (
  id uuid primary key,
  tenant_id uuid not null,
  user_id uuid not null,
  things_id uuid not null,
  binding integer not null,
  name text not null,
  request jsonb not null,
  job_id uuid,
  -- Counted before the start; what progress is measured against.
  frames bigint not null default 0,
  rows_done bigint not null default 0,
  generating_at timestamptz,
  -- Of the finished file; null until there is one, and again once it was removed.
  file text,
  bytes bigint not null default 0,
  files integer not null default 0,
  -- Frames that the format cannot hold.
  skipped bigint not null default 0,
  downloaded_at timestamptz,
  cancelled_at timestamptz,
  expires_at timestamptz,
  created_at timestamptz not null default now()
);
create index download_tasks_of_user on download_tasks (tenant_id, user_id, created_at desc, id);
create index download_tasks_expiring on download_tasks (expires_at) where file is not null;

-- A way to one file without a token in the address: unused it ends after seconds; used, it is the browser's that began.
create table download_tickets (
  hash bytea primary key,
  tenant_id uuid not null,
  task_id uuid not null references download_tasks (id) on delete cascade,
  browser text,
  expires_at timestamptz not null
);

-- CAP-02: bytes sent to people, by month (YYYYMM, UTC).
create table traffic_usage (
  tenant_id uuid not null,
  month integer not null,
  bytes bigint not null,
  primary key (tenant_id, month)
);

-- DAT-07: a log on its way into the history of a device.
create table import_tasks (
  id uuid primary key,
  tenant_id uuid not null,
  user_id uuid not null,
  things_id uuid not null,
  binding integer not null,
  name text not null,
  size bigint not null,
  received bigint not null default 0,
  -- uploading, checking, checked, importing: what is done; how it ended stands in the job.
  state text not null default 'uploading' check (state in ('uploading', 'checking', 'checked', 'importing')),
  -- What the file holds, once it was read.
  found jsonb,
  -- What of it goes where, once it was decided.
  request jsonb,
  job_id uuid,
  stored bigint not null default 0,
  repeated bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index import_tasks_of_user on import_tasks (tenant_id, user_id, created_at desc, id);

-- The log number of one channel of one file in the history of one device: the same file again gets the same one, so
-- its batches are known. Two files never share one.
create table import_epochs (
  binding integer not null,
  epoch bigint not null,
  identity text not null,
  primary key (binding, epoch),
  unique (binding, identity)
);
