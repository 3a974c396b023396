import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../../testing/engines/temporary-folder.ts";
import { type BackupPlace, finishBackup, forgetManifest, listBackups, openBackupPlace, store } from "./backup-place.ts";
import { dropCutOff, dropOldBackups } from "./drop-old.ts";
import type { ListFolder, TableCopy } from "./manifest.ts";
import { ObjectListWriter } from "./object-list.ts";

const [OLD, NEW, CUT] = ["20261118T020000Z", "20261119T020000Z", "20261119T080000Z"];
const ID = "6f1c5d8e-3a52-4a0e-9a57-0f0c2f4f3f10";
const { signal } = new AbortController();
const body = (of: number) => `bodies/0a1b2c3d/ff/${String(of).padStart(32, "0")}.seg`;
const file = (of: number) => `files/${ID}/6f1c5d8e-3a52-4a0e-9a57-${String(of).padStart(12, "0")}`;
const BODIES = [1, 2, 3, 4, 5].map(body);
const [ONE = "", TWO = "", THREE = "", LOOSE = "", UNFINISHED = ""] = BODIES;

let folder: string;
let place: BackupPlace;
beforeEach(async () => {
  folder = temporaryFolder();
  place = await openBackupPlace({ kind: "folder", folder });
});

const put = (...names: string[]) => Promise.all(names.map((name) => store(place, name, [Buffer.from(name)])));

async function listOf(backup: string, of: ListFolder, names: readonly string[]) {
  const list = new ObjectListWriter(place, backup, of);
  for (const object of await put(...names)) await list.add(object);
  return list.end();
}

async function makeWhole(backup: string, bodies: readonly string[], files: readonly string[]): Promise<void> {
  const [object] = await put(`backups/${backup}/metadata/users.copy.gz`);
  if (object === undefined) throw new Error("nothing was written");
  const tables: TableCopy[] = [{ table: "users", columns: [], format: "text", rows: 0, object }];
  const database = { migrations: [], tables: [], sequences: [] };
  const head = { version: "1.0.0", takenAt: "", installation: "", secrets: [], secretMark: "" };
  await finishBackup(place, backup, {
    ...head,
    metadata: { ...database, tables },
    servers: [{ id: ID, number: 1, database, bodies: await listOf(backup, "bodies", bodies) }],
    files: await listOf(backup, "files", files),
  });
}

/** As a process leaves it that is killed while it writes. */
async function leaveUnfinished(name: string): Promise<void> {
  const begun = await place.files.create(name);
  onTestFinished(() => begun.abort());
  await begun.write([Buffer.from("half")]);
}

const left = () =>
  readdirSync(folder, { recursive: true, encoding: "utf8", withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();

const ofWhole = (backup: string) =>
  ["lists/bodies-00001.gz", "lists/files-00001.gz", "manifest.json", "metadata/users.copy.gz"].map(
    (name) => `backups/${backup}/${name}`,
  );

/** A bucket whose listing is late. */
const hiding = ({ files, ...rest }: BackupPlace, hidden: string): BackupPlace => ({
  ...rest,
  files: {
    read: (...of) => files.read(...of),
    create: (name) => files.create(name),
    size: (name) => files.size(name),
    remove: (...of) => files.remove(...of),
    close: () => files.close(),
    async *list(...of) {
      for await (const name of files.list(...of)) if (!name.startsWith(hidden)) yield name;
    },
  },
});

describe("a place of backups [OPS-03]", () => {
  it("loses what a cut-off backup wrote of its own, and keeps what the next one goes on with", async () => {
    await makeWhole(OLD, [ONE], [file(1)]);
    const strange = ["backups/notes.txt", "backups/of another kind/notes.txt"];
    await put(LOOSE, `backups/${CUT}/metadata/users.copy.gz`, `backups/${CUT}/lists/bodies-00001.gz`, ...strange);
    await leaveUnfinished(`backups/${CUT}/frames-1/landing.copy`);
    await dropCutOff(place, signal);
    expect(left()).toEqual([...ofWhole(OLD), ...strange, ONE, LOOSE, file(1)].sort());
    expect(await listBackups(place)).toEqual([OLD]);
  });

  it("keeps a whole backup whose manifest is not listed yet", async () => {
    await makeWhole(NEW, [ONE], [file(1)]);
    const before = left();
    await dropCutOff(hiding(place, `backups/${NEW}/manifest.json`), signal);
    expect(left()).toEqual(before);
  });

  it("loses shared objects that no backup names, and nothing that is somebody else's", async () => {
    await makeWhole(OLD, [ONE, TWO], [file(1)]);
    await makeWhole(NEW, [TWO, THREE], [file(1), file(2)]);
    const before = left();
    const firmware = `files/firmware/${ID}/${ID}`;
    await put(LOOSE, file(3), `${firmware}/0`, `${firmware}/12`, `files/flash/${ID}/${ID}`);
    await leaveUnfinished(UNFINISHED);
    await leaveUnfinished(file(4));
    const strange = ["bodies/readme.txt", "files/2026/summer.jpg", `files/${ID}/summer.jpg`];
    await put(...strange);
    expect(await dropOldBackups(place, { keep: 2, newest: NEW, signal })).toEqual([]);
    expect(left()).toEqual([...before, ...strange].sort());
  });

  it("loses what a removal of old backups that was killed has left", async () => {
    await makeWhole(OLD, [ONE, TWO], [file(1)]);
    await makeWhole(NEW, [TWO, THREE], [file(2)]);
    await forgetManifest(place, OLD);
    await dropCutOff(place, signal);
    expect(left()).toContain(ONE);
    expect(await dropOldBackups(place, { keep: 14, newest: NEW, signal })).toEqual([]);
    expect(left()).toEqual([...ofWhole(NEW), TWO, THREE, file(2)].sort());
  });

  it("keeps what the newest backup consists of though it is not listed yet", async () => {
    await makeWhole(OLD, [ONE, TWO], [file(1)]);
    await makeWhole(NEW, [TWO, THREE], [file(1)]);
    const late = hiding(place, `backups/${NEW}/`);
    expect(await dropOldBackups(late, { keep: 1, newest: NEW, signal })).toEqual([OLD]);
    expect(left()).toEqual([...ofWhole(NEW), TWO, THREE, file(1)].sort());
  });

  it("loses nothing while a backup cannot be read, or when it is another writer's now", async () => {
    await makeWhole(OLD, [ONE], [file(1)]);
    await makeWhole(NEW, [TWO], [file(1)]);
    await put(LOOSE);
    const before = left();
    expect(await dropOldBackups(place, { keep: 1, newest: NEW, signal: AbortSignal.abort() })).toEqual([]);
    expect(left()).toEqual(before);
    for (const damaged of [`backups/${OLD}/lists/bodies-00001.gz`, `backups/${OLD}/manifest.json`]) {
      writeFileSync(join(folder, damaged), "damaged");
      await place.files.close();
      await expect(dropOldBackups(place, { keep: 2, newest: NEW, signal })).rejects.toThrow(damaged);
      await dropCutOff(place, signal);
      expect(left()).toEqual(before);
    }
  });
});
