-- What ingest remembers beside the frames themselves, by binding.

-- Which sequences of a terminal's log were stored, by the (UTC) day of their frames. A row only ever grows: whoever
-- writes adds to it. It outlives the frames, so that what was deleted does not come back when it is sent again.
create table stored_sequences (
  binding integer not null,
  epoch bigint not null,
  day integer not null,
  sequences int8multirange not null,
  primary key (binding, epoch, day)
);

-- Batches whose times cannot be right: kept whole (as CB1), with the time of their arrival.
create table quarantined_batches (
  binding integer not null,
  epoch bigint not null,
  sequence bigint not null,
  tenant_id uuid not null,
  reason text not null,
  frames integer not null,
  first_us bigint not null,
  last_us bigint not null,
  content bytea not null,
  received_at timestamptz not null,
  primary key (binding, epoch, sequence)
);
create index quarantined_batches_newest on quarantined_batches (binding, received_at);

-- CAP-05: what a terminal was told to keep. A row goes when its batch is stored after all.
create table refused_batches (
  binding integer not null,
  epoch bigint not null,
  sequence bigint not null,
  tenant_id uuid not null,
  reason text not null,
  refused_at timestamptz not null default now(),
  primary key (binding, epoch, sequence)
);

-- Frames and bytes by day; counted with every insert, counted anew every night.
create table frame_usage (
  binding integer not null,
  day integer not null,
  tenant_id uuid not null,
  frames bigint not null,
  bytes bigint not null,
  primary key (binding, day)
);
create index frame_usage_tenant on frame_usage (tenant_id, day);
create index frame_usage_day on frame_usage (day);
