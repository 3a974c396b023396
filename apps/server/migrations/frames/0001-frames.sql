-- The frame server: landed batches, the index of segments, and what ingest remembers (docs/architecture.md). No
-- transaction here lasts longer than seconds: an open snapshot slows every commit.

-- One row: who this server is, and what may be written to it.
create table frame_server (
  only_row boolean primary key default true check (only_row),
  id uuid not null default gen_random_uuid(),
  store_version integer not null default 1
);
insert into frame_server default values;

-- Bindings (tenant, device) whose frames live here. Landing needs an open one; a number never comes back.
create table frame_bindings (
  binding integer primary key,
  tenant_id uuid not null,
  is_open boolean not null default true,
  -- Counts every change of the binding's segments: plans made on an older state are made anew.
  index_version bigint not null default 0
);

-- Which sequences of (binding, epoch) are stored: [first, mark) and at most 64 other ranges; what does not fit is in
-- sequence_pages. `version` is compared and set by whoever advances it.
create table sequence_sets (
  binding integer not null,
  epoch bigint not null,
  version bigint not null default 0,
  first bigint not null default 0,
  mark bigint not null default 0,
  -- from, to, from, to …; both ends inside
  ranges bigint[] not null default '{}',
  -- Sequences in sequence_pages.
  has_pages boolean not null default false,
  -- The newest frame time that was stored under this epoch.
  newest_us bigint not null default 0,
  -- Of an import: the oldest frame time that was not deleted. An import that was deleted whole may be stored again.
  oldest_us bigint,
  stored_at timestamptz not null default now(),
  primary key (binding, epoch)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);

-- Bitmaps of 8,192 sequences.
create table sequence_pages (
  binding integer not null,
  epoch bigint not null,
  page bigint not null,
  bits bytea not null,
  primary key (binding, epoch, page)
);

-- A batch is one row, its bytes as the terminal sent them (CB1). Bodies stay in their row and are not compressed again.
create table landing (
  binding integer not null,
  id bigint generated always as identity,
  epoch bigint not null,
  sequence bigint not null,
  first_us bigint not null,
  last_us bigint not null,
  frames integer not null,
  -- As the package counts them.
  bytes integer not null,
  -- A byte for each channel.
  channels bytea not null,
  landed_at timestamptz not null default now(),
  body bytea not null,
  primary key (binding, id)
) with (
  toast_tuple_target = 8160, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 50000,
  autovacuum_vacuum_cost_delay = 0
);
alter table landing alter column body set storage external;

-- Frames and logical bytes by day, changed in the transactions that store and delete; day -1 is the quarantine.
create table day_counters (
  binding integer not null,
  day integer not null,
  tenant_id uuid not null,
  frames bigint not null,
  bytes bigint not null,
  primary key (binding, day)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
create index day_counters_tenant on day_counters (tenant_id);

-- Files of segments and of kept signals. The row is there before the file, and goes after it. Names never come back.
create table segment_files (
  id bigint generated always as identity primary key,
  name text not null unique,
  state text not null check (state in ('writing', 'live', 'dropped', 'sweeping')),
  bytes bigint not null default 0,
  -- Of its last change of state.
  changed_at timestamptz not null default now()
);
create index segment_files_state on segment_files (state, changed_at) where state <> 'live';

-- The index: one row for each binding in a file.
create table segments (
  id bigint generated always as identity primary key,
  binding integer not null,
  -- UTC; a segment never crosses it.
  day integer not null,
  -- 1: settled; 2: an hour; 3: a day.
  level smallint not null,
  file bigint not null references segment_files,
  file_offset bigint not null,
  length bigint not null,
  -- Footer and trailer, at its end.
  footer_length integer not null,
  first_us bigint not null,
  last_us bigint not null,
  frames bigint not null,
  -- As the package counts them.
  bytes bigint not null,
  -- A byte for each channel.
  channels bytea not null,
  -- The latest landing of any of its frames: retention counts from the later of this and the frame's time.
  stored_at timestamptz not null
);
create index segments_binding on segments (binding, last_us);
create index segments_file on segments (file);
create index segments_level on segments (level, day);

-- Values of one series by second and minute, made of one segment alone: it goes with the segment.
create table kept_bodies (
  segment bigint not null references segments on delete cascade,
  series integer not null,
  file bigint not null references segment_files,
  file_offset bigint not null,
  seconds_length integer not null,
  minutes_length integer not null,
  primary key (segment, series)
);
create index kept_bodies_series on kept_bodies (series);
create index kept_bodies_file on kept_bodies (file);

-- Batches whose times cannot be right: kept whole (as CB1), with the time of their arrival.
create table quarantined_batches (
  binding integer not null,
  epoch bigint not null,
  sequence bigint not null,
  tenant_id uuid not null,
  reason text not null,
  frames integer not null,
  -- As the package counts them.
  bytes bigint not null,
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

-- DAT-08: candtu payloads of the last ten minutes, by their SHA-256; they carry no sequence.
create table payload_hashes (
  binding integer not null,
  hash bytea not null,
  epoch bigint not null,
  sequence bigint not null,
  seen_at timestamptz not null default now(),
  primary key (binding, hash)
);
create index payload_hashes_seen on payload_hashes (seen_at);
