import { expect, it, vi } from "vitest";
import { HistoryLoader } from "./history-loader.ts";
import type { LoadedCurve } from "./load-curves.ts";
import type { SampleStore } from "./sample-store.ts";
import { NO_SAMPLES, type SpanUs } from "./samples.ts";

const SECOND = 1_000_000;

/** A store of one sample every 10 ms that gives all of them up to `rawUpToUs`, and every hundredth of a longer range. */
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
