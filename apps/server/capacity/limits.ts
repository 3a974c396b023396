import type { LimitName } from "@canopy/contract/capacity/package";
import type { Db } from "../platform/postgres/schema.ts";
import { packageOf } from "./package-store.ts";

/** CAP-01: how many a tenant may have; null for as many as it likes. */
export type LimitOf = (tenantId: string, name: LimitName) => Promise<number | null>;

export function limitsOf(db: Db): LimitOf {
  return async (tenantId, name) => (await packageOf(db, tenantId))[name];
}
