/** For tests: a frame store and a metadata database, and ingest on them. */

import type { FrameIngest } from "../../frames/ingest/ingest-frames.ts";
import { type IngestClock, systemClock } from "../../frames/ingest/ingest-retry.ts";
import { type IngestParts, openIngest } from "../../frames/ingest/open-ingest.ts";
import { EVENING_US } from "../../frames/ingest/test-ingest-world.ts";
import type { OpenFrameStore } from "../../frames/store/open-frame-store.ts";
import { createLog } from "../../platform/log.ts";
import { type TestDatabase, testDatabase } from "./test-database.ts";
import { testFrameStore } from "./test-frame-store.ts";

export interface FrameEngines {
  readonly store: OpenFrameStore;
  readonly database: TestDatabase;
  readonly framesDatabase: TestDatabase;
  /** Where the segments lie. */
  readonly folder: string;
  /** As a process that has just started. */
  ingest(changes?: Partial<IngestParts>): FrameIngest;
  /** Everything that has landed becomes segments. */
  settle(): Promise<void>;
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
  const { store, framesDatabase, folder, settle, drop } = await testFrameStore();
  const database = await testDatabase();
  return {
    store,
    database,
    framesDatabase,
    folder,
    ingest: (changes = {}) =>
      openIngest({ landing: store.landing, log, mayStore: () => true, clock: eveningClock, ...changes }),
    settle,
    async end() {
      await drop();
      await database.drop();
    },
  };
}
