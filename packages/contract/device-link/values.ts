import { z } from "zod";

/** Milliseconds since 1970, UTC; the server judges wrong clocks, not this schema. */
export const timeMs = z.number().int().min(-8.64e15).max(8.64e15);
export const channel = z.number().int().min(0).max(255);
export const shortText = z.string().max(256);
export const count = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/** Zod leaves a name `__proto__` out without a word. A terminal that sends it is told instead. */
export const allNamed = z.unknown().refine((named) => !Object.hasOwn(Object(named), "__proto__"));

/** Free-form content of one kind of event or method; bounded by the packet size. */
export const content = z.record(z.string().max(64), z.unknown());
