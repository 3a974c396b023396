-- GPS-02: areas on the map. The border is as packages/contract/places/fence-shape.ts has it.
create table fences (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants (id) on delete cascade,
  name text not null check (length(name) between 1 and 50),
  region text not null,
  shape jsonb not null,
  author text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index fences_name on fences (tenant_id, lower(name));

-- GPS-03: why a fence alarm fired, and where; null: the rule is on frames.
alter table alarm_events
  add column reason text check (reason in ('enter', 'exit', 'passed', 'alreadyOutside')),
  add column latitude float8,
  add column longitude float8;
