import { createHash, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LOCATION } from "@canopy/contract/files/file-name";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PATIENCE } from "../../../e2e/support/patience.ts";
import { openFilePlace } from "../file-parts.ts";
import { S3Files } from "../platform/files/s3-files.ts";
import { type TestDatabase, testDatabase } from "../testing/engines/test-database.ts";
import { s3SettingsOf, type TestS3, testS3, whyNoS3 } from "../testing/engines/test-s3.ts";
import { openS3Line, type S3Line } from "../testing/faults/s3-line.ts";
import { FileContents, type FilePlace } from "./file-contents.ts";
import { copyFileRow, deleteFileRows, type StoredFile } from "./file-store.ts";
import { dropParts } from "./part-store.ts";
import { FileReceiver } from "./receive-file.ts";

const noS3 = whyNoS3();

const SLOW = { timeout: 120_000 * PATIENCE };

describe.each(["folder", "s3"] as const)("contents of files in a %s [FIL-06]", SLOW, (kind) => {
  const skipped = kind === "s3" && noS3 !== undefined;
  let database: TestDatabase;
  let server: TestS3 | undefined;
  let line: S3Line | undefined;
  let place: FilePlace;
  let contents: FileContents;
  let receiver: FileReceiver;
  const folder = mkdtempSync(join(tmpdir(), "canopy-files-"));
  const tenantId = randomUUID();

  beforeAll(async () => {
    if (skipped) return;
    database = await testDatabase();
    if (kind === "s3") {
      server = await testS3();
      line = await openS3Line(server.port);
      const settings = s3SettingsOf(line.port, randomUUID());
      place = { files: new S3Files(settings, { attempts: 2, wait: async () => undefined }), folder: undefined };
    } else place = await openFilePlace({ dataFolder: folder, s3: undefined });
    contents = new FileContents(database.db, place);
    receiver = new FileReceiver({ db: database.db, contents });
  });
  afterAll(async () => {
    await place?.files.close();
    await line?.close();
    await server?.stop();
    await database?.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  const begin = async (size: number, sha256: string | null = null): Promise<StoredFile> => {
    const sender = {
      tenantId,
      thingsId: randomUUID(),
      userId: null,
      source: "device",
      location: LOCATION.cloud,
    } as const;
    const file = await receiver.begin({ ...sender, name: "x.log", size, sha256 }, null);
    if (!file) throw new Error("not begun");
    return file;
  };
  const objects = async (): Promise<string[]> => {
    const names: string[] = [];
    for await (const name of place.files.list("")) names.push(name);
    return names;
  };

  it.skipIf(skipped)(
    "are read at any place as they were written in parts, and leave nothing when deleted",
    async () => {
      const bytes = Buffer.from(Array.from({ length: 30_000 }, (_, i) => i % 251));
      const file = await begin(bytes.length);
      for (const [from, to] of [
        [0, 1],
        [1, 10_000],
        [10_000, 29_999],
        [29_999, 30_000],
      ] as const)
        expect(await receiver.append(file, from, bytes.subarray(from, to))).toBe(true);
      expect(await receiver.append(file, 5, bytes.subarray(5, 6))).toBe(false);
      const done = await receiver.finish({ ...file, received: bytes.length });
      expect(done.file.sha256).toBe(createHash("sha256").update(bytes).digest("hex"));
      const reader = await contents.open(tenantId, file.contentId);
      expect(reader.size).toBe(bytes.length);
      // Another process knows no hash on its way: it reads.
      expect(await reader.sha256()).toBe(done.file.sha256);
      for (const at of [0, 1, 5000, 9_999, 10_000, 29_998, 29_999]) {
        const chunks: Uint8Array[] = [];
        for await (const chunk of reader.stream(at, bytes.length)) chunks.push(chunk);
        expect(Buffer.concat(chunks).equals(bytes.subarray(at))).toBe(true);
      }
      expect(await reader.read(bytes.length, 10)).toHaveLength(0);
      expect(await objects()).toHaveLength(4);
      await receiver.remove(tenantId, [file.id]);
      expect(await objects()).toEqual([]);
      const { rows } = await sql`select 1 from file_parts where tenant_id = ${tenantId}`.execute(database.db);
      expect(rows).toEqual([]);
    },
  );

  it.skipIf(skipped)("of two files go though both files are deleted at once", async () => {
    const { db, pool } = database;
    const file = await begin(10);
    await receiver.append(file, 0, Buffer.from("0123456789"));
    await receiver.finish({ ...file, received: 10 });
    const copy = { id: randomUUID(), location: LOCATION.ftp };
    await copyFileRow(db, file, copy);
    const [hasDropped, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const first = db.transaction().execute(async (trx) => {
      const { contentIds } = await deleteFileRows(trx, tenantId, [file.id]);
      expect(await dropParts(trx, tenantId, contentIds)).toEqual([]);
      hasDropped.resolve();
      await mayEnd.promise;
    });
    await hasDropped.promise;
    let isOver = false;
    const second = receiver.remove(tenantId, [copy.id]).finally(() => {
      isOver = true;
    });
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      and query like '%file_parts%'`;
    await expect.poll(async () => isOver || (await pool.query(waiting)).rowCount === 1).toBe(true);
    mayEnd.resolve();
    await Promise.all([first, second]);
    expect(await objects()).toEqual([]);
    expect((await pool.query("select from file_parts where tenant_id = $1", [tenantId])).rowCount).toBe(0);
  });

  it.skipIf(skipped || kind === "folder")("wait for a bucket that is away, and say so", async () => {
    const file = await begin(10);
    line?.fail("error", "PUT", 10);
    await expect(receiver.append(file, 0, Buffer.alloc(10))).rejects.toMatchObject({
      def: { code: "platform.unavailable", status: 503 },
    });
    line?.mend();
    expect(await receiver.append(file, 0, Buffer.alloc(10))).toBe(true);
    await receiver.remove(tenantId, [file.id]);
  });

  it.skipIf(skipped)(
    "of a disk that is full in the middle of a part leave nothing of it, and go on later",
    async () => {
      let isFull = true;
      const files = Object.assign(Object.create(place.files) as typeof place.files, {
        create: async (name: string) => {
          const made = await place.files.create(name);
          const write = async (bytes: readonly Uint8Array[]) => {
            await made.write(bytes.map((one) => one.subarray(0, 5)));
            if (isFull) throw Object.assign(new Error("no space"), { code: "ENOSPC" });
            await made.write(bytes.map((one) => one.subarray(5)));
          };
          return { write, finish: () => made.finish(), abort: () => made.abort() };
        },
        remove: (...args: Parameters<typeof place.files.remove>) => place.files.remove(...args),
      });
      const filling = new FileReceiver({
        db: database.db,
        contents: new FileContents(database.db, { ...place, files }),
      });
      const file = await begin(10);
      await expect(filling.append(file, 0, Buffer.from("0123456789"))).rejects.toMatchObject({
        def: { code: "transfers.diskFull" },
      });
      expect(await objects()).toEqual([]);
      isFull = false;
      expect(await filling.append(file, 0, Buffer.from("0123456789"))).toBe(true);
      const reader = await contents.open(tenantId, file.contentId);
      expect(Buffer.from(await reader.read(0, 10)).toString()).toBe("0123456789");
      await receiver.remove(tenantId, [file.id]);
    },
  );
});
