-- What a user or tenant has chosen, and what is to be sent to people.

create table user_attributes (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  platform text not null,
  attribute_type text not null,
  attribute_key text not null default '',
  attribute jsonb not null,
  updated_at timestamptz not null default now(),
  unique (tenant_id, user_id, platform, attribute_type, attribute_key)
);

create table dashboards (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants (id) on delete cascade,
  business_type text not null,
  name text not null,
  owner_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null default now()
);
-- ACC-11: two sign-ins at once make one default dashboard.
create unique index dashboards_default on dashboards (tenant_id) where business_type = 'candtu_dashboard_default';

create table tracking_events (
  id bigint generated always as identity primary key,
  tenant_id uuid not null references tenants (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  platform text not null,
  module text not null,
  action text not null,
  params jsonb,
  at timestamptz not null default now()
);
create index tracking_events_tenant on tracking_events (tenant_id, at desc);

-- Everything that goes to a person by mail, text message, voice or webhook is a row here before it is sent.
create table outbox (
  id uuid primary key default gen_random_uuid(),
  -- Null: sent by the platform itself, such as a code to someone who has no account yet.
  tenant_id uuid references tenants (id) on delete cascade,
  channel text not null check (channel in ('sms', 'email', 'voice', 'feishu')),
  destination text not null,
  subject text not null default '',
  content text not null,
  state text not null check (state in ('waiting', 'sending', 'sent', 'failed', 'unconfigured')),
  attempts integer not null default 0,
  problem text,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index outbox_newest on outbox (created_at desc);
