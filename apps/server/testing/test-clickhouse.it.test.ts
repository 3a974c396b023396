import { expect, it } from "vitest";
import { engineAvailability } from "../platform/clickhouse/resolve-engine.ts";
import { testClickHouse } from "./test-clickhouse.ts";

const canRun = process.env.CLICKHOUSE_URL !== undefined || engineAvailability().kind !== "unavailable";

it.runIf(canRun)("each test file has a ClickHouse database of its own", { timeout: 300_000 }, async () => {
  const clickhouse = await testClickHouse();
  await clickhouse.client.command({ query: "create table t (n UInt8) engine = MergeTree order by n" });
  const answer = await clickhouse.client.query({
    query: "select database, name from system.tables where database = currentDatabase()",
    format: "JSONEachRow",
  });
  expect(await answer.json()).toEqual([{ database: clickhouse.database, name: "t" }]);
  await clickhouse.drop();
});
