import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { listOf, orderQuery, pageQuery } from "../platform/lists.ts";

/** NAV-14: columns that the list is sorted by. */
export const OWNER_ORDERS = ["name", "organization_name", "state", "contact_name", "created_time"] as const;

/** USR-01: a merchant's manager sees its own owners: name, contact, device count, never their data. */
export const listOwners = endpoint({
  name: "accounts.listOwners",
  method: "GET",
  path: "/operating/owners",
  summary: { zh: "本商户的业主", en: "Owners of one's own merchant" },
  access: { kind: "manager" },
  audited: false,
  rateLimit: RATE.normal,
  query: z.object({ ...pageQuery, ...orderQuery(OWNER_ORDERS), keyword: z.string().max(64).default("") }),
  reply: listOf(
    z.object({
      id: z.string(),
      name: z.string(),
      organization_name: z.string(),
      state: z.enum(["review", "active", "refused", "closed"]),
      /** Of its primary account. */
      contact_name: z.string(),
      phone: z.string(),
      email: z.string(),
      devices: z.number(),
      created_time: z.number(),
    }),
  ),
});
