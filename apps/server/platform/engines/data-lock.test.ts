import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../testing/engines/temporary-folder.ts";
import { lockDataFolder, lockHolder } from "./data-lock.ts";

/** A process that takes the lock, runs `then` and ends. */
function inAnotherProcess(folder: string, then = ""): string {
  const script = `
    import { lockDataFolder } from ${JSON.stringify(join(import.meta.dirname, "data-lock.ts"))};
    try { lockDataFolder(process.argv[1]); console.log("locked"); ${then} } catch (error) { console.log(error.message); }`;
  return spawnSync(process.execPath, ["--input-type=module-typescript", "-e", script, folder], { encoding: "utf8" })
    .stdout;
}

describe("the lock of a data folder", () => {
  it("lets one in and names it to the next", () => {
    const folder = temporaryFolder();
    const lock = lockDataFolder(folder);
    expect(lockHolder(folder)).toBe(process.pid);
    expect(inAnotherProcess(folder)).toContain(`already runs on the data folder ${folder} (process ${process.pid})`);
    lock.release();
    expect(lockHolder(folder)).toBeUndefined();
    expect(readdirSync(folder)).toEqual([]);
  });

  it("is taken over from a process that was killed", () => {
    const folder = temporaryFolder();
    expect(inAnotherProcess(folder, 'process.kill(process.pid, "SIGKILL");')).toBe("locked\n");
    expect(lockHolder(folder)).toBeUndefined();
    lockDataFolder(folder).release();
  });

  it("is taken over when the number now belongs to another process, or the machine was started again", () => {
    for (const change of [{ ticks: "1" }, { boot: "another" }]) {
      const folder = temporaryFolder();
      const path = join(folder, "canopy.lock");
      lockDataFolder(folder);
      const held: unknown = JSON.parse(readFileSync(path, "utf8"));
      writeFileSync(path, JSON.stringify(Object.assign({}, held, change)));
      expect(lockHolder(folder)).toBeUndefined();
      lockDataFolder(folder).release();
    }
  });

  it("is taken over when it is damaged", () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "canopy.lock"), "{");
    lockDataFolder(folder).release();
    expect(readdirSync(folder)).toEqual([]);
  });
});
