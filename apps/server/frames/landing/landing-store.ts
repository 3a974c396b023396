import type pg from "pg";
import { answeredWithin } from "../../platform/postgres/prepared.ts";
import { arrayOf, columnsOf } from "../store/sql-arrays.ts";
import { type SetKey, setName } from "./known-set.ts";
import { type RuleWrite, ruleSql, ruleValues } from "./rule-write.ts";

/**
 * Ingest does again what was not answered, and finds out whether it had been done: a connection that went silent need not
 * hold acknowledgements up for long.
 */
export const LANDING_ANSWER_MS = 8_000;

/** A set as the group leaves it, if it still has the version that ingest knows. */
export interface SetAdvance extends SetKey {
  readonly known: number;
  readonly first: number;
  readonly mark: number;
  readonly ranges: readonly number[];
  readonly newestUs: number;
}

export interface LandingRow extends SetKey {
  readonly sequence: number;
  readonly firstUs: number;
  readonly lastUs: number;
  readonly frames: number;
  /** As the package counts them. */
  readonly bytes: number;
  /** Ascending. */
  readonly channels: Uint8Array;
  /** CB1. */
  readonly body: Uint8Array;
}

export interface QuarantineRow extends LandingRow {
  readonly tenantId: string;
  readonly reason: string;
  readonly receivedAtMs: number;
}

export interface CountedDay extends SetKey {
  readonly tenantId: string;
  readonly day: number;
  readonly frames: number;
  readonly bytes: number;
}

export interface PayloadHash extends SetKey {
  readonly sequence: number;
  readonly hash: Uint8Array;
}

/** Everything one statement stores. */
export interface LandingWrite {
  readonly sets: readonly SetAdvance[];
  readonly landed: readonly LandingRow[];
  readonly quarantined: readonly QuarantineRow[];
  readonly days: readonly CountedDay[];
  /** Batches that may have been refused before. */
  readonly accepted: readonly (SetKey & { readonly sequence: number })[];
  readonly hashes: readonly PayloadHash[];
  /** Of watched bindings. */
  readonly rules: RuleWrite;
}

/*
 * One statement, so that set, rows and counters cannot disagree: they all join to the sets that were advanced. A set
 * whose version is another one, or that another process has locked, is not advanced and nothing of it is stored. Rows
 * are locked in one order; a locked set is skipped, so that a slow process delays no other.
 */
const land = ({ known, guard }: { known: string; guard: string }) => `
with ${known}input as materialized (
  select binding, epoch, known, first, mark, newest_us, ranges from unnest($1::int[], $2::bigint[], $3::bigint[],
    $4::bigint[], $5::bigint[], $6::bigint[], $7::text[]) as i (binding, epoch, known, first, mark, newest_us, ranges)
), locked as materialized (
  select s.binding, s.epoch from sequence_sets s join input i on s.binding = i.binding and s.epoch = i.epoch
  where s.version = i.known${guard} order by s.binding, s.epoch for update of s skip locked
), advanced as (
  update sequence_sets s set version = s.version + 1, first = i.first, mark = i.mark, ranges = i.ranges::bigint[],
    newest_us = i.newest_us, stored_at = now()
  from input i join locked l on l.binding = i.binding and l.epoch = i.epoch
  where s.binding = i.binding and s.epoch = i.epoch and s.version = i.known
  returning s.binding, s.epoch
), landed as (
  insert into landing (binding, epoch, sequence, first_us, last_us, frames, bytes, channels, body)
  select b.binding, b.epoch, b.sequence, b.first_us, b.last_us, b.frames, b.bytes,
    decode(b.channels, 'hex'), substring($8::bytea from b.at for b.length)
  from unnest($9::int[], $10::bigint[], $11::bigint[], $12::bigint[], $13::bigint[], $14::int[], $15::int[], $16::int[],
      $17::text[], $18::int[])
    as b (binding, epoch, sequence, first_us, last_us, frames, at, length, channels, bytes)
    join advanced a on a.binding = b.binding and a.epoch = b.epoch
), counted as (
  insert into day_counters as c (binding, day, tenant_id, frames, bytes)
  select d.binding, d.day, d.tenant_id, sum(d.frames), sum(d.bytes)
  from unnest($19::int[], $20::bigint[], $21::int[], $22::uuid[], $23::bigint[], $24::bigint[])
    as d (binding, epoch, day, tenant_id, frames, bytes)
    join advanced a on a.binding = d.binding and a.epoch = d.epoch
  group by d.binding, d.day, d.tenant_id order by d.binding, d.day
  on conflict (binding, day) do update set frames = c.frames + excluded.frames, bytes = c.bytes + excluded.bytes
)`;

