import type { BusMetric } from "@canopy/contract/alarms/conditions";
import { dataOf, type RuleContent } from "@canopy/contract/alarms/rule-content";
import { sql } from "kysely";
import type pg from "pg";
import type { Db } from "../../platform/postgres/schema.ts";
import type { StoredFenceRule } from "../engine/fence-lane.ts";
import type { StoredPlaces } from "../engine/place-watch.ts";
import { WATCHES } from "../rules/rule-store.ts";

/** An enabled rule that watches a binding. */
export interface WatchingRule {
  readonly binding: number;
  readonly tenantId: string;
  readonly id: string;
  readonly version: number;
  readonly content: Pick<
    RuleContent,
    "channel" | "conditions" | "connector" | "hold_s" | "recover_s" | "timeout_s" | "mode"
  >;
  /** Newest revisions of the DBC files and the formulas it names, and the channels that a load is of: others make another rule. */
  readonly revisions: string;
}

const hasMetric = (metric: BusMetric) =>
  sql<boolean>`r.content -> 'conditions' @> ${JSON.stringify([{ kind: "bus", metric }])}::jsonb`;
const HAS_LOAD = hasMetric("load");

const HAS_COMPUTED = sql<boolean>`r.content -> 'conditions' @> '[{"kind": "computed"}]'::jsonb`;
/** Computed signals that the rule `r` names. */
const IS_NAMED = sql<boolean>`k.tenant_id = r.tenant_id
  and k.name in (select c ->> 'computed' from jsonb_array_elements(r.content -> 'conditions') c)`;

/** Newest revisions of the DBC files, and the formulas, that the rule `r` names. */
export const REVISIONS = sql<string>`coalesce((select string_agg(f.newest::text, ' ' order by f.id) from dbc_files f
    where f.tenant_id = r.tenant_id
      and f.id::text in (select c ->> 'dbc_id' from jsonb_array_elements(r.content -> 'conditions') c)), '')
  || case when ${HAS_COMPUTED} then coalesce((select string_agg(concat(md5(k.formula || k.inputs),
      (select string_agg(f.newest::text, ' ' order by f.id) from dbc_files f where f.tenant_id = r.tenant_id
        and f.id::text in (select i -> 'signal' ->> 'dbc_id' from jsonb_array_elements(k.inputs) i))), ' '
      order by k.name)
    from computed_signals k where ${IS_NAMED}), '') else '' end`;

/** Of the tenant that has the binding now. */
export async function watchingRules(db: Db, bindings: readonly number[]): Promise<WatchingRule[]> {
  const found = await sql<WatchingRule>`select t.binding, r.tenant_id as "tenantId", r.id, r.version, r.content,
      ${REVISIONS}
      || case when ${HAS_LOAD} then coalesce((select md5((g.reported -> 'can')::text) from device_configs g
        where g.tenant_id = t.tenant_id and g.things_id = t.id), '') else '' end as revisions
    from things t join alarm_rules r on r.tenant_id = t.tenant_id and r.enabled and ${WATCHES}
    where t.binding = any(${[...bindings]}::int[]) order by t.binding, r.id`.execute(db);
  return found.rows;
}

/** Enabled rules that watch for a silence, of all bindings. */
export async function silenceRules(db: Db): Promise<WatchingRule[]> {
  const found = await sql<WatchingRule>`select t.binding, r.tenant_id as "tenantId", r.id, r.version, r.content,
      '' as revisions
    from things t join alarm_rules r on r.tenant_id = t.tenant_id and r.enabled and ${WATCHES}
    where t.binding is not null and ${hasMetric("silence")} order by t.binding, r.id`.execute(db);
  return found.rows;
}

export interface NewestFrame {
  readonly binding: number;
  readonly newestUs: number;
  /** Since the last batch came, stored or refused. */
  readonly silentUs: number;
}

/** A binding that is closed has ended or goes to another frame server. */
const isHere = (table: "s" | "m") =>
  `not exists (select from frame_bindings b where b.binding = ${table}.binding and not b.is_open)`;

