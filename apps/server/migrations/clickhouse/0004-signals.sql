-- Values of signals that a strategy keeps ready (docs/decisions/0013). Each row is made from the frames of its second or
-- minute alone and takes the place of the one before it (readers say FINAL), so that doing it again changes nothing. A row
-- with n = 0 says that the frames it was made from are gone. Times are microseconds after the beginning of the row's own.
create table if not exists signal_seconds {on_cluster} (
  device UInt32 codec(ZSTD(1)),
  series UInt32 codec(ZSTD(1)),
  at UInt32 codec(DoubleDelta, ZSTD(1)),
  n UInt32 codec(ZSTD(1)),
  first_us UInt32 codec(ZSTD(1)),
  first Float64 codec(ZSTD(1)),
  last_us UInt32 codec(ZSTD(1)),
  last Float64 codec(ZSTD(1)),
  min_us UInt32 codec(ZSTD(1)),
  min Float64 codec(ZSTD(1)),
  max_us UInt32 codec(ZSTD(1)),
  max Float64 codec(ZSTD(1)),
  version UInt64 codec(ZSTD(1))
) engine = {replacing_engine}(version)
partition by toYYYYMM(toDateTime(at, 'UTC')) order by (device, series, at);

-- `at` in minutes.
create table if not exists signal_minutes {on_cluster} (
  device UInt32 codec(ZSTD(1)),
  series UInt32 codec(ZSTD(1)),
  at UInt32 codec(DoubleDelta, ZSTD(1)),
  n UInt32 codec(ZSTD(1)),
  first_us UInt32 codec(ZSTD(1)),
  first Float64 codec(ZSTD(1)),
  last_us UInt32 codec(ZSTD(1)),
  last Float64 codec(ZSTD(1)),
  min_us UInt32 codec(ZSTD(1)),
  min Float64 codec(ZSTD(1)),
  max_us UInt32 codec(ZSTD(1)),
  max Float64 codec(ZSTD(1)),
  version UInt64 codec(ZSTD(1))
) engine = {replacing_engine}(version)
order by (device, series, at);

-- Which frames a window of ten minutes was made from: how many, and the sum of their times. Written last: a window that
-- says what the frames say is whole. `at` in windows.
create table if not exists signal_windows {on_cluster} (
  device UInt32 codec(ZSTD(1)),
  series UInt32 codec(ZSTD(1)),
  at UInt32 codec(DoubleDelta, ZSTD(1)),
  frames UInt32 codec(ZSTD(1)),
  sum_us UInt64 codec(ZSTD(1)),
  version UInt64 codec(ZSTD(1))
) engine = {replacing_engine}(version)
order by (device, series, at);
