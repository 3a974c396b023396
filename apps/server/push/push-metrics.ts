import { sql } from "kysely";
import type { Registry } from "prom-client";
import {
  type LabelledGauge,
  observeLabelled,
  observeReport,
  type ReportGauge,
  sharedWhileAsked,
  WORST_TENANTS,
} from "../platform/http/report-gauges.ts";
import type { Db } from "../platform/postgres/schema.ts";

interface TenantPush {
  readonly name: string;
  readonly waiting: number;
  readonly failed: number;
  /** Of rules that are on: others send nothing on purpose. */
  readonly oldest_seconds: number;
  readonly lost: number;
  /** Something was to be sent within the hour. */
  readonly is_active: boolean;
  /** Something waits over a quarter of an hour, or was given up within the hour. */
  readonly is_behind: boolean;
}

/** All tenants with rules. */
async function report(db: Db): Promise<TenantPush[]> {
  const found = await sql<TenantPush>`select t.name, sum(w.count)::bigint as waiting, sum(f.count)::bigint as failed,
      coalesce(extract(epoch from now() - min(w.oldest) filter (where r.enabled)), 0)::float8 as oldest_seconds,
      sum(r.lost)::bigint as lost,
      coalesce(bool_or(r.enabled and (w.count > 0 or f.recent > 0 or s.is_recent)), false) as is_active,
      coalesce(bool_or(r.enabled and (w.oldest < now() - interval '15 minutes' or f.recent > 0)), false) as is_behind
    from push_rules r join tenants t on t.id = r.tenant_id
      cross join lateral (select count(*) as count, min(d.created_at) as oldest from push_deliveries d
        where d.rule_id = r.id and d.state in ('waiting', 'sending')) w
      cross join lateral (select count(*) as count,
          count(*) filter (where d.created_at > now() - interval '1 hour' and d.cause <> 'test') as recent
        from push_deliveries d where d.rule_id = r.id and d.state = 'failed') f
      cross join lateral (select exists (select from push_deliveries d where d.rule_id = r.id and d.state = 'sent'
        and d.sent_at > now() - interval '1 hour') as is_recent) s
    group by t.id, t.name order by oldest_seconds desc, failed desc`.execute(db);
  return found.rows;
}

type Counted = "waiting" | "failed" | "lost";

const sum = (tenants: readonly TenantPush[], key: Counted) => tenants.reduce((total, one) => total + one[key], 0);

const GAUGES: readonly ReportGauge<readonly TenantPush[]>[] = [
  {
    name: "canopy_push_waiting",
    help: "Deliveries of push rules that wait to be sent",
    of: (tenants) => sum(tenants, "waiting"),
  },
  { name: "canopy_push_failed", help: "Dead letters of push rules", of: (tenants) => sum(tenants, "failed") },
  {
    name: "canopy_push_oldest_seconds",
    help: "How long the first delivery of rules that are on has waited",
    of: (tenants) => Math.max(0, ...tenants.map(({ oldest_seconds }) => oldest_seconds)),
  },
  {
    name: "canopy_push_lost",
    help: "Deliveries of push rules left out because a queue was full",
    of: (tenants) => sum(tenants, "lost"),
  },
  {
    name: "canopy_push_tenants",
    help: "Tenants for which something was to be sent within the hour",
    of: (tenants) => tenants.filter(({ is_active }) => is_active).length,
  },
  {
    name: "canopy_push_tenants_behind",
    help: "Those of which something waits over 15 minutes, or was given up within the hour",
    of: (tenants) => tenants.filter(({ is_behind }) => is_behind).length,
  },
];

const OF_TENANT: readonly LabelledGauge<readonly TenantPush[]>[] = [
  {
    name: "canopy_push_tenant_oldest_seconds",
    help: "How long the first delivery has waited, of the tenants with the longest",
    label: "tenant",
    of: (tenants) => tenants.slice(0, WORST_TENANTS).map(({ name, oldest_seconds }) => [name, oldest_seconds]),
  },
  {
    name: "canopy_push_tenant_failed",
    help: "Dead letters, of the tenants with most of them",
    label: "tenant",
    of: (tenants) =>
      tenants
        .toSorted((a, b) => b.failed - a.failed)
        .slice(0, WORST_TENANTS)
        .map(({ name, failed }) => [name, failed]),
  },
];

export function observePush(registry: Registry, db: Db): void {
  const read = sharedWhileAsked(() => report(db));
  observeReport(registry, GAUGES, read);
  observeLabelled(registry, OF_TENANT, read);
}
