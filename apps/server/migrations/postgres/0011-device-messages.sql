-- What terminals say apart from frames, positions, points and status, kept as it came until the parts that use it exist:
-- events, log lines, progress of files. Acknowledged means stored here.
create table device_messages (
  id bigint generated always as identity primary key,
  tenant_id uuid not null,
  binding bigint not null,
  kind text not null,
  content jsonb not null,
  received_at timestamptz not null
);
create index device_messages_binding on device_messages (tenant_id, binding, received_at desc);
