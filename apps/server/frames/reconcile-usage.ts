import type { FrameStores } from "./delete-frames.ts";
import { countParts, listParts } from "./retention-store.ts";
import { addUsage, type UsageDay, type UsageRow, usageOfDay } from "./usage-store.ts";

/** Whose binding is it; `devices` knows. */
export type TenantsOf = (bindings: readonly number[]) => Promise<ReadonlyMap<number, string>>;

/**
 * The differences between what was counted with the inserts and what is in the store: a crash loses counts, a retry may
 * count twice. As differences, so that what is stored meanwhile still counts.
 */
export function usageDifferences(
  counted: readonly UsageRow[],
  stored: readonly UsageDay[],
  tenants: ReadonlyMap<number, string>,
): UsageRow[] {
  const before = new Map(counted.map((row) => [row.bindingNumber, row]));
  const differences = stored.flatMap((now) => {
    const then = before.get(now.bindingNumber);
    before.delete(now.bindingNumber);
    const tenantId = then?.tenantId ?? tenants.get(now.bindingNumber);
    if (tenantId === undefined) return [];
    return [{ ...now, tenantId, frames: now.frames - (then?.frames ?? 0), bytes: now.bytes - (then?.bytes ?? 0) }];
  });
  const gone = [...before.values()].map((row) => ({ ...row, frames: -row.frames, bytes: -row.bytes }));
  return [...differences, ...gone].filter(({ frames, bytes }) => frames !== 0 || bytes !== 0);
}

/** Every night, for days that are over: counts anew. Returns how many counters were wrong. */
export async function reconcileUsage(stores: FrameStores, tenantsOf: TenantsOf, beforeDay: number): Promise<number> {
  const parts = Map.groupBy(await listParts(stores.client), ({ day }) => day);
  let wrong = 0;
  for (const [day, ofDay] of parts) {
    if (day >= beforeDay) continue;
    const counted = await usageOfDay(stores.db, day);
    const names = ofDay.map(({ name }) => name);
    const stored = await countParts(stores.client, day, names);
    const tenants = await tenantsOf(stored.map(({ bindingNumber }) => bindingNumber));
    const differences = usageDifferences(counted, stored, tenants);
    if (differences.length > 0) await addUsage(stores.db, differences);
    wrong += differences.length;
  }
  return wrong;
}
