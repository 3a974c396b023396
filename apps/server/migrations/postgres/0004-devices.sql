-- Devices: what they are, whose they are, who may do what with them; and how much each tenant may use.

-- CAP-01: a tenant without a row has the package of the spec. Null in the content means no limit.
create table tenant_packages (
  tenant_id uuid primary key references tenants (id) on delete cascade,
  content jsonb not null,
  updated_at timestamptz not null default now()
);

create table info_models (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants (id) on delete cascade,
  name text not null check (length(name) between 1 and 64),
  -- What lists are narrowed by; `can` marks the types of CAN devices.
  keyword text not null default 'can',
  -- Offered to others: by the platform to everyone, by a merchant to its owners.
  is_public boolean not null default false,
  data_groups jsonb not null default '[]',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index info_models_name on info_models (tenant_id, lower(name));

-- The `device` number of the frame store. A row stays when its device goes, so that a number never comes back.
create table bindings (
  number integer generated always as identity primary key,
  tenant_id uuid not null,
  third_things_id text not null,
  started_at timestamptz not null default now(),
  ended_at timestamptz,
  end_reason text check (end_reason in ('deleted', 'moved'))
);
create index bindings_tenant on bindings (tenant_id, third_things_id);
create index bindings_ended on bindings (ended_at) where ended_at is not null;

create table things (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants (id) on delete cascade,
  binding integer not null unique references bindings (number),
  -- A terminal is registered once, wherever.
  third_things_id text not null unique check (third_things_id ~ '^[0-9A-F]{20}$'),
  name text not null check (length(name) between 1 and 64),
  licence text,
  -- SHA-256 of the licence key, which the terminal alone knows; a new version with every rotation.
  key_hash bytea not null,
  key_version integer not null default 1,
  description text not null default '',
  info_model_id uuid references info_models (id) on delete set null,
  class text not null check (class in ('ordinary', 'gateway')),
  gateway_id uuid references things (id) on delete set null,
  dialect text not null default 'canopy' check (dialect in ('canopy', 'candtu')),
  server text not null default '',
  channel_enable boolean[] not null default '{true,true}',
  -- What the terminal says of itself; null until it has said so.
  online boolean not null default false,
  online_at timestamptz,
  offline_at timestamptz,
  sd_state text check (sd_state in ('not_inserted', 'recording', 'not_recording', 'unsupported')),
  firmware_version text,
  things_usage bigint not null default 0,
  last_cal_usage_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
) with (fillfactor = 80);
-- One per order that a page offers and 10,000 devices would have to be sorted for (DEV-10).
create index things_newest on things (tenant_id, created_at, id);
create index things_name on things (tenant_id, name, id);
create index things_device_id on things (tenant_id, third_things_id, id);
create index things_usage_order on things (tenant_id, things_usage, id);
create index things_info_model on things (info_model_id) where info_model_id is not null;
create index things_gateway on things (gateway_id) where gateway_id is not null;

-- USR-03, USR-04: a level holds from sign-ins at `from_at` until those at `until_at`, so that a session keeps the rights
-- of its beginning, and a device or user that goes takes the rights along at once.
create table device_levels (
  tenant_id uuid not null references tenants (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  things_id uuid not null references things (id) on delete cascade,
  level text not null check (level in ('read', 'write')),
  from_at timestamptz not null default now(),
  until_at timestamptz not null default 'infinity',
  primary key (user_id, things_id, from_at)
);
create index device_levels_things on device_levels (things_id);

create table favourite_things (
  tenant_id uuid not null references tenants (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  things_id uuid not null references things (id) on delete cascade,
  primary key (user_id, things_id)
);
create index favourite_things_things on favourite_things (things_id);

create table labels (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants (id) on delete cascade,
  name text not null check (length(name) between 1 and 32),
  created_at timestamptz not null default now()
);
create unique index labels_name on labels (tenant_id, lower(name));

create table thing_labels (
  tenant_id uuid not null references tenants (id) on delete cascade,
  things_id uuid not null references things (id) on delete cascade,
  label_id uuid not null references labels (id) on delete cascade,
  primary key (things_id, label_id)
);
create index thing_labels_label on thing_labels (label_id);

-- Soft groups: named sets of devices.
create table thing_groups (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants (id) on delete cascade,
  name text not null check (length(name) between 1 and 64),
  created_at timestamptz not null default now()
);
create unique index thing_groups_name on thing_groups (tenant_id, lower(name));

create table thing_group_members (
  tenant_id uuid not null references tenants (id) on delete cascade,
  group_id uuid not null references thing_groups (id) on delete cascade,
  things_id uuid not null references things (id) on delete cascade,
  primary key (group_id, things_id)
);
create index thing_group_members_things on thing_group_members (things_id);

-- DEV-03: what was issued, as hashes. The secrets that signed them are nowhere.
create table issued_licences (
  tenant_id uuid not null references tenants (id) on delete cascade,
  info_model_id uuid not null references info_models (id) on delete cascade,
  third_things_id text not null,
  licence_hash bytea not null,
  issued_by uuid,
  issued_at timestamptz not null default now(),
  primary key (info_model_id, third_things_id, licence_hash)
);

-- One row for the whole platform, kept by the system manager.
create table licence_config (
  only_row boolean primary key default true check (only_row),
  enable boolean not null default true,
  -- Adding a device needs a licence that was issued for its type and ID.
  required boolean not null default false
);
insert into licence_config default values;

-- DEV-07
create table device_log (
  id bigint generated always as identity primary key,
  tenant_id uuid not null references tenants (id) on delete cascade,
  things_id uuid not null references things (id) on delete cascade,
  kind text not null,
  content jsonb not null default '{}',
  user_name text,
  at timestamptz not null default now()
);
create index device_log_newest on device_log (things_id, at desc, id desc);
