-- DEV-06: every command, written down before it is sent.
create table device_commands (
  id uuid primary key default gen_random_uuid(),
  tenant_id uuid not null references tenants (id) on delete cascade,
  things_id uuid not null references things (id) on delete cascade,
  method text not null,
  params jsonb not null,
  -- `sending` behind its deadline is shown as lost: the server that waited is gone.
  state text not null default 'sending' check (state in ('sending', 'done', 'failed', 'offline', 'timeout')),
  result jsonb,
  error_code text,
  error_message text,
  user_name text,
  sent_at timestamptz not null,
  deadline_at timestamptz not null,
  finished_at timestamptz,
  -- The entry of the device's log that tells the same.
  log_id bigint
);
create index device_commands_newest on device_commands (things_id, sent_at desc, id);
create index device_commands_age on device_commands (sent_at);

-- DEV-07: events and log lines of terminals, each by itself, so that they can be searched. A message may come twice: the
-- same words of the same moment are one.
create table device_reports (
  id bigint generated always as identity primary key,
  tenant_id uuid not null,
  binding bigint not null,
  kind text not null check (kind in ('event', 'log')),
  -- By the terminal's clock.
  at timestamptz not null,
  received_at timestamptz not null,
  level text not null check (level in ('info', 'warning', 'error')),
  -- The kind of an event; empty for a line.
  name text not null default '',
  -- The line; of an event its content as text, which is what a search looks through.
  words text not null,
  content jsonb not null default '{}'
);
create unique index device_reports_once on device_reports (binding, kind, at, md5(name || chr(10) || words));
create index device_reports_newest on device_reports (tenant_id, binding, kind, at desc, id desc);
create index device_reports_age on device_reports (received_at);

insert into device_reports (tenant_id, binding, kind, at, received_at, level, name, words, content)
  select tenant_id, binding, 'event', to_timestamp(least(greatest((content->'event'->>'time')::float8, -6e13), 2.5e14) / 1000), received_at,
    coalesce(content->'event'->>'level', 'info'), content->'event'->>'kind',
    coalesce(content->'event'->>'content', ''), coalesce(content->'event'->'content', '{}')
  from device_messages where kind = 'event'
  on conflict do nothing;
insert into device_reports (tenant_id, binding, kind, at, received_at, level, words)
  select m.tenant_id, m.binding, 'log', to_timestamp(least(greatest((l->>'time')::float8, -6e13), 2.5e14) / 1000), m.received_at, l->>'level', l->>'text'
  from device_messages m, jsonb_array_elements(m.content->'lines') l where m.kind = 'log'
  on conflict do nothing;
delete from device_messages where kind in ('event', 'log');
