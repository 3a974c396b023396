-- OPS-06: when the settled frames of a tenant go into the lake; a tenant without a row has none.
create table lake_schedules (
  tenant_id uuid primary key references tenants (id) on delete cascade,
  is_enabled boolean not null,
  every text not null check (every in ('hour', 'day')),
  frames boolean not null,
  signals boolean not null,
  -- The last run: its end, what it changed, and the code of its problem.
  last_at timestamptz,
  last_written integer not null default 0,
  last_removed integer not null default 0,
  last_code text
);
