-- FIL-01, FIL-05: files of devices and of tenants.
create table files (
  id uuid primary key,
  tenant_id uuid not null,
  -- 0 cloud, 1 FTP, 2 of the tenant itself.
  location smallint not null check (location in (0, 1, 2)),
  -- Of location 0 and 1. No foreign keys: the bytes of what belonged to a deleted device or tenant go first.
  things_id uuid check ((things_id is null) = (location = 2)),
  -- Whoever sent it, unless a terminal did.
  user_id uuid,
  user_name text not null default '',
  source text not null check (source in ('recall', 'ftp', 'upload', 'device')),
  folder text not null default '',
  name text not null,
  -- Of location 2.
  file_type text not null default '',
  is_public boolean not null default false,
  -- Null: known at its end (FTP).
  size bigint,
  received bigint not null default 0,
  -- As the sender says, then as it is.
  sha256 text,
  state text not null default 'receiving' check (state in ('receiving', 'stored')),
  -- Whose parts it has: files with the same content share them.
  content_id uuid not null,
  same_as text,
  repeats integer not null default 0,
  -- The right to send its bytes.
  upload_hash bytea unique,
  -- Of its first and last frame, once it was analysed.
  first_us bigint,
  last_us bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index files_of_tenant on files (tenant_id, location, created_at desc, id);
create index files_of_device on files (things_id, created_at desc, id) where things_id is not null;
create index files_of_content on files (content_id);
create index files_same on files (tenant_id, sha256) where state = 'stored';
create unique index files_public_names on files (tenant_id, file_type, name) where location = 2 and is_public;
create unique index files_own_names on files (tenant_id, user_id, file_type, name) where location = 2 and not is_public;

-- The bytes of contents, each part an object of platform/files. A row is written before its object and goes after it:
-- no object is without a row.
create table file_parts (
  object uuid primary key,
  tenant_id uuid not null,
  content_id uuid not null,
  at bigint not null,
  size bigint not null,
  state text not null default 'writing' check (state in ('writing', 'kept', 'dropped')),
  changed_at timestamptz not null default now()
);
create unique index file_parts_of_content on file_parts (content_id, at) where state = 'kept';
create index file_parts_loose on file_parts (changed_at) where state <> 'kept';

-- As download_tickets, for files.
create table file_tickets (
  hash bytea primary key,
  tenant_id uuid not null,
  file_id uuid not null references files (id) on delete cascade,
  browser text,
  expires_at timestamptz not null
);
