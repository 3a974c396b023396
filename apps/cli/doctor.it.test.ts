import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PATIENCE } from "../../e2e/support/patience.ts";
import { openFolder } from "../server/testing/engines/spawn-host.ts";
import { freePort } from "../server/testing/processes/spawn-program.ts";
import { type BackupWorld, backupWorld, runCanopy } from "./testing/backup-world.ts";

const folder = openFolder();
let world: BackupWorld;
beforeAll(async () => {
  world = await backupWorld();
});
afterAll(async () => {
  await world.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** Ports that are free, so that nothing else is wrong. */
const PORTS = ["CANOPY_HTTP_PORT", "CANOPY_MQTT_PORT", "CANOPY_MQTTS_PORT", "CANOPY_FTP_PORT"];

async function doctor(env: Record<string, string> = {}, ...args: string[]) {
  const ports = await Promise.all(PORTS.map(async (name) => [name, String(await freePort())]));
  return runCanopy(folder, ["doctor", ...args], { ...world.env, ...Object.fromEntries(ports), ...env });
}

describe("doctor", { timeout: 120_000 * PATIENCE }, () => {
  it("tells databases with their migrations, clocks and segments, and what does not answer [OPS-03]", async () => {
    const well = await doctor({}, "--all", "--json");
    expect(well.code, well.stdout).toBe(0);
    const rows = well.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { what: string; value: string; level: string });
    expect(rows).toContainEqual(
      expect.objectContaining({ what: "database", value: expect.stringMatching(/PostgreSQL 1\d.*\.sql/) }),
    );
    for (const what of ["its clock", "segment files", "all segments"])
      expect(rows).toContainEqual(expect.objectContaining({ what, level: "ok" }));
    const away = await doctor({ NATS_URL: `nats://127.0.0.1:${await freePort()}` });
    expect(away).toMatchObject({ code: 1, stdout: expect.stringContaining("correct NATS_URL") });
  });

  it("tells a missing segment file and a database that a newer Canopy made [OPS-03]", async () => {
    const paths = readdirSync(world.frames.folder, { recursive: true, encoding: "utf8" });
    const name = paths.find((path) => path.endsWith(".seg")) ?? "";
    rmSync(join(world.frames.folder, name));
    await world.database.pool.query(
      "insert into schema_migrations (number, name, checksum) values (9999, '9999-later.sql', '')",
    );
    const { code, stdout } = await doctor();
    expect(code).toBe(1);
    expect(stdout).toContain(`1 are missing or have another size (${name})`);
    expect(stdout).toContain("A newer Canopy made 9999-later.sql");
  });
});
