-- TRG-05: one event for each activation of a rule on a channel of a device.
create table alarm_events (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants (id) on delete cascade,
  things_id uuid not null references things (id) on delete cascade,
  -- The rule may go; what it was stays with the event.
  rule_id uuid references alarm_rules (id) on delete set null,
  rule_name text not null,
  level text not null check (level in ('tip', 'ordinary', 'urgent')),
  share boolean not null,
  description text not null,
  conditions jsonb not null,
  channel smallint not null,
  -- Frames older than ten minutes on arrival: nothing was sent.
  is_late boolean not null,
  binding integer not null,
  -- The change of the frame server that fired it, which also names its pinned window.
  change bigint not null,
  started_us bigint not null,
  ended_us bigint,
  -- recovered: the condition was false; rule: the rule was changed, disabled or deleted.
  end_reason text check (end_reason in ('recovered', 'rule')),
  -- The signal is missing since then.
  lost_us bigint,
  value float8,
  peak float8,
  hits bigint not null,
  -- Actions that were held back for their frequency, and whether the event was muted.
  held integer not null default 0,
  is_muted boolean not null default false,
  state text not null default 'new' check (state in ('new', 'acknowledged', 'closed')),
  assignee_id uuid references users (id) on delete set null,
  -- pinned; dropped: beyond the share of the quota; released: closed.
  pin text not null default 'pinned' check (pin in ('pinned', 'dropped', 'released')),
  escalate_at timestamptz,
  created_at timestamptz not null default now(),
  unique (binding, change)
);
create index alarm_events_newest on alarm_events (tenant_id, started_us desc, id);
create index alarm_events_things on alarm_events (things_id, started_us desc);
create index alarm_events_running on alarm_events (binding, rule_id) where ended_us is null;
create index alarm_events_escalate on alarm_events (escalate_at) where escalate_at is not null;

-- What happened to an event, in order.
create table alarm_notes (
  id bigint generated always as identity primary key,
  tenant_id uuid not null references tenants (id) on delete cascade,
  event_id uuid not null references alarm_events (id) on delete cascade,
  kind text not null check (kind in ('acknowledged', 'assigned', 'note', 'closed', 'reopened', 'escalated', 'pinDropped')),
  -- Null: the program.
  user_name text,
  content text not null default '',
  at timestamptz not null default now()
);
create index alarm_notes_event on alarm_notes (event_id, id);

-- Changes that were carried over; a row may go when its change is gone from the frame server.
create table alarm_relayed (
  binding integer not null,
  change bigint not null,
  relayed_at timestamptz not null default now(),
  primary key (binding, change)
);

-- TRG-04: the last action of a kind of a rule on a device, and how many were held back in all.
create table alarm_sends (
  rule_id uuid not null references alarm_rules (id) on delete cascade,
  things_id uuid not null references things (id) on delete cascade,
  kind text not null,
  last_at timestamptz not null,
  held bigint not null default 0,
  primary key (rule_id, things_id, kind)
);

-- No action is sent for these rules and devices until then.
create table alarm_mutes (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants (id) on delete cascade,
  -- Null: every rule.
  rule_id uuid references alarm_rules (id) on delete cascade,
  -- Null: every device.
  things_id uuid references things (id) on delete cascade,
  until_at timestamptz not null,
  reason text not null default '',
  author text not null,
  created_at timestamptz not null default now()
);
create index alarm_mutes_tenant on alarm_mutes (tenant_id, until_at);

-- TRG-06: what is to be sent, one row for each recipient; a row needs nothing else to be sent.
create table alarm_outbox (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants (id) on delete cascade,
  event_id uuid not null references alarm_events (id) on delete cascade,
  rule_id uuid not null,
  things_id uuid not null references things (id) on delete cascade,
  third_things_id text not null,
  cause text not null check (cause in ('fired', 'repeated', 'recovered', 'escalated')),
  kind text not null check (kind in ('email', 'sms', 'voice', 'command', 'feishu', 'webhook')),
  -- An address or a number; of a command its JSON.
  target text not null,
  -- Values of the texts: rule, level, description, device, channel, value, peak, time (epoch ms).
  parameters jsonb not null,
  created_at timestamptz not null default clock_timestamp()
);
create index alarm_outbox_oldest on alarm_outbox (created_at);
create index alarm_outbox_event on alarm_outbox (event_id);
