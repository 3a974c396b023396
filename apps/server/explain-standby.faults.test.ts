import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serverRows } from "./explain-frame-store.ts";
import { createLog } from "./platform/log.ts";
import { openDatabase } from "./platform/postgres/open-database.ts";
import { PostgresPair } from "./testing/cluster/postgres-pair.ts";
import { whyNoDebianPostgres } from "./testing/engines/debian-postgres.ts";
import { query } from "./testing/engines/test-databases.ts";

const missing = whyNoDebianPostgres();
if (missing) console.warn(`what doctor says of a standby is not tested: ${missing}`);

describe.skipIf(missing !== undefined)("doctor on a server with a standby [OPS-03]", { timeout: 120_000 }, () => {
  let pair: PostgresPair;
  beforeAll(async () => {
    pair = await PostgresPair.start();
  }, 120_000);
  afterAll(() => pair?.stop());

  async function standbys(url: string) {
    const database = openDatabase({ url, log: createLog("silent") });
    try {
      const rows = await serverRows(database.pool);
      return rows.filter(({ what }) => what === "standby").map(({ value, level }) => ({ value, level }));
    } finally {
      await database.close();
    }
  }

  it("finds a synchronous standby right", async () => {
    expect(await standbys(pair.url)).toEqual([{ value: "standby, sync", level: "ok" }]);
  });

  it("warns of one that it may not look at", async () => {
    await query(pair.url, "create role bare login");
    const url = pair.url.replace("//canopy@", "//bare@");
    expect(await standbys(url)).toEqual([{ value: "standby", level: "warn" }]);
    await query(pair.url, "grant pg_read_all_stats to bare");
    expect(await standbys(url)).toEqual([{ value: "standby, sync", level: "ok" }]);
  });

  it("warns of one that is not waited for, while a new one is made after a fail-over", async () => {
    const seen: unknown[] = [];
    const look = async () => void seen.push(...(await standbys(pair.url)));
    await pair.failOver({ unsafe: look, safe: look });
    expect(seen).toEqual([
      { value: "standby, async", level: "warn" },
      { value: "standby, sync", level: "ok" },
    ]);
  });
});
