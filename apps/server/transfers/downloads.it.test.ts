import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inflateSync } from "node:zlib";
import { FrameBatch } from "@canopy/can/frame/batch";
import {
  FLAG_BRS,
  FLAG_ERROR,
  FLAG_EXTENDED,
  FLAG_FD,
  FLAG_REMOTE,
  FLAG_TX,
  type Frame,
} from "@canopy/can/frame/frame";
import { collect } from "@canopy/can/logs/testing/collect";
import { readMdf4Signals } from "@canopy/can/logs/testing/read-mdf4-signals";
import { parquetRows } from "@canopy/can/logs/testing/read-parquet";
import { UNLIMITED_PACKAGE } from "@canopy/contract/capacity/package";
import { parseCsv } from "@canopy/contract/platform/csv";
import type { DownloadFormat, DownloadStage, DownloadTask } from "@canopy/contract/transfers/downloads";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { PATIENCE } from "../../../e2e/support/patience.ts";
import { setPackage } from "../capacity/package-store.ts";
import { trafficUsed } from "../capacity/traffic-store.ts";
import { openIngest } from "../frames/ingest/open-ingest.ts";
import { createLog } from "../platform/log.ts";
import { createDbc } from "../signals/dbc/keep-dbc.ts";
import { describeFilePlaces } from "../testing/stored/test-file-places.ts";
import { unzip } from "../testing/stored/unzip.ts";
import { grantLevel, type TestDevice, testDevice } from "../testing/terminals/test-device.ts";
import { type TestApp, type TestUser, testApp } from "../testing/test-app.ts";

const log = createLog("error");
const TIMEOUT_MS = 120_000 * PATIENCE;
const FRAMES = 3000;
const startMs = Math.floor(Date.now() / 1000) * 1000 - 7_200_000;
const soon = { timeout: 60_000 * PATIENCE, interval: 100 };

/** Every kind of frame that the store knows, no two at the same microsecond. */
function makeFrames(): FrameBatch {
  const batch = new FrameBatch();
  const bytes = Uint8Array.from({ length: 64 }, (_, k) => 255 - k);
  for (let i = 0; i < FRAMES; i += 1) {
    const at = startMs * 1000 + i * 1003;
    bytes[0] = i & 255;
    bytes[1] = i >> 8;
    const tx = i % 3 === 0 ? FLAG_TX : 0;
    if (i % 50 === 7) batch.push(at, 0, 0x80, FLAG_ERROR, 8, bytes);
    else if (i % 20 === 3) batch.push(at, 1, 0x321, FLAG_REMOTE | tx, 4, bytes);
    else if (i % 10 === 4)
      batch.push(at, 1, 0x18ff0102, FLAG_EXTENDED | FLAG_FD | FLAG_BRS | tx, i % 4 === 0 ? 64 : 12, bytes);
    else batch.push(at, i % 2, 0x100 + (i % 5), tx, i % 9, bytes);
  }
  return batch;
}

const LONG_FRAMES = 60_000;
const longRange = { start_time: startMs - 3_600_000, end_time: startMs - 3_000_000 };

/** More than three batches of the store, and nothing that packs well. */
function makeLongFrames(): FrameBatch {
  const batch = new FrameBatch();
  for (let i = 0; i < LONG_FRAMES; i += 1) {
    const isFd = i % 2 === 0;
    const bytes = randomBytes(isFd ? 64 : 8);
    batch.push(longRange.start_time * 1000 + i * 997, i % 3, 0x200 + (i % 50), isFd ? FLAG_FD : 0, bytes.length, bytes);
  }
  return batch;
}

const isSame = (one: Frame, other: Frame) =>
  one.timeUs === other.timeUs &&
  one.channel === other.channel &&
  one.id === other.id &&
  one.flags === other.flags &&
  Buffer.compare(one.data, other.data) === 0;

const copyOf = (batch: FrameBatch): Frame[] =>
  Array.from({ length: batch.length }, (_, i) => ({ ...batch.at(i), data: new Uint8Array(batch.at(i).data) }));

