import { FrameBatch } from "@canopy/can/frame/batch";
import { curveErrors } from "@canopy/contract/signals/curve-errors";
import { formatSignal } from "@canopy/contract/signals/signal-reference";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engineBytes, type SignalWorld, signalWorld } from "../../testing/worlds/test-signal-world.ts";

const startUs = (Math.floor(Date.now() / 60_000) - 10) * 60_000_000;
const STEP_US = 10_037;
const FRAMES = 200;

describe("signals for other tools [OPS-07]", () => {
  let world: SignalWorld;
  const at = (path: string, query: Record<string, string | readonly string[]> = {}) => {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query))
      for (const one of [value].flat()) search.append(name, String(one));
    const url = `/api/things/${world.device.thingsId}/signals${path}?${search}`;
    return world.app.call(world.manager, { method: "GET", url });
  };
  const range = { start_time: String(startUs / 1000), end_time: String(startUs / 1000 + 60_000) };

  beforeAll(async () => {
    world = await signalWorld();
    const batch = new FrameBatch();
    for (let i = 0; i < FRAMES; i++) batch.push(startUs + i * STEP_US, 0, 256, 0, 8, engineBytes(400 + i, i));
    await world.send(batch);
  });
  afterAll(() => world?.end());

  it("lists the bound signals of a device with the text that names each", async () => {
    expect((await at("")).json().list).toEqual([]);
    const { app, manager, device, dbcId } = world;
    const signals = [world.reference("Speed"), world.reference("Wheel")];
    const made = await app.call(manager, {
      method: "POST",
      url: "/api/signal-strategies",
      payload: { name: "DBCSIG_a", dbc_id: dbcId, signals },
    });
    const payload = { channel: 0, strategy_id: made.json().data.strategy_id };
    const url = `/api/things/${device.thingsId}/signal-bindings`;
    expect((await app.call(manager, { method: "POST", url, payload })).statusCode).toBe(200);
    const { list } = (await at("")).json();
    expect(list).toEqual([
      {
        signal: formatSignal(world.reference("Speed")),
        name: "CAN1 Engine.Speed",
        channel: 0,
        message: "Engine",
        unit: "rpm",
        comment: "",
        dbc_name: "test",
      },
      expect.objectContaining({ name: "CAN1 CCVS.Wheel", unit: "km/h" }),
    ]);
    const rows = (await at("/series", { ...range, signal: list[0].signal })).json();
    expect(rows).toHaveLength(FRAMES);
  });

  it("draws signals as rows, to the microsecond", async () => {
    const signal = [formatSignal(world.reference("Speed")), formatSignal(world.reference("Torque"))];
    const rows = (await at("/series", { ...range, signal })).json();
    expect(rows).toHaveLength(2 * FRAMES);
    expect(rows[1]).toEqual({
      time: `${new Date(startUs / 1000 + 10).toISOString().slice(0, -1)}037Z`,
      name: "CAN1 Engine.Speed",
      value: 401 * 0.25 - 100,
    });
    expect(rows[FRAMES + 2]).toMatchObject({ name: "CAN1 Engine.Torque", value: 1 });
  });

  it("keeps the largest value where there are more samples than points", async () => {
    const rows = (
      await at("/series", { ...range, signal: formatSignal(world.reference("Speed")), points: "3" })
    ).json();
    expect(rows.length).toBeLessThan(FRAMES / 2);
    const values = rows.map(({ value }: { value: number }) => value);
    expect(Math.max(...values)).toBe((400 + FRAMES - 1) * 0.25 - 100);
  });

  it("says which signal is not one, and which is gone", async () => {
    const wrong = await at("/series", { ...range, signal: "Speed" });
    expect([wrong.statusCode, wrong.json().code]).toEqual([400, curveErrors.signalText.code]);
    const gone = await at("/series", { ...range, signal: formatSignal(world.reference("Speed", { signal: "Gone" })) });
    expect([gone.statusCode, gone.json().code]).toEqual([404, curveErrors.signalGone.code]);
    const turned = { start_time: range.end_time, end_time: range.start_time };
    expect((await at("/series", turned)).statusCode).toBe(400);
  });
});
