import { FIRST_CHANNEL } from "@canopy/contract/device-link/channels";
import type { CurveItem } from "@canopy/contract/signals/curves";
import type { SignalReference } from "@canopy/contract/signals/signal-reference";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLog } from "../../platform/log.ts";
import { inputDbcs } from "../../testing/protocol-page.ts";
import { angleOf, bitsOf, inputFrames, LIN_DBC, LIN_ID, voltsOf } from "../../testing/terminals/test-input-frames.ts";
import { type SignalWorld, signalWorld } from "../../testing/worlds/test-signal-world.ts";
import { createDbc } from "../dbc/keep-dbc.ts";
import { followAll } from "../kept/materialise-jobs.ts";

const COUNT = 7200;
const STEP_US = 1_000_000;
/** Today, or yesterday where today is too young: two hours at one a second. */
const startUs = (Math.floor(Date.now() / 3_600_000) - 4) * 3_600_000_000;
const endUs = startUs + COUNT * STEP_US;
const all = Array.from({ length: COUNT }, (_, i) => i);

describe("curves of LIN, digital and analogue inputs", () => {
  let world: SignalWorld;
  let signals: Record<"Angle" | "Ignition" | "Brake" | "Door" | "Supply", SignalReference>;

  const call = async (method: "GET" | "POST", path: string, payload?: object) => {
    const answer = await world.app.call(world.manager, { method, url: `/api${path}`, ...(payload && { payload }) });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json().data;
  };
  const drawn = async (pixels: number, fromUs: number, toUs: number, names: (keyof typeof signals)[]) => {
    const { items } = await world.curves(
      fromUs,
      toUs,
      pixels,
      names.map((name) => signals[name]),
    );
    return items.map((item: CurveItem) => {
      if (item.state !== "drawn") throw new Error(JSON.stringify(item));
      return item;
    });
  };

  beforeAll(async () => {
    world = await signalWorld();
    const page = inputDbcs();
    const keep = async (name: string, text: string) => {
      const given = { bytes: Buffer.from(text), remark: "", draft: false, author: "" };
      return createDbc(world.app.database.db, world.manager.tenantId, name, given);
    };
    const [lin, digital, analogue] = [
      await keep("seat.dbc", LIN_DBC),
      await keep("digital.dbc", page.digital),
      await keep("analogue.dbc", page.analogue),
    ];
    const of = (channel: number, dbc_id: string, message_id: number, signal: string): SignalReference => ({
      channel,
      dbc_id,
      message_id,
      is_extended: false,
      signal,
    });
    signals = {
      Angle: of(FIRST_CHANNEL.lin, lin, LIN_ID, "Angle"),
      Ignition: of(FIRST_CHANNEL.digital, digital, 0, "Ignition"),
      Brake: of(FIRST_CHANNEL.digital, digital, 0, "Brake"),
      Door: of(FIRST_CHANNEL.digital, digital, 0, "Door"),
      Supply: of(FIRST_CHANNEL.analogue, analogue, 0, "Supply"),
    };
    await world.send(inputFrames(startUs, STEP_US, COUNT));
  });
  afterAll(() => world?.end());

  it("give every sample exactly as it was sent [DAT-09]", async () => {
    const names = ["Angle", "Ignition", "Brake", "Door", "Supply"] as const;
    const [angle, ignition, brake, door, supply] = await drawn(1000, startUs, startUs + 100 * STEP_US, [...names]);
    const few = all.slice(0, 100);
    expect(angle?.values).toEqual(few.map((i) => expect.closeTo(angleOf(i) / 10, 9)));
    for (const [k, item] of [ignition, brake, door].entries())
      expect(item?.values).toEqual(few.map((i) => (bitsOf(i) >> k) & 1));
    expect(supply?.values).toEqual(few.map(voltsOf));
    expect(supply?.times).toEqual(few.map((i) => i * STEP_US + 2));
    for (const item of [angle, ignition, supply])
      expect(item).toMatchObject({ kind: "raw", source: "decoded", samples: 100, cycle_us: STEP_US, breaks: [] });
  });

  it("have their extremes when they are reduced to pixels [DAT-09]", async () => {
    const [angle, brake, supply] = await drawn(50, startUs, endUs, ["Angle", "Brake", "Supply"]);
    for (const item of [angle, brake, supply]) expect(item).toMatchObject({ kind: "pixels", samples: COUNT });
    expect(Math.max(...(angle?.values ?? []))).toBeCloseTo(89.9, 9);
    expect(new Set(brake?.values)).toEqual(new Set([0, 1]));
    expect(Math.min(...(supply?.values ?? []))).toBe(12);
    expect(Math.max(...(supply?.values ?? []))).toBe(voltsOf(39));
  });

  it("are materialised by a strategy of their channel like any other [DAT-09] [DBC-03]", async () => {
    const before = await drawn(300, startUs, endUs, ["Supply", "Door", "Angle"]);
    for (const name of ["Supply", "Door", "Angle"] as const) {
      const { dbc_id, channel, message_id, is_extended, signal } = signals[name];
      const chosen = { name: `DBCSIG_${name}`, dbc_id, signals: [{ message_id, is_extended, signal }] };
      const { strategy_id } = await call("POST", "/signal-strategies", chosen);
      const bound = await call("POST", `/things/${world.device.thingsId}/signal-bindings`, { channel, strategy_id });
      expect(bound).toMatchObject({ channel, state: "enabled", signal_count: 1 });
    }
    const { pool, db } = world.app.database;
    // Whatever the hour: the test's frames may be of yesterday.
    await pool.query("update signal_bindings set from_day = 0");
    await world.settle();
    const stores = { db, kept: world.store.kept };
    expect(await followAll(stores, new AbortController().signal, createLog("warn"))).toBeGreaterThanOrEqual(3);
    const after = await drawn(300, startUs, endUs, ["Supply", "Door", "Angle"]);
    for (const [i, kept] of after.entries()) {
      const decoded = before[i];
      expect([kept.source, decoded?.source]).toEqual(["materialised", "decoded"]);
      expect(kept.samples).toBe(COUNT);
      expect(kept.values.toSorted()).toEqual(decoded?.values.toSorted());
    }
  });
});
