-- Every frame, raw (design §7). `device` is the number of a binding; `d8` holds bytes 0-7 little-endian, `ext` the rest;
-- (epoch, seq) is the batch and `n` the index in it. Sorted by id, so that a signal is read without the others; bytes
-- per frame and times of this order and these codecs against others were measured.
create table if not exists frames {on_cluster} (
  device UInt32 codec(ZSTD(1)),
  ch UInt8 codec(ZSTD(1)),
  id UInt32 codec(ZSTD(1)),
  ts Int64 codec(DoubleDelta, ZSTD(1)),
  flags UInt8 codec(ZSTD(1)),
  len UInt8 codec(ZSTD(1)),
  d8 UInt64 codec(Delta(8), ZSTD(1)),
  ext String codec(ZSTD(1)),
  epoch UInt32 codec(ZSTD(1)),
  seq UInt64 codec(Delta, ZSTD(1)),
  n UInt16 codec(Delta, ZSTD(1))
) engine = {merge_engine}
partition by toYYYYMMDD(fromUnixTimestamp64Micro(ts, 'UTC'))
order by (device, ch, id, ts)
settings {dedup_window} = 10000, fsync_after_insert = 1, fsync_part_directory = 1,
  enable_block_number_column = 1, enable_block_offset_column = 1;
