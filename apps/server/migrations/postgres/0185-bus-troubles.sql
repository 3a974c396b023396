-- DEV-13: when a bus was off or full of error frames, joined into episodes as the frames came.
create table bus_troubles (
  tenant_id uuid not null references tenants (id) on delete cascade,
  things_id uuid not null references things (id) on delete cascade,
  channel smallint not null,
  kind text not null check (kind in ('busOff', 'errorBurst')),
  from_us bigint not null,
  to_us bigint not null,
  errors integer not null,
  primary key (things_id, channel, kind, from_us)
);
create index bus_troubles_newest on bus_troubles (tenant_id, to_us desc);
