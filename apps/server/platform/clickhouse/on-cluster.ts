import type { ClickHouseClient, ClickHouseSettings } from "@clickhouse/client";
import { sqlOnCluster } from "./cluster-sql.ts";

/** With these a statement means on a cluster what it means on one machine. */
export const CLUSTER_SETTINGS: ClickHouseSettings = {
  // An insert ends when the rows are on the disks of their shards, not when this server has promised to pass them on.
  distributed_foreground_insert: 1,
  // All rows of a device are on one shard: only that one is asked, and a query inside another is answered there.
  optimize_skip_unused_shards: 1,
  distributed_product_mode: "local",
  // Rows from a query go the way of all others, by the device.
  parallel_distributed_insert_select: "0",
  // Everybody asks the same copy of a shard while it lives: what was stored is seen at once, by whichever server.
  load_balancing: "in_order",
  prefer_localhost_replica: 0,
  // Below the time limit of a request, so that the server's own answer comes first.
  distributed_ddl_task_timeout: "120",
};

/** The same client, for statements written for one machine. */
export function onCluster(client: ClickHouseClient, cluster: string): ClickHouseClient {
  const query: ClickHouseClient["query"] = (params) =>
    client.query({ ...params, query: sqlOnCluster(params.query, cluster) });
  const command: ClickHouseClient["command"] = (params) =>
    client.command({ ...params, query: sqlOnCluster(params.query, cluster) });
  return Object.assign(Object.create(client), { query, command });
}
