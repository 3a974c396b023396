import { z } from "zod";
import { CLASSES, SD_STATES } from "./rules.ts";

/** DEV-10: values of `order_param`. */
export const ORDER_COLUMNS = [
  "created_time",
  "name",
  "third_things_id",
  "info_model_name",
  "things_usage",
  "last_cal_usage_time",
  "online",
  "firmware_version",
  "favourite",
] as const;
export type OrderColumn = (typeof ORDER_COLUMNS)[number];

const id = z.uuid();

/** Each narrows the list further. An id that is not the caller's own finds nothing. */
const filterFields = z.strictObject({
  /** Part of the name or of the device ID. */
  keyword: z.string().max(64).optional(),
  /** Null: devices without a type. */
  info_model_id: id.nullable().optional(),
  third_things_id: z.string().max(20).optional(),
  class: z.enum(CLASSES).optional(),
  gateway_id: id.optional(),
  online: z.boolean().optional(),
  sd_state: z.enum(SD_STATES).optional(),
  favourite: z.boolean().optional(),
  /** All of these labels. */
  label_ids: z.array(id).max(20).optional(),
  group_id: id.optional(),
});
export type ThingFilters = z.output<typeof filterFields>;

function parsed(text: string, context: z.RefinementCtx): ThingFilters {
  try {
    const fields = filterFields.safeParse(JSON.parse(text));
    if (fields.success) return fields.data;
    for (const issue of fields.error.issues)
      context.addIssue({ code: "custom", path: issue.path, message: issue.message });
  } catch {
    context.addIssue({ code: "custom", message: "not JSON" });
  }
  return z.NEVER;
}

/** The query value `filters`: JSON text of an object with any of these fields. */
export const thingFilters = z
  .string()
  .max(4096)
  .default("{}")
  .transform(parsed)
  .describe(`JSON text of an object with any of ${Object.keys(filterFields.shape).join(", ")}`);
