import { randomUUID } from "node:crypto";
import { truncateSync } from "node:fs";
import { join } from "node:path";
import { deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { written } from "@canopy/can/logs/testing/collect";
import { UNLIMITED_PACKAGE } from "@canopy/contract/capacity/package";
import type { BegunUpload } from "@canopy/contract/files/uploads";
import { platformErrors } from "@canopy/contract/platform/errors";
import { transferErrors } from "@canopy/contract/transfers/errors";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ZipFile } from "yazl";
import { PATIENCE } from "../../../e2e/support/patience.ts";
import { setPackage } from "../capacity/package-store.ts";
import { FILES_FOLDER, openFilePlace } from "../file-parts.ts";
import { S3Files } from "../platform/files/s3-files.ts";
import { temporaryFolder } from "../testing/engines/temporary-folder.ts";
import { s3SettingsOf, type TestS3, testS3, whyNoS3 } from "../testing/engines/test-s3.ts";
import { openS3Line, type S3Line } from "../testing/faults/s3-line.ts";
import {
  beginFromDevice,
  filesUrl,
  sendPiece,
  sentByDevice,
  sha256Of,
  someBytes,
} from "../testing/stored/test-files.ts";
import { type TestDevice, testDevice } from "../testing/terminals/test-device.ts";
import { type TestApp, type TestUser, testApp } from "../testing/test-app.ts";
import type { FilePlace } from "./file-contents.ts";

const TIMEOUT_MS = 240_000 * PATIENCE;
const SOON = { timeout: TIMEOUT_MS, interval: 200 };
const MB = 1024 ** 2;
const FIVE_GB = 5 * 1024 ** 3;
const ZEROS = Buffer.alloc(64 * MB);
const noS3 = whyNoS3();

const startUs = Math.floor(Date.now() / 1000 - 3600) * 1_000_000;
const frames = Array.from({ length: 1000 }, (_, i) => ({
  timeUs: startUs + i * 1000,
  channel: 0,
  id: 0x100,
  flags: 0,
  size: 8,
  data: new Uint8Array(8),
}));

/** A log whose only container announces and holds far more than it should. */
function blfBomb(): Buffer {
  const file = Buffer.from(written("blf", frames, { deflate: (data) => deflateSync(data) }).file);
  const packed = deflateSync(ZEROS);
  const at = file.indexOf("LOBJ");
  const container = Buffer.alloc(32 + packed.length);
  file.copy(container, 0, at, at + 32);
  // Size of the object, and of what it unpacks to.
  container.writeUInt32LE(container.length, 8);
  container.writeUInt32LE(ZEROS.length, 24);
  packed.copy(container, 32);
  return Buffer.concat([file.subarray(0, at), container]);
}

