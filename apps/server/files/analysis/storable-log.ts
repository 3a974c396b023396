import { transferErrors } from "@canopy/contract/transfers/errors";
import type { FoundLog } from "@canopy/contract/transfers/imports";
import { JobFailure } from "../../platform/jobs/job-definition.ts";

/** Frames of before it are a clock that was never set. */
const FIRST_MS = Date.UTC(2000, 0, 1);
const DAY_MS = 86_400_000;

export function requireStorable(found: FoundLog, nowMs: number): void {
  if (found.frames === 0) throw new JobFailure(transferErrors.noFrames.code);
  const [firstMs, lastMs] = [Number(found.first) / 1000, Number(found.last) / 1000];
  if (firstMs < FIRST_MS || lastMs > nowMs + DAY_MS) throw new JobFailure(transferErrors.importTimes.code);
}

export function requireRoom({ limit, used }: { limit: number | null; used: number }, found: FoundLog): void {
  if (limit !== null && used + found.bytes > limit) throw new JobFailure(transferErrors.storageFull.code);
}
