import { FrameBatch } from "@canopy/can/frame/batch";
import { FLAG_EXTENDED, FLAG_REMOTE, FLAG_TX } from "@canopy/can/frame/frame";
import type { SignalDefinition } from "@canopy/contract/frames/curve";
import type { FrameFilters } from "@canopy/contract/frames/frame-filters";
import type { StoredFrameRow } from "@canopy/contract/frames/history";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { PATIENCE } from "../../../../e2e/support/patience.ts";
import { type FrameEngines, frameEngines } from "../../testing/engines/test-frame-engines.ts";
import { grantLevel, type TestDevice, testDevice } from "../../testing/terminals/test-device.ts";
import { TEST_PASSWORD, type TestApp, type TestUser, testApp } from "../../testing/test-app.ts";
import { systemClock } from "../ingest/ingest-retry.ts";
import { SegmentDamage } from "../segments/segment-damage.ts";

const FRAMES = 1200;
const STEP_US = 10_000;
/** Two hours ago, on a whole second. */
const startMs = Math.floor(Date.now() / 1000) * 1000 - 7_200_000;
const startUs = startMs * 1000;

/** Twelve seconds at 100 Hz: speed on channel 0, others among them; a gap of a minute before the last hundred. */
function makeFrames(): FrameBatch {
  const batch = new FrameBatch();
  for (let i = 0; i < FRAMES; i += 1) {
    const at = startUs + i * STEP_US + (i >= FRAMES - 100 ? 60_000_000 : 0);
    const speed = i === 778 ? 60_000 : 1000 + i;
    if (i % 2 === 0)
      batch.push(at, 0, 0x100, i % 4 === 0 ? FLAG_TX : 0, 8, Uint8Array.of(speed, speed >> 8, i % 2, 0, 0, 0, 0, 7));
    else if (i % 3 === 0)
      batch.push(at, 1, 0x18ff0001, FLAG_EXTENDED, 8, Uint8Array.of(i & 1 ? 1 : 0, i, 0, 0, 0, 0, 0, 0));
    else
      batch.push(
        at,
        0,
        0x200,
        i % 5 === 0 ? FLAG_REMOTE : 0,
        4,
        i % 5 === 0 ? new Uint8Array(0) : Uint8Array.of(1, 2, 3, i),
      );
  }
  return batch;
}

