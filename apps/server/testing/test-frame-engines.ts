/** For tests: both engines with our tables, and what is in them. */

import type { FrameIngest } from "../frames/ingest-frames.ts";
import { type IngestClock, systemClock } from "../frames/ingest-retry.ts";
import { type IngestParts, openIngest } from "../frames/open-ingest.ts";
import { EVENING_US } from "../frames/test-ingest-world.ts";
import { migrateClickHouse } from "../platform/clickhouse/migrate-clickhouse.ts";
import { ENGINE_TIMEOUT_MS, whyNoEngine } from "../platform/clickhouse/test-engine.ts";
import { createLog } from "../platform/log.ts";
import { type TestClickHouse, testClickHouse } from "./test-clickhouse.ts";
import { type TestDatabase, testDatabase } from "./test-database.ts";

export const TIMEOUT_MS = ENGINE_TIMEOUT_MS;

/** Why the real engine cannot run here, or undefined. */
export const noEngine = process.env.CLICKHOUSE_URL === undefined ? whyNoEngine() : undefined;

export interface FrameEngines {
  readonly clickhouse: TestClickHouse;
  readonly database: TestDatabase;
  /** As a process that has just started. */
  ingest(changes?: Partial<IngestParts>): FrameIngest;
  rows<T>(query: string): Promise<T[]>;
  end(): Promise<void>;
}

/** Whatever day it is here, the frames of the tests are of today. */
const begunMs = Date.now();
export const eveningClock: IngestClock = {
  ...systemClock,
  nowMs: () => EVENING_US / 1000 + 60_000 + Date.now() - begunMs,
};

export async function frameEngines(): Promise<FrameEngines> {
  const log = createLog("error");
  const clickhouse = await testClickHouse();
  await migrateClickHouse(clickhouse.client, log);
  const database = await testDatabase();
  const { client } = clickhouse;
  return {
    clickhouse,
    database,
    ingest: (changes = {}) =>
      openIngest({ client, db: database.db, log, mayStore: () => true, clock: eveningClock, ...changes }),
    async rows<T>(query: string) {
      return (await client.query({ query, format: "JSONEachRow" })).json<T>();
    },
    async end() {
      await clickhouse.drop();
      await database.drop();
    },
  };
}