/** Rare parts are left out of the plain statement: they would be planned and run for every group. */
const RARE = `, quarantined as (
  insert into quarantined_batches (binding, epoch, sequence, tenant_id, reason, frames, bytes, first_us, last_us,
    content, received_at)
  select q.binding, q.epoch, q.sequence, q.tenant_id, q.reason, q.frames, q.bytes, q.first_us, q.last_us,
    substring($8::bytea from q.at for q.length), to_timestamp(q.received_ms / 1000.0)
  from unnest($25::int[], $26::bigint[], $27::bigint[], $28::uuid[], $29::text[], $30::int[], $31::bigint[],
      $32::bigint[], $33::int[], $34::int[], $35::bigint[], $36::bigint[])
    as q (binding, epoch, sequence, tenant_id, reason, frames, first_us, last_us, at, length, received_ms, bytes)
    join advanced a on a.binding = q.binding and a.epoch = q.epoch
  on conflict do nothing
), accepted as (
  delete from refused_batches r using unnest($37::int[], $38::bigint[], $39::bigint[]) as s (binding, epoch, sequence)
    join advanced a on a.binding = s.binding and a.epoch = s.epoch
  where r.binding = s.binding and r.epoch = s.epoch and r.sequence = s.sequence
), hashed as (
  insert into payload_hashes (binding, epoch, sequence, hash)
  select h.binding, h.epoch, h.sequence, decode(h.hash, 'hex')
  from unnest($40::int[], $41::bigint[], $42::bigint[], $43::text[]) as h (binding, epoch, sequence, hash)
    join advanced a on a.binding = h.binding and a.epoch = h.epoch
  on conflict (binding, hash) do update
    set epoch = excluded.epoch, sequence = excluded.sequence, seen_at = now()
)`;

const PLAIN_VALUES = 24;
const RARE_VALUES = 19;

function statement(isRare: boolean, isWatched: boolean): string {
  const rules = isWatched
    ? ruleSql(1 + PLAIN_VALUES + (isRare ? RARE_VALUES : 0))
    : { known: "", guard: "", writes: "" };
  return `/* prepared */${land(rules)}${isRare ? RARE : ""}${rules.writes} select binding, epoch from advanced`;
}

const STATEMENTS = [
  [statement(false, false), statement(false, true)],
  [statement(true, false), statement(true, true)],
] as const;

/** Resolves when it is committed and on disk; gives the names of the sets that were advanced. */
export async function writeLanding(pool: pg.Pool, write: LandingWrite): Promise<ReadonlySet<string>> {
  const { sets, landed, quarantined, days, accepted, hashes, rules } = write;
  const bodies = [...landed, ...quarantined].map(({ body }) => body);
  const places = placesOf(bodies);
  const plain = [
    ...columnsOf(sets, ["bindingNumber", "epoch", "known", "first", "mark", "newestUs"]),
    arrayOf(sets.map(({ ranges }) => `"${arrayOf(ranges)}"`)),
    Buffer.concat(bodies),
    ...columnsOf(landed, ["bindingNumber", "epoch", "sequence", "firstUs", "lastUs", "frames"]),
    arrayOf(places.slice(0, landed.length)),
    arrayOf(landed.map(({ body }) => body.length)),
    arrayOf(landed.map(({ channels }) => Buffer.from(channels).toString("hex"))),
    ...columnsOf(landed, ["bytes"]),
    ...columnsOf(days, ["bindingNumber", "epoch", "day", "tenantId", "frames", "bytes"]),
  ];
  const isPlain = quarantined.length + accepted.length + hashes.length === 0;
  const values = isPlain
    ? plain
    : [
        ...plain,
        ...columnsOf(quarantined, ["bindingNumber", "epoch", "sequence", "tenantId", "reason", "frames"]),
        ...columnsOf(quarantined, ["firstUs", "lastUs"]),
        arrayOf(places.slice(landed.length)),
        arrayOf(quarantined.map(({ body }) => body.length)),
        ...columnsOf(quarantined, ["receivedAtMs", "bytes"]),
        ...columnsOf(accepted, ["bindingNumber", "epoch", "sequence"]),
        ...columnsOf(hashes, ["bindingNumber", "epoch", "sequence"]),
        arrayOf(hashes.map(({ hash }) => Buffer.from(hash).toString("hex"))),
      ];
  const isWatched = rules.marks.length > 0;
  const text = STATEMENTS[isPlain ? 0 : 1][isWatched ? 1 : 0];
  const found = await pool.query<{ binding: number; epoch: number }>(
    answeredWithin(LANDING_ANSWER_MS, text, isWatched ? [...values, ...ruleValues(rules)] : values),
  );
  return new Set(found.rows.map(({ binding, epoch }) => setName({ bindingNumber: binding, epoch })));
}

/** Where each body begins, counted from 1 as SQL does. */
export function placesOf(bodies: readonly Uint8Array[]): number[] {
  let at = 1;
  return bodies.map(({ length }) => {
    const place = at;
    at += length;
    return place;
  });
}
