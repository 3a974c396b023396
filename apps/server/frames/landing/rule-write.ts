import type pg from "pg";
import { arrayOf, columnsOf } from "../store/sql-arrays.ts";

/** A binding with rules, as ingest knows its states. */
export interface RuleMark {
  readonly bindingNumber: number;
  readonly known: number;
  /** States or changes are written, and the version goes on. */
  readonly isChanged: boolean;
}

export interface RuleStateRow {
  readonly bindingNumber: number;
  readonly ruleId: string;
  readonly ruleVersion: number;
  readonly channel: number;
  readonly isLate: boolean;
  /** JSON. */
  readonly state: string;
}

export interface RuleChangeRow {
  readonly bindingNumber: number;
  readonly ruleId: string;
  readonly ruleVersion: number;
  readonly channel: number;
  readonly isLate: boolean;
  readonly kind: string;
  readonly atUs: number;
  readonly value: number | null;
  readonly peak: number | null;
  readonly hits: number;
  readonly epoch: number;
  readonly sequence: number;
  readonly frame: number;
  /** GPS-03: of a rule on fences. */
  readonly reason?: string;
  readonly latitude?: number;
  readonly longitude?: number;
  /** CAP-05: its batch is not stored. */
  readonly isRefused?: boolean;
}

export interface RuleWrite {
  readonly marks: readonly RuleMark[];
  readonly states: readonly RuleStateRow[];
  readonly changes: readonly RuleChangeRow[];
}

/** TRG-05: kept before and after a firing. */
const PINNED_US = 300_000_000;

/** The parts that rules add to the landing statement; parameters from `first` on. */
export function ruleSql(first: number) {
  const p = (n: number) => `$${first + n}`;
  return {
    known: `known_marks as materialized (
  select m.binding from rule_marks m join unnest(${p(0)}::int[], ${p(1)}::bigint[]) as k (binding, known)
    on k.binding = m.binding and m.version = k.known
  order by m.binding for update of m skip locked
), `,
    guard: ` and (s.binding <> all(${p(0)}::int[]) or s.binding in (select binding from known_marks))`,
    writes: `, marked as (
  update rule_marks m set version = m.version + 1
  where m.binding = any(${p(2)}::int[]) and m.binding in (select binding from advanced)
)${stateSql(first + 3)}`,
  };
}

/** States and changes of the bindings that `advanced` has; parameters from `first` on. */
export function stateSql(first: number): string {
  const p = (n: number) => `$${first + n}`;
  return `, stated as (
  insert into rule_states as t (binding, rule, rule_version, channel, is_late, state)
  select s.binding, s.rule, s.version, s.channel, s.is_late, s.state::jsonb
  from unnest(${p(0)}::int[], ${p(1)}::uuid[], ${p(2)}::int[], ${p(3)}::smallint[], ${p(4)}::boolean[], ${p(5)}::text[])
    as s (binding, rule, version, channel, is_late, state)
  where s.binding in (select binding from advanced)
  on conflict (binding, rule, channel, is_late) do update
    set rule_version = excluded.rule_version, state = excluded.state, changed_at = now()
), changed as (
  insert into rule_changes (binding, rule, channel, is_late, kind, at_us, value, peak, hits, epoch, sequence, frame,
    reason, latitude, longitude, is_refused, rule_version)
  select c.binding, c.rule, c.channel, c.is_late, c.kind, c.at_us, c.value, c.peak, c.hits, c.epoch, c.sequence, c.frame,
    c.reason, c.latitude, c.longitude, c.is_refused, c.rule_version
  from unnest(${p(6)}::int[], ${p(7)}::uuid[], ${p(8)}::smallint[], ${p(9)}::boolean[], ${p(10)}::text[],
      ${p(11)}::bigint[], ${p(12)}::float8[], ${p(13)}::float8[], ${p(14)}::bigint[], ${p(15)}::bigint[],
      ${p(16)}::bigint[], ${p(17)}::int[], ${p(18)}::text[], ${p(19)}::float8[], ${p(20)}::float8[],
      ${p(21)}::boolean[], ${p(22)}::int[])
    with ordinality as c (binding, rule, channel, is_late, kind, at_us, value, peak, hits, epoch, sequence, frame,
      reason, latitude, longitude, is_refused, rule_version, place)
  where c.binding in (select binding from advanced) order by c.place
  returning id, binding, kind, at_us
), pinned as (
  insert into pinned_windows (binding, change, from_us, to_us)
  select binding, id, at_us - ${PINNED_US}, at_us + ${PINNED_US} from changed where kind = 'fired'
)`;
}

