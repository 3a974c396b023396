-- UDS-04: software for ECUs, the order of the steps that write it, and what is known of each ECU for it.
create table flash_packages (
  id uuid primary key default gen_random_uuid(),
  -- No foreign key: the bytes of an erased tenant go before its rows.
  tenant_id uuid not null,
  name text not null check (length(name) between 1 and 64),
  file_name text not null,
  format text not null check (format in ('srec', 'ihex', 'bin')),
  -- Of the image: its segments one behind the other.
  size bigint not null check (size > 0),
  sha256 text not null,
  segments jsonb not null,
  warnings jsonb not null default '[]',
  -- Null until it is signed.
  manifest jsonb,
  key_name text not null default '',
  signature text,
  user_name text not null default '',
  created_at timestamptz not null default now()
);
create unique index flash_packages_name on flash_packages (tenant_id, lower(name));

create table flash_flows (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants (id) on delete cascade,
  name text not null check (length(name) between 1 and 64),
  steps jsonb not null,
  user_name text not null default '',
  updated_at timestamptz not null default now()
);
create unique index flash_flows_name on flash_flows (tenant_id, lower(name));

create table flash_profiles (
  ecu_id uuid primary key references ecus (id) on delete cascade,
  tenant_id uuid not null references tenants (id) on delete cascade,
  memory jsonb not null,
  gates jsonb not null,
  security_level integer,
  flow_id uuid references flash_flows (id),
  package_id uuid references flash_packages (id),
  updated_at timestamptz not null default now()
);
create index flash_profiles_tenant on flash_profiles (tenant_id);
create index flash_profiles_flow on flash_profiles (flow_id);
create index flash_profiles_package on flash_profiles (package_id);

create table flash_settings (
  tenant_id uuid primary key references tenants (id) on delete cascade,
  two_persons boolean not null
);
