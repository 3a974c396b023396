import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestDatabase, testFramesDatabase } from "../../testing/test-database.ts";
import { checkFolder, FOLDER_MARK, STORE_VERSION } from "./folder-mark.ts";

describe("a folder of segments", () => {
  let [one, other]: TestDatabase[] = [];
  const folder = mkdtempSync(join(tmpdir(), "canopy-mark-"));

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
    await checkFolder((one as TestDatabase).pool, folder);
    await checkFolder((one as TestDatabase).pool, folder);
    await expect(checkFolder((other as TestDatabase).pool, folder)).rejects.toThrow("another frame server");
  });

  it("takes an empty mark for none: a power loss leaves it behind", async () => {
    writeFileSync(join(folder, FOLDER_MARK), "");
    await checkFolder((one as TestDatabase).pool, folder);
    await expect(checkFolder((other as TestDatabase).pool, folder)).rejects.toThrow("another frame server");
  });

  it("a store of a newer version is not opened", async () => {
    await (other as TestDatabase).pool.query("update frame_server set store_version = $1", [STORE_VERSION + 1]);
    await expect(checkFolder((other as TestDatabase).pool, folder)).rejects.toThrow("start the newer one");
  });
});
