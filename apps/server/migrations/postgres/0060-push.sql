-- CAP-01: push rules of a tenant, which forward chosen data to a webhook.
create table push_rules (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants (id) on delete cascade,
  name text not null check (length(name) between 1 and 50),
  enabled boolean not null,
  -- gone: the receiver answered 410.
  stopped text check (stopped in ('gone')),
  kind text not null check (kind in ('signals', 'positions', 'events', 'files')),
  scope text not null check (scope in ('all', 'devices', 'label', 'type')),
  -- Of scope devices; one that goes is no longer found.
  things_ids uuid[] not null default '{}',
  label_id uuid references labels (id) on delete cascade,
  info_model_id uuid references info_models (id) on delete cascade,
  -- As packages/contract/push/source.ts has it.
  source jsonb not null,
  template text not null,
  url text not null,
  -- Sealed under the secret of the installation.
  secret bytea not null,
  -- Failures in a row; while there are any, one delivery at a time asks the receiver, and none before this time.
  failures integer not null default 0,
  rest_until timestamptz not null default '-infinity',
  -- Left out because the queue was full, and of which time.
  lost bigint not null default 0,
  lost_from_us bigint,
  lost_to_us bigint,
  author text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((label_id is not null) = (scope = 'label')),
  check ((info_model_id is not null) = (scope = 'type'))
);
create unique index push_rules_name on push_rules (tenant_id, lower(name));
create index push_rules_enabled on push_rules (tenant_id, kind) where enabled;

-- Up to where a rule has read a device, with its last values. A rule that changes begins anew.
create table push_marks (
  tenant_id uuid not null references tenants (id) on delete cascade,
  rule_id uuid not null references push_rules (id) on delete cascade,
  binding integer not null,
  at_us bigint not null,
  state jsonb not null,
  primary key (rule_id, binding)
);

create table push_replays (
  -- Its job.
  id uuid primary key,
  tenant_id uuid not null references tenants (id) on delete cascade,
  rule_id uuid not null references push_rules (id) on delete cascade,
  from_us bigint not null,
  to_us bigint not null,
  queued bigint not null default 0,
  created_at timestamptz not null default now()
);
create index push_replays_rule on push_replays (rule_id, created_at desc);

-- What is to be sent, and what was: a row needs nothing else but its rule's address.
create table push_deliveries (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants (id) on delete cascade,
  rule_id uuid not null references push_rules (id) on delete cascade,
  things_id uuid references things (id) on delete set null,
  -- The same for the same data of the same rule, so that a receiver can tell a repetition.
  message_id uuid not null,
  cause text not null check (cause in ('live', 'replay', 'test')),
  -- Of a replay its id, else zero: live data is queued once.
  run uuid not null default '00000000-0000-0000-0000-000000000000',
  type text not null,
  at_us bigint not null,
  body text not null,
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'failed')),
  attempts integer not null default 0,
  next_at timestamptz not null default now(),
  claimed_until timestamptz,
  first_try_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  sent_at timestamptz,
  status integer,
  problem text,
  unique (rule_id, message_id, run)
) with (fillfactor = 80);
create index push_deliveries_due on push_deliveries (rule_id, next_at) where state in ('waiting', 'sending');
create index push_deliveries_newest on push_deliveries (tenant_id, created_at desc, id);
create index push_deliveries_failed on push_deliveries (rule_id) where state = 'failed';
create index push_deliveries_sent on push_deliveries (rule_id, sent_at) where state = 'sent';

-- CAP-02: deliveries of a tenant in a month (YYYYMM); the row is the lock of its quota. `tokens` and `refilled_at` are the
-- bucket of push_tps, shared by all processes.
create table push_usage (
  tenant_id uuid not null references tenants (id) on delete cascade,
  month integer not null,
  deliveries bigint not null default 0,
  tokens float8 not null default 0,
  refilled_at timestamptz not null default '-infinity',
  primary key (tenant_id, month)
);
