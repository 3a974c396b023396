import { randomBytes } from "node:crypto";
import type pg from "pg";
import type { NewSegment } from "../../settling/write-segments.ts";
import { arrayOf } from "../sql-arrays.ts";
import { PlanGone } from "../transaction.ts";
import { FILES_MARK, OTHER_SERVERS } from "./files-mark.ts";

export interface OpenFile {
  readonly id: number;
  readonly name: string;
}

const STORE_NAME = new RegExp(
  `^(${OTHER_SERVERS}[0-9a-f]{8}/)?(${FILES_MARK}|[0-9a-f]{8}/[0-9a-f]{2}/[0-9a-f]{32}\\.(seg|kept)(\\.part)?)$`,
);

/** Whether a frame server gave a file its name. Others may share the bucket. */
export const isStoreName = (name: string): boolean => STORE_NAME.test(name);

/** The row of a new file, committed before the file is written. Names begin with the server and never come back. */
export async function beginFile(pool: pg.Pool, suffix: "seg" | "kept"): Promise<OpenFile> {
  const random = randomBytes(16).toString("hex");
  const made = await pool.query<OpenFile>(
    `insert into segment_files (name, state)
      select left(id::text, 8) || $1, 'writing' from frame_server returning id, name`,
    [`/${random.slice(0, 2)}/${random}.${suffix}`],
  );
  return made.rows[0] as OpenFile;
}

/** Files that are still on their way: the sweep does not take their writer for lost. */
export async function renewFiles(pool: pg.Pool, files: readonly OpenFile[]): Promise<void> {
  await pool.query("update segment_files set changed_at = now() where id = any($1::bigint[]) and state = 'writing'", [
    arrayOf(files.map(({ id }) => id)),
  ]);
}

/** In the transaction that replaces: the file counts from here on. */
export async function fileIsLive(client: pg.PoolClient, { id }: OpenFile, bytes: number): Promise<void> {
  const done = await client.query(
    "update segment_files set state = 'live', bytes = $2, changed_at = now() where id = $1 and state = 'writing'",
    [id, bytes],
  );
  if (done.rowCount !== 1) throw new PlanGone("the file was given up");
}

/**
 * A file that was never visible: the sweep removes it. The row of a stalled writer may have been swept before the file
 * was written: the name gets a row again.
 */
export async function giveUpFile(pool: pg.Pool, { name }: OpenFile): Promise<void> {
  await pool.query(
    `insert into segment_files as f (name, state) values ($1, 'dropped')
      on conflict (name) do update set state = 'dropped', changed_at = now() where f.state = 'writing'`,
    [name],
  );
}

export async function insertSegments(
  client: pg.PoolClient,
  file: OpenFile,
  segments: readonly NewSegment[],
  storedAtMs: (segment: NewSegment) => number,
): Promise<number[]> {
  if (segments.length === 0) return [];
  const made = await client.query<{ id: number }>(
    `insert into segments (binding, day, level, file, file_offset, length, footer_length, first_us, last_us, frames, bytes,
        channels, stored_at)
      select s.binding, s.day, s.level, $1, s.at, s.length, s.footer_length, s.first_us, s.last_us, s.frames, s.bytes,
        decode(s.channels, 'hex'), to_timestamp(s.stored_ms / 1000.0)
      from unnest($2::int[], $3::int[], $4::smallint[], $5::bigint[], $6::bigint[], $7::int[], $8::bigint[], $9::bigint[],
          $10::bigint[], $11::bigint[], $12::text[], $13::float8[])
        as s (binding, day, level, at, length, footer_length, first_us, last_us, frames, bytes, channels, stored_ms)
      returning id`,
    [
      file.id,
      arrayOf(segments.map((one) => one.bindingNumber)),
      arrayOf(segments.map((one) => one.day)),
      arrayOf(segments.map((one) => one.level)),
      arrayOf(segments.map((one) => one.offset)),
      arrayOf(segments.map((one) => one.length)),
      arrayOf(segments.map((one) => one.footerLength)),
      arrayOf(segments.map((one) => one.firstUs)),
      arrayOf(segments.map((one) => one.lastUs)),
      arrayOf(segments.map((one) => one.frames)),
      arrayOf(segments.map((one) => one.bytes)),
      arrayOf(segments.map((one) => Buffer.from(one.channels).toString("hex") || '""')),
      arrayOf(segments.map(storedAtMs)),
    ],
  );
  return made.rows.map(({ id }) => id);
}

/** Exactly these rows, or the plan is gone. Files that no row names any more are dropped with them. */
export async function deleteSegments(client: pg.PoolClient, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  // Locked first: bodies that are being kept are there before they are read here, or find the segment gone.
  await client.query("select 1 from segments where id = any($1::bigint[]) order by id for update", [arrayOf(ids)]);
  const kept = await client.query<{ file: number }>(
    "select distinct file from kept_bodies where segment = any($1::bigint[])",
    [arrayOf(ids)],
  );
  const gone = await client.query<{ file: number }>(
    "delete from segments where id = any($1::bigint[]) returning file",
    [arrayOf(ids)],
  );
  if (gone.rowCount !== ids.length) throw new PlanGone("segments were replaced by another");
  await dropUnnamed(
    client,
    [...gone.rows, ...kept.rows].map(({ file }) => file),
  );
}

/** Marks files of the list without live rows for removal after the grace time. */
export async function dropUnnamed(client: pg.PoolClient, files: readonly number[]): Promise<void> {
  const ids = arrayOf([...new Set(files)]);
  // Two transactions that take the last two segments of a file would each see the other's.
  await client.query("select 1 from segment_files where id = any($1::bigint[]) order by id for no key update", [ids]);
  await client.query(
    `update segment_files f set state = 'dropped', changed_at = now()
      where f.id = any($1::bigint[]) and f.state = 'live'
        and not exists (select from segments s where s.file = f.id)
        and not exists (select from kept_bodies k where k.file = f.id)`,
    [ids],
  );
}

/** Thrown inside a transaction on a binding that was closed. */
export class BindingEnded extends PlanGone {
  constructor() {
    super("the binding has ended");
  }
}

/** The lock: a binding that is being closed is closed before, or sees the rows of this transaction. */
export async function mustBeOpen(client: pg.PoolClient, bindingNumber: number): Promise<void> {
  const open = await client.query("select 1 from frame_bindings where binding = $1 and is_open for share", [
    bindingNumber,
  ]);
  if (open.rowCount !== 1) throw new BindingEnded();
}

/** The index of bindings gets frames: numbers based on an older index are assigned again. */
export async function advanceIndex(client: pg.PoolClient, versions: ReadonlyMap<number, number>): Promise<void> {
  const done = await client.query(
    `update frame_bindings b set index_version = b.index_version + 1
      from unnest($1::int[], $2::bigint[]) as v (binding, version)
      where b.binding = v.binding and b.index_version = v.version and b.is_open`,
    [arrayOf([...versions.keys()]), arrayOf([...versions.values()])],
  );
  if (done.rowCount !== versions.size) throw new PlanGone("the index has got other frames");
}

export async function indexVersions(pool: pg.Pool, bindings: readonly number[]): Promise<Map<number, number>> {
  const found = await pool.query<{ binding: number; index_version: number }>(
    "select binding, index_version from frame_bindings where binding = any($1::int[]) and is_open",
    [arrayOf(bindings)],
  );
  return new Map(found.rows.map((row) => [row.binding, row.index_version]));
}
