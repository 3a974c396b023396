import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FolderFiles } from "../../../platform/files/folder-files.ts";
import { type TestDatabase, testFramesDatabase } from "../../../testing/engines/test-database.ts";
import { checkMark, FILES_MARK, filesState, STORE_VERSION } from "./files-mark.ts";

describe("a folder of segments", () => {
  let [one, other]: TestDatabase[] = [];
  const folder = mkdtempSync(join(tmpdir(), "canopy-mark-"));

  const files = new FolderFiles(folder);
  const check = (database: TestDatabase | undefined) =>
    checkMark({ pool: (database as TestDatabase).pool, files, where: folder, setting: "CANOPY_DATA" });

  beforeAll(async () => {
    [one, other] = [await testFramesDatabase(), await testFramesDatabase()];
    // Copies of one template are one server: the other becomes another.
    await other.pool.query("update frame_server set id = gen_random_uuid()");
  });
  afterAll(async () => {
    await one?.drop();
    await other?.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  it("is refused by another frame server than its own", async () => {
    await check(one);
    await check(one);
    await expect(check(other)).rejects.toThrow("another frame server");
  });

  it("gets one mark from processes that start together", async () => {
    rmSync(join(folder, FILES_MARK));
    await Promise.all(Array.from({ length: 4 }, () => check(one)));
    await expect(check(other)).rejects.toThrow("another frame server");
  });

  it("takes an empty mark for none: a power loss leaves it behind", async () => {
    writeFileSync(join(folder, FILES_MARK), "");
    await check(one);
    await expect(check(other)).rejects.toThrow("another frame server");
  });

  it("tells a probe whose it is", async () => {
    const mark = await check(one);
    expect(await filesState(files, mark)).toBe("ok");
    expect(await filesState(files, "another")).toBe("foreign");
    expect(await filesState(new FolderFiles(join(folder, "none")), mark)).toBe("missing");
  });

  it("a store of a newer version is not opened", async () => {
    await (other as TestDatabase).pool.query("update frame_server set store_version = $1", [STORE_VERSION + 1]);
    await expect(check(other)).rejects.toThrow("start the newer one");
  });
});
