-- UDS-03: what is known of control units.
create table dtc_files (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants (id) on delete cascade,
  name text not null check (length(name) between 1 and 100),
  updated_at timestamptz not null default now()
);
create unique index dtc_files_name on dtc_files (tenant_id, lower(name));

-- A code without failure type has 00 in its last byte.
create table dtc_codes (
  file_id uuid not null references dtc_files (id) on delete cascade,
  tenant_id uuid not null references tenants (id) on delete cascade,
  code integer not null check (code between 0 and 16777215),
  name_zh text not null,
  name_en text not null,
  severity text,
  primary key (file_id, code)
);
create index dtc_codes_tenant on dtc_codes (tenant_id);

-- The algorithm is sealed: it goes to terminals, never back to people.
create table unlock_files (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants (id) on delete cascade,
  name text not null check (length(name) between 1 and 100),
  content bytea not null,
  levels integer[] not null,
  sha256 text not null,
  user_name text not null,
  created_at timestamptz not null default now()
);
create unique index unlock_files_name on unlock_files (tenant_id, lower(name));

create table ecus (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants (id) on delete cascade,
  name text not null check (length(name) between 1 and 50),
  extended boolean not null,
  physical_id integer not null,
  response_id integer not null,
  functional_id integer not null,
  -- A file in use cannot be deleted.
  dtc_file_id uuid references dtc_files (id) on delete restrict,
  unlock_file_id uuid references unlock_files (id) on delete restrict,
  updated_at timestamptz not null default now()
);
create unique index ecus_name on ecus (tenant_id, lower(name));
create index ecus_dtc_file on ecus (dtc_file_id);
create index ecus_unlock_file on ecus (unlock_file_id);
