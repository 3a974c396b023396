import { z } from "zod";

/** The last moment that a `Date` can name. */
export const MAX_EPOCH_MS = 8.64e15;

/** Epoch milliseconds in a body, as all times in JSON but those of frames. */
export const askedMs = z.number().int().min(0).max(MAX_EPOCH_MS);
/** Epoch milliseconds in a query. */
export const queryMs = z.coerce.number().int().min(0).max(MAX_EPOCH_MS);

/** Microseconds since 1970 in decimal: the time of a frame. */
export const timeUs = z
  .string()
  .regex(/^\d{1,16}$/)
  .refine((text) => Number(text) <= Number.MAX_SAFE_INTEGER, "outOfRange");

/** A name of IANA's list, as browsers give it. */
export function isTimeZone(name: string): boolean {
  try {
    // Offsets such as +08:00 have no summer time, and names are what people choose.
    return name !== "" && !/^[+-]/.test(name) && new Intl.DateTimeFormat("en", { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}
