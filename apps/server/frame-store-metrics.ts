import { sql } from "kysely";
import { Counter, Gauge, type Registry } from "prom-client";
import type { WatchedDisk } from "./frames/landing/disk-watch.ts";
import type { FrameStores } from "./frames/servers/routed-store.ts";
import type { OpenFrameStore } from "./frames/store/open-frame-store.ts";
import type { StoreReport } from "./frames/store/store-report.ts";
import type { ProcessTally } from "./operating/process-tally.ts";
import {
  type LabelledGauge,
  observeLabelled,
  observeReport,
  type ReportGauge,
  sharedWhileAsked,
  WORST_TENANTS,
} from "./platform/http/report-gauges.ts";
import type { Db } from "./platform/postgres/schema.ts";

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
  {
    name: "refused_tenants",
    help: "Tenants of which a batch was refused within the hour",
    of: ({ refusedTenants }) => refusedTenants.filter(({ isRecent }) => isRecent).length,
  },
  { name: "refused_batches", help: "Batches that terminals keep", of: (report) => report.refusedBatches },
];

/** Contents and backlog of the frame store, read on each scrape. */
export function observeFrameStore(registry: Registry, store: Observed, db: Db): void {
  const gauges = GAUGES.map((gauge) => ({ ...gauge, name: `canopy_frames_${gauge.name}` }));
  const report = sharedWhileAsked(() => store.report());
  observeReport(registry, gauges, report);
  observeLabelled(registry, [REFUSED], async () => worstRefused(db, await report()));
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

interface RefusedByName {
  readonly name: string;
  readonly batches: number;
}

const REFUSED: LabelledGauge<readonly RefusedByName[]> = {
  name: "canopy_frames_tenant_refused_batches",
  help: "Batches that terminals keep, of the tenants with most of them",
  label: "tenant",
  of: (tenants) => tenants.map(({ name, batches }) => [name, batches]),
};

async function worstRefused(db: Db, { refusedTenants }: StoreReport): Promise<RefusedByName[]> {
  const worst = refusedTenants.toSorted((a, b) => b.batches - a.batches).slice(0, WORST_TENANTS);
  const found = await sql<{ id: string; name: string }>`select id, name from tenants
    where id = any(${worst.map(({ tenantId }) => tenantId)}::uuid[])`.execute(db);
  const names = new Map(found.rows.map(({ id, name }) => [id, name]));
  return worst.map(({ tenantId, batches }) => ({ name: names.get(tenantId) ?? tenantId, batches }));
}

interface Disk {
  readonly address: string;
  readonly store: Pick<OpenFrameStore, "room">;
}

type Room = { readonly address: string } & WatchedDisk;

const DISKS: readonly LabelledGauge<readonly Room[]>[] = [
  {
    name: "canopy_disk_free_bytes",
    help: "Free on the disk that this process fills, by frame server",
    label: "server",
    of: (rooms) => rooms.map(({ address, freeBytes }) => [address, freeBytes]),
  },
  {
    name: "canopy_disk_kept_bytes",
    help: "Recording stops when less is free; 0 where only a cache lies on the disk",
    label: "server",
    of: (rooms) => rooms.map(({ address, keptBytes }) => [address, keptBytes]),
  },
];

export function observeDisks(registry: Registry, disks: readonly Disk[]): void {
  observeLabelled(registry, DISKS, () =>
    Promise.all(disks.map(async ({ address, store }) => ({ address, ...(await store.room()) }))),
  );
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
