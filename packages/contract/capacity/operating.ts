import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { idOf } from "../platform/resource.ts";
import { packageChange, packageContent } from "./package.ts";

const ofTenant = {
  params: z.object({ tenant_id: idOf("operatedTenant") }),
  path: "/operating/tenants/{tenant_id}/package",
  access: { kind: "system" },
  rateLimit: RATE.normal,
  reply: z.object({ content: packageContent }),
} as const;

/** CAP-01: the system manager sets each limit; of two who do so at once each keeps what the other did not touch. */
export const tenantPackage = endpoint({
  ...ofTenant,
  name: "capacity.tenantPackage",
  method: "GET",
  summary: { zh: "租户的套餐", en: "The package of a tenant" },
  audited: false,
});

export const setTenantPackage = endpoint({
  ...ofTenant,
  name: "capacity.setTenantPackage",
  method: "PUT",
  summary: { zh: "设置租户的套餐", en: "Set the package of a tenant" },
  sessionOnly: true,
  audited: true,
  body: z.object({ content: packageChange }),
});
