-- DEV-05: what a device shall be configured as, and what it says it is.

create table device_configs (
  things_id uuid primary key references things (id) on delete cascade,
  tenant_id uuid not null references tenants (id) on delete cascade,
  -- 0: nobody has saved one yet.
  desired_version integer not null default 0,
  reported jsonb,
  reported_hash text,
  reported_revision bigint,
  reported_at timestamptz
);

create table device_config_versions (
  tenant_id uuid not null references tenants (id) on delete cascade,
  things_id uuid not null references things (id) on delete cascade,
  version integer not null,
  config jsonb not null,
  hash text not null,
  note text not null,
  origin text not null check (origin in ('edit', 'import', 'restore', 'apply')),
  restored_from integer,
  user_name text not null,
  state text not null default 'waiting'
    check (state in ('waiting', 'sending', 'confirmed', 'refused', 'failed', 'superseded')),
  problem text,
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  primary key (things_id, version)
);

-- One configuration for many devices; what became of it on each is the state of that device's version.
create table config_rollouts (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants (id) on delete cascade,
  user_name text not null,
  note text not null,
  created_at timestamptz not null default now()
);

create table config_rollout_items (
  rollout_id uuid not null references config_rollouts (id) on delete cascade,
  tenant_id uuid not null references tenants (id) on delete cascade,
  things_id uuid not null references things (id) on delete cascade,
  version integer not null,
  primary key (rollout_id, things_id)
);
create index config_rollout_items_things on config_rollout_items (things_id);
