-- DEV-11: vehicles and the channels of devices that belong to them.
create table vehicles (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants (id) on delete cascade,
  name text not null check (length(name) between 1 and 64),
  vin text not null check (vin ~ '^[A-HJ-NPR-Z0-9]{5,17}$'),
  plate text not null default '' check (length(plate) <= 16),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index vehicles_name on vehicles (tenant_id, lower(name));
create unique index vehicles_vin on vehicles (tenant_id, vin);

-- By binding, the number that frames are stored under: a row stays when its device goes or is replaced, and says which
-- frames of which time are the vehicle's. Without an end it holds now.
create table vehicle_channels (
  tenant_id uuid not null references tenants (id) on delete cascade,
  vehicle_id uuid not null references vehicles (id) on delete cascade,
  binding integer not null references bindings (number),
  channel smallint not null check (channel between 0 and 79),
  from_at timestamptz not null default now(),
  until_at timestamptz not null default 'infinity',
  primary key (vehicle_id, binding, channel, from_at)
);
-- A channel belongs to one vehicle at a time.
create unique index vehicle_channels_one on vehicle_channels (binding, channel) where until_at = 'infinity';
create index vehicle_channels_vehicle on vehicle_channels (vehicle_id) where until_at = 'infinity';
