import type { AlarmEvent } from "@canopy/contract/alarms/events";
import { formatNumber } from "../platform/formats.ts";

/** The value it fired at and the furthest one, where they differ. */
export function peakText({ value, peak }: Pick<AlarmEvent, "value" | "peak">): string {
  const at = peak ?? value;
  return at === null ? "–" : formatNumber(at);
}
