import { randomUUID } from "node:crypto";
import { mkdirSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { deflateSync, inflateSync } from "node:zlib";
import { FLAG_ERROR, FLAG_EXTENDED, FLAG_FD, type Frame } from "@canopy/can/frame/frame";
import type { WriteFormat } from "@canopy/can/logs/formats";
import { collect, written } from "@canopy/can/logs/testing/collect";
import { UNLIMITED_PACKAGE } from "@canopy/contract/capacity/package";
import { fileErrors } from "@canopy/contract/files/errors";
import { LOCATION } from "@canopy/contract/files/file-name";
import { transferErrors } from "@canopy/contract/transfers/errors";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { PATIENCE } from "../../../e2e/support/patience.ts";
import { setPackage } from "../capacity/package-store.ts";
import { FILES_FOLDER } from "../file-parts.ts";
import { filesUrl, sentByDevice } from "../testing/stored/test-files.ts";
import { type TestDevice, testDevice } from "../testing/terminals/test-device.ts";
import { type TestApp, type TestUser, testApp } from "../testing/test-app.ts";
import { usedSpace } from "./file-space.ts";

const TIMEOUT_MS = 180_000 * PATIENCE;
const FIVE_GB = 5 * 1024 ** 3;
const startUs = Math.floor(Date.now() / 1000 - 3600) * 1_000_000;

/** With all that frames may have. */
const frames: Frame[] = Array.from({ length: 3000 }, (_, i) => {
  const flags = i % 7 === 0 ? FLAG_EXTENDED : i % 11 === 0 ? FLAG_FD : 0;
  const isError = i % 100 === 99;
  const data = Uint8Array.from({ length: isError ? 0 : 8 }, (_, k) => (i * 31 + k) & 255);
  return {
    timeUs: startUs + i * 1000,
    channel: i % 2,
    id: isError ? 0 : 0x100,
    flags: isError ? FLAG_ERROR : flags,
    size: data.length,
    data,
  };
});
const logOf = (format: WriteFormat) =>
  Buffer.from(written(format, frames, { deflate: (data) => deflateSync(data) }).file);

describe("a preview", { timeout: TIMEOUT_MS }, () => {
  let world: TestApp;
  let manager: TestUser;
  let device: TestDevice;

  beforeAll(async () => {
    world = await testApp({}, { work: true });
  }, TIMEOUT_MS);
  afterAll(() => world?.close());
  beforeEach(async () => {
    manager = await world.user({ tenant: randomUUID(), name: `m_${randomUUID().slice(0, 8)}`, role: "manager" });
    await setPackage(world.database.db, manager.tenantId, UNLIMITED_PACKAGE);
    device = await testDevice(world.database.db, manager.tenantId);
  });

  const preview = (id: string, query = "") =>
    world.call(manager, { method: "GET", url: filesUrl(manager, `file-preview/${id}${query}`) });
  const previewed = async (id: string, query = "") => {
    const answer = await preview(id, query);
    expect(answer.statusCode, answer.body).toBe(200);
    const { data } = answer.json();
    const log = Buffer.from(data.log_base64, "base64");
    return { ...data, list: collect("blf", log, { inflate: (bytes) => inflateSync(bytes) }).frames };
  };
  const framesStored = async () => {
    const query = { bindingNumber: device.bindingNumber, fromUs: 0, toUs: Number.MAX_SAFE_INTEGER, filter: {} };
    let count = 0;
    for await (const batch of world.store.frames.stream(query)) count += batch.length;
    return count;
  };

  it.each(["candump", "asc", "blf", "trc", "csv", "mdf4", "parquet"] as const)(
    "of a %s file has its frames as they are, and imports nothing [FIL-04]",
    async (format) => {
      const { file_id } = await sentByDevice(world, device, `drive.${format}`, logOf(format));
      const { list, ...facts } = await previewed(file_id);
      expect(facts).toMatchObject({ format, frames: list.length, is_cut: false, name: `drive.${format}` });
      const plain = (all: readonly Frame[]) =>
        all.map(({ timeUs, channel, id, data }) => ({ timeUs, channel, id, data }));
      // Formats keep less of error frames; data frames are exact in all.
      const dataFrames = (all: readonly Frame[]) => plain(all.filter(({ flags }) => (flags & FLAG_ERROR) === 0));
      expect(dataFrames(list)).toEqual(dataFrames(frames));
      expect(await framesStored()).toBe(0);
    },
  );

  it("stops at the number of frames that is asked for [FIL-04]", async () => {
    const { file_id } = await sentByDevice(world, device, "drive.log", logOf("candump"));
    const { list, ...facts } = await previewed(file_id, "?frames=25");
    expect(facts).toMatchObject({ frames: 25, is_cut: true });
    expect(list).toHaveLength(25);
  });

  it("says why there is none [FIL-04]", async () => {
    const notes = await sentByDevice(world, device, "notes.txt", Buffer.from("no log at all"));
    expect((await preview(notes.file_id)).json()).toMatchObject({ code: transferErrors.notALog.code });
    const empty = await sentByDevice(world, device, "empty.log", Buffer.alloc(0));
    expect((await preview(empty.file_id)).json()).toMatchObject({ code: transferErrors.notALog.code });
    const stranger = await world.user({ tenant: randomUUID(), name: `m_${randomUUID().slice(0, 8)}`, role: "manager" });
    const url = filesUrl(stranger, `file-preview/${notes.file_id}`);
    expect((await world.call(stranger, { method: "GET", url })).statusCode).toBe(404);
  });

  it("of 5 GB reads what it needs, however the rest looks [FIL-04]", async () => {
    const { file_id } = await sentByDevice(world, device, "huge.log", logOf("candump"));
    // The bytes behind the log are a hole in the object: nothing of them is on the disk.
    const found = await sql<{ object: string; contentId: string }>`select p.object, p.content_id as "contentId"
      from files f join file_parts p on p.content_id = f.content_id where f.id = ${file_id}`.execute(world.database.db);
    const [part] = found.rows;
    const folder = join(world.transferFolder, FILES_FOLDER, manager.tenantId);
    mkdirSync(folder, { recursive: true });
    truncateSync(join(folder, part?.object ?? ""), FIVE_GB);
    await sql`update file_parts set size = ${FIVE_GB} where object = ${part?.object}`.execute(world.database.db);
    await sql`update files set size = ${FIVE_GB}, received = ${FIVE_GB} where id = ${file_id}`.execute(
      world.database.db,
    );
    const before = process.memoryUsage().rss;
    const first = await previewed(file_id, "?frames=1000");
    expect(first).toMatchObject({ frames: 1000, is_cut: true, size: FIVE_GB });
    expect(first.bytes_read).toBeLessThan(1024 * 1024);
    // More than there are: it gives up at its bound.
    const all = await previewed(file_id);
    expect(all).toMatchObject({ is_cut: true });
    expect(all.list.length).toBeGreaterThan(2900);
    expect(all.bytes_read).toBeLessThan(66 * 1024 * 1024);
    expect(process.memoryUsage().rss - before).toBeLessThan(256 * 1024 * 1024);
    expect(await framesStored()).toBe(0);
  });

  it("of an FTP file can become a cloud file, which has the same bytes once [FIL-03]", async () => {
    const sender = { tenantId: manager.tenantId, userId: null, source: "ftp", location: LOCATION.ftp } as const;
    const bytes = logOf("candump");
    const wanted = { ...sender, thingsId: device.thingsId, folder: "day", name: "a.log", size: null, sha256: null };
    const file = await world.files.receiver.begin(wanted, null);
    if (!file) throw new Error("no file");
    const url = filesUrl(manager, `file-to-cloud/${file.id}`);
    const toCloud = () => world.call(manager, { method: "POST", url });
    expect((await toCloud()).json()).toMatchObject({ code: fileErrors.incomplete.code });
    await world.files.receiver.append(file, 0, bytes);
    await world.files.receiver.finish({ ...file, received: bytes.length });
    expect((await previewed(file.id)).frames).toBeGreaterThan(2900);
    const copied = await toCloud();
    expect(copied.json().data).toMatchObject({ state: "stored" });
    expect((await toCloud()).json().data).toEqual({ ...copied.json().data, state: "repeated" });
    expect(await usedSpace(world.database.db, manager.tenantId)).toMatchObject({
      cloud: bytes.length,
      ftp: 0,
      files: 2,
    });
    // The one goes, the other keeps its bytes.
    await world.files.receiver.remove(manager.tenantId, [file.id]);
    expect((await previewed(copied.json().data.file_id)).frames).toBeGreaterThan(2900);
    await setPackage(world.database.db, manager.tenantId, {
      ...UNLIMITED_PACKAGE,
      maximum_total_number_documents_stored: 1,
    });
    const again = await world.files.receiver.begin({ ...wanted, name: "b.log" }, null).catch((error) => error.def.code);
    expect(again).toBe(fileErrors.tooManyFiles.code);
  });

  it("and the result of an analysis have the load of each channel [FIL-04]", async () => {
    const { file_id } = await sentByDevice(world, device, "load.log", logOf("blf"));
    const url = (path: string) => filesUrl(manager, `file-analysis/${path}`);
    const { recordId } = (await world.call(manager, { method: "POST", url: url(file_id) })).json();
    const record = async () => (await world.call(manager, { method: "GET", url: url(recordId) })).json().data;
    await expect.poll(async () => (await record()).status, { timeout: 60_000 * PATIENCE, interval: 100 }).toBe(1);
    const { load, error_frames } = (await record()).result;
    expect(error_frames).toBe(30);
    expect(load).toHaveLength(2);
    for (const { mean, peak, bit_rate, is_reported } of load) {
      // 500 frames a second of some 120 bits, at 500 kbit/s.
      expect(mean).toBeGreaterThan(0.08);
      expect(mean).toBeLessThan(0.16);
      expect(peak).toBeGreaterThanOrEqual(mean * 0.9);
      expect({ bit_rate, is_reported }).toEqual({ bit_rate: 500_000, is_reported: false });
    }
  });
});
