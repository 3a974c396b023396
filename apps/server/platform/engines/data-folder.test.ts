import { spawnSync } from "node:child_process";
import { chmodSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../testing/engines/temporary-folder.ts";
import { prepareDataFolder } from "./data-folder.ts";
import { canReach } from "./engine-user.ts";

const asRoot = process.getuid?.() === 0;
const NOBODY = { name: "nobody", uid: 65_534, gid: 65_534 };

describe("the data folder", () => {
  it("is made, with the folders above it", () => {
    const folder = join(temporaryFolder(), "a/b");
    prepareDataFolder(folder);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("that is a file is refused", () => {
    const file = join(temporaryFolder(), "data");
    writeFileSync(file, "");
    expect(() => prepareDataFolder(file)).toThrow(`The data folder ${file} is a file`);
    expect(() => prepareDataFolder(join(file, "below"))).toThrow("is a file, or lies below one");
  });

  it("on a nearly full disk is refused", () => {
    const folder = temporaryFolder();
    expect(() => prepareDataFolder(folder, () => 12 * 1024 * 1024)).toThrow(
      `The disk of the data folder ${folder} has 12 MB free, and Canopy needs 256 MB to start`,
    );
  });

  it.runIf(asRoot)("on a full disk is refused", ({ skip }) => {
    const folder = temporaryFolder();
    const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", folder]);
    if (mounted.status !== 0) skip("this machine lets nobody mount");
    try {
      expect(() => writeFileSync(join(folder, "filler"), Buffer.alloc(2 * 1024 * 1024))).toThrow("ENOSPC");
      expect(() => prepareDataFolder(folder)).toThrow(`The disk of the data folder ${folder} is full`);
    } finally {
      spawnSync("umount", [folder]);
    }
  });

  it("that cannot be written is refused", ({ skip }) => {
    if (asRoot && !canReach(import.meta.dirname, NOBODY)) skip("this clone lies where an ordinary user cannot enter");
    const folder = temporaryFolder();
    chmodSync(folder, 0o555);
    const script = `
      import { prepareDataFolder } from ${JSON.stringify(join(import.meta.dirname, "data-folder.ts"))};
      try { prepareDataFolder(process.argv[1]); } catch (error) { console.log(error.message); }`;
    const nobody = asRoot ? { uid: NOBODY.uid, gid: NOBODY.gid } : {};
    const args = ["--input-type=module-typescript", "-e", script, join(folder, "data")];
    const { stdout } = spawnSync(process.execPath, args, { ...nobody, cwd: "/", encoding: "utf8" });
    expect(stdout).toMatch(
      /^The data folder \S+ cannot be written by user \w+ \(EACCES\): change its owner, or set CANOPY_DATA/,
    );
  });
});
