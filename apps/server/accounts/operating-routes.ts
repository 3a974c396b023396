import { listAllAccessTokens, listAllSessions, listTenants } from "@canopy/contract/accounts/operating";
import { type Route, route } from "../platform/http/route.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { listAllTokenRows } from "./access-token-store.ts";
import { listAllSessionRows } from "./session-store.ts";
import { listAllTenants, type Page } from "./tenant-store.ts";

/** What the system manager sees of all tenants: names and counts, never their data. */
export function operatingRoutes(db: Db): Route[] {
  return [
    route(listTenants, ({ query }) => paged(query, listAllTenants(db, query))),
    route(listAllSessions, ({ query }) => paged(query, listAllSessionRows(db, query))),
    route(listAllAccessTokens, ({ query }) => paged(query, listAllTokenRows(db, query))),
  ];
}

async function paged<T>(page: Page, found: Promise<{ list: T[]; total: number }>) {
  const { list, total } = await found;
  return { list, pagination: { current_page: page.current_page, page_size: page.page_size, total_size: total } };
}
