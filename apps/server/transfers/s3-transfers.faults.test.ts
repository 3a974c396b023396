import { randomBytes, randomUUID } from "node:crypto";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { FrameBatch } from "@canopy/can/frame/batch";
import { FLAG_FD, type Frame } from "@canopy/can/frame/frame";
import { collect, written } from "@canopy/can/logs/testing/collect";
import type { DownloadTask } from "@canopy/contract/transfers/downloads";
import type { ImportTask } from "@canopy/contract/transfers/imports";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { PATIENCE } from "../../../e2e/support/patience.ts";
import { FIRST_IMPORT_EPOCH } from "../frames/store/frame-imports.ts";
import type { Files } from "../platform/files/files.ts";
import { S3Files } from "../platform/files/s3-files.ts";
import { PART_BYTES } from "../platform/files/s3-upload.ts";
import { s3SettingsOf, type TestS3, testS3, whyNoS3 } from "../testing/engines/test-s3.ts";
import { openS3Line, type S3Line } from "../testing/faults/s3-line.ts";
import { type TestDevice, testDevice } from "../testing/terminals/test-device.ts";
import { type TestApp, type TestUser, testApp } from "../testing/test-app.ts";
import { cleanUpTransfers } from "./clean-up.ts";
import { insertObject } from "./object-store.ts";

const noS3 = whyNoS3();
if (noS3) console.warn(`transfers in S3 are not tested: ${noS3}`);

const TIMEOUT_MS = 120_000 * PATIENCE;
const soon = { timeout: 60_000 * PATIENCE, interval: 100 };
const startMs = Math.floor(Date.now() / 1000) * 1000 - 7_200_000;
/** As CSV more than one part of an upload. */
const FRAMES = 60_000;

function makeFrames(count: number): FrameBatch {
  const batch = new FrameBatch();
  for (let i = 0; i < count; i += 1) batch.push(startMs * 1000 + i * 997, i % 2, 0x200, FLAG_FD, 64, randomBytes(64));
  return batch;
}

const listOf = (batch: FrameBatch): Frame[] =>
  Array.from({ length: batch.length }, (_, i) => ({ ...batch.at(i), data: new Uint8Array(batch.at(i).data) }));

