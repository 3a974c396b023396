-- OPS-03: as in the frames' database, for files of devices and tenants, firmware images and flash packages.
create table backup_leases (
  id uuid primary key,
  until timestamptz not null
);

-- Objects whose removal waits for the end of a backup. Names never come back.
create table held_removals (
  name text primary key,
  held_at timestamptz not null default now()
);
