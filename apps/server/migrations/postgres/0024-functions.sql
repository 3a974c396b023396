-- DBC-07: which signals a user looks at in the decoded history of a device.
create table signal_choices (
  tenant_id uuid not null references tenants (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  things_id uuid not null references things (id) on delete cascade,
  -- Checked by the contract when written.
  signals jsonb not null check (jsonb_array_length(signals) <= 30),
  updated_at timestamptz not null default now(),
  primary key (user_id, things_id)
);

-- DBC-08: formulas over signals.
create table computed_signals (
  tenant_id uuid not null references tenants (id) on delete cascade,
  name text not null check (length(name) between 1 and 64),
  unit text not null check (length(unit) <= 32),
  remark text not null check (length(remark) <= 200),
  formula text not null check (length(formula) between 1 and 2000),
  inputs jsonb not null check (jsonb_array_length(inputs) between 1 and 8),
  user_name text not null,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, name)
);
