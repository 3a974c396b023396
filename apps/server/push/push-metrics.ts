import { sql } from "kysely";
import { Gauge, type Registry } from "prom-client";
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

const GAUGES: readonly { name: keyof PushReport; help: string }[] = [
  { name: "waiting", help: "Deliveries of push rules that wait to be sent" },
  { name: "failed", help: "Dead letters of push rules" },
  { name: "oldest_seconds", help: "How long the first delivery of push rules has waited" },
  { name: "lost", help: "Deliveries of push rules left out because a queue was full" },
];

export function observePush(registry: Registry, db: Db): void {
  let asked: Promise<PushReport> | undefined;
  const shared = () => {
    asked ??= report(db).finally(() => {
      asked = undefined;
    });
    return asked;
  };
  for (const { name, help } of GAUGES)
    new Gauge({
      name: `canopy_push_${name}`,
      help,
      registers: [registry],
      async collect() {
        this.set(
          await shared().then(
            (all) => all[name],
            () => Number.NaN,
          ),
        );
      },
    });
}
