import { expect, it, vi } from "vitest";
import { HistoryLoader } from "./history-loader.ts";
import type { LoadedCurve } from "./load-curves.ts";
import type { SampleStore } from "./sample-store.ts";
import { NO_SAMPLES, type SpanUs } from "./samples.ts";

const SECOND = 1_000_000;

/** A store with one sample every 10 ms: all of them for ranges up to `rawUpToUs`, every hundredth for longer ones. */
function storeOf(rawUpToUs: number) {
  const asked: SpanUs[] = [];
  const load: SampleStore["load"] = async ({ span, keys }) => {
    asked.push(span);
    const isRaw = span.toUs - span.fromUs <= rawUpToUs;
    const step = isRaw ? 10_000 : SECOND;
    const times = Float64Array.from({ length: (span.toUs - span.fromUs) / step }, (_, i) => span.fromUs + i * step);
    const samples = { times, values: times, length: times.length, pixelUs: isRaw ? null : SECOND };
    const curve = { ok: true, samples } as LoadedCurve;
    return new Map(keys.map((key) => [key, curve]));
  };
  const store: SampleStore = { id: "test", load, count: async () => new Map() };
  return { store, asked };
}

async function loaded(rawUpToUs: number) {
  const { store, asked } = storeOf(rawUpToUs);
  let arrivals = 0;
  const loader = new HistoryLoader(store, () => (arrivals += 1));
  const whole = { fromUs: 0, toUs: 600 * SECOND };
  const coarse = await store.load({ span: whole, pixels: 600, keys: ["speed"] }, new AbortController().signal);
  const [curve] = coarse.values();
  if (curve?.ok) loader.chunks.add("speed", { span: whole, samples: curve.samples });
  asked.length = 0;
  return { loader, asked, arrivals: () => arrivals };
}

it("both cursors stand on samples, each with all that are around it [DBC-06]", async () => {
  const { loader, asked, arrivals } = await loaded(10 * SECOND);
  await loader.wantAround(["speed"], [100 * SECOND, 300 * SECOND]);
  for (const at of [100, 300]) expect(loader.chunks.readAt("speed", at * SECOND).pixelUs).toBeNull();
  expect([asked.length, arrivals()]).toEqual([2, 1]);
  await loader.wantAround(["speed"], [100 * SECOND, 300 * SECOND]);
  expect(asked.length).toBe(2);
});

it("what stays coarse is not asked for again until all is read anew", async () => {
  const { loader, asked } = await loaded(0);
  for (let i = 0; i < 3; i++) await loader.wantAround(["speed"], [100 * SECOND]);
  expect(asked.length).toBe(1);
});

it("a range that is not answered yet is coming, not empty; one asked for in vain has failed [DBC-06]", async () => {
  const span = { fromUs: 0, toUs: 10 * SECOND };
  const answers: ((curves: Map<string, LoadedCurve>) => void)[] = [];
  const refusals: ((error: Error) => void)[] = [];
  const load: SampleStore["load"] = () =>
    new Promise((resolve, reject) => {
      answers.push(resolve);
      refusals.push(reject);
    });
  const loader = new HistoryLoader({ id: "test", load, count: async () => new Map() }, () => undefined);
  const stateOf = () => loader.chunks.stateOf("speed", span);
  loader.want(["speed"], span, 100);
  expect(stateOf()).toBe("coming");
  await vi.waitFor(() => expect(refusals).toHaveLength(1));
  expect(stateOf()).toBe("coming");
  refusals[0]?.(new Error("away"));
  await vi.waitFor(() => expect(stateOf()).toBe("failed"));
  loader.want(["speed"], span, 100);
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  expect(stateOf()).toBe("coming");
  answers[1]?.(new Map([["speed", { ok: true, samples: NO_SAMPLES } as LoadedCurve]]));
  await vi.waitFor(() => expect(stateOf()).toBe("here"));
  expect(loader.chunks.stateOf("speed", { fromUs: 0, toUs: 100 * SECOND })).toBe("coming");
});

