import { listOwners } from "@canopy/contract/accounts/owners";
import { type Route, route } from "../platform/http/route.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { listOwnerRows } from "./owner-store.ts";

interface OwnerServices {
  readonly db: Db;
  /** Handed over by the domain that has the devices. */
  devicesOf(tenantIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

/** USR-01 */
export function ownerRoutes({ db, devicesOf }: OwnerServices): Route[] {
  return [
    route(listOwners, async ({ caller, query }) => {
      const { list, total } = await listOwnerRows(db, caller.tenantId, query);
      const devices = await devicesOf(list.map(({ id }) => id));
      const { current_page, page_size } = query;
      return {
        list: list.map((owner) => ({ ...owner, devices: devices.get(owner.id) ?? 0 })),
        pagination: { current_page, page_size, total_size: total },
      };
    }),
  ];
}
