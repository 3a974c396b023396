import type { RuleContent } from "@canopy/contract/alarms/rule-content";
import { sql } from "kysely";
import type pg from "pg";
import type { Db } from "../../platform/postgres/schema.ts";
import type { StoredMachine } from "../engine/rule-machine.ts";
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

export interface StateRow {
  readonly binding: number;
  readonly ruleId: string;
  readonly ruleVersion: number;
  readonly channel: number;
  readonly isLate: boolean;
  readonly stored: StoredMachine;
}

export async function readStates(pool: pg.Pool, bindings: readonly number[]): Promise<StateRow[]> {
  const found = await pool.query<StateRow>(
    `select binding, rule as "ruleId", rule_version as "ruleVersion", channel, is_late as "isLate", state as stored
      from rule_states where binding = any($1::int[])`,
    [[...bindings]],
  );
  return found.rows;
}
