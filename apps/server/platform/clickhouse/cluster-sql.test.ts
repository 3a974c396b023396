import { expect, it } from "vitest";
import { fillPlaceholders } from "./cluster-sql.ts";

const SQL =
  "create table t {on_cluster} (a UInt8 default {x:UInt8}) engine = {merge_engine} settings {dedup_window} = 100";

it("is plain SQL on one machine", () => {
  expect(fillPlaceholders(SQL, undefined)).toBe(
    "create table t  (a UInt8 default {x:UInt8}) engine = MergeTree settings non_replicated_deduplication_window = 100",
  );
});

it("replicates on a cluster", () => {
  expect(fillPlaceholders(SQL, "main")).toBe(
    "create table t ON CLUSTER `main` (a UInt8 default {x:UInt8}) engine = ReplicatedMergeTree settings replicated_deduplication_window = 100",
  );
});
