-- DEV-06: what terminals send again and again, as far as is known: from the command that started it, and from what the
-- terminal says of it in its status.
create table device_transmissions (
  things_id uuid not null references things (id) on delete cascade,
  -- The command that started it, where it was one.
  job text not null,
  tenant_id uuid not null references tenants (id) on delete cascade,
  frames jsonb not null,
  repeat integer not null,
  period_ms integer not null,
  -- Null: the terminal does not say.
  sent bigint,
  confirmed boolean not null,
  user_name text,
  since timestamptz not null,
  -- When it was last heard of: a connection that began later knows nothing of it.
  heard_at timestamptz not null,
  primary key (things_id, job)
);
