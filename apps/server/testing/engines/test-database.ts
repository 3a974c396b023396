import { inject } from "vitest";
import { createLog } from "../../platform/log.ts";
import { type Database, openDatabase } from "../../platform/postgres/open-database.ts";
import "./engines.setup.ts";
import { copyDatabase, dropDatabase } from "./test-databases.ts";

export interface TestDatabase extends Database {
  readonly url: string;
  /** Closes and drops it. */
  drop(): Promise<void>;
}

/** A fresh, migrated database for one test file (`*.it.test.ts`): `beforeAll(testDatabase)`, `afterAll(drop)`. */
export const testDatabase = (): Promise<TestDatabase> => copyOf(inject("postgres").template);

/** The same for frames; see also `testFrameStore`. */
export const testFramesDatabase = (): Promise<TestDatabase> => copyOf(inject("postgres").framesTemplate);

async function copyOf(template: string): Promise<TestDatabase> {
  const server = inject("postgres");
  const url = await copyDatabase(server.url, template);
  const database = openDatabase({ url, log: createLog("error"), maxConnections: 5 });
  return {
    ...database,
    url,
    async drop() {
      await database.close();
      await dropDatabase(server.url, new URL(url).pathname.slice(1));
    },
  };
}
