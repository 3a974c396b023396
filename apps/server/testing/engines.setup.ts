import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { engineHome } from "../platform/engines/engine-home.ts";
import { createLog } from "../platform/log.ts";
import { startPostgres } from "../platform/postgres/postgres-engine.ts";
import { clickHouseOnDemand } from "./clickhouse-on-demand.ts";
import { dropDatabase, makeTemplate } from "./test-databases.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A server on which test files make databases of their own, from a migrated template. */
    postgres: { url: string; template: string };
    /** Where to ask for a ClickHouse; see `testClickHouse`. */
    clickhouse: { onDemand: string };
  }
}

/** The real engines, once for the whole run: embedded, or those of DATABASE_URL and CLICKHOUSE_URL. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), "canopy-it-"));
  // mkdtemp makes it 0700; as root the engines run as somebody else.
  chmodSync(folder, 0o755);
  const log = createLog("warn");
  const undo: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  const teardown = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const home = engineHome(folder);
    const postgres = await startPostgres({ databaseUrl: process.env.DATABASE_URL }, home, log);
    undo.push(() => postgres.stop());
    const template = await makeTemplate(postgres.url, log);
    if (!postgres.embedded) undo.push(() => dropDatabase(postgres.url, template));
    project.provide("postgres", { url: postgres.url, template });
    const clickhouse = await clickHouseOnDemand(process.env.CLICKHOUSE_URL, home, log);
    undo.push(() => clickhouse.stop());
    project.provide("clickhouse", { onDemand: clickhouse.address });
  } catch (error) {
    await teardown();
    throw error;
  }
  return teardown;
}
