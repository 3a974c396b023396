-- TRG-03: the states of trigger rules, written by the statement that lands the frames they follow from.

-- One row for each watched binding. Landing compares and sets the version, so that only the process that knows the
-- newest states may judge the next batch.
create table rule_marks (
  binding integer primary key,
  version bigint not null default 0
) with (fillfactor = 50);

-- One machine per rule, channel and lane: late frames have machines of their own.
create table rule_states (
  binding integer not null,
  rule uuid not null,
  -- A state of another version of the rule says nothing.
  rule_version integer not null,
  channel smallint not null,
  is_late boolean not null,
  state jsonb not null,
  changed_at timestamptz not null default now(),
  primary key (binding, rule, channel, is_late)
) with (fillfactor = 50);

-- Changes that somebody may have to hear of. The relay carries each once to the events and removes it.
create table rule_changes (
  id bigint generated always as identity primary key,
  binding integer not null,
  rule uuid not null,
  channel smallint not null,
  is_late boolean not null,
  kind text not null check (kind in ('fired', 'recovered', 'lost', 'found', 'repeated')),
  at_us bigint not null,
  value float8,
  peak float8,
  hits bigint not null,
  -- The frame that showed it.
  epoch bigint not null,
  sequence bigint not null,
  frame integer not null,
  changed_at timestamptz not null default clock_timestamp()
);

-- TRG-05: windows of open alarm events, which deletion and retention spare; `change` is that of the firing.
create table pinned_windows (
  binding integer not null,
  change bigint not null,
  from_us bigint not null,
  to_us bigint not null,
  primary key (binding, change)
);
