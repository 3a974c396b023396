import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";

/** Milliseconds, from (inside) to (outside). */
export interface DeletedSpan {
  readonly fromMs: number;
  readonly toMs: number;
}

/** DAT-10: a time of a channel whose frames were deleted. */
export interface DeletedWindow extends DeletedSpan {
  readonly channel: number;
}

export interface DeletedOf {
  readonly tenantId: string;
  readonly bindingNumber: number;
}

export async function insertDeletedWindows(
  db: Db,
  { tenantId, bindingNumber }: DeletedOf,
  windows: readonly DeletedWindow[],
): Promise<void> {
  if (windows.length === 0) return;
  const column = (name: keyof DeletedWindow) => windows.map((window) => window[name]);
  await sql`insert into deleted_windows (tenant_id, binding, channel, from_ms, to_ms)
    select ${tenantId}, ${bindingNumber}, w.* from unnest(${column("channel")}::smallint[],
      ${column("fromMs")}::bigint[], ${column("toMs")}::bigint[]) as w`.execute(db);
}

/** More than a ledger can show. */
const MOST_WINDOWS = 10_000;

/** The newest of those that touch a range. */
export async function deletedWindows(
  db: Db,
  { tenantId, bindingNumber }: DeletedOf,
  { fromMs, toMs }: DeletedSpan,
): Promise<DeletedWindow[]> {
  const found = await sql<DeletedWindow>`select channel, from_ms as "fromMs", to_ms as "toMs" from deleted_windows
    where tenant_id = ${tenantId} and binding = ${bindingNumber} and to_ms > ${Math.floor(fromMs)}
      and from_ms < ${Math.ceil(toMs)}
    order by id desc limit ${MOST_WINDOWS}`.execute(db);
  return found.rows;
}

/** What is older than all that is kept: nobody asks for it any more. */
export async function forgetDeletedWindows(
  db: Db,
  bindingNumber: number,
  beforeMs = Number.MAX_SAFE_INTEGER,
): Promise<void> {
  await sql`delete from deleted_windows where binding = ${bindingNumber} and to_ms < ${beforeMs}`.execute(db);
}
