/**
 * One source of SQL for one machine and for a cluster. Placeholders of our migrations:
 *
 * | placeholder          | one machine        | cluster                                                    |
 * |----------------------|--------------------|------------------------------------------------------------|
 * | `{on_cluster}`       | nothing            | ON CLUSTER `name`                                          |
 * | `{merge_engine}`     | MergeTree          | ReplicatedMergeTree                                        |
 * | `{replacing_engine}` | ReplacingMergeTree | ReplicatedReplacingMergeTree                               |
 * | `{summing_engine}`   | SummingMergeTree   | ReplicatedSummingMergeTree                                 |
 * | `{dedup_window}`     | non_replicated_deduplication_window | replicated_deduplication_window           |
 */
export function fillPlaceholders(sql: string, cluster: string | undefined): string {
  return sql.replace(/\{([a-z_]+)\}/g, (whole, name: string) => fill(name, cluster) ?? whole);
}

const FAMILIES: Readonly<Record<string, string>> = {
  merge_engine: "MergeTree",
  replacing_engine: "ReplacingMergeTree",
  summing_engine: "SummingMergeTree",
};

function fill(name: string, cluster: string | undefined): string | undefined {
  const family = FAMILIES[name];
  if (family !== undefined) return cluster === undefined ? family : `Replicated${family}`;
  if (name === "on_cluster") return cluster === undefined ? "" : `ON CLUSTER \`${cluster.replace(/[\\`]/g, "\\$&")}\``;
  if (name === "dedup_window")
    return cluster === undefined ? "non_replicated_deduplication_window" : "replicated_deduplication_window";
  return undefined;
}
