-- DAT-08: batches that left the quarantine, taken over or deleted. One that comes again with a right clock would else
-- look like another batch of the same name.
create table released_batches (
  binding integer not null,
  epoch bigint not null,
  sequence bigint not null,
  released_at timestamptz not null default now(),
  primary key (binding, epoch, sequence)
);