describe("stored frames", () => {
  let engines: FrameEngines;
  let world: TestApp;
  let manager: TestUser;
  let device: TestDevice;
  const batch = makeFrames();
  const all = Array.from({ length: batch.length }, (_, index) => ({ ...batch.at(index), index }));

  beforeAll(async () => {
    engines = await frameEngines();
    world = await testApp({}, { store: engines.store, work: true });
    manager = await world.user({ tenant: "own", name: "manager_a", role: "manager" });
    device = await testDevice(world.database.db, manager.tenantId);
    const neighbour = await testDevice(world.database.db, manager.tenantId);
    const ingest = engines.ingest({ clock: systemClock });
    for (const { bindingNumber, deviceId, tenantId } of [device, neighbour])
      await ingest.ingest({
        bindingNumber,
        deviceId,
        tenantId,
        receivedAtMs: Date.now(),
        epoch: 5,
        sequence: 1,
        frames: batch,
        raw: undefined,
      });
    await ingest.close();
  });
  afterAll(async () => {
    await world?.close();
    await engines?.end();
  });

  const get = async (path: string, query: Record<string, unknown> = {}, user = manager) => {
    const search = new URLSearchParams(
      Object.entries(query).map(([name, value]) => [
        name,
        typeof value === "object" ? JSON.stringify(value) : String(value),
      ]),
    );
    return world.call(user, { method: "GET", url: `/api/things/${device.thingsId}/frames${path}?${search}` });
  };
  const data = async (path: string, query: Record<string, unknown> = {}) => {
    const answer = await get(path, query);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  };
  const indexOf = new Map(all.map(({ timeUs, index }) => [`${timeUs}.0`, index]));
  const keys = (list: readonly StoredFrameRow[]) => list.map(({ key }) => indexOf.get(key));

  it("come in pages by key, forward and backward, each once [DAT-02]", async () => {
    const forward: (number | undefined)[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await data("", { page_size: 500, ...(cursor && { cursor }) });
      forward.push(...keys(page.list));
      cursor = page.newer;
    }
    expect(forward).toEqual(all.map(({ index }) => index));
    const backward: (number | undefined)[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await data("", { page_size: 700, order: "older", ...(cursor && { cursor }) });
      backward.unshift(...keys(page.list));
      cursor = page.older;
    }
    expect(backward).toEqual(forward);
  });

  it("say what they are: time to the microsecond, channel, id, type, direction, data [DAT-02]", async () => {
    const { list } = await data("", { page_size: 8 });
    expect(list[0]).toEqual({
      key: `${startUs}.0`,
      time: String(startUs),
      channel: 0,
      id: 0x100,
      extended: false,
      type: "classic",
      direction: "transmitted",
      brs: false,
      esi: false,
      length: 8,
      data: "E803000000000007",
    });
    expect(list[3]).toMatchObject({ channel: 1, id: 0x18ff0001, extended: true, direction: "received" });
    expect(list[5]).toMatchObject({ id: 0x200, type: "remote", length: 4, data: "" });
  });

  it("are jumped to by time, and one may turn around there [DAT-02]", async () => {
    const at = String(startUs + 600 * STEP_US);
    const newer = await data("", { at, page_size: 10 });
    expect(keys(newer.list)).toEqual([600, 601, 602, 603, 604, 605, 606, 607, 608, 609]);
    const older = await data("", { order: "older", cursor: newer.older, page_size: 3 });
    expect(keys(older.list)).toEqual([597, 598, 599]);
    const back = await data("", { cursor: older.newer, page_size: 2 });
    expect(keys(back.list)).toEqual([600, 601]);
    const before = await data("", { order: "older", at, page_size: 2 });
    expect(keys(before.list)).toEqual([598, 599]);
    // Behind the end there is nothing, but the way back.
    const beyond = await data("", { at: String(startUs + 3_600_000_000), page_size: 2 });
    expect(beyond.list).toEqual([]);
    expect(keys((await data("", { order: "older", cursor: beyond.older, page_size: 1 })).list)).toEqual([FRAMES - 1]);
  });

  it("are narrowed by channel, id, direction, type and data [DAT-02]", async () => {
    const narrowed = async (filters: FrameFilters) => keys((await data("", { filters, page_size: 1000 })).list);
    const those = (test: (frame: (typeof all)[number]) => boolean) => all.filter(test).map(({ index }) => index);
    expect(await narrowed({ channels: [1] })).toEqual(those(({ channel }) => channel === 1));
    const ids = [
      { from: 0x180, to: 0x2ff },
      { from: 0x18ff0001, to: 0x18ff0001, extended: true },
    ];
    expect(await narrowed({ ids })).toEqual(those(({ id }) => id !== 0x100));
    expect(await narrowed({ direction: "transmitted" })).toEqual(those(({ flags }) => (flags & FLAG_TX) !== 0));
    expect(await narrowed({ types: ["remote"] })).toEqual(those(({ flags }) => (flags & FLAG_REMOTE) !== 0));
    const masked = { mask: "00FF0000000000FF", value: "0003000000000007" };
    expect(await narrowed({ data: masked })).toEqual(
      those(({ data }) => data.length === 8 && data[1] === 3 && data[7] === 7),
    );
    expect((await data("/count", { filters: { channels: [1] } })).data).toEqual({
      frames: those(({ channel }) => channel === 1).length,
      exact: true,
    });
    const range = { start_time: startMs, end_time: startMs + 3_600_000 };
    expect((await data("/count", { ...range, filters: { channels: [1] } })).data).toEqual({
      frames: those(({ channel }) => channel === 1).length,
      exact: true,
    });
  });

  it("have an extent, a time bar with the gap, and curves without a lost peak [DAT-02] [DBC-09]", async () => {
    const end = startUs + (FRAMES - 1) * STEP_US + 60_000_000;
    expect((await data("/extent")).data).toMatchObject({
      first: String(startUs),
      last: String(end),
      frames: FRAMES,
      channels: [0, 1],
    });
    const bar = (await data("/time-bar", { buckets: 72 })).data;
    expect(bar.frames.reduce((sum: number, frames: number) => sum + frames, 0)).toBe(FRAMES);
    expect(bar.gaps).toEqual([
      { from: String(startUs + (FRAMES - 101) * STEP_US), to: String(startUs + (FRAMES - 100) * STEP_US + 60_000_000) },
    ]);
    const signal: SignalDefinition = {
      id: 0x100,
      start_bit: 0,
      length: 16,
      byte_order: "intel",
      factor: 0.5,
      offset: -10,
    };
    const curve = (await data("/curve", { signal, channel: 0, pixels: 7 })).data;
    const speeds = all.filter(({ id }) => id === 0x100);
    expect(curve.samples.reduce((sum: number, samples: number) => sum + samples, 0)).toBe(speeds.length);
    const value = (bytes: Uint8Array) => ((bytes[0] ?? 0) + 256 * (bytes[1] ?? 0)) * 0.5 - 10;
    expect(Math.max(...curve.max)).toBe(Math.max(...speeds.map((frame) => value(frame.data))));
    expect(curve.first[0]).toBe(490);
    expect(curve.first_at[0]).toBe(0);
  });

  it("of a multiplexed signal are drawn where the selector says so [DBC-09]", async () => {
    const selector = { start_bit: 0, length: 8, byte_order: "intel" as const, ranges: [{ from: 1, to: 1 }] };
    const signal: SignalDefinition = {
      id: 0x18ff0001,
      extended: true,
      start_bit: 8,
      length: 8,
      byte_order: "intel",
      selector,
    };
    const there = (await data("/curve", { signal, channel: 1, pixels: 10 })).data;
    const sent = all.filter(({ channel }) => channel === 1);
    expect(there.samples.reduce((sum: number, samples: number) => sum + samples, 0)).toBe(sent.length);
    const none = { ...signal, selector: { ...selector, ranges: [{ from: 2, to: 9 }] } };
    expect((await data("/curve", { signal: none, channel: 1, pixels: 10 })).data.samples).toEqual([]);
  });

  it("are for those alone who may read the device [USR-03]", async () => {
    const sub = await world.user({ tenant: "own", name: "sub_reader", role: "sub", level: "none" });
    const stranger = await world.user({ tenant: "other", name: "manager_b", role: "manager" });
    expect((await get("", {}, sub)).statusCode).toBe(403);
    expect((await get("", {}, stranger)).statusCode).toBe(404);
    await grantLevel(world.database.db, sub, device.thingsId, "read");
    expect((await get("", {}, sub)).json().list).toHaveLength(100);
  });

  it.each([
    ["a range that ends before it begins", "", { start_time: 2, end_time: 2 }],
    ["a filter that is no JSON", "", { filters: "{" }],
    ["an unknown filter", "", { filters: { colour: 1 } }],
    ["an identifier beyond 29 bits", "", { filters: { ids: [{ from: 0, to: 0x20000000 }] } }],
    [
      "more ranges of identifiers than one asks for at once",
      "",
      { filters: { ids: Array.from({ length: 65 }, (_, n) => ({ from: 2 * n, to: 2 * n })) } },
    ],
    ["more rows than a page has", "", { page_size: 1001 }],
    ["a cursor that is none", "", { cursor: "1.2.3" }],
    ["a cursor beyond all frames of a time", "", { cursor: "1.4294967296" }],
    ["a time beyond all", "", { at: "9999999999999999" }],
    ["more buckets than a screen has", "/time-bar", { buckets: 4001 }],
    [
      "a signal that no frame can hold",
      "/curve",
      { signal: { id: 1, start_bit: 500, length: 20, byte_order: "intel" } },
    ],
    [
      "a float of 16 bits",
      "/curve",
      { signal: { id: 1, start_bit: 0, length: 16, byte_order: "intel", value_type: "float" } },
    ],
  ])("refuse %s", async (_, path, query) => {
    const answer = await get(path, query);
    expect(answer.statusCode, answer.body).toBe(400);
  });

  it("are deleted by range, with the password alone, and stay deleted [DAT-04]", async () => {
    const range = { start_time: startMs, end_time: startMs + 1000 };
    const remove = (body: object, user = manager) =>
      world.call(user, { method: "POST", url: `/api/things/${device.thingsId}/frames/deletion-tasks`, payload: body });
    expect((await remove({ ...range, password: "wrong" })).json().code).toBe("frames.wrongPassword");
    expect((await remove({ ...range, end_time: startMs, password: TEST_PASSWORD })).statusCode).toBe(400);
    const times = [startMs - 1, startMs, startMs + 999, startMs + 1000];
    const { points } = engines.store;
    const { bindingNumber } = device;
    const place = { latitude: 1, longitude: 2 };
    await points.addPositions(times.map((time) => ({ bindingNumber, position: { ...place, time } })));
    await points.addPoints(times.map((time) => ({ bindingNumber, point: { group: "a", time, values: {} } })));
    const query = new URLSearchParams({ start_time: `${startMs}`, end_time: `${startMs + 1000}` });
    const url = `/api/things/${device.thingsId}/frames/deletion-preview?${query}`;
    const preview = (await world.call(manager, { url })).json();
    const alarms = { alarms: [], alarm_total: 0 };
    expect(preview).toMatchObject({ frames: 100, points: 4, limit: 1_000_000, pinned_windows: 0, ...alarms });
    expect(preview.channels.length).toBeGreaterThan(0);
    expect((await world.call(manager, { url: `${url}&channels=255` })).json()).toMatchObject({
      frames: 0,
      points: 0,
    });
    expect((await world.call(manager, { url: `${url}&channels=${preview.channels.join()}` })).json().frames).toBe(100);
    expect((await world.call(manager, { url: `${url}&channels=1,x` })).statusCode).toBe(400);
    expect((await remove({ ...range, channels: [], password: TEST_PASSWORD })).statusCode).toBe(400);
    const begun = await remove({ ...range, password: TEST_PASSWORD });
    expect(begun.json(), begun.body).toMatchObject({ frames: 100, limit: 1_000_000 });
    const state = async () =>
      (await world.call(manager, { method: "GET", url: `/api/jobs/${begun.json().id}` })).json().data.state;
    await expect.poll(state, { timeout: 60_000 * PATIENCE, interval: 500 }).toBe("done");
    expect((await world.jobs.get(manager.tenantId, begun.json().id))?.result).toMatchObject({
      deleted: 100,
      bytes: expect.any(Number),
      points: 4,
      remaining: 0,
    });
    const left = { bindingNumber, fromUs: 0, toUs: 2 ** 52, limit: 10 };
    expect((await points.positions(left)).map(({ time }) => time)).toEqual([startMs - 1, startMs + 1000]);
    expect(await points.count({ ...left, group: "a" })).toBe(2);
    const counted = await data("/count", { start_time: startMs, end_time: startMs + 3_600_000 });
    expect(counted.data).toEqual({ frames: FRAMES - 100, exact: true });
    expect(keys((await data("", { page_size: 1 })).list)).toEqual([100]);
  });

  it("are unavailable while their database is away, and damage is named with its range", async () => {
    const failing = vi.spyOn(engines.store.frames, "page");
    failing.mockRejectedValueOnce(Object.assign(new Error("connect"), { code: "ECONNREFUSED" }));
    expect((await get("")).json().code).toBe("platform.unavailable");
    const place = { file: "a.seg", fromUs: startUs, toUs: startUs + 1_000_000 };
    failing.mockRejectedValueOnce(new SegmentDamage("checksum", place));
    const told = await get("");
    expect(told.statusCode).toBe(500);
    expect(told.json()).toMatchObject({ code: "frames.rangeDamaged", details: { start_time: startMs } });
    failing.mockRestore();
    expect((await get("")).statusCode).toBe(200);
  });
});
