import { z } from "zod";
import { accountErrors, signInErrors } from "../accounts/errors.ts";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { idOf } from "../platform/resource.ts";
import { historyErrors } from "./errors.ts";

/** Everything of a tenant, for ever; `GET /jobs/{id}` says how far it is. */
export const eraseTenant = endpoint({
  name: "frames.eraseTenant",
  method: "POST",
  path: "/operating/tenants/{tenant_id}/erasure",
  summary: { zh: "彻底删除租户（不可恢复）", en: "Erase a tenant, permanently" },
  access: { kind: "system" },
  sessionOnly: true,
  audited: true,
  rateLimit: RATE.proved,
  idempotent: true,
  params: z.object({ tenant_id: idOf("operatedTenant") }),
  body: z.object({
    /** Of the tenant, as typed. */
    name: z.string().max(64),
    password: z.string().max(128),
  }),
  reply: z.object({ id: z.string() }),
  errors: [
    historyErrors.wrongPassword,
    signInErrors.locked,
    accountErrors.platformTenant,
    accountErrors.tenantNameDiffers,
    accountErrors.tenantHasOwners,
  ],
});