/** Imports are no word of the device. */
export async function readNewestFrames(
  pool: pg.Pool,
  bindings: readonly number[],
): Promise<ReadonlyMap<number, NewestFrame>> {
  const found = await pool.query<NewestFrame>(
    `select distinct on (s.binding) s.binding, s.newest_us as "newestUs",
        (extract(epoch from clock_timestamp() - greatest(s.stored_at, (select max(r.refused_at) from refused_batches r
          where r.binding = s.binding))) * 1000000)::bigint as "silentUs"
      from sequence_sets s where s.binding = any($1::int[]) and s.newest_us > 0 and s.oldest_us is null
        and ${isHere("s")}
      order by s.binding, s.stored_at desc`,
    [[...bindings]],
  );
  return new Map(found.rows.map((row) => [row.binding, row]));
}

/** The versions of these bindings, which have rows from now on. Read before the states: a newer state is refused. */
export async function readMarks(pool: pg.Pool, bindings: readonly number[]): Promise<Map<number, number>> {
  await pool.query(
    `insert into rule_marks (binding) select b from unnest($1::int[]) as w (b) order by b on conflict do nothing`,
    [[...bindings]],
  );
  const found = await pool.query<{ binding: number; version: number }>(
    "select binding, version from rule_marks where binding = any($1::int[])",
    [[...bindings]],
  );
  return new Map(found.rows.map(({ binding, version }) => [binding, version]));
}

/** GPS-03: judged where positions land, not with frames. */
export const isOnFences = ({ content }: WatchingRule): boolean => dataOf(content.conditions) === "fence";

export const isOnBus = ({ content }: Pick<WatchingRule, "content">): boolean => dataOf(content.conditions) === "bus";

export interface PlaceMarkRow {
  readonly binding: number;
  readonly version: number;
  readonly last: StoredPlaces;
}

/** As `readMarks`, of rules on fences. */
export async function readPlaceMarks(
  pool: pg.Pool,
  bindings: readonly number[],
): Promise<ReadonlyMap<number, PlaceMarkRow>> {
  await pool.query(
    `insert into place_marks (binding) select b from unnest($1::int[]) as w (b) order by b on conflict do nothing`,
    [[...bindings]],
  );
  const found = await pool.query<PlaceMarkRow>(
    "select binding, version, last from place_marks where binding = any($1::int[])",
    [[...bindings]],
  );
  return new Map(found.rows.map((row) => [row.binding, row]));
}

/** An alarm of a fence that is active, with the version and the newest position of its binding. */
export interface RingingFence extends Omit<StateRow<StoredFenceRule>, "isLate"> {
  readonly version: number;
  readonly lastUs: number;
}

/** Those whose binding had no position for so long, and that did not say so yet. */
export async function ringingFences(pool: pg.Pool, withoutS: number, most: number): Promise<RingingFence[]> {
  const found = await pool.query<RingingFence>(
    `select s.binding, s.rule as "ruleId", s.rule_version as "ruleVersion", s.channel, s.state as stored, m.version,
        (m.last -> 0 ->> 0)::float8 as "lastUs"
      from place_marks m join rule_states s on s.binding = m.binding and not s.is_late
      where m.at < now() - $1 * interval '1 second' and s.state @> '{"isActive": true}'
        and not s.state @> '{"isLost": true}' and m.last -> 0 <> 'null'::jsonb and ${isHere("m")}
      order by m.at limit $2`,
    [withoutS, most],
  );
  return found.rows;
}

export interface StateRow<Stored> {
  readonly binding: number;
  readonly ruleId: string;
  readonly ruleVersion: number;
  readonly channel: number;
  readonly isLate: boolean;
  readonly stored: Stored;
}

export async function readStates<Stored>(pool: pg.Pool, bindings: readonly number[]): Promise<StateRow<Stored>[]> {
  const found = await pool.query<StateRow<Stored>>(
    `select binding, rule as "ruleId", rule_version as "ruleVersion", channel, is_late as "isLate", state as stored
      from rule_states where binding = any($1::int[])`,
    [[...bindings]],
  );
  return found.rows;
}

/** The states of a binding that are those of its rules as they are now. */
export function statesBy<Stored>(rows: readonly StateRow<Stored>[]) {
  const byBinding = Map.groupBy(rows, ({ binding }) => binding);
  return (binding: number, versions: ReadonlyMap<string, number>): StateRow<Stored>[] =>
    (byBinding.get(binding) ?? []).filter(({ ruleId, ruleVersion }) => versions.get(ruleId) === ruleVersion);
}
