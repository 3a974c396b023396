import { sql } from "kysely";
import type { Registry } from "prom-client";
import { observeReport, type ReportGauge } from "../platform/http/report-gauges.ts";
import type { Db } from "../platform/postgres/schema.ts";

interface PushReport {
  readonly waiting: number;
  readonly failed: number;
  readonly oldest_seconds: number;
  readonly lost: number;
}

/** Of all tenants. */
async function report(db: Db): Promise<PushReport> {
  const found = await sql<PushReport>`select count(*) filter (where state in ('waiting', 'sending')) as waiting,
      count(*) filter (where state = 'failed') as failed,
      coalesce(extract(epoch from now() - min(created_at) filter (where state in ('waiting', 'sending'))), 0)::float8
        as oldest_seconds,
      coalesce((select sum(lost) from push_rules), 0)::bigint as lost
    from push_deliveries where state in ('waiting', 'sending', 'failed')`.execute(db);
  return found.rows[0] ?? { waiting: 0, failed: 0, oldest_seconds: 0, lost: 0 };
}

const GAUGES: readonly ReportGauge<PushReport>[] = [
  {
    name: "canopy_push_waiting",
    help: "Deliveries of push rules that wait to be sent",
    of: ({ waiting }) => waiting,
  },
  { name: "canopy_push_failed", help: "Dead letters of push rules", of: ({ failed }) => failed },
  {
    name: "canopy_push_oldest_seconds",
    help: "How long the first delivery of push rules has waited",
    of: ({ oldest_seconds }) => oldest_seconds,
  },
  {
    name: "canopy_push_lost",
    help: "Deliveries of push rules left out because a queue was full",
    of: ({ lost }) => lost,
  },
];

export function observePush(registry: Registry, db: Db): void {
  observeReport(registry, GAUGES, () => report(db));
}
