import type pg from "pg";
import type { ChangeKind } from "../engine/rule-machine.ts";

/** A row of rule_changes. */
export interface ChangeRow {
  readonly id: number;
  readonly binding: number;
  readonly ruleId: string;
  /** Null: of a process that did not tell it. */
  readonly ruleVersion: number | null;
  readonly channel: number;
  readonly isLate: boolean;
  readonly kind: ChangeKind;
  readonly atUs: number;
  readonly value: number | null;
  readonly peak: number | null;
  readonly hits: number;
  /** GPS-03: of a rule on fences. */
  readonly reason: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** CAP-05: its batch was refused for the quota. */
  readonly isRefused: boolean;
}

/** Oldest first: of one binding they come in the order of its frames. */
export async function readChanges(pool: pg.Pool, limit: number): Promise<ChangeRow[]> {
  const found = await pool.query<ChangeRow>(
    `/* prepared */ select id, binding, rule as "ruleId", rule_version as "ruleVersion", channel, is_late as "isLate", kind, at_us as "atUs", value,
      peak, hits, reason, latitude, longitude, is_refused as "isRefused" from rule_changes order by id limit $1`,
    [limit],
  );
  return found.rows;
}

export async function removeChanges(pool: pg.Pool, ids: readonly number[]): Promise<void> {
  await pool.query("/* prepared */ delete from rule_changes where id = any($1::bigint[])", [[...ids]]);
}
