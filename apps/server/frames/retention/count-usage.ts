import { recordUsage } from "../../devices/link/report-status.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import type { FrameStore } from "../store/frame-store.ts";
import type { CountUsage } from "./delete-range-job.ts";

/** DEV-10: `things_usage` of some devices at once, without waiting for the next count of all. */
export function usageCounter(db: Db, frames: Pick<FrameStore, "usage">, now: () => number): CountUsage {
  return async (bindings) => {
    const usages = await Promise.all(
      bindings.map(async (bindingNumber) => {
        const days = await frames.usage.daysOf(bindingNumber);
        return { bindingNumber, bytes: days.reduce((sum, { bytes }) => sum + bytes, 0) };
      }),
    );
    await recordUsage(db, usages, now());
  };
}
