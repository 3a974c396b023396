import { z } from "zod";
import { MAX_UDS_STEPS } from "../device-link/uds-job.ts";
import { endpoint } from "../platform/endpoint.ts";
import { epochMs } from "../platform/lists.ts";
import { idOf } from "../platform/resource.ts";
import { ecuErrors } from "./ecu-errors.ts";
import { reading, writing } from "./ecus.ts";
import { storedStep } from "./job-request.ts";

export const MAX_SEQUENCES = 500;
const MAX_SEQUENCE_NAME = 100;

const content = {
  name: z.string().trim().min(1).max(MAX_SEQUENCE_NAME),
  /** Go on behind a refusal. */
  go_on: z.boolean().default(false),
  steps: z.array(storedStep).min(1).max(MAX_UDS_STEPS),
};

const sequence = z.object({ sequence_id: z.string(), ...content, user_name: z.string(), updated_time: epochMs });
export type UdsSequence = z.output<typeof sequence>;

/** UDS-01: saved requests of a tenant, by name. */
export const listSequences = endpoint({
  ...reading,
  name: "diagnosis.listSequences",
  method: "GET",
  path: "/uds-sequences",
  summary: { zh: "诊断序列列表", en: "Sequences of diagnostic requests" },
  reply: z.object({ list: z.array(sequence) }),
});

/** One of that name gets the new steps. */
export const saveSequence = endpoint({
  ...writing,
  name: "diagnosis.saveSequence",
  method: "POST",
  path: "/uds-sequences",
  summary: { zh: "保存诊断序列", en: "Save a sequence of diagnostic requests" },
  bodyLimit: 2 * 1024 * 1024,
  body: z.object(content),
  reply: z.object({ data: sequence }),
  errors: [ecuErrors.fileLimit],
});

export const deleteSequence = endpoint({
  ...writing,
  name: "diagnosis.deleteSequence",
  method: "DELETE",
  path: "/uds-sequences/{sequence_id}",
  summary: { zh: "删除诊断序列", en: "Delete a sequence of diagnostic requests" },
  params: z.object({ sequence_id: idOf("udsSequence") }),
  reply: z.object({ message: z.string() }),
});