describe.skipIf(noS3 !== undefined)("transfers in S3 [FIL-06]", { timeout: TIMEOUT_MS }, () => {
  let server: TestS3;
  let line: S3Line;
  let bucket: Files;
  let world: TestApp;
  let manager: TestUser;
  let device: TestDevice;
  const batch = makeFrames(FRAMES);

  beforeAll(async () => {
    server = await testS3();
    line = await openS3Line(server.port);
    bucket = new S3Files(s3SettingsOf(line.port, randomUUID()), { wait: async () => undefined });
    world = await testApp({}, { work: true, bucket });
    manager = await world.user({ tenant: "own", name: "manager_a", role: "manager" });
    device = await testDevice(world.database.db, manager.tenantId);
    const writer = world.store.imports.open(device);
    writer.push(batch);
    await writer.commit([FIRST_IMPORT_EPOCH]);
  }, TIMEOUT_MS);
  afterEach(() => line.mend());
  afterAll(async () => {
    await world?.close();
    await bucket?.close();
    await line?.close();
    await server?.stop();
  });

  const call = (method: "GET" | "POST" | "DELETE", url: string, payload?: object, headers = {}) =>
    world.call(manager, { method, url: `/api${url}`, headers, ...(payload && { payload }) });
  const rows = async (taskId: string) =>
    (await world.database.pool.query("select name from transfer_objects where task_id = $1 order by name", [taskId]))
      .rows as { name: string }[];
  async function objects(): Promise<string[]> {
    const names: string[] = [];
    for await (const name of bucket.list("")) names.push(name);
    return names;
  }
  const namesOf = async (taskId: string) => (await objects()).filter((name) => name.includes(taskId));
  const cleanUp = () =>
    cleanUpTransfers({ db: world.database.db, folder: world.transferFolder, bucket }).handler({} as never);
  /** As if it had happened two hours ago. */
  const older = (taskId: string) =>
    world.database.pool.query(
      "update transfer_objects set created_at = now() - interval '2 hours' where task_id = $1",
      [taskId],
    );

  describe("a download", () => {
    const get = async (id: string): Promise<DownloadTask> => (await call("GET", `/download-tasks/${id}`)).json().data;
    const reaches = (id: string, stage: DownloadTask["stage"]) =>
      vi.waitFor(async () => expect(await get(id)).toMatchObject({ stage }), soon);
    const fileOf = (id: string, headers = {}) => call("GET", `/download-tasks/${id}/file`, undefined, headers);
    const onDisk = (id: string) => {
      const folder = join(world.transferFolder, "downloads", id);
      return existsSync(folder) ? readdirSync(folder) : [];
    };
    async function create(seconds = 3600): Promise<string> {
      const request = { start_time: startMs, end_time: startMs + seconds * 1000, format: "csv" };
      const answer = await call("POST", `/things/${device.thingsId}/download-tasks`, request);
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json().data.task_id;
    }
    async function made(seconds = 3600): Promise<string> {
      const id = await create(seconds);
      await reaches(id, "waiting_to_download");
      return id;
    }

    it("lies in the bucket alone, and is served from there, whole and by ranges [DAT-03]", async () => {
      const id = await made();
      expect(onDisk(id)).toEqual([]);
      expect(await namesOf(id)).toEqual((await rows(id)).map(({ name }) => name));
      // As on another machine, which has nothing of it.
      rmSync(join(world.transferFolder, "downloads"), { recursive: true, force: true });
      const whole = await fileOf(id);
      const { bytes } = await get(id);
      expect(bytes).toBeGreaterThan(PART_BYTES);
      expect(whole.rawPayload.length).toBe(bytes);
      expect(collect("csv", whole.rawPayload).frames).toEqual(listOf(batch));
      const part = await fileOf(id, { range: `bytes=${PART_BYTES - 10}-${PART_BYTES + 9}` });
      expect([part.statusCode, part.headers["content-range"]]).toEqual([
        206,
        `bytes ${PART_BYTES - 10}-${PART_BYTES + 9}/${bytes}`,
      ]);
      expect(Buffer.compare(part.rawPayload, whole.rawPayload.subarray(PART_BYTES - 10, PART_BYTES + 10))).toBe(0);
      const { ticket } = (await call("POST", `/download-tasks/${id}/link`)).json().data;
      expect(ticket).toMatch(/./);
    });

    it("goes with its task, and after seven days by the clean-up [DAT-03]", async () => {
      const [deleted, expired, kept] = [await made(1), await made(1), await made(1)];
      expect((await call("DELETE", `/download-tasks/${deleted}`)).statusCode).toBe(200);
      expect([await namesOf(deleted), await rows(deleted)]).toEqual([[], []]);
      await world.database.pool.query("update download_tasks set expires_at = now() where id = $1", [expired]);
      for (const id of [expired, kept]) await older(id);
      await cleanUp();
      expect([await namesOf(expired), await rows(expired)]).toEqual([[], []]);
      expect(await namesOf(kept)).toHaveLength(1);
      expect((await fileOf(expired)).json().code).toBe("transfers.fileGone");
      expect((await fileOf(kept)).statusCode).toBe(200);
    });

    it("leaves nothing where its task went while S3 was away, or its worker died [DAT-03]", async () => {
      const id = await made(1);
      line.fail("error", "DELETE", 5);
      expect((await call("DELETE", `/download-tasks/${id}`)).statusCode).toBe(200);
      expect(await namesOf(id)).toHaveLength(1);
      const dead = { tenantId: manager.tenantId, id: randomUUID() };
      const name = `downloads/${dead.id}/x-1/x.csv`;
      await insertObject(world.database.db, dead, name, null);
      const file = await bucket.create(name);
      await file.write([new Uint8Array(PART_BYTES + 1)]);
      await cleanUp();
      expect(await rows(dead.id)).toHaveLength(1);
      for (const task of [id, dead.id]) await older(task);
      await cleanUp();
      expect([await namesOf(id), await rows(id), await rows(dead.id)]).toEqual([[], [], []]);
      await expect(file.finish()).rejects.toThrow();
    });

    it("comes through a fault of S3, and fails with a code where S3 stays away; then it can be tried again", async () => {
      line.fail("slowDown", "PUT", 2);
      await made(1);
      line.fail("error", "PUT", 1000);
      line.requests.length = 0;
      const id = await create(1);
      await reaches(id, "failed");
      expect(await get(id)).toMatchObject({ message_code: "transfers.filesUnavailable" });
      expect(line.requests.filter((one) => one.startsWith("PUT"))).toHaveLength(5);
      expect([await namesOf(id), onDisk(id)]).toEqual([[], []]);
      line.mend();
      expect((await call("POST", `/download-tasks/${id}/retry`)).statusCode).toBe(200);
      await reaches(id, "waiting_to_download");
      expect((await fileOf(id)).statusCode).toBe(200);
      expect(await namesOf(id)).toHaveLength(1);
    });

    it("says in words that its object is missing, or that S3 does not answer", async () => {
      const id = await made(1);
      line.fail("error", "HEAD", 5);
      const away = await fileOf(id, { "accept-language": "en" });
      expect([away.statusCode, away.json().code]).toEqual([503, "transfers.filesUnavailable"]);
      for (const name of await namesOf(id)) await bucket.remove(name);
      const gone = await fileOf(id, { "accept-language": "en" });
      expect([gone.statusCode, gone.json().code]).toEqual([404, "transfers.fileMissing"]);
      expect(gone.json().message).toContain("no longer in the file store");
      const zh = await fileOf(id, { "accept-language": "zh" });
      expect(zh.json().message).toContain("文件存储");
    });
  });

  describe("an import", () => {
    const frames = listOf(makeFrames(2000));
    const file = Buffer.from(written("candump", frames, {}).file);
    const get = async (id: string): Promise<ImportTask> => (await call("GET", `/import-tasks/${id}`)).json().data;
    const reaches = (id: string, state: ImportTask["state"]) =>
      vi.waitFor(async () => expect(await get(id)).toMatchObject({ state }), soon);
    const put = (id: string, offset: number, payload: Buffer) =>
      world.call(manager, {
        method: "PUT",
        url: `/api/import-tasks/${id}/content?offset=${offset}`,
        payload,
        headers: { "content-type": "application/octet-stream" },
      });
    async function begun(into: TestDevice): Promise<string> {
      const answer = await call("POST", `/things/${into.thingsId}/import-tasks`, { name: "a.log", size: file.length });
      return answer.json().data.task_id;
    }
    const half = file.length >> 1;
    const onDisk = () => readdirSync(join(world.transferFolder, "imports"));

    it("has its log in the bucket, where any worker finds it, and nothing stays behind [DAT-07]", async () => {
      const into = await testDevice(world.database.db, manager.tenantId);
      const id = await begun(into);
      expect((await put(id, 0, file.subarray(0, half))).statusCode).toBe(200);
      expect(await namesOf(id)).toHaveLength(1);
      line.fail("error", "PUT", 5);
      expect((await put(id, half, file.subarray(half))).json().code).toBe("transfers.filesUnavailable");
      expect((await get(id)).received).toBe(half);
      expect((await put(id, half, file.subarray(half))).statusCode).toBe(200);
      await reaches(id, "checked");
      expect(onDisk()).toEqual([]);
      expect((await call("POST", `/import-tasks/${id}/start`, {})).statusCode).toBe(200);
      await reaches(id, "done");
      expect(await get(id)).toMatchObject({ stored: frames.length, repeated: 0 });
      await vi.waitFor(async () => expect([await namesOf(id), await rows(id), onDisk()]).toEqual([[], [], []]), soon);
    });

    it("fails with a code where a piece is missing, and goes when it is cancelled [DAT-07]", async () => {
      const id = await begun(await testDevice(world.database.db, manager.tenantId));
      await put(id, 0, file.subarray(0, half));
      for (const name of await namesOf(id)) await bucket.remove(name);
      await put(id, half, file.subarray(half));
      await reaches(id, "failed");
      expect(await get(id)).toMatchObject({ message_code: "transfers.fileMissing" });
      expect((await call("POST", `/import-tasks/${id}/cancel`)).statusCode).toBe(200);
      expect([await namesOf(id), await rows(id), onDisk()]).toEqual([[], [], []]);
    });
  });
});
