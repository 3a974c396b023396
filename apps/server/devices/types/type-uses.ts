import type { Db } from "../../platform/postgres/schema.ts";

/** How often something names a device type: of the tenant that owns the type, and of all others, whose names are not told. */
export interface TypeUseCount {
  readonly own: number;
  readonly others: number;
}

/** Counts the uses that a domain above has; `app.ts` hands them over. */
export type TypeUses = (db: Db, ownerId: string, typeId: string) => Promise<TypeUseCount>;

export async function allTypeUses(uses: readonly TypeUses[], ...[db, ownerId, typeId]: Parameters<TypeUses>) {
  const sum = { own: 0, others: 0 };
  for (const count of uses) {
    const { own, others } = await count(db, ownerId, typeId);
    sum.own += own;
    sum.others += others;
  }
  return sum;
}
