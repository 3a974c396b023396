import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openFolder } from "../../testing/engines/spawn-host.ts";
import { type Config, readConfig } from "../config.ts";
import { explainConfiguration } from "../doctor.ts";
import { createLog } from "../log.ts";
import { launchPostgres } from "./postgres-run.ts";
import { refuseServedElsewhere } from "./server-elsewhere.ts";
import { withPostgres } from "./with-database.ts";

const REFUSED = "Canopy runs on these data in another container";
const LOCK = JSON.stringify({ pid: 1, boot: "of another container", ticks: "1" });

let data: string;
let socket: string;
beforeEach(() => {
  data = openFolder();
  for (const folder of ["data", "run"]) mkdirSync(join(data, "engines/postgres", folder), { recursive: true });
  socket = join(data, "engines/postgres/run/.s.PGSQL.5432");
  writeFileSync(join(data, "canopy.lock"), LOCK);
});
afterEach(() => rmSync(data, { recursive: true, force: true }));

/** A server that is seen by its socket alone, as across containers. */
async function whileAnswering(work: () => Promise<void>): Promise<void> {
  const server = createServer().listen(socket);
  await once(server, "listening");
  try {
    await work();
  } finally {
    server.close();
  }
}

function configOf(dataFolder: string): Config {
  const reading = readConfig({ CANOPY_DATA: dataFolder });
  if (!reading.ok) throw new Error(reading.problems.join());
  return reading.config;
}

describe("PostgreSQL in another container on the same volume [OPS-02] [OPS-03]", () => {
  it("keeps commands away, which leave the lock of its program alone", async () => {
    await whileAnswering(async () => {
      const command = withPostgres(configOf(data), createLog("silent"), async () => "done");
      await expect(command).rejects.toThrow(REFUSED);
      expect(readFileSync(join(data, "canopy.lock"), "utf8")).toBe(LOCK);
    });
  });

  it("is not started a second time, and keeps its own lock file", async () => {
    const folder = join(data, "engines/postgres");
    const cluster = { dataFolder: join(folder, "data"), socketFolder: join(folder, "run") };
    const rest = { binaries: "", logFile: join(folder, "log"), password: "", user: undefined };
    writeFileSync(join(cluster.dataFolder, "postmaster.pid"), `${process.pid}\n`);
    await whileAnswering(async () => {
      await expect(launchPostgres({ ...cluster, ...rest })).rejects.toThrow(REFUSED);
      expect(existsSync(join(cluster.dataFolder, "postmaster.pid"))).toBe(true);
    });
  });

  it("is told by doctor", async () => {
    await whileAnswering(async () => {
      const rows = await explainConfiguration(readConfig({ CANOPY_DATA: data }));
      expect(rows).toContainEqual(expect.objectContaining({ what: "running", value: "in another container" }));
    });
  });

  it("is gone when nobody answers at the socket that it left", async () => {
    const listening = `require("net").createServer().listen(process.argv[1], () => process.kill(process.pid, "SIGKILL"))`;
    spawnSync(process.execPath, ["-e", listening, socket]);
    expect(existsSync(socket)).toBe(true);
    await refuseServedElsewhere(data);
    await refuseServedElsewhere(join(data, "nowhere"));
  });
});
