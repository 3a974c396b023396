-- DEV-08: an image for many devices, in waves.
create table firmware_rollouts (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants (id) on delete cascade,
  -- Null: it was deleted since.
  image_id uuid references firmware_images (id) on delete set null,
  version text not null,
  scope text not null check (scope in ('group', 'type', 'device', 'gateway', 'gateway_group')),
  -- Of the group, type or gateway, or the devices.
  scope_ids uuid[] not null,
  scope_name text not null default '',
  -- Null: at once.
  start_at timestamptz,
  -- Every day, by the clock of a time zone; null: always.
  window_hours jsonb,
  waves jsonb not null,
  state text not null default 'scheduled' check (state in ('scheduled', 'running', 'paused', 'done', 'stopped')),
  -- Why it paused by itself.
  halt jsonb,
  wave integer not null default 0,
  -- Failures of each wave that somebody has seen and gone on with.
  accepted integer[] not null default '{}',
  -- When the running wave had the successes it needs.
  passed_at timestamptz,
  user_name text not null default '',
  created_at timestamptz not null default now(),
  begun_at timestamptz,
  ended_at timestamptz
);
create index firmware_rollouts_newest on firmware_rollouts (tenant_id, created_at desc, id);
create index firmware_rollouts_image on firmware_rollouts (image_id);
create index firmware_rollouts_at_work on firmware_rollouts (id) where state in ('scheduled', 'running', 'paused', 'stopped');

create table firmware_rollout_devices (
  rollout_id uuid not null references firmware_rollouts (id) on delete cascade,
  tenant_id uuid not null references tenants (id) on delete cascade,
  things_id uuid not null references things (id) on delete cascade,
  wave integer not null default 0,
  -- asked: the command is on its way. Before it is answered, and after, nobody else sends it.
  state text not null check (state in ('waiting', 'offline', 'asked', 'downloading', 'verifying', 'installing',
    'restarting', 'done', 'failed', 'left_out', 'cancelled')),
  from_version text,
  received bigint,
  bytes_per_second bigint,
  code text,
  tries integer not null default 0,
  -- Of the state.
  since timestamptz not null default now(),
  -- Of the last word of the terminal.
  heard_at timestamptz not null default now(),
  primary key (rollout_id, things_id)
);
create index firmware_rollout_devices_state on firmware_rollout_devices (rollout_id, wave, state);
-- Busy devices: one upgrade at a time, whichever rollout it is of.
create unique index firmware_rollout_devices_busy on firmware_rollout_devices (things_id)
  where state in ('asked', 'downloading', 'verifying', 'installing', 'restarting');
create index firmware_rollout_devices_things on firmware_rollout_devices (things_id);

create table firmware_rollout_history (
  id bigint generated always as identity primary key,
  tenant_id uuid not null references tenants (id) on delete cascade,
  rollout_id uuid not null references firmware_rollouts (id) on delete cascade,
  things_id uuid,
  kind text not null,
  code text,
  user_name text,
  at timestamptz not null default now()
);
create index firmware_rollout_history_newest on firmware_rollout_history (rollout_id, at desc, id desc);
