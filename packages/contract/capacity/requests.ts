import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { defineErrors } from "../platform/errors.ts";
import { epochMs, listOf, pageQuery } from "../platform/lists.ts";
import { idOf } from "../platform/resource.ts";
import { LARGEST_LIMIT, LIMIT_NAMES } from "./package.ts";

export const REASON_MAX = 500;
export const CONTACT_MAX = 100;

export const capacityErrors = defineErrors("capacity", {
  requestWaiting: {
    status: 409,
    zh: "该项的申请正在等待处理",
    en: "A request for this quota is waiting already",
  },
  requestAnswered: { status: 409, zh: "该申请已处理", en: "This request was answered already" },
});

const REQUEST_STATES = ["waiting", "granted", "refused"] as const;

const request = z.object({
  id: z.string(),
  quota: z.enum(LIMIT_NAMES),
  amount: z.number(),
  reason: z.string(),
  contact: z.string(),
  state: z.enum(REQUEST_STATES),
  answer: z.string(),
  user_name: z.string(),
  created_time: epochMs,
  answered_time: epochMs.nullable(),
});
export type CapacityRequest = z.output<typeof request>;

/** NAV-16: how much of a quota is wanted, in the unit of the package. */
export const newCapacityRequest = z.object({
  quota: z.enum(LIMIT_NAMES),
  amount: z.number().positive().max(LARGEST_LIMIT),
  reason: z.string().trim().max(REASON_MAX).default(""),
  contact: z.string().trim().max(CONTACT_MAX).default(""),
});

const ofTenant = {
  path: "/tenant/tenants/{tenantId}/capacity-requests",
  params: z.object({ tenantId: idOf("tenant") }),
  access: { kind: "manager" },
  rateLimit: RATE.normal,
} as const;

export const requestCapacity = endpoint({
  ...ofTenant,
  name: "capacity.requestCapacity",
  method: "POST",
  summary: { zh: "申请容量", en: "Ask for more of a quota" },
  audited: true,
  rateLimit: RATE.guarded,
  body: newCapacityRequest,
  reply: z.object({ id: z.string() }),
  errors: [capacityErrors.requestWaiting],
});

/** Newest first. */
export const listCapacityRequests = endpoint({
  ...ofTenant,
  name: "capacity.listCapacityRequests",
  method: "GET",
  summary: { zh: "本租户的容量申请", en: "The tenant's requests" },
  audited: false,
  query: z.object(pageQuery),
  reply: listOf(request),
});

const operating = { access: { kind: "system" }, rateLimit: RATE.normal } as const;

export const listAllCapacityRequests = endpoint({
  ...operating,
  name: "capacity.listAllCapacityRequests",
  method: "GET",
  path: "/operating/capacity-requests",
  summary: { zh: "全部容量申请", en: "Requests of all tenants" },
  audited: false,
  query: z.object({ ...pageQuery, keyword: z.string().max(64).default("") }),
  reply: listOf(
    request.extend({
      tenant_id: z.string(),
      tenant_name: z.string(),
      /** Of the package now; null: no limit. */
      current: z.number().nullable(),
    }),
  ),
});

/** A granted request sets its limit in the package; the answer goes to the tenant's managers as a message. */
export const answerCapacityRequest = endpoint({
  ...operating,
  name: "capacity.answerCapacityRequest",
  method: "PUT",
  path: "/operating/capacity-requests/{request_id}",
  summary: { zh: "处理容量申请", en: "Grant or refuse a request" },
  sessionOnly: true,
  audited: true,
  params: z.object({ request_id: idOf("capacityRequest") }),
  body: z.object({
    decision: z.enum(["granted", "refused"]),
    /** What is granted; without it what was asked for. */
    amount: z.number().positive().max(LARGEST_LIMIT).optional(),
    answer: z.string().trim().max(REASON_MAX).default(""),
  }),
  reply: z.object({ state: z.enum(REQUEST_STATES) }),
  errors: [capacityErrors.requestAnswered],
});
