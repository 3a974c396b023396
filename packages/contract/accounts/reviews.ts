import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { listOf, pageQuery } from "../platform/lists.ts";
import { idOf } from "../platform/resource.ts";
import { reviewErrors } from "./errors.ts";
import { acrossFields } from "./rules.ts";

export const REVIEW_STATES = ["review", "active", "refused"] as const;
export const REFUSAL_MAX = 200;

const registrationRow = z.object({
  id: z.string(),
  tenant_name: z.string(),
  tenant_type: z.number(),
  state: z.enum(REVIEW_STATES),
  user_name: z.string(),
  nick_name: z.string(),
  organization_name: z.string(),
  /** Masked: enough to recognise, not to call. */
  mobile: z.string(),
  has_email: z.boolean(),
  merchant_name: z.string().nullable(),
  reason: z.string(),
  applied_time: z.number(),
  decided_time: z.number().nullable(),
});
export type RegistrationRow = z.output<typeof registrationRow>;

/** ACC-17: those who applied; a merchant's manager sees its own owners. */
export const listRegistrations = endpoint({
  name: "accounts.listRegistrations",
  method: "GET",
  path: "/operating/registrations",
  summary: { zh: "注册申请", en: "Registrations" },
  access: { kind: "manager" },
  audited: false,
  rateLimit: RATE.normal,
  query: z.object({
    ...pageQuery,
    keyword: z.string().max(64).default(""),
    state: z.union([z.literal(""), z.enum(REVIEW_STATES)]).default(""),
  }),
  reply: listOf(registrationRow),
});

export const reviewDecision = z
  .object({
    decision: z.enum(["approve", "refuse"]),
    /** Read by the applicant. */
    reason: z.string().trim().max(REFUSAL_MAX).default(""),
  })
  .refine(
    ({ decision, reason }) => decision === "approve" || reason !== "",
    acrossFields("reason", reviewErrors.reasonEmpty.code),
  );

export const decideRegistration = endpoint({
  name: "accounts.decideRegistration",
  method: "PUT",
  path: "/operating/registrations/{tenant_id}",
  summary: { zh: "批准或拒绝注册申请", en: "Approve or refuse a registration" },
  access: { kind: "manager" },
  sessionOnly: true,
  audited: true,
  rateLimit: RATE.normal,
  params: z.object({ tenant_id: idOf("registration") }),
  body: reviewDecision,
  reply: z.object({ message: z.string() }),
  errors: Object.values(reviewErrors),
});
