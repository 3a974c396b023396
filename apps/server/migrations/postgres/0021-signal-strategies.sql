-- DBC-02: named choices of a DBC's signals.
create table signal_strategies (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants (id) on delete cascade,
  name text not null check (name ~ '^[A-Za-z_][A-Za-z0-9_]{0,63}$'),
  nickname text not null default '',
  remark text not null default '',
  dbc_id uuid not null references dbc_files (id),
  signals jsonb not null check (jsonb_array_length(signals) between 1 and 100),
  author text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index signal_strategies_name on signal_strategies (tenant_id, lower(name));
create index signal_strategies_dbc on signal_strategies (dbc_id);

-- DBC-03: a strategy on a channel of a device.
create table signal_bindings (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants (id) on delete cascade,
  things_id uuid not null references things (id) on delete cascade,
  channel smallint not null check (channel between 0 and 255),
  strategy_id uuid not null references signal_strategies (id),
  -- Of the strategy's DBC: fixed, so that kept values and decoded ones are the same.
  revision integer not null,
  state text not null check (state in ('enabled', 'paused')),
  -- Days since 1970 (UTC) from which on frames are materialised unasked.
  from_day integer not null,
  backfill_job uuid,
  created_at timestamptz not null default now(),
  unique (things_id, channel, strategy_id)
);
create index signal_bindings_tenant on signal_bindings (tenant_id);
create index signal_bindings_strategy on signal_bindings (strategy_id);

-- The numbers under which ClickHouse keeps the values of a signal. Never reused; `device` is the number of the frames.
create table signal_series (
  number integer generated always as identity primary key,
  tenant_id uuid not null references tenants (id) on delete cascade,
  binding_id uuid not null references signal_bindings (id) on delete cascade,
  device integer not null,
  revision integer not null,
  message_id bigint not null,
  is_extended boolean not null,
  signal text not null,
  unique (binding_id, device, revision, message_id, is_extended, signal)
);

-- Days that were compared with the frames and found the same, with the count that the day had then. Another count: look again.
create table signal_days (
  tenant_id uuid not null references tenants (id) on delete cascade,
  binding_id uuid not null references signal_bindings (id) on delete cascade,
  device integer not null,
  day integer not null,
  frames bigint not null,
  primary key (binding_id, device, day)
);
