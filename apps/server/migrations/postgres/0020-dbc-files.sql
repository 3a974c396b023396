-- DBC-01: the tenant's library of DBC files. A revision is never changed: what was decoded with it stays explainable.
create table dbc_files (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants (id) on delete cascade,
  -- Without the ending .dbc.
  name text not null check (length(name) between 1 and 128),
  -- A draft has errors: it can be looked at and mended, and nothing may use it.
  state text not null check (state in ('ready', 'draft')),
  newest integer not null check (newest >= 1),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index dbc_files_name on dbc_files (tenant_id, lower(name));

create table dbc_revisions (
  tenant_id uuid not null references tenants (id) on delete cascade,
  dbc_id uuid not null references dbc_files (id) on delete cascade,
  revision integer not null check (revision >= 1),
  -- The bytes as they came, in their encoding.
  content bytea not null check (length(content) between 1 and 8388608),
  encoding text not null check (encoding in ('utf-8', 'utf-8-bom', 'gb18030', 'windows-1252')),
  problems jsonb not null,
  error_count integer not null,
  warning_count integer not null,
  message_count integer not null,
  signal_count integer not null,
  author text not null,
  remark text not null default '' check (length(remark) <= 500),
  created_at timestamptz not null default now(),
  primary key (dbc_id, revision)
);
create index dbc_revisions_tenant on dbc_revisions (tenant_id);

-- What the search over all files looks in: a row for each message of the newest revisions, with columns that have an
-- entry for the message (first) and for each of its signals. A row for each signal would take a large file ten times
-- as long to store.
create table dbc_terms (
  tenant_id uuid not null references tenants (id) on delete cascade,
  dbc_id uuid not null references dbc_files (id) on delete cascade,
  message_id bigint not null,
  is_extended boolean not null,
  message text not null,
  -- The first is null: the message itself.
  signals text[] not null,
  comments text[] not null,
  -- In lower case.
  texts text[] not null
);
create index dbc_terms_tenant on dbc_terms (tenant_id);
create index dbc_terms_file on dbc_terms (dbc_id);
