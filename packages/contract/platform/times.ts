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
