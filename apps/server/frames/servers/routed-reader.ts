import type { FrameReader, FrameRemoval, FrameStore } from "../store/frame-store.ts";
import { onServer, type RoutedParts, type Where } from "./routed-parts.ts";
import { routedUsage } from "./routed-usage.ts";
import { inEach, splitByServer } from "./split-servers.ts";

function routedReader(where: Where): FrameReader {
  const on = onServer(where);
  return {
    page: (query, signal) => on(query.bindingNumber, ({ frames }) => frames.page(query, signal)),
    lastBefore: (query, before, perId, signal) =>
      on(query.bindingNumber, ({ frames }) => frames.lastBefore(query, before, perId, signal)),
    async *stream(query, signal) {
      const server = await where(query.bindingNumber);
      yield* server.store.frames.stream(query, signal);
      // What was read last may have been dropped before it was read.
      if ((await where(query.bindingNumber)) !== server) throw new Error("the device was moved while it was read");
    },
    count: (query, signal) => on(query.bindingNumber, ({ frames }) => frames.count(query, signal)),
    buckets: (query, leastUs, signal) =>
      on(query.bindingNumber, ({ frames }) => frames.buckets(query, leastUs, signal)),
    extent: (binding, signal) => on(binding, ({ frames }) => frames.extent(binding, signal)),
    newest: (binding, withinUs, limit, signal) =>
      on(binding, ({ frames }) => frames.newest(binding, withinUs, limit, signal)),
    samples: (query, signal) => on(query.bindingNumber, ({ frames }) => frames.samples(query, signal)),
    pixels: (query, signal) => on(query.bindingNumber, ({ frames }) => frames.pixels(query, signal)),
    curves: (query, signal) => on(query.bindingNumber, ({ frames }) => frames.curves(query, signal)),
    extremes: (query, signal) => on(query.bindingNumber, ({ frames }) => frames.extremes(query, signal)),
    figures: (query, signal) => on(query.bindingNumber, ({ frames }) => frames.figures(query, signal)),
    traffic: (query, signal) => on(query.bindingNumber, ({ frames }) => frames.traffic(query, signal)),
    load: (query, signal) => on(query.bindingNumber, ({ frames }) => frames.load(query, signal)),
    find: (query, signal) => on(query.bindingNumber, ({ frames }) => frames.find(query, signal)),
  };
}

function routedRemoval({ places }: RoutedParts): FrameRemoval {
  const on = onServer(places.still);
  return {
    deleteRange: (range, limit, signal) =>
      on(range.bindingNumber, ({ frames }) => frames.removal.deleteRange(range, limit, signal)),
    empty: (binding, keep, signal) => on(binding, ({ frames }) => frames.removal.empty(binding, keep, signal)),
    drop: (binding) => on(binding, ({ frames }) => frames.removal.drop(binding)),
    async expire(expiries, going) {
      const split = await splitByServer(places.still, expiries, ({ bindingNumber }) => bindingNumber);
      const counts = await inEach([...split], ([{ store }, own]) => store.frames.removal.expire(own, going));
      return counts.reduce((sum, count) => sum + count, 0);
    },
  };
}

/** Each call goes to the server of its binding; sums are of all servers. */
export const routedFrames = (parts: RoutedParts): FrameStore => ({
  ...routedReader(parts.places.of),
  usage: routedUsage(parts),
  removal: routedRemoval(parts),
});
