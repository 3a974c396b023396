import { userPackage } from "@canopy/contract/capacity/capacity";
import { type Route, route } from "../platform/http/route.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { packageOf } from "./package-store.ts";

export function packageRoutes(db: Db): Route[] {
  return [route(userPackage, async ({ params }) => ({ content: await packageOf(db, params.tenantId) }))];
}
