import { z } from "zod";
import { MAX_ENTRIES } from "./limits.ts";
import { allNamed, timeMs } from "./values.ts";

/** DEV-04: the fields of one data group of the device's type, at one time. */
export const point = z.object({
  time: timeMs,
  group: z.string().min(1).max(64),
  values: allNamed.pipe(
    z.record(
      z.string().min(1).max(64),
      z.union([z.number(), z.boolean(), z.string().max(1024), z.array(z.number()).max(1024)]),
    ),
  ),
});
export type DataPoint = z.output<typeof point>;

/** `up/points` */
export const pointsMessage = z.object({ points: z.array(point).min(1).max(MAX_ENTRIES) });
