-- DEV-04: where terminals were, and what they report of the fields of their type. Times in epoch milliseconds, as they
-- send them: a wrong clock may name any. A message that comes again takes the place of the first.

create table positions (
  binding integer not null,
  time bigint not null,
  latitude float8 not null,
  longitude float8 not null,
  altitude_m float4,
  speed_kmh float4,
  course float4,
  satellites smallint,
  hdop float4,
  primary key (binding, time)
);

create table points (
  binding integer not null,
  data_group text collate "C" not null,
  time bigint not null,
  "values" jsonb not null,
  primary key (binding, data_group, time)
);
