-- The system console. Each process writes what it did in each five seconds: the sum over all of them is the
-- installation's, whichever process is asked. Kept for an hour.
create table process_counts (
  -- When the five seconds began.
  slot timestamptz not null,
  process uuid not null,
  frames bigint not null,
  refused_batches bigint not null,
  settled_frames bigint not null,
  -- Answers by the buckets of their time (ANSWER_BUCKETS_S and above).
  answers integer[] not null,
  primary key (slot, process)
);

-- Each frame server once a minute, by the workers. Whole hours are kept for a week, to tell when its disk will be full.
create table store_samples (
  at timestamptz not null,
  server uuid not null,
  landed_batches bigint not null,
  landed_frames bigint not null,
  -- Of the disk that the worker fills.
  disk_bytes bigint not null,
  disk_free bigint not null,
  primary key (at, server)
);

create index jobs_failed on jobs (finished_at) where state = 'failed';
create index outbox_failed on outbox (created_at) where state = 'failed';

-- OPS-06: from which hour (UTC) a daily run begins, and the bytes of what the last run wrote.
alter table lake_schedules
  add column hour smallint not null default 2 check (hour between 0 and 23),
  add column last_bytes bigint not null default 0;
