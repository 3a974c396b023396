-- Scheduled outputs of a tenant, their runs, and the files that these make.
create table outputs (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants (id) on delete cascade,
  -- By whose rights it runs; null: the user is gone.
  user_id uuid references users (id) on delete set null,
  author text not null,
  name text not null check (length(name) between 1 and 50),
  -- As packages/contract/outputs/output-content.ts has it, without the secret of the bucket.
  content jsonb not null,
  -- Sealed under the secret of the installation.
  bucket_secret bytea,
  enabled boolean not null,
  stopped text check (stopped in ('owner')),
  -- Null: it is paused.
  next_at timestamptz,
  created_at timestamptz not null default now(),
  check (enabled = (next_at is not null))
);
create unique index outputs_name on outputs (tenant_id, lower(name));
create index outputs_due on outputs (next_at) where next_at is not null;

create table output_runs (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants (id) on delete cascade,
  output_id uuid not null references outputs (id) on delete cascade,
  cause text not null check (cause in ('clock', 'person')),
  due_at timestamptz not null,
  from_at timestamptz not null,
  to_at timestamptz not null check (to_at > from_at),
  zone text not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'waiting', 'done', 'empty', 'failed')),
  -- The job that may write it.
  job_id uuid,
  attempts integer not null default 0,
  code text,
  problem text,
  -- Of state waiting.
  next_at timestamptz,
  began_at timestamptz,
  ended_at timestamptz,
  changed_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);
-- A turn of the clock is run once.
create unique index output_runs_turn on output_runs (output_id, due_at) where cause = 'clock';
create index output_runs_newest on output_runs (tenant_id, created_at desc, id);
create index output_runs_of on output_runs (output_id, created_at desc);
create index output_runs_open on output_runs (state, next_at) where state in ('queued', 'running', 'waiting');

create table output_files (
  -- Also of the file in `files`: there before its bytes are.
  id uuid primary key,
  tenant_id uuid not null references tenants (id) on delete cascade,
  -- Null: the output is gone, and the file stays until its time is over.
  run_id uuid references output_runs (id) on delete set null,
  -- What it is of, within its run.
  part text not null,
  device_name text not null,
  name text not null,
  frames bigint not null default 0,
  bytes bigint not null default 0,
  -- Meant for the own files; its name in the bucket.
  kept boolean not null default false,
  object text,
  done boolean not null default false,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create unique index output_files_part on output_files (run_id, part) where run_id is not null;
create index output_files_expire on output_files (expires_at);
