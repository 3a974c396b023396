import { CHANNELS } from "@canopy/contract/messages/outbox";
import type { ReadyParts } from "@canopy/contract/platform/system";
import { sql } from "kysely";
import type { Registry } from "prom-client";
import { deadLetters } from "../messages/outbox-store.ts";
import { type LabelledGauge, observeLabelled, observeReport } from "../platform/http/report-gauges.ts";
import { jobQueues } from "../platform/jobs/job-queues.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { lastBackup } from "./backup/last-backup.ts";

interface StateParts {
  readonly db: Db;
  readonly jobKinds: readonly string[];
  readyParts(): Promise<ReadyParts>;
}

const READY: LabelledGauge<ReadyParts> = {
  name: "canopy_ready",
  help: "1 while this part of /readyz works",
  label: "part",
  *of({ servers: _, frames, ...parts }) {
    // Some of several frame servers may be away.
    yield ["frames", frames === "unreachable" ? 0 : 1];
    for (const [part, code] of Object.entries(parts)) yield [part, code === "ok" ? 1 : 0];
  },
};

/** OPS-03: what the pages of the system console and `canopy doctor` tell, for alerts. */
export function observeState(registry: Registry, { db, jobKinds, readyParts }: StateParts): void {
  observeLabelled(registry, [READY], readyParts);
  observeLabelled(
    registry,
    [
      {
        name: "canopy_outbox_failed",
        help: "Messages that were given up, by channel",
        label: "channel",
        of: (dead) => CHANNELS.map((one) => [one, dead.find(({ channel }) => channel === one)?.failed ?? 0]),
      },
    ],
    () => deadLetters(db),
  );
  observeLabelled(
    registry,
    [
      {
        name: "canopy_jobs_failed",
        help: "Jobs that failed within a day, by kind",
        label: "kind",
        of: (queues) => queues.map(({ kind, failed }) => [kind, failed]),
      },
    ],
    () => jobQueues(db, jobKinds),
  );
  observeReport(registry, [{ name: "canopy_tenants", help: "Tenants with devices", of: (count) => count }], () =>
    countTenants(db),
  );
  observeReport(
    registry,
    [
      {
        name: "canopy_backup_age_seconds",
        help: "Since the newest backup ended; NaN: none was made",
        of: (last) => last?.ageS ?? Number.NaN,
      },
      {
        name: "canopy_backup_problems",
        help: "Files that the newest backup lacks, or that differ from their rows; NaN: none was made",
        of: (last) => last?.problems ?? Number.NaN,
      },
    ],
    () => lastBackup(db),
  );
}

/** What counts of tenants in trouble are compared with. */
async function countTenants(db: Db): Promise<number> {
  const found = await sql<{ count: number }>`select count(*)::int as count from tenants t
    where t.state = 'active' and exists (select from things d where d.tenant_id = t.id)`.execute(db);
  return found.rows[0]?.count ?? 0;
}
