import { describe, expect, it } from "vitest";
import { splitStatements } from "./child/sql-lexer.ts";
import { sqlOnCluster, statementsOf } from "./cluster-sql.ts";
import { CLICKHOUSE_MIGRATIONS, readMigrations } from "./migrate-clickhouse.ts";

const MAIN = { name: "main", shards: 3, database: "canopy" };
const TABLE =
  "create table t {on_cluster} (a UInt8 default {x:UInt8}) engine = {merge_engine} order by (a, b) settings {dedup_window} = 100";

describe("a statement of a migration", () => {
  it("is plain SQL on one machine", () => {
    expect(statementsOf(TABLE)).toEqual([
      "create table t  (a UInt8 default {x:UInt8}) engine = MergeTree order by (a, b) settings non_replicated_deduplication_window = 100",
    ]);
  });

  it("makes on a cluster the shards, replicated, and the table that is all of them", () => {
    const [shard, whole] = statementsOf(TABLE, MAIN);
    expect(shard).toBe(
      "create table t_shard ON CLUSTER `main` (a UInt8 default {x:UInt8}) engine = ReplicatedMergeTree order by (a, b) settings replicated_deduplication_window = 100",
    );
    expect(words(whole)).toBe(
      "create table if not exists t ON CLUSTER `main` as `canopy`.t_shard engine = Distributed('main', 'canopy', 't_shard', sipHash64(a)) comment 'sharded over 3'",
    );
  });

  it("changes columns of both, settings of the shards alone", () => {
    const column = "-- Why.\nalter table t {on_cluster}\n  add column b UInt8";
    expect(statementsOf(column, MAIN).map(words)).toEqual([
      "-- Why. alter table t_shard ON CLUSTER `main` add column b UInt8",
      "alter table t ON CLUSTER `main` add column b UInt8",
    ]);
    expect(statementsOf("alter table t {on_cluster} modify setting s = 1", MAIN)).toEqual([
      "alter table t_shard ON CLUSTER `main` modify setting s = 1",
    ]);
  });

  it("needs an order to be sharded by", () => {
    expect(() => statementsOf("create table t {on_cluster} (a UInt8) engine = Log", MAIN)).toThrow("no order");
  });
});

it("every table of ours that has devices is sharded by them", () => {
  const keys = readMigrations(CLICKHOUSE_MIGRATIONS)
    .flatMap(({ sql }) => splitStatements(sql))
    .flatMap((statement) => statementsOf(statement, MAIN))
    .flatMap((sql) => /exists (\w+) .* as .* sipHash64\((\w+)\)/.exec(words(sql))?.slice(1).join(" by ") ?? []);
  expect(keys).toEqual([
    "engine_probe by written_at",
    ...["frames", "positions", "points", "signal_seconds", "signal_minutes", "signal_windows"].map(
      (table) => `${table} by device`,
    ),
  ]);
});

describe("a statement of the program on a cluster", () => {
  it("deletes on the shards", () => {
    expect(sqlOnCluster("delete from frames where device = {device:UInt32}", "main")).toBe(
      "delete from frames_shard ON CLUSTER `main` where device = {device:UInt32}",
    );
  });

  it("asks every server about itself", () => {
    expect(sqlOnCluster("select name from system.parts where active", "main")).toBe(
      "select name from clusterAllReplicas('main', system.parts) where active",
    );
  });

  it("reads and writes as on one machine", () => {
    const sql = "select * from frames final where ext = 'delete from frames where 1'";
    expect(sqlOnCluster(sql, "main")).toBe(sql);
  });
});

const words = (sql = "") => sql.replace(/\s+/g, " ").trim();
