import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { engineHome } from "../platform/engines/engine-home.ts";
import { createLog } from "../platform/log.ts";
import { startPostgres } from "../platform/postgres/postgres-engine.ts";
import { dropDatabase, makeTemplate } from "./test-databases.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A server on which test files make databases of their own, from a migrated template. */
    postgres: { url: string; template: string };
  }
}

/** The real engines, once for the whole run: embedded, or those of DATABASE_URL. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), "canopy-it-"));
  // mkdtemp makes it 0700; as root the engines run as somebody else.
  chmodSync(folder, 0o755);
  const log = createLog("warn");
  const postgres = await startPostgres({ databaseUrl: process.env.DATABASE_URL }, engineHome(folder), log);
  const template = await makeTemplate(postgres.url, log);
  project.provide("postgres", { url: postgres.url, template });
  return async () => {
    if (!postgres.embedded) await dropDatabase(postgres.url, template);
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