/** Of rules on frames and on the bus, and of those on fences. */
export type MarkTable = "rule_marks" | "place_marks";

/** Of changes that nothing received shows: written where the states are still those that are known here. */
const alone = (table: MarkTable) => `/* prepared */with advanced as materialized (
  select m.binding from ${table} m join unnest($1::int[], $2::bigint[]) as k (binding, known)
    on k.binding = m.binding and m.version = k.known
  order by m.binding for update of m skip locked
), marked as (
  update ${table} m set version = m.version + 1 where m.binding in (select binding from advanced)
)${stateSql(3)} select binding from advanced`;
const ALONE: Readonly<Record<MarkTable, string>> = {
  rule_marks: alone("rule_marks"),
  place_marks: alone("place_marks"),
};

/** States of a rule that does not watch the binding any more; without a version, those of all its versions. */
interface DeadStates extends Pick<RuleStateRow, "bindingNumber" | "ruleId"> {
  readonly ruleVersion: number | null;
}

/** With a new version of the marks, so that no process goes on with what it remembers of them. */
const forget = (table: MarkTable) => `with known as materialized (
  select m.binding from ${table} m where m.binding = any($1::int[])
    and not exists (select from frame_bindings b where b.binding = m.binding and not b.is_open)
  order by m.binding for update of m skip locked
), gone as (
  delete from rule_states s using unnest($1::int[], $2::uuid[], $3::int[]) as d (binding, rule, version)
  where s.binding = d.binding and s.rule = d.rule and (d.version is null or s.rule_version = d.version)
    and s.binding in (select binding from known)
), marked as (
  update ${table} m set version = m.version + 1 where m.binding in (select binding from known)
) select binding from known`;

/** Gives the bindings whose dead states are gone; the others are locked. */
export async function forgetRuleStates(
  pool: pg.Pool,
  table: MarkTable,
  dead: readonly DeadStates[],
): Promise<ReadonlySet<number>> {
  if (dead.length === 0) return new Set();
  const found = await pool.query<{ binding: number }>(forget(table), [
    dead.map(({ bindingNumber }) => bindingNumber),
    dead.map(({ ruleId }) => ruleId),
    dead.map(({ ruleVersion }) => ruleVersion),
  ]);
  return new Set(found.rows.map(({ binding }) => binding));
}

/** Gives the bindings whose states were written. */
export async function writeRuleStates(
  pool: pg.Pool,
  table: MarkTable,
  { marks, ...write }: Omit<RuleWrite, "marks"> & { readonly marks: readonly Omit<RuleMark, "isChanged">[] },
): Promise<ReadonlySet<number>> {
  const found = await pool.query<{ binding: number }>(ALONE[table], [
    ...columnsOf(marks, ["bindingNumber", "known"]),
    ...stateValues(write),
  ]);
  return new Set(found.rows.map(({ binding }) => binding));
}

export const ruleValues = ({ marks, ...write }: RuleWrite): string[] => [...markValues(marks), ...stateValues(write)];

/** Bindings, their known versions, and the bindings whose version goes on. */
export const markValues = (marks: readonly RuleMark[]): string[] => [
  ...columnsOf(marks, ["bindingNumber", "known"]),
  arrayOf(marks.filter(({ isChanged }) => isChanged).map(({ bindingNumber }) => bindingNumber)),
];

export function stateValues({ states, changes }: Pick<RuleWrite, "states" | "changes">): string[] {
  const known = (values: readonly (number | string | null | undefined)[]) =>
    arrayOf(values.map((value) => value ?? "NULL"));
  return [
    ...columnsOf(states, ["bindingNumber", "ruleId", "ruleVersion", "channel"]),
    arrayOf(states.map(({ isLate }) => String(isLate))),
    arrayOf(states.map(({ state }) => quoted(state))),
    ...columnsOf(changes, ["bindingNumber", "ruleId", "channel"]),
    arrayOf(changes.map(({ isLate }) => String(isLate))),
    ...columnsOf(changes, ["kind", "atUs"]),
    known(changes.map(({ value }) => value)),
    known(changes.map(({ peak }) => peak)),
    ...columnsOf(changes, ["hits", "epoch", "sequence", "frame"]),
    known(changes.map(({ reason }) => reason)),
    known(changes.map(({ latitude }) => latitude)),
    known(changes.map(({ longitude }) => longitude)),
    arrayOf(changes.map(({ isRefused }) => String(isRefused ?? false))),
    ...columnsOf(changes, ["ruleVersion"]),
  ];
}

/** An element of an array parameter that holds commas and quotes. */
export const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, "\\$&")}"`;