/** A store whose answers are given by the test. */
function heldStore() {
  const asks: {
    keys: readonly string[];
    kind: "load" | "overview";
    answer(pixelUs: number | null): void;
    fail(): void;
  }[] = [];
  const hold = (kind: "load" | "overview"): SampleStore["load"] => {
    return ({ keys, span }) =>
      new Promise((resolve, reject) => {
        const answer = (pixelUs: number | null) => {
          const times = Float64Array.of(span.fromUs, span.toUs);
          const samples = { times, values: times, length: 2, pixelUs };
          resolve(new Map(keys.map((key) => [key, { ok: true, samples } as LoadedCurve])));
        };
        asks.push({ keys, kind, answer, fail: () => reject(new Error("away")) });
      });
  };
  const store: SampleStore = {
    id: "held",
    load: hold("load"),
    overview: hold("overview"),
    count: async () => new Map(),
  };
  return { store, asks };
}

const HOUR = { fromUs: 3600 * SECOND, toUs: 7200 * SECOND };
const [SPEED, TORQUE, LEVEL] = ["0!dbc!100!Speed", "0!dbc!100!Torque", "0!dbc!200!Level"] as const;

it("a long range is drawn from kept values, then message by message, then whole; nothing is asked for twice [DBC-06]", async () => {
  const { store, asks } = heldStore();
  const keys = [SPEED, TORQUE, LEVEL];
  let arrivals = 0;
  const loader = new HistoryLoader(store, () => {
    arrivals += 1;
    loader.want(keys, HOUR, 1000);
  });
  const pixelOf = (key: string) => loader.chunks.read(key, HOUR).pixelUs;
  loader.want(keys, HOUR, 1000);
  await vi.waitFor(() => expect(asks).toHaveLength(3));
  expect(asks.map(({ kind, keys: own }) => [kind, own])).toEqual([
    ["overview", keys],
    ["load", [SPEED, TORQUE]],
    ["load", [LEVEL]],
  ]);
  asks[0]?.answer(24 * SECOND);
  await vi.waitFor(() => expect(pixelOf(LEVEL)).toBe(24 * SECOND));
  asks[1]?.answer(3 * SECOND);
  await vi.waitFor(() => expect(pixelOf(TORQUE)).toBe(3 * SECOND));
  expect([pixelOf(LEVEL), loader.state.get().busy]).toEqual([24 * SECOND, true]);
  asks[2]?.answer(3 * SECOND);
  await vi.waitFor(() => expect(loader.state.get().busy).toBe(false));
  expect([pixelOf(LEVEL), asks.length, arrivals]).toEqual([3 * SECOND, 3, 4]);
});

it("an overview that comes last does not take the place of what is finer", async () => {
  const { store, asks } = heldStore();
  const loader = new HistoryLoader(store, () => undefined);
  loader.want([SPEED], HOUR, 1000);
  await vi.waitFor(() => expect(asks).toHaveLength(2));
  asks[1]?.answer(3 * SECOND);
  await vi.waitFor(() => expect(loader.state.get().busy).toBe(false));
  asks[0]?.answer(24 * SECOND);
  await vi.waitFor(() => expect(loader.chunks.read(SPEED, HOUR).pixelUs).toBe(3 * SECOND));
});

it("a part that fails leaves what has come, says why, and is asked for again", async () => {
  const { store, asks } = heldStore();
  const loader = new HistoryLoader(store, () => undefined);
  loader.want([SPEED, LEVEL], HOUR, 1000);
  await vi.waitFor(() => expect(asks).toHaveLength(3));
  asks[1]?.answer(3 * SECOND);
  await vi.waitFor(() => expect(loader.chunks.stateOf(SPEED, HOUR)).toBe("here"));
  asks[2]?.fail();
  await vi.waitFor(() => expect(loader.state.get().error).toEqual(new Error("away")));
  expect([SPEED, LEVEL].map((key) => loader.chunks.stateOf(key, HOUR))).toEqual(["here", "failed"]);
  loader.want([SPEED, LEVEL], HOUR, 1000);
  await vi.waitFor(() => expect(asks.slice(3).flatMap(({ keys }) => keys)).toContain(LEVEL));
  expect(loader.state.get()).toMatchObject({ busy: true, error: null });
});
