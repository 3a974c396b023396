import { DbcDecoder } from "@canopy/can/dbc/decode/decode";
import type { Message } from "@canopy/can/dbc/model";
import { parseDbc } from "@canopy/can/dbc/parse/parse";
import { FrameBatch } from "@canopy/can/frame/batch";
import type { SignalBinding } from "@canopy/contract/signals/bindings";
import type { CurveItem } from "@canopy/contract/signals/curves";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PATIENCE } from "../../../../e2e/support/patience.ts";
import { M4 } from "../../frames/reading/curve-pixels.ts";
import { DAY_US, MINUTE_US } from "../../frames/store/time-window.ts";
import { type SignalWorld, signalWorld } from "../../testing/worlds/test-signal-world.ts";
import { curveGrid } from "../curves/curve-grid.ts";
import { curvePoints } from "../curves/curve-points.ts";
import { withBindingLock } from "./series-store.ts";

const SPAN_US = 40 * MINUTE_US;
const STEP_US = 300_000;
/** Noon of the day three days ago, and of the day after it. */
const noonUs = (Math.floor((Date.now() * 1000) / DAY_US) - 3) * DAY_US + DAY_US / 2;

function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Signals of any place, length, order, sign and scale; floats; multiplexed ones. */
function randomDbc(): string {
  const next = random(2026);
  const pick = (most: number) => Math.floor(next() * most);
  const messages = Array.from({ length: 6 }, (_, m) => {
    const signals = Array.from({ length: 4 }, (_, s) => {
      const length = 1 + pick(48);
      const isMotorola = next() < 0.5;
      const first = pick(64 - length + 1);
      // A motorola signal is named by its highest bit, counted byte by byte from the top.
      const start = isMotorola ? (first >> 3) * 8 + (7 - (first & 7)) : first;
      const scale = [1, 0.1, -0.25, 1e-3, 12.5][pick(5)];
      const mux = m === 5 && s > 0 ? ` m${s % 2}` : m === 5 ? " M" : "";
      const place =
        m === 5 && s === 0
          ? "0|8@1+ (1,0)"
          : `${start}|${length}@${isMotorola ? 0 : 1}${next() < 0.5 && mux !== " M" ? "-" : "+"} (${scale},${pick(100) - 50})`;
      return ` SG_ S${m}_${s}${mux} : ${place} [0|0] "" E`;
    });
    return `BO_ ${0x100 + m} M${m}: 8 E\n${signals.join("\n")}\n`;
  });
  const float = `BO_ 1536 Real: 8 E\n SG_ Single : 0|32@1- (1,0) [0|0] "" E\n SG_ Other : 39|32@0- (2,1) [0|0] "" E\n\nSIG_VALTYPE_ 1536 Single : 1;\nSIG_VALTYPE_ 1536 Other : 1;\n`;
  return `VERSION ""\n\nBU_: E\n\n${messages.join("\n")}\n${float}`;
}

function randomFrames(messages: readonly Message[], fromUs: number, seed: number): FrameBatch {
  const next = random(seed);
  const batch = new FrameBatch();
  for (let at = fromUs; at < fromUs + SPAN_US; at += STEP_US)
    for (const [i, { id }] of messages.entries()) {
      const bytes = Uint8Array.from({ length: 8 }, () => (next() < 0.7 ? 0 : Math.floor(next() * 256)));
      if (id === 0x105) bytes[0] = next() < 0.5 ? 0 : 1;
      // Now and then a frame that is too short for some of its signals.
      const size = next() < 0.02 ? Math.floor(next() * 8) : 8;
      batch.push(at + i * 7 + Math.floor(next() * 100_000), 0, id, 0, size, bytes.subarray(0, size));
    }
  return batch;
}

