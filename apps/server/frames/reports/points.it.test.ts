import { UNLIMITED_PACKAGE } from "@canopy/contract/capacity/package";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { setPackage } from "../../capacity/package-store.ts";
import { type TestDevice, testDevice } from "../../testing/terminals/test-device.ts";
import { type TestApp, type TestUser, testApp } from "../../testing/test-app.ts";

const AT = Date.UTC(2026, 10, 14, 8);
const MINUTE_MS = 60_000;

let world: TestApp;
let acme: TestUser;
let stranger: TestUser;
let sensor: TestDevice;
let silent: TestDevice;

describe("what a non-CAN device reports", () => {
  beforeAll(async () => {
    world = await testApp();
    acme = await world.user({ tenant: "acme", name: "acme", role: "manager" });
    stranger = await world.user({ tenant: "stranger", name: "stranger", role: "manager" });
    await setPackage(world.database.db, acme.tenantId, UNLIMITED_PACKAGE);
    sensor = await testDevice(world.database.db, acme.tenantId, { name: "sensor" });
    silent = await testDevice(world.database.db, acme.tenantId, { name: "silent" });
    const { points } = world.store;
    const { bindingNumber } = sensor;
    const reports = Array.from({ length: 60 }, (_, i) => ({
      time: AT + i * MINUTE_MS,
      group: "battery",
      values: { soc: 100 - i, "cell.volt": 3.5 + (i % 3) * 0.1, open: i % 2 === 0, word: `w${i}`, cells: [i, i + 1] },
    }));
    await points.addPoints(reports.map((point) => ({ bindingNumber, point })));
    // The same message again takes the place of the first, also within one batch.
    const first = reports.slice(0, 5).map((point) => ({ bindingNumber, point }));
    const wrong = first.map(({ point }) => ({ bindingNumber, point: { ...point, values: { soc: -1 } } }));
    await points.addPoints([...wrong, ...first]);
    const door = { time: AT, group: "门 'x'", values: { open: true, note: "a\0b\ud800" } };
    await points.addPoints([{ bindingNumber, point: door }]);
    const fix = { time: AT, latitude: 31.2, longitude: 121.5, speed_kmh: 42, satellites: 9 };
    await points.addPositions([
      { bindingNumber, position: { ...fix, time: AT - 1000 } },
      { bindingNumber, position: { ...fix, latitude: 1 } },
      { bindingNumber, position: fix },
    ]);
  });
  afterAll(() => world?.close());

  const get = (device: TestDevice, path: string, query: Record<string, string> = {}, user: TestUser = acme) =>
    world.call(user, { url: `/api/things/${device.thingsId}/${path}?${new URLSearchParams(query)}` });

  it("is answered group by group, the newest [DEV-04] [STA-04]", async () => {
    const { data } = (await get(sensor, "newest")).json();
    expect(data.points.map(({ group, time }: { group: string; time: number }) => [group, time])).toEqual([
      ["battery", AT + 59 * MINUTE_MS],
      ["门 'x'", AT],
    ]);
    expect(data.points[0].values).toEqual({ soc: 41, "cell.volt": 3.7, open: false, word: "w59", cells: [59, 60] });
    const silentParts = { altitude_m: null, course: null, hdop: null };
    expect(data.position).toEqual({
      time: AT,
      latitude: 31.2,
      longitude: 121.5,
      speed_kmh: 42,
      satellites: 9,
      ...silentParts,
    });
    expect(data.frames).toEqual([]);
    expect((await get(silent, "newest")).json().data).toEqual({ points: [], position: null, frames: [] });
  });

  it("is paged by time, newest first, each report once [DEV-04]", async () => {
    const pages = [];
    let before: number | null = null;
    do {
      const query = { group: "battery", page_size: "25", ...(before === null ? {} : { before: String(before) }) };
      const page: { list: { time: number; values: { soc: number } }[]; older: number | null; total_size: number } = (
        await get(sensor, "points", query)
      ).json();
      expect(page.total_size).toBe(60);
      pages.push(page.list);
      before = page.older;
    } while (before !== null);
    expect(pages.map((page) => page.length)).toEqual([25, 25, 10]);
    expect(pages.flat().map(({ values }) => values.soc)).toEqual(Array.from({ length: 60 }, (_, i) => 41 + i));
  });

  it("is found within a range, its start and not its end [DEV-04]", async () => {
    const query = { group: "battery", start_time: String(AT), end_time: String(AT + 2 * MINUTE_MS) };
    const { list, older } = (await get(sensor, "points", query)).json();
    expect(list.map(({ time }: { time: number }) => time)).toEqual([AT + MINUTE_MS, AT]);
    expect(older).toBeNull();
    const reversed = await get(sensor, "points", { ...query, end_time: String(AT) });
    expect(reversed.json()).toMatchObject({ code: "frames.rangeReversed", field: "end_time" });
  });

  it("draws as curves: numbers, yes and no as 1 and 0, names with a dot; words and arrays draw nothing [DEV-04]", async () => {
    const query = {
      group: "battery",
      fields: "soc,cell.volt,open,word,cells,absent",
      start_time: String(AT),
      end_time: String(AT + 60 * MINUTE_MS),
      pixels: "6",
    };
    const { data } = (await get(sensor, "points/curve", query)).json();
    expect(data.pixel_ms).toBe(10 * MINUTE_MS);
    const [soc, volt, open, word, cells, absent] = data.curves;
    expect(soc.pixels[0]).toEqual({ at: 0, min: 91, max: 100, last: 91, time: AT + 9 * MINUTE_MS });
    expect(soc.pixels).toHaveLength(6);
    expect(volt.pixels[0]).toMatchObject({ min: 3.5, max: 3.7 });
    expect(open.pixels[0]).toMatchObject({ min: 0, max: 1, last: 0 });
    expect([word.pixels, cells.pixels, absent.pixels]).toEqual([[], [], []]);
  });

  it.each([
    { fields: "" },
    { fields: "a'; drop table points" },
    { fields: Array.from({ length: 11 }, (_, i) => `f${i}`).join(",") },
    { pixels: "2001" },
    { group: "" },
    { group: "g".repeat(65) },
  ])("refuses %j [DEV-04]", async (more) => {
    const query = { group: "battery", fields: "soc", start_time: "0", end_time: "1", ...more };
    expect((await get(sensor, "points/curve", query)).statusCode).toBe(400);
  });

  it("goes when it is old or its device has ended, and nobody else's goes with it [DAT-06]", async () => {
    const { points } = world.store;
    // Stored at its time: a position that comes later stays longer.
    const at = Date.now();
    const of = (bindingNumber: number, time: number) => ({
      bindingNumber,
      point: { time, group: "g", values: { n: 1 } },
      position: { time, latitude: 1, longitude: 2 },
    });
    const [old, young] = [of(900, at), of(900, at + 1000)];
    const rows = [old, young, of(901, at), of(902, at)];
    await points.addPoints(rows);
    await points.addPositions(rows);
    const left = async () => {
      const all = { group: "g", fromUs: 0, toUs: (at + 10_000) * 1000 };
      const counts = [900, 901, 902].map((bindingNumber) => points.count({ bindingNumber, ...all }));
      const positions = [900, 901, 902].map(async (number) => (await points.newestPosition(number))?.time ?? null);
      return { points: await Promise.all(counts), positions: await Promise.all(positions) };
    };
    const expiring = [900, 901].map((bindingNumber) => ({ bindingNumber, keep: async () => [] }));
    await points.expire(expiring, (at + 1000) * 1000);
    expect(await left()).toEqual({ points: [1, 0, 1], positions: [at + 1000, null, at] });
    await points.drop(902);
    expect(await left()).toEqual({ points: [1, 0, 0], positions: [at + 1000, null, null] });
  });

  it("is nobody else's [USR-06]", async () => {
    for (const path of [
      "newest",
      "points?group=battery",
      "points/curve?group=battery&fields=soc&start_time=0&end_time=9",
    ]) {
      const answer = await world.call(stranger, { url: `/api/things/${sensor.thingsId}/${path}` });
      expect(answer.statusCode, path).toBe(404);
    }
  });
});
