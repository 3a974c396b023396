import { randomUUID } from "node:crypto";
import { FrameBatch } from "@canopy/can/frame/batch";
import { layoutErrors } from "@canopy/contract/signals/layout-errors";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engineBytes, pushOthers, type SignalWorld, signalWorld } from "../../testing/worlds/test-signal-world.ts";
import { clearPanels, layoutUsesOfDbc } from "./layout-store.ts";

const FRAMES = 2000;
const STEP_US = 10_000;
const startUs = (Math.floor(Date.now() / 60_000) - 60) * 60_000_000;
const timeOf = (i: number) => startUs + i * STEP_US + (i >= 1500 ? 60_000_000 : 0);
const speedOf = (i: number) => 400 + (i % 3) * 100;

describe.each(["landed", "settled"])("figures and layouts of curves of frames that are %s", (state) => {
  let world: SignalWorld;

  beforeAll(async () => {
    world = await signalWorld();
    const batch = new FrameBatch();
    for (let i = 0; i < FRAMES; i += 1) {
      batch.push(timeOf(i), 0, 256, 0, 8, engineBytes(speedOf(i), i % 7));
      if (i % 10 === 0) pushOthers(batch, timeOf(i), (i / 10) % 2, 3000 + (i % 90), 256 * 50);
    }
    await world.send(batch);
    if (state === "settled") await world.settle();
  });
  afterAll(() => world?.end());

  const call = (method: "GET" | "PUT" | "POST" | "DELETE", path: string, payload?: object) =>
    world.app.call(world.manager, {
      method,
      url: `/api${path}`.replace("{things_id}", world.device.thingsId),
      ...(payload && { payload }),
    });

  it("figures are those of every sample in the window, multiplexed or not", async () => {
    const [from, to] = [100, 1900];
    const items = [{ ...world.reference("Speed"), gap_us: 50_000 }, world.reference("CellB"), world.reference("None")];
    const answer = await call("POST", "/things/{things_id}/signals/statistics", {
      start_time: String(timeOf(from)),
      end_time: String(timeOf(to)),
      items,
    });
    const [speed, cell, none] = answer.json().data.items;
    const values = Array.from({ length: to - from }, (_, k) => speedOf(from + k) * 0.25 - 100);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const rms = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length);
    expect(speed).toMatchObject({ state: "counted", samples: to - from, min: 0, max: 50 });
    expect(speed.mean).toBeCloseTo(mean, 9);
    expect(speed.rms).toBeCloseTo(rms, 9);
    // Each sample holds until the next; the hold time of the one before the minute of silence, and of the last, is
    // unknown.
    const held = speed.states.reduce((sum: number, { us }: { us: number }) => sum + us, 0);
    expect(held).toBe((to - from - 2) * STEP_US);
    expect(speed.states.map(({ value }: { value: number }) => value).sort()).toEqual([0, 25, 50]);
    const cells = Array.from({ length: FRAMES }, (_, i) => i).filter((i) => i % 20 === 10 && i >= from && i < to);
    expect(cell).toMatchObject({ state: "counted", samples: cells.length, states: [] });
    expect(cell.mean).toBeCloseTo(cells.reduce((sum, i) => sum + (3000 + (i % 90)) / 1000, 0) / cells.length, 9);
    expect(none).toMatchObject({ state: "failed", code: "signals.signalGone" });
  });

  it("a window without samples has none, a reversed one is refused", async () => {
    const ask = (start: number, end: number) =>
      call("POST", "/things/{things_id}/signals/statistics", {
        start_time: String(start),
        end_time: String(end),
        items: [world.reference("Speed")],
      });
    const empty = await ask(startUs - 2_000_000, startUs - 1_000_000);
    expect(empty.json().data.items[0]).toMatchObject({ samples: 0, min: null, mean: null });
    expect((await ask(startUs, startUs - 1)).statusCode).toBe(400);
  });

  it("layouts are kept per device, replaced by name, and bounded as panels are [DBC-05]", async () => {
    const path = "/things/{things_id}/curve-layouts";
    const item = { ...world.reference("Speed"), colour: 1 };
    const panels = [{ name: "Panel 1", items: [item] }];
    expect((await call("PUT", path, { name: "Drive", panels })).statusCode).toBe(200);
    expect(
      (await call("PUT", path, { name: "Drive", panels: [...panels, { name: "Two", items: [] }] })).statusCode,
    ).toBe(200);
    const { list } = (await call("GET", path)).json();
    expect(list).toMatchObject([{ name: "Drive", panels: [{ name: "Panel 1" }, { name: "Two" }] }]);
    const eleven = Array.from({ length: 11 }, () => item);
    for (const [bad, code] of [
      [{ name: "x", panels }, layoutErrors.layoutName.code],
      [{ name: "Drive 2", panels: [{ name: "p", items: [] }] }, layoutErrors.panelName.code],
      [{ name: "Drive 2", panels: [{ name: "🚗".repeat(33), items: [] }] }, layoutErrors.panelName.code],
      [{ name: "Drive 2", panels: [{ name: "Panel", items: eleven }] }, layoutErrors.panelItems.code],
    ] as const) {
      const refused = await call("PUT", path, bad);
      expect([refused.statusCode, refused.json().code]).toEqual([400, code]);
    }
    expect((await call("DELETE", `${path}?name=Drive`)).statusCode).toBe(200);
    expect((await call("GET", path)).json().list).toEqual([]);
  });

  it("a template is of one DBC", async () => {
    const speed = { ...world.reference("Speed"), colour: 1 };
    const foreign = { ...speed, dbc_id: randomUUID() };
    const save = (items: object[]) =>
      call("PUT", "/curve-templates", { name: "Engine", panels: [{ name: "Panel 1", items }] });
    expect((await save([speed])).statusCode).toBe(200);
    expect((await save([speed, foreign])).json().code).toBe(layoutErrors.templateOneDbc.code);
    expect((await call("GET", "/curve-templates")).json().list).toMatchObject([
      { name: "Engine", dbc_id: world.dbcId },
    ]);
    expect((await call("DELETE", "/curve-templates?name=Engine")).statusCode).toBe(200);
  });

  it("a layout protects its DBC; unbinding takes the signals of the channel out of the device's panels", async () => {
    const { db } = world.app.database;
    const { tenantId } = world.manager;
    const [one, other] = [0, 1].map((channel) => ({ ...world.reference("Speed", { channel }), colour: channel + 1 }));
    const panels = [{ name: "Panel 1", items: [one, other] }];
    await call("PUT", "/things/{things_id}/curve-layouts", { name: "Both", panels });
    expect(await layoutUsesOfDbc(db, tenantId, world.dbcId)).toMatchObject([
      { kind: "panel", name: "Both", things_id: world.device.thingsId, revision: null },
    ]);
    expect((await call("DELETE", `/dbc-files/${world.dbcId}`)).statusCode).toBe(409);
    const of = { tenantId, thingsId: world.device.thingsId, channel: 0, dbcId: world.dbcId };
    expect(await clearPanels(db, { ...of, tenantId: randomUUID() })).toBe(0);
    expect(await clearPanels(db, of)).toBe(1);
    const { list } = (await call("GET", "/things/{things_id}/curve-layouts")).json();
    expect(list[0].panels[0].items.map(({ channel }: { channel: number }) => channel)).toEqual([1]);
  });
});
