-- WO-01, WO-02: work orders; handled by the system managers, those of an owner also by its merchant's managers.
create table work_orders (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants (id) on delete cascade,
  identifier text not null unique,
  name text not null,
  type text not null check (type in ('consult', 'problem', 'suggest', 'other')),
  function text not null,
  phone text not null default '',
  description text not null,
  status text not null default 'pending'
    check (status in ('pending', 'process', 'wait', 'done', 'abandon', 'refuse')),
  -- Stays pending; nothing more happens to it.
  is_withdrawn boolean not null default false,
  was_resubmitted boolean not null default false,
  -- Counts every move: whoever began with an older one is told who was faster.
  version integer not null default 1,
  -- People may go, their names stay.
  initiator_id uuid references users (id) on delete set null,
  initiator_name text not null,
  handler_id uuid references users (id) on delete set null,
  handler_name text,
  things_id uuid references things (id) on delete set null,
  device_name text,
  event_id uuid references alarm_events (id) on delete set null,
  -- What the alarm was: handlers may not see the event itself.
  event_rule text,
  event_level text,
  event_us bigint,
  from_ms bigint,
  to_ms bigint,
  created_at timestamptz not null default now(),
  since_at timestamptz not null default now(),
  -- Of a solved order: the initiator's last word.
  silent_since timestamptz not null default now()
);
create index work_orders_tenant on work_orders (tenant_id, created_at desc);
create index work_orders_newest on work_orders (created_at desc);
create index work_orders_initiator on work_orders (initiator_id);
create index work_orders_handler on work_orders (handler_id) where handler_id is not null;
create index work_orders_event on work_orders (event_id) where event_id is not null;
create index work_orders_things on work_orders (things_id) where things_id is not null;
create index work_orders_waiting on work_orders (silent_since) where status = 'wait';

-- The story of an order: every move and remark, with who and when.
create table work_order_entries (
  id bigint generated always as identity primary key,
  tenant_id uuid not null references tenants (id) on delete cascade,
  order_id uuid not null references work_orders (id) on delete cascade,
  kind text not null,
  -- Null: the program.
  user_name text,
  remark text not null default '',
  at timestamptz not null default now()
);
create index work_order_entries_order on work_order_entries (order_id, id);

-- ACC-15. Without an entry: sent, not yet part of an order.
create table work_order_pictures (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants (id) on delete cascade,
  user_id uuid not null,
  order_id uuid references work_orders (id) on delete cascade,
  entry_id bigint references work_order_entries (id) on delete cascade,
  place smallint,
  type text not null,
  content bytea not null,
  sent_at timestamptz not null default now()
);
create index work_order_pictures_entry on work_order_pictures (entry_id) where entry_id is not null;
create index work_order_pictures_order on work_order_pictures (order_id) where order_id is not null;
create index work_order_pictures_loose on work_order_pictures (sent_at) where order_id is null;

-- The last number of a day's identifiers.
create table work_order_days (
  day date primary key,
  last integer not null
);
