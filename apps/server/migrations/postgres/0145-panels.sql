-- STA-05: a panel is a dashboard with widgets; the default one of ACC-11 is the tenant's first.
alter table dashboards
  add column widgets jsonb not null default '[]',
  add column version integer not null default 1,
  add column user_name text not null default '',
  add column updated_at timestamptz not null default now();

create table panel_shares (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants (id) on delete cascade,
  panel_id uuid not null references dashboards (id) on delete cascade,
  -- SHA-256 of the code: who reads the table cannot open a link.
  code_hash bytea not null unique,
  user_name text not null,
  hides_places boolean not null,
  created_at timestamptz not null default now(),
  ends_at timestamptz not null,
  views integer not null default 0,
  last_view_at timestamptz
);
create index panel_shares_panel on panel_shares (panel_id);
