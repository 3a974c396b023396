import type { SentFrame } from "@canopy/contract/device-link/sent-frame";
import { COMMAND_TIMEOUT_MS, MAX_COMMAND_TIMEOUT_MS } from "@canopy/contract/devices/commands";

export interface SendPlan {
  readonly frames: readonly SentFrame[];
  /** 0: until stopped. */
  readonly repeat: number;
  readonly period_ms: number;
}

/** The command that sends these frames from a page; one that repeats is attended by the page (`useAttending`). */
export function sendBody({ frames, repeat, period_ms }: SendPlan) {
  // The terminal answers when the list went out once.
  const takes = frames.reduce((sum, frame) => sum + frame.delay_ms, 0);
  return {
    method: "frames.send" as const,
    params: { frames, repeat, period_ms },
    timeout_ms: Math.min(MAX_COMMAND_TIMEOUT_MS, COMMAND_TIMEOUT_MS + takes),
    attended: repeat !== 1,
  };
}
