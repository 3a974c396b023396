/**
 * One source of SQL for one machine and for a cluster. Placeholders of our migrations:
 *
 * | placeholder          | one machine        | cluster                                                    |
 * |----------------------|--------------------|------------------------------------------------------------|
 * | `name {on_cluster}`  | name               | name_shard ON CLUSTER `cluster`                            |
 * | `{merge_engine}`     | MergeTree          | ReplicatedMergeTree                                        |
 * | `{replacing_engine}` | ReplacingMergeTree | ReplicatedReplacingMergeTree                               |
 * | `{summing_engine}`   | SummingMergeTree   | ReplicatedSummingMergeTree                                 |
 * | `{dedup_window}`     | non_replicated_deduplication_window | replicated_deduplication_window           |
 *
 * On a cluster every server has `name_shard`, its share of the rows, and `name`, which is all of them: rows go to a shard
 * by the first column of the table's order (the device), so what belongs together is on one server.
 */
export interface Cluster {
  readonly name: string;
  readonly shards: number;
  /** Where the tables are. Named: `currentDatabase()` inside a definition ON CLUSTER is not always ours. */
  readonly database: string;
}

/** The statements that one statement of a migration becomes. */
export function statementsOf(sql: string, cluster?: Cluster): string[] {
  const filled = fillPlaceholders(sql, cluster?.name);
  if (cluster === undefined) return [filled];
  const [, verb = "", table = "", rest = ""] = DEFINITION.exec(sql) ?? [];
  if (verb.toLowerCase() === "create") return [filled, distributedTable(table, rest, cluster)];
  // What it says of columns its whole takes too, and nothing else: settings are the shards' own.
  if (verb && COLUMNS.test(rest)) return [filled, `alter table ${table} ${onCluster(cluster.name)}${rest}`];
  return [filled];
}

const DEFINITION = /^(?:\s|--[^\n]*\n)*(create|alter)\s+table\s+(?:if\s+not\s+exists\s+)?(\w+)\s+\{on_cluster\}(.*)$/is;
const COLUMNS = /^\s*(add|drop|modify|rename|comment)\s+column\s/i;

function distributedTable(table: string, definition: string, cluster: Cluster): string {
  const key = /\border\s+by\s+\(?\s*(\w+)/i.exec(definition)?.[1];
  if (key === undefined) throw new RangeError(`the table ${table} has no order: by what would it be sharded?`);
  const { name, database } = cluster;
  return `create table if not exists ${table} ${onCluster(name)} as ${identifier(database)}.${shardOf(table)}
    engine = Distributed(${quoted(name)}, ${quoted(database)}, '${shardOf(table)}', sipHash64(${key}))
    comment '${madeFor(cluster)}'`;
}

/** Kept with each table: by another number of shards, rows would be looked for where they are not. */
export const madeFor = ({ shards }: Pick<Cluster, "shards">) => `sharded over ${shards}`;

/**
 * A statement of the program for the servers of a cluster. Reads and inserts are the same there; a deletion goes to the
 * shards, since the whole takes none, and what the engine says of itself is asked of every server.
 */
export function sqlOnCluster(sql: string, cluster: string): string {
  return sql
    .replace(/^\s*delete\s+from\s+(\w+)(?=\s+where\s)/i, (_, table) => `delete from ${onShards(table, cluster)}`)
    .replace(/\bfrom\s+(system\.(?:parts|processes))\b/gi, (_, table) => `from ${everyServer(table, cluster)}`);
}

export const everyServer = (table: string, cluster: string) => `clusterAllReplicas(${quoted(cluster)}, ${table})`;

function fillPlaceholders(sql: string, cluster: string | undefined): string {
  const placed =
    cluster === undefined ? sql : sql.replace(/\b(\w+)\s+\{on_cluster\}/g, (_, table) => onShards(table, cluster));
  return placed.replace(/\{([a-z_]+)\}/g, (whole, name: string) => fill(name, cluster) ?? whole);
}

const shardOf = (table: string) => `${table}_shard`;
const onShards = (table: string, cluster: string) => `${shardOf(table)} ${onCluster(cluster)}`;
const onCluster = (cluster: string) => `ON CLUSTER ${identifier(cluster)}`;
const identifier = (name: string) => `\`${name.replace(/[\\`]/g, "\\$&")}\``;
const quoted = (text: string) => `'${text.replace(/[\\']/g, "\\$&")}'`;

const FAMILIES: Readonly<Record<string, string>> = {
  merge_engine: "MergeTree",
  replacing_engine: "ReplacingMergeTree",
  summing_engine: "SummingMergeTree",
};

function fill(name: string, cluster: string | undefined): string | undefined {
  const family = FAMILIES[name];
  if (family !== undefined) return cluster === undefined ? family : `Replicated${family}`;
  if (name === "on_cluster") return "";
  if (name === "dedup_window")
    return cluster === undefined ? "non_replicated_deduplication_window" : "replicated_deduplication_window";
  return undefined;
}
