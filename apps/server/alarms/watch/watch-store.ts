import { dataOf, type RuleContent } from "@canopy/contract/alarms/rule-content";
import { sql } from "kysely";
import type pg from "pg";
import type { Db } from "../../platform/postgres/schema.ts";
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
  /** Newest revisions of the DBC files it names, so that a new one makes another rule. */
  readonly revisions: string;
}

/** Of the tenant that has the binding now. */
export async function watchingRules(db: Db, bindings: readonly number[]): Promise<WatchingRule[]> {
  const found = await sql<WatchingRule>`select t.binding, r.tenant_id as "tenantId", r.id, r.version, r.content,
      coalesce((select string_agg(f.newest::text, ' ' order by f.id) from dbc_files f where f.tenant_id = r.tenant_id
        and f.id::text in (select c ->> 'dbc_id' from jsonb_array_elements(r.content -> 'conditions') c)), '') as revisions
    from things t join alarm_rules r on r.tenant_id = t.tenant_id and r.enabled and ${WATCHES}
    where t.binding = any(${[...bindings]}::int[]) order by t.binding, r.id`.execute(db);
  return found.rows;
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
