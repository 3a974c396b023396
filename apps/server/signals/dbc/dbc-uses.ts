import { nameList } from "@canopy/contract/platform/answers";
import type { Language } from "@canopy/contract/platform/language";
import { DBC_USE_KINDS, type DbcUse } from "@canopy/contract/signals/dbc-uses";
import type { Db } from "../../platform/postgres/schema.ts";

/** Users of a DBC file. Each domain part that uses DBCs implements this; app.ts hands them over together. */
export type DbcUses = (db: Db, tenantId: string, dbcId: string) => Promise<readonly DbcUse[]>;

export async function allUses(uses: readonly DbcUses[], db: Db, tenantId: string, dbcId: string): Promise<DbcUse[]> {
  const lists: (readonly DbcUse[])[] = [];
  // One after the other: inside a transaction there is one connection.
  for (const usesOf of uses) lists.push(await usesOf(db, tenantId, dbcId));
  return lists.flat();
}

/** "signal strategy DBCSIG_a, curve panel Battery and 4 more". */
export function usesText(uses: readonly DbcUse[], language: Language): string {
  return nameList(
    uses.map(({ kind, name }) => `${DBC_USE_KINDS[kind][language]} ${name}`),
    language,
  );
}
