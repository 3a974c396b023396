-- DEV-14: a device whose terminal left stays, with its binding and so with its history; the terminal goes on elsewhere
-- under a binding of its own.
alter table things add column moved_at timestamptz;
alter table things drop constraint things_third_things_id_key;
-- A terminal is registered once, wherever; the devices that it left do not count.
create unique index things_terminal on things (third_things_id) where moved_at is null;

-- Offered by one tenant, to be taken by another. Without `to_tenant_id` nobody has the name that was given, which the
-- offering side is not told.
create table device_transfers (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants (id) on delete cascade,
  things_id uuid not null unique references things (id) on delete cascade,
  to_tenant_id uuid references tenants (id) on delete cascade,
  receiver text not null,
  user_name text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index device_transfers_to on device_transfers (to_tenant_id) where to_tenant_id is not null;
