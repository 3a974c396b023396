import { type DeleteRange, deleteRange, type FrameStores } from "./delete-frames.ts";
import { QUARANTINE_DAY } from "./ingest-admit.ts";
import { DAY_US, dayOf } from "./ingest-days.ts";
import { emptyQuarantine } from "./quarantine-store.ts";
import { countParts, dropPart, listParts, sequencesOfDoomed, type TimeWindow } from "./retention-store.ts";
import { addSequences } from "./sequence-store.ts";
import { bindingsWithFrames, subtractUsage, type UsageDay } from "./usage-store.ts";

/** DAT-06, handed over by the domains that know. */
export interface RetentionRules {
  /** How many days a binding's frames stay; one that is left out keeps them. */
  readonly daysOf: (bindings: readonly number[]) => Promise<ReadonlyMap<number, number>>;
  /** Windows pinned by open alarms. */
  readonly pinned: (bindingNumber: number) => Promise<readonly TimeWindow[]>;
}

/** What may go of a day, and what stays of it. */
export interface Expired {
  readonly days: readonly UsageDay[];
  /** Nobody else has frames there, and nothing is pinned. */
  readonly isWhole: boolean;
}

/** Of those who have frames on a day. Today and `keepDays` days before it stay. */
export function expiredOf(present: readonly UsageDay[], today: number, keepDays: ReadonlyMap<number, number>): Expired {
  const days = present.filter(({ bindingNumber, day }) => {
    const keep = keepDays.get(bindingNumber);
    return keep !== undefined && day < today - keep;
  });
  return { days, isWhole: days.length === present.length };
}

/** DAT-06: every night, what is past its tenant's retention goes. Returns the frames deleted. */
export async function applyRetention(stores: FrameStores, rules: RetentionRules, nowMs: number): Promise<number> {
  const today = dayOf(nowMs * 1000);
  const keepDays = await rules.daysOf(await bindingsWithFrames(stores.db));
  // Younger days are not even looked at.
  const shortest = Math.min(...keepDays.values());
  const parts = Map.groupBy(await listParts(stores.client), ({ day }) => day);
  for (const [bindingNumber, keep] of keepDays)
    await emptyQuarantine(stores.db, bindingNumber, QUARANTINE_DAY, new Date(((today - keep) * DAY_US) / 1000));
  let deleted = 0;
  for (const [day, ofDay] of parts) {
    if (day >= today - shortest) continue;
    const names = ofDay.map(({ name }) => name);
    const expired = expiredOf(await countParts(stores.client, day, names), today, keepDays);
    deleted += await deleteExpired(stores, rules, expired, names);
  }
  return deleted;
}

async function deleteExpired(
  stores: FrameStores,
  rules: RetentionRules,
  { days, isWhole }: Expired,
  parts: readonly string[],
): Promise<number> {
  const ranges: DeleteRange[] = [];
  for (const { bindingNumber, day } of days) {
    const window = { fromUs: day * DAY_US, toUs: (day + 1) * DAY_US };
    const pinned = await rules.pinned(bindingNumber);
    ranges.push({ bindingNumber, ...window, keep: pinned.filter((one) => overlaps(one, window)) });
  }
  const isPinned = ranges.some(({ keep }) => keep.length > 0);
  if (days.length > 0 && isWhole && !isPinned) return dropDay(stores, days, ranges, parts);
  return deleteEach(stores, ranges);
}

async function deleteEach(stores: FrameStores, ranges: readonly DeleteRange[]): Promise<number> {
  let deleted = 0;
  for (const range of ranges) deleted += (await deleteRange(stores, range, Number.POSITIVE_INFINITY)).deleted;
  return deleted;
}

/**
 * By its parts, not by its partition: a batch that another terminal stores there at this moment is in a part of its own
 * and stays.
 */
async function dropDay(
  stores: FrameStores,
  days: readonly UsageDay[],
  ranges: readonly DeleteRange[],
  parts: readonly string[],
): Promise<number> {
  const [window] = ranges;
  if (window === undefined) return 0;
  const doomed = { ...window, bindings: days.map(({ bindingNumber }) => bindingNumber), keep: [] };
  await addSequences(stores.db, await sequencesOfDoomed(stores.client, doomed));
  for (const part of parts) if (!(await dropPart(stores.client, part))) return deleteEach(stores, ranges);
  await subtractUsage(stores.db, days);
  return days.reduce((sum, { frames }) => sum + frames, 0);
}

const overlaps = (one: TimeWindow, other: TimeWindow) => one.toUs > other.fromUs && one.fromUs < other.toUs;