describe("a back-fill", { timeout: 300_000 * PATIENCE }, () => {
  let world: SignalWorld;
  let binding: SignalBinding;
  const { dbc } = parseDbc(randomDbc());
  const signals = dbc.messages.flatMap(({ id, signals: own }) =>
    own.map(({ name }) => ({ message_id: id, is_extended: false, signal: name })),
  );
  const first = randomFrames(dbc.messages, noonUs, 1);
  const second = randomFrames(dbc.messages, noonUs + DAY_US, 2);

  const call = async (method: "GET" | "POST" | "DELETE", path: string, payload?: object) => {
    const answer = await world.app.call(world.manager, { method, url: `/api${path}`, ...(payload && { payload }) });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  };
  const place = () => `/things/${world.device.thingsId}/signal-bindings`;
  const bindingNow = async (): Promise<SignalBinding> => (await call("GET", place())).list[0];
  const backfill = async (): Promise<string> =>
    (await call("POST", `${place()}/${binding.binding_id}/backfill`)).data.job_id;
  const stateOf = async (jobId: string) => (await call("GET", `/jobs/${jobId}`)).data?.state;

  beforeAll(async () => {
    world = await signalWorld({ work: true, dbc: randomDbc() });
    await world.send(first);
    await world.send(second);
    await world.settle();
    const made = await call("POST", "/signal-strategies", { name: "DBCSIG_all", dbc_id: world.dbcId, signals });
    binding = (await call("POST", place(), { channel: 0, strategy_id: made.data.strategy_id })).data;
  });
  afterAll(() => world?.end());

  it("waits to be asked, can be cancelled, and then makes every day that has frames [DBC-03]", async () => {
    expect(await bindingNow()).toMatchObject({ days: 2, days_done: 0, backfill: null });
    const { db } = world.app.database;
    // Held up before it begins, so that there is something to cancel.
    const cancelled = await withBindingLock(db, binding.binding_id, async () => {
      const jobId = await backfill();
      await expect.poll(() => stateOf(jobId), { timeout: 60_000 * PATIENCE }).toBe("running");
      const again = await world.app.call(world.manager, {
        method: "POST",
        url: `/api${place()}/${binding.binding_id}/backfill`,
      });
      expect([again.statusCode, again.json().code]).toEqual([409, "signals.backfillRunning"]);
      await call("POST", `/jobs/${jobId}/cancel`);
      return jobId;
    });
    await expect.poll(() => stateOf(cancelled), { timeout: 60_000 * PATIENCE }).toBe("cancelled");
    expect((await bindingNow()).days_done).toBeLessThan(2);
    const jobId = await backfill();
    await expect.poll(() => stateOf(jobId), { timeout: 300_000 * PATIENCE, interval: 500 }).toBe("done");
    expect(await bindingNow()).toMatchObject({ days: 2, days_done: 2, backfill: { job_id: jobId, state: "done" } });
  });

  it("gives, for signals of any kind, the points of the decoder in both ways [DBC-03] [DBC-09]", async () => {
    const range = { fromUs: noonUs, toUs: noonUs + DAY_US + SPAN_US };
    for (const [fromUs, toUs, pixels, source] of [
      [range.fromUs, range.toUs, 400, "materialised"],
      [noonUs + 5 * MINUTE_US, noonUs + SPAN_US, 200, "materialised"],
      [noonUs, noonUs + 5 * MINUTE_US, 600, "decoded"],
    ] as const) {
      const grid = curveGrid({ fromUs, toUs }, pixels);
      for (let i = 0; i < signals.length; i += 10) {
        const asked = signals.slice(i, i + 10);
        const items = asked.map((one) => ({ ...one, channel: 0, dbc_id: world.dbcId }));
        const answer = await world.curves(fromUs, toUs, pixels, items);
        for (const [k, item] of answer.items.entries()) {
          const one = asked[k] as (typeof signals)[number];
          const expected = oracle(one.message_id, one.signal, grid);
          compare(item, curvePoints({ kind: "pixels", pixels: expected }, fromUs, grid.pixelUs), one.signal);
          if (item.state === "drawn" && item.kind === "pixels")
            expect([one.signal, item.source]).toEqual([one.signal, source]);
        }
      }
    }
  });

  function oracle(id: number, name: string, grid: { fromUs: number; toUs: number; pixelUs: number }) {
    const decoder = new DbcDecoder(dbc);
    const samples = [first, second].flatMap((batch) =>
      Array.from({ length: batch.length }, (_, i) => batch.at(i))
        .filter((frame) => frame.id === id && frame.timeUs >= grid.fromUs && frame.timeUs < grid.toUs)
        .flatMap((frame) => {
          const value = decoder.decode(frame)?.signals.find(({ signal }) => signal.name === name)?.value;
          return value === undefined ? [] : [[frame.timeUs, Number(value) + 0] as const];
        }),
    );
    const m4 = new M4({ originUs: grid.fromUs, pixelUs: grid.pixelUs });
    for (const [at, value] of samples.sort(([a], [b]) => a - b)) m4.add(at, value);
    return m4.pixels;
  }

  /** Of equal extremes either may be shown; a curve of few samples is not reduced at all. */
  function compare(item: CurveItem, expected: ReturnType<typeof curvePoints>, name: string): void {
    if (item.state !== "drawn") throw new Error(JSON.stringify(item));
    expect([name, item.samples]).toEqual([name, expected.samples]);
    expect([name, Math.max(...item.values), Math.min(...item.values)]).toEqual([
      name,
      Math.max(...expected.values),
      Math.min(...expected.values),
    ]);
    if (item.kind === "raw") return;
    expect([name, item.values.toSorted()]).toEqual([name, expected.values.toSorted()]);
    expect([name, item.breaks]).toEqual([name, expected.breaks]);
  }
});
