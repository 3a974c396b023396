import type { Condition } from "@canopy/contract/alarms/conditions";
import type { SignalReference } from "@canopy/contract/signals/signal-reference";
import type { Db } from "../../platform/postgres/schema.ts";
import { computedSignalsNamed } from "../../signals/bindings/computed-store.ts";
import { type NamedDbc, parsedDbc } from "../../signals/dbc/parsed-dbc.ts";
import type { ConditionSources } from "../engine/compile-condition.ts";

type Named = Pick<SignalReference, "dbc_id" | "revision">;

/** The DBC files and computed signals of the tenant that the conditions name, also those of the formulas. */
export async function conditionSources(
  db: Db,
  tenantId: string,
  conditions: readonly Condition[],
): Promise<ConditionSources> {
  const names = conditions.flatMap((one) => (one.kind === "computed" ? one.computed : []));
  const found = names.length === 0 ? [] : await computedSignalsNamed(db, tenantId, names);
  const computed = new Map(found.map((one) => [one.name, one]));
  const wanted: Named[] = [
    ...conditions.flatMap((one) => (one.kind === "signal" ? { dbc_id: one.dbc_id } : [])),
    ...found.flatMap(({ inputs }) => inputs.map(({ signal }) => signal)),
  ];
  const dbcs = new Map<string, NamedDbc>();
  for (const { dbc_id, revision } of wanted) {
    const key = keyOf(dbc_id, revision);
    const parsed = dbcs.has(key) ? undefined : await parsedDbc(db, tenantId, dbc_id, revision);
    if (parsed) dbcs.set(key, parsed);
  }
  return {
    dbc: (dbcId, revision) => dbcs.get(keyOf(dbcId, revision))?.dbc,
    computed: (name) => computed.get(name),
  };
}

const keyOf = (dbcId: string, revision: number | undefined): string => `${dbcId} ${revision ?? ""}`;
