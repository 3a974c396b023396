import { MAX_SEND_DELAY_MS, MAX_SEND_REPEAT } from "@canopy/contract/device-link/sent-frame";
import { isWhole } from "@canopy/contract/frames/frame-form";

/** How often, as typed. */
export interface Repeat {
  readonly cyclic: boolean;
  readonly period: string;
  readonly times: string;
}

export const ONCE: Repeat = { cyclic: false, period: "100", times: "0" };

/** Undefined: what is typed is no time or no number. */
export function planOf({ cyclic, period, times }: Repeat): { repeat: number; period_ms: number } | undefined {
  if (!cyclic) return { repeat: 1, period_ms: 0 };
  if (!isPeriod(period) || !isTimes(times)) return undefined;
  return { repeat: Number(times), period_ms: Number(period) };
}

export function repeatOf({ repeat, period_ms }: { repeat: number; period_ms: number }): Repeat {
  if (repeat === 1) return ONCE;
  return { cyclic: true, period: String(period_ms), times: String(repeat) };
}

/** Without a pause a cycle would fill the bus. */
export const isPeriod = (text: string) => isWhole(text, MAX_SEND_DELAY_MS) && Number(text) >= 1;

export const isTimes = (text: string) => isWhole(text, MAX_SEND_REPEAT);
