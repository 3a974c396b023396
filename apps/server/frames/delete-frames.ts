import type { ClickHouseClient } from "@clickhouse/client";
import type { Db } from "../platform/postgres/schema.ts";
import { QUARANTINE_DAY } from "./ingest-admit.ts";
import { DAY_US } from "./ingest-days.ts";
import { deletePoints } from "./points-store.ts";
import { deleteQuarantined, emptyQuarantine } from "./quarantine-store.ts";
import { deleteRefusalsOf } from "./refusal-store.ts";
import {
  countDoomed,
  type Doomed,
  deleteDoomed,
  positionAt,
  sequencesOfDoomed,
  type TimeWindow,
} from "./retention-store.ts";
import { addSequences, forgetSequences } from "./sequence-store.ts";
import { deleteUsage, subtractUsage, type UsageDay } from "./usage-store.ts";

export interface FrameStores {
  readonly client: ClickHouseClient;
  readonly db: Db;
}

/** DAT-04: a task deletes at most so many frames. */
export const MAX_FRAMES_PER_DELETE = 1_000_000;

export interface DeleteRange extends TimeWindow {
  readonly bindingNumber: number;
  /** Windows pinned by open alarms. */
  readonly keep: readonly TimeWindow[];
}

export interface Deleted {
  readonly deleted: number;
  /** In the range, for the next task; what is pinned does not count. */
  readonly remaining: number;
}

/** DAT-04: the oldest frames of a range. */
export async function deleteRange(
  stores: FrameStores,
  range: DeleteRange,
  limit = MAX_FRAMES_PER_DELETE,
): Promise<Deleted> {
  const whole: Doomed = { ...range, bindings: [range.bindingNumber] };
  const days = await countDoomed(stores.client, whole);
  const total = framesOf(days);
  if (total <= limit) {
    if (total > 0) await forgetFrames(stores, whole, days);
    return { deleted: total, remaining: 0 };
  }
  const before = await positionAt(stores.client, whole, limit);
  // Somebody else has deleted meanwhile.
  if (before === undefined) return deleteRange(stores, range, limit);
  const doomed = { ...whole, before };
  const oldest = await countDoomed(stores.client, doomed);
  await forgetFrames(stores, doomed, oldest);
  return { deleted: framesOf(oldest), remaining: total - framesOf(oldest) };
}

/** What is deleted must not come back when the terminal sends it again: its sequences are written down first. */
async function forgetFrames(stores: FrameStores, doomed: Doomed, days: readonly UsageDay[]): Promise<void> {
  await addSequences(stores.db, await sequencesOfDoomed(stores.client, doomed));
  await deleteDoomed(stores.client, doomed);
  await subtractUsage(stores.db, days);
}

/** DAT-05: all of a device that stays, day by day. */
export async function emptyDevice(
  stores: FrameStores,
  bindingNumber: number,
  keep: readonly TimeWindow[],
  nowMs: number,
): Promise<number> {
  const all: Doomed = { bindings: [bindingNumber], fromUs: 0, toUs: Number.MAX_SAFE_INTEGER, keep };
  const days = await countDoomed(stores.client, all);
  for (const one of days)
    await forgetFrames(stores, { ...all, fromUs: one.day * DAY_US, toUs: (one.day + 1) * DAY_US }, [one]);
  await deletePoints(stores.client, bindingNumber);
  await emptyQuarantine(stores.db, bindingNumber, QUARANTINE_DAY, new Date(nowMs));
  return framesOf(days);
}

/** Everything of a binding that has ended: its number never comes back, so nothing need be remembered. */
export async function dropBinding(stores: FrameStores, bindingNumber: number): Promise<void> {
  const all = { bindings: [bindingNumber], fromUs: 0, toUs: Number.MAX_SAFE_INTEGER, keep: [] };
  await deleteDoomed(stores.client, all);
  await deletePoints(stores.client, bindingNumber);
  for (const forget of [forgetSequences, deleteQuarantined, deleteRefusalsOf, deleteUsage])
    await forget(stores.db, bindingNumber);
}

const framesOf = (days: readonly UsageDay[]) => days.reduce((sum, { frames }) => sum + frames, 0);
