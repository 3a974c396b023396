-- FIL-04: analyses of files into history. How far one is stands in its job.
create table file_analyses (
  id uuid primary key,
  tenant_id uuid not null,
  user_id uuid not null,
  file_id uuid not null,
  file_name text not null,
  file_location smallint not null,
  things_id uuid not null,
  binding integer not null,
  job_id uuid,
  -- Of its first and last frame.
  first_us bigint,
  last_us bigint,
  result jsonb,
  -- Counted before the commit, so that an attempt that was interrupted after it knows its own frames.
  stored bigint not null default 0,
  repeated bigint not null default 0,
  cancelled_at timestamptz,
  -- From then on it cannot be cancelled.
  committing_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null default now()
);
create index file_analyses_of_tenant on file_analyses (tenant_id, created_at desc, id);
create index file_analyses_of_file on file_analyses (file_id, created_at desc);

-- FIL-03: how a device signs in by FTP. Not its licence key: plain FTP shows a password to everyone on the way.
create table ftp_accounts (
  things_id uuid primary key references things (id) on delete cascade,
  tenant_id uuid not null,
  password_hash bytea not null,
  quota_bytes bigint not null,
  changed_at timestamptz not null default now()
);
