import type { PushEventKind, PushSource } from "@canopy/contract/push/source";
import type { Db } from "../platform/postgres/schema.ts";
import { queueDeliveries } from "./delivery-store.ts";
import {
  type Happening,
  type ListeningRule,
  listeningRules,
  lockHappenings,
  removeHappenings,
} from "./happening-store.ts";
import { deliveryOf, type PushedData } from "./payload.ts";

const AT_ONCE = 500;

export const happeningData = ({ kind, subject, atUs, content }: Happening): PushedData => ({
  key: subject,
  type: kind,
  atUs,
  content,
});

/** Whether a rule forwards this. */
export function isWanted(source: PushSource, { kind, level, content }: Happening): boolean {
  if (source.kind === "files") {
    const { file } = content as { file?: { name?: string } };
    return kind === "file.stored" && (file?.name ?? "").toLowerCase().includes(source.name_contains.toLowerCase());
  }
  if (source.kind !== "events" || !source.kinds.includes(kind as PushEventKind)) return false;
  return level === null || source.levels.some((wanted) => wanted === level);
}

/** Happenings become deliveries and go, in one transaction; gives how many there were. */
export async function carryHappenings(db: Db, queueLimit?: number): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const { ids, list } = await lockHappenings(transaction, AT_ONCE);
    if (ids.length === 0) return 0;
    for (const [kind, some] of Map.groupBy(list, ({ kind }) => (kind === "file.stored" ? "files" : "events")))
      for (const rule of await listeningRules(transaction, kind, [...new Set(some.map(({ thingsId }) => thingsId))]))
        await queueFor(transaction, rule, some, queueLimit);
    await removeHappenings(transaction, ids);
    return ids.length;
  });
}

async function queueFor(
  db: Db,
  rule: ListeningRule,
  list: readonly Happening[],
  queueLimit: number | undefined,
): Promise<void> {
  const { device, tenantId, id: ruleId } = rule;
  const wanted = list.filter((one) => one.thingsId === device.thingsId && isWanted(rule.source, one));
  const deliveries = wanted.map((one) => deliveryOf(rule, device, happeningData(one)));
  await queueDeliveries(db, { tenantId, ruleId, ...(queueLimit !== undefined && { queueLimit }) }, deliveries);
}
