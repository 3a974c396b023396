import { z } from "zod";
import { MAX_ENTRIES } from "./limits.ts";
import { timeMs } from "./values.ts";

/** One fix, WGS-84. */
export const position = z.object({
  time: timeMs,
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  altitude_m: z.number().min(-1000).max(100_000).optional(),
  speed_kmh: z.number().min(0).max(2000).optional(),
  /** Degrees clockwise from north. */
  course: z.number().min(0).max(360).optional(),
  satellites: z.number().int().min(0).max(255).optional(),
  hdop: z.number().min(0).max(100).optional(),
});
export type GpsPosition = z.output<typeof position>;

/** `up/gps` */
export const gpsMessage = z.object({ positions: z.array(position).min(1).max(MAX_ENTRIES) });
