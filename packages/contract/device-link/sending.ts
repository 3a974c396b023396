import { z } from "zod";
import { MAX_SENDING, MAX_SENT_FRAMES } from "./limits.ts";
import { MAX_SEND_DELAY_MS, MAX_SEND_REPEAT, sentFrame } from "./sent-frame.ts";
import { count, shortText, timeMs } from "./values.ts";

/** Which list of frames it is: the server's name for it, given by `frames.send`. */
export const sendJob = shortText.min(1).max(64);

/** DEV-06: a list that a terminal is sending, in its status. */
const sendingList = z.object({
  job: sendJob,
  since: timeMs.optional(),
  /** Frames of this list that were on the bus. */
  sent: count,
  /** Left out: as in the last status. */
  frames: z.array(sentFrame).min(1).max(MAX_SENT_FRAMES).optional(),
  /** 0: until stopped. */
  repeat: z.number().int().min(0).max(MAX_SEND_REPEAT).optional(),
  period_ms: z.number().int().min(0).max(MAX_SEND_DELAY_MS).optional(),
});

/** All lists under way; empty: none. */
export const sendingLists = z.array(sendingList).max(MAX_SENDING);
export type SendingList = z.output<typeof sendingList>;
