import { lengthOf, overlap, type TimeSpan } from "../../ui/time/timeline.ts";
import { onlineShare, type Stay, staysWithin } from "./connection-lane.ts";
import type { Mark } from "./time-bar-data.ts";

export type GapCause = "offline" | "busOff" | "silent";

/** A bus that went off says so, and then nothing more. */
const NEAR_MS = 5000;

/** DEV-13: why there are no frames. By what is known without reading the card: the gaps of device files know more. */
export function gapCause(gap: TimeSpan, stays: readonly Stay[], marks: readonly Mark[]): GapCause {
  if (lengthOf(gap) > 0 && onlineShare(staysWithin(stays, gap), gap) < 0.5) return "offline";
  const near = { fromMs: gap.fromMs - NEAR_MS, toMs: gap.toMs };
  const isOff = marks.some(({ kind, atMs, toMs = atMs }) => kind === "busOff" && overlap(near, { fromMs: atMs, toMs }));
  return isOff ? "busOff" : "silent";
}
