import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type OpenFrameStore, openFrameStore } from "../../frames/store/open-frame-store.ts";
import { createLog } from "../../platform/log.ts";
import { type TestDatabase, testFramesDatabase } from "./test-database.ts";
import { testStoreFiles } from "./test-store-files.ts";

export interface TestFrameStore {
  readonly store: OpenFrameStore;
  readonly framesDatabase: TestDatabase;
  /** Where its segments lie: `segments` in a data folder, as the program has it. */
  readonly folder: string;
  /** Everything that has landed becomes segments, as the worker does it in its own time. */
  settle(): Promise<void>;
  drop(): Promise<void>;
}

/** A fresh frame store for one test file; its upkeep runs only when asked. */
export async function testFrameStore(): Promise<TestFrameStore> {
  const framesDatabase = await testFramesDatabase();
  const dataFolder = mkdtempSync(join(tmpdir(), "canopy-frames-"));
  const folder = join(dataFolder, "segments");
  const store = await openFrameStore({
    database: framesDatabase,
    folder,
    log: createLog("error"),
    ...testStoreFiles(),
  });
  return {
    store,
    framesDatabase,
    folder,
    settle: () => store.settleAll(),
    async drop() {
      await store.close();
      await framesDatabase.drop();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}
