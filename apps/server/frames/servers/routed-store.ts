import type { Log } from "../../platform/log.ts";
import type { LakeStore } from "../lake/lake-store.ts";
import type { Quarantine } from "../landing/quarantine.ts";
import type { Upkeep } from "../settling/upkeep.ts";
import type { FrameImports } from "../store/frame-imports.ts";
import type { KeptSignalStore } from "../store/kept/kept-signals.ts";
import type { OpenFrameStore } from "../store/open-frame-store.ts";
import type { PinnedWindowStore } from "../store/pinned-windows.ts";
import { type FrameServer, type Places, serverInWords } from "./frame-server.ts";
import { joinHealth, joinReports } from "./join-reports.ts";
import { onServer, type RoutedParts } from "./routed-parts.ts";
import { routedPoints } from "./routed-points.ts";
import { routedFrames } from "./routed-reader.ts";
import { inEach, splitByServer } from "./split-servers.ts";

/** The store of all servers; each lands its own batches (`ingest-role.ts`). */
export type FrameStores = Omit<OpenFrameStore, "landing" | "files" | "room" | "place">;

function routedKept({ servers, places }: RoutedParts): KeptSignalStore {
  const on = onServer(places.of);
  return {
    async keep(messages, days, signal) {
      const split = await splitByServer(places.still, messages, ({ bindingNumber }) => bindingNumber);
      let kept = 0;
      for (const [{ store }, own] of split) kept += await store.kept.keep(own, days, signal);
      return kept;
    },
    isBehind: (binding, series, fromDay) => on(binding, ({ kept }) => kept.isBehind(binding, series, fromDay)),
    daysOf: (binding, series) => on(binding, ({ kept }) => kept.daysOf(binding, series)),
    async drop(series) {
      await inEach(servers, ({ store }) => store.kept.drop(series));
    },
  };
}

/** An import asks for its epochs before it opens, and so the place is known. */
function routedImports(places: Places): FrameImports {
  return {
    storedEpochs: (binding, epochs) =>
      onServer(places.still)(binding, ({ imports }) => imports.storedEpochs(binding, epochs)),
    open(target) {
      const server = places.known(target.bindingNumber);
      if (server === undefined) throw new Error(`nobody looked where binding ${target.bindingNumber} lives`);
      return server.store.imports.open(target);
    },
  };
}

function routedQuarantine(places: Places): Quarantine {
  const [on, onStill] = [onServer(places.of), onServer(places.still)];
  return {
    list: (binding, limit, after) => on(binding, ({ quarantine }) => quarantine.list(binding, limit, after)),
    totals: (binding) => on(binding, ({ quarantine }) => quarantine.totals(binding)),
    takeOver: (binding, which, shift, work) =>
      onStill(binding, ({ quarantine }) => quarantine.takeOver(binding, which, shift, work)),
    remove: (binding, which, work) => onStill(binding, ({ quarantine }) => quarantine.remove(binding, which, work)),
  };
}

function routedPins(places: Places): PinnedWindowStore {
  const bindingOf = ({ binding }: { readonly binding: number }) => binding;
  return {
    of: (binding) => onServer(places.of)(binding, ({ pins }) => pins.of(binding)),
    async add(pins) {
      await inEach([...(await splitByServer(places.still, pins, bindingOf))], ([{ store }, own]) =>
        store.pins.add(own),
      );
    },
    async remove(pins) {
      await inEach([...(await splitByServer(places.still, pins, bindingOf))], ([{ store }, own]) =>
        store.pins.remove(own),
      );
    },
  };
}

/** A lake is that of the installation, whose name is its first server. */
function routedLake({ places }: RoutedParts, first: FrameServer, firstId: string): LakeStore {
  const on = onServer(places.of);
  return {
    serverId: async () => firstId,
    daysOf: (binding) => on(binding, ({ lake }) => lake.daysOf(binding)),
    writeFrames: (day, job, signal) => on(day.bindingNumber, ({ lake }) => lake.writeFrames(day, job, signal)),
    writeSignals: (day, job, signal) => on(day.bindingNumber, ({ lake }) => lake.writeSignals(day, job, signal)),
    alone: (name, work) => first.store.lake.alone(name, work),
  };
}

function allUpkeep(servers: readonly FrameServer[]): Upkeep {
  return {
    get settledFrames() {
      return servers.reduce((sum, { store }) => sum + store.upkeep.settledFrames, 0);
    },
    start() {
      for (const { store } of servers) store.upkeep.start();
    },
    async stop() {
      await inEach(servers, ({ store }) => store.upkeep.stop());
    },
  };
}

interface RoutedStoreParts extends RoutedParts {
  /** Of the first server that the installation ever had. */
  readonly firstId: string;
  readonly log: Log;
}

/** OPS-02: several stores as one. */
export function routedStore(parts: RoutedStoreParts): FrameStores {
  const { servers, places, firstId, log } = parts;
  const [first] = servers;
  if (first === undefined) throw new Error("there is no frame server");
  const each = async (work: (store: OpenFrameStore) => Promise<unknown>) => {
    await inEach(servers, ({ store }) => work(store));
  };
  return {
    frames: routedFrames(parts),
    kept: routedKept(parts),
    points: routedPoints(places, log),
    imports: routedImports(places),
    quarantine: routedQuarantine(places),
    pins: routedPins(places),
    losses: {
      of: (binding, fromMs, toMs) => onServer(places.of)(binding, ({ losses }) => losses.of(binding, fromMs, toMs)),
    },
    ruleStates: { of: (binding) => onServer(places.of)(binding, ({ ruleStates }) => ruleStates.of(binding)) },
    lake: routedLake(parts, first, firstId),
    upkeep: allUpkeep(servers),
    settleAll: () => each((store) => store.settleAll()),
    async merge(nowMs) {
      const counts = await inEach(servers, ({ store }) => store.merge(nowMs));
      return counts.reduce((sum, count) => sum + count, 0);
    },
    sweepAll: () => each((store) => store.sweepAll()),
    report: async () => joinReports(await inEach(servers, ({ store }) => store.report())),
    health: () => joinHealth(servers),
    get readDepth() {
      return servers.reduce((sum, { store }) => sum + store.readDepth, 0);
    },
    async verify(onProblem, onProgress) {
      const sum = { files: 0, segments: 0, frames: 0, problems: 0 };
      for (const server of servers) {
        const tell = serverInWords(server);
        const one = await server.store.verify(
          (problem) => onProblem({ ...problem, where: `${tell}, ${problem.where}` }),
          onProgress,
        );
        for (const key of ["files", "segments", "frames", "problems"] as const) sum[key] += one[key];
      }
      return sum;
    },
    close: () => each((store) => store.close()),
  };
}
