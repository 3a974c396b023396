-- OPS-02: several frame servers, each with the landing and the index of its own devices.

create table installation (
  only_row boolean primary key default true check (only_row),
  id uuid not null default gen_random_uuid()
);
insert into installation default values;

create table frame_servers (
  -- That of its row `frame_server`.
  id uuid primary key,
  -- In the order in which they were first listed; number 1 has the bindings that name none.
  number smallint not null unique,
  -- Host and database, for sentences.
  address text not null,
  is_listed boolean not null,
  -- Bytes of frames as the package counts them, of a few minutes ago: new devices go where there are fewest.
  bytes bigint not null default 0
);

alter table bindings add column frame_server uuid references frame_servers;
create index bindings_frame_server on bindings (frame_server, number);
