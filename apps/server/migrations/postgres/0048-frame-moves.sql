-- OPS-02: devices on their way to another frame server. `closed`: nothing of the device is written until it is there.
create table frame_moves (
  binding integer primary key references bindings (number),
  from_server uuid not null references frame_servers,
  to_server uuid not null references frame_servers,
  step text not null check (step in ('closed', 'leaving', 'undoing'))
);
