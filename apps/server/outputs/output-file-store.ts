import { randomUUID } from "node:crypto";
import type { RunFile } from "@canopy/contract/outputs/outputs";
import { sql } from "kysely";
import type { Db } from "../platform/postgres/schema.ts";
import type { WorkRun } from "./run-store.ts";

/** A file of a run; its row is there before its bytes. */
export interface OutputFileRow {
  readonly id: string;
  readonly part: string;
  readonly deviceName: string;
  readonly name: string;
  readonly frames: number;
  readonly bytes: number;
  readonly done: boolean;
}

const ROW = sql`id, part, device_name as "deviceName", name, frames, bytes, done`;

interface NewPart {
  /** What it is of, within its run. */
  readonly part: string;
  readonly deviceName: string;
  readonly name: string;
  readonly keepDays: number;
}

/** The one that an earlier try began, or a new one. */
export async function beginPart(db: Db, run: WorkRun, made: NewPart): Promise<OutputFileRow> {
  const { tenantId, id: runId } = run;
  await sql`insert into output_files (id, tenant_id, run_id, part, device_name, name, expires_at)
    values (${randomUUID()}, ${tenantId}, ${runId}, ${made.part}, ${made.deviceName}, ${made.name},
      now() + ${made.keepDays} * interval '1 day')
    on conflict (run_id, part) where run_id is not null do nothing`.execute(db);
  const found = await sql<OutputFileRow>`select ${ROW} from output_files
    where tenant_id = ${tenantId} and run_id = ${runId} and part = ${made.part}`.execute(db);
  const [row] = found.rows;
  if (row === undefined) throw new Error("the run of a file is gone");
  return row;
}

export interface MadePart {
  readonly name: string;
  readonly frames: number;
  readonly bytes: number;
  readonly kept: boolean;
  readonly object: string | null;
}

export async function endPart(db: Db, tenantId: string, id: string, made: MadePart): Promise<void> {
  const { name, frames, bytes, kept, object } = made;
  await sql`update output_files set done = true, name = ${name}, frames = ${frames}, bytes = ${bytes}, kept = ${kept},
      object = ${object}
    where tenant_id = ${tenantId} and id = ${id}`.execute(db);
}

/** Those that are whole, by device. */
export async function partsOf(db: Db, tenantId: string, runId: string): Promise<RunFile[]> {
  const found = await sql<RunFile>`select f.id as file_id, f.name, f.device_name, f.frames, f.bytes,
      f.kept and exists (select 1 from files s where s.tenant_id = f.tenant_id and s.id = f.id and s.state = 'stored')
        as is_kept, f.object
    from output_files f where f.tenant_id = ${tenantId} and f.run_id = ${runId} and f.done
    order by f.device_name, f.name`.execute(db);
  return found.rows;
}

/** Of all tenants: files whose time is over, and those of runs that are gone before they were whole. */
export async function overdueParts(db: Db, most: number): Promise<{ tenantId: string; id: string }[]> {
  const found = await sql<{ tenantId: string; id: string }>`select tenant_id as "tenantId", id from output_files
    where expires_at < now() or (run_id is null and (not done or not kept)) limit ${most}`.execute(db);
  return found.rows;
}

export async function removePart(db: Db, tenantId: string, id: string): Promise<void> {
  await sql`delete from output_files where tenant_id = ${tenantId} and id = ${id}`.execute(db);
}
