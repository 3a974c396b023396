-- FIL-02: the files on the card of a device, as its terminal last told them.
create table card_lists (
  things_id uuid primary key references things (id) on delete cascade,
  tenant_id uuid not null,
  -- Another terminal in its place has another card.
  device_id text not null,
  read_at timestamptz not null,
  is_whole boolean not null,
  total_mb double precision,
  used_mb double precision
);
create table card_files (
  things_id uuid not null references card_lists (things_id) on delete cascade,
  name text not null,
  tenant_id uuid not null,
  size bigint not null,
  content text,
  channel smallint,
  first_ms bigint not null,
  -- Null: the terminal does not say it.
  last_ms bigint,
  is_writing boolean not null default false,
  primary key (things_id, name)
);
create index card_files_by_time on card_files (things_id, first_ms desc, name);

-- FIL-02: files that terminals were asked for.
create table recalls (
  id uuid primary key,
  -- The order in which they wait.
  number bigint generated always as identity,
  tenant_id uuid not null,
  things_id uuid not null references things (id) on delete cascade,
  user_id uuid not null,
  user_name text not null default '',
  name text not null,
  size bigint not null,
  content text,
  channel smallint,
  is_to_analyse boolean not null,
  state text not null default 'waiting'
    check (state in ('waiting', 'commanding', 'getting', 'done', 'failed', 'cancelled')),
  code text,
  cause text,
  -- Of the upload; its address follows from the id.
  upload_hash bytea not null unique,
  file_id uuid,
  -- As the terminal says.
  sha256 text,
  received bigint not null default 0,
  -- Bytes per second.
  rate double precision,
  resumed_at bigint,
  -- Tries in a row that brought nothing.
  tries smallint not null default 0,
  -- The terminal has said that it does not send any more.
  is_given_up boolean not null default false,
  -- The terminal must still be told that it is cancelled.
  is_to_stop boolean not null default false,
  record_id uuid,
  log_id bigint,
  -- Of its state, and of the last byte.
  since timestamptz not null default now(),
  progress_at timestamptz not null default now(),
  -- When a worker looks at it next.
  look_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
-- One transfer a device.
create unique index recalls_under_way on recalls (things_id) where state in ('commanding', 'getting') or is_to_stop;
create index recalls_waiting on recalls (things_id, number) where state = 'waiting';
create index recalls_to_look_at on recalls (look_at) where state in ('commanding', 'getting') or is_to_stop;
create index recalls_of_device on recalls (things_id, number desc);
