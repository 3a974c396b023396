-- TST-01: test routines and their runs. A run keeps the routine and the script as they were.
create table test_routines (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants (id) on delete cascade,
  name text not null,
  content jsonb not null,
  author text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index test_routines_name on test_routines (tenant_id, lower(name));

create table test_runs (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants (id) on delete cascade,
  things_id uuid not null references things (id) on delete cascade,
  routine_id uuid references test_routines (id) on delete set null,
  -- Counted for each routine.
  number int not null,
  routine jsonb not null,
  script jsonb,
  is_dry boolean not null,
  -- A run whose job is over, or gone, has ended without telling so.
  job_id uuid,
  begun_at timestamptz,
  stage text not null default 'commandSending',
  -- When each stage began, in epoch milliseconds.
  stage_times jsonb not null default '{}',
  verdict text,
  failure jsonb,
  checks jsonb not null default '[]',
  output text not null default '',
  from_ms bigint,
  to_ms bigint,
  user_name text not null,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create index test_runs_device on test_runs (tenant_id, things_id, created_at desc);
create index test_runs_routine on test_runs (tenant_id, routine_id, created_at desc);
