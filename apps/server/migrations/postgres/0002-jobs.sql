-- What a page shows of a background job. pg-boss keeps its own rows (schema pgboss) for running it.
create table jobs (
  id uuid primary key,
  -- Null: work of the system itself, shown to no tenant.
  tenant_id uuid,
  user_id uuid,
  kind text not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  stage text,
  progress real not null default 0 check (progress between 0 and 1),
  -- A code with a text in the contract, never a sentence.
  message_code text,
  input jsonb not null default '{}',
  result jsonb,
  attempts integer not null default 0,
  cancel_requested boolean not null default false,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz
);

create index jobs_by_tenant on jobs (tenant_id, created_at desc, id);
create index jobs_unfinished on jobs (kind) where state in ('queued', 'running');
