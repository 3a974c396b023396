import { Counter, Gauge, type Registry } from "prom-client";
import type { FrameStores } from "./frames/servers/routed-store.ts";
import type { StoreReport } from "./frames/store/store-report.ts";
import type { ProcessTally } from "./operating/process-tally.ts";
import { observeReport, type ReportGauge } from "./platform/http/report-gauges.ts";

type Observed = Pick<FrameStores, "report" | "readDepth" | "upkeep">;

const GAUGES: readonly ReportGauge<StoreReport>[] = [
  { name: "landed_batches", help: "Batches that are not in a segment yet", of: (report) => report.landedBatches },
  { name: "landed_frames", help: "Frames that are not in a segment yet", of: (report) => report.landedFrames },
  {
    name: "oldest_due_seconds",
    help: "How long the first device has been due to be settled",
    of: (report) => (report.oldestDueMs ?? 0) / 1000,
  },
  { name: "segments", help: "Segments", of: (report) => report.segments },
  { name: "files", help: "Files of segments", of: (report) => report.files },
  { name: "disk_bytes", help: "Bytes of the files, those to be removed among them", of: (report) => report.diskBytes },
  { name: "database_bytes", help: "Bytes of the frames' database", of: (report) => report.databaseBytes },
  {
    name: "unfinished_files",
    help: "Files of segments that are not whole in their place yet",
    of: (report) => report.writingFiles,
  },
  { name: "refused_batches", help: "Batches that terminals keep", of: (report) => report.refusedBatches },
];

/** Contents and backlog of the frame store, read on each scrape. */
export function observeFrameStore(registry: Registry, store: Observed): void {
  const gauges = GAUGES.map((gauge) => ({ ...gauge, name: `canopy_frames_${gauge.name}` }));
  observeReport(registry, gauges, () => store.report());
  new Gauge({
    name: "canopy_frames_read_queue",
    help: "Reads under way in the threads of this process",
    registers: [registry],
    collect() {
      this.set(store.readDepth);
    },
  });
  total(registry, "settled", "Frames that this process has settled", () => store.upkeep.settledFrames);
}

/** What the system console sums over all processes, of this one. */
export function observeTally(registry: Registry, tally: ProcessTally): void {
  total(registry, "taken", "Frames that this process has acknowledged", () => tally.frames);
  total(registry, "refused", "Batches that this process has refused", () => tally.refusedBatches);
}

function total(registry: Registry, name: string, help: string, read: () => number): void {
  let told = 0;
  new Counter({
    name: `canopy_frames_${name}_total`,
    help,
    registers: [registry],
    collect() {
      this.inc(read() - told);
      told = read();
    },
  });
}
