-- DAT-04, CAP-05: what a tenant chose to happen when its data space is full; without a row storing stops.
create table storage_choices (
  tenant_id uuid primary key references tenants (id) on delete cascade,
  when_full text not null check (when_full in ('stop', 'loop')),
  changed_at timestamptz not null default now()
);

-- NAV-16: more of a quota, asked of the system manager.
create table capacity_requests (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants (id) on delete cascade,
  user_id uuid not null,
  user_name text not null,
  -- A field of the package, and the limit that is wanted.
  quota text not null,
  amount float8 not null,
  reason text not null default '',
  contact text not null default '',
  state text not null default 'waiting' check (state in ('waiting', 'granted', 'refused')),
  answer text not null default '',
  created_at timestamptz not null default now(),
  answered_at timestamptz
);
-- One of a quota waits at a time.
create unique index capacity_requests_waiting on capacity_requests (tenant_id, quota) where state = 'waiting';
create index capacity_requests_tenant on capacity_requests (tenant_id, created_at desc);
create index capacity_requests_newest on capacity_requests (created_at desc);

-- DAT-06: up to which day (days since 1970) a tenant was told that its data goes.
create table retention_notices (
  tenant_id uuid primary key references tenants (id) on delete cascade,
  until_day integer not null
);
