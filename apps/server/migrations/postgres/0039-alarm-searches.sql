-- TRG-07: a search over devices by a rule, as a task of one user; rows come as they are found.
create table alarm_searches (
  id uuid primary key,
  tenant_id uuid not null references tenants (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  job_id uuid not null,
  -- As the call had it.
  request jsonb not null,
  -- The devices that the user could read when it began, in the order of their names.
  things_ids uuid[] not null,
  created_at timestamptz not null default now()
);
create index alarm_searches_newest on alarm_searches (user_id, created_at desc);

create table alarm_search_rows (
  search_id uuid not null references alarm_searches (id) on delete cascade,
  things_id uuid not null references things (id) on delete cascade,
  -- Null: nothing was found.
  found jsonb,
  primary key (search_id, things_id)
);