async function zipBomb(): Promise<Buffer> {
  const zip = new ZipFile();
  zip.addBuffer(ZEROS, "drive.log");
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

describe("files that are made to harm", { timeout: TIMEOUT_MS }, () => {
  let world: TestApp;
  let manager: TestUser;
  let device: TestDevice;

  beforeAll(async () => {
    world = await testApp({}, { work: true });
    manager = await world.user({ tenant: "own", name: "manager_a", role: "manager" });
    await setPackage(world.database.db, manager.tenantId, UNLIMITED_PACKAGE);
  }, TIMEOUT_MS);
  afterAll(() => world?.close());
  beforeEach(async () => {
    device = await testDevice(world.database.db, manager.tenantId);
  });

  async function analysed(fileId: string): Promise<{ status: number; message_code: string | null; frames: number }> {
    const url = (path: string) => filesUrl(manager, `file-analysis/${path}`);
    const { recordId } = (await world.call(manager, { method: "POST", url: url(fileId) })).json();
    const record = async () => (await world.call(manager, { method: "GET", url: url(recordId) })).json().data;
    await expect.poll(async () => (await record()).status, SOON).not.toBe(0);
    return record();
  }

  it.each([
    ["gz", () => gzipSync(ZEROS)],
    ["zst", () => zstdCompressSync(ZEROS)],
    ["zip", zipBomb],
    ["blf", blfBomb],
  ] as const)("as a bomb in %s are not unpacked [FIL-04]", async (kind, make) => {
    const bytes = await make();
    expect(bytes.length).toBeLessThan(2 * MB);
    const { file_id } = await sentByDevice(world, device, `bomb.${kind}`, bytes);
    const before = process.memoryUsage().rss;
    const { status, message_code } = await analysed(file_id);
    expect(status).toBe(2);
    expect([transferErrors.notALog.code, transferErrors.noFrames.code]).toContain(message_code);
    expect(process.memoryUsage().rss - before).toBeLessThan(128 * MB);
    const preview = await world.call(manager, { method: "GET", url: filesUrl(manager, `file-preview/${file_id}`) });
    expect(preview.statusCode).toBe(422);
  });

  it("of 5 GB are analysed as a stream [FIL-04]", async () => {
    const log = Buffer.from(written("candump", frames).file);
    const { file_id } = await sentByDevice(world, device, "huge.log", log);
    const found = await sql<{ object: string }>`select p.object from files f
      join file_parts p on p.content_id = f.content_id where f.id = ${file_id}`.execute(world.database.db);
    const object = found.rows[0]?.object ?? "";
    // A hole behind the log: 5 GB that take no room on the disk.
    truncateSync(join(world.transferFolder, FILES_FOLDER, manager.tenantId, object), FIVE_GB);
    await sql`update file_parts set size = ${FIVE_GB} where object = ${object}`.execute(world.database.db);
    await sql`update files set size = ${FIVE_GB}, received = ${FIVE_GB} where id = ${file_id}`.execute(
      world.database.db,
    );
    const before = process.memoryUsage().rss;
    const { status, frames: stored } = await analysed(file_id);
    expect({ status, stored }).toEqual({ status: 1, stored: frames.length });
    expect(process.memoryUsage().rss - before).toBeLessThan(256 * MB);
  });
});

describe("uploads by HTTP", { timeout: TIMEOUT_MS }, () => {
  const bytes = someBytes(9 * MB + 5);
  const begun = async (world: TestApp, device: TestDevice): Promise<BegunUpload> => {
    const file = { name: "drive.rec", size: bytes.length, sha256: sha256Of(bytes) };
    return (await beginFromDevice(world, device, file)).json().data;
  };
  /** Until `done` says so, from where the server is. */
  async function goOn(world: TestApp, upload: string): Promise<void> {
    const url = `/api/file-uploads/${upload}`;
    for (;;) {
      const { data } = (await world.call(null, { method: "GET", url })).json();
      if (data.state !== "receiving") return;
      const sent = await sendPiece(world, upload, data.received, bytes.subarray(data.received, data.received + 4 * MB));
      expect(sent.statusCode, sent.body).toBe(200);
    }
  }
  async function contentOf(world: TestApp, { tenantId }: TestUser, fileId: string): Promise<Buffer> {
    const found = await sql<{ contentId: string }>`select content_id as "contentId" from files
      where id = ${fileId}`.execute(world.database.db);
    const reader = await world.files.contents.open(tenantId, found.rows[0]?.contentId ?? "");
    const chunks: Uint8Array[] = [];
    for await (const chunk of reader.stream(0, reader.size)) chunks.push(chunk);
    return Buffer.concat(chunks);
  }
  async function prepared(place: FilePlace): Promise<{ world: TestApp; manager: TestUser; device: TestDevice }> {
    const world = await testApp({}, { filePlace: place });
    const manager = await world.user({ tenant: "own", name: "manager_a", role: "manager" });
    await setPackage(world.database.db, manager.tenantId, UNLIMITED_PACKAGE);
    return { world, manager, device: await testDevice(world.database.db, manager.tenantId) };
  }

  it("whose disk fills in the middle say so, keep what came, and go on when there is room [FIL-01]", async () => {
    const place = await openFilePlace({ dataFolder: temporaryFolder(), s3: undefined });
    let written = 0;
    let limit = 5 * MB;
    const files = Object.assign(Object.create(place.files) as typeof place.files, {
      create: async (name: string) => {
        const made = await place.files.create(name);
        const write = async (parts: readonly Uint8Array[]) => {
          for (const part of parts) written += part.length;
          if (written > limit) throw Object.assign(new Error("no space"), { code: "ENOSPC" });
          await made.write(parts);
        };
        return { write, finish: () => made.finish(), abort: () => made.abort() };
      },
      read: (...args: Parameters<typeof place.files.read>) => place.files.read(...args),
      remove: (...args: Parameters<typeof place.files.remove>) => place.files.remove(...args),
      list: (prefix: string) => place.files.list(prefix),
      close: () => place.files.close(),
    });
    const { world, manager, device } = await prepared({ ...place, files });
    try {
      const { upload, file_id } = await begun(world, device);
      expect((await sendPiece(world, upload, 0, bytes.subarray(0, 4 * MB))).statusCode).toBe(200);
      const full = await sendPiece(world, upload, 4 * MB, bytes.subarray(4 * MB, 8 * MB));
      expect([full.statusCode, full.json().code]).toEqual([507, transferErrors.diskFull.code]);
      const { data } = (await world.call(null, { method: "GET", url: `/api/file-uploads/${upload}` })).json();
      expect(data).toMatchObject({ received: 4 * MB, state: "receiving" });
      limit = Number.POSITIVE_INFINITY;
      await goOn(world, upload);
      expect((await contentOf(world, manager, file_id)).equals(bytes)).toBe(true);
    } finally {
      await world.close();
    }
  });

  describe.skipIf(noS3 !== undefined)("to a bucket, s3 ", () => {
    let server: TestS3;
    let line: S3Line;
    beforeAll(async () => {
      server = await testS3();
      line = await openS3Line(server.port);
    });
    afterAll(async () => {
      await line?.close();
      await server?.stop();
    });

    it("that goes away in the middle say so, keep what came, and go on when it is back [FIL-01] [FIL-06]", async () => {
      const settings = s3SettingsOf(line.port, randomUUID());
      const place = { files: new S3Files(settings, { attempts: 2, wait: async () => undefined }), folder: undefined };
      const { world, manager, device } = await prepared(place);
      try {
        const { upload, file_id } = await begun(world, device);
        expect((await sendPiece(world, upload, 0, bytes.subarray(0, 4 * MB))).statusCode).toBe(200);
        line.fail("error", "PUT", 1000);
        const away = await sendPiece(world, upload, 4 * MB, bytes.subarray(4 * MB, 8 * MB));
        expect([away.statusCode, away.json().code]).toEqual([503, platformErrors.unavailable.code]);
        line.mend();
        await goOn(world, upload);
        expect((await contentOf(world, manager, file_id)).equals(bytes)).toBe(true);
      } finally {
        await world.close();
      }
    });
  });
});
