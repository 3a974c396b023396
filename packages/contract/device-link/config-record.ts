import { z } from "zod";
import { CUSTOM_DATA_MAX_CHARS, CONFIG_RANGES as R } from "./config-ranges.ts";
import { idRange, listOf, whole } from "./config-values.ts";

/** Operators of the fielded terminals, in their order 0-7. */
const operator = z.enum(["eq", "ne", "lt", "le", "gt", "ge", "inside", "outside"]);
const condition = z
  .object({
    kind: z.enum(["id", "error_frame", "button", "digital"]),
    operator,
    ids: idRange.optional(),
  })
  .refine(({ kind, ids }) => kind !== "id" || ids !== undefined, {
    message: "devices.configConditionIds",
    path: ["ids"],
  });

const CUSTOM_DATA = new RegExp(`^([0-9a-fA-F]{2}){0,${CUSTOM_DATA_MAX_CHARS / 2}}$`);

/** Required fields of each recording mode. */
const NEEDED = { pre_trigger: "pre_trigger", timed: "timed", conditional: "start" } as const;

export const record = z
  .object({
    mode: z.enum(["continuous", "conditional", "pre_trigger", "timed", "off"]),
    when_full: z.enum(["loop", "stop"]).default("loop"),
    file_size_mb: whole(R.fileSizeMb, { unit: "MB", initial: 64 }),
    record_time_s: whole(R.recordTimeS, { unit: "s", initial: 3600 }).optional(),
    error_frames: z.boolean().default(true),
    merge_channels: z.boolean().default(false),
    start: condition.optional(),
    stop: condition.optional(),
    pre_trigger: z
      .object({
        frames: whole(R.preTriggerFrames, { initial: 1000 }),
        after_ms: whole(R.timerMs, { unit: "ms", initial: 10_000 }),
        conditions: listOf(condition, R.conditions),
      })
      .optional(),
    timed: z
      .object({
        period_ms: whole(R.timerMs, { unit: "ms", initial: 1000 }),
        without_data: z.enum(["none", "last", "custom"]).default("none"),
        custom_data: z
          .string()
          .regex(CUSTOM_DATA, "devices.configCustomData")
          .meta({ format: "hex", max: CUSTOM_DATA_MAX_CHARS })
          .default(""),
        filters: listOf(idRange, R.uploadFilters).default([]),
      })
      .optional(),
  })
  .superRefine((entry, context) => {
    const needed = entry.mode in NEEDED ? NEEDED[entry.mode as keyof typeof NEEDED] : undefined;
    if (needed === undefined || entry[needed] !== undefined) return;
    context.addIssue({ code: "custom", message: "devices.configModeNeeds", path: ["mode"] });
  });
