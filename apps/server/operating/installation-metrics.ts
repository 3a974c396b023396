import type { Registry } from "prom-client";
import { observeReport, type ReportGauge } from "../platform/http/report-gauges.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { type CountedFrames, countedBetween, writtenUntil } from "./process-counts-store.ts";

const MINUTE_S = 60;

const GAUGES: readonly ReportGauge<CountedFrames>[] = [
  {
    name: "canopy_installation_taken_frames_per_second",
    help: "Frames that all processes have acknowledged within a minute",
    of: ({ frames }) => frames / MINUTE_S,
  },
  {
    name: "canopy_installation_settled_frames_per_second",
    help: "Frames that all processes have settled within a minute",
    of: ({ settledFrames }) => settledFrames / MINUTE_S,
  },
  {
    name: "canopy_installation_refused_batches_per_second",
    help: "Batches that all processes have refused within a minute",
    of: ({ refusedBatches }) => refusedBatches / MINUTE_S,
  },
];

/** What processes without an HTTP port do too: each writes down its counts every five seconds. */
export function observeInstallation(registry: Registry, db: Db, now: () => number): void {
  observeReport(registry, GAUGES, () => {
    const untilMs = writtenUntil(now());
    return countedBetween(db, untilMs - MINUTE_S * 1000, untilMs);
  });
}
