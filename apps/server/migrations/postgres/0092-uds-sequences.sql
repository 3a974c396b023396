-- UDS-01: requests that are run together again and again, under a name.
create table uds_sequences (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants (id) on delete cascade,
  name text not null,
  go_on boolean not null,
  steps jsonb not null,
  user_name text not null,
  updated_at timestamptz not null default now()
);
create unique index uds_sequences_name on uds_sequences (tenant_id, lower(name));
