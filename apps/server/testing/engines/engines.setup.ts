import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { engineHome } from "../../platform/engines/engine-home.ts";
import { createLog } from "../../platform/log.ts";
import { FRAMES_MIGRATIONS, POSTGRES_MIGRATIONS } from "../../platform/postgres/migrate.ts";
import { startPostgres } from "../../platform/postgres/postgres-engine.ts";
import { debianPostgres } from "./debian-postgres.ts";
import { dropDatabase, makeTemplate } from "./test-databases.ts";
import { testS3 } from "./test-s3.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A server on which test files make databases of their own, from a migrated template of each kind. */
    postgres: { url: string; template: string; framesTemplate: string };
    /** A server for the segments of test stores; undefined: they lie in folders. */
    s3Port: number | undefined;
  }
}

/** The real engine, once for the whole run: embedded, that of DATABASE_URL, or Debian's own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), "canopy-it-"));
  // mkdtemp makes it 0700; as root the engine runs as another user.
  chmodSync(folder, 0o755);
  const log = createLog("warn");
  const undo: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  const teardown = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const home = engineHome(folder);
    const debian = process.env.CANOPY_TEST_POSTGRES === "debian" ? await debianPostgres(folder) : undefined;
    if (debian) undo.push(() => debian.stop());
    const postgres = await startPostgres({ databaseUrl: debian?.url ?? process.env.DATABASE_URL }, home, log);
    undo.push(() => postgres.stop());
    const made: string[] = [];
    for (const migrations of [POSTGRES_MIGRATIONS, FRAMES_MIGRATIONS]) {
      const name = await makeTemplate(postgres.url, migrations, log);
      made.push(name);
      if (!postgres.embedded) undo.push(() => dropDatabase(postgres.url, name));
    }
    const [template = "", framesTemplate = ""] = made;
    project.provide("postgres", { url: postgres.url, template, framesTemplate });
    const s3 = process.env.CANOPY_TEST_FILES === "s3" ? await testS3() : undefined;
    if (s3) undo.push(() => s3.stop());
    project.provide("s3Port", s3?.port);
  } catch (error) {
    await teardown();
    throw error;
  }
  return teardown;
}
