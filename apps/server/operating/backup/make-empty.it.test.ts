import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FILES_MARK } from "../../frames/store/files/files-mark.ts";
import { FolderFiles } from "../../platform/files/folder-files.ts";
import type { DirectPlace } from "../../platform/files/open-files.ts";
import { createLog } from "../../platform/log.ts";
import { openDatabase } from "../../platform/postgres/open-database.ts";
import { type TestDatabase, testDatabase, testFramesDatabase } from "../../testing/engines/test-database.ts";
import { s3SettingsOf } from "../../testing/engines/test-s3.ts";
import { type Emptying, makeEmpty } from "./make-empty.ts";
import type { EmptyInstallation } from "./restore-backup.ts";

const S3 = s3SettingsOf(1, "prod");
const FAR: DirectPlace = { kind: "s3", settings: { ...S3, prefix: "backups/" } };
const OTHER = "00000000-0000-4000-8000-000000000000";
const SEGMENT = "0a1b2c3d/ff/0123456789abcdef0123456789abcdef.seg";
const OURS = [
  FILES_MARK,
  SEGMENT,
  `servers/0a1b2c3d/${SEGMENT}.part`,
  `servers/0a1b2c3d/${FILES_MARK}`,
  "transfers/x/1",
];
const NOT_OURS = [
  "inbox/tenant/drive.asc",
  "lake/_canopy/lake.json",
  "saved/backups/1/manifest.json",
  `saved/bodies/${SEGMENT}`,
];

let folder: string;
let metadata: TestDatabase;
let frames: TestDatabase;
let files: FolderFiles;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "canopy-empty-"));
  [metadata, frames] = [await testDatabase(), await testFramesDatabase()];
  files = new FolderFiles(folder);
});
afterEach(async () => {
  await files.close();
  await metadata.drop();
  await frames.drop();
  rmSync(folder, { recursive: true, force: true });
});

function write(name: string, content = "x"): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), content);
}

const left = () =>
  readdirSync(folder, { recursive: true, encoding: "utf8", withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();

/** With what it asked. */
async function empty(more: Partial<Emptying>): Promise<string[]> {
  const asked: string[] = [];
  const target: EmptyInstallation = {
    ...{ version: "0", dataFolder: folder, secret: undefined, where: "there", known: () => [] },
    migrate: async () => undefined,
    metadata: metadata.pool,
    servers: [{ pool: frames.pool, files }],
    files: new FolderFiles(join(folder, "files")),
  };
  await makeEmpty(target, {
    place: { files, at: FAR, where: "the place" },
    s3: S3,
    lake: { kind: "folder", folder: "/nowhere" },
    mayEmpty: async (what, word) => {
      asked.push(what, word);
      return true;
    },
    ...more,
  });
  return asked;
}

describe("the place of a restore [OPS-03]", () => {
  it("with the segments of another installation is refused though the databases are empty, and asked for by its name", async () => {
    write(FILES_MARK, `${OTHER}\n`);
    await expect(empty({ mayEmpty: undefined })).rejects.toThrow("there has the segments of another installation");
    await frames.pool.query("drop table frame_server cascade");
    await expect(empty({ mayEmpty: undefined })).rejects.toThrow("there has the segments of another installation");
    await expect(empty({ mayEmpty: async () => false })).rejects.toThrow("nothing was changed");
    expect(left()).toEqual([FILES_MARK]);
    expect(await empty({})).toEqual([expect.stringContaining("there has the segments"), "canopy/prod"]);
    expect(left()).toEqual([]);
  });

  it("of an installation that was started and never used is taken without a question", async () => {
    const [own] = (await frames.pool.query<{ id: string }>("select id from frame_server")).rows;
    write(FILES_MARK, `${own?.id}\n`);
    expect(await empty({ mayEmpty: undefined })).toEqual([]);
    expect(left()).toEqual([]);
  });

  it("is refused while a process uses one of its databases, though nothing was ever done in them", async () => {
    for (const { url } of [metadata, frames]) {
      const running = openDatabase({ url, log: createLog("error"), maxConnections: 1 });
      await running.pool.query("select 1");
      for (const mayEmpty of [undefined, async () => true])
        await expect(empty({ mayEmpty })).rejects.toThrow("another Canopy is connected to the database: stop it first");
      await running.close();
    }
    expect((await metadata.pool.query("select from schema_migrations limit 1")).rowCount).toBe(1);
    expect((await frames.pool.query("select from schema_migrations limit 1")).rowCount).toBe(1);
  });

  it("is emptied of what has a name of Canopy's, and keeps backups, lakes and the inbox", async () => {
    for (const name of [...OURS, ...NOT_OURS, "files/tenant/object"]) write(name);
    expect(await empty({})).toContain("canopy/prod");
    expect(left()).toEqual(NOT_OURS);
  });

  it("is not emptied while the backup or the lake lies below it", async () => {
    for (const name of [FILES_MARK, ...NOT_OURS]) write(name);
    const below: DirectPlace = { kind: "s3", settings: { ...S3, setting: "the place", prefix: "prod/saved/" } };
    const place = { files, at: below, where: "the place" };
    await expect(empty({ place })).rejects.toThrow("the backup at the place lies below S3_URL");
    await expect(empty({ lake: below })).rejects.toThrow("CANOPY_LAKE lies below S3_URL");
    expect(left()).toEqual([FILES_MARK, ...NOT_OURS].sort());
  });

  it("in a folder is asked for by the word empty", async () => {
    write(FILES_MARK, OTHER);
    expect(await empty({ s3: undefined })).toContain("empty");
  });
});
