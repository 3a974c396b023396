import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { deflateSync } from "node:zlib";
import { FrameBatch } from "@canopy/can/frame/batch";
import { FLAG_BRS, FLAG_EXTENDED, FLAG_FD, FLAG_REMOTE, FLAG_TX, type Frame } from "@canopy/can/frame/frame";
import type { WriteFormat } from "@canopy/can/logs/formats";
import { written } from "@canopy/can/logs/testing/collect";
import { UNLIMITED_PACKAGE } from "@canopy/contract/capacity/package";
import type { ImportTask } from "@canopy/contract/transfers/imports";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { PATIENCE } from "../../../e2e/support/patience.ts";
import { setPackage } from "../capacity/package-store.ts";
import { describeFilePlaces } from "../testing/stored/test-file-places.ts";
import { type TestDevice, testDevice } from "../testing/terminals/test-device.ts";
import { type TestApp, type TestUser, testApp } from "../testing/test-app.ts";
import type { ImportPlace } from "./run-import.ts";

const TIMEOUT_MS = 120_000 * PATIENCE;
const FRAMES = 1500;
/** So that a log goes over midnight. */
const startUs = Math.floor(Date.now() / 86_400_000 - 1) * 86_400_000_000 - 700_000;
const soon = { timeout: 60_000 * PATIENCE, interval: 100 };

function makeFrames(count = FRAMES): Frame[] {
  const bytes = Uint8Array.from({ length: 64 }, (_, k) => k);
  const batch = new FrameBatch();
  for (let i = 0; i < count; i += 1) {
    bytes[0] = i & 255;
    bytes[1] = i >> 8;
    const at = startUs + i * 1000;
    if (i % 10 === 4) batch.push(at, 1, 0x18ff0102, FLAG_EXTENDED | FLAG_FD | FLAG_BRS, i % 4 === 0 ? 64 : 12, bytes);
    else if (i % 20 === 3) batch.push(at, 1, 0x321, FLAG_REMOTE, 4, bytes);
    else batch.push(at, i % 2, 0x100 + (i % 5), i % 3 === 0 ? FLAG_TX : 0, i % 9, bytes);
  }
  return Array.from({ length: count }, (_, i) => ({ ...batch.at(i), data: new Uint8Array(batch.at(i).data) }));
}

const frames = makeFrames();
const logOf = (format: WriteFormat, all: readonly Frame[] = frames) =>
  Buffer.from(written(format, all, { deflate: (data) => deflateSync(data) }).file);

