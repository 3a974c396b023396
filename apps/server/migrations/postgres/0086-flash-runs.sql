-- UDS-04: one flash of one ECU. The order is kept as it is sent, without the unlock algorithm.
create table flash_runs (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants (id) on delete cascade,
  things_id uuid not null references things (id) on delete cascade,
  ecu_id uuid references ecus (id) on delete set null,
  package_id uuid references flash_packages (id) on delete set null,
  ecu_name text not null,
  package_name text not null,
  flow_name text not null,
  part_order jsonb not null,
  vin text not null,
  state text not null default 'draft' check (state in ('draft', 'asked', 'approved', 'running', 'ended')),
  stage text,
  received bigint not null default 0,
  progress jsonb,
  gates jsonb,
  gates_at timestamptz,
  outcome text check (outcome in ('new', 'old', 'boot')),
  failure jsonb,
  code text,
  past_erase boolean not null default false,
  communication_restored boolean,
  dtc_setting_restored boolean,
  two_persons boolean not null,
  asked_by uuid not null,
  asked_name text not null,
  approved_by uuid,
  approved_name text,
  approved_at timestamptz,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz,
  heard_at timestamptz
);
create index flash_runs_newest on flash_runs (things_id, created_at desc, id);
create index flash_runs_tenant on flash_runs (tenant_id);
create index flash_runs_package on flash_runs (package_id);
create index flash_runs_ecu on flash_runs (ecu_id);
-- One at a time.
create unique index flash_runs_running on flash_runs (things_id) where state = 'running';

-- Requests and answers as the terminal told them, each with the hash of all before it.
create table flash_trace (
  run_id uuid not null references flash_runs (id) on delete cascade,
  n integer not null,
  tenant_id uuid not null references tenants (id) on delete cascade,
  time_us bigint not null,
  phase text not null,
  kind text not null,
  data text not null,
  size integer not null,
  hash text not null,
  primary key (run_id, n)
);
create index flash_trace_tenant on flash_trace (tenant_id);