describeFilePlaces("a download task", { timeout: TIMEOUT_MS }, (openPlace, kind) => {
  let world: TestApp;
  let manager: TestUser;
  let device: TestDevice;
  let long: TestDevice;
  let gate: { stage: DownloadStage; arrived(): void; open: Promise<void> } | undefined;
  const batch = makeFrames();
  const longBatch = makeLongFrames();
  const frames = copyOf(batch);

  beforeAll(async () => {
    const reached = async (stage: DownloadStage) => {
      if (gate?.stage !== stage) return;
      gate.arrived();
      await gate.open;
    };
    world = await testApp({}, { ...(await openPlace()), work: true, transfers: { reached } });
    manager = await world.user({ tenant: "own", name: "manager_a", role: "manager" });
    device = await testDevice(world.database.db, manager.tenantId);
    const neighbour = await testDevice(world.database.db, manager.tenantId);
    const ingest = openIngest({ landing: world.store.landing, log, mayStore: () => true });
    long = await testDevice(world.database.db, manager.tenantId);
    const whose = { bindingNumber: long.bindingNumber, deviceId: long.deviceId, tenantId: long.tenantId };
    for (let from = 0; from < LONG_FRAMES; from += 10_000) {
      const part = new FrameBatch();
      for (let i = from; i < from + 10_000; i += 1) part.pushFrame(longBatch.at(i));
      const sent = { epoch: 5, sequence: 1 + from / 10_000, frames: part, raw: undefined };
      await ingest.ingest({ ...whose, receivedAtMs: Date.now(), ...sent });
    }
    // The long ones are read from segments, the others from what has just landed.
    await world.store.settleAll();
    for (const { bindingNumber, deviceId, tenantId } of [device, neighbour]) {
      const whose = { bindingNumber, deviceId, tenantId, receivedAtMs: Date.now() };
      await ingest.ingest({ ...whose, epoch: 5, sequence: 1, frames: batch, raw: undefined });
    }
    await ingest.close();
  }, TIMEOUT_MS);
  afterAll(() => world?.close());

  const call = (method: "GET" | "POST" | "DELETE", url: string, payload?: object, user = manager) =>
    world.call(user, { method, url: `/api${url}`, ...(payload && { payload }) });
  const range = { start_time: startMs, end_time: startMs + 60_000 };
  async function create(wanted: object = {}, { thingsId } = device): Promise<DownloadTask> {
    const answer = await call("POST", `/things/${thingsId}/download-tasks`, { ...range, ...wanted });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json().data;
  }
  const get = async (id: string): Promise<DownloadTask> => (await call("GET", `/download-tasks/${id}`)).json().data;
  const reaches = (id: string, stage: DownloadStage) =>
    vi.waitFor(async () => expect(await get(id)).toMatchObject({ stage }), soon);
  const fileOf = async (id: string, headers: Record<string, string> = {}) =>
    world.call(manager, { method: "GET", url: `/api/download-tasks/${id}/file`, headers });
  async function made(wanted: object, of = device): Promise<{ task: DownloadTask; file: Buffer }> {
    const { task_id } = await create(wanted, of);
    await reaches(task_id, "waiting_to_download");
    const task = await get(task_id);
    const answer = await fileOf(task_id);
    expect(answer.statusCode).toBe(200);
    return { task, file: answer.rawPayload };
  }
  const filesOnDisk = (id: string) => {
    try {
      return readdirSync(join(world.transferFolder, "downloads", id), { recursive: true });
    } catch {
      return [];
    }
  };

  /** Of what only a folder has; a bucket has its own tests. */
  const ofFolder: (name: string, work: () => Promise<void>) => void = kind === "folder" ? it : () => undefined;

  const READ_AS = { csv: "csv", asc: "asc", blf: "blf", candump: "candump", mdf4: "mdf4" } as const;
  it.each(Object.keys(READ_AS) as (keyof typeof READ_AS)[])(
    "as %s holds exactly the frames of the store [DAT-03]",
    async (format) => {
      const { task, file } = await made({ format });
      expect(task).toMatchObject({ frames: FRAMES, rows_done: FRAMES, bytes: file.length, files: 1, progress: 1 });
      const read = collect(READ_AS[format], file, {
        inflate: (data, size) => inflateSync(data, { maxOutputLength: size }),
      });
      expect(read.problems).toEqual([]);
      // ASC says of an error frame only when and where.
      const isBare = (frame: Frame) => format === "asc" && (frame.flags & FLAG_ERROR) !== 0;
      const said = (all: readonly Frame[]) =>
        all.map((frame) => (isBare(frame) ? [frame.timeUs, frame.channel] : frame));
      expect(read.frames.length).toBe(FRAMES);
      expect(said(read.frames)).toEqual(said(frames));
      expect(task).toMatchObject({ skipped: 0, adjusted: 0, reduced: frames.filter(isBare).length });
      await reaches(task.task_id, "finish");
    },
  );

  it("as Parquet holds exactly the frames of the store [DAT-03]", async () => {
    const { file } = await made({ format: "parquet" });
    const rows = parquetRows(file);
    expect(rows.map((row) => [row.time, row.channel, row.id, row.size, row.data])).toEqual(
      frames.map((frame) => [frame.timeUs, frame.channel, frame.id, frame.size, frame.data]),
    );
    expect(rows.map((row) => row.tx)).toEqual(frames.map((frame) => (frame.flags & FLAG_TX) !== 0));
  });

  const hasPythonCan = spawnSync("/usr/bin/python3", ["-c", "import can"]).status === 0;
  it.skipIf(!hasPythonCan).each(["asc", "blf", "candump"] as DownloadFormat[])(
    "as %s is read by python-can [DAT-03]",
    async (format) => {
      const { file } = await made({ format, filters: { types: ["classic"] } });
      const path = join(world.transferFolder, `read${{ asc: ".asc", blf: ".blf", candump: ".log" }[format as "asc"]}`);
      writeFileSync(path, file);
      const script =
        "import can,sys\nprint(*[f'{m.arbitration_id} {m.data.hex()}' for m in can.LogReader(sys.argv[1])],sep='\\n')";
      const run = spawnSync("/usr/bin/python3", ["-c", script, path], { encoding: "utf8" });
      expect(run.stderr).toBe("");
      const classic = frames.filter(({ flags }) => (flags & (FLAG_FD | FLAG_REMOTE | FLAG_ERROR)) === 0);
      expect(run.stdout.trimEnd().split("\n")).toEqual(
        classic.map(({ id, data }) => `${id} ${Buffer.from(data).toString("hex")}`),
      );
    },
  );

  // Where the library is: this machine's tests need no Python.
  const hasAsammdf = spawnSync("/usr/bin/python3", ["-c", "import asammdf"]).status === 0;
  it.skipIf(!hasAsammdf)("decoded as MDF4 is read by asammdf [DAT-03]", async () => {
    const text = `VERSION ""\n\nBU_: ECU\n\nBO_ 257 Engine: 8 ECU\n SG_ Count : 0|16@1+ (0.5,-10) [0|0] "V" ECU\n`;
    const given = { bytes: Buffer.from(text), remark: "", draft: false, author: "" };
    const dbc_ids = [await createDbc(world.database.db, manager.tenantId, "asammdf.dbc", given)];
    const { file } = await made({ format: "mdf4", content: "decoded", dbc_ids, filters: { channels: [0] } });
    const path = join(world.transferFolder, "read.mf4");
    writeFileSync(path, file);
    const script =
      "import asammdf,sys\ns=asammdf.MDF(sys.argv[1]).get('Count')\nprint(s.unit,*[float(v) for v in s.samples])";
    const run = spawnSync("/usr/bin/python3", ["-c", script, path], { encoding: "utf8" });
    const expected = frames.filter(
      ({ id, channel, flags, size }) => id === 0x101 && channel === 0 && !(flags & FLAG_REMOTE) && size >= 2,
    );
    const values = expected.map(({ data }) => ((data[0] ?? 0) + 256 * (data[1] ?? 0)) * 0.5 - 10);
    expect(run.stdout.trim().split(" ")).toEqual(["V", ...values.map((value) => value.toFixed(1))]);
  });

  it("is narrowed by channels, ids and range, and zipped [DAT-03]", async () => {
    const wanted = frames.filter((frame) => frame.channel === 1 && frame.timeUs < (startMs + 2000) * 1000);
    const filters = { channels: [1] };
    const { file } = await made({ format: "candump", end_time: startMs + 2000, filters });
    expect(collect("candump", file).frames).toEqual(wanted);

    const zipped = await made({ format: "csv", zip: true });
    const content = Buffer.concat((await unzip(Buffer.from(zipped.file))).map((file) => file.content));
    expect(collect("csv", content).frames).toEqual(frames);
    expect(zipped.file.length).toBeLessThan(content.length / 2);
  });

  const MEGABYTE = 1024 * 1024;
  it.each(["csv", "blf", "mdf4"] as const)(
    "as %s comes in several files that together hold exactly the frames of the store [DAT-03]",
    async (format) => {
      const { task, file } = await made({ ...longRange, format, split_mb: 1 }, long);
      const parts = await unzip(Buffer.from(file));
      expect(parts.length).toBeGreaterThanOrEqual(2);
      expect(task).toMatchObject({ frames: LONG_FRAMES, rows_done: LONG_FRAMES, files: parts.length });
      const suffix = { csv: ".csv", blf: ".blf", mdf4: ".mf4" }[format];
      expect(parts.map(({ name }) => name)).toEqual(
        parts.map((_, i) => `${task.name}${i === 0 ? "" : `-00${i + 1}`}${suffix}`),
      );
      // Formats with blocks of their own end a block later.
      const most = format === "csv" ? 1.2 * MEGABYTE : 3 * MEGABYTE;
      for (const { content } of parts) expect(content.length).toBeLessThan(most);
      for (const { content } of parts.slice(0, -1)) expect(content.length).toBeGreaterThanOrEqual(MEGABYTE);
      const inflate = (data: Uint8Array, size: number) => inflateSync(data, { maxOutputLength: size });
      const read = parts.map(({ content }) => collect(format, content, { inflate }));
      expect(read.flatMap(({ problems }) => problems)).toEqual([]);
      const found = read.flatMap(({ frames: ofPart }) => ofPart);
      expect(found.length).toBe(LONG_FRAMES);
      const differs = found.findIndex((frame, i) => !isSame(frame, longBatch.at(i)));
      expect(differs === -1 || [found[differs], longBatch.at(differs)]).toBe(true);
    },
  );

  it("holds the decoded values, with cells that no spreadsheet runs [DAT-03]", async () => {
    const text = `VERSION ""\n\nBU_: ECU\n\nBO_ 256 Engine: 8 ECU\n SG_ Count : 0|16@1+ (0.5,-10) [0|0] "=1+1" ECU\n`;
    const given = { bytes: Buffer.from(text), remark: "", draft: false, author: "" };
    const dbc_ids = [await createDbc(world.database.db, manager.tenantId, "engine.dbc", given)];
    const expected = frames.filter(({ id, flags, size }) => id === 0x100 && (flags & FLAG_REMOTE) === 0 && size >= 2);
    const expectedValue = ({ data }: Frame) => ((data[0] ?? 0) + 256 * (data[1] ?? 0)) * 0.5 - 10;
    const csv = await made({ format: "csv", content: "decoded", dbc_ids });
    const rows = parseCsv(csv.file.toString()) ?? [];
    expect(rows.slice(1).map(({ cells }) => cells.slice(3))).toEqual(
      expected.map((frame) => ["Engine", "Count", String(expectedValue(frame)), "'=1+1", ""]),
    );
    expect(rows[1]?.cells[0]).toBe((Number(expected[0]?.timeUs) / 1e6).toFixed(6));
    const parquet = await made({ format: "parquet", content: "decoded", dbc_ids });
    expect(parquetRows(parquet.file).map((row) => [row.time, row.value])).toEqual(
      expected.map((frame) => [frame.timeUs, expectedValue(frame)]),
    );
    const mdf4 = await made({ format: "mdf4", content: "decoded", dbc_ids });
    const inflate = (data: Uint8Array, size: number) => inflateSync(data, { maxOutputLength: size });
    const groups = readMdf4Signals(mdf4.file, { inflate });
    expect(groups.map(({ name, bus }) => [name, bus]).sort()).toEqual([
      ["Engine", "CAN1"],
      ["Engine", "CAN2"],
    ]);
    for (const { bus, timesUs, channels } of groups) {
      const ofBus = expected.filter(({ channel }) => `CAN${channel + 1}` === bus);
      expect(timesUs).toEqual(ofBus.map(({ timeUs }) => timeUs));
      expect(channels).toEqual([{ name: "Count", unit: "=1+1", states: [], values: ofBus.map(expectedValue) }]);
    }
    const refused = await call("POST", `/things/${device.thingsId}/download-tasks`, {
      ...range,
      format: "blf",
      content: "decoded",
      dbc_ids,
    });
    expect(refused.json().code).toBe("transfers.decodedNeedsDbc");
    const unknown = { ...range, content: "decoded", dbc_ids: [device.thingsId] };
    expect((await call("POST", `/things/${device.thingsId}/download-tasks`, unknown)).statusCode).toBe(404);
  });

  it("goes on where a download broke off, by Range and ETag [DAT-03]", async () => {
    const { task, file } = await made({ format: "csv" });
    const id = task.task_id;
    const first = await fileOf(id, { range: "bytes=0-99" });
    expect([first.statusCode, first.headers["content-range"]]).toEqual([206, `bytes 0-99/${file.length}`]);
    const etag = String(first.headers.etag);
    const rest = await fileOf(id, { range: "bytes=100-", "if-range": etag });
    expect(Buffer.concat([first.rawPayload, rest.rawPayload]).equals(file)).toBe(true);
    const last = await fileOf(id, { range: "bytes=-10" });
    expect(last.rawPayload.equals(file.subarray(-10))).toBe(true);
    expect((await fileOf(id, { range: `bytes=${file.length}-` })).statusCode).toBe(416);
    const other = await fileOf(id, { range: "bytes=100-", "if-range": '"another"' });
    expect([other.statusCode, other.rawPayload.length]).toEqual([200, file.length]);
    await call("POST", `/download-tasks/${id}/retry`);
    await reaches(id, "waiting_to_download");
    expect((await fileOf(id)).headers.etag).not.toBe(etag);
  });

  describe("is fetched by a link", () => {
    const linkOf = async (id: string) => {
      const made = await call("POST", `/download-tasks/${id}/link`);
      const cookie = String(made.headers["set-cookie"]).split(";")[0] ?? "";
      const url = `/api/download-links/${made.json().data.ticket}`;
      const follow = (headers: Record<string, string> = {}) => world.call(null, { method: "GET", url, headers });
      return { cookie, follow, url };
    };

    it("that opens soon and once, for a client with the browser's cookie or without [DAT-03]", async () => {
      const { task, file } = await made({ format: "csv" });
      for (const isBrowser of [true, false]) {
        const { cookie, follow } = await linkOf(task.task_id);
        const headers: Record<string, string> = isBrowser ? { cookie } : {};
        const first = await follow(headers);
        expect([first.statusCode, first.rawPayload.equals(file)]).toEqual([200, true]);
        expect(String(first.headers["content-disposition"])).toContain(`${task.name}.csv`);
        for (const again of [headers, {}, { cookie }, { ...headers, range: "bytes=0-" }])
          expect((await follow(again)).json().code).toBe("transfers.linkInvalid");
      }
      const late = await linkOf(task.task_id);
      await world.database.pool.query("update download_tickets set expires_at = now() - interval '1 second'");
      expect((await late.follow()).statusCode).toBe(404);
      expect((await world.call(null, { method: "GET", url: "/api/download-links/unknown" })).statusCode).toBe(404);
    });

    it("that is still unused after a client asked about the file alone, and heard its length [DAT-03]", async () => {
      const { task, file } = await made({ format: "csv" });
      const { url } = await linkOf(task.task_id);
      if (!world.app.server.listening) await world.app.listen({ host: "127.0.0.1", port: 0 });
      const ask = async (method: "GET" | "HEAD", headers: Record<string, string> = {}) => {
        const answer = await fetch(`${world.app.listeningOrigin}${url}`, { method, headers });
        return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
      };
      for (const [range, status, length] of [
        [{}, 200, file.length],
        [{ range: "bytes=0-9" }, 206, 10],
      ] as const) {
        const { answer, bytes } = await ask("HEAD", range);
        expect([answer.status, answer.headers.get("content-length"), bytes.length]).toEqual([status, `${length}`, 0]);
      }
      expect((await ask("GET")).bytes.equals(file)).toBe(true);
      expect([(await ask("HEAD")).answer.status, (await ask("GET")).answer.status]).toEqual([404, 404]);
    });

    it("with which the browser that began goes on, and nobody else [DAT-03]", async () => {
      const { task, file } = await made({ format: "csv" });
      const { cookie, follow } = await linkOf(task.task_id);
      const first = await follow({ cookie, range: "bytes=0-99" });
      const range = "bytes=100-";
      for (const other of [{}, { cookie: cookie.replace(/.$/, "_") }])
        expect((await follow({ ...other, range })).statusCode).toBe(404);
      const rest = await follow({ cookie, range, "if-range": String(first.headers.etag) });
      expect(Buffer.concat([first.rawPayload, rest.rawPayload]).equals(file)).toBe(true);
    });
  });

  it.each(["initialize", "querying", "data_collation", "generating", "compressing"] as const)(
    "can be cancelled while it is in stage %s, and leaves nothing [DAT-03]",
    async (stage) => {
      const opened = Promise.withResolvers<void>();
      const arrived = Promise.withResolvers<void>();
      gate = { stage, arrived: arrived.resolve, open: opened.promise };
      const { task_id } = await create({ format: "csv", zip: true });
      await arrived.promise;
      expect(await get(task_id)).toMatchObject({ stage });
      expect((await call("GET", `/download-tasks/${task_id}/file`)).json().code).toBe("transfers.notReady");
      expect((await call("POST", `/download-tasks/${task_id}/cancel`)).json().data.stage).toBe("user_cancelled");
      gate = undefined;
      opened.resolve();
      await vi.waitFor(async () => {
        const { rows } = await world.database.pool.query(
          "select j.state from jobs j join download_tasks t on t.job_id = j.id where t.id = $1",
          [task_id],
        );
        expect(rows).toEqual([{ state: "cancelled" }]);
      }, soon);
      expect(filesOnDisk(task_id)).toEqual([]);
      expect(await get(task_id)).toMatchObject({ stage: "user_cancelled", message_code: null });
      await call("POST", `/download-tasks/${task_id}/retry`);
      await reaches(task_id, "waiting_to_download");
    },
  );

  ofFolder("of an attempt that another one has replaced keeps no file and removes none of it [DAT-03]", async () => {
    const opened = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    gate = { stage: "initialize", arrived: arrived.resolve, open: opened.promise };
    const { task_id } = await create({ format: "csv" });
    await arrived.promise;
    const { pool } = world.database;
    const { rows } = await pool.query("select job_id from download_tasks where id = $1", [task_id]);
    const folder = join(world.transferFolder, "downloads", task_id, `${rows[0].job_id}-2`);
    mkdirSync(folder, { recursive: true });
    await pool.query("update jobs set attempts = 2 where id = $1", [rows[0].job_id]);
    gate = undefined;
    opened.resolve();
    // No worker runs the second attempt here: its job is given up.
    await reaches(task_id, "failed");
    const kept = await pool.query("select file, rows_done from download_tasks where id = $1", [task_id]);
    expect(kept.rows).toEqual([{ file: null, rows_done: 0 }]);
    expect(readdirSync(join(folder, ".."))).toEqual([`${rows[0].job_id}-2`]);
  });

  ofFolder("can be cancelled while it waits to be downloaded, and deleted [DAT-03]", async () => {
    const { task } = await made({ format: "csv" });
    expect(filesOnDisk(task.task_id)).not.toEqual([]);
    await call("POST", `/download-tasks/${task.task_id}/cancel`);
    expect(filesOnDisk(task.task_id)).toEqual([]);
    expect((await fileOf(task.task_id)).statusCode).toBe(409);
    expect((await call("DELETE", `/download-tasks/${task.task_id}`)).statusCode).toBe(200);
    expect((await call("GET", `/download-tasks/${task.task_id}`)).statusCode).toBe(404);
  });

  it("is told its row limit before the start, and its traffic before the first byte [DAT-03] [CAP-02]", async () => {
    const { db } = world.database;
    await world.database.pool.query("delete from traffic_usage");
    const { task, file } = await made({ format: "csv" });
    const used = file.length;
    await vi.waitFor(async () => expect(await trafficUsed(db, manager.tenantId, Date.now())).toBe(used), soon);
    try {
      await setPackage(db, manager.tenantId, {
        ...UNLIMITED_PACKAGE,
        single_data_export: 1000,
        device_file_traffic_management: used + 1,
      });
      const estimate = await call("POST", `/things/${device.thingsId}/download-tasks/estimate`, range);
      expect(estimate.json().data).toEqual({ frames: FRAMES, limit: 1000, traffic_left: 1 });
      const refused = await call("POST", `/things/${device.thingsId}/download-tasks`, range);
      expect(refused.statusCode).toBe(409);
      expect(refused.json()).toMatchObject({ code: "transfers.tooManyRows" });
      expect(refused.json().message).toContain("1000");
      await setPackage(db, manager.tenantId, { ...UNLIMITED_PACKAGE, device_file_traffic_management: used });
      const answer = await fileOf(task.task_id);
      expect([answer.statusCode, answer.json().code]).toEqual([403, "transfers.trafficExhausted"]);
      expect((await call("POST", `/download-tasks/${task.task_id}/link`)).json().code).toBe(
        "transfers.trafficExhausted",
      );
    } finally {
      await setPackage(db, manager.tenantId, UNLIMITED_PACKAGE);
    }
  });

  ofFolder("fails cleanly on a full disk, and can be tried again [DAT-03]", async () => {
    const opened = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    gate = { stage: "generating", arrived: arrived.resolve, open: opened.promise };
    const { task_id, name } = await create({ format: "csv" });
    await arrived.promise;
    const { rows } = await world.database.pool.query("select job_id from download_tasks where id = $1", [task_id]);
    const folder = join(world.transferFolder, "downloads", task_id, `${rows[0].job_id}-1`);
    mkdirSync(folder, { recursive: true });
    // Every write to this device fails as on a full disk.
    symlinkSync("/dev/full", join(folder, `${name}.csv`));
    gate = undefined;
    opened.resolve();
    await reaches(task_id, "failed");
    expect(await get(task_id)).toMatchObject({ message_code: "transfers.diskFull" });
    expect(filesOnDisk(task_id).filter((file) => String(file).endsWith(".csv"))).toEqual([]);
    await call("POST", `/download-tasks/${task_id}/retry`);
    await reaches(task_id, "waiting_to_download");
    expect(collect("csv", (await fileOf(task_id)).rawPayload).frames).toEqual(frames);
  });

  ofFolder("keeps its file for seven days and says when it is gone [DAT-03]", async () => {
    const { task } = await made({ format: "csv" });
    const days = ((task.expires_time ?? 0) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThanOrEqual(7.01);
    const files = filesOnDisk(task.task_id).filter((name) => String(name).endsWith(".csv"));
    expect(readFileSync(join(world.transferFolder, "downloads", task.task_id, String(files[0]))).length).toBe(
      task.bytes,
    );
    rmSync(join(world.transferFolder, "downloads", task.task_id), { recursive: true });
    expect((await fileOf(task.task_id)).json().code).toBe("transfers.fileGone");
  });

  it("is its maker's alone, and only while he may read the device [DAT-03] [USR-06]", async () => {
    const sub = await world.user({ tenant: "own", name: "sub_read", role: "sub", level: "none" });
    const refused = await call("POST", `/things/${device.thingsId}/download-tasks`, range, sub);
    expect(refused.statusCode).toBe(403);
    await grantLevel(world.database.db, sub, device.thingsId, "read");
    const { data } = (await call("POST", `/things/${device.thingsId}/download-tasks`, range, sub)).json();
    expect((await call("GET", `/download-tasks/${data.task_id}`)).statusCode).toBe(404);
    await vi.waitFor(async () => {
      const { stage } = (await call("GET", `/download-tasks/${data.task_id}`, undefined, sub)).json().data;
      expect(stage).toBe("waiting_to_download");
    }, soon);
    await world.database.pool.query("delete from device_levels where user_id = $1", [sub.userId]);
    expect((await call("GET", `/download-tasks/${data.task_id}/file`, undefined, sub)).statusCode).toBe(403);
  });
});
