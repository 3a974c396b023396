-- DEV-01: how full the card is, by what the terminal said last; null until it has.
alter table things add column sd_used_percent smallint check (sd_used_percent between 0 and 100);

-- Vehicles that the program itself drives, for people without hardware: one a tenant. Their keys are made anew with
-- every start, since nobody else needs them.
create table simulated_things (
  tenant_id uuid primary key references tenants (id) on delete cascade,
  things_id uuid not null unique references things (id) on delete cascade,
  vehicle text not null,
  created_at timestamptz not null default now()
);
