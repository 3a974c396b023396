import type pg from "pg";
import { fileIsLive, insertSegments } from "../store/files/segment-file-store.ts";
import { arrayOf } from "../store/sql-arrays.ts";
import { inTransaction, PlanGone } from "../store/transaction.ts";
import { lockBinding, type MovedBinding } from "./binding-gate.ts";
import type { BodyRange, CopiedBodies, CopiedFile } from "./copy-bodies.ts";
import { copyIndexRows } from "./copy-rows.ts";

interface MovedSegment extends BodyRange {
  readonly id: number;
  readonly bindingNumber: number;
  readonly day: number;
  readonly level: number;
  readonly footerLength: number;
  readonly firstUs: number;
  readonly lastUs: number;
  readonly frames: number;
  readonly bytes: number;
  readonly channels: Buffer;
  readonly storedMs: number;
}

interface MovedKept extends BodyRange {
  readonly segment: number;
  readonly series: number;
  readonly secondsLength: number;
  readonly minutesLength: number;
}

export interface MovedIndex {
  readonly segments: readonly MovedSegment[];
  readonly kept: readonly MovedKept[];
}

export async function readMovedIndex(from: pg.Pool | pg.PoolClient, binding: number): Promise<MovedIndex> {
  const segments = await from.query<MovedSegment>(
    `select s.id, s.binding as "bindingNumber", s.day, s.level, f.name as file, s.file_offset as "offset", s.length,
        s.footer_length as "footerLength", s.first_us as "firstUs", s.last_us as "lastUs", s.frames, s.bytes, s.channels,
        extract(epoch from s.stored_at)::float8 * 1000 as "storedMs"
      from segments s join segment_files f on f.id = s.file where s.binding = $1 order by s.file, s.file_offset`,
    [binding],
  );
  const kept = await from.query<MovedKept>(
    `select k.segment, k.series, f.name as file, k.file_offset as "offset", k.seconds_length + k.minutes_length as length,
        k.seconds_length as "secondsLength", k.minutes_length as "minutesLength"
      from kept_bodies k join segments s on s.id = k.segment join segment_files f on f.id = k.file
      where s.binding = $1 order by k.file, k.file_offset`,
    [binding],
  );
  return { segments: segments.rows, kept: kept.rows };
}

/** Numbers of segments and changes do not come back for a binding, whatever server gives them. */
async function raiseNumbers(from: pg.PoolClient, to: pg.PoolClient): Promise<void> {
  for (const table of ["segments", "rule_changes"]) {
    const sequence = `pg_get_serial_sequence('${table}', 'id')`;
    const last = `select coalesce(pg_sequence_last_value(${sequence}::regclass), 0) as last`;
    const above = (await from.query<{ last: number }>(last)).rows[0]?.last ?? 0;
    const own = (await to.query<{ last: number }>(last)).rows[0]?.last ?? 0;
    // Far enough that numbers given meanwhile are not given again.
    if (own <= above) await to.query(`select setval(${sequence}, $1)`, [above + 100_000]);
  }
}

/** The whole index as one snapshot of the old server has it, in one transaction of the new one, which opens it. */
export async function writeMovedIndex(
  from: pg.PoolClient,
  to: pg.Pool,
  { binding, tenantId }: MovedBinding,
  index: MovedIndex,
  bodies: CopiedBodies,
): Promise<ReadonlySet<number>> {
  return inTransaction(to, async (client) => {
    if (await lockBinding(client, binding, tenantId)) throw new PlanGone("the binding lives here");
    await raiseNumbers(from, client);
    const files = new Set<CopiedFile>([...index.segments, ...index.kept].map((range) => bodies.of(range).file));
    for (const file of files) await fileIsLive(client, file, file.bytes);
    const numbers = await writeSegments(client, index, bodies);
    await writeKept(client, index, numbers, bodies);
    await copyIndexRows(from, client, binding);
    await client.query(
      "update frame_bindings set is_open = true, index_version = greatest(index_version, $2) + 1 where binding = $1",
      [binding, await indexVersion(from, binding)],
    );
    return new Set([...files].map(({ id }) => id));
  });
}

async function indexVersion(from: pg.PoolClient, binding: number): Promise<number> {
  const found = await from.query<{ version: number }>(
    "select index_version as version from frame_bindings where binding = $1",
    [binding],
  );
  return found.rows[0]?.version ?? 0;
}

/** The new number of each segment by its old one. */
async function writeSegments(
  client: pg.PoolClient,
  { segments }: MovedIndex,
  bodies: CopiedBodies,
): Promise<Map<number, number>> {
  const numbers = new Map<number, number>();
  for (const [file, own] of Map.groupBy(segments, (segment) => bodies.of(segment).file)) {
    const rows = own.map((segment) => ({
      ...segment,
      channels: [...segment.channels],
      offset: bodies.of(segment).offset,
    }));
    const stored = new Map(rows.map((row) => [row.offset, row.storedMs]));
    const made = await insertSegments(client, file, rows, ({ offset }) => stored.get(offset) ?? 0);
    for (const [i, { id }] of own.entries()) numbers.set(id, made[i] as number);
  }
  return numbers;
}

async function writeKept(
  client: pg.PoolClient,
  { kept }: MovedIndex,
  numbers: ReadonlyMap<number, number>,
  bodies: CopiedBodies,
): Promise<void> {
  const placed = kept.map((row) => ({ ...row, ...bodies.of(row) }));
  await client.query(
    `insert into kept_bodies (segment, series, file, file_offset, seconds_length, minutes_length)
      select * from unnest($1::bigint[], $2::int[], $3::bigint[], $4::bigint[], $5::int[], $6::int[])`,
    [
      arrayOf(placed.map(({ segment }) => numbers.get(segment) ?? 0)),
      arrayOf(placed.map(({ series }) => series)),
      arrayOf(placed.map(({ file }) => file.id)),
      arrayOf(placed.map(({ offset }) => offset)),
      arrayOf(placed.map(({ secondsLength }) => secondsLength)),
      arrayOf(placed.map(({ minutesLength }) => minutesLength)),
    ],
  );
}
