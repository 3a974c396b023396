import { z } from "zod";
import { historyErrors } from "./errors.ts";

/** DAT-02: filters of a frame table. */
export const FRAME_TYPES = ["classic", "fd", "remote", "error"] as const;
export type FrameType = (typeof FRAME_TYPES)[number];
export const FRAME_DIRECTIONS = ["received", "transmitted"] as const;

export const MAX_FILTER_IDS = 64;
export const MAX_FILTERS_LENGTH = 8192;

const frameId = z.number().int().min(0).max(0x1fffffff);
const bytes = z.string().regex(/^([0-9a-fA-F]{2}){1,64}$/);

export const filterFields = z.strictObject({
  channels: z.array(z.number().int().min(0).max(255)).min(1).max(80).optional(),
  /** Single identifiers have both ends equal; without `extended` 11 and 29 bits alike. */
  ids: z
    .array(
      z
        .strictObject({ from: frameId, to: frameId, extended: z.boolean().optional() })
        .refine(({ from, to }) => from <= to, "rangeReversed"),
    )
    .min(1)
    .max(MAX_FILTER_IDS, historyErrors.tooManyIds.code)
    .optional(),
  direction: z.enum(FRAME_DIRECTIONS).optional(),
  types: z.array(z.enum(FRAME_TYPES)).min(1).max(FRAME_TYPES.length).optional(),
  /** Payload bytes from byte 0 on, as hex: those under the mask must be those of the value. */
  data: z
    .strictObject({ mask: bytes, value: bytes })
    .refine(({ mask, value }) => mask.length === value.length, "maskLength")
    .optional(),
});
export type FrameFilters = z.output<typeof filterFields>;

/** A query value that is JSON text of this schema. */
export function jsonText<S extends z.ZodType>(schema: S, maxLength: number, absent: string, tooLong?: string) {
  return z
    .string()
    .max(maxLength, tooLong)
    .default(absent)
    .transform((text, context): z.output<S> => {
      const value = parsed(text);
      if (value === undefined) {
        context.addIssue({ code: "custom", message: "not JSON" });
        return z.NEVER;
      }
      const checked = schema.safeParse(value.json);
      if (checked.success) return checked.data;
      for (const { path, message } of checked.error.issues) context.addIssue({ code: "custom", path, message });
      return z.NEVER;
    });
}

function parsed(text: string): { json: unknown } | undefined {
  try {
    return { json: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** The query value `filters`: JSON text of an object with any of these fields; each narrows further. */
export const frameFilters = jsonText(filterFields, MAX_FILTERS_LENGTH, "{}", historyErrors.tooManyIds.code).describe(
  `JSON text of an object with any of ${Object.keys(filterFields.shape).join(", ")}`,
);
