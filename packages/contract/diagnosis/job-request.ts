import { z } from "zod";
import { MAX_UDS_STEPS, udsSettings, unlockLevel } from "../device-link/uds-job.ts";
import { idOf } from "../platform/resource.ts";
import { diagnosisErrors } from "./errors.ts";

export { udsSettings };

/** A single frame carries no more, and functional requests are single frames. */
const FUNCTIONAL_DIGITS = 14;

const request = z
  .object({
    data: z.string().regex(/^([0-9a-fA-F]{2}){1,4095}$/),
    functional: z.boolean().default(false),
  })
  .refine(({ data, functional }) => !functional || data.length <= FUNCTIONAL_DIGITS, {
    path: ["data"],
    message: diagnosisErrors.functionalLength.code,
  });

/** A request as bytes, or the unlocking of a level. */
export const storedStep = z.union([request, z.object({ unlock: unlockLevel })]);
export type StoredStep = z.output<typeof storedStep>;

export const jobRequest = z.object({
  /** What it is for, as people call it. */
  title: z.string().trim().max(100).default(""),
  settings: udsSettings,
  /** Whose unlock file makes the keys. */
  ecu_id: idOf("ecu").optional(),
  /** Go on behind a refusal. */
  go_on: z.boolean().default(false),
  steps: z.array(storedStep).min(1).max(MAX_UDS_STEPS),
});
export type JobRequest = z.output<typeof jobRequest>;
