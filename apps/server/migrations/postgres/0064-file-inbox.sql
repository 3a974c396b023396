-- Inboxes for files of other makers' loggers: a folder or a prefix for each tenant, watched while it has rules.
create table inboxes (
  tenant_id uuid primary key references tenants (id) on delete cascade,
  looked_at timestamptz,
  told_at timestamptz,
  -- Of the last look.
  skipped integer not null default 0,
  message_code text
);

-- Which device a file belongs to. The first that fits counts.
create table inbox_rules (
  tenant_id uuid not null references inboxes (tenant_id) on delete cascade,
  place smallint not null,
  pattern text not null,
  -- Null: the pattern says it.
  things_id uuid references things (id) on delete cascade,
  is_analysed boolean not null,
  user_id uuid not null,
  primary key (tenant_id, place)
);

create table inbox_files (
  id uuid primary key,
  tenant_id uuid not null references inboxes (tenant_id) on delete cascade,
  path text not null,
  -- Another one with every change of the file.
  version text not null,
  size bigint not null,
  -- Has had this version since.
  steady_at timestamptz not null default now(),
  state text not null default 'waiting' check
    (state in ('waiting', 'unmatched', 'taking', 'taken', 'analysing', 'done', 'failed', 'discarded')),
  message_code text,
  detail text not null default '',
  -- By the rule that fits.
  things_id uuid,
  user_id uuid,
  is_analysed boolean not null default true,
  -- Known before the first byte is copied: whoever goes on finds what was begun.
  file_id uuid,
  job_id uuid,
  record_id uuid,
  is_told boolean not null default false,
  found_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  unique (tenant_id, path)
);
create index inbox_files_newest on inbox_files (tenant_id, changed_at desc, id);
create index inbox_files_open on inbox_files (tenant_id, state) where state <> 'done';

alter table files drop constraint files_source_check;
alter table files add constraint files_source_check
  check (source in ('recall', 'ftp', 'upload', 'device', 'inbox'));
