-- DEV-13: what people wrote at a time of a device.
create table bookmarks (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants (id) on delete cascade,
  things_id uuid not null references things (id) on delete cascade,
  user_id uuid not null,
  author text not null,
  from_ms bigint not null,
  to_ms bigint not null,
  text text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index bookmarks_device on bookmarks (tenant_id, things_id, from_ms);
