import { expect, it } from "vitest";
import { createLog } from "../../platform/log.ts";
import type { FrameServer, Places } from "./frame-server.ts";
import { type FrameStores, routedStore } from "./routed-store.ts";

type Call = readonly unknown[];

/** A part of a store that tells what it was asked, at any depth. */
function recorder(calls: Call[], name = "store"): unknown {
  const target = (...args: unknown[]) => {
    calls.push([name, ...args]);
    return Promise.resolve([]);
  };
  // A promise of it must not take it for one.
  return new Proxy(target, {
    get: (_, key) => (key === "then" ? undefined : recorder(calls, `${name}.${String(key)}`)),
  });
}

const signal = new AbortController().signal;
const query = { bindingNumber: 7, of: "query" };
const window = { fromUs: 1, toUs: 2 };
const work = { signal };
const day = { bindingNumber: 7, day: 20_000 };
const batches = [{ epoch: 1, sequence: 2 }];

/** Calls of one binding: the store of its server is asked the same, with every argument. */
const CALLS: readonly (readonly [string, ...unknown[]])[] = [
  ["frames.page", query, signal],
  ["frames.lastBefore", query, { timeUs: 1, k: 0 }, 3, signal],
  ["frames.count", query, signal],
  ["frames.buckets", query, 1000, signal],
  ["frames.extent", 7, signal],
  ["frames.newest", 7, 1000, 5, signal],
  ...["samples", "pixels", "curves", "extremes", "figures", "traffic", "load", "find"].map(
    (name) => [`frames.${name}`, query, signal] as const,
  ),
  ["frames.usage.daysOf", 7],
  ["frames.removal.deleteRange", query, 1000, signal],
  ["frames.removal.empty", 7, [window], signal],
  ["frames.removal.drop", 7],
  ["kept.isBehind", 7, [1, 2], 20_000],
  ["kept.daysOf", 7, [1, 2]],
  ["points.newestPosition", 7],
  ["points.newestPoints", 7],
  ["points.positions", query],
  ["points.page", query],
  ["points.count", query],
  ["points.pixels", query],
  ["points.importPositions", 7, [{ time: 1 }]],
  ["points.countRange", 7, window, 1000],
  ["points.deleteRange", query, signal],
  ["points.drop", 7, [window], signal],
  ["imports.storedEpochs", 7, [1, 2]],
  ["quarantine.list", 7, 10, { epoch: 1, sequence: 2, receivedAtMs: 3 }],
  ["quarantine.totals", 7],
  ["quarantine.takeOver", 7, batches, 1000, work],
  ["quarantine.remove", 7, batches, work],
  ["pins.of", 7],
  ["losses.of", 7, 1, 2],
  ["ruleStates.of", 7],
  ["lake.daysOf", 7],
  ["lake.writeFrames", day, { file: "a" }, signal],
  ["lake.writeSignals", day, { file: "a" }, signal],
  ["lake.alone", "name", work],
];

it.each(CALLS.map(([name, ...args]) => ({ name, args })))(
  "several frame servers hand on all that $name is asked [OPS-02]",
  async ({ name, args }) => {
    const calls: Call[] = [];
    const server = { id: "a", number: 1, address: "here", store: recorder(calls) } as unknown as FrameServer;
    const here = async () => server;
    const places: Places = { of: here, calm: here, still: here, known: () => server, hasLeft: async () => false };
    const stores: FrameStores = routedStore({
      servers: [server],
      places,
      mirroredBytes: async () => 0,
      firstId: "a",
      log: createLog("silent"),
    });
    const path = name.split(".");
    const parent = path.slice(0, -1).reduce<unknown>((part, key) => Reflect.get(Object(part), key), stores);
    await Reflect.apply(Reflect.get(Object(parent), path.at(-1) ?? ""), parent, args);
    expect(calls).toEqual([[`store.${name}`, ...args]]);
  },
);
