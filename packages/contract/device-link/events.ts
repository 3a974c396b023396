import { z } from "zod";
import { MAX_ENTRIES } from "./limits.ts";
import { allNamed, content, timeMs } from "./values.ts";

export const EVENT_LEVELS = ["info", "warning", "error"] as const;

/** `up/event`: something happened at the terminal. `time.ask` asks for `time.sync`; other kinds are the terminal's. */
export const eventMessage = z.object({
  time: timeMs,
  kind: z.string().regex(/^[a-z][a-z0-9_.]{0,63}$/),
  level: z.enum(EVENT_LEVELS).default("info"),
  content: allNamed.pipe(content).optional(),
});
export type DeviceEvent = z.output<typeof eventMessage>;

const logLine = z.object({ time: timeMs, level: z.enum(EVENT_LEVELS), text: z.string().max(1024) });
export type DeviceLogLine = z.output<typeof logLine>;

/** `up/log`: log lines of the terminal's own program. */
export const logMessage = z.object({ lines: z.array(logLine).min(1).max(MAX_ENTRIES) });
