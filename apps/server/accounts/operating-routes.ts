import {
  createTenant as createTenantCall,
  listAllAccessTokens,
  listAllSessions,
  listTenants,
  setTenantState as setTenantStateCall,
} from "@canopy/contract/accounts/operating";
import { type Route, route } from "../platform/http/route.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { listAllTokenRows } from "./access-token-store.ts";
import { createTenant } from "./create-tenant.ts";
import { listAllSessionRows } from "./session-store.ts";
import { endTenantSessions, listAllTenants, type Page, setTenantState } from "./tenant-store.ts";

interface OperatingServices {
  readonly db: Db;
  /** Called after the tenant is closed. */
  tenantClosed(tenantId: string): Promise<void>;
}

/** The system manager's view of all tenants: names and counts, never their data. */
export function operatingRoutes({ db, tenantClosed }: OperatingServices): Route[] {
  return [
    route(listTenants, ({ query }) => paged(query, listAllTenants(db, query))),
    route(createTenantCall, async ({ body }) => {
      const kind = body.tenant_type === 1 ? "merchant" : "owner";
      const made = await createTenant(db, { name: body.name, kind, owner: body.owner_name, phone: body.owner_phone });
      return { data: { id: made.tenantId, owner_id: made.ownerId }, password: made.password };
    }),
    route(setTenantStateCall, async ({ params, body: { state } }) => {
      await setTenantState(db, params.tenant_id, state);
      if (state === "closed") {
        await endTenantSessions(db, params.tenant_id);
        await tenantClosed(params.tenant_id);
      }
      return { data: { state } };
    }),
    route(listAllSessions, ({ query }) => paged(query, listAllSessionRows(db, query))),
    route(listAllAccessTokens, ({ query }) => paged(query, listAllTokenRows(db, query))),
  ];
}

async function paged<T>(page: Page, found: Promise<{ list: T[]; total: number }>) {
  const { list, total } = await found;
  return { list, pagination: { current_page: page.current_page, page_size: page.page_size, total_size: total } };
}
