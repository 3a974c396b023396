import { DAY_US } from "../store/time-window.ts";
import type { TimeSpan } from "./batch-span.ts";

/** Before any of our terminals: a clock that lost its battery starts at 1970 or 1980. */
const EARLIEST_US = Date.UTC(2000, 0, 1) * 1000;
/** A clock may be set to local time by mistake, which is still close enough to find the frames. */
const MOST_AHEAD_US = DAY_US;
/** A batch is seconds of a bus. One that spans days was cut in two by a clock that jumped. */
const WIDEST_US = 3 * DAY_US;

export type ClockProblem = "beforeTerminals" | "inFuture" | "jumped";

/** Such a batch is quarantined: in history it would lie at a time without meaning. */
export function clockProblem({ firstUs, lastUs }: TimeSpan, nowMs: number): ClockProblem | undefined {
  if (firstUs < EARLIEST_US) return "beforeTerminals";
  if (lastUs > nowMs * 1000 + MOST_AHEAD_US) return "inFuture";
  if (lastUs - firstUs > WIDEST_US) return "jumped";
  return undefined;
}
