import { z } from "zod";
import { channelKind } from "./channels.ts";
import type { ConfigRange } from "./config-ranges.ts";

/** Form metadata of a number beside its range. */
export type NumberFormat =
  /** A frame id or mask: written in hexadecimal. */
  | "id"
  /** The number of a channel: shown by its name. */
  | "channel"
  /** In bits per second. */
  | "bitrate";

interface Meaning {
  unit?: string;
  format?: NumberFormat;
  /** Initial value of a new entry, where the minimum would be a poor start. */
  initial?: unknown;
}

export function whole([from, to]: ConfigRange, meaning: Meaning = {}) {
  return z
    .number()
    .int()
    .min(from)
    .max(to)
    .meta({ ...meaning });
}

export function real([from, to]: ConfigRange, meaning: Meaning = {}) {
  return z
    .number()
    .min(from)
    .max(to)
    .meta({ ...meaning });
}

/** A list with its limits, where a form finds them. */
export function listOf<T extends z.ZodType>(item: T, [min, max]: ConfigRange) {
  return z
    .array(item)
    .min(min)
    .max(max)
    .meta({ items: [min, max] });
}

export const anyChannel = z.number().int().min(0).max(255).meta({ format: "channel" });
export const channelOf = (kind: "can" | "lin" | "digital") =>
  z
    .number()
    .int()
    .min(0)
    .max(255)
    .refine((channel) => channelKind(channel) === kind, "devices.configChannelKind")
    .meta({ format: "channel" });
export const frameId = () => z.number().int().min(0).max(0x1fffffff).meta({ format: "id" });

/** Both ends of a range, within 11 or 29 bits. */
export function isIdRange({
  extended,
  from_id,
  to_id,
}: {
  extended: boolean;
  from_id: number;
  to_id: number;
}): boolean {
  return from_id <= to_id && (extended || to_id <= 0x7ff);
}

export const idRangeFields = {
  channel: anyChannel,
  extended: z.boolean().default(false),
  from_id: frameId(),
  to_id: frameId(),
};
export const idRangeProblem = { message: "devices.configIdRange", path: ["to_id"] };
export const idRange = z.object(idRangeFields).refine(isIdRange, idRangeProblem);
