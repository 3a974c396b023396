-- UDS-01: one tester a device. A session without an end holds now.
create table diagnosis_sessions (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants (id) on delete cascade,
  things_id uuid not null references things (id) on delete cascade,
  user_id uuid not null,
  user_name text not null,
  opened_at timestamptz not null,
  -- When its page was last heard of.
  seen_at timestamptz not null,
  ended_at timestamptz,
  end_reason text
);
create unique index diagnosis_sessions_one on diagnosis_sessions (things_id) where ended_at is null;
create index diagnosis_sessions_seen on diagnosis_sessions (seen_at) where ended_at is null;

-- Requests that a terminal runs one after the other. The kind leaves room for flashing.
create table diagnosis_jobs (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants (id) on delete cascade,
  things_id uuid not null references things (id) on delete cascade,
  session_id uuid not null references diagnosis_sessions (id) on delete cascade,
  kind text not null default 'uds',
  title text not null,
  settings jsonb not null,
  steps jsonb not null,
  user_name text not null,
  state text not null default 'running',
  created_at timestamptz not null,
  -- When the terminal must have told its end.
  deadline_at timestamptz not null,
  ended_at timestamptz
);
create index diagnosis_jobs_newest on diagnosis_jobs (things_id, created_at desc, id);
create index diagnosis_jobs_session on diagnosis_jobs (session_id);
-- One at a time.
create unique index diagnosis_jobs_running on diagnosis_jobs (things_id) where state = 'running';

-- What happened to a job, as the terminal told it: times are of its clock.
create table diagnosis_trace (
  job_id uuid not null references diagnosis_jobs (id) on delete cascade,
  n integer not null,
  tenant_id uuid not null references tenants (id) on delete cascade,
  time_us bigint not null,
  step integer not null,
  kind text not null,
  data bytea not null,
  detail jsonb not null default '{}',
  frames jsonb not null default '[]',
  primary key (job_id, n)
);
create index diagnosis_trace_tenant on diagnosis_trace (tenant_id);
