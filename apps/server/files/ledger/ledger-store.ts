import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";
import type { CardOwner } from "../recall/card-store.ts";
import type { LedgerFile, Span } from "./make-ledger.ts";

interface Change {
  readonly kind: string;
  readonly to: string | null;
  readonly atMs: number;
}

/** Of presence and card: in the range, the last of each before it, and the next of presence behind it. */
async function changesIn(db: Db, { tenantId, thingsId }: CardOwner, { fromMs, toMs }: Span): Promise<Change[]> {
  const at = (ms: number) => sql`to_timestamp(${ms} / 1000.0)`;
  const found = await sql<Change>`
    with wanted as (select id, case when kind in ('online', 'offline') then kind else 'sd' end as kind,
        content ->> 'to' as "to", at from device_log
      where tenant_id = ${tenantId} and things_id = ${thingsId} and kind in ('online', 'offline', 'sd')
        and at <= ${at(toMs)})
    select kind, "to", (extract(epoch from at) * 1000)::float8 as "atMs" from wanted where at >= ${at(fromMs)}
    union all (select kind, "to", (extract(epoch from at) * 1000)::float8 from wanted
      where at < ${at(fromMs)} and kind <> 'sd' order by at desc, id desc limit 1)
    union all (select kind, "to", (extract(epoch from at) * 1000)::float8 from wanted
      where at < ${at(fromMs)} and kind = 'sd' order by at desc, id desc limit 1)
    union all (select kind, null, (extract(epoch from at) * 1000)::float8 from device_log
      where tenant_id = ${tenantId} and things_id = ${thingsId} and kind in ('online', 'offline') and at > ${at(toMs)}
      order by at, id limit 1)
    order by 3`.execute(db);
  return found.rows;
}

export interface DeviceSpans {
  readonly offline: readonly Span[];
  readonly noCard: readonly Span[];
  readonly notRecording: readonly Span[];
}

/** When the terminal was away, had no card, or did not record. Before it was first online it was away. */
export async function deviceSpans(db: Db, owner: CardOwner, range: Span): Promise<DeviceSpans> {
  const changes = await changesIn(db, owner, range);
  const first = changes.find(({ kind }) => kind !== "sd");
  if (first?.kind === "online") changes.unshift({ kind: "offline", to: null, atMs: range.fromMs });
  const spansWhere = (kinds: readonly string[], is: (change: Change) => boolean): Span[] => {
    const own = changes.filter(({ kind }) => kinds.includes(kind));
    return own.flatMap((change, i) =>
      is(change) ? [{ fromMs: change.atMs, toMs: own[i + 1]?.atMs ?? range.toMs }] : [],
    );
  };
  return {
    offline: spansWhere(["online", "offline"], ({ kind }) => kind === "offline"),
    noCard: spansWhere(["sd"], ({ to }) => to === "not_inserted"),
    notRecording: spansWhere(["sd"], ({ to }) => to === "not_recording"),
  };
}

export interface ListedLedgerFile extends LedgerFile {
  readonly size: number;
  readonly isWriting: boolean;
  readonly recallState: "waiting" | "commanding" | "getting" | "done" | "failed" | "cancelled" | null;
  readonly received: number | null;
  /** It was fetched, and is not analysed. */
  readonly inCloud: boolean;
}

const MOST_FILES = 5000;

/** Files of the card with something of the range, with their newest recall. */
export async function filesIn(db: Db, { tenantId, thingsId }: CardOwner, range: Span): Promise<ListedLedgerFile[]> {
  const found = await sql<ListedLedgerFile>`select f.name, f.size, f.content, f.channel, f.first_ms as "fromMs",
      coalesce(f.last_ms, f.first_ms) + 1 as "toMs", f.is_writing as "isWriting", r.state as "recallState", r.received, s.id is not null as "inCloud",
      exists (select 1 from file_analyses a where a.tenant_id = f.tenant_id and a.file_id = s.id
        and a.result is not null) as "inHistory"
    from card_files f join card_lists l on l.things_id = f.things_id
      join things t on t.id = f.things_id and t.tenant_id = f.tenant_id and t.third_things_id = l.device_id
      left join lateral (select r.state, r.received from recalls r where r.tenant_id = f.tenant_id
        and r.things_id = f.things_id and r.name = f.name and r.size = f.size order by r.number desc limit 1) r on true
      left join lateral (select s.id from files s where s.tenant_id = f.tenant_id and s.things_id = f.things_id
        and s.location = 0 and s.state = 'stored' and s.name = f.name and s.size = f.size
        order by s.created_at desc limit 1) s on true
    where f.tenant_id = ${tenantId} and f.things_id = ${thingsId} and f.first_ms <= ${range.toMs}
      and coalesce(f.last_ms, f.first_ms) >= ${range.fromMs} and f.content is distinct from 'gps'
    order by f.first_ms, f.name limit ${MOST_FILES}`.execute(db);
  return found.rows;
}