describeFilePlaces("an import", { timeout: TIMEOUT_MS }, (openPlace, kind) => {
  let world: TestApp;
  let manager: TestUser;
  let device: TestDevice;
  let onStored: ((place: ImportPlace) => Promise<void>) | undefined;

  beforeAll(async () => {
    const stored = async (place: ImportPlace) => onStored?.(place);
    world = await testApp({}, { ...(await openPlace()), work: true, transfers: { stored } });
    manager = await world.user({ tenant: "own", name: "manager_a", role: "manager" });
    await setPackage(world.database.db, manager.tenantId, UNLIMITED_PACKAGE);
    device = await testDevice(world.database.db, manager.tenantId);
  }, TIMEOUT_MS);
  afterAll(() => world?.close());

  const call = (method: "GET" | "POST" | "DELETE", url: string, payload?: object) =>
    world.call(manager, { method, url: `/api${url}`, ...(payload && { payload }) });
  const put = (id: string, offset: number, payload: Buffer) =>
    world.call(manager, {
      method: "PUT",
      url: `/api/import-tasks/${id}/content?offset=${offset}`,
      payload,
      headers: { "content-type": "application/octet-stream" },
    });
  const get = async (id: string): Promise<ImportTask> => (await call("GET", `/import-tasks/${id}`)).json().data;
  const reaches = (id: string, state: ImportTask["state"]) =>
    vi.waitFor(async () => expect(await get(id)).toMatchObject({ state }), soon);
  async function begun(file: Buffer, name = "drive.log", into = device): Promise<string> {
    const answer = await call("POST", `/things/${into.thingsId}/import-tasks`, { name, size: file.length });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json().data.task_id;
  }
  async function uploaded(file: Buffer, into = device): Promise<string> {
    const id = await begun(file, "drive.log", into);
    const half = Math.floor(file.length / 2);
    expect((await put(id, 0, file.subarray(0, half))).statusCode).toBe(200);
    expect((await put(id, half, file.subarray(half))).statusCode).toBe(200);
    return id;
  }
  async function imported(file: Buffer, request: object = {}, into = device): Promise<ImportTask> {
    const id = await uploaded(file, into);
    await reaches(id, "checked");
    // Until a cancelled import of the same file has ended, it is refused.
    await vi.waitFor(async () => {
      const started = await call("POST", `/import-tasks/${id}/start`, request);
      expect(started.statusCode, started.body).toBe(200);
    }, soon);
    await reaches(id, "done");
    return get(id);
  }
  async function inStore({ bindingNumber }: TestDevice): Promise<Frame[]> {
    const query = { bindingNumber, fromUs: 0, toUs: Number.MAX_SAFE_INTEGER, filter: {} };
    const all: Frame[] = [];
    for await (const batch of world.store.frames.stream(query))
      for (let i = 0; i < batch.length; i += 1) all.push({ ...batch.at(i), data: new Uint8Array(batch.at(i).data) });
    return all;
  }
  const newDevice = () => testDevice(world.database.db, manager.tenantId);

  it.each(["asc", "blf", "mdf4", "candump", "trc", "csv", "parquet"] as const)(
    "of %s becomes history exact to the frame, and once [DAT-07]",
    async (format) => {
      const into = await newDevice();
      const file = logOf(format);
      const task = await imported(file, {}, into);
      expect(task).toMatchObject({ stored: FRAMES, repeated: 0, found: { frames: FRAMES, format, problem_count: 0 } });
      const log = await call("GET", `/things/${into.thingsId}/log?kind=data`);
      expect(log.json().list).toMatchObject([
        { content: { action: "import", name: "drive.log", frames: FRAMES }, user_name: manager.name },
      ]);
      expect(task.found).toMatchObject({ first: String(startUs), last: String(startUs + (FRAMES - 1) * 1000) });
      expect(await inStore(into)).toEqual(frames);
      expect(await imported(file, {}, into)).toMatchObject({ stored: 0, repeated: FRAMES });
      expect((await inStore(into)).length).toBe(FRAMES);
      const usage = await world.store.frames.usage.daysOf(into.bindingNumber);
      expect(usage.reduce((sum, day) => sum + day.frames, 0)).toBe(FRAMES);
      expect(usage.length).toBe(2);
    },
  );

  it("takes the channels that are named, where they are wanted, with times set right [DAT-07]", async () => {
    const into = await newDevice();
    const file = logOf("candump");
    const only = frames.filter(({ channel }) => channel === 1);
    await imported(file, { channels: [{ from: 1, to: 3 }], shift_ms: 5000 }, into);
    expect(await inStore(into)).toEqual(
      only.map((frame) => ({ ...frame, channel: 3, timeUs: frame.timeUs + 5_000_000 })),
    );
    expect((await call("GET", "/import-tasks")).json().list[0]).toMatchObject({ shift_ms: 5000, state: "done" });
    // The other channel later: the first one is not stored again.
    const both = [
      { from: 1, to: 3 },
      { from: 0, to: 0 },
    ];
    const second = await imported(file, { channels: both, shift_ms: 5000 }, into);
    expect(second).toMatchObject({ stored: FRAMES - only.length, repeated: only.length });
    expect((await inStore(into)).length).toBe(FRAMES);
  });

  it("of what was deleted brings it back [DAT-07]", async () => {
    const into = await newDevice();
    const file = logOf("candump");
    await imported(file, {}, into);
    const remove = (fromUs: number, toUs: number, limit: number) =>
      world.store.frames.removal.deleteRange({ bindingNumber: into.bindingNumber, fromUs, toUs, keep: [] }, limit);
    // While some of it is there, only the rest comes back: nothing may be stored twice.
    expect(await remove(startUs + 100_000, startUs + 200_000, FRAMES)).toMatchObject({ deleted: 100 });
    expect(await imported(file, {}, into)).toMatchObject({ stored: 100, repeated: FRAMES - 100 });
    expect(await inStore(into)).toEqual(frames);
    expect(await imported(file, {}, into)).toMatchObject({ stored: 0, repeated: FRAMES });
    const [from, to] = [startUs, startUs + 3_600_000_000];
    expect(await remove(from, to, 1000)).toMatchObject({ deleted: 1000, remaining: FRAMES - 1000 });
    expect(await remove(from, to, 1000)).toMatchObject({ deleted: FRAMES - 1000, remaining: 0 });
    expect(await imported(file, {}, into)).toMatchObject({ stored: FRAMES, repeated: 0 });
    expect(await inStore(into)).toEqual(frames);
  });

  it("of which retention spared what an alarm pins stores the rest alone [DAT-06] [DAT-07]", async () => {
    const into = await newDevice();
    const file = logOf("candump");
    await imported(file, {}, into);
    const { bindingNumber } = into;
    const beforeDay = Math.floor(Date.now() / 86_400_000) + 2;
    const pinned = { fromUs: startUs + 100_000, toUs: startUs + 200_000 };
    const expire = (...keep: (typeof pinned)[]) =>
      world.store.frames.removal.expire([{ bindingNumber, beforeDay, keep: async () => keep }]);
    expect(await expire(pinned)).toBe(FRAMES - 100);
    expect(await imported(file, {}, into)).toMatchObject({ stored: FRAMES - 100, repeated: 100 });
    expect(await inStore(into)).toEqual(frames);
    expect(await expire()).toBe(FRAMES);
    expect(await imported(file, {}, into)).toMatchObject({ stored: FRAMES, repeated: 0 });
  });

  it("of a channel that was deleted brings that channel back [DAT-07]", async () => {
    const into = await newDevice();
    const file = logOf("candump");
    await imported(file, {}, into);
    const ofOne = frames.filter(({ channel }) => channel === 1).length;
    const { bindingNumber } = into;
    const always = { bindingNumber, fromUs: 0, toUs: Number.MAX_SAFE_INTEGER, keep: [], channels: [1] };
    expect(await world.store.frames.removal.deleteRange(always, FRAMES)).toMatchObject({ deleted: ofOne });
    expect(await imported(file, {}, into)).toMatchObject({ stored: ofOne, repeated: FRAMES - ofOne });
    expect(await inStore(into)).toEqual(frames);
  });

  it("tells what a file is before anything is stored, and what is wrong in which line [DAT-07]", async () => {
    const file = Buffer.concat([logOf("candump"), Buffer.from("this is no frame\n")]);
    const id = await uploaded(file, await newDevice());
    await reaches(id, "checked");
    const { found } = await get(id);
    expect(found).toMatchObject({ format: "candump", frames: FRAMES, problem_count: 1 });
    expect(found?.problems).toEqual([{ code: "badLine", offset: expect.any(Number), line: FRAMES + 1 }]);
    expect(found?.channels.map(({ channel, name }) => [channel, name])).toEqual([
      [0, "can0"],
      [1, "can1"],
    ]);
    const garbage = await uploaded(Buffer.from("nothing that anybody knows"));
    await reaches(garbage, "failed");
    expect(await get(garbage)).toMatchObject({ message_code: "transfers.notALog" });
    const refused = await call("POST", `/import-tasks/${garbage}/start`, {});
    expect(refused.json().code).toBe("transfers.uploadIncomplete");
  });

  it("goes on with an upload where it broke off [DAT-07]", async () => {
    const file = logOf("csv");
    const id = await begun(file);
    await put(id, 0, file.subarray(0, 1000));
    const wrong = await put(id, 500, file.subarray(500, 2000));
    expect([wrong.statusCode, wrong.json().code]).toEqual([409, "transfers.wrongOffset"]);
    // The answer was lost and the bytes are sent again.
    expect((await put(id, 0, file.subarray(0, 1000))).json().data.received).toBe(1000);
    expect(await get(id)).toMatchObject({ state: "uploading", received: 1000 });
    await put(id, 1000, file.subarray(1000));
    await reaches(id, "checked");
    const beyond = await put(id, file.length, Buffer.from("x"));
    expect(beyond.statusCode).toBe(409);
  });

  it("begins its check with the last piece, or takes that piece again [DAT-07]", async () => {
    const file = logOf("csv");
    const id = await begun(file);
    await put(id, 0, file.subarray(0, 1000));
    const lost = vi.spyOn(world.jobs, "enqueue").mockRejectedValueOnce(new Error("the process ends here"));
    expect((await put(id, 1000, file.subarray(1000))).statusCode).toBe(500);
    lost.mockRestore();
    expect(await get(id)).toMatchObject({ state: "uploading", received: 1000 });
    expect((await put(id, 1000, file.subarray(1000))).statusCode).toBe(200);
    await reaches(id, "checked");
  });

  it("is refused for times that no clock had, and for a package that is full [DAT-07] [CAP-05]", async () => {
    const old = await uploaded(Buffer.from("(100.000000) can0 123#00\n"), await newDevice());
    await reaches(old, "checked");
    const start = (request: object) => call("POST", `/import-tasks/${old}/start`, request);
    expect((await start({})).json().code).toBe("transfers.importTimes");
    const shift_ms = Date.now() - 3_600_000;
    const { db } = world.database;
    try {
      await setPackage(db, manager.tenantId, { ...UNLIMITED_PACKAGE, database_storage_space: 0 });
      expect((await start({ shift_ms })).json().code).toBe("transfers.storageFull");
    } finally {
      await setPackage(db, manager.tenantId, UNLIMITED_PACKAGE);
    }
    expect((await start({ shift_ms })).statusCode).toBe(200);
    await reaches(old, "done");
  });

  it("can be cancelled in each state, and done again without anything twice [DAT-07]", async () => {
    const into = await newDevice();
    const file = logOf("candump");
    const path = (id: string) => join(world.transferFolder, "imports", id);
    const uploading = await begun(file, "a.log", into);
    await put(uploading, 0, file.subarray(0, 100));
    expect(existsSync(path(uploading))).toBe(kind === "folder");
    await call("POST", `/import-tasks/${uploading}/cancel`);
    expect([(await get(uploading)).state, existsSync(path(uploading))]).toEqual(["cancelled", false]);
    const checked = await uploaded(file, into);
    await reaches(checked, "checked");
    await call("POST", `/import-tasks/${checked}/cancel`);
    expect((await get(checked)).state).toBe("cancelled");
    expect(await inStore(into)).toEqual([]);

    const arrived = Promise.withResolvers<void>();
    const opened = Promise.withResolvers<void>();
    onStored = async (place) => {
      if (place !== "whole") return;
      arrived.resolve();
      await opened.promise;
    };
    const running = await uploaded(file, into);
    await reaches(running, "checked");
    await call("POST", `/import-tasks/${running}/start`, {});
    await arrived.promise;
    await call("POST", `/import-tasks/${running}/cancel`);
    onStored = undefined;
    opened.resolve();
    expect(await get(running)).toMatchObject({ state: "cancelled", stored: 0 });
    expect(await inStore(into)).toEqual([]);
    expect(await imported(file, {}, into)).toMatchObject({ stored: FRAMES, repeated: 0 });
    expect((await inStore(into)).length).toBe(FRAMES);
    expect((await call("DELETE", `/import-tasks/${running}`)).statusCode).toBe(200);
    expect((await call("GET", `/import-tasks/${running}`)).statusCode).toBe(404);
  });

  const ofFolder: (name: string, work: () => Promise<void>) => void = kind === "folder" ? it : () => undefined;
  ofFolder("on a full disk is told at once [DAT-07]", async () => {
    const id = await begun(Buffer.alloc(1000));
    mkdirSync(join(world.transferFolder, "imports"), { recursive: true });
    symlinkSync("/dev/full", join(world.transferFolder, "imports", id));
    const answer = await put(id, 0, Buffer.alloc(1000, 1));
    expect([answer.statusCode, answer.json().code]).toEqual([507, "transfers.diskFull"]);
    await call("DELETE", `/import-tasks/${id}`);
  });

  it("is made by the command line too [DAT-07]", async () => {
    const into = await newDevice();
    const folder = mkdtempSync(join(tmpdir(), "canopy-cli-"));
    const url = await world.app.listen({ host: "127.0.0.1", port: 0 });
    const path = join(folder, "drive.blf");
    writeFileSync(path, logOf("blf"));
    const command = join(import.meta.dirname, "../../cli/bin/canopy.mjs");
    const args = [command, "import", path, "--device", into.thingsId, "--url", url, "--token", manager.token];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    expect(JSON.parse(stdout)).toMatchObject({ format: "blf", frames: FRAMES, stored: FRAMES, repeated: 0 });
    expect(await inStore(into)).toEqual(frames);
    writeFileSync(path, "nothing that anybody knows");
    await expect(promisify(execFile)(process.execPath, args)).rejects.toMatchObject({
      code: 1,
      stderr: "failed: transfers.notALog\n",
    });
    rmSync(folder, { recursive: true });
  });
});
