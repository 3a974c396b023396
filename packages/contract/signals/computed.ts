import { MAX_FORMULA_LENGTH, MAX_FORMULA_SIGNALS } from "@canopy/can/formula/limits";
import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { computedName } from "./computed-name.ts";
import { functionErrors } from "./function-errors.ts";
import { signalReference } from "./signal-reference.ts";

export const MAX_COMPUTED_SIGNALS = 200;
export const MAX_COMPUTED_NAME = 64;

const content = {
  name: computedName,
  unit: z.string().trim().max(32),
  remark: z.string().trim().max(200),
  /** docs/formulas.md */
  formula: z.string().trim().min(1).max(MAX_FORMULA_LENGTH),
  /** The meaning of the names in the formula. */
  inputs: z
    .array(z.strictObject({ name: z.string().min(1).max(256), signal: signalReference }))
    .min(1)
    .max(MAX_FORMULA_SIGNALS)
    .refine((list) => new Set(list.map((input) => input.name)).size === list.length, functionErrors.inputTwice.code),
};
export const computedContent = z.strictObject(content);
export type ComputedContent = z.output<typeof computedContent>;

const computedSignal = z.object({ ...content, user_name: z.string(), updated_time: z.number() });
export type ComputedSignal = z.output<typeof computedSignal>;

/** DBC-08: formulas over signals, kept for the tenant. */
export const listComputedSignals = endpoint({
  name: "signals.listComputedSignals",
  method: "GET",
  path: "/computed-signals",
  summary: { zh: "计算信号列表", en: "Computed signals" },
  access: { kind: "tenant", level: "read" },
  audited: false,
  rateLimit: RATE.normal,
  reply: z.object({ list: z.array(computedSignal) }),
});

export const saveComputedSignal = endpoint({
  name: "signals.saveComputedSignal",
  method: "PUT",
  path: "/computed-signals",
  summary: { zh: "保存计算信号（同名替换）", en: "Keep a computed signal; one of the same name is replaced" },
  access: { kind: "tenant", level: "write" },
  audited: true,
  rateLimit: RATE.normal,
  body: computedContent,
  reply: z.object({ data: computedSignal }),
  errors: [functionErrors.formulaInvalid, functionErrors.computedLimit, functionErrors.computedNotLive],
});

export const deleteComputedSignal = endpoint({
  name: "signals.deleteComputedSignal",
  method: "DELETE",
  path: "/computed-signals",
  summary: { zh: "删除计算信号", en: "Delete a computed signal" },
  access: { kind: "tenant", level: "write" },
  audited: true,
  rateLimit: RATE.normal,
  query: z.object({ name: computedName }),
  reply: z.object({ message: z.string() }),
  errors: [functionErrors.computedInUse],
});
