import { z } from "zod";
import { typeErrors } from "./errors.ts";

/** DEV-04 leaves these open; a type is edited on one page. */
export const MAX_DATA_GROUPS = 32;
export const MAX_DATA_FIELDS = 128;

export const dataField = z.object({
  /** The terminal's name for it; part of its messages. */
  name: z.string().regex(/^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/, typeErrors.fieldName.code),
  display_name: z.string().max(64).default(""),
  array_type: z.string().max(32).default(""),
  is_display: z.boolean().default(true),
  notes: z.string().max(256).default(""),
  display_format: z.enum(["decimal", "hex"]).default("decimal"),
  time_format: z.string().max(32).default(""),
  /** Decimal places shown; null as reported. */
  accuracy: z.number().int().min(0).max(15).nullable().default(null),
});

export type DataField = z.output<typeof dataField>;

/** The name of a data group, which the terminal's messages carry. */
export const groupName = z.string().trim().min(1).max(64);

function distinct(names: readonly { name: string }[]): boolean {
  return new Set(names.map(({ name }) => name)).size === names.length;
}

export const dataGroups = z
  .array(
    z.object({
      name: groupName,
      fields: z.array(dataField).max(MAX_DATA_FIELDS).refine(distinct, typeErrors.fieldNamesRepeat.code),
    }),
  )
  .max(MAX_DATA_GROUPS)
  .refine(distinct, typeErrors.groupNamesRepeat.code);
export type DataGroups = z.output<typeof dataGroups>;
