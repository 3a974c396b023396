-- Positions and points of terminals. The same one again takes the place of the first (a message may come twice); readers
-- say FINAL. No partitions: they are few, and a wrong clock would make one for each month it names.
create table if not exists positions {on_cluster} (
  device UInt32 codec(ZSTD(1)),
  ts Int64 codec(DoubleDelta, ZSTD(1)),
  latitude Float64 codec(ZSTD(1)),
  longitude Float64 codec(ZSTD(1)),
  altitude_m Nullable(Float32) codec(ZSTD(1)),
  speed_kmh Nullable(Float32) codec(ZSTD(1)),
  course Nullable(Float32) codec(ZSTD(1)),
  satellites Nullable(UInt8) codec(ZSTD(1)),
  hdop Nullable(Float32) codec(ZSTD(1))
) engine = {replacing_engine} order by (device, ts)
settings fsync_after_insert = 1, fsync_part_directory = 1;

-- DEV-04: the fields of one data group of the device's type, as JSON.
create table if not exists points {on_cluster} (
  device UInt32 codec(ZSTD(1)),
  data_group String codec(ZSTD(1)),
  ts Int64 codec(DoubleDelta, ZSTD(1)),
  content String codec(ZSTD(1))
) engine = {replacing_engine} order by (device, data_group, ts)
settings fsync_after_insert = 1, fsync_part_directory = 1;
