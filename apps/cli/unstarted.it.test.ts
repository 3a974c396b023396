import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { PATIENCE } from "../../e2e/support/patience.ts";
import { openFolder } from "../server/testing/engines/spawn-host.ts";
import { type TestDatabase, testDatabase } from "../server/testing/engines/test-database.ts";
import { copyDatabase, dropDatabase } from "../server/testing/engines/test-databases.ts";
import { runCanopy } from "./testing/backup-world.ts";

const folder = openFolder();
const server = inject("postgres").url;
const empty: string[] = [];
let started: TestDatabase;
beforeAll(async () => {
  for (let i = 0; i < 2; i += 1) empty.push(await copyDatabase(server, "template0"));
  started = await testDatabase();
});
afterAll(async () => {
  for (const url of empty) await dropDatabase(server, new URL(url).pathname.slice(1));
  await started.drop();
  rmSync(folder, { recursive: true, force: true });
});

const canopy = (args: readonly string[], env: Record<string, string>) => runCanopy(folder, [...args], env);

const COMMANDS = [
  ["admin", "create"],
  ["tenant", "list"],
  ["verify"],
  ["frames", "servers"],
  ["lake", "export", "--to", join(folder, "lake")],
  ["backup", join(folder, "saved")],
] as const;

describe("a command of the operator", { timeout: 120_000 * PATIENCE }, () => {
  it("makes no installation where there is none: not in a folder that is missing, nor in an empty one [OPS-03]", async () => {
    const [missing, bare] = [join(folder, "missing"), join(folder, "bare")];
    mkdirSync(bare);
    for (const command of COMMANDS)
      expect(await canopy(command, { CANOPY_DATA: missing }), command.join(" ")).toMatchObject({
        code: 2,
        stdout: "",
        stderr: expect.stringContaining(`There is no installation in ${missing}: set CANOPY_DATA`),
      });
    expect((await canopy(["tenant", "list"], { CANOPY_DATA: bare })).stderr).toContain("There is no installation");
    expect(existsSync(missing)).toBe(false);
    expect(readdirSync(bare)).toEqual([]);
  });

  it("says of databases that were never started what to do [OPS-03]", async () => {
    const [DATABASE_URL = "", FRAMES_DATABASE_URL = ""] = empty;
    const env = { DATABASE_URL, FRAMES_DATABASE_URL, CANOPY_DATA: join(folder, "beside") };
    for (const command of COMMANDS) {
      const refused = await canopy(command, env);
      expect(refused, command.join(" ")).toMatchObject({
        code: 2,
        stderr: expect.stringContaining("was never started"),
      });
      expect(refused.stderr.trim().split("\n"), command.join(" ")).toHaveLength(1);
    }
    const frames = await canopy(["verify"], { ...env, DATABASE_URL: started.url });
    expect(frames).toMatchObject({ code: 2, stderr: expect.stringContaining("correct FRAMES_DATABASE_URL") });
    const seen = await canopy(["doctor"], env);
    expect(seen).toMatchObject({ code: 1, stdout: expect.stringMatching(/! frame store .*was never started/) });
  });
});
