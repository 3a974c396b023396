import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type OpenOptions, type OpenServers, openServers } from "../../frames/servers/open-servers.ts";
import { createLog } from "../../platform/log.ts";
import { type TestDatabase, testDatabase, testFramesDatabase } from "./test-database.ts";
import { testStoreFiles } from "./test-store-files.ts";

/** Databases of frames as servers of their own; all copies of the template have its id else. */
export async function testServerDatabase(): Promise<TestDatabase> {
  const database = await testFramesDatabase();
  await database.pool.query("update frame_server set id = $1", [randomUUID()]);
  return database;
}

export interface TestFrameServers {
  readonly database: TestDatabase;
  readonly first: TestDatabase;
  readonly second: TestDatabase;
  /** Of `openServers`, for a process of its own. */
  readonly options: Pick<OpenOptions, "urls" | "metadataUrl" | "dataFolder" | "s3">;
  /** As a process that has just started; those of the list, or both. */
  open(list?: readonly TestDatabase[]): Promise<OpenServers>;
  drop(): Promise<void>;
}

/** Two frame servers of one installation, as two databases. */
export async function testFrameServers(): Promise<TestFrameServers> {
  const [database, first, second] = [await testDatabase(), await testServerDatabase(), await testServerDatabase()];
  const dataFolder = mkdtempSync(join(tmpdir(), "canopy-servers-"));
  const options = { metadataUrl: database.url, dataFolder, s3: testStoreFiles().s3 };
  return {
    database,
    first,
    second,
    options: { ...options, urls: [first.url, second.url] },
    open: (list = [first, second]) =>
      openServers({ ...options, urls: list.map(({ url }) => url), prepare: true, log: createLog("error") }),
    async drop() {
      for (const one of [second, first, database]) await one.drop();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}
