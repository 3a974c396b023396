import { publishDeleted } from "./frames/live/live-device-news.ts";
import { usageCounter } from "./frames/retention/count-usage.ts";
import { type DeletingParts, deleteRangeJob } from "./frames/retention/delete-range-job.ts";
import type { EraseFiles } from "./frames/retention/erase-tenant-job.ts";
import { eraseTenantJob } from "./frames/retention/erase-tenant-job.ts";
import { quickDeleteJob } from "./frames/retention/quick-delete-job.ts";
import { deletedRecorder } from "./frames/retention/record-deleted.ts";
import type { Bus } from "./platform/bus/bus.ts";
import type { JobDefinition } from "./platform/jobs/job-definition.ts";
import type { Db } from "./platform/postgres/schema.ts";
import type { StoreParts } from "./store-parts.ts";
import { eraseTransfers } from "./transfers/erase-transfers.ts";

interface Stores extends Pick<StoreParts, "frames" | "points" | "pins"> {
  readonly db: Db;
  readonly bus: Bus;
  readonly transferFolder: string;
  /** Of domains that keep files of a tenant elsewhere. */
  readonly eraseFiles?: readonly EraseFiles[];
}

/** Services of everything that deletes frames. */
export function deletingParts({ db, bus, frames, points, pins }: Omit<Stores, "transferFolder">): DeletingParts {
  return {
    frames,
    points,
    pinned: (bindingNumber) => pins.of(bindingNumber),
    tellDeleted: publishDeleted(bus),
    countUsage: usageCounter(db, frames, Date.now),
    recordDeleted: deletedRecorder({ db, frames }),
  };
}

/** DAT-04, DAT-05 and the end of a tenant. */
export function deletionJobs(stores: Stores): JobDefinition<unknown>[] {
  const { db, points, transferFolder, eraseFiles = [] } = stores;
  const parts = { ...deletingParts(stores), db, points };
  const eraseDownloads: EraseFiles = (tenantId) => eraseTransfers(db, transferFolder, tenantId);
  return [
    deleteRangeJob(parts),
    quickDeleteJob(parts),
    eraseTenantJob({ ...parts, eraseFiles: [eraseDownloads, ...eraseFiles] }),
  ];
}
