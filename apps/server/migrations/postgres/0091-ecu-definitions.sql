-- UDS-01: names, units and lengths of an ECU's identifiers, routines and fault codes, of a CSV or of ODX.
create table ecu_definitions (
  ecu_id uuid primary key references ecus (id) on delete cascade,
  tenant_id uuid not null references tenants (id) on delete cascade,
  file_name text not null,
  user_name text not null,
  content jsonb not null,
  created_at timestamptz not null default now()
);
create index ecu_definitions_tenant on ecu_definitions (tenant_id);
