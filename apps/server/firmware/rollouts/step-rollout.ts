import { goesOnAt, sizesOf, stopsAt } from "@canopy/contract/firmware/waves";
import type { Db } from "../../platform/postgres/schema.ts";
import * as devices from "./device-store.ts";
import { appendHistory } from "./history-store.ts";
import { isOpen } from "./maintenance-window.ts";
import type { OpenPayload } from "./rollout-payload.ts";
import { changeRollout, type StoredRollout } from "./rollout-store.ts";

/** DEV-08: what is due by now: its beginning, its next wave, its stop, its end. In a transaction that has its row. */
export async function stepRollout(
  db: Db,
  rollout: StoredRollout,
  { payload, nowMs, patience }: { payload: OpenPayload; nowMs: number; patience: devices.Patience },
): Promise<StoredRollout> {
  if (rollout.state === "scheduled")
    return isDue(rollout, nowMs) && payload.isThere ? beginRollout(db, rollout, payload) : rollout;
  await payload.settle(db);
  await devices.settleSilent(db, rollout, patience);
  if (rollout.state !== "running") return rollout;
  return moveOn(db, rollout, await devices.sumsOf(db, rollout), nowMs);
}

function isDue({ startMs, window }: StoredRollout, nowMs: number): boolean {
  return (startMs === null || startMs <= nowMs) && (window === null || isOpen(window, nowMs));
}

/** Who is idle is asked now, not when the rollout was written. */
async function beginRollout(db: Db, rollout: StoredRollout, payload: OpenPayload): Promise<StoredRollout> {
  const { tenantId, id, waves } = rollout;
  const found = await payload.candidates(db);
  const idle = found.filter(({ reason }) => reason === null);
  const waveOf = sizesOf(waves, idle.length).flatMap((size, wave) => Array.from({ length: size }, () => wave));
  const placed = idle.map((device, i) => ({ ...device, wave: waveOf[i] ?? 0 }));
  const leftOut = found.filter(({ reason }) => reason !== null).map((device) => ({ ...device, wave: 0 }));
  await devices.insertDevices(db, rollout, [...placed, ...leftOut]);
  await appendHistory(db, { tenantId, rolloutId: id, kind: "begun" });
  return changeRollout(db, rollout, { state: "running", wave: 0, passedMs: null });
}

type Sums = readonly devices.WaveSum[];

async function moveOn(db: Db, rollout: StoredRollout, sums: Sums, nowMs: number): Promise<StoredRollout> {
  const { tenantId, id, waves } = rollout;
  const halt = haltOf(rollout, sums);
  if (halt) {
    await appendHistory(db, { tenantId, rolloutId: id, kind: "halted", code: halt.reason });
    return changeRollout(db, rollout, { state: "paused", halt });
  }
  const isLast = rollout.wave >= waves.length - 1;
  if (isLast && sums.every(({ open }) => open === 0)) {
    await appendHistory(db, { tenantId, rolloutId: id, kind: "ended" });
    return changeRollout(db, rollout, { state: "done" });
  }
  if (isLast || !hasPassed(rollout, sums)) return rollout;
  const passedMs = rollout.passedMs ?? nowMs;
  const waitMs = (waves[rollout.wave]?.wait_minutes ?? 0) * 60_000;
  if (nowMs < passedMs + waitMs) return rollout.passedMs === null ? changeRollout(db, rollout, { passedMs }) : rollout;
  await appendHistory(db, { tenantId, rolloutId: id, kind: "wave", code: String(rollout.wave + 2) });
  return changeRollout(db, rollout, { wave: rollout.wave + 1, passedMs: null });
}

const EMPTY = { devices: 0, done: 0, failed: 0, open: 0, boot: 0 };
const sumOf = (sums: Sums, wave: number) => sums.find((sum) => sum.wave === wave) ?? { ...EMPTY, wave };

/** Failures that somebody has seen and gone on with count as settled. */
function hasPassed({ wave, waves, accepted }: StoredRollout, sums: Sums): boolean {
  const { devices: all, done } = sumOf(sums, wave);
  const rule = waves[wave];
  return rule !== undefined && goesOnAt(rule, done + (accepted[wave] ?? 0), all);
}

/** Also of waves before: a device may fail late. */
function haltOf(rollout: StoredRollout, sums: Sums): StoredRollout["halt"] {
  const { waves, accepted, wave } = rollout;
  // A unit in boot mode does not run: one that nobody has seen stops everything.
  const inBoot = sums.findLast(({ boot }) => boot > 0);
  if (inBoot && sums.reduce((sum, { boot }) => sum + boot, 0) > rollout.acceptedBoot)
    return { reason: "boot", wave: inBoot.wave, failed: inBoot.boot, devices: inBoot.devices };
  for (const [i, rule] of waves.slice(0, wave + 1).entries()) {
    const { devices: all, failed } = sumOf(sums, i);
    if (stopsAt(rule, failed - Math.min(failed, accepted[i] ?? 0), all))
      return { reason: "failures", wave: i, failed, devices: all };
  }
  const { devices: all, failed, open } = sumOf(sums, wave);
  const isStuck = wave < waves.length - 1 && open === 0 && !hasPassed(rollout, sums);
  return isStuck ? { reason: "success", wave, failed, devices: all } : null;
}
