-- DEV-06: saved lists of frames to send; everybody who may see the device sees them.
create table command_lists (
  tenant_id uuid not null references tenants (id) on delete cascade,
  things_id uuid not null references things (id) on delete cascade,
  name text not null check (length(name) between 1 and 64),
  -- Checked by the contract when written.
  frames jsonb not null check (jsonb_array_length(frames) between 1 and 100),
  repeat integer not null,
  period_ms integer not null,
  user_name text,
  updated_at timestamptz not null default now(),
  primary key (things_id, name)
);

-- DAT-02: which data points a user looks at in the history of a device.
create table data_points (
  tenant_id uuid not null references tenants (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  things_id uuid not null references things (id) on delete cascade,
  points jsonb not null check (jsonb_array_length(points) <= 30),
  updated_at timestamptz not null default now(),
  primary key (user_id, things_id)
);
