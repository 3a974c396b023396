import type { ComputedContent, ComputedSignal } from "@canopy/contract/signals/computed";
import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";
import type { DbcUses } from "../dbc/dbc-uses.ts";

const COLUMNS = sql`c.name, c.unit, c.remark, c.formula, c.inputs, c.user_name,
  (extract(epoch from c.updated_at) * 1000)::bigint as updated_time`;

export async function computedSignalsOf(db: Db, tenantId: string): Promise<ComputedSignal[]> {
  const found = await sql<ComputedSignal>`select ${COLUMNS} from computed_signals c
    where c.tenant_id = ${tenantId} order by lower(c.name), c.name`.execute(db);
  return found.rows;
}

export async function computedSignalsNamed(
  db: Db,
  tenantId: string,
  names: readonly string[],
): Promise<ComputedSignal[]> {
  const found = await sql<ComputedSignal>`select ${COLUMNS} from computed_signals c
    where c.tenant_id = ${tenantId} and c.name = any(${[...names]}::text[])`.execute(db);
  return found.rows;
}

/** Until the transaction ends it is not deleted or changed; whether there is one. */
export async function lockComputedSignal(db: Db, tenantId: string, name: string): Promise<boolean> {
  const found = await sql`select from computed_signals where tenant_id = ${tenantId} and name = ${name}
    for update`.execute(db);
  return found.rows.length > 0;
}

/** One of the same name is replaced; undefined: it would be one too many. */
export async function keepComputedSignal(
  db: Db,
  tenantId: string,
  { name, unit, remark, formula, inputs, userName }: ComputedContent & { readonly userName: string },
  limit: number,
): Promise<ComputedSignal | undefined> {
  const kept = await sql<ComputedSignal>`
    insert into computed_signals as c (tenant_id, name, unit, remark, formula, inputs, user_name)
    select ${tenantId}, ${name}, ${unit}, ${remark}, ${formula}, ${JSON.stringify(inputs)}::jsonb, ${userName}
    where (select count(*) from computed_signals o where o.tenant_id = ${tenantId} and o.name <> ${name}) < ${limit}
    on conflict (tenant_id, name) do update set unit = excluded.unit, remark = excluded.remark,
      formula = excluded.formula, inputs = excluded.inputs, user_name = excluded.user_name, updated_at = now()
    returning ${COLUMNS}`.execute(db);
  return kept.rows[0];
}

export async function removeComputedSignal(db: Db, tenantId: string, name: string): Promise<void> {
  await sql`delete from computed_signals where tenant_id = ${tenantId} and name = ${name}`.execute(db);
}

/** A DBC whose signals a formula takes is in use. */
export const computedUsesOfDbc: DbcUses = async (db, tenantId, dbcId) => {
  const found = await sql<Pick<ComputedSignal, "name" | "inputs">>`select name, inputs from computed_signals
    where tenant_id = ${tenantId} and inputs @> ${JSON.stringify([{ signal: { dbc_id: dbcId } }])}::jsonb
    order by lower(name), name`.execute(db);
  return found.rows.map(({ name, inputs }) => {
    const own = inputs.filter(({ signal }) => signal.dbc_id === dbcId).map(({ signal }) => signal);
    const [first] = own;
    // Of inputs with different revisions the file as a whole is meant.
    const revision = own.every((one) => one.revision === first?.revision) ? (first?.revision ?? null) : null;
    const signals = own.map(({ message_id, is_extended, signal }) => ({ message_id, is_extended, signal }));
    return { kind: "computed", id: name, name, revision, signals };
  });
};
