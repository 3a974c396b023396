import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { temporaryFolder } from "../../testing/engines/temporary-folder.ts";
import { type BackupPlace, openBackupPlace } from "./backup-place.ts";
import { checkBackup } from "./check-backup.ts";
import { type Manifest, type ObjectList, readManifest, type StoredObject, writeManifest } from "./manifest.ts";
import { ObjectListWriter, objectsIn, objectsOf } from "./object-list.ts";

const BACKUP = "20261119T060000Z";
const SERVER = "6f1c5d8e-3a52-4a0e-9a57-0f0c2f4f3f10";
const EMPTY = { count: 0, bytes: 0, parts: [], inline: [] };
const objects: StoredObject[] = Array.from({ length: 25 }, (_, i) => ({
  name: `bodies/0a1b2c3d/00/${i}.seg`,
  bytes: i,
  sha256: String(i).padStart(64, "0"),
}));

let folder: string;
let place: BackupPlace;
beforeEach(async () => {
  folder = temporaryFolder();
  place = await openBackupPlace({ kind: "folder", folder });
});

async function written(all = objects): Promise<ObjectList> {
  const writer = new ObjectListWriter(place, BACKUP, "bodies-1", 10);
  await Promise.all(all.map((object) => writer.add(object)));
  return writer.end();
}

async function read(list: ObjectList, from: "bodies" | "files" = "bodies"): Promise<StoredObject[]> {
  const all: StoredObject[] = [];
  for await (const object of objectsIn(place, list, from)) all.push(object);
  return all;
}

const manifestOf = (bodies: ObjectList): Manifest => {
  const database = { migrations: [], tables: [], sequences: [] };
  const servers = [{ id: SERVER, number: 1, database, bodies }];
  const head = { version: "1.0.0", takenAt: "", installation: "", metadata: database };
  return { ...head, servers, files: EMPTY, secrets: [], secretMark: "" };
};

describe("a list of a backup [OPS-03]", () => {
  it("is written in parts and read back, and the manifest names parts alone", async () => {
    const list = await written();
    expect(list).toMatchObject({ count: 25, bytes: 300, inline: [] });
    expect(list.parts.map(({ name }) => name)).toEqual(
      [1, 2, 3].map((part) => `backups/${BACKUP}/lists/bodies-1-0000${part}.gz`),
    );
    expect(await read(list)).toEqual(objects);
    const text = writeManifest(manifestOf(list));
    expect(text).not.toContain("0.seg");
    expect(readManifest(text)?.servers[0]?.bodies).toEqual(list);
  });

  it("belongs to the backup with all its parts", async () => {
    const names: string[] = [];
    for await (const { name } of objectsOf(place, manifestOf(await written()))) names.push(name);
    expect(names).toHaveLength(25 + 3);
    expect(names.at(-1)).toContain("bodies-1-00003.gz");
  });

  it("is refused where a part is damaged, is missing, or names what lies elsewhere", async () => {
    const list = await written();
    await expect(read(list, "files")).rejects.toThrow("which is no place of this backup");
    const [first = "", second = ""] = readdirSync(join(folder, `backups/${BACKUP}/lists`));
    const path = join(folder, `backups/${BACKUP}/lists`, first);
    const bytes = readFileSync(path);
    bytes[20] = (bytes[20] ?? 0) ^ 1;
    writeFileSync(path, bytes);
    await place.files.close();
    await expect(read(list)).rejects.toThrow(`${first} of ${folder} has another checksum`);
    rmSync(join(folder, `backups/${BACKUP}/lists`, second));
    const quiet = { signal: new AbortController().signal, progress: () => () => undefined };
    const problems = await checkBackup(place, manifestOf(list), quiet);
    expect(problems.filter(({ where }) => where.includes("/lists/")).map(({ what }) => what)).toEqual([
      "has another checksum: its bytes were changed",
      "is missing",
    ]);
    // Of the third part, whose objects are nowhere.
    expect(problems).toHaveLength(2 + 5);
  });
});
