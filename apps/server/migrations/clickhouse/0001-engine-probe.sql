-- Written and read by `canopy doctor` to prove that rows can be stored and found again.
create table if not exists engine_probe {on_cluster} (
  written_at DateTime64(3),
  note String
) engine = {merge_engine} order by written_at ttl toDateTime(written_at) + interval 1 day;
